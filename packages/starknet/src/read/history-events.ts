import { UpstreamError } from '@isochain/core';
import type { HistoryList, HistoryPlace } from '@isochain/core/history';
import { ask, type Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { selector } from '../bytes/selectors.ts';
import type { StarknetContext } from '../context.ts';
import { blockCall, type EventFilter, eventsCall } from '../upstream/read-calls.ts';
import type { PlacedEvent } from '../upstream/transaction-schema.ts';
import type { Row } from './history-rows.ts';
import { movementIn } from './movements.ts';

// Nodes list events, oldest first, between two blocks. So a history is read in windows of blocks, from the newest one down. Windows grow while they hold
// little, and shrink where they hold more than a node tells: providers limit ranges and answers in their own ways.

/** How events are looked for. */
export interface Scan {
  readonly filters: readonly EventFilter[];
  /** Whether an event that was found tells of the account. */
  readonly concerns: (event: PlacedEvent) => boolean;
  /** Blocks of the first window. */
  readonly window: number;
  /** Blocks of the largest window. */
  readonly largest: number;
  /** The most windows of one page. */
  readonly rounds: number;
}

const always = () => true;

/**
 * Looks for events that name the account in their keys, and for those of the account itself. It finds few events in many blocks, so windows are large. It does
 * not find: payments in tokens that name the parties in the data (STRK, ETH and other bridged tokens), what accounts without events of their own sent, and
 * failed transactions.
 */
export function namedScan(account: Address): Scan {
  const number = BigInt(account);
  return {
    filters: [{ address: number }, { keys: [[], [number]] }, { keys: [[selector('Transfer')], [], [number]] }],
    concerns: always,
    window: 10_000,
    largest: 200_000,
    rounds: 12,
  };
}

/**
 * Reads all transfers of tokens, and keeps those of the account. That finds everything that moved a token, and everything that the account sent, as the fee
 * is a transfer too. It reads much, so windows are small.
 *
 * @param blocks - How many blocks to read for one page.
 */
export function wholeScan(account: Address, blocks: number): Scan {
  const number = BigInt(account);
  const rounds = 8;
  const window = Math.ceil(blocks / rounds);
  return {
    filters: [{ address: number }, { keys: [[selector('Transfer')]] }],
    concerns(event) {
      const movement = movementIn(event);
      // Nobody knows what it tells of. The transaction itself says it.
      if (event.from_address === undefined) return true;
      return event.from_address === number || movement?.from === account || movement?.to === account;
    },
    window,
    largest: window,
    rounds,
  };
}

/** The most answers to one filter in one window. With more, a smaller window is read. */
const mostAnswers = 8;

/** The same in a window of one block, which cannot be smaller. */
const mostAnswersOfBlock = 64;

/** A window with fewer events may grow. */
const fewEvents = 200;

/** Where events are asked for. */
export interface Source {
  readonly context: Pick<StarknetContext, 'chainId'>;
  readonly operation: Operation;
  /** All windows are read from this node. Two nodes may be at different heights. */
  readonly endpoint: string;
  /** The number of the latest block. */
  readonly head: number;
  /** Told how many events could not even be placed. */
  unlisted(count: number): void;
}

/**
 * The transactions that events tell of.
 *
 * @param place - Where the page begins. Undefined for the first one.
 */
export function eventList(scan: Scan, source: Source, place: HistoryPlace | undefined): HistoryList<Row> {
  const indexOf = indexesAt(source, place);
  return {
    open(from) {
      let high = from === undefined || from > BigInt(source.head) ? source.head : Number(from);
      let size = scan.window;
      let most = scan.largest;
      return async () => {
        for (;;) {
          const low = Math.max(0, high - size + 1);
          const events = await readWindow(scan.filters, low, high, source);
          if (events === undefined) {
            size = Math.max(1, Math.floor((high - low + 1) / 8));
            // A window that grows again must not reach what was refused.
            most = size * 4;
            continue;
          }
          if (events.length < fewEvents) size = Math.min(most, size * 4);
          high = low - 1;
          const rows = await Promise.all(events.filter(scan.concerns).map((event) => toRow(event, indexOf)));
          return { rows, oldest: BigInt(low), isLast: low === 0 };
        }
      };
    },
  };
}

async function toRow(event: Placed, indexOf: ReturnType<typeof indexesAt>): Promise<Row> {
  return { hash: event.transaction_hash, block: BigInt(event.block_number), index: await indexOf(event) };
}

type Placed = PlacedEvent & { readonly block_number: number };

/**
 * The places of transactions in their blocks. Nodes of version 0.9 do not tell them. Where a page begins within a block, the same order must hold as on the
 * page before, which may be of another node.
 */
function indexesAt(
  { operation, endpoint }: Source,
  place: HistoryPlace | undefined,
): (event: Placed) => Promise<number | undefined> | number | undefined {
  let hashes: Promise<readonly (string | undefined)[]> | undefined;
  return ({ transaction_hash: hash, transaction_index: index, block_number: block }) => {
    if (place?.after === undefined || place.height !== BigInt(block)) return index ?? undefined;
    if (place.after.index < 0) return undefined;
    if (typeof index === 'number') return index;
    hashes ??= ask(operation, { block: blockCall(block) }, { endpoint }).then((found) => found.block.transactions);
    return hashes.then((all) => all.indexOf(hash));
  };
}

/**
 * Reads all events between two blocks.
 *
 * @returns Undefined if there are too many, or the node refuses so many blocks, or takes too long.
 * @throws UpstreamError if the node does not answer, or refuses a single block.
 */
async function readWindow(
  filters: readonly EventFilter[],
  low: number,
  high: number,
  { context, operation, endpoint, unlisted }: Source,
): Promise<Placed[] | undefined> {
  const events: Placed[] = [];
  let unplaced = 0;
  let left: { readonly filter: EventFilter; readonly token: string | undefined }[] = filters.map((filter) => ({
    filter,
    token: undefined,
  }));
  const isBlock = low === high;
  const askNode = (questions: Readonly<Record<string, ReturnType<typeof eventsCall>>>) =>
    ask(operation, questions, isBlock ? { endpoint } : { endpoint, maxAttempts: 1 }).catch((error: unknown) => {
      if (isBlock || !(error instanceof UpstreamError && error.timedOut)) throw error;
      return undefined;
    });
  for (let answers = 0; answers < (isBlock ? mostAnswersOfBlock : mostAnswers); answers++) {
    const asked = left;
    const calls = asked.map(({ filter, token }) => eventsCall(filter, low, high, token));
    const found = await askNode(Object.fromEntries(calls.map((call, i) => [`${i}`, call])));
    if (found === undefined) return undefined;
    left = [];
    for (const [i, { filter }] of asked.entries()) {
      const outcome = found[`${i}`];
      if (outcome?.ok !== true) {
        if (!isBlock) return undefined;
        const detail = `starknet_getEvents: error ${outcome?.error.code}`;
        throw new UpstreamError(context.chainId, [{ endpoint, outcome: 'unavailable', detail, ms: 0 }]);
      }
      const { events: page, continuation_token: token } = outcome.value;
      unplaced += outcome.value.unlisted;
      events.push(...page.filter((event): event is Placed => isWithin(event, low, high)));
      if (typeof token === 'string') left.push({ filter, token });
    }
    if (left.length === 0) {
      unlisted(unplaced);
      return events;
    }
  }
  if (!isBlock) return undefined;
  const detail = `starknet_getEvents: block ${low} has too many events`;
  throw new UpstreamError(context.chainId, [{ endpoint, outcome: 'unavailable', detail, ms: 0 }]);
}

function isWithin({ block_number: block }: PlacedEvent, low: number, high: number): boolean {
  return typeof block === 'number' && block >= low && block <= high;
}
