import type { IdPlace, Mode } from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { knownSecrets } from './known-secrets.ts';
import { describeOutcome, outcomeOf } from './refusal.ts';
import type { Scene, TestAccount } from './setup.ts';
import type { Stage } from './stage.ts';

/** The fields with ids, and what is named there. */
const fieldsOf = {
  transfer: { senderAddress: 'account', recipientAddress: 'account', senderPubKey: 'publicKey' },
  transferToken: { senderAddress: 'account', recipientAddress: 'account', tokenId: 'token' },
  stake: { senderAddress: 'account', targetValidatorAddress: 'validator' },
} as const satisfies Partial<Record<Mode, Readonly<Record<string, IdPlace>>>>;

/**
 * A private key in the place of an id goes nowhere and is not repeated, whether or not the family takes it for a valid id. Left out are only the ids of
 * which the family itself says that they look like keys.
 */
export function describeSecrets(stage: Stage): void {
  const { has } = stage;
  const modes = (['transfer', 'transferToken', 'stake'] as const).filter((mode) => has.mode(mode));

  describe('secrets in the place of ids', () => {
    let scene: Scene<TestAccount>;
    beforeAll(async () => {
      scene = await stage.scene();
    });

    describe.each(knownSecrets)('$name', ({ text, form }) => {
      const isId = (place: IdPlace) =>
        form !== undefined && stage.connect().adapter.bytes.keyLikeIds?.[place]?.includes(form) === true;

      const expectSilence = async (what: string, run: () => Promise<unknown>) => {
        const before = stage.wire.calls.length;
        const outcome = await outcomeOf(run);
        expect(stage.wire.calls.length - before, `upstream requests for ${what}`).toBe(0);
        if (outcome.kind !== 'refused') throw new Error(`${what} must be refused, but was ${describeOutcome(outcome)}`);
        for (const { code, message, context } of outcome.error.problems) {
          const told = `${code} ${message} ${JSON.stringify(context)}`;
          expect(told.includes(text), `${what}: ${told}`).toBe(false);
        }
      };

      it('in reads', async () => {
        const chain = stage.connect();
        if (!isId('account')) await expectSilence('the account', () => chain.accountState(text));
        if (!isId('account') && has.feature('read.account.transactions.native'))
          await expectSilence('the history', () => chain.history(text));
        if (!isId('token') && has.feature('read.token')) await expectSilence('the token', () => chain.token(text));
      });

      it.each(modes)('in %s', async (mode) => {
        const chain = stage.connect();
        for (const [field, place] of Object.entries(fieldsOf[mode])) {
          if (isId(place)) continue;
          const data = { ...intentOf(stage, scene, mode), [field]: text };
          await expectSilence(`${field} of encode`, () => chain.encode(data));
          await expectSilence(`${field} of validate`, () => chain.validate(data));
        }
      });
    });
  });
}

function intentOf(stage: Stage, scene: Scene<TestAccount>, mode: Mode): object {
  return {
    mode,
    senderAddress: scene.sender.address,
    ...(mode === 'stake' ? {} : { recipientAddress: scene.recipient.address }),
    ...(mode === 'transferToken' ? { tokenId: stage.token.id } : {}),
    amount: String(stage.setup.amounts.usual),
  };
}
