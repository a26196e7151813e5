import type { Operation } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import { esploraTransactions } from '../../test/recorded-transactions.ts';
import { contextOf } from '../context.ts';
import type { ChainTransaction } from '../upstream/backend.ts';
import { readTransaction } from './transaction.ts';

const context = contextOf('bitcoin');
const operation = {} as Operation;
const id = 'da7f241ff55a774cc32505c7e0956d832b0b3442049e39b8fb77c9476c0af790';
const [recorded] = esploraTransactions('esplora-address-txs-taproot') as [ChainTransaction];

describe('readTransaction', () => {
  const read = (transaction: ChainTransaction | undefined, tip = 777_320) => {
    const asked: string[] = [];
    const upstreams = {
      transaction: async (txid: string) => {
        asked.push(txid);
        return transaction && { transaction, tip };
      },
    };
    return { asked, found: readTransaction(context, upstreams, id, operation) };
  };

  it('has the standard shape, and the raw answer of the upstream', async () => {
    const { asked, found } = read(recorded);
    expect(await found).toEqual({
      parsed: {
        id,
        mode: 'transfer',
        state: 'confirmed',
        fees: { amount: '300', ticker: 'BTC' },
        blockHeight: '777311',
        timestamp: '1676797797000',
        senders: [
          { address: 'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5', amount: '9699', ticker: 'BTC' },
        ],
        recipients: [{ address: 'bc1qatcvrnwzyduz3xw3h48kceqzcxd9dlmeycn5lx', amount: '9699', ticker: 'BTC' }],
        confirmations: '10',
      },
      raw: recorded.raw,
    });
    expect(asked).toEqual([id]);
    expect(recorded.raw).toMatchObject({ txid: id, weight: 396 });
  });

  it('is pending again when its block is not in the chain any more', async () => {
    const states: unknown[] = [];
    for (const height of [undefined, 777_311, undefined, 777_312]) {
      const { found } = read({ ...recorded, height });
      const { parsed } = (await found) ?? {};
      states.push([parsed?.state, parsed?.blockHeight, parsed?.confirmations]);
    }
    expect(states).toEqual([
      ['pending', undefined, undefined],
      ['confirmed', '777311', '10'],
      ['pending', undefined, undefined],
      ['confirmed', '777312', '9'],
    ]);
  });

  it('is undefined if nobody knows it', async () => {
    expect(await read(undefined).found).toBeUndefined();
  });
});
