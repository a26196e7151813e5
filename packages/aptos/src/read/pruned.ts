import type { ParsedTransaction, ReadTransaction } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { pairedMetadata } from '../address/derived.ts';
import { isApt, type TokenId } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import { askOne } from '../upstream/ask.ts';
import {
  type ActivityRow,
  type IndexedRows,
  indexedTransactions,
  type PoolRow,
} from '../upstream/queries/indexed-transactions.ts';
import { partiesOf, party } from './legs.ts';
import type { Movement } from './movements.ts';
import type { Names, TickerOf } from './names.ts';

// Transactions that are older than what nodes keep. Indexers know what they moved, and not their ids. Explorers find them by their numbers in the ledger.

/**
 * Transactions as an indexer knows them, by their numbers. Their ids are these numbers.
 *
 * @throws UpstreamError if there is no indexer, or none answers.
 */
export async function readIndexed(
  context: Pick<AptosContext, 'chain'>,
  versions: readonly bigint[],
  account: Address,
  names: Names,
  operation: Operation,
): Promise<ReadonlyMap<bigint, ReadTransaction>> {
  if (versions.length === 0) return new Map();
  const rows = await askOne(context, indexedTransactions(versions), operation);
  return new Map(versions.map((version) => [version, entryOf(version, rows, account, names)]));
}

function entryOf(version: bigint, rows: IndexedRows, account: Address, names: Names): ReadTransaction {
  const activities = rows.activities.filter((row) => row.version === version);
  const stakes = rows.stakes.filter((row) => row.version === version && row.delegator === account);
  const [first] = activities;
  const isWhole = version >= rows.wholeFrom;
  const isSuccess = first?.isSuccess !== false;
  const deed = isWhole && isSuccess ? deedOf(activities, stakes, account, names) : { mode: 'unknown' as const };
  const parsed: ParsedTransaction = {
    id: version.toString(),
    ...deed,
    state: first === undefined ? 'unknown' : isSuccess ? 'confirmed' : 'failed',
    ...(first === undefined
      ? {}
      : {
          blockHeight: first.block.toString(),
          timestamp: first.time.toString(),
          ...feesOf(activities, account, names.tickerOf),
        }),
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
function deedOf(
  activities: readonly ActivityRow[],
  stakes: readonly PoolRow[],
  account: Address,
  { tickerOf, idOf }: Names,
): Deed {
  const name = activities[0]?.function ?? '';
  const movements = movementsOf(activities);
  const mode = poolModes.get(name as '0x1::delegation_pool::unlock');
  const [stake] = stakes;
  if (mode !== undefined && stake !== undefined) {
    const legs = movements.filter(({ owner, token }) => owner === account && token === undefined);
    const place = party(stake.pool, stake.amount, tickerOf(undefined));
    const validators = mode === 'stake' ? { target: place } : { source: place };
    return { mode, validators, ...partiesOf(legs, undefined, tickerOf) };
  }
  const parties = partiesOf(movements, undefined, tickerOf);
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
  return activities.flatMap(({ type, amount, owner, token, isFee }): Movement[] => {
    const kind = /^0x1::(?:coin|fungible_asset)::(?:Coin)?(Withdraw|Deposit)(?:Event)?$/.exec(type)?.[1];
    if (isFee || kind === undefined || !amount || !owner || !token) return [];
    return [{ way: kind === 'Deposit' ? 'in' : 'out', owner, amount, token: nameOf(token) }];
  });
}

/** The fee without the refund. What another account pays is no fee of this one. */
function feesOf(
  activities: readonly ActivityRow[],
  account: Address,
  tickerOf: TickerOf,
): Pick<ParsedTransaction, 'fees'> {
  const fee = activities.find(({ isFee }) => isFee);
  if (fee?.amount === undefined) return {};
  const isForeign = fee.feePayer !== undefined && fee.feePayer !== account;
  const net = isForeign || fee.amount < fee.refund ? 0n : fee.amount - fee.refund;
  return { fees: { amount: net.toString(), ticker: tickerOf(undefined) } };
}
