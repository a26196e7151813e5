import { balanceParts, type ChainAdapter, type Mode, type RefusedError, type SupportedFeatures } from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleIntent } from './intents.ts';
import { broadcastOf, expectRefused, outcomeOf } from './refusal.ts';
import type { Scene, TestAccount } from './setup.ts';
import { missingModes, type Stage } from './stage.ts';
import { carryOut } from './walk.ts';

const readNames = [
  ...(['accountState', 'history', 'transaction', 'token', 'tokens', 'validators', 'addresses'] as const),
] satisfies (keyof ChainAdapter['reads'])[];

/** What `supportedFeatures` says is what works: a true that does not work is a defect, and so is a false that does. */
export function describeFeatures(stage: Stage): void {
  const { setup, has } = stage;

  describe('supported features', () => {
    let features: SupportedFeatures;
    let scene: Scene<TestAccount>;
    beforeAll(async () => {
      features = stage.connect().detail().supportedFeatures;
      scene = await stage.scene();
    });

    it('are false where the family says so, and true elsewhere', () => {
      expect(falseFlags(features).sort()).toEqual([...setup.unsupported].sort());
    });

    it('have an example for each mode', () => {
      const shown = new Set<Mode>(stage.examples.map(({ mode }) => mode));
      const { type } = features.write.transaction;
      // Every key of `type` is a mode.
      expect(Object.keys(type).filter((mode) => type[mode as Mode] && !shown.has(mode as Mode))).toEqual([]);
    });

    it.each(setup.family.chainIds)('say why %s lacks a read that no upstream could give', (chainId) => {
      const { family, connect } = setup.family;
      const endpoints = Object.keys(family.upstreams).map((kind) => ({ url: `https://${kind}.test`, kind }));
      const { reads, absent = {} } = connect(chainId, { endpoints }).adapter;
      const unexplained = readNames.filter((name) => (reads[name] === undefined) !== (absent[name] !== undefined));
      expect(unexplained).toEqual([]);
    });

    it.each(setup.family.chainIds)('list known tokens of %s, each once and by an id that is valid', async (chainId) => {
      const { adapter } = setup.family.connect(chainId, { endpoints: ['https://node.test'] });
      const ids = ((await adapter.reads.tokens?.()) ?? []).map(({ id }) => id);
      const read = ids.map((id) => adapter.bytes.identifiers.token(id));
      expect(ids.filter((_, index) => read[index]?.ok !== true)).toEqual([]);
      expect(new Set(read.map((found) => found.ok && found.canonical)).size).toBe(ids.length);
    });

    it.each(missingModes(stage))('refuse mode %s on encode and broadcast', async (mode) => {
      const chain = stage.connect();
      const data = sampleIntent(mode, scene);
      expect(await expectRefused(stage, () => chain.encode(data), `encode of ${mode}`)).toBe('mode.unsupported');
      const input = { data: { ...data, fees: '1', params: { checksum: '00' } }, encoded: [{}], signature: '00' };
      await expectRefused(stage, () => broadcastOf(chain, input), `broadcast of ${mode}`);
    });

    const account = () => scene.sender.address;
    const reads = {
      'read.token': () => stage.connect().token(setup.unknown.token ?? 'token'),
      'read.validators': () => stage.connect().validators(),
      'utils.addresses': () => stage.connect().addresses(scene.sender.publicKey ?? '00'),
    } as const;
    for (const [feature, read] of Object.entries(reads)) {
      // The keys of `reads` are features.
      const isThere = has.feature(feature as keyof typeof reads);
      it(`${isThere ? 'allow' : 'refuse'} ${feature}`, async () => {
        const outcome = await outcomeOf(read);
        const refusedAsMissing = outcome.kind === 'refused' && outcome.error.code === 'feature.unsupported';
        expect(refusedAsMissing).toBe(!isThere);
      });
    }

    it('leave out the parts of account states that they lack', async () => {
      const wanted = balanceParts.filter((part) => has.feature(`read.account.balances.${part}`));
      if (wanted.length === 0) return expectMissing(() => stage.connect().accountState(account()));
      const { balances } = await stage.connect().accountState(account(), { include: balanceParts });
      expect(Object.keys(balances).sort()).toEqual([...wanted].sort());
      for (const part of balanceParts) {
        const { balances: alone } = await stage.connect().accountState(account(), { include: [part] });
        expect(Object.keys(alone), `asked for ${part} alone`).toEqual(wanted.includes(part) ? [part] : []);
      }
    });

    it('say whether histories can be read', async () => {
      const readable = balanceParts.some((part) => has.feature(`read.account.transactions.${part}`));
      if (readable) await stage.connect().history(account());
      else await expectMissing(() => stage.connect().history(account()));
    });

    it('say whether transactions can be read', async () => {
      const readable = balanceParts.some((part) => has.feature(`read.transaction.${part}`));
      const { error } = await failureOf(() => stage.connect().transaction(setup.unknown.transaction));
      expect(error.code).toBe(readable ? 'transaction.notFound' : 'feature.unsupported');
    });

    it.each(stage.examples)(`say whether $name carries a memo`, async (example) => {
      const memo = 'isochain 7';
      // What the intent of one example stakes or unlocks would be in the way of another's.
      const own = await stage.scene();
      const plain = await stage.prepare(example, own);
      const { transaction, status } = await stage.connect().encode({ ...(await example.intent(own)), memo });
      const ignored = status.warnings.filter(({ code }) => code === 'memo.ignored');
      if (!has.feature('write.transaction.field.memo')) {
        expect(ignored).toHaveLength(1);
        expect(transaction.encoded, 'bytes without the memo').toEqual(plain.encoded);
        return;
      }
      if (stage.setup.withoutMemo?.includes(example.mode) === true) {
        expect(ignored).toHaveLength(1);
        return;
      }
      expect(ignored).toEqual([]);
      const withMemo = {
        ...example,
        intent: async (of: Scene<TestAccount>) => ({ ...(await example.intent(of)), memo }),
      };
      const hash = await carryOut(stage, withMemo, await stage.prepare(withMemo));
      expect((await stage.connect().transaction(hash)).transaction.parsed?.memo).toBe(memo);
    });
  });
}

async function expectMissing(run: () => Promise<unknown>): Promise<void> {
  expect((await failureOf(run)).error.code).toBe('feature.unsupported');
}

async function failureOf(run: () => Promise<unknown>): Promise<{ error: RefusedError }> {
  const outcome = await outcomeOf(run);
  if (outcome.kind !== 'refused') throw outcome.kind === 'failed' ? outcome.error : new Error('It was not refused.');
  return { error: outcome.error };
}

function falseFlags(node: object, path = ''): string[] {
  return Object.entries(node).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'object' && value !== null) return falseFlags(value, here);
    return value === false ? [here] : [];
  });
}
