import type { FakeDeposit } from '@isochain/conformance';
import { starknet } from '../../src/index.ts';
import type { StarknetOptions } from '../../src/options.ts';
import { type Ledger, type Made, type Manners, serveLedger } from '../scripted-ledger.ts';
import { sender } from '../scripted-node.ts';

// One transaction of a thief, as each source of histories tells it. What it did, nodes tell in all of them.

type Telling = Awaited<ReturnType<Exclude<FakeDeposit['told'][string], string>>>;

/** Voyager's index, and the two ways to look through the events of a node. */
export const upstreams = ['index', 'events that name the account', 'all transfers'] as const;

/** The account that looks richer. */
export const account: string = sender;
export const thief = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';

const options: Readonly<Record<(typeof upstreams)[number], StarknetOptions>> = {
  index: {},
  'events that name the account': { historyFromEvents: true },
  'all transfers': { historyScanBlocks: 100 },
};

type Around = Pick<Ledger, 'symbols' | 'collectibles' | 'collections' | 'waiting'>;

type Told = Omit<Telling, 'chain' | 'account' | 'id'> & Around;

/** A transaction that stands in a block. Each source lists it if it can. */
export function told(made: Made, rest: Told = {}): Record<string, () => Telling> {
  return tell([made], made, rest, made.block);
}

/**
 * A transaction without a receipt. The index lists it all the same.
 *
 * @param status - As nodes tell it. Undefined for none.
 * @param block - The block that the index tells. Null for none.
 */
export function toldWithoutReceipt(
  made: Made,
  status: object | undefined,
  block: number | null = null,
): Record<string, () => Telling> {
  const waiting = status === undefined ? [] : [{ made, status }];
  return tell([], made, { waiting, isListed: false, isKnown: status !== undefined }, block);
}

function tell(
  transactions: readonly Made[],
  { hash: id }: Made,
  { symbols, collectibles, collections, waiting, ...rest }: Told,
  block: number | null,
): Record<string, () => Telling> {
  const around = {
    ...(symbols && { symbols }),
    ...(collectibles && { collectibles }),
    ...(collections && { collections }),
    ...(waiting && { waiting }),
  };
  const ledger: Ledger = { transactions, head: 110, ...around };
  const tellBy = (upstream: (typeof upstreams)[number]) => () => {
    const served = serveLedger(
      () => ledger,
      () => listing(id, block),
    );
    const chain = starknet.connect('starknet', {
      endpoints: [served.node, ...(upstream === 'index' ? [served.index] : [])],
      fetch: served.fetch,
      oldestBlockMs: 0,
      ...options[upstream],
    });
    return { chain, account, id, ...rest };
  };
  return Object.fromEntries(upstreams.map((upstream) => [upstream, tellBy(upstream)]));
}

/** An index that lists the transaction for the account, whatever it did. */
function listing(id: string, blockNumber: number | null): Manners {
  const parties = { contractAddress: account, transferFrom: thief, transferTo: account };
  return { page: () => ({ items: [{ hash: id, txHash: id, blockNumber, ...parties }], hasMore: false }) };
}
