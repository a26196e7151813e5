import { bytesOf, equalBytes } from './bytes.ts';
import type { Delegation } from './lcd-schemas.ts';
import { type StakingParameters, type TermsParams, termsOf, writeTerms } from './parameters.ts';
import { stakingOutput, termsProblem } from './scripts.ts';
import { readStakeTag } from './stake-tag.ts';
import { readTransaction, txidOf } from './transaction-bytes.ts';
import { planUnbonding, type Stake } from './transactions.ts';

/** A transaction on Bitcoin. Amounts in satoshi; ids and scripts in hex. */
export interface PaidTransaction {
  readonly txid: string;
  readonly outputs: readonly { readonly value: bigint; readonly script: string }[];
}

// The output of a stake looks like any other taproot output. It is proven to be a stake by terms that make the same script.

/**
 * The stake that Babylon has under a transaction id. Undefined if Babylon's answer contradicts itself: the transaction must have that id, and the
 * terms must make the output.
 */
export function stakeOfDelegation(
  txid: string,
  delegation: Delegation,
  parameters: StakingParameters,
): { readonly stake: Stake; readonly written: TermsParams } | undefined {
  const { staker, providers, stakingTime, unbondingTime, value, vout } = delegation;
  const written = writeTerms({ ...parameters, unbondingTime }, stakingTime);
  const terms = termsOf(bytesOf(staker), providers, written);
  if (termsProblem(terms) !== undefined) return undefined;
  const transaction = readTransaction(bytesOf(delegation.stakingTransaction));
  const output = transaction?.outputs[vout];
  if (transaction?.txid !== txid || output?.value !== value || !equalBytes(output.script, stakingOutput(terms).script))
    return undefined;
  return { stake: { txid, vout, value, terms }, written };
}

/**
 * The stake of a tagged transaction, if the tag and a version of the parameters make one of its outputs. A tag does not tell the unbonding time. So
 * there is one stake for each unbonding time in the parameters.
 */
export function stakesOfTag(
  { txid, outputs }: PaidTransaction,
  versions: readonly StakingParameters[],
): readonly Stake[] {
  const tag = readStakeTag(outputs.map(({ script }) => script));
  if (tag === undefined) return [];
  const committees = new Map(versions.map((version) => [`${version.quorum} ${version.covenant.join()}`, version]));
  for (const committee of committees.values()) {
    const terms = termsOf(tag.staker, [tag.provider], writeTerms(committee, tag.stakingTime));
    if (termsProblem(terms) !== undefined) continue;
    const { script } = stakingOutput(terms);
    const vout = outputs.findIndex((output) => equalBytes(bytesOf(output.script), script));
    const value = outputs[vout]?.value;
    if (value === undefined) continue;
    const times = new Set(versions.map(({ unbondingTime }) => unbondingTime));
    return [...times].map((unbondingTime) => ({ txid, vout, value, terms: { ...terms, unbondingTime } }));
  }
  return [];
}

/** Whether a transaction ends a stake early: its id must be the one that follows from the stake and the fee. */
export function isUnbondingOf(stake: Stake, { txid, outputs }: PaidTransaction): boolean {
  const [output, ...others] = outputs;
  if (output === undefined || others.length > 0 || output.value > stake.value) return false;
  return txidOf(planUnbonding(stake, stake.value - output.value)) === txid;
}
