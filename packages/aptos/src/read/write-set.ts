import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { primaryStore } from '../address/derived.ts';
import { aptMetadata, aptType } from '../address/token-id.ts';
import { nodeTypeText, readStructTag, type StructTag } from '../move/type-tag.ts';
import { address, u64 } from '../upstream/fields.ts';
import type { Outcome } from '../upstream/node-transaction.ts';

// Events name stores. Whose they are, and what they hold, stands in the write set of the same transaction (aptos-labs/aptos-docs, build/guides/exchanges).

/** A store of a fungible asset. */
interface Store {
  readonly owner: Address;
  readonly metadata: Address;
  /**
   * Who has what is in it: the owner of a primary store. Balances have no other stores, and anybody can give a store away that can be taken back
   * (aptos-labs/aptos-core, object.move: transfer_with_ref). So these count for themselves.
   */
  readonly holder: Address;
}

/** Finds the accounts and assets behind the names that events use. */
export interface WriteSet {
  /** Undefined if the transaction does not tell. */
  store(at: Address): Store | undefined;
  /** The coin of a handle of old events. */
  coin(handle: Handle): StructTag | undefined;
  /** Whether the APT that an account has as coin changed. */
  changesCoins(of: Address): boolean;
}

/** An event handle: the account that it belongs to, and its number there. */
export interface Handle {
  readonly account: Address;
  readonly number: bigint;
}

const object = z.union([z.object({ inner: address }).transform(({ inner }) => inner), address]);

const resource = z.object({
  type: z.literal('write_resource'),
  address,
  data: z.object({ type: z.string(), data: z.unknown() }),
});

const objectCore = z.object({ owner: address });
const fungibleStore = z.object({ metadata: object });

const handle = z
  .object({ guid: z.object({ id: z.object({ addr: address, creation_num: u64 }) }) })
  .transform(({ guid: { id } }): Handle => ({ account: id.addr, number: id.creation_num }));

const coinStore = z.object({ deposit_events: handle, withdraw_events: handle });

const storeDeletion = z.object({ metadata: object, owner: address, store: address });

const coinDeletion = z.object({
  coin_type: z.string(),
  event_handle_creation_address: address,
  deleted_deposit_event_handle_creation_number: u64,
  deleted_withdraw_event_handle_creation_number: u64,
});

const keyOf = ({ account, number }: Handle) => `${account} ${number}`;

/**
 * Reads the write set, and the events that tell of stores that are gone.
 *
 * @param parties - Accounts that may own stores which the write set does not show.
 */
export function readWriteSet(
  { changes, events }: Pick<Outcome, 'changes' | 'events'>,
  parties: readonly Address[],
): WriteSet {
  const owners = new Map<Address, Address>();
  const assets = new Map<Address, Address>();
  const coins = new Map<string, StructTag>();
  const aptHolders = new Set<Address>();
  for (const change of changes) {
    const { data: written } = resource.safeParse(change);
    if (written !== undefined) addResource(written.address, written.data, { owners, assets, coins, aptHolders });
  }
  for (const { type, data } of events) {
    if (type === '0x1::fungible_asset::FungibleStoreDeletion') {
      const { data: gone } = storeDeletion.safeParse(data);
      if (gone === undefined) continue;
      owners.set(gone.store, gone.owner);
      assets.set(gone.store, gone.metadata);
    } else if (type === '0x1::coin::CoinStoreDeletion') {
      const { data: gone } = coinDeletion.safeParse(data);
      const coin = gone && readStructTag(gone.coin_type, 'node');
      if (gone === undefined || coin === undefined) continue;
      const account = gone.event_handle_creation_address;
      coins.set(keyOf({ account, number: gone.deleted_deposit_event_handle_creation_number }), coin);
      coins.set(keyOf({ account, number: gone.deleted_withdraw_event_handle_creation_number }), coin);
    }
  }
  // The store of APT has the same place for every account, so it needs no write set.
  const usual = new Map(parties.map((owner) => [primaryStore(owner, aptMetadata), owner]));
  return {
    store(at) {
      const owner = owners.get(at) ?? usual.get(at);
      const metadata = assets.get(at) ?? (usual.has(at) ? aptMetadata : undefined);
      return owner && metadata && { owner, metadata, holder: primaryStore(owner, metadata) === at ? owner : at };
    },
    coin: (of) => coins.get(keyOf(of)),
    changesCoins: (of) => aptHolders.has(of),
  };
}

interface Maps {
  readonly owners: Map<Address, Address>;
  readonly assets: Map<Address, Address>;
  readonly coins: Map<string, StructTag>;
  readonly aptHolders: Set<Address>;
}

function addResource(at: Address, { type, data }: z.output<typeof resource>['data'], maps: Maps): void {
  if (type === '0x1::object::ObjectCore') {
    const { data: read } = objectCore.safeParse(data);
    if (read !== undefined) maps.owners.set(at, read.owner);
  } else if (type === '0x1::fungible_asset::FungibleStore') {
    const { data: read } = fungibleStore.safeParse(data);
    if (read !== undefined) maps.assets.set(at, read.metadata);
  } else if (type.startsWith('0x1::coin::CoinStore<')) {
    const coin = readStructTag(type, 'node')?.typeArguments[0];
    const { data: read } = coinStore.safeParse(data);
    if (coin?.kind !== 'struct' || read === undefined) return;
    if (nodeTypeText(coin) === aptType) maps.aptHolders.add(at);
    maps.coins.set(keyOf(read.deposit_events), coin);
    maps.coins.set(keyOf(read.withdraw_events), coin);
  }
}
