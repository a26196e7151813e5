import { describeCaptures } from '@isochain/conformance';
import { fromHex, type ParsedTransaction } from '@isochain/core';
import { expect, it } from 'vitest';
import { namedChain } from '../chains.ts';
import { Address } from '../ton-core.ts';
import { transactionFromBoc } from '../upstream/transactions/from-boc.ts';
import { findIn, type Trace } from '../upstream/transactions/trace.ts';
import { parseTransaction } from './parse-transaction.ts';
import { namesOf } from './tickers.ts';

// Transactions that stand on the public chain. What a reader makes of them was written by hand, beside the bytes.

interface Mined {
  readonly account: string;
  readonly hash: string;
  readonly transactionBoc: string;
  readonly utime: number;
  readonly expect: {
    readonly mode: string;
    readonly state: string;
    readonly senders: readonly { readonly address: string; readonly amount?: string }[];
    readonly recipients: readonly { readonly address: string; readonly amount: string }[] | string;
    readonly memo?: string;
    readonly nonce?: string;
    readonly fees?: string;
    readonly feesPaidByThisAccount?: string;
    readonly ids?: { readonly normalized?: string; readonly plain?: string };
  };
}

const raw = (parties: ParsedTransaction['senders']) =>
  parties?.map(({ address, amount }) => ({ address: Address.parse(address).toRawString(), amount }));

describeCaptures('transactions of the public chain', ['ton/mined-transactions.json'], (read) => {
  const mined = JSON.parse(read('ton/mined-transactions.json')) as readonly Mined[];

  it.each(mined.map((each) => [each.hash, each] as const))('reads %s as a person does', (hash, found) => {
    const { account, transactionBoc, utime, expect: wanted } = found;
    const told = { raw: {}, finality: 'final', masterBlock: undefined } as const;
    const transaction = transactionFromBoc(fromHex(transactionBoc) ?? new Uint8Array(), 0, told);
    if (transaction === undefined) throw new Error('no transaction');
    expect([transaction.hash, transaction.account.toRawString()]).toEqual([hash, account]);
    const trace: Trace = {
      transactions: [transaction],
      isOver: true,
      jettonWallets: new Map(),
      jettons: new Map(),
      unread: [],
    };
    const { plain, normalized } = wanted.ids ?? {};
    for (const id of [hash, plain, normalized]) {
      if (id !== undefined) expect(findIn([trace], id)?.transaction.hash).toBe(hash);
    }
    expect(findIn([trace], hash.replace(/^../, '00'))).toBeUndefined();
    const parsed = parseTransaction(namesOf(namedChain('ton'), {}), { trace, transaction });
    expect(wanted.mode).toContain(parsed.mode);
    expect(parsed).toMatchObject({
      id: normalized ?? parsed.id,
      state: wanted.state,
      fees: { amount: wanted.fees ?? wanted.feesPaidByThisAccount, ticker: 'TON' },
      timestamp: String(utime * 1000),
    });
    expect(parsed.nonce).toBe(wanted.nonce);
    // The text of a message that was never sent is in the request alone.
    if (wanted.state !== 'failed') expect(parsed.memo).toBe(wanted.memo);
    expect(raw(parsed.senders)).toEqual(wanted.senders.map(({ address, amount = '0' }) => ({ address, amount })));
    const recipients = typeof wanted.recipients === 'string' ? undefined : wanted.recipients;
    expect(raw(parsed.recipients)).toEqual(recipients?.map(({ address, amount }) => ({ address, amount })));
  });
});
