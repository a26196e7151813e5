import { fromHex, type Problem, problem } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Account, AddressAccount } from '../../address/account.ts';
import { parseAddress } from '../../address/address.ts';
import { equalBytes } from '../../bytes/byte-arrays.ts';
import { stripTransaction } from '../../bytes/raw-transaction.ts';
import { type Coin, outpointKey, sumOf } from '../../coin.ts';
import type { UtxoContext } from '../../context.ts';
import { feeOf, type SpendKind, transactionWeight } from '../../fees/weights.ts';
import type { TransactionInput } from '../../upstream/backend.ts';
import type { Upstreams } from '../../upstream/choose.ts';
import { silent } from '../../upstream/silent.ts';

/** A transaction in the mempool that another one takes the place of. */
export interface Replaced {
  readonly txid: string;
  /** What it spends: at least one of them has to be spent again, and we spend all. */
  readonly coins: readonly Coin[];
  /** What it pays, in the smallest unit. */
  readonly paid: bigint;
  /** scriptPubKey of its outputs. */
  readonly outputs: readonly Uint8Array[];
}

const field = 'transaction.data.params.replaces';

/**
 * Looks at what is to be replaced. Only what the sender's one address signed can be signed again. What it spends and pays is read from its bytes,
 * whose hash is the id: a lie about it would end as fees of the replacement.
 */
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
  const [found, bytes] = await Promise.all([
    upstreams.transaction(txid, operation),
    silent(upstreams.previous.all([txid], operation)),
  ]);
  if (found === undefined) return impossible('no upstream knows it');
  if (found.transaction.height !== undefined) return impossible('it is confirmed');
  const real = stripTransaction(bytes?.get(txid) ?? new Uint8Array());
  if (real === undefined) return impossible('no upstream shows its bytes');
  if (context.policy.isReplacementOptIn && !real.signalsReplacement)
    return impossible('it does not say that it may be replaced (BIP125)');
  const told = new Map(found.transaction.inputs.map((input) => [outpointKey(input), input]));
  const coins: Coin[] = [];
  for (const outpoint of real.inputs) {
    const input = told.get(outpointKey(outpoint));
    if (input?.value === undefined) return impossible('no upstream tells what it spends');
    if (!isOf(context, input, account)) return impossible('not all that it spends is the sender’s');
    coins.push({ ...outpoint, value: input.value, height: undefined, isCoinbase: undefined });
  }
  return { txid, coins, paid: sumOf(real.outputs), outputs: real.outputs.map(({ script }) => script) };
}

/** The same with what is known of the amounts of its coins, by `txid:vout`. */
export function withAmounts(replaced: Replaced, amounts: ReadonlyMap<string, bigint>): Replaced {
  const { coins } = replaced;
  return {
    ...replaced,
    coins: coins.map((coin) => ({ ...coin, value: amounts.get(outpointKey(coin)) ?? coin.value })),
  };
}

function isOf({ network }: UtxoContext, { script, address }: TransactionInput, account: AddressAccount): boolean {
  const parsed = script === undefined ? parseAddress(network, address ?? '') : undefined;
  const own = parsed === undefined ? fromHex(script ?? '') : parsed.ok ? parsed.value.script : undefined;
  return own !== undefined && equalBytes(own, account.script);
}

/**
 * What nodes ask of a replacement: what the other one pays, and for its own relay at the incremental rate (BIP125, rules 3 and 4); and a higher fee
 * rate than that of the other one (Bitcoin Core, src/policy/rbf.cpp: PaysMoreThanConflicts; the feerate diagram since 31). What others built upon
 * the other one is not known here: where it pays fees, nodes ask for those as well.
 *
 * @param weight - Of the replacement.
 * @param spend - How the coins of both are unlocked.
 */
export function replacementFee(
  { policy }: UtxoContext,
  { coins, paid, outputs }: Replaced,
  weight: number,
  spend: SpendKind,
): bigint {
  const before = sumOf(coins) - paid;
  const weightBefore = transactionWeight({ inputs: coins.map(() => spend), outputs });
  const forRelay = before + feeOf(policy.incrementalFeeRate, weight);
  const sameRate = (before * BigInt(weight)) / BigInt(weightBefore);
  return forRelay > sameRate ? forRelay : sameRate + 1n;
}
