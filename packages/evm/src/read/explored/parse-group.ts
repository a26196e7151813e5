import type { ParsedTransaction, ReadTransaction } from '@isochain/core';
import { feesOf, incomplete, partiesOf, unreadParts, warned } from '@isochain/core/movements';
import { type Address, toChecksum } from '../../address.ts';
import type { EvmContext } from '../../context.ts';
import { parts, type TransactionRow } from '../../upstream/explorers/rows.ts';
import { delegationsIn } from '../delegations.ts';
import { type Assets, legsOf, type Movement, tokensIn } from '../movements.ts';
import { allOf, feesIn, kindIn, kindOf, partiesIn, stateOf, unreadIn } from '../parse-transaction.ts';
import { withStatus } from '../receipt-status.ts';
import { meantMovements, toldMovements } from '../transfers.ts';
import type { Looked } from './look-up.ts';
import type { Group } from './merge.ts';

/** What a page is read with. */
export interface View {
  /** Checksummed. */
  readonly account: Address;
  /** Height of the chain, if known. */
  readonly head: bigint | undefined;
  readonly assets: Assets;
}

/** What an entry says, but for its place. */
type Content = Omit<ParsedTransaction, 'id' | 'blockHeight' | 'timestamp' | 'confirmations'>;

/**
 * Puts an explorer's rows of one transaction into the standard shape, as the account sees it. Amounts in wei and in the tokens' smallest units.
 *
 * @param looked - What a node tells of it. Undefined if it was not asked, or gave no answer.
 * @returns Undefined if the node tells that the account has no part in it.
 */
export function parseGroup(
  context: EvmContext,
  view: View,
  found: Group,
  looked: Looked | undefined,
): ReadTransaction | undefined {
  const { transaction, transfers, internals, odd, block } = found;
  const content = looked === undefined ? ofRows(context, view, found) : ofNode(context, view, found, looked);
  if (content === undefined) return undefined;
  const timestamp = [transaction, ...transfers, ...internals, ...odd].find(
    (row) => row?.timestamp !== undefined,
  )?.timestamp;
  const { head } = view;
  const { mode, tokenId, state, fees, gas, nonce, senders, recipients, warnings } = content;
  const parsed: ParsedTransaction = {
    id: found.hash,
    mode,
    state,
    ...(fees === undefined ? {} : { fees }),
    ...(tokenId === undefined ? {} : { tokenId }),
    ...(block === undefined ? {} : { blockHeight: block.toString() }),
    ...(timestamp === undefined ? {} : { timestamp: String(timestamp) }),
    ...(gas === undefined ? {} : { gas }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(senders === undefined ? {} : { senders }),
    ...(recipients === undefined ? {} : { recipients }),
    ...(block === undefined || head === undefined || head < block
      ? {}
      : { confirmations: (head - block + 1n).toString() }),
    ...(warnings === undefined ? {} : { warnings }),
  };
  const raw = {
    transaction: transaction?.raw ?? null,
    tokenTransfers: transfers.map((transfer) => transfer.raw),
    internal: internals.map((internal) => internal.raw),
  };
  return { parsed, raw };
}

/** An entry from what a node tells. Only movements inside the transaction are the explorer's, where the node does not log them. */
function ofNode(
  context: EvmContext,
  { account, assets }: View,
  found: Group,
  { transaction, receipt: answered }: Looked,
): Content | undefined {
  const receipt = withStatus(context, transaction, answered, { state: found.transaction?.state });
  const told = toldMovements(transaction, receipt, assets);
  const isOwn = isAddress(transaction.from, account);
  const shown = new Set(found.transfers.map(({ token }) => token.address.toLowerCase()));
  const isScam = (token: string) => found.scams.has(token.toLowerCase()) && !shown.has(token.toLowerCase());
  const movements = [
    ...told.coins,
    ...(told.isWhole ? [] : insideOf(found)),
    ...told.tokens.filter(({ token = '', amount }) => !isScam(token) && (isOwn || amount > 0n)),
  ].filter(({ from, to }) => from === account || to === account);
  const unread = told.isWhole ? [] : found.odd.flatMap(({ part }) => (part === parts.internals ? [part] : []));
  const isCalled = [transaction.to, receipt.contractAddress].some((one) => one != null && isAddress(one, account));
  if (movements.length === 0 && !isOwn && !isCalled && unread.length === 0) return undefined;
  const parties = partiesIn(assets, transaction, movements);
  const fees =
    feesIn(context, transaction, receipt, parties.senders) ?? feesOfRow(context, found.transaction, parties.senders);
  return {
    ...kindIn(transaction, receipt, allOf(told)),
    state: stateOf(receipt),
    ...(fees === undefined ? {} : { fees }),
    gas: receipt.gasUsed.toString(),
    ...(transaction.nonce == null ? {} : { nonce: transaction.nonce.toString() }),
    ...parties,
    ...warned([
      ...unreadParts([...unreadIn(receipt), ...unread, ...(fees === undefined ? ['the fee'] : [])]),
      ...delegationsIn(context, transaction),
    ]),
  };
}

/** An entry from the explorer's word alone. */
function ofRows(context: EvmContext, { account, assets }: View, found: Group): Content {
  const { transaction, transfers, isCut, odd } = found;
  // If the account's own list lacks the transaction, some explorers tell its fees with its transfers.
  const costs = transaction ?? transfers.find((transfer) => transfer.transaction !== undefined)?.transaction;
  const movements = movementsIn(found, assets);
  const parties = isCut
    ? {}
    : transaction === undefined
      ? partiesOf(legsOf(movements), undefined, assets.assetOf)
      : partiesIn(assets, transaction, movements);
  // Whoever sent the transaction of somebody else paid for it, and no row says who that is.
  const fees =
    transaction !== undefined || parties.senders?.[0]?.address !== account
      ? feesOfRow(context, { ...costs, from: transaction?.from }, parties.senders)
      : undefined;
  const isUnpaid = transaction?.state !== 'pending' && transaction?.from !== undefined && fees === undefined;
  return {
    ...(isCut || odd.length > 0 ? { mode: 'unknown' } : modeOf(account, found, movements)),
    state: transaction?.state ?? (transfers.length + found.internals.length > 0 ? 'confirmed' : 'unknown'),
    ...(fees === undefined ? {} : { fees }),
    ...(costs?.gasUsed === undefined ? {} : { gas: costs.gasUsed.toString() }),
    ...(costs?.nonce === undefined ? {} : { nonce: costs.nonce.toString() }),
    ...parties,
    ...incomplete([
      ...odd.map(({ part }) => part),
      ...(isUnpaid && isAddress(transaction.from, account) ? ['the fee'] : []),
    ]),
  };
}

function movementsIn(found: Group, assets: Pick<Assets, 'isWrapped'>): Movement[] {
  const { transaction, transfers } = found;
  if (transaction?.state === 'failed') return [];
  const tokens = transfers.map(
    ({ from, to, amount, token }): Movement => ({
      from: toChecksum(from),
      to: toChecksum(to),
      amount,
      token: toChecksum(token.address),
    }),
  );
  const value = transaction === undefined ? [] : sentBy(transaction);
  return [...value, ...tokens, ...wrappedBy(transaction, tokens, assets), ...insideOf(found)];
}

function sentBy({ from, to, created, value }: TransactionRow): Movement[] {
  const target = to ?? created;
  return value === 0n
    ? []
    : [
        {
          from: toChecksum(from),
          to: target === undefined ? undefined : toChecksum(target),
          amount: value,
          token: undefined,
        },
      ];
}

function insideOf({ internals }: Group): Movement[] {
  return internals.map(({ from, to, value }) => ({
    from: toChecksum(from),
    to: toChecksum(to),
    amount: value,
    token: undefined,
  }));
}

/** Selectors of `deposit()` and `withdraw(uint256)` of WETH9 and its copies (verified by a test). */
const wrapSelectors = { deposit: '0xd0e30db0', withdraw: '0x2e1a7d4d' } as const;

/** Explorers list no transfer where WETH9 makes or destroys tokens. It does so in a call of its own, or if it just gets coins. */
function wrappedBy(
  transaction: TransactionRow | undefined,
  listed: readonly Movement[],
  { isWrapped }: Pick<Assets, 'isWrapped'>,
): Movement[] {
  if (transaction?.to === undefined || transaction.state !== 'confirmed') return [];
  const { value, input = '' } = transaction;
  const token = toChecksum(transaction.to);
  if (!isWrapped(token) || tokensIn(listed).includes(token)) return [];
  const owner = toChecksum(transaction.from);
  if (value > 0n && (input === '0x' || input.startsWith(wrapSelectors.deposit)))
    return [{ from: undefined, to: owner, amount: value, token }];
  return input.startsWith(wrapSelectors.withdraw) && /^0x[0-9a-f]{72}$/i.test(input)
    ? [{ from: owner, to: undefined, amount: BigInt(`0x${input.slice(10)}`), token }]
    : [];
}

/** One token in one direction and no native coins: a token transfer. Several tokens, or both directions, are a swap or the like, which has no mode. */
function modeOf(
  account: Address,
  { transaction, internals }: Group,
  movements: readonly Movement[],
): Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  if (transaction?.state === 'failed') {
    const { from, to, value, input = '' } = transaction;
    return kindOf({ to, value, input }, meantMovements({ from, to, value, input }));
  }
  const tokens = movements.filter(({ token }) => token !== undefined);
  const out = tokens.some(({ from }) => from === account);
  const into = tokens.some(({ from, to }) => to === account && from !== account);
  if (out && into) return { mode: 'unknown' };
  if (transaction === undefined && tokens.length === 0) return { mode: internals.length > 0 ? 'transfer' : 'unknown' };
  return kindOf(transaction ?? { value: 0n, input: undefined }, movements);
}

function feesOfRow(
  { identity }: Pick<EvmContext, 'identity'>,
  row: { readonly fee?: bigint | undefined; readonly from?: string | undefined } | undefined,
  senders: ParsedTransaction['senders'],
): ParsedTransaction['fees'] {
  if (row?.fee === undefined) return undefined;
  const payer = row.from === undefined || row.fee === 0n ? undefined : toChecksum(row.from);
  return feesOf(row.fee, payer, senders, { ticker: identity.ticker }).fees;
}

function isAddress(text: string, account: Address): boolean {
  return text.toLowerCase() === account.toLowerCase();
}
