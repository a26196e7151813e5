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

// That an output is a stake cannot be seen: it looks like any other of taproot. It is proven by terms that make its very script.

/**
 * The stake that Babylon knows under the id of a transaction, if what Babylon tells of it fits together: its transaction has that id, and its terms
 * make the output.
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
 * The stake of a transaction that is tagged as one, if the tag and one of the versions of the parameters make one of its outputs. A tag does not
 * say how long the coins stay locked that are unbonded: there is one stake for each time that it may be.
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

/** Whether a transaction is the one that ends a stake early: it has the very id that follows from the stake and the fee. */
export function isUnbondingOf(stake: Stake, { txid, outputs }: PaidTransaction): boolean {
  const [output, ...others] = outputs;
  if (output === undefined || others.length > 0 || output.value > stake.value) return false;
  return txidOf(planUnbonding(stake, stake.value - output.value)) === txid;
}
