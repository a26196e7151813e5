import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decode } from '../../test/judge.ts';
import { keyOf, type SendersRig, startSendersRig } from '../../test/senders-rig.ts';

// Accounts that begin and end to take part in the consensus. What encode refuses, the stand-in refuses too: its rules are its own code.

let rig: SendersRig;
let engine: AlgorandEngine;
beforeAll(async () => {
  rig = await startSendersRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const key = keyOf(0x71);
const sender = key.address;
const other = keyOf(0x72).address;
const [voteKey, selectionKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const stateProofKey = Buffer.alloc(64, 3);

/** Participation keys as `goal account partkeyinfo` shows them, for three million rounds. */
const keysAt = (round: number) => ({
  voteKey: voteKey.toString('base64'),
  selectionKey: selectionKey.toString('hex'),
  stateProofKey: stateProofKey.toString('base64'),
  voteFirst: round,
  voteLast: round + 3_000_000,
  voteKeyDilution: 1_733,
});

const held = 40_000_000_000n;

function within(run: () => Promise<void>): Promise<void> {
  return engine.rehearse(async () => {
    engine.placeAccount(sender, { amount: held });
    await run();
  });
}

const round = () => engine.rounds().node;

const stake = ({ params, ...more }: { readonly params?: object; readonly [name: string]: unknown } = {}) =>
  rig.encode({
    ...{ mode: 'stake', senderAddress: sender, targetValidatorAddress: sender, useMaxAmount: true },
    ...{ senderPubKey: key.publicKey, params: { ...keysAt(round()), ...params } },
    ...more,
  });

const unstake = (more: object = {}) =>
  rig.encode({
    ...{ mode: 'unstake', senderAddress: sender, validatorAddress: sender, useMaxAmount: true },
    ...{ senderPubKey: key.publicKey, ...more },
  });

/** A registration by other libraries. */
const registerOwn = (voteFirst: number, voteLast: number) =>
  rig.sendOwn(key, {
    ...{ type: 'keyreg', votekey: voteKey, selkey: selectionKey, sprfkey: stateProofKey, votekd: 1_733n },
    ...{ votefst: BigInt(voteFirst), votelst: BigInt(voteLast) },
  });

const fieldsOf = (encoded: Awaited<ReturnType<typeof stake>>) =>
  decode(new Uint8Array(Buffer.from(encoded.items[0]?.raw.value ?? '', 'hex'))) as Record<string, unknown>;

describe('an account goes online', () => {
  it('with the keys of its node, and nothing moves', () =>
    within(async () => {
      const encoded = await stake();
      expect(encoded).toMatchObject({ refusals: [], data: { fees: '1000', useMaxAmount: true } });
      expect(encoded.data).not.toHaveProperty('amount');
      expect(fieldsOf(encoded)).toMatchObject({
        ...{ type: 'keyreg', fee: 1_000n, votefst: BigInt(round()), votelst: BigInt(round() + 3_000_000) },
        ...{ votekd: 1_733n, votekey: new Uint8Array(voteKey), selkey: new Uint8Array(selectionKey) },
      });
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(engine.accountState(sender)).toMatchObject({
        status: 'Online',
        amount: held - 1_000n,
        incentiveEligible: false,
        participation: { voteKey: keysAt(0).voteKey, voteKeyDilution: 1_733 },
      });
    }));

  it('with the fee for rewards if it is wished for, once', () =>
    within(async () => {
      const encoded = await stake({ params: { rewards: true } });
      expect(encoded).toMatchObject({ refusals: [], hints: ['stake.needsNode'], data: { fees: '2000000' } });
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(engine.accountState(sender)).toMatchObject({ status: 'Online', incentiveEligible: true });
      expect(await rig.send(await unstake(), key)).toBe('taken');
      expect(engine.accountState(sender)).toMatchObject({ status: 'Offline', incentiveEligible: true });
      const again = await stake({ params: { rewards: true } });
      expect(again).toMatchObject({ hints: ['stake.needsNode'], data: { fees: '1000' } });
    }));

  it('with a fee for rewards that is named as such', () =>
    within(async () => {
      expect(await stake({ fees: '2000000' })).toMatchObject({ refusals: [], hints: ['stake.needsNode'] });
      expect(await stake({ fees: '1999999' })).toMatchObject({ hints: ['stake.needsNode', 'stake.noRewards'] });
      const tooLow = await stake({ fees: '1999999', params: { rewards: true } });
      expect(tooLow).toMatchObject({ refusals: ['fee.tooLow'], items: [] });
    }));

  it('and hears what it needs', () =>
    within(async () => {
      const { warnings } = await stake();
      expect(warnings.map(({ message }) => message)).toEqual([
        'The account takes part 320 rounds later. A node with these keys must run from then on: the network switches off accounts without one',
        'The account takes part without rewards: it has not paid the 2 ALGO that rewards need once, which "rewards": true in params adds',
      ]);
    }));

  it.each([
    [30_000_000_000n, true],
    [29_999_999_999n, false],
    [70_000_000_000_000n, true],
    [70_000_000_000_001n, false],
  ])('and whether it holds what rewards need: %s beside the fee', (amount, isRewarded) =>
    within(async () => {
      engine.placeAccount(sender, { amount: amount + 2_000_000n });
      const { hints, warnings } = await stake({ params: { rewards: true } });
      expect(hints).toEqual(isRewarded ? ['stake.needsNode'] : ['stake.needsNode', 'stake.noRewards']);
      if (!isRewarded) expect(warnings[1]?.message).toMatch(/rewards need 30000 ALGO to 70000000 ALGO$/);
    }),
  );
});

describe('keys are refused', () => {
  it('if they are missing', () =>
    within(async () => {
      const encoded = await stake({ params: { stateProofKey: undefined, voteLast: undefined } });
      expect(encoded).toMatchObject({ refusals: ['stake.keysMissing'], items: [] });
      expect(encoded.errors[0]?.message).toContain('Missing in params: stateProofKey, voteLast.');
      const none = await rig.encode({
        ...{ mode: 'stake', senderAddress: sender, targetValidatorAddress: sender, useMaxAmount: true },
      });
      expect(none.errors[0]?.message).toContain(
        'voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution',
      );
    }));

  it('if they begin too late', () =>
    within(async () => {
      const first = round() + 3;
      const encoded = await stake({ params: { voteFirst: first } });
      expect(encoded).toMatchObject({ refusals: ['wish.invalid'], items: [] });
      expect(encoded.errors[0]?.field).toBe('transaction.data.params.voteFirst');
      expect(await registerOwn(first, first + 5_000)).toMatch(/first voting round beyond the next voting round/);
      expect(await rig.send(await stake({ params: { voteFirst: first - 1 } }), key)).toBe('taken');
    }));

  it('if they ended, or end before they count', () =>
    within(async () => {
      const [first, last] = [round() - 5_000, round() + 1];
      expect(await registerOwn(first, last)).toMatch(/last voting round in the past/);
      for (const voteLast of [round() - 1, last, round() + 320]) {
        const encoded = await stake({ params: { voteFirst: first, voteLast } });
        expect(encoded).toMatchObject({ refusals: ['wish.invalid'], items: [] });
        expect(encoded.errors[0]?.field).toBe('transaction.data.params.voteLast');
      }
      const shortest = await stake({ params: { voteFirst: first, voteLast: round() + 321 } });
      expect(await rig.send(shortest, key)).toBe('taken');
    }));

  it('if their rounds make no sense', () =>
    within(async () => {
      const longest = 16_777_215;
      for (const params of [
        { voteFirst: round(), voteLast: round() },
        { voteFirst: round(), voteLast: round() - 1 },
        { voteFirst: round(), voteLast: round() + longest + 1 },
        { voteKeyDilution: 0 },
      ])
        expect(await stake({ params })).toMatchObject({ refusals: ['wish.invalid'], items: [] });
      const { errors } = await stake({ params: { voteFirst: round(), voteLast: round() } });
      expect(errors[0]?.message).toContain('it is not after voteFirst');
      expect(await rig.send(await stake({ params: { voteLast: round() + longest } }), key)).toBe('taken');
    }));

  it('if they are no keys', () =>
    within(async () => {
      for (const params of [{ voteKey: 'AAAA' }, { selectionKey: '00'.repeat(32) }, { stateProofKey: '01'.repeat(32) }])
        await expect(stake({ params })).rejects.toMatchObject({ code: 'wish.invalid' });
    }));
});

describe('stakes are refused', () => {
  it('with another validator, from one, and with an amount: all is told', () =>
    within(async () => {
      const encoded = await stake({
        ...{ targetValidatorAddress: other, sourceValidatorAddress: other, useMaxAmount: undefined, amount: '5000000' },
      });
      expect(encoded).toMatchObject({
        refusals: ['validator.inactive', 'stake.immovable', 'stake.everything'],
        items: [],
      });
      expect(encoded.errors.map(({ field }) => field)).toEqual([
        'transaction.data.targetValidatorAddress',
        'transaction.data.sourceValidatorAddress',
        'transaction.data.amount',
      ]);
    }));

  it('of accounts that were excluded for ever', () =>
    within(async () => {
      engine.placeAccount(sender, { status: 'Not Participating' });
      expect(await stake()).toMatchObject({ refusals: ['stake.unregistrable'], items: [] });
      expect(await registerOwn(round(), round() + 5_000)).toMatch(/non-participating account/);
      const encoded = await unstake();
      expect(encoded).toMatchObject({ refusals: ['position.notFound'], items: [] });
      expect(encoded.errors[0]?.message).toContain('for ever');
    }));

  it('of accounts that cannot pay for them beside their minimum balance', () =>
    within(async () => {
      engine.placeAccount(sender, { amount: 2_099_999n });
      expect(await stake({ params: { rewards: true } })).toMatchObject({ refusals: ['balance.unspendable'] });
      expect(await stake()).toMatchObject({ refusals: [] });
      engine.placeAccount(sender, { amount: 2_100_000n });
      expect(await rig.send(await stake({ params: { rewards: true } }), key)).toBe('taken');
      expect(await engine.balance(sender)).toBe(100_000n);
    }));
});

describe('an account goes offline', () => {
  it('by a registration without keys', () =>
    within(async () => {
      expect(await rig.send(await stake(), key)).toBe('taken');
      const encoded = await unstake();
      expect(encoded).toMatchObject({
        refusals: [],
        data: { fees: '1000', useMaxAmount: true },
        warnings: [
          {
            code: 'position.nodeMustRun',
            message: 'The account stops taking part 320 rounds later: its node must run until then',
          },
        ],
      });
      // Nothing else: `nonpart` would exclude the account for ever.
      expect(Object.keys(fieldsOf(encoded)).toSorted()).toEqual(['fee', 'fv', 'gen', 'gh', 'lv', 'snd', 'type']);
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(engine.accountState(sender)).toMatchObject({ status: 'Offline', amount: held - 2_000n });
      expect(engine.accountState(sender)?.participation).toBeUndefined();
    }));

  it('only if it is online', () =>
    within(async () => {
      const encoded = await unstake();
      expect(encoded).toMatchObject({ refusals: ['position.notFound'], items: [] });
      const participation = { ...keysAt(1), voteKeyDilution: 9, selectionKey: selectionKey.toString('base64') };
      engine.placeAccount(sender, { status: 'Offline', participation });
      expect((await unstake()).errors[0]?.message).toContain('the network suspended the account');
    }));

  it('as a whole, from itself, and without a stakeId', () =>
    within(async () => {
      engine.placeAccount(sender, { status: 'Online' });
      const part = await unstake({ useMaxAmount: undefined, amount: '5' });
      expect(part).toMatchObject({ refusals: ['position.indivisible'], items: [] });
      expect(part.errors[0]?.message).toContain('40000 ALGO');
      const whole = await unstake({ useMaxAmount: undefined, amount: '40000000000' });
      expect(whole).toMatchObject({ refusals: [], data: { useMaxAmount: true } });
      expect(JSON.parse(JSON.stringify(whole.data))).not.toHaveProperty('amount');
      expect(await rig.send(whole, key)).toBe('taken');
      expect(engine.accountState(sender)).toMatchObject({ status: 'Offline' });
      engine.placeAccount(sender, { status: 'Online' });
      for (const more of [{ validatorAddress: other }, { stakeId: '1' }])
        expect(await unstake(more)).toMatchObject({ refusals: ['position.notFound'], items: [] });
    }));
});
