import {
  chargesOf,
  chargesProblem,
  chooseSignatures,
  finalSequence,
  isIncluded,
  planUnbonding,
  planWithdrawal,
  providerKey,
  type StakeTerms,
  sighashOf,
  stakingOutput,
  type TermsParams,
  termsOf,
  termsProblem,
  txidOf,
  witnessOf,
} from '@isochain/babylon';
import { type CompletedData, parseAmount } from '@isochain/core';
import { parseAddress } from '../account/address.ts';
import type { UtxoContext } from '../chains.ts';
import { altered, writeFeeRate } from '../params.ts';
import type { Plan } from '../transaction/plan.ts';
import { paymentPlan } from '../transfer-plan.ts';
import { documentsOf } from './stake-documents.ts';
import { type StakeParams, stakerOf, stakeSchema, unstakeSchema, withdrawSchema } from './stake-params.ts';
import { withdrawalWeight } from './withdrawal-weight.ts';

/**
 * Rebuilds a stake, and all documents that belong to it, from its data alone.
 *
 * @throws RefusedError `data.altered` if the data contradicts itself.
 */
export function stakePlan(context: UtxoContext, data: CompletedData<'stake'>): Plan {
  const parsed = stakeSchema.safeParse(data.params);
  if (!parsed.success) throw altered('params');
  const params = parsed.data;
  const terms = readTerms(data, [providerKey(data.targetValidatorAddress)], params);
  const value = readAmount(data.amount, 'amount');
  const charges = chargesOf(params);
  if (chargesProblem(value, charges) !== undefined) throw altered('params');
  const { senderAddress, senderPubKey } = data;
  const plan = paymentPlan(context, {
    ...{ senderAddress, senderPubKey, payment: params, fees: readAmount(data.fees, 'fees') },
    ...{ output: { script: stakingOutput(terms).script, value }, sequence: finalSequence },
  });
  // The id is registered before the transaction is signed, and the output is looked for in its first place.
  if (params.outputs[0]?.role !== 'recipient' || params.inputs.some(({ type }) => type === 'p2pkh'))
    throw altered('params');
  if (params.inclusionProof !== undefined && !isIncluded(params.stakingTxid, params.inclusionProof))
    throw altered('params.inclusionProof');
  for (const [name, document] of Object.entries(documentsOf(plan, terms, charges))) {
    if (params[name as keyof StakeParams] !== document) throw altered(`params.${name}`);
  }
  return plan;
}

/**
 * Rebuilds the early end of a stake, with the signatures of the covenant.
 *
 * @throws RefusedError `data.altered`
 */
export function unstakePlan(_: UtxoContext, data: CompletedData<'unstake'>): Plan {
  const parsed = unstakeSchema.safeParse(data.params);
  if (!parsed.success) throw altered('params');
  const { stakingTxid, vout, value, providerKeys, covenantSignatures, unbondingTxid, ...params } = parsed.data;
  const terms = readTerms(data, providerKeys, params);
  if (data.stakeId !== stakingTxid) throw altered('stakeId');
  if (readAmount(data.amount, 'amount') !== value) throw altered('amount');
  const fees = readAmount(data.fees, 'fees');
  const stake = { txid: stakingTxid, vout, value, terms };
  if (fees >= value) throw altered('fees');
  const bare = planUnbonding(stake, fees);
  if (txidOf(bare) !== unbondingTxid) throw altered('params.unbondingTxid');
  const valid = chooseSignatures(terms, sighashOf(bare), covenantSignatures);
  if (valid.length !== terms.quorum || covenantSignatures.length !== terms.quorum)
    throw altered('params.covenantSignatures');
  return planUnbonding(stake, fees, witnessOf(terms, covenantSignatures));
}

/**
 * Rebuilds the withdrawal of coins whose lock is over. They go to the sender.
 *
 * @throws RefusedError `data.altered`
 */
export function withdrawPlan(context: UtxoContext, data: CompletedData<'withdraw'>): Plan {
  const parsed = withdrawSchema.safeParse(data.params);
  if (!parsed.success) throw altered('params');
  const { stakingTxid, path, txid, vout, value, providerKeys, feeRate, weight, vsize, ...params } = parsed.data;
  const terms = readTerms(data, providerKeys, params);
  // The other paths spend outputs of transactions that others completed.
  if (data.stakeId !== stakingTxid || (path === 'expired' && txid !== stakingTxid)) throw altered('stakeId');
  const recipient = parseAddress(context.network, data.senderAddress);
  if (!recipient.ok) throw altered('senderAddress');
  const fees = readAmount(data.fees, 'fees');
  if (readAmount(data.amount, 'amount') !== value - fees) throw altered('amount');
  const plan = planWithdrawal(terms, path, { txid, vout, value }, recipient.account.script, fees);
  const size = withdrawalWeight(plan);
  if (weight !== size || vsize !== Math.ceil(size / 4)) throw altered('params.weight');
  if (feeRate !== writeFeeRate((fees * 1000n) / BigInt(vsize))) throw altered('params.feeRate');
  return plan;
}

function readTerms(
  { senderPubKey }: { readonly senderPubKey?: string | undefined },
  providers: readonly string[],
  params: TermsParams,
): StakeTerms {
  const staker = stakerOf(senderPubKey);
  if (staker === undefined) throw altered('senderPubKey');
  const terms = termsOf(staker, providers, params);
  if (termsProblem(terms) !== undefined) throw altered('params');
  return terms;
}

function readAmount(text: string | undefined, field: string): bigint {
  const amount = parseAmount(text ?? '');
  if (amount === undefined) throw altered(field);
  return amount;
}
