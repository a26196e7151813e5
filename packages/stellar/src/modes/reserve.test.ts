import { describe, expect, it } from 'vitest';
import { connectTo, nobody, type ScriptedAccount, sender, transfer } from '../../test/scripted-horizon.ts';
import { reserveOf } from './reserve.ts';

const xlm = 10_000_000n;

describe('the reserve', () => {
  // The numbers of accounts follow stellar/stellar-docs, learn/fundamentals/stellar-data-structures/accounts.mdx and
  // build/guides/transactions/sponsored-reserves.mdx, with a base reserve of 0.5 XLM.
  it.each<[string, bigint, bigint, bigint, bigint]>([
    ['of an account alone is 1 XLM', 0n, 0n, 0n, 10_000_000n],
    ['of an account with an entry is 1.5 XLM', 1n, 0n, 0n, 15_000_000n],
    ['of an account that another one carries is 0', 0n, 0n, 2n, 0n],
    ['of an account with a sponsored entry is 1 XLM', 1n, 0n, 1n, 10_000_000n],
    ['of an account that carries three reserves is 2.5 XLM', 0n, 3n, 0n, 25_000_000n],
    ['of an account that carries and is carried is the difference', 4n, 3n, 6n, 15_000_000n],
  ])('%s', (_, subentries, sponsoring, sponsored, minimum) => {
    const native = { balance: 100n * xlm, buying: 0n, selling: 0n };
    const found = reserveOf({ native, subentries, sponsoring, sponsored }, 5_000_000n);
    expect(found).toEqual({ baseReserve: 5_000_000n, minimum, offered: 0n, available: 100n * xlm - minimum });
  });

  it('leaves less than nothing if the network raised it', () => {
    const native = { balance: 3n * xlm, buying: 9n, selling: xlm };
    const counts = { subentries: 2n, sponsoring: 0n, sponsored: 0n };
    expect(reserveOf({ native, ...counts }, xlm).available).toBe(-2n * xlm);
  });
});

describe('an answer about an account', () => {
  const ask = async (account: ScriptedAccount, good?: ScriptedAccount) => {
    const scripts = [account, ...(good === undefined ? [] : [good])].map((each) => ({
      accounts: { [sender]: each, [transfer.recipientAddress]: {} },
    }));
    const { chain, asked } = connectTo(scripts);
    const answer = await chain.encode({ ...transfer, amount: undefined, useMaxAmount: true } as never);
    return { amount: (answer.transaction.data as { amount?: string }).amount, asked };
  };

  it('counts no more reserves that others carry than there are', async () => {
    // Two of the account, and one for each of three entries.
    expect((await ask({ subentries: 3, sponsored: 5 })).amount).toBe('99999900');
    await expect(ask({ subentries: 3, sponsored: 6 })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('that is impossible is left for another server', async () => {
    expect((await ask({ sponsored: 9 }, { sponsored: 0 })).amount).toBe('89999900');
  });

  it('may have a balance below the reserve, which is told as it is', async () => {
    const { chain } = connectTo({ accounts: { [sender]: { balance: 7_000_000n } } });
    const { status } = await chain.encode({ ...transfer, recipientAddress: nobody } as never);
    expect(status.errors).toMatchObject([{ code: 'balance.unspendable' }]);
    expect(status.errors[0]?.context).toMatchObject({ available: '7000000', reserve: '10000000', fees: '100' });
  });
});
