import type { Leg } from '@isochain/core/movements';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { pairedMetadata, primaryStore } from '../address/derived.ts';
import { aptMetadata, assetToken, coinToken, type TokenId } from '../address/token-id.ts';
import { readStructTag, type StructTag } from '../move/type-tag.ts';
import { address, u64 } from '../upstream/fields.ts';
import type { NodeEvent, NodeTransaction, Outcome } from '../upstream/node-transaction.ts';
import { type Handle, readWriteSet, type WriteSet } from './write-set.ts';

// What a transaction moved, from its events (aptos-labs/aptos-core, framework: fungible_asset.move, coin.move). A coin and the fungible asset in its place are
// one token: what leaves as coin may arrive as asset.

/** What one account gave or got. */
export interface Movement extends Leg<TokenId> {
  readonly address: Address;
}

/** Who pays for a transaction, and how much, in octas. */
export interface Charge {
  readonly payer: Address;
  /** Gas units by their price, before the refund. */
  readonly gross: bigint;
  /** For storage that was given back. */
  readonly refund: bigint;
}

interface Known {
  /** Accounts that the transaction names. */
  readonly parties: readonly Address[];
  /** Undefined for transactions of the chain itself: nobody pays for them. */
  readonly charge: Charge | undefined;
  /** The coin that the call names. */
  readonly coin?: StructTag | undefined;
}

const assetEvent = z.object({ store: address, amount: u64 });
const coinEvent = z.object({ coin_type: z.string(), account: address, amount: u64 });
const amountAlone = z.object({ amount: u64 });
const guid = z.object({ creation_number: u64, account_address: address });

const assetWays = new Map([
  ['0x1::fungible_asset::Withdraw', 'out'],
  ['0x1::fungible_asset::Deposit', 'in'],
] as const);

const coinWays = new Map([
  ['0x1::coin::CoinWithdraw', 'out'],
  ['0x1::coin::CoinDeposit', 'in'],
] as const);

/** Events of handles, before the framework had others. Those of assets belong to the store. */
const oldAssetWays = new Map([
  ['0x1::fungible_asset::WithdrawEvent', 'out'],
  ['0x1::fungible_asset::DepositEvent', 'in'],
] as const);

const oldCoinWays = new Map([
  ['0x1::coin::WithdrawEvent', 'out'],
  ['0x1::coin::DepositEvent', 'in'],
] as const);

/** A movement with the coin or asset that the event names. */
interface Found extends Omit<Movement, 'token'> {
  readonly asset: Address | StructTag;
}

/** Tokens that a transaction moved. */
export function tokensOf({ outcome }: Pick<NodeTransaction, 'outcome'>): TokenId[] {
  if (outcome === undefined) return [];
  return movementsOf(outcome, { parties: [], charge: undefined }).flatMap(({ token }) => token ?? []);
}

/**
 * Movements that an event tells of, and whose account or token nobody can tell: the event or the write set has another form. What came into an unknown store and left it
 * again is no movement.
 */
export function hasUnreadMovements({ events, changes }: Outcome, parties: readonly Address[]): boolean {
  const writeSet = readWriteSet({ events, changes }, parties);
  const sums = new Map<Address, bigint>();
  for (const { type, data } of events) {
    const way = assetWays.get(type as '0x1::fungible_asset::Deposit');
    if (coinWays.has(type as '0x1::coin::CoinDeposit') && coinMovement({ type, data }).length === 0) return true;
    if (way === undefined) continue;
    const { data: read } = assetEvent.safeParse(data);
    if (read === undefined) return true;
    if (writeSet.store(read.store) !== undefined) continue;
    sums.set(read.store, (sums.get(read.store) ?? 0n) + (way === 'in' ? read.amount : -read.amount));
  }
  return [...sums.values()].some((sum) => sum !== 0n);
}

/** What the accounts gave and got, without the fee. Movements of 0 are left out: anybody can make them in other people's names. */
export function movementsOf(outcome: Outcome, { parties, charge, coin }: Known): Movement[] {
  const writeSet = readWriteSet(outcome, charge === undefined ? parties : [...parties, charge.payer]);
  const events = charge === undefined ? outcome.events : withoutCharge(outcome.events, charge, writeSet);
  const coins = events.flatMap(coinMovement);
  const assets = events.flatMap((event) => assetMovement(event, writeSet));
  const oldCoins = events.flatMap((event) => oldCoinMovement(event, writeSet, coin));
  const oldAssets = events.flatMap((event) => oldAssetMovement(event, writeSet));
  const told = [...assets, ...unsaid(oldAssets, assets), ...coins, ...unsaid(oldCoins, coins)];
  const found = withoutMigrated(told, behindDeletions(events, writeSet));
  const types = [coin, ...found.map(({ asset }) => asset)].filter(
    (asset): asset is StructTag => typeof asset === 'object',
  );
  const names = new Map(types.map((type) => [pairedMetadata(type), coinToken(type)]));
  return found.flatMap((each) => {
    const { asset, ...movement } = each;
    const metadata = metadataIn(each);
    const token = metadata === aptMetadata ? undefined : (names.get(metadata) ?? assetToken(metadata));
    return movement.amount === 0n ? [] : [{ ...movement, token }];
  });
}

const feeStatement = z.object({ storage_fee_refund_octas: u64 });

const feeStatementType = '0x1::transaction_fee::FeeStatement';

/** The refund for storage, in octas. Before 2023 there was none. */
export function refundOf({ events }: Outcome): bigint {
  const statement = events.find(({ type }) => type === feeStatementType);
  return feeStatement.safeParse(statement?.data).data?.storage_fee_refund_octas ?? 0n;
}

/**
 * Leaves out what the chain itself takes and gives at the end (aptos-labs/aptos-core, transaction_validation.move, epilogue): the fee is one more Withdraw from
 * the payer's store of APT, just before the FeeStatement. It may be smaller by the refund, and by what the payer's coin store pays. A refund above the fee is a
 * Deposit there. Not all versions of the framework emit these events.
 */
function withoutCharge(
  events: readonly NodeEvent[],
  { payer, gross, refund }: Charge,
  writeSet: WriteSet,
): readonly NodeEvent[] {
  const at = events.findLastIndex(({ type }) => type === feeStatementType) - 1;
  const last = events[at];
  const way = last && assetWays.get(last.type as '0x1::fungible_asset::Deposit');
  const { data } = assetEvent.safeParse(last?.data);
  if (way === undefined || data === undefined || data.store !== primaryStore(payer, aptMetadata)) return events;
  const isWhole = data.amount === gross || data.amount === gross - refund;
  const isPart = data.amount < gross && writeSet.changesCoins(payer);
  const isCharge = way === 'out' ? isWhole || isPart : data.amount === refund - gross;
  return isCharge ? events.filter((_, i) => i !== at) : events;
}

const storeDeletions: ReadonlySet<string> = new Set([
  '0x1::coin::CoinStoreDeletion',
  '0x1::coin::CoinEventHandleDeletion',
]);

const storeDeletion = z.object({ event_handle_creation_address: address });

/**
 * Deposits right behind the deletion of a coin store. Older frameworks emit one of all the coins that were in it, and no Withdraw: they become the asset in their
 * place (aptos-labs/aptos-core, coin.move, maybe_convert_to_fungible_store). Newer ones emit none, so what stands there may be a payment.
 */
function behindDeletions(events: readonly NodeEvent[], writeSet: WriteSet): Found[] {
  return events.flatMap(({ type, data }, i) => {
    const owner = storeDeletions.has(type)
      ? storeDeletion.safeParse(data).data?.event_handle_creation_address
      : undefined;
    const next = owner === undefined ? undefined : events[i + 1];
    return next === undefined
      ? []
      : assetMovement(next, writeSet).filter((each) => each.way === 'in' && each.address === owner);
  });
}

/** Leaves out what an account had already: deposits behind deletions that no withdrawal pays for. */
function withoutMigrated(found: readonly Found[], suspects: readonly Found[]): readonly Found[] {
  let left = found;
  for (const suspect of suspects) {
    const metadata = metadataIn(suspect);
    const same = left.filter((each) => metadataIn(each) === metadata);
    const gained = same.reduce((sum, { way, amount }) => (way === 'in' ? sum + amount : sum - amount), 0n);
    const own = same.find(({ way, address, amount }) => {
      return way === 'in' && address === suspect.address && amount === suspect.amount;
    });
    if (gained >= suspect.amount) left = left.filter((each) => each !== own);
  }
  return left;
}

function metadataIn({ asset }: Found): Address {
  return typeof asset === 'object' ? pairedMetadata(asset) : asset;
}

function assetMovement({ type, data }: NodeEvent, writeSet: WriteSet): Found[] {
  const way = assetWays.get(type as '0x1::fungible_asset::Deposit');
  const { data: read } = way === undefined ? {} : assetEvent.safeParse(data);
  const store = read && writeSet.store(read.store);
  return way && read && store ? [{ way, address: store.holder, amount: read.amount, asset: store.metadata }] : [];
}

function coinMovement({ type, data }: NodeEvent): Found[] {
  const way = coinWays.get(type as '0x1::coin::CoinDeposit');
  const { data: read } = way === undefined ? {} : coinEvent.safeParse(data);
  const asset = read && readStructTag(read.coin_type, 'node');
  return way && read && asset ? [{ way, address: read.account, amount: read.amount, asset }] : [];
}

/** @param usual - The coin, if the write set does not tell it. */
function oldCoinMovement(
  { type, data, guid: id }: NodeEvent,
  writeSet: WriteSet,
  usual: StructTag | undefined,
): Found[] {
  const way = oldCoinWays.get(type as '0x1::coin::DepositEvent');
  const { data: read } = way === undefined ? {} : amountAlone.safeParse(data);
  const { data: named } = way === undefined ? {} : guid.safeParse(id);
  if (!way || !read || !named) return [];
  const handle: Handle = { account: named.account_address, number: named.creation_number };
  const asset = writeSet.coin(handle) ?? usual;
  return asset ? [{ way, address: handle.account, amount: read.amount, asset }] : [];
}

function oldAssetMovement({ type, data, guid: id }: NodeEvent, writeSet: WriteSet): Found[] {
  const way = oldAssetWays.get(type as '0x1::fungible_asset::DepositEvent');
  const { data: read } = way === undefined ? {} : amountAlone.safeParse(data);
  const { data: named } = way === undefined ? {} : guid.safeParse(id);
  const store = named && writeSet.store(named.account_address);
  return way && read && store ? [{ way, address: store.holder, amount: read.amount, asset: store.metadata }] : [];
}

/** Old events that no new event tells of. While the framework changed from one to the other, it emitted both. */
function unsaid(old: readonly Found[], said: readonly Found[]): Found[] {
  const keyOf = (each: Found) => `${each.way} ${each.address} ${each.amount} ${metadataIn(each)}`;
  const left = said.map(keyOf);
  return old.filter((movement) => {
    const at = left.indexOf(keyOf(movement));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
