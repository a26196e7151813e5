import { turns } from '@isochain/dial';
import { getAddressEncoder } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someAddress, someSignature } from '../../test/addresses.ts';
import { recordedSignatures, recordedTransaction } from '../../test/recordings.ts';
import {
  account,
  accountsOf,
  atSlot,
  Fault,
  type Script,
  scriptedNode,
  scriptedNodes,
} from '../../test/scripted-node.ts';
import { programs } from '../well-known.ts';
import { readHistory } from './history.ts';

const owner = someAddress(0, 5);

/** A transaction in the chain, as far as lists know it. */
interface Entry {
  readonly signature: string;
  readonly slot: number;
  /** Place in its block. */
  readonly index: number;
  readonly touches: readonly string[];
}

/** A token account of the owner. */
const tokenAccount = (number: number) => someAddress(number, 6);

const holding = (number: number, amount: bigint) => {
  const data = new Uint8Array(72).fill(3);
  data.set(getAddressEncoder().encode(owner), 32);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  return { pubkey: tokenAccount(number), account: account(programs.token, data) };
};

/** A node of a chain, newest first, and of an owner with some token accounts. Contents are not known. */
function chain(entries: readonly Entry[], amounts: readonly bigint[] = [], withIndex = true): Script {
  return {
    getTokenAccountsByOwner: ([, { programId }]) =>
      atSlot(programId === programs.token ? amounts.map((amount, i) => holding(i, amount)) : []),
    getSignaturesForAddress: ([address, { limit, before }]) => {
      const position = before === undefined ? -1 : entries.findIndex(({ signature }) => signature === before);
      if (before !== undefined && position === -1) return new Fault(-32020, `Transaction ${before} not found`);
      return entries
        .slice(position + 1)
        .filter(({ touches }) => touches.includes(address))
        .slice(0, limit)
        .map(({ signature, slot, index }) => ({
          signature,
          slot,
          err: null,
          memo: null,
          blockTime: slot,
          confirmationStatus: 'finalized',
          ...(withIndex ? { transactionIndex: index } : {}),
        }));
    },
    getTransaction: () => null,
    getMultipleAccounts: accountsOf({}),
  };
}

async function page(script: Script, cursor?: string, limit = 25, options = {}) {
  const node = scriptedNode(script);
  const { transactions, next } = await readHistory(node.context, options, owner, { limit, cursor }, node.operation);
  return { ids: transactions.map(({ parsed }) => parsed.id), transactions, next, node };
}

describe('readHistory', () => {
  it('is read page by page from a recording', async () => {
    // The recorded pages lie five years apart. The transactions between them were not recorded.
    const script: Script = {
      ...chain([]),
      getSignaturesForAddress: ([, { limit, before }]) => {
        const start =
          before === undefined ? 0 : recordedSignatures.findIndex(({ signature }) => signature === before) + 1;
        return recordedSignatures.slice(start, start + limit);
      },
    };
    const first = await page(script, undefined, 5);
    expect(first.transactions.slice(0, 2).map(({ parsed }) => parsed)).toEqual([
      {
        id: '5R1hm2BUEm6ks5kDCaUpMfAyvRGuZxSCTuANyPBHkLKs6hhmZ8aAgboB6jRC1jKRqwRTyYUNpFJbPvt7ygXEeQMk',
        mode: 'unknown',
        state: 'confirmed',
        blockHeight: '241535258',
        timestamp: '1705133465000',
        warnings: [expect.objectContaining({ code: 'transaction.incomplete' })],
      },
      {
        id: '4aJsEPh1TtJw6T4bbDKnuTd4m94czT9Wt8yuVTBn7bppn2FWnVmZfCjuHwiSRe2fqRgiMvfXghULVeHZt1VPKCFV',
        mode: 'unknown',
        state: 'confirmed',
        blockHeight: '233188432',
        timestamp: '1701364937000',
        memo: '🥳Visit the site to use your whitelist right now',
        warnings: [expect.objectContaining({ code: 'transaction.incomplete' })],
      },
    ]);
    expect(first.transactions[0]?.raw).toEqual(recordedSignatures[0]);
    const second = await page(script, first.next, 5);
    expect(second.transactions.map(({ parsed }) => [parsed.blockHeight, parsed.timestamp])).toEqual([
      ['64632696', '1612871620000'],
      ['17393846', undefined],
      ['16025760', undefined],
      ['11920344', undefined],
      ['11913988', undefined],
    ]);
    expect(second.next).toBeUndefined();
  });

  it('includes transactions that touched only a token account', async () => {
    const entries = [
      { signature: someSignature(3), slot: 30, index: 0, touches: [tokenAccount(0)] },
      { signature: someSignature(2), slot: 20, index: 0, touches: [owner, tokenAccount(0)] },
      { signature: someSignature(1), slot: 10, index: 0, touches: [tokenAccount(1)] },
    ];
    const { ids, next, node } = await page(chain(entries, [5n, 0n]));
    expect(ids).toEqual([3, 2, 1].map(someSignature));
    expect(next).toBeUndefined();
    // The owner's list with his token accounts, their lists, the contents.
    expect(node.operation.trace.roundTrips).toBe(3);
    expect(node.requests).toHaveLength(3);
  });

  it('shows contents, with the names of tokens', async () => {
    const names = ['transfer of USDC', 'transfer of SOL'] as const;
    const contents = new Map(
      names.map((name) => [recordedTransaction(name).transaction.signatures[0], recordedTransaction(name)]),
    );
    const entries = [...contents].map(([signature, { slot }]) => ({ signature, slot, index: 0, touches: [owner] }));
    const { transactions, node } = await page({ ...chain(entries), getTransaction: ([id]) => contents.get(id) });
    expect(transactions.map(({ parsed }) => [parsed.mode, parsed.state])).toEqual([
      ['transferToken', 'confirmed'],
      ['transfer', 'confirmed'],
    ]);
    expect(transactions[0]?.raw).toEqual(recordedTransaction('transfer of USDC'));
    expect(node.operation.trace.roundTrips).toBe(3);
  });

  it('searches a limited number of token accounts, with balances first and collectibles last', async () => {
    const amounts = [1n, 0n, 7n, ...Array(40).fill(1n), 2n];
    const { node } = await page(chain([], amounts));
    const searched = node.calls('getSignaturesForAddress').map(({ params }) => params[0]);
    expect(searched).toHaveLength(17);
    expect(searched.slice(0, 4)).toEqual([owner, ...[tokenAccount(2), tokenAccount(43)].toSorted(), tokenAccount(1)]);
    const more = await page(chain([], amounts), undefined, 25, { historyTokenAccounts: 44 });
    expect(more.node.calls('getSignaturesForAddress')).toHaveLength(45);
  });

  it('takes no more requests than Workers allow, even at an endpoint without batches', async () => {
    const entries = Array.from({ length: 60 }, (_, i) => ({
      signature: someSignature(i),
      slot: 1000 - i,
      index: 0,
      touches: [owner],
    }));
    const node = scriptedNode(chain(entries, Array(100).fill(5n)), { maxBatch: 1 });
    const { transactions } = await readHistory(
      node.context,
      {},
      owner,
      { limit: 25, cursor: undefined },
      node.operation,
    );
    expect(transactions).toHaveLength(25);
    expect(node.operation.trace.requests).toBe(47);
  });

  it('continues where it stopped, with each transaction once, however they share blocks and token accounts', async () => {
    const accounts = [owner, tokenAccount(0), tokenAccount(1)];
    const touches = fc.subarray(accounts, { minLength: 1 });
    // The number of transactions of each block, and the accounts that they touch.
    const blocks = fc.array(fc.array(touches, { minLength: 1, maxLength: 6 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(blocks, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (shape, limit, withIndex) => {
        const entries = shape
          .flatMap((block, slot) => block.map((of, index) => ({ slot, index, touches: of })))
          // Signatures say nothing about the order.
          .map((entry, i) => ({ ...entry, signature: someSignature((i * 7919) % 10_007) }))
          .reverse();
        const seen: string[] = [];
        let chainNow = entries;
        let cursor: string | undefined;
        do {
          const { ids, next } = await page(chain(chainNow, [5n, 5n], withIndex), cursor, limit);
          expect(ids.length).toBeLessThanOrEqual(limit);
          seen.push(...ids);
          cursor = next;
          // A block arrives between any two pages.
          const arrived = {
            signature: someSignature(20_000 + seen.length),
            slot: 1000 + seen.length,
            index: 0,
            touches: accounts,
          };
          chainNow = [arrived, ...chainNow];
        } while (cursor !== undefined);
        expect(seen.toSorted()).toEqual(entries.map(({ signature }) => signature).toSorted());
        const slots = seen.map((id) => entries.find(({ signature }) => signature === id)?.slot ?? 0);
        expect(slots).toEqual(slots.toSorted((a, b) => b - a));
        if (withIndex) expect(seen).toEqual(entries.map(({ signature }) => signature));
      }),
      { numRuns: turns(150) },
    );
  });

  it('asks another endpoint if one no longer knows the place', async () => {
    const entries = Array.from({ length: 6 }, (_, i) => ({
      signature: someSignature(i),
      slot: 100 - i,
      index: 0,
      touches: [owner],
    }));
    const { next } = await page(chain(entries), undefined, 3);
    const node = scriptedNodes([chain(entries.slice(0, 1)), chain(entries)]);
    const { transactions } = await readHistory(node.context, {}, owner, { limit: 3, cursor: next }, node.operation);
    expect(transactions).toHaveLength(3);
  });

  it('is empty for an untouched account', async () => {
    expect(await page(chain([]))).toMatchObject({ transactions: [], next: undefined });
  });

  it('marks failed transactions, and transactions that may still be undone', async () => {
    const script: Script = {
      ...chain([]),
      getSignaturesForAddress: () => [
        {
          signature: someSignature(2),
          slot: 2,
          err: null,
          memo: null,
          blockTime: null,
          confirmationStatus: 'processed',
        },
        {
          signature: someSignature(1),
          slot: 1,
          err: { InstructionError: [0, 'InvalidArgument'] },
          memo: null,
          blockTime: 5,
          confirmationStatus: null,
        },
      ],
    };
    expect((await page(script)).transactions.map(({ parsed }) => parsed.state)).toEqual(['unconfirmed', 'failed']);
  });
});
