import { ask, largeAnswer, type Operation, silent } from '@isochain/core/upstream';
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

/** Nodes may stop after so many blocks, and answer a page with few events or none. With the usual limits of Pathfinder the whole chain takes a hundred. */
const mostPages = 4;

function eventsQuestion({ address, keys }: Wanted, token?: string) {
  const filter = {
    from_block: { block_number: 0 },
    to_block: 'latest',
    ...(address === undefined ? {} : { address: toFelt(BigInt(address)) }),
    keys: keys.map((place) => place.map(toFelt)),
    chunk_size: chunkSize,
    ...(token === undefined ? {} : { continuation_token: token }),
  };
  return question('starknet_getEvents', { filter }, eventPage, largeAnswer);
}

/** @returns Undefined if no node searches the whole chain in so many pages. */
async function readEvents(wanted: Wanted, operation: Operation): Promise<readonly PlacedEvent[] | undefined> {
  const found: PlacedEvent[] = [];
  let token: string | undefined;
  let endpoint: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    // Only the node that gave the token knows it.
    const options = {
      mayLag: true,
      ...(endpoint === undefined ? {} : { endpoint }),
      answeredBy(name: string) {
        endpoint = name;
      },
    };
    // Providers limit searches in words of their own: then the next one is asked.
    const answers: { readonly page: EventPage } | undefined = await silent(
      ask(operation, { page: eventsQuestion(wanted, token) }, options),
    );
    if (answers === undefined) return undefined;
    const { continuation_token: next, events, unlisted } = answers.page;
    // A stake must not be hidden by an event that cannot be read.
    if (unlisted > 0 || events.some(({ from_address: from }) => from === undefined)) return undefined;
    found.push(...events.filter((each) => isWanted(each, wanted)));
    if (next === undefined || next === null) return found;
    token = next;
  }
  return undefined;
}

/** Nodes that ignore a filter are not believed. */
function isWanted({ from_address, keys }: PlacedEvent, wanted: Wanted): boolean {
  const isOfContract = wanted.address === undefined || from_address === BigInt(wanted.address);
  return isOfContract && wanted.keys.every((place, at) => place.length === 0 || place.some((key) => key === keys[at]));
}

/**
 * All pools for STRK that the staking contract ever opened, those of stakers that are gone too. Before September 2025 there was no other token, and the event did
 * not name one ("Breaking changes" of the same source).
 *
 * @returns Undefined if no node tells them.
 */
export async function readOpenedPools(
  staking: Address,
  operation: Operation,
): Promise<readonly PoolOfStaker[] | undefined> {
  const events = await readEvents({ address: staking, keys: [[selector('NewDelegationPool')]] }, operation);
  return events?.flatMap(({ keys: [, staker, pool, token = BigInt(strk)] }) => {
    if (staker === undefined || pool === undefined || token !== BigInt(strk)) return [];
    return isAddress(staker) && isAddress(pool) ? [{ staker: toAddress(staker), pool: toAddress(pool) }] : [];
  });
}

/**
 * Contracts that say that an account became a member of them. Anybody can write a contract that says so.
 *
 * @returns Undefined if no node tells them.
 */
export async function readJoinedContracts(
  member: Address,
  operation: Operation,
): Promise<ReadonlySet<Address> | undefined> {
  const events = await readEvents({ keys: [[selector('NewPoolMember')], [BigInt(member)]] }, operation);
  return (
    events &&
    new Set(
      events
        .flatMap(({ from_address }) => from_address ?? [])
        .filter(isAddress)
        .map(toAddress),
    )
  );
}
