import { getBase64Encoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { encodeIn } from '../../test/encode.ts';
import { account, alice, bob, carol, cent, gold, sol, staked, validator } from '../../test/lies/world.ts';
import { atSlot, Fault, type Script } from '../../test/scripted-node.ts';
import { programs } from '../well-known.ts';

// SIMD-0553 splits the 5,000 lamports of a signature: 2,500, and a share of the cost units that a transaction asks for. A plain transfer asks for 20,707,
// which makes 4,571, 7,677 and 12,854 lamports at the three shares that are planned.

interface Asked {
  /** The programs that its instructions call. */
  readonly called: readonly string[];
  readonly hasLimit: boolean;
}

/** A fee rule of nodes: simulateTransaction tells the fee of its transaction by it. */
function charging(feeOf: (asked: Asked) => number | bigint | null | Fault, more: object = {}) {
  const asked: Asked[] = [];
  const script: Script = {
    simulateTransaction([wire]) {
      const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
      const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
      if (message.version === 1) throw new Error('not ours');
      const steps = message.instructions.map(({ programAddressIndex, data = new Uint8Array() }) => ({
        program: String(message.staticAccounts[programAddressIndex]),
        data: Buffer.from(data),
      }));
      const budget = steps.filter(({ program }) => program === programs.computeBudget).map(({ data }) => data);
      const limit = budget.find(([tag]) => tag === 2)?.readUInt32LE(1) ?? 0;
      const price = budget.find(([tag]) => tag === 3)?.readBigUInt64LE(1) ?? 0n;
      const seen = { called: steps.map(({ program }) => program), hasLimit: limit > 0 };
      asked.push(seen);
      const base = feeOf(seen);
      if (base instanceof Fault) return base;
      const fee = base === null ? null : BigInt(base) + (BigInt(limit) * price + 999_999n) / 1_000_000n;
      return atSlot({ err: null, logs: [], unitsConsumed: 300, fee, ...more });
    },
  };
  return { script, asked };
}

const transfer = { mode: 'transfer', recipientAddress: bob };
const stake = { mode: 'stake', targetValidatorAddress: validator };
const tokens = { mode: 'transferToken', recipientAddress: bob, tokenId: gold, amount: '5' };

/** A quarter of the cost units: real for a plain transfer, made up for transactions that call other programs. */
const quarter = ({ called, hasLimit }: Asked) => {
  if (called.every((program) => program === programs.system)) return 7_677;
  return hasLimit ? 9_000 : 57_000;
};

describe('the base fee', () => {
  it.each([4_571, 7_677, 12_854])(
    'is what the chain says, so that everything can be sent at %d lamports',
    async (fee) => {
      const { script, asked } = charging(() => fee);
      const { data, errors } = await encodeIn({ script }, { ...transfer, useMaxAmount: true });
      expect(errors).toEqual([]);
      expect(data).toMatchObject({
        amount: String(20n * sol - BigInt(fee)),
        fees: String(fee),
        params: { baseFee: String(fee) },
      });
      // With everything else, in one round trip.
      expect(asked).toHaveLength(1);
    },
  );

  it('is left out of params if it is the old one', async () => {
    const { data } = await encodeIn(
      charging(() => 5_000),
      { ...transfer, useMaxAmount: true },
    );
    expect(data).toMatchObject({ amount: String(20n * sol - 5_000n), fees: '5000' });
    expect(data?.params).not.toHaveProperty('baseFee');
  });

  it.each([
    ['does not tell', () => null],
    ['tells something impossible', () => 10n ** 15n],
    ['knows no simulation', () => new Fault(-32601, 'Method not found')],
  ])('is the one of old where a node %s', async (_, feeOf) => {
    const { data, errors } = await encodeIn(charging(feeOf), { ...transfer, useMaxAmount: true });
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ amount: String(20n * sol - 5_000n), fees: '5000' });
  });

  it('limits the amount that an account can pay', async () => {
    const poor = (lamports: bigint) => ({ [alice.address]: account(programs.system, '', lamports) });
    const at = (lamports: bigint) =>
      encodeIn({ ...charging(() => 7_677), changed: poor(lamports) }, { ...transfer, amount: '1000' });
    // 890,880 stay: the rent minimum.
    expect((await at(890_880n + 7_677n + 1_000n)).codes).toEqual([]);
    expect((await at(890_880n + 7_676n + 1_000n)).codes).toEqual(['balance.remainderTooLow']);
    expect((await at(7_676n)).codes).toEqual(['balance.insufficientForFees']);
  });

  it('is paid first from the fees that a client wishes', async () => {
    const { script } = charging(() => 7_677);
    const { data, codes } = await encodeIn({ script }, { ...transfer, amount: '1000', fees: '8000' });
    expect(codes).toEqual([]);
    expect(BigInt(data?.fees ?? 0)).toBeLessThanOrEqual(8_000n);
    expect(BigInt(data?.fees ?? 0)).toBeGreaterThan(7_990n);
    const { errors } = await encodeIn({ script }, { ...transfer, amount: '1000', fees: '7676' });
    expect(errors).toMatchObject([{ code: 'fee.tooLow', context: { minimum: '7677' } }]);
  });

  it('is asked for again if the transaction differs from the guess', async () => {
    const { script, asked } = charging(({ called }) => 7_000 + called.length);
    const { data } = await encodeIn({ script, options: { priority: 'high' } }, { ...transfer, amount: '1000' });
    expect(asked.map(({ called }) => called.length)).toEqual([1, 3]);
    expect(data?.params).toMatchObject({ baseFee: '7003' });
    // 3,000 micro-lamports are the 95th percentile.
    const priority = (BigInt(data?.gas ?? 0) * 3_000n + 999_999n) / 1_000_000n;
    expect(data?.fees).toBe(String(7_003n + priority));
  });

  it('is not underestimated if a node leaves out the priority fee', async () => {
    const script: Script = {
      simulateTransaction: () => atSlot({ err: null, logs: [], unitsConsumed: 300, fee: 5_000 }),
    };
    const intent = { mode: 'unstake', validatorAddress: validator, stakeId: staked, useMaxAmount: true };
    const { data, errors } = await encodeIn({ script, options: { priority: 'high' } }, intent);
    expect(errors).toEqual([]);
    expect(data?.params).not.toHaveProperty('baseFee');
    expect(BigInt(data?.fees ?? 0)).toBeGreaterThan(5_000n);
  });

  it('of a stake comes from the simulation of the stake itself', async () => {
    const { script, asked } = charging(quarter);
    const { data, errors } = await encodeIn({ script }, { ...stake, useMaxAmount: true });
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ fees: '57000', amount: String(20n * sol - 57_000n - 10_000_000n) });
    expect(asked).toHaveLength(2);
    const ended = await encodeIn(charging(quarter), {
      mode: 'unstake',
      validatorAddress: validator,
      stakeId: staked,
      useMaxAmount: true,
    });
    expect(ended.data).toMatchObject({ fees: '57000' });
  });

  it('makes token transfers name their compute limit, without a further round trip', async () => {
    const { script, asked } = charging(quarter);
    const { data, errors } = await encodeIn({ script }, tokens);
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ fees: '9000', gas: expect.any(String), params: { baseFee: '9000' } });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['to a new account', { ...tokens, recipientAddress: carol }],
    ['of Token-2022', { ...tokens, tokenId: cent }],
  ])('is asked for in a second round trip for tokens %s', async (_, intent) => {
    const { script, asked } = charging(quarter);
    const { data } = await encodeIn({ script }, intent);
    expect(data).toMatchObject({ fees: '9000' });
    expect(asked).toHaveLength(2);
    const before = charging(() => 5_000);
    const { data: same } = await encodeIn(before, intent);
    expect(same?.fees).toBe('5000');
    expect(same?.gas).toBeUndefined();
    expect(before.asked).toHaveLength(1);
  });
});
