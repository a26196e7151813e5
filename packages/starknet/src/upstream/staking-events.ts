import { UpstreamError } from '@isochain/core';
import { ask, largeAnswer, type Operation } from '@isochain/core/upstream';
import type * as z from 'zod';
import { type Address, isAddress, toAddress } from '../address/address.ts';
import { selector } from '../bytes/selectors.ts';
import { toFelt } from '../felt.ts';
import type { PoolOfStaker } from '../staking/pool-of-staker.ts';
import { strk } from '../tokens/native.ts';
import { question } from './calls.ts';
import { eventPage, type PlacedEvent } from './transaction-schema.ts';

// Events of staking (starkware-libs/starknet-staking, src/staking/interface.cairo and src/pool/interface.cairo).

type EventPage = z.output<typeof eventPage>;

/** Which events of the whole chain. */
interface Wanted {
  readonly address?: Address;
  readonly keys: readonly (readonly bigint[])[];
}

/** The most events of one answer that all providers allow. */
const chunkSize = 1_000;

/** Nodes may stop after so many blocks, and answer a page with few events or none. */
const mostPages = 8;

function eventsQuestion({ address, keys }: Wanted, token?: string) {
  const filter = {
    from_block: { block_number: 0 },
    to_block: 'latest',
    ...(address === undefined ? {} : { address: toFelt(BigInt(address)) }),
    keys: keys.map((place) => place.map(toFelt)),
    chunk_size: chunkSize,
    ...(token === undefined ? {} : { continuation_token: token }),
  };
  return question<EventPage>('starknet_getEvents', { filter }, eventPage, largeAnswer);
}

/** @throws UpstreamError if no node answers, or the node wants to be asked too often. */
async function readEvents(chainId: string, wanted: Wanted, operation: Operation): Promise<readonly PlacedEvent[]> {
  const found: PlacedEvent[] = [];
  let token: string | undefined;
  let endpoint: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    // Only the node that gave the token knows it.
    const { events }: { readonly events: EventPage } = await ask(
      operation,
      { events: eventsQuestion(wanted, token) },
      {
        mayLag: true,
        ...(endpoint === undefined ? {} : { endpoint }),
        answeredBy(name) {
          endpoint = name;
        },
      },
    );
    found.push(...events.events.filter((each) => isWanted(each, wanted)));
    const next = events.continuation_token ?? undefined;
    if (next === undefined) return found;
    token = next;
  }
  const attempt = {
    endpoint: endpoint ?? 'node',
    outcome: 'unable',
    detail: 'it has too many pages of events',
    ms: 0,
  } as const;
  throw new UpstreamError(chainId, [attempt]);
}

/** Nodes that ignore a filter are not believed. */
function isWanted({ from_address, keys }: PlacedEvent, wanted: Wanted): boolean {
  const isOfContract = wanted.address === undefined || from_address === BigInt(wanted.address);
  return isOfContract && wanted.keys.every((place, at) => place.length === 0 || place.some((key) => key === keys[at]));
}

/**
 * All pools for STRK that the staking contract ever opened, those of stakers that are gone too. Before September 2025 there was no other token, and the event did
 * not name one (docs/breaking_changes.md of the same source).
 */
export async function readOpenedPools(
  { chainId, chain: { staking } }: { readonly chainId: string; readonly chain: { readonly staking: Address } },
  operation: Operation,
): Promise<readonly PoolOfStaker[]> {
  const wanted = { address: staking, keys: [[selector('NewDelegationPool')]] };
  const events = await readEvents(chainId, wanted, operation);
  return events.flatMap(({ keys: [, staker, pool, token = BigInt(strk)] }) => {
    if (staker === undefined || pool === undefined || token !== BigInt(strk)) return [];
    return isAddress(staker) && isAddress(pool) ? [{ staker: toAddress(staker), pool: toAddress(pool) }] : [];
  });
}

/** Contracts that say that an account became a member of them. Anybody can write a contract that says so. */
export async function readJoinedContracts(
  { chainId }: { readonly chainId: string },
  member: Address,
  operation: Operation,
): Promise<ReadonlySet<Address>> {
  const wanted = { keys: [[selector('NewPoolMember')], [BigInt(member)]] };
  const events = await readEvents(chainId, wanted, operation);
  return new Set(
    events
      .map(({ from_address }) => from_address)
      .filter(isAddress)
      .map(toAddress),
  );
}
