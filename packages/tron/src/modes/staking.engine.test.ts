import type { EncodeResult, Problem, StakingBalance } from '@isochain/core';
import { startTron, type TronEngine } from '@isochain/devnet/tron';
import { utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestKey, testKey } from '../../test/keys.ts';
import { tron } from '../index.ts';

// Stakes from the first coin to the last, on a stand-in of a node. It decodes with tronweb, and applies the rules of tronprotocol/java-tron.

const trx = 1_000_000n;
const day = 86_400_000;

let engine: TronEngine;
let representative: (rank: number) => string;
let next = 400;

beforeAll(async () => {
  engine = await startTron({ solidLag: 0 });
  const all = engine.witnesses();
  representative = (rank) => all[rank - 1]?.address ?? '';
});
afterAll(() => engine?.stop());

interface Sent {
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Problem[];
  /** What left the balance, beside what the mode itself moves. */
  readonly paid: bigint;
}

/** Somebody with coins of their own, who stakes. */
async function newcomer(balance: bigint) {
  const key = testKey(next++);
  await engine.fund(key.address, balance);
  const chain = tron.connect('tron', {
    endpoints: engine.settings.endpoints,
    ...{ oldestBlockMs: 0, now: () => engine.now() },
  });

  async function encode(intent: object) {
    const answer = (await chain.encode({ senderAddress: key.address, ...intent } as never)) as EncodeResult;
    const { errors = [], warnings = [] } = answer.status as unknown as { errors?: Problem[]; warnings?: Problem[] };
    return { ...answer.transaction, errors, warnings };
  }

  /** Encodes, signs and broadcasts. Fails if any of them does, or the chain charged something else than was promised. */
  async function send(intent: object, moved: (data: Sent['data']) => bigint = () => 0n): Promise<Sent> {
    const { data, encoded, errors, warnings } = await encode(intent);
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(' '));
    const before = await engine.balance(key.address);
    await chain.broadcast({ data, encoded, signature: signatureOf(key, encoded[0]?.hash?.value ?? '') } as never);
    const completed = data as unknown as Sent['data'];
    const paid = before - (await engine.balance(key.address)) - moved(completed);
    expect(paid).toBe(BigInt(String(completed.fees)));
    await engine.mine();
    return { data: completed, warnings, paid };
  }

  /** The staking part of the account state. */
  async function stakes(): Promise<StakingBalance> {
    const { balances } = await chain.accountState(key.address);
    if (balances.staking === undefined) throw new Error('The account state has no stakes.');
    return balances.staking;
  }

  return { address: key.address, encode, send, stakes, account: () => engine.account(key.address) };
}

function signatureOf({ signing }: TestKey, hash: string): string {
  return signing.sign(`0x${hash}`).serialized;
}

const amountOf = ({ amount }: Sent['data']) => BigInt(String(amount));
const stakeOf = (amount: bigint | 'max', rank = 1, more: object = {}) => ({
  mode: 'stake',
  targetValidatorAddress: representative(rank),
  ...(amount === 'max' ? { useMaxAmount: true } : { amount: String(amount) }),
  ...more,
});
const unstakeOf = (amount: bigint, rank = 1, more: object = {}) => ({
  ...{ mode: 'unstake', validatorAddress: representative(rank), amount: String(amount) },
  ...more,
});
const withdrawal = (rank = 1) => ({ mode: 'withdraw', validatorAddress: representative(rank) });
const claim = (rank = 1) => ({ mode: 'claimRewards', validatorAddress: representative(rank) });
const freeze = { params: { step: 'freeze' } };
const vote = { params: { step: 'vote' } };
const contextIn = ({ warnings }: Pick<Sent, 'warnings'>, code: string) =>
  warnings.find((warning) => warning.code === code)?.context as Record<string, string> | undefined;

describe('a stake', () => {
  it('is frozen, voted with, claimed from, unfrozen and withdrawn, for exactly the fees that were promised', async () => {
    const owner = await newcomer(1000n * trx);
    await owner.send(stakeOf(100n * trx), amountOf);
    expect(owner.account()).toMatchObject({ balance: 900n * trx, frozen: { BANDWIDTH: 100n * trx }, votes: [] });

    // The same stake again votes.
    await owner.send(stakeOf(100n * trx));
    const hex = (rank: number) => utils.address.toHex(representative(rank)).toLowerCase();
    expect(owner.account()?.votes).toEqual([{ address: hex(1), count: 100n }]);
    await owner.send(stakeOf(33n * trx, 2, { sourceValidatorAddress: representative(1) }));
    expect(owner.account()?.votes).toEqual([
      { address: hex(1), count: 67n },
      { address: hex(2), count: 33n },
    ]);

    await engine.addReward(owner.address, 1_234_567n);
    const claimed = await owner.send(claim(), () => -1_234_567n);
    expect(contextIn(claimed, 'rewards.ofAll')?.amount).toBe('1234567');
    await engine.addReward(owner.address, 5n);
    expect((await owner.encode(claim())).errors).toMatchObject([{ code: 'rewards.tooSoon' }]);

    const unstaked = await owner.send(unstakeOf(40_500_000n));
    const left = (owner.account()?.votes ?? []).map(
      ({ address, count }) => `${utils.address.fromHex(address)} ${count}`,
    );
    expect(contextIn(unstaked, 'position.votesLeft')?.votes).toBe(left.join(', '));
    expect(left).toHaveLength(2);
    const [coming] = owner.account()?.unfrozen ?? [];
    expect(coming).toMatchObject({ resource: 'BANDWIDTH', amount: 40_500_000n });

    const votes = owner.account()?.votes ?? [];
    const locked = votes.reduce((sum, { count }) => sum + count, 0n) * trx;
    const id = `unfreeze:BANDWIDTH:${coming?.expireTime}`;
    expect(await owner.stakes()).toMatchObject({
      ...{ total: String(100n * trx), locked: String(locked), unlocking: '40500000', unlocked: '0' },
      positions: [
        { stakeId: `vote:${representative(1)}`, status: 'locked' },
        { stakeId: `vote:${representative(2)}`, status: 'locked' },
        { stakeId: 'unvoted', status: 'free', amount: String(59_500_000n - locked) },
        { stakeId: id, status: 'unlocking', completionDate: String(coming?.expireTime) },
      ],
      rewards: { native: [{ validatorAddress: representative(1) }, { validatorAddress: representative(2) }] },
    });

    const early = await owner.encode(withdrawal());
    expect(early.errors).toMatchObject([{ code: 'position.locked' }]);
    await engine.advance(14 * day);
    expect(engine.now()).toBeGreaterThanOrEqual(coming?.expireTime ?? Number.POSITIVE_INFINITY);
    expect(await owner.stakes()).toMatchObject({ unlocked: '40500000', unlocking: '0' });
    const paid = await owner.send({ ...withdrawal(), stakeId: id }, (data) => -amountOf(data));
    expect(amountOf(paid.data)).toBe(40_500_000n);
    await owner.send(claim(), () => -5n);
    expect(owner.account()).toMatchObject({ unfrozen: [], frozen: { BANDWIDTH: 59_500_000n } });
  });

  it('of all can be voted with from what is left: with free bandwidth, a part of it, and none', async () => {
    for (const used of [0n, 110n, 600n]) {
      const owner = await newcomer(50n * trx + 270_000n);
      await engine.setResources(owner.address, { freeNetUsed: used });
      const { data } = await owner.send(stakeOf('max'), amountOf);
      expect(amountOf(data)).toBe(used === 600n ? 49n * trx : 50n * trx);
      const voted = await owner.send(stakeOf('max'));
      expect(amountOf(voted.data)).toBe(amountOf(data));
      expect(owner.account()?.votes).toMatchObject([{ count: amountOf(data) / trx }]);
    }
  });

  it('of one coin less would leave too much: the maximum is exact', async () => {
    // Freezing and voting of 49 coins burn both sizes.
    const rich = await newcomer(49n * trx + 600_000n);
    await engine.setResources(rich.address, { freeNetUsed: 600n });
    const frozen = await rich.send(stakeOf('max'), amountOf);
    const voted = await rich.send(stakeOf('max'));
    const both = frozen.paid + voted.paid;
    for (const [missing, amount] of [
      [0n, 49n],
      [1n, 48n],
    ] as const) {
      const owner = await newcomer(49n * trx + both - missing);
      await engine.setResources(owner.address, { freeNetUsed: 600n });
      expect(amountOf((await owner.send(stakeOf('max'), amountOf)).data)).toBe(amount * trx);
      await owner.send(stakeOf('max'));
    }
  });

  it('warns exactly when its vote cannot be paid', async () => {
    const owner = await newcomer(10n * trx + 200_000n);
    await engine.setResources(owner.address, { freeNetUsed: 110n });
    const frozen = await owner.send(stakeOf(10n * trx), amountOf);
    const fee = BigInt(contextIn(frozen, 'stake.voteUnpaid')?.fee ?? '0');
    expect((await owner.encode(stakeOf(10n * trx))).errors).toMatchObject([{ code: 'balance.insufficientForFees' }]);
    await engine.fund(owner.address, fee - 200_000n - 1n);
    expect((await owner.encode(stakeOf(10n * trx))).errors).toMatchObject([{ code: 'balance.insufficientForFees' }]);
    await engine.fund(owner.address, 1n);
    expect((await owner.send(stakeOf(10n * trx))).paid).toBe(fee);
  });

  it('freezes more while coins are idle, if the intent says so, and never votes with more than there are', async () => {
    const owner = await newcomer(100n * trx);
    await owner.send(stakeOf(10n * trx, 1, freeze), amountOf);
    await owner.send(stakeOf(10n * trx, 1, freeze), amountOf);
    expect((await owner.encode(stakeOf(21n * trx, 1, vote))).errors).toMatchObject([{ code: 'position.insufficient' }]);
    await owner.send(stakeOf(20n * trx, 1, vote));
    expect(owner.account()?.votes).toMatchObject([{ count: 20n }]);
  });
});

describe('an unstake', () => {
  it.each([
    ['of two', [67n, 33n], 19_300_000n],
    ['that vanish', [1n, 1n, 1n], 1n],
    ['so that one stays', [998n, 1n, 1n], 500_000_000n],
    ['so that less than one stays', [333n, 333n, 334n], 999_000_001n],
    ['of one', [5n], 4_000_000n],
  ])('leaves the votes that it promised: %s', async (_, counts, amount) => {
    const staked = counts.reduce((sum, count) => sum + count, 0n) * trx;
    const owner = await newcomer(staked + 10n * trx);
    await owner.send(stakeOf(staked, 1, { params: { step: 'freeze', resource: 'ENERGY' } }), amountOf);
    const votes = counts.map((count, i) => ({ address: representative(i + 1), count }));
    await engine.setVotes(owner.address, votes);
    const unstaked = await owner.send(unstakeOf(amount));
    const left = (owner.account()?.votes ?? []).map(
      ({ address, count }) => `${utils.address.fromHex(address)} ${count}`,
    );
    expect(contextIn(unstaked, 'position.votesLeft')?.votes).toBe(left.join(', ') || 'none');
  });

  it('pays out what is due, as it says, and comes back on the day that it names', async () => {
    const owner = await newcomer(100n * trx);
    await owner.send(stakeOf(50n * trx, 1, freeze), amountOf);
    await owner.send(stakeOf(50n * trx));
    await owner.send(unstakeOf(7n * trx));
    await engine.advance(14 * day);
    const second = await owner.send(unstakeOf(2n * trx), () => -7n * trx);
    expect(contextIn(second, 'position.paysDue')?.amount).toBe(String(7n * trx));
    const promised = Date.parse(contextIn(second, 'position.comesBack')?.date ?? '');
    const [coming] = owner.account()?.unfrozen ?? [];
    // The promise is made from the block before.
    expect(Math.abs((coming?.expireTime ?? 0) - promised)).toBeLessThanOrEqual(6_000);
  });

  it('is possible 32 times, and again when one of them is due', async () => {
    const owner = await newcomer(100n * trx);
    await owner.send(stakeOf(50n * trx, 1, freeze), amountOf);
    await owner.send(stakeOf(50n * trx));
    await engine.changeAccount(owner.address, (account) => {
      account.unfrozen = Array.from({ length: 31 }, () => ({
        ...{ resource: 'ENERGY' as const, amount: trx },
        expireTime: engine.now() + day,
      }));
    });
    await owner.send(unstakeOf(trx));
    expect((await owner.encode(unstakeOf(trx))).errors).toMatchObject([{ code: 'position.locked' }]);
    await engine.advance(day);
    await owner.send(unstakeOf(trx), () => -31n * trx);
  });
});
