import type { ReadTransaction } from '@isochain/core';
import type { HistoryEntry } from '@isochain/core/history';
import type { Address } from '../address/address.ts';
import type { Content } from '../bytes/content.ts';
import type { ListRows } from '../upstream/index/lists.ts';
import type { InternalRow, TransactionRow, TransferRow } from '../upstream/index/rows.ts';
import type { Internal } from '../upstream/outcome.ts';
import { internalLegs, onlyToken, tokenLegs } from './deed.ts';
import { partiesOf } from './legs.ts';
import type { TickerOf } from './names.ts';
import { outlineOf, type Reading, readingOf } from './parse-transaction.ts';

/** All rows of one transaction. */
export interface Group extends HistoryEntry {
  readonly transaction: TransactionRow | undefined;
  readonly transfers: readonly TransferRow[];
  readonly internals: readonly InternalRow[];
}

/** Groups the rows of all lists by transaction. Approvals move nothing, so they are no entries. */
export function group(rows: { readonly [Name in keyof ListRows]: readonly ListRows[Name][] }): Group[] {
  const groups = new Map<string, Group>();
  const internalIds = new Set<string>();
  const groupOf = ({ id, block }: ListRows[keyof ListRows]): Group =>
    groups.get(id) ?? { hash: id, index: -1, block, transaction: undefined, transfers: [], internals: [] };
  for (const row of [...rows.transactions, ...rows.transfers, ...rows.internals]) {
    const found = groupOf(row);
    if (row.type === 'transaction') groups.set(row.id, { ...found, transaction: found.transaction ?? row });
    else if (row.type === 'transfer') {
      if (row.isTransfer) groups.set(row.id, { ...found, transfers: [...found.transfers, row] });
    } else if (!internalIds.has(row.internalId) && row.movements.length > 0) {
      internalIds.add(row.internalId);
      groups.set(row.id, { ...found, internals: [...found.internals, row] });
    }
  }
  return [...groups.values()];
}

/**
 * Puts the rows of a transaction into the standard shape, as the account saw it: of what contracts moved, only what the account gave or got.
 *
 * @param solidTime - Blocks up to this time can no longer be replaced. Milliseconds since 1970.
 */
export function parseGroup(found: Group, account: Address, tickerOf: TickerOf, solidTime: number): ReadTransaction {
  const { transaction, transfers, internals, block } = found;
  const raw = {
    transaction: transaction?.raw ?? null,
    tokenTransfers: transfers.map((row) => row.raw),
    internal: internals.map((row) => row.raw),
  };
  const isFailed = transaction?.outcome.isFailed === true;
  const isSolid = block !== undefined && block <= BigInt(solidTime);
  const outline = {
    id: found.hash,
    state: isFailed ? 'failed' : isSolid ? 'confirmed' : 'unconfirmed',
    ...(block === undefined ? {} : { timestamp: block.toString() }),
    ...(transaction === undefined ? {} : outlineOf(transaction.outcome, tickerOf)),
  } as const;
  if (found.isCut) return { parsed: { ...outline, mode: 'unknown' }, raw };
  const content = transaction?.content;
  const reading = content ? ownDeed(found, content, account, tickerOf) : foreignDeed(found, account, tickerOf);
  return { parsed: { ...outline, ...reading }, raw };
}

/** A transaction with its bytes. */
function ownDeed(found: Group, content: Content, account: Address, tickerOf: TickerOf): Reading {
  const { transaction, transfers } = found;
  const outcome = transaction && {
    ...transaction.outcome,
    internals: movementsOf(found, account),
    transfers: transfers.length === 0 ? undefined : transfers,
  };
  return readingOf(content, outcome, tickerOf);
}

/** A transaction that others sent, or that comes without its bytes. What it moved is known from the other lists. */
function foreignDeed(found: Group, account: Address, tickerOf: TickerOf): Reading {
  const { transaction, transfers } = found;
  const owner = transaction?.claimedOwner;
  const isFailed = transaction?.outcome.isFailed === true;
  const internals = isFailed ? [] : movementsOf(found, account);
  const legs = isFailed ? [] : [...tokenLegs(transfers, owner), ...internals.flatMap(internalLegs)];
  return { ...kindOf(transfers, internals), ...partiesOf(legs, owner, tickerOf) };
}

/** One asset is a transfer. Several are a swap or the like, which has no mode. */
function kindOf(transfers: readonly TransferRow[], internals: readonly Internal[]): Pick<Reading, 'mode' | 'tokenId'> {
  const [asset, ...others] = new Set(internals.map((each) => each.asset));
  const tokenId = transfers.length > 0 ? (internals.length === 0 ? onlyToken(transfers) : undefined) : asset;
  if (tokenId !== undefined && others.length === 0) return { mode: 'transferToken', tokenId };
  const isNative = transfers.length === 0 && internals.length > 0 && others.length === 0;
  return { mode: isNative ? 'transfer' : 'unknown' };
}

/** What contracts moved from or to the account. */
function movementsOf({ transaction, internals }: Group, account: Address): Internal[] {
  const all = internals.length > 0 ? internals.flatMap((row) => row.movements) : (transaction?.outcome.internals ?? []);
  return all.filter(({ from, to }) => from === account || to === account);
}
