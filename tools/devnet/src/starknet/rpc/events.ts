import type { Block, Chain, Mined } from '../node/chain.ts';
import { InvalidParams, Refusal } from '../node/refusal.ts';
import { objectOf, readFelt, readFelts } from '../node/transaction.ts';
import { hex } from '../vm/felt.ts';
import { blockOf } from './blocks.ts';
import { eventJson } from './transactions.ts';

/** Limits of Pathfinder (eqlabs/pathfinder:crates/rpc/src/method/get_events.rs). */
const mostPerPage = 10_240;
const mostKeys = 16;

/** `starknet_getEvents`: ascending. The token is the number of events before the page. */
export function getEvents(chain: Chain, filterValue: unknown): object {
  const filter = objectOf(filterValue);
  const size = filter.chunk_size;
  if (typeof size !== 'number' || size < 1) throw new InvalidParams('missing field `chunk_size`');
  if (size > mostPerPage) throw new Refusal(31);
  const keys = readKeys(filter.keys);
  if (keys.length > mostKeys) throw new Refusal(34);
  const addresses = readAddresses(filter.address);
  const start = readToken(filter.continuation_token);

  const first = filter.from_block === undefined ? chain.blocks[0] : blockOf(chain, filter.from_block);
  const last = filter.to_block === undefined ? undefined : blockOf(chain, filter.to_block);
  const from = first?.number ?? chain.next.number;
  const to = last?.number ?? chain.next.number;
  const places: { mined: readonly Mined[]; block: Block | undefined }[] = chain.blocks
    .filter(({ number }) => number >= from && number <= to)
    .map((block) => ({ mined: block.transactions, block }));
  if (last === undefined) places.push({ mined: chain.pending, block: undefined });

  const all = places.flatMap(({ mined, block }) =>
    mined.flatMap(({ transaction, events }, index) =>
      events.flatMap((event, eventIndex) => {
        const isWanted =
          (addresses === undefined || addresses.includes(event.from)) &&
          keys.every((allowed, at) => allowed.length === 0 || allowed.some((key) => key === event.keys[at]));
        if (!isWanted) return [];
        return [
          {
            transaction_hash: hex(transaction.hash),
            // From 0.10 on.
            ...(chain.specVersion.startsWith('0.10.') ? { transaction_index: index, event_index: eventIndex } : {}),
            ...(block === undefined
              ? { block_number: chain.next.number }
              : { block_hash: hex(block.hash), block_number: block.number }),
            ...eventJson(event),
          },
        ];
      }),
    ),
  );
  if (start > all.length) throw new Refusal(33);
  const page = all.slice(start, start + size);
  const end = start + page.length;
  return end < all.length ? { events: page, continuation_token: String(end) } : { events: page };
}

function readKeys(value: unknown): bigint[][] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new InvalidParams('keys is not a list');
  return value.map((list) => readFelts(list, 'keys'));
}

/** One address, or a list of them from 0.10 on. */
function readAddresses(value: unknown): bigint[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? readFelts(value, 'address') : [readFelt(value, 'address')];
}

function readToken(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'string' || !/^\d+$/.test(value)) throw new Refusal(33);
  return Number(value);
}
