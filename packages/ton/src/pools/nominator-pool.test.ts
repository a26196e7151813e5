import { toHex } from '@isochain/core';
import { Dictionary } from '@ton/core';
import { describe, expect, it } from 'vitest';
import recorded from '../../fixtures/nominator-pool.json' with { type: 'json' };
import { Address, beginCell, Cell } from '../ton-core.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { canPay, readNominatorPool } from './nominator-pool.ts';

const code = beginCell().storeUint(1, 8).endCell();
const codes = { nominatorPoolCodes: [toHex(code.hash())] };
const address = Address.parseRaw(`-1:${'09'.repeat(32)}`);
const account: AccountFacts = {
  status: 'active',
  balance: 12_000_000_000n,
  code,
  data: Cell.fromBase64(recorded.data),
  lastLt: 1n,
};
const { pendingToo, leaving, none } = recorded.nominators;
const read = (owner: string, changes: Partial<AccountFacts> = {}, pool = address) =>
  readNominatorPool(codes, pool, { ...account, ...changes }, Address.parse(owner));

describe('a nominator pool', () => {
  it('is read from the data of its contract', () => {
    // The contract was set up with these values, and its method get_nominator_data answered these stakes.
    expect(read(pendingToo)).toEqual({
      balance: 12_000_000_000n,
      isInRound: true,
      nominators: 2,
      mostNominators: 3,
      commission: 4_000,
      leastStake: 100_000_000_000n,
      validator: '03'.repeat(32),
      takesMore: true,
      stake: { amount: 100_000_000_000n, pending: 49_000_000_000n, isLeaving: false },
    });
    expect(read(leaving)?.stake).toEqual({ amount: 250_000_000_000n, pending: 0n, isLeaving: true });
    expect(read(none)?.stake).toBeUndefined();
  });

  it('pays, or does not, as the public contract did on the machine', () => {
    const found = recorded.payouts.map(({ balance }) => {
      const pool = read(pendingToo, { balance: BigInt(balance) });
      return pool && canPay(pool, 149_000_000_000n);
    });
    expect(found).toEqual(recorded.payouts.map(({ isPaid }) => isPaid));
  });

  it.each([
    ['in the basechain', {}, Address.parseRaw(`0:${'09'.repeat(32)}`)],
    ['with another code', { code: beginCell().endCell() }, address],
    ['that is frozen', { status: 'frozen' as const }, address],
    ['with other data', { data: beginCell().storeUint(0, 8).endCell() }, address],
  ])('is no contract %s', (_, changes, pool) => {
    expect(read(pendingToo, changes, pool)).toBeUndefined();
  });

  it('takes nobody if its list is too deep for another one', () => {
    // The contract allows a depth below max(5, 2 x bits of the number of nominators): 5 for three of them.
    const withList = (entries: number) => {
      const list = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.BigVarUint(4));
      for (let i = 0; i < entries; i += 1) list.set(2n ** BigInt(255 - i), 1n);
      const slice = Cell.fromBase64(recorded.data).beginParse();
      const head = beginCell().storeUint(slice.loadUint(8), 8).storeUint(slice.loadUint(16), 16);
      head.storeCoins(slice.loadCoins()).storeCoins(slice.loadCoins()).storeRef(slice.loadRef());
      return read(none, { data: head.storeDict(list).storeMaybeRef(null).endCell() })?.takesMore;
    };
    // So many keys lie one below the other.
    expect([withList(5), withList(6)]).toEqual([true, false]);
  });
});
