import { toAddress, zeroAddress } from '../address.ts';
import type { Reader } from '../codec/value.ts';
import { type ApplyData, nothing } from './apply-data.ts';
import { PoolError } from './pool-error.ts';
import { get, put, type Session } from './session.ts';
import { type Asset, type Holding, putHolding } from './state.ts';

const highest = 2n ** 64n - 1n;

function assetOf({ state }: Session, id: bigint): Asset {
  const asset = state.assets.get(id);
  if (asset === undefined) throw new PoolError(`asset ${id} does not exist or has been deleted`);
  return asset;
}

/** go-algorand:ledger/apply/asset.go AssetTransfer */
export function transferAsset(session: Session, txn: Reader): ApplyData {
  const id = txn.uint('xaid');
  const sender = txn.address('snd');
  const isClawback = txn.has('asnd');
  const source = isClawback ? txn.address('asnd') : sender;
  if (isClawback) {
    const { clawback } = assetOf(session, id);
    if (clawback !== sender) {
      throw new PoolError(`clawback not allowed: sender ${sender}, clawback ${clawback ?? zeroAddress}`);
    }
  }
  const amount = txn.uint('aamt');
  const receiver = txn.address('arcv');
  if (amount === 0n && receiver === source && !isClawback) optIn(session, source, id);
  takeOut(session, source, id, amount, isClawback);
  putIn(session, receiver, id, amount, isClawback);
  if (!txn.has('aclose')) return nothing;
  return { ...nothing, assetClosingAmount: closeHolding(session, source, id, txn.address('aclose')) };
}

function optIn(session: Session, address: string, id: bigint): void {
  const account = get(session, address);
  if (account.holdings.has(id)) return;
  const isFrozen = assetOf(session, id).defaultFrozen;
  const holdings = new Map(account.holdings).set(id, { amount: 0n, isFrozen, since: session.round });
  put(session, { ...account, holdings });
}

function takeOut(session: Session, address: string, id: bigint, amount: bigint, bypassFreeze: boolean): void {
  if (amount === 0n) return;
  const holding = get(session, address).holdings.get(id);
  if (holding === undefined) throw new PoolError(`asset ${id} missing from ${address}`);
  if (holding.isFrozen && !bypassFreeze) throw new PoolError(`asset ${id} frozen in ${address}`);
  if (amount > holding.amount) {
    throw new PoolError(`underflow on subtracting ${amount} from sender amount ${holding.amount}`);
  }
  putHolding(session.state, address, id, { ...holding, amount: holding.amount - amount });
}

function putIn(session: Session, address: string, id: bigint, amount: bigint, bypassFreeze: boolean): void {
  if (amount === 0n) return;
  const holding = get(session, address).holdings.get(id);
  if (holding === undefined) {
    throw new PoolError(`receiver error: must optin, asset ${id} missing from ${address}`);
  }
  if (holding.isFrozen && !bypassFreeze) throw new PoolError('asset frozen in recipient');
  if (holding.amount + amount > highest) {
    throw new PoolError(`overflow on adding ${amount} to receiver amount ${holding.amount}`);
  }
  putHolding(session.state, address, id, { ...holding, amount: holding.amount + amount });
}

/** Moves all of a holding and takes it away. Answers how much was moved. */
function closeHolding(session: Session, address: string, id: bigint, to: string): bigint {
  const account = get(session, address);
  if (account.holdings.size === 0) {
    throw new PoolError(`cannot close asset holding on account ${address} : account is not opted in asset ${id} `);
  }
  if (account.createdAssets.has(id)) throw new PoolError('cannot close asset ID in allocating account');
  const holding = account.holdings.get(id);
  if (holding === undefined) throw new PoolError(`asset ${id} not present in account ${address}`);
  // To the creator even a frozen holding may be closed.
  const bypassFreeze = get(session, to).createdAssets.has(id);
  takeOut(session, address, id, holding.amount, bypassFreeze);
  putIn(session, to, id, holding.amount, bypassFreeze);
  const left = get(session, address);
  const rest = left.holdings.get(id)?.amount ?? 0n;
  if (rest !== 0n) throw new PoolError(`asset ${id} not zero (${rest}) after closing`);
  const holdings = new Map(left.holdings);
  holdings.delete(id);
  put(session, { ...left, holdings });
  return holding.amount;
}

/** go-algorand:ledger/apply/asset.go AssetFreeze */
export function freezeAsset(session: Session, txn: Reader): ApplyData {
  const id = txn.uint('faid');
  const sender = txn.address('snd');
  const { freeze } = assetOf(session, id);
  if (freeze !== sender) {
    throw new PoolError(`freeze not allowed: sender ${sender}, freeze ${freeze ?? zeroAddress}`);
  }
  const address = txn.address('fadd');
  const holding = get(session, address).holdings.get(id);
  if (holding === undefined) throw new PoolError('asset not found in account');
  putHolding(session.state, address, id, { ...holding, isFrozen: txn.flag('afrz') });
  return nothing;
}

/** go-algorand:ledger/apply/asset.go AssetConfig */
export function configureAsset(session: Session, txn: Reader): ApplyData {
  const sender = txn.address('snd');
  const params = txn.map('apar');
  if (!txn.has('caid')) return createAsset(session, sender, params);
  const asset = assetOf(session, txn.uint('caid'));
  if (asset.manager !== sender) {
    throw new PoolError(
      `this transaction should be issued by the manager. It is issued by ${sender}, manager key ${asset.manager ?? zeroAddress}`,
    );
  }
  if (!txn.has('apar')) {
    destroy(session, asset);
    return nothing;
  }
  // An address that was given up once stays empty.
  const change = (present: string | undefined, field: string) => present && addressIn(params, field);
  session.state.assets.set(asset.id, {
    ...asset,
    manager: addressIn(params, 'm'),
    reserve: change(asset.reserve, 'r'),
    freeze: change(asset.freeze, 'f'),
    clawback: change(asset.clawback, 'c'),
  });
  return nothing;
}

function createAsset(session: Session, creator: string, params: Reader): ApplyData {
  const { state, round } = session;
  const id = state.counter + 1n;
  const total = params.uint('t');
  const metadataHash = params.bytes('am');
  state.assets.set(id, {
    id,
    creator,
    total,
    decimals: Number(params.uint('dc')),
    defaultFrozen: params.flag('df'),
    name: params.bytes('an'),
    unitName: params.bytes('un'),
    url: params.bytes('au'),
    metadataHash: metadataHash.length === 0 ? undefined : metadataHash,
    manager: addressIn(params, 'm'),
    reserve: addressIn(params, 'r'),
    freeze: addressIn(params, 'f'),
    clawback: addressIn(params, 'c'),
    createdRound: round,
  });
  const account = get(session, creator);
  const holding: Holding = { amount: total, isFrozen: false, since: round };
  put(session, {
    ...account,
    createdAssets: new Set(account.createdAssets).add(id),
    holdings: new Map(account.holdings).set(id, holding),
  });
  return { ...nothing, createdAsset: id };
}

/** The creator must hold all of it. Holdings of others stay. */
function destroy(session: Session, { id, creator, total }: Asset): void {
  const { state, round } = session;
  const account = get(session, creator);
  const held = account.holdings.get(id)?.amount ?? 0n;
  if (held !== total) throw new PoolError(`cannot destroy asset: creator is holding only ${held}/${total}`);
  const createdAssets = new Set(account.createdAssets);
  createdAssets.delete(id);
  const holdings = new Map(account.holdings);
  holdings.delete(id);
  put(session, { ...account, createdAssets, holdings });
  const asset = state.assets.get(id);
  if (asset !== undefined) state.destroyed.set(id, { asset, round });
  state.assets.delete(id);
}

function addressIn(params: Reader, field: string): string | undefined {
  return params.has(field) ? toAddress(params.bytes(field)) : undefined;
}
