import { type ParsedTransaction, toHex } from '@isochain/core';
import type { Account } from '../address/account.ts';
import { addressOf, parseAddress } from '../address/address.ts';
import { bytesOf } from '../bytes/byte-arrays.ts';
import type { Network } from '../chains.ts';
import type { UtxoContext } from '../context.ts';
import type { StakeReading } from '../upstream/babylon/stake-reader.ts';
import type { ChainTransaction, TransactionInput, TransactionOutput } from '../upstream/backend.ts';

type Side = TransactionInput | TransactionOutput;
type Party = NonNullable<ParsedTransaction['senders']>[number];

/** An address, and all that it paid or received in a transaction. The amount is undefined if no upstream tells it. */
interface Movement {
  readonly from: readonly Share[];
  readonly to: readonly Share[];
}

interface Share {
  readonly address: string;
  readonly amount: bigint | undefined;
}

/**
 * Puts a transaction into the standard shape. Without an account, everything is shown. With one, change is left out, and of an incoming transaction
 * only the account's own part is shown.
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
  const { txid, height, time, isCoinbase } = transaction;
  const { ticker } = context.identity;
  const fee = isCoinbase ? 0n : transaction.fee;
  const { from, to } =
    account === undefined
      ? movement(context, transaction)
      : movementOf(context, transaction, ownership(context, account));
  // Clients calculate with amounts. So an unknown amount is left out, and is not shown as 0.
  const toParties = (shares: readonly Share[]): Party[] =>
    shares.flatMap(({ address, amount }) =>
      amount === undefined ? [] : [{ address, amount: amount.toString(), ticker }],
    );
  return {
    id: txid,
    mode: stake?.mode ?? 'transfer',
    state: height === undefined ? 'pending' : 'confirmed',
    ...(fee === undefined ? {} : { fees: { amount: fee.toString(), ticker } }),
    ...(height === undefined ? {} : { blockHeight: height.toString() }),
    ...(time === undefined ? {} : { timestamp: time.toString() }),
    senders: toParties(from),
    recipients: toParties(to),
    ...(stake?.validators === undefined ? {} : { validators: stake.validators }),
    // An upstream may tell of a block before it tells of its height.
    ...(height === undefined ? {} : { confirmations: Math.max(1, tip - height + 1).toString() }),
  };
}

function movement({ network }: UtxoContext, { inputs, outputs, isCoinbase }: ChainTransaction): Movement {
  return { from: isCoinbase ? [] : sharesOf(network, inputs), to: sharesOf(network, outputs.filter(isPayment)) };
}

function movementOf(
  { network }: UtxoContext,
  { inputs, outputs, isCoinbase }: ChainTransaction,
  isOwn: (side: Side) => boolean,
): Movement {
  const spent = isCoinbase ? [] : inputs;
  const paid = outputs.filter(isPayment);
  const given = spent.filter(isOwn);
  const got = paid.filter(isOwn);
  const foreign = paid.filter((output) => !isOwn(output));
  const [firstGiven] = sharesOf(network, given);
  // Incoming.
  if (firstGiven === undefined) return { from: sharesOf(network, spent), to: sharesOf(network, got) };
  if (given.length === spent.length) {
    // If everything stays in the account, the first output is the payment, and the others are change.
    return { from: sharesOf(network, given), to: sharesOf(network, foreign.length > 0 ? foreign : paid.slice(0, 1)) };
  }
  // Others pay too (payjoin, coinjoin): only the difference to the account is shown.
  const net = sum(got) - sum(given);
  const others = spent.filter((input) => !isOwn(input));
  const [firstGot = firstGiven] = sharesOf(network, got);
  return net < 0n
    ? { from: [{ ...firstGiven, amount: -net }], to: sharesOf(network, foreign) }
    : { from: sharesOf(network, others), to: [{ ...firstGot, amount: net }] };
}

/** OP_RETURN (src/script/script.h): it pays nobody. */
function isPayment({ script }: TransactionOutput): boolean {
  return !script.startsWith('6a');
}

/** Finds the account's own inputs and outputs. For extended keys the upstream marks them. */
export function ownership({ network }: UtxoContext, account: Account): (side: Side) => boolean {
  if (account.kind === 'extended') return ({ isOwn }) => isOwn === true;
  const own = toHex(account.script);
  return (side) => (side.script ? side.script === own : nameOf(network, side) === account.address);
}

/** Adds up by address, in order of first appearance. Inputs without a known address are left out. */
function sharesOf(network: Network, sides: readonly Side[]): Share[] {
  const amounts = new Map<string, bigint | undefined>();
  for (const side of sides) {
    const name = nameOf(network, side);
    if (name === undefined) continue;
    const before = amounts.has(name) ? amounts.get(name) : 0n;
    amounts.set(name, before === undefined || side.value === undefined ? undefined : before + side.value);
  }
  return [...amounts].map(([address, amount]) => ({ address, amount }));
}

/** The address as we write it, or `script:` and hex for a script without an address. */
function nameOf(network: Network, { script, address }: Side): string | undefined {
  if (script) return addressOf(network, bytesOf(script)) ?? `script:${script}`;
  const parsed = address === undefined ? undefined : parseAddress(network, address);
  return parsed?.ok === true ? parsed.value.address : undefined;
}

function sum(sides: readonly Side[]): bigint {
  return sides.reduce((total, { value = 0n }) => total + value, 0n);
}
