import { fromHex, type Operation, type Problem, problem } from '@isochain/core';
import type { Account, AddressAccount } from './account/account.ts';
import { parseAddress } from './account/address.ts';
import { equalBytes } from './bytes.ts';
import type { UtxoContext } from './chains.ts';
import { type Coin, sumOf } from './coin.ts';
import { feeOf } from './selection/weights.ts';
import type { TransactionInput } from './upstreams/backend.ts';
import type { Upstreams } from './upstreams/choose.ts';

/** A transaction in the mempool that another one takes the place of. */
export interface Replaced {
  readonly txid: string;
  /** What it spends: at least one of them has to be spent again, and we spend all. */
  readonly coins: readonly Coin[];
  /** Smallest unit. */
  readonly fee: bigint;
}

const field = 'transaction.data.params.replaces';

/** Looks at what is to be replaced. Only what the sender's one address signed can be signed again. */
export async function readReplaced(
  context: UtxoContext,
  upstreams: Upstreams,
  account: Account,
  txid: string,
  operation: Operation,
): Promise<Replaced | { readonly problem: Problem }> {
  const impossible = (reason: string) => ({
    problem: problem('replacement.impossible', { transaction: txid, reason }, field),
  });
  if (!context.policy.isReplaceable) return impossible(`nodes of ${context.identity.name} replace none`);
  if (account.kind !== 'address') return impossible('the sender is not one address');
  const found = await upstreams.transaction(txid, operation);
  if (found === undefined) return impossible('no upstream knows it');
  const { inputs, outputs, height } = found.transaction;
  if (height !== undefined) return impossible('it is confirmed');
  const coins: Coin[] = [];
  for (const input of inputs) {
    const { txid: source, vout, value } = input;
    if (!isOf(context, input, account)) return impossible('not all that it spends is the sender’s');
    if (value === undefined) return impossible('no upstream tells what it spends');
    coins.push({ txid: source, vout, value, height: undefined, isCoinbase: undefined });
  }
  return { txid, coins, fee: sumOf(coins) - sumOf(outputs) };
}

function isOf({ network }: UtxoContext, { script, address }: TransactionInput, account: AddressAccount): boolean {
  const parsed = script === undefined ? parseAddress(network, address ?? '') : undefined;
  const own = parsed === undefined ? fromHex(script ?? '') : parsed.ok ? parsed.account.script : undefined;
  return own !== undefined && equalBytes(own, account.script);
}

/**
 * What nodes ask of a replacement (BIP125, rules 3 and 4): what the other one pays, and for its own relay at the least rate that a node has.
 *
 * @param weight - Of the replacement.
 */
export function replacementFee({ policy }: UtxoContext, { fee }: Replaced, weight: number): bigint {
  return fee + feeOf(policy.minFeeRate, weight);
}
