import { type ParsedTransaction, toHex } from '@isochain/core';
import { feesOf, type Leg, partiesOf, unreadParts, warned } from '@isochain/core/movements';
import type { Account } from '../address/account.ts';
import { addressOf, parseAddress } from '../address/address.ts';
import { bytesOf } from '../bytes/byte-arrays.ts';
import type { Network } from '../chains.ts';
import type { UtxoContext } from '../context.ts';
import type { StakeReading } from '../upstream/babylon/stake-reader.ts';
import type { ChainTransaction, TransactionInput, TransactionOutput } from '../upstream/backend.ts';
import { type Change, changesOf, type Place } from './changes.ts';

type Side = TransactionInput | TransactionOutput;

/**
 * Puts a transaction into the standard shape: what each address gave or got by it, so change is not sent. Without an account, everything is shown. With one,
 * its addresses count as one, and of an incoming transaction only the account's own part is shown.
 *
 * @param tip - Height of the best block.
 * @param account - The owner of the history.
 * @param stake - What it does with a stake, if anything.
 */
export function parseTransaction(
  context: UtxoContext,
  transaction: ChainTransaction,
  tip: number,
  account?: Account,
  stake?: StakeReading,
): ParsedTransaction {
  const { txid, height, time, isCoinbase, isUnread } = transaction;
  const coin = { ticker: context.identity.ticker };
  const fee = isCoinbase ? 0n : transaction.fee;
  const { given, got, payer, unread } = changesOf(
    placesOf(context, transaction, account),
    fee ?? 0n,
    account !== undefined,
  );
  const parties = partiesOf([...legsOf('out', given), ...legsOf('in', got)], undefined, () => coin);
  return {
    id: txid,
    mode: isUnread === true ? 'unknown' : (stake?.mode ?? 'transfer'),
    state: height === undefined ? 'pending' : 'confirmed',
    ...(fee === undefined ? {} : feesOf(fee, payer, parties.senders, coin)),
    ...(height === undefined ? {} : { blockHeight: height.toString() }),
    ...(time === undefined ? {} : { timestamp: time.toString() }),
    ...parties,
    ...(stake?.validators === undefined ? {} : { validators: stake.validators }),
    // An upstream may tell of a block before it tells of its height.
    ...(height === undefined ? {} : { confirmations: Math.max(1, tip - height + 1).toString() }),
    ...warned(unreadParts(isUnread === true ? ['the transaction'] : unread ? ['an input'] : [])),
  };
}

function legsOf(way: Leg['way'], changes: readonly Change[]): Leg[] {
  return changes.map(({ address, amount }) => ({ way, address, amount }));
}

/** The inputs and outputs, by what answers call their addresses. */
function placesOf(
  context: UtxoContext,
  { inputs, outputs, isCoinbase }: ChainTransaction,
  account: Account | undefined,
): Place[] {
  const { network } = context;
  const isOwn = account === undefined ? () => false : ownership(context, account);
  const toPlace = (way: Place['way']) => (side: Side) => {
    return { way, address: nameOf(network, side), amount: side.value, isOwn: isOwn(side) };
  };
  return [...(isCoinbase ? [] : inputs.map(toPlace('in'))), ...outputs.map(toPlace('out'))];
}

/** Finds the account's own inputs and outputs. For extended keys the upstream marks them. */
export function ownership({ network }: UtxoContext, account: Account): (side: Side) => boolean {
  if (account.kind === 'extended') return ({ isOwn }) => isOwn === true;
  const own = toHex(account.script);
  return (side) => (side.script ? side.script === own : nameOf(network, side) === account.address);
}

/** The address as we write it, or `script:` and hex for a script without an address, such as OP_RETURN. */
function nameOf(network: Network, { script, address }: Side): string | undefined {
  if (script) return addressOf(network, bytesOf(script)) ?? `script:${script}`;
  const parsed = address === undefined ? undefined : parseAddress(network, address);
  return parsed?.ok === true ? parsed.value.address : undefined;
}
