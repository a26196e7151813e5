import {
  chargesOf,
  chargesProblem,
  chooseSignatures,
  finalSequence,
  isIncluded,
  planUnbonding,
  planWithdrawal,
  type StakeTerms,
  sighashOf,
  stakingOutput,
  type TermsParams,
  termsOf,
  termsProblem,
  witnessOf,
} from '@isochain/babylon';
import { altered, type CheckedData } from '@isochain/core';
import type { PublicKey } from '../address/public-key.ts';
import type { Network } from '../chains.ts';
import { withdrawalWeight } from '../fees/withdrawal-weight.ts';
import type { Utxo, UtxoPlan } from '../types.ts';
import { writeFeeRate } from './params.ts';
import { paymentPlan } from './plan.ts';
import { stakerOf, stakeSchema, unstakeSchema, withdrawSchema } from './stake-params.ts';
import { txidOf } from './unsigned.ts';

/**
 * Rebuilds a stake from its data alone. Its documents follow from the plan, and core compares them.
 *
 * @throws RefusedError `data.altered` if the data contradicts itself.
 */
export function stakePlan(network: Network, { parsed, ...completed }: CheckedData<Utxo, 'stake'>): UtxoPlan {
  const read = stakeSchema.safeParse(completed.params);
  if (!read.success) throw altered('params');
  const params = read.data;
  const terms = readTerms(parsed, [parsed.targetValidatorAddress], params);
  const value = readAmount(completed);
  const charges = chargesOf(params);
  if (chargesProblem(value, charges) !== undefined) throw altered('params');
  const plan = paymentPlan(network, {
    ...{ sender: parsed.senderAddress, key: parsed.senderPubKey, payment: params, fees: completed.fees },
    ...{ output: { script: stakingOutput(terms).script, value }, sequence: finalSequence },
  });
  // The id is registered before the transaction is signed, and Babylon expects the stake in the first output.
  if (params.outputs[0]?.role !== 'recipient' || params.inputs.some(({ type }) => type === 'p2pkh'))
    throw altered('params');
  const txid = txidOf(plan);
  if (params.inclusionProof !== undefined && !isIncluded(txid, params.inclusionProof))
    throw altered('params.inclusionProof');
  const stake = { txid, vout: 0, value, terms };
  return { ...plan, registration: { stake, charges, isRequired: params.postStaking !== true } };
}

/**
 * Rebuilds the early end of a stake, with the signatures of the covenant.
 *
 * @throws RefusedError `data.altered`
 */
export function unstakePlan({ data, parsed, ...completed }: CheckedData<Utxo, 'unstake'>): UtxoPlan {
  const read = unstakeSchema.safeParse(completed.params);
  if (!read.success) throw altered('params');
  const { stakingTxid, vout, value, providerKeys, covenantSignatures, unbondingTxid, ...params } = read.data;
  const terms = readTerms(parsed, providerKeys, params);
  if (data.stakeId !== stakingTxid) throw altered('stakeId');
  if (readAmount(completed) !== value) throw altered('amount');
  const { fees } = completed;
  const stake = { txid: stakingTxid, vout, value, terms };
  if (fees >= value) throw altered('fees');
  const bare = planUnbonding(stake, fees);
  if (txidOf(bare) !== unbondingTxid) throw altered('params.unbondingTxid');
  const valid = chooseSignatures(terms, sighashOf(bare), covenantSignatures);
  if (valid.length !== terms.quorum || covenantSignatures.length !== terms.quorum)
    throw altered('params.covenantSignatures');
  return {
    ...planUnbonding(stake, fees, witnessOf(terms, covenantSignatures)),
    publicKey: parsed.senderPubKey?.compressed,
  };
}

/**
 * Rebuilds the withdrawal of coins whose lock is over. They go to the sender.
 *
 * @throws RefusedError `data.altered`
 */
export function withdrawPlan({ data, parsed, ...completed }: CheckedData<Utxo, 'withdraw'>): UtxoPlan {
  const read = withdrawSchema.safeParse(completed.params);
  if (!read.success) throw altered('params');
  const { stakingTxid, path, txid, vout, value, providerKeys, feeRate, weight, vsize, ...params } = read.data;
  const terms = readTerms(parsed, providerKeys, params);
  // On the other paths the coins are in a transaction that others completed.
  if (data.stakeId !== stakingTxid || (path === 'expired' && txid !== stakingTxid)) throw altered('stakeId');
  const { senderAddress: recipient } = parsed;
  if (recipient.kind !== 'address') throw altered('senderAddress');
  const { fees } = completed;
  if (readAmount(completed) !== value - fees) throw altered('amount');
  const plan = planWithdrawal(terms, path, { txid, vout, value }, recipient.script, fees);
  const size = withdrawalWeight(plan);
  if (weight !== size || vsize !== Math.ceil(size / 4)) throw altered('params.weight');
  if (feeRate !== writeFeeRate((fees * 1000n) / BigInt(vsize))) throw altered('params.feeRate');
  return { ...plan, publicKey: parsed.senderPubKey?.compressed };
}

function readTerms(
  { senderPubKey }: { readonly senderPubKey?: PublicKey | undefined },
  providers: readonly string[],
  params: TermsParams,
): StakeTerms {
  if (senderPubKey === undefined) throw altered('senderPubKey');
  const terms = termsOf(stakerOf(senderPubKey), providers, params);
  if (termsProblem(terms) !== undefined) throw altered('params');
  return terms;
}

function readAmount({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined) throw altered('amount');
  return amount;
}
