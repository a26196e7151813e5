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
import { isWaitingTruc } from '../../upstream/truc.ts';

/** A transaction in the mempool that is to be replaced. */
export interface Replaced {
  readonly txid: string;
  /** Coins that it spends. At least one of them has to be spent again; we spend all. */
  readonly coins: readonly Coin[];
  /** Its fee, in the smallest unit. */
  readonly paid: bigint;
  /** scriptPubKey of its outputs. */
  readonly outputs: readonly Uint8Array[];
}

const field = 'transaction.data.params.replaces';

/**
 * Reads the transaction to replace. Only the sender's one address may have signed it. What it spends and pays is read from its bytes, which hash to
 * the id: a lie about it would end as fees of the replacement.
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
  if (isWaitingTruc({ version: real.version, height: undefined })) {
    const parents = [...new Set(coins.map((coin) => coin.txid))];
    const found = await Promise.all(parents.map((parent) => silent(upstreams.transaction(parent, operation))));
    // The replacement has version 2.
    if (found.some((parent) => parent?.transaction.height === undefined))
      return impossible('it has version 3 (BIP431), and spends coins that wait for a block');
  }
  return { txid, coins, paid: sumOf(real.outputs), outputs: real.outputs.map(({ script }) => script) };
}

/** Sets the amounts of its coins that are known, by `txid:vout`. */
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
 * The least fee of a replacement. It pays the fee of the original, plus the incremental rate for its own size (BIP125, rules 3 and 4), at a higher
 * fee rate than the original (Bitcoin Core, src/policy/rbf.cpp: PaysMoreThanConflicts; the feerate diagram since 31). Nodes also ask for the fees of
 * transactions that spend outputs of the original; these are not known here.
 *
 * @param weight - Weight of the replacement.
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
