import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, type Place } from './changes.ts';

const place = (way: Place['way'], address: string | undefined, amount: bigint | undefined, isOwn = false): Place => ({
  way,
  address,
  amount,
  isOwn,
});
const feeOf = (places: readonly Place[]) =>
  places.reduce((fee, { way, amount = 0n }) => (way === 'in' ? fee + amount : fee - amount), 0n);

/** By how much it says that a balance changed. */
function told(
  { given, got, payer }: ReturnType<typeof changesOf>,
  fee: bigint,
  isWanted: (address: string) => boolean,
) {
  const sum = (changes: typeof given) =>
    changes.reduce((total, { address, amount }) => total + (isWanted(address) ? amount : 0n), 0n);
  return sum(got) - sum(given) - (payer !== undefined && isWanted(payer) ? fee : 0n);
}

/** Transactions of five addresses, of which the first two are the account's. */
const transactions = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(4), fc.bigInt({ min: 1n, max: 50n })), { minLength: 1, maxLength: 5 }),
    fc.array(fc.tuple(fc.nat(4), fc.bigInt({ min: 0n, max: 50n })), { minLength: 1, maxLength: 5 }),
  )
  .map(([spent, paid]) => {
    const toPlace =
      (way: Place['way']) =>
      ([who, amount]: readonly [number, bigint]) =>
        place(way, `a${who}`, amount, who < 2);
    return [...spent.map(toPlace('in')), ...paid.map(toPlace('out'))];
  })
  .filter((places) => feeOf(places) >= 0n);

describe('what a transaction did to balances', () => {
  it('is by how much the balance of each address changed', () => {
    fc.assert(
      fc.property(transactions, (places) => {
        const fee = feeOf(places);
        const changes = changesOf(places, fee, false);
        for (const address of ['a0', 'a1', 'a2', 'a3', 'a4']) {
          const own = places.filter((each) => each.address === address);
          expect(told(changes, fee, (other) => other === address)).toBe(-feeOf(own));
        }
        expect(changes.given[0]?.address).toBe(changes.payer);
        for (const { amount } of [...changes.given, ...changes.got]) expect(amount).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  it('is the same for an account, whose addresses count as one, and names the same payer', () => {
    fc.assert(
      fc.property(transactions, (places) => {
        const fee = feeOf(places);
        const changes = changesOf(places, fee, true);
        expect(told(changes, fee, (address) => address === 'a0' || address === 'a1')).toBe(
          -feeOf(places.filter(({ isOwn }) => isOwn)),
        );
        expect(changes.payer).toBe(changesOf(places, fee, false).payer);
        expect(changes.given[0]?.address).toBe(changes.payer);
        for (const { amount } of [...changes.given, ...changes.got]) expect(amount).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  it('leaves out an address with an amount that nobody tells, and says so', () => {
    const places = [place('in', 'a', 10n), place('in', 'b', undefined), place('out', 'b', 5n), place('out', 'c', 4n)];
    expect(changesOf(places, 0n, false)).toEqual({
      given: [{ address: 'a', amount: 10n }],
      got: [{ address: 'c', amount: 4n }],
      payer: 'a',
      unread: true,
    });
    expect(changesOf([place('in', undefined, 5n), place('out', 'c', 4n)], 1n, false)).toEqual({
      given: [],
      got: [{ address: 'c', amount: 4n }],
      payer: undefined,
      unread: true,
    });
  });
});
