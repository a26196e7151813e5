import type { Operation } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import { esploraTransactions } from '../../test/recorded-transactions.ts';
import type { Account } from '../address/account.ts';
import { contextOf } from '../context.ts';
import { readHistory } from './history.ts';

const address = 'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5';

describe('readHistory', () => {
  it("tells the upstream what is wanted, and shows its answer from the account's view", async () => {
    const transactions = esploraTransactions('esplora-address-txs-taproot');
    const asked: unknown[] = [];
    const upstreams = {
      history: async (account: Account, page: object) => {
        asked.push([account.kind === 'address' && account.address, page]);
        return { transactions, next: 'there', tip: 777_313 };
      },
    };
    const page = await readHistory(contextOf('bitcoin'), upstreams, address, { limit: 2, cursor: 'here' }, {
      computeEach: async (items, step) => items.map(step),
    } as Pick<Operation, 'computeEach'> as Operation);
    expect(asked).toEqual([[address, { limit: 2, cursor: 'here' }]]);
    expect(page.next).toBe('there');
    expect(
      page.transactions.map(({ parsed: { senders, recipients, confirmations } }) => ({
        senders,
        recipients,
        confirmations,
      })),
    ).toEqual([
      {
        senders: [{ address, amount: '9699', ticker: 'BTC' }],
        recipients: [{ address: 'bc1qatcvrnwzyduz3xw3h48kceqzcxd9dlmeycn5lx', amount: '9699', ticker: 'BTC' }],
        confirmations: '3',
      },
      {
        senders: [{ address: 'bc1qagytqec4jepfun80x5txc7sxv7r8xw9tus7nqy', amount: '291913', ticker: 'BTC' }],
        recipients: [{ address, amount: '9999', ticker: 'BTC' }],
        confirmations: '54887',
      },
    ]);
    expect(page.transactions.map(({ raw }) => raw)).toEqual(transactions.map(({ raw }) => raw));
  });
});
