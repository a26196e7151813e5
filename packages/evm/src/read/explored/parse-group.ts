import type { ParsedTransaction, Party, ReadTransaction } from '@isochain/core';
import { toChecksum } from '../../address.ts';
import type { EvmContext } from '../../context.ts';
import type { Group } from './merge.ts';

/**
 * Puts an explorer's rows of one transaction into the standard shape, as the account sees it. Amounts in wei and in the tokens' smallest units.
 *
 * @param account - In lower case.
 * @param head - Height of the chain, if known.
 */
export function parseGroup(
  context: EvmContext,
  account: string,
  found: Group,
  head: bigint | undefined,
): ReadTransaction {
  const { transaction, transfers, internals, block } = found;
  // If the account's own list lacks the transaction, some explorers tell its fees with its transfers.
  const costs = transaction ?? transfers.find((transfer) => transfer.transaction !== undefined)?.transaction;
  const timestamp = [transaction, ...transfers, ...internals].find((row) => row?.timestamp !== undefined)?.timestamp;
  const parsed: ParsedTransaction = {
    id: found.hash,
    ...kindOf(account, found),
    state: transaction?.state ?? 'confirmed',
    ...(costs?.fee === undefined ? {} : { fees: { amount: costs.fee.toString(), ticker: context.identity.ticker } }),
    ...(block === undefined ? {} : { blockHeight: block.toString() }),
    ...(timestamp === undefined ? {} : { timestamp: String(timestamp) }),
    ...(costs?.gasUsed === undefined ? {} : { gas: costs.gasUsed.toString() }),
    ...(costs === undefined ? {} : { nonce: costs.nonce.toString() }),
    ...partiesOf(context, found),
    ...(block === undefined || head === undefined || head < block
      ? {}
      : { confirmations: (head - block + 1n).toString() }),
  };
  const raw = {
    transaction: transaction?.raw ?? null,
    tokenTransfers: transfers.map((transfer) => transfer.raw),
    internal: internals.map((internal) => internal.raw),
  };
  return { parsed, raw };
}

/** One token and no native coins: a token transfer. Several tokens, or tokens in both directions, are a swap or the like, which has no mode. */
function kindOf(
  account: string,
  { transaction, transfers, internals, isCut }: Group,
): Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  if (isCut) return { mode: 'unknown' };
  const tokens = [...new Set(transfers.map(({ token }) => toChecksum(token.address)))];
  const [tokenId] = tokens;
  const value = transaction?.value ?? 0n;
  if (tokens.length === 1 && tokenId !== undefined && value === 0n && internals.length === 0) {
    const out = transfers.some(({ from }) => from.toLowerCase() === account);
    const into = transfers.some(({ to, from }) => to.toLowerCase() === account && from.toLowerCase() !== account);
    return out && into ? { mode: 'unknown' } : { mode: 'transferToken', tokenId };
  }
  if (tokens.length > 0) return { mode: 'unknown' };
  if (transaction === undefined) return { mode: internals.length > 0 ? 'transfer' : 'unknown' };
  const isPlain = transaction.to !== undefined && (transaction.input === '0x' || value > 0n);
  return { mode: isPlain ? 'transfer' : 'unknown' };
}

function partiesOf(
  context: EvmContext,
  { transaction, transfers, internals, isCut }: Group,
): { senders: Party[]; recipients: Party[] } {
  if (isCut) return { senders: [], recipients: [] };
  const { ticker } = context.identity;
  const isNative =
    transaction !== undefined && (transaction.value > 0n || (transfers.length === 0 && internals.length === 0));
  const legs = [
    ...(isNative ? [{ from: transaction.from, to: transaction.to, amount: transaction.value, ticker }] : []),
    ...transfers.map(({ from, to, amount, token }) => ({ from, to, amount, ticker: token.ticker })),
    ...internals.map(({ from, to, value }) => ({ from, to, amount: value, ticker })),
  ];
  const party = (address: string, { amount, ticker: unit }: { amount: bigint; ticker: string }): Party => ({
    address: toChecksum(address),
    amount: amount.toString(),
    ticker: unit,
  });
  return {
    senders: legs.map((leg) => party(leg.from, leg)),
    recipients: legs.flatMap((leg) => (leg.to === undefined ? [] : [party(leg.to, leg)])),
  };
}
