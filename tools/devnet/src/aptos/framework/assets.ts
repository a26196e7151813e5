import { type Address, aptAsset, shortAddress, storeAddress } from '../address.ts';
import type { Asset, State, Store } from '../state.ts';
import { ExecutionError, MoveAbort } from './abort.ts';
import type { Session } from './session.ts';

const fungibleAsset = '0x1::fungible_asset';

/** Bytes of a new store with its object (capture of mainnet transaction 1642580695: 53,240 octas at 40,000 a slot and 40 a byte). */
const storeBytes = 331;

/** @throws MoveAbort as `object::address_to_object` does for an address without metadata. */
export function knownAsset(state: State, address: Address): Asset {
  const asset = state.assets.get(address);
  if (asset !== undefined) return asset;
  throw new MoveAbort(
    '0x1::object',
    'not_found',
    ['EOBJECT_DOES_NOT_EXIST', 2n],
    'An object does not exist at this address',
  );
}

export function primaryStore(state: State, owner: Address, asset: Address): Store | undefined {
  return state.stores.get(storeAddress(owner, asset));
}

/** The primary store, which comes into being if it must. */
export function ensureStore(session: Session, owner: Address, asset: Address): Store {
  const address = storeAddress(owner, asset);
  const found = session.state.stores.get(address);
  if (found !== undefined) return found;
  const store: Store = { address, owner, asset, balance: 0n, frozen: false };
  session.state.stores.set(address, store);
  session.allocate(1, storeBytes);
  session.written.add(address);
  return store;
}

/** `unchecked_withdraw`: neither the freeze nor a hook counts. */
export function takeFrom(session: Session, store: Store, amount: bigint): void {
  if (amount === 0n) return;
  if (store.balance < amount) {
    throw new MoveAbort(
      fungibleAsset,
      'invalid_argument',
      ['EINSUFFICIENT_BALANCE', 4n],
      'Insufficient balance to withdraw or transfer.',
    );
  }
  store.balance -= amount;
  session.written.add(store.address);
  session.emit(`${fungibleAsset}::Withdraw`, { amount: String(amount), store: shortAddress(store.address) });
}

/** `unchecked_deposit`. */
export function putInto(session: Session, store: Store, amount: bigint): void {
  if (amount === 0n) return;
  store.balance += amount;
  session.written.add(store.address);
  session.emit(`${fungibleAsset}::Deposit`, { amount: String(amount), store: shortAddress(store.address) });
}

export function refuseFrozen(store: Store): void {
  if (!store.frozen) return;
  throw new MoveAbort(
    fungibleAsset,
    'permission_denied',
    ['ESTORE_IS_FROZEN', 3n],
    'Store is disabled from sending and receiving this fungible asset.',
  );
}

/** `aptos_account::transfer`, which moves between the primary stores of APT without further checks. */
export function transferApt(session: Session, from: Address, to: Address, amount: bigint): void {
  const source = ensureStore(session, from, aptAsset);
  const target = ensureStore(session, to, aptAsset);
  takeFrom(session, source, amount);
  putInto(session, target, amount);
}

/** `primary_fungible_store::transfer`: spends only the store, and runs the asset's hook. */
export function transferAsset(session: Session, from: Address, asset: Asset, to: Address, amount: bigint): void {
  const source = ensureStore(session, from, asset.address);
  const target = ensureStore(session, to, asset.address);
  if (asset.hook?.refuses) {
    // The module of the asset. Its codes are its own, so the name is what a client can read.
    throw new MoveAbort(
      `${shortAddress(asset.creator)}::hook`,
      'permission_denied',
      ['ETRANSFERS_ARE_PAUSED', 7n],
      'Transfers are paused.',
    );
  }
  refuseFrozen(source);
  takeFrom(session, source, amount);
  refuseFrozen(target);
  const kept = asset.hook === undefined ? 0n : (amount * asset.hook.keeps) / 10_000n;
  putInto(session, target, amount - kept);
  if (kept > 0n) putInto(session, ensureStore(session, asset.creator, asset.address), kept);
}

/** @throws ExecutionError for a type argument that is no metadata type. */
export function requireMetadataType(type: string | undefined): void {
  if (type !== `${fungibleAsset}::Metadata`) throw new ExecutionError('TYPE_MISMATCH');
}
