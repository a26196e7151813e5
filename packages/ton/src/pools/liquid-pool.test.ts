import { describe, expect, it } from 'vitest';
import recorded from '../../fixtures/liquid-pool.json' with { type: 'json' };
import { Address, beginCell } from '../ton-core.ts';
import type { StackItem } from '../upstream/queries/get-method.ts';
import { type BurningPool, burnOutcome, coinsOf, mintedFor, readLiquidPool, tokensFor } from './liquid-pool.ts';

const minter = Address.parse('EQAe4iWhhHZzQlGhBPZ0_cJXMUtwAM7_tdJg8Qxq5lG3AN5d');

type Recorded = string | null | (string | null)[];

function itemOf(value: Recorded): StackItem {
  if (Array.isArray(value)) return { type: 'tuple', items: value.map(itemOf) };
  if (value === null) return { type: 'other' };
  if (!value.startsWith('EQ')) return { type: 'number', value: BigInt(value) };
  return { type: 'cell', cell: beginCell().storeAddress(Address.parse(value)).endCell() };
}

const stack = (recorded.answer as Recorded[]).map(itemOf);

function poolOf(pool: (typeof recorded.burns)[number]['pool']): BurningPool {
  const { isHalted, isOptimistic, ...amounts } = pool;
  const numbers = Object.fromEntries(Object.entries(amounts).map(([name, text]) => [name, BigInt(text)]));
  return {
    isHalted,
    isOptimistic,
    takesDeposits: true,
    commission: 0n,
    minter,
    due: 0n,
    ...numbers,
  } as unknown as BurningPool;
}

describe('a pool of liquid staking', () => {
  it('is read from its 30 values', () => {
    // The values were set by hand in the contract, except the projected ones: 40% of the expected profit less the fee of a round go to the governor.
    const { minter: found, ...pool } = readLiquidPool({ exitCode: 0, stack });
    expect(found.toString()).toBe(minter.toString());
    expect(pool).toEqual({
      isHalted: false,
      isOptimistic: true,
      takesDeposits: true,
      total: 119_750_903_136_911n,
      supply: 115_145_099_170_107n,
      projectedTotal: 120_359_190_663_916n,
      projectedSupply: 115_145_099_170_107n,
      lent: 61_072_960_599_824n,
      requested: 0n,
      commission: 39_680n,
    });
  });

  it.each([
    ['one value less', stack.slice(1)],
    ['one value more', [...stack, stack[0] as StackItem]],
    ['no minter', stack.with(12, { type: 'cell', cell: beginCell().storeAddress(null).endCell() })],
    ['an amount below zero', stack.with(2, { type: 'number', value: -1n })],
    ['an amount above 120 bits', stack.with(13, { type: 'number', value: 2n ** 120n })],
    ['no round', stack.with(7, { type: 'other' })],
  ])('is another contract with %s', (_, values) => {
    expect(() => readLiquidPool({ exitCode: 0, stack: values })).toThrow(/answers/);
  });

  it('is halted in a state that nobody knows yet', () => {
    const values = stack.with(0, { type: 'number', value: 1n });
    expect(readLiquidPool({ exitCode: 0, stack: values }).isHalted).toBe(true);
  });

  it('does with burns what the public contract did on the machine', () => {
    const found = recorded.burns.map((burn) =>
      burnOutcome(poolOf(burn.pool), BigInt(burn.balance), BigInt(burn.tokens), burn),
    );
    expect(found).toEqual(recorded.burns.map(({ outcome }) => outcome));
    expect(new Set(found).size).toBe(3);
    const paid = recorded.burns.filter(({ outcome }) => outcome === 'paid');
    expect(paid.map(({ pool, tokens }) => String(coinsOf(poolOf(pool), BigInt(tokens))))).toEqual(
      paid.map(({ coins }) => coins),
    );
  });

  it('mints what the public contract minted on the machine', () => {
    const found = recorded.deposits.map(({ pool, amount }) => String(mintedFor(poolOf(pool), BigInt(amount))));
    expect(found).toEqual(recorded.deposits.map(({ minted }) => minted));
  });

  it('refuses the burn that would leave coins without tokens, as the contract divides by zero', () => {
    const pool = { ...poolOf((recorded.burns[0] as (typeof recorded.burns)[number]).pool), lent: 0n };
    const alone = { ...pool, total: 10n ** 12n, supply: 10n ** 12n, projectedTotal: 10n ** 12n + 5n };
    const all = { ...alone, projectedSupply: alone.supply };
    expect(burnOutcome(all, 10n ** 15n, all.supply, { atRoundEnd: false, orNothing: false })).toBe('refused');
  });

  it('takes the fewest tokens that are worth so many coins', () => {
    for (const { pool: row, amount } of recorded.deposits) {
      const pool = poolOf(row);
      const tokens = tokensFor(pool, BigInt(amount));
      expect(coinsOf(pool, tokens)).toBeGreaterThanOrEqual(BigInt(amount));
      expect(coinsOf(pool, tokens - 1n)).toBeLessThan(BigInt(amount));
    }
  });

  it('never asks for more tokens than those whose worth is asked for', () => {
    for (const { pool: row, tokens } of recorded.burns) {
      const pool = poolOf(row);
      expect(tokensFor(pool, coinsOf(pool, BigInt(tokens)))).toBeLessThanOrEqual(BigInt(tokens));
    }
  });
});
