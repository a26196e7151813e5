import type { Chain } from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeOutcome, outcomeOf } from './refusal.ts';
import type { Scene, TestAccount } from './setup.ts';
import type { Stage } from './stage.ts';

/** Longer than any transaction of any chain. The longest are those of Cosmos chains: 1 MiB (CometBFT, config/config.go: max_tx_bytes, by default). */
const text = 'x'.repeat(1_048_577);

/** A text that no transaction has room for costs no upstream anything: it is refused before anything is asked, wherever it stands. */
export function describeLongTexts(stage: Stage): void {
  const { has } = stage;

  describe('a text of a million characters is refused before anything is asked', () => {
    let scene: Scene<TestAccount>;
    let wishes: ReturnType<Chain['detail']>['wishes'];
    beforeAll(async () => {
      scene = await stage.scene();
      wishes = stage.connect().detail().wishes;
    });

    const expectNothingAsked = async (what: string, run: () => Promise<unknown>) => {
      const before = stage.wire.calls.length;
      const outcome = await outcomeOf(run);
      expect(stage.wire.calls.length - before, `upstream requests for ${what}`).toBe(0);
      if (outcome.kind !== 'refused')
        throw new Error(`${what} must be refused, but was ${describeOutcome(outcome).slice(0, 300)}`);
      const told = outcome.error.problems.map(({ code, message, field }) => `${code} ${message} ${field}`).join('\n');
      expect(told.length, `${what}: the answer repeats it`).toBeLessThan(5_000);
    };

    it.each(stage.examples)('in $name, in each field and each wish', async (example) => {
      const { mode } = example;
      const chain = stage.connect();
      const { intent: own } = await stage.unsent(example);
      const fields = Object.keys(own).filter((name) => typeof own[name] === 'string' && name !== 'mode');
      const usual = mode === 'transfer' || mode === 'transferToken' ? ['memo', 'senderPubKey'] : [];
      for (const field of new Set([...fields, ...usual])) {
        await expectNothingAsked(field, () => chain.encode({ ...own, [field]: text }));
        await expectNothingAsked(field, () => chain.validate({ ...own, [field]: text }));
      }
      for (const place of Object.keys(wishes[mode] ?? {}).filter((name) => name.startsWith('params.'))) {
        const name = place.slice('params.'.length);
        for (const value of [text, [text], { [name]: text }])
          await expectNothingAsked(place, () => chain.encode({ ...own, params: { [name]: value } }));
      }
    });

    it('in reads', async () => {
      const chain = stage.connect();
      await expectNothingAsked('the account', () => chain.accountState(text));
      await expectNothingAsked('the public key', () => chain.accountState(scene.sender.address, { publicKey: text }));
      if (has.feature('read.token')) await expectNothingAsked('the token', () => chain.token(text));
      if (has.feature('read.account.transactions.native'))
        await expectNothingAsked('the history', () => chain.history(text));
      if (has.feature('read.transaction.native'))
        await expectNothingAsked('the transaction', () => chain.transaction(text));
    });
  });
}
