import type { ParsedTransaction, ReadTransaction } from '@isochain/core';
import { feesOf, incomplete, partiesOf, partyOf } from '@isochain/core/movements';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { pairedMetadata, primaryStore } from '../address/derived.ts';
import { isApt, type TokenId } from '../address/token-id.ts';
import { metadataOf } from '../tokens/known-tokens.ts';
import { askOne } from '../upstream/ask.ts';
import {
  type ActivityRow,
  type IndexedRows,
  indexedTransactions,
  type PoolRow,
} from '../upstream/queries/indexed-transactions.ts';
import type { Movement } from './movements.ts';
import { type Names, type NamingContext, readNames, type TokenOptions } from './names.ts';

// Transactions that are older than what nodes keep. Indexers know what they moved, and not their ids. Explorers find them by their numbers in the ledger.

/**
 * Transactions as an indexer knows them, by their numbers. Their ids are these numbers.
 *
 * @throws UpstreamError if there is no indexer, or none answers.
 */
export async function readIndexed(
  context: NamingContext,
  options: TokenOptions,
  versions: readonly bigint[],
  account: Address,
  operation: Operation,
): Promise<ReadonlyMap<bigint, ReadTransaction>> {
  if (versions.length === 0) return new Map();
  const rows = await askOne(context, indexedTransactions(versions), operation);
  const moved = movementsOf(rows.activities).flatMap(({ token }) => token ?? []);
  const names = await readNames(context, options, moved, operation);
  return new Map(versions.map((version) => [version, entryOf(version, rows, account, names)]));
}

function entryOf(version: bigint, rows: IndexedRows, account: Address, names: Names): ReadTransaction {
  const activities = rows.activities.filter((row) => row.version === version);
  const stakes = rows.stakes.filter((row) => row.version === version && row.delegator === account);
  const [first] = activities;
  const isWhole = version >= rows.wholeFrom;
  const isSuccess = first?.isSuccess !== false;
  const deed: Deed = isWhole && isSuccess ? deedOf(activities, stakes, names) : { mode: 'unknown' };
  const parsed: ParsedTransaction = {
    id: version.toString(),
    ...deed,
    state: first === undefined ? 'unknown' : isSuccess ? 'confirmed' : 'failed',
    ...(first === undefined
      ? {}
      : {
          blockHeight: first.block.toString(),
          timestamp: first.time.toString(),
          ...chargeOf(activities, deed.senders, names),
        }),
    ...incomplete(rows.hasUnread(version) ? ['a token transfer'] : []),
  };
  return { parsed, raw: { activities: activities.map(({ raw }) => raw), stakes: stakes.map(({ raw }) => raw) } };
}

const poolModes = new Map([
  ['0x1::delegation_pool::add_stake', 'stake'],
  ['0x1::delegation_pool::reactivate_stake', 'stake'],
  ['0x1::delegation_pool::unlock', 'unstake'],
  ['0x1::delegation_pool::withdraw', 'withdraw'],
] as const);

const transfers: ReadonlySet<string> = new Set([
  '0x1::aptos_account::transfer',
  '0x1::aptos_account::transfer_coins',
  '0x1::aptos_account::transfer_fungible_assets',
  '0x1::coin::transfer',
  '0x1::primary_fungible_store::transfer',
]);

type Deed = Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators' | 'senders' | 'recipients'>;

/** What a transaction did. The function says the mode, and the rows say what moved. */
function deedOf(activities: readonly ActivityRow[], stakes: readonly PoolRow[], { assetOf, idOf }: Names): Deed {
  const name = activities[0]?.function ?? '';
  const movements = movementsOf(activities);
  const mode = poolModes.get(name as '0x1::delegation_pool::unlock');
  const [stake] = stakes;
  if (mode !== undefined && stake !== undefined) {
    // What comes in and goes out of the pool itself is the same money.
    const legs = movements.filter(({ address, token }) => address !== stake.pool || token !== undefined);
    const place = partyOf(stake.pool, stake.amount, assetOf(undefined));
    const validators = mode === 'stake' ? { target: place } : { source: place };
    return { mode, validators, ...partiesOf(legs, undefined, assetOf) };
  }
  const parties = partiesOf(movements, undefined, assetOf);
  const [token, ...others] = new Set(movements.map((movement) => movement.token && idOf(movement.token)));
  if (!transfers.has(name) || movements.length === 0 || others.length > 0) return { mode: 'unknown', ...parties };
  return token === undefined ? { mode: 'transfer', ...parties } : { mode: 'transferToken', tokenId: token, ...parties };
}

/** What the rows moved. A coin and the asset in its place are one token: see movements.ts. */
function movementsOf(activities: readonly ActivityRow[]): Movement[] {
  const coins = new Map(
    activities.flatMap(({ token }) => (token?.kind === 'coin' ? [[pairedMetadata(token.type), token] as const] : [])),
  );
  const nameOf = (token: TokenId): TokenId | undefined =>
    isApt(token) ? undefined : token.kind === 'asset' ? (coins.get(token.metadata) ?? token) : token;
  return activities.flatMap((row): Movement[] => {
    const { type, amount, owner, token, isFee } = row;
    const kind = /^0x1::(?:coin|fungible_asset)::(?:Coin)?(Withdraw|Deposit)(?:Event)?$/.exec(type)?.[1];
    if (isFee || kind === undefined || !amount || !owner || !token) return [];
    const address = holderOf(row, owner, token);
    return [{ way: kind === 'Deposit' ? 'in' : 'out', address, amount, token: nameOf(token) }];
  });
}

/** Who has what is in the store: see write-set.ts. Coins know no other stores. */
function holderOf({ type, store }: ActivityRow, owner: Address, token: TokenId): Address {
  const isOther =
    store !== undefined && type.startsWith('0x1::fungible_asset::') && primaryStore(owner, metadataOf(token)) !== store;
  return isOther ? store : owner;
}

/** The fee without the refund. */
function chargeOf(
  activities: readonly ActivityRow[],
  senders: ParsedTransaction['senders'],
  { assetOf }: Names,
): Pick<ParsedTransaction, 'fees'> {
  const fee = activities.find(({ isFee }) => isFee);
  if (fee?.amount === undefined) return {};
  const net = fee.amount < fee.refund ? 0n : fee.amount - fee.refund;
  return feesOf(net, fee.feePayer ?? fee.owner, senders, assetOf(undefined));
}
