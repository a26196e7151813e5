import type { ReadTransaction } from '@isochain/core';
import type { HistoryEntry } from '@isochain/core/history';
import { type AssetOf, partiesOf, unreadParts, warned } from '@isochain/core/movements';
import { type Address, toBase58Address } from '../address/address.ts';
import type { Content } from '../bytes/content.ts';
import type { ListRows } from '../upstream/index/lists.ts';
import {
  type InternalRow,
  type OddRow,
  rowParts,
  type TransactionRow,
  type TransferRow,
} from '../upstream/index/rows.ts';
import type { Internal, Outcome, TokenTransfer } from '../upstream/outcome.ts';
import { internalLegs, onlyToken, tokenLegs } from './deed.ts';
import { controlOf, outlineOf, type Reading, readingOf } from './parse-transaction.ts';

/** All rows of one transaction. */
export interface Group extends HistoryEntry {
  readonly transaction: TransactionRow | undefined;
  readonly transfers: readonly TransferRow[];
  readonly internals: readonly InternalRow[];
  /** Rows that do not fit. */
  readonly odd: readonly OddRow[];
}

/** What a node says of a transaction that the lists of an index do not tell whole. */
export interface Detail {
  /** Undefined if the list has the bytes. */
  readonly content: Content | undefined;
  readonly outcome: Outcome;
  readonly raw: { readonly transaction: unknown; readonly info: unknown };
}

/** Groups the rows of all lists by transaction. Approvals move nothing, so they are no entries. */
export function group(rows: { readonly [Name in keyof ListRows]: readonly ListRows[Name][] }): Group[] {
  const groups = new Map<string, Group>();
  const internalIds = new Set<string>();
  const groupOf = ({ id, block }: ListRows[keyof ListRows]): Group =>
    groups.get(id) ?? { hash: id, index: -1, block, transaction: undefined, transfers: [], internals: [], odd: [] };
  for (const row of [...rows.transactions, ...rows.transfers, ...rows.internals]) {
    const found = groupOf(row);
    switch (row.type) {
      case 'transaction':
        groups.set(row.id, { ...found, transaction: found.transaction ?? row });
        break;
      case 'transfer':
        if (row.isTransfer) groups.set(row.id, { ...found, transfers: [...found.transfers, row] });
        break;
      case 'odd':
        if (!row.isApproval) groups.set(row.id, { ...found, odd: [...found.odd, row] });
        break;
      case 'internal':
        if (internalIds.has(row.internalId) || row.movements.length === 0) break;
        internalIds.add(row.internalId);
        groups.set(row.id, { ...found, internals: [...found.internals, row] });
    }
  }
  return [...groups.values()];
}

/** What the lists say that a transaction did. */
export function outcomeIn(found: Group, { outcome }: TransactionRow): Outcome {
  const { transfers } = found;
  return {
    ...outcome,
    unread: [...(outcome.unread ?? []), ...oddParts(found)],
    internals: movementsIn(found),
    transfers: transfers.length === 0 ? undefined : transfers,
  };
}

/**
 * Puts the rows of a transaction into the standard shape, as the account saw it: of what contracts moved, only what the account gave or got.
 *
 * @param detail - What a node says of it, where the rows are not enough.
 * @param solidTime - Blocks up to this time can no longer be replaced. Milliseconds since 1970.
 */
export function parseGroup(
  found: Group,
  account: Address,
  assetOf: AssetOf,
  solidTime: number,
  detail?: Detail,
): ReadTransaction {
  const { transaction, transfers, internals, odd, block } = found;
  const raw = {
    transaction: transaction?.raw ?? detail?.raw.transaction ?? null,
    tokenTransfers: transfers.map((row) => row.raw),
    internal: internals.map((row) => row.raw),
    ...(odd.length === 0 ? {} : { unread: odd.map((row) => row.raw) }),
    ...(detail === undefined ? {} : { info: detail.raw.info }),
  };
  const outcome = detail?.outcome ?? (transaction && outcomeIn(found, transaction));
  const listed = transaction && (detail === undefined ? listedContent(transaction, account) : transaction.content);
  const content = listed ?? detail?.content;
  const owner = content === undefined ? transaction?.claimedOwner : content.owner;
  const told =
    content && outcome ? readingOf(content, outcome, account, assetOf) : claimedReading(found, account, assetOf);
  const { unread, ...reading }: Reading = found.isCut ? { mode: 'unknown', unread: [] } : told;
  const isSolid = block !== undefined && block <= BigInt(solidTime);
  return {
    parsed: {
      id: found.hash,
      ...reading,
      state: outcome?.isFailed === true ? 'failed' : isSolid ? 'confirmed' : 'unconfirmed',
      ...(block === undefined ? {} : { timestamp: block.toString() }),
      ...(outcome === undefined ? {} : outlineOf(outcome, owner, reading.senders, assetOf)),
      ...warned([
        ...unreadParts([...unread, ...unprovenParts(found, detail)]),
        ...controlOf(content ?? noContent, outcome),
      ]),
    },
    raw,
  };
}

/** Transfers that a list tells and the events of their transaction do not: nothing of them is shown. */
function unprovenParts({ transfers }: Group, detail: Detail | undefined): string[] {
  if (detail === undefined || detail.outcome.isFailed) return [];
  const proven = new Set((detail.outcome.transfers ?? []).map(keyOf));
  return transfers.some((row) => !proven.has(keyOf(row))) ? [rowParts.transfers] : [];
}

function keyOf({ contract, from, to, amount }: TokenTransfer): string {
  return [contract, from, to, amount].join(' ');
}

/** The lists do not tell all that a call of somebody else moved. Without that, nobody knows whether its memo is one of who pays. */
function listedContent({ content, outcome }: TransactionRow, account: Address): Content | undefined {
  const isWhole = outcome.isFailed || content?.contract?.type !== 'TriggerSmartContract';
  return content === undefined || isWhole || content.owner === account ? content : { ...content, memo: undefined };
}

const noContent: Content = { expiration: 0 };

/** A transaction that comes without its bytes, and that no node tells. What it moved is known from the other lists. */
function claimedReading(found: Group, account: Address, assetOf: AssetOf): Reading {
  const { transaction, transfers, odd } = found;
  const owner = transaction?.claimedOwner;
  const isFailed = transaction?.outcome.isFailed === true;
  const internals = isFailed ? [] : movementsIn(found).filter(({ from, to }) => from === account || to === account);
  const legs = isFailed ? [] : [...tokenLegs(transfers, owner), ...internals.flatMap(internalLegs)];
  return {
    ...(odd.length > 0 ? ({ mode: 'unknown' } as const) : kindOf(transfers, internals)),
    ...partiesOf(legs, owner && toBase58Address(owner), assetOf),
    unread: [...oddParts(found), ...untoldBy(transaction)],
  };
}

/** What the lists do not tell of a transaction whose bytes nobody knows. */
function untoldBy(transaction: TransactionRow | undefined): string[] {
  if (transaction === undefined) return ['the fee'];
  return transaction.outcome.isFailed ? [] : ['what it moved'];
}

/** One asset is a transfer. Several are a swap or the like, which has no mode. */
function kindOf(transfers: readonly TransferRow[], internals: readonly Internal[]): Pick<Reading, 'mode' | 'tokenId'> {
  const [asset, ...others] = new Set(internals.map((each) => each.asset));
  const tokenId = transfers.length > 0 ? (internals.length === 0 ? onlyToken(transfers) : undefined) : asset;
  if (tokenId !== undefined && others.length === 0) return { mode: 'transferToken', tokenId };
  const isNative = transfers.length === 0 && internals.length > 0 && others.length === 0;
  return { mode: isNative ? 'transfer' : 'unknown' };
}

/** What contracts moved, as far as the lists tell. */
function movementsIn({ transaction, internals }: Group): readonly Internal[] {
  return internals.length > 0 ? internals.flatMap((row) => row.movements) : (transaction?.outcome.internals ?? []);
}

function oddParts({ odd }: Group): string[] {
  return odd.map(({ part }) => part);
}
