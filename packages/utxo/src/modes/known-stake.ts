import {
  type Delegation,
  planUnbonding,
  readTransaction,
  refundOutput,
  type Stake,
  type StakingParameters,
  type StrippedTransaction,
  stakeOfDelegation,
  type TermsParams,
  txidOf,
} from '@isochain/babylon';
import { type CheckedIntent, type Problem, problem, toHex } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { bytesOf, equalBytes } from '../bytes/byte-arrays.ts';
import { stakerOf } from '../bytes/stake-params.ts';
import type { UtxoContext } from '../context.ts';
import type { Utxo } from '../types.ts';
import { readAllVersions, readDelegation } from '../upstream/babylon/lcd.ts';
import { readIndexedStakes } from '../upstream/babylon/staking-api.ts';

/** A stake that Babylon knows. Checked: all that Babylon's node told of it fits together, down to the bytes of its transactions. */
export interface KnownStake {
  readonly ok: true;
  readonly stake: Stake;
  /** For `params`. Keys in hex. */
  readonly params: TermsParams & { stakingTxid: string; providerKeys: string[] };
  readonly status: string;
  readonly signatures: Delegation['signatures'];
  /** Unsigned, as they were registered. */
  readonly unbonding: StrippedTransaction;
  readonly slashing: readonly StrippedTransaction[];
}

interface Unknown {
  readonly ok: false;
  readonly errors: readonly [Problem];
}

/** What an intent says about the stake. */
type StakeRequest = Pick<CheckedIntent<Utxo, 'unstake'> | CheckedIntent<Utxo, 'withdraw'>, 'data' | 'parsed'>;

const idField = 'transaction.data.stakeId';

/**
 * Finds the stake of an intent: by its id, or as the sender's only stake with the validator.
 *
 * @param states - States of Babylon Labs' index. Stakes in these states are preferred.
 * @returns The id of the staking transaction, or why there is none.
 */
export async function findStake(
  context: UtxoContext,
  { data: { senderAddress, validatorAddress, stakeId }, parsed }: StakeRequest,
  states: RegExp,
  operation: Operation,
): Promise<{ readonly ok: true; readonly staker: Uint8Array; readonly txid: string } | Unknown> {
  if (parsed.senderPubKey === undefined) return unknown(keyRequired(senderAddress));
  const staker = stakerOf(parsed.senderPubKey);
  if (stakeId !== undefined) {
    if (/^[0-9a-f]{64}$/i.test(stakeId)) return { ok: true, staker, txid: stakeId.toLowerCase() };
    return unknown(problem('position.notFound', { reason: 'stakeId is no transaction id' }, idField));
  }
  if (context.endpointsOf('babylon-staking').length === 0) return unknown(problem('position.unlisted', {}, idField));
  const { stakes } = await readIndexedStakes(context, toHex(staker), operation);
  const theirs = stakes.filter(
    ({ providers, state }) => providers.includes(parsed.validatorAddress) && !/WITHDRAWN|EXPANDED/.test(state),
  );
  const meant = theirs.filter(({ state }) => states.test(state));
  const [stake, ...others] = meant.length > 0 ? meant : theirs;
  if (stake === undefined)
    return unknown(problem('position.notFound', { reason: `nothing is with ${validatorAddress}` }));
  if (others.length > 0) return unknown(problem('position.ambiguous', { count: others.length + 1 }, idField));
  return { ok: true, staker, txid: stake.txid };
}

/** For a stake the key itself signs, not the tweaked key of the address. */
export function keyRequired(sender: string): Problem {
  const reason = 'stakes belong to keys, and it does not follow from the address';
  return problem('publicKey.required', { sender, reason }, 'transaction.data.senderPubKey');
}

/** An extended public key stands for many keys, but a stake belongs to one. */
export function notOneAddress(sender: string): Problem {
  const reason = 'a stake belongs to one key, and its sender is one address of it';
  return problem('sender.unsupportedScript', { sender, reason }, 'transaction.data.senderAddress');
}

/** Reads a stake from a node of Babylon, and checks that what it tells makes the outputs that are on Bitcoin. */
export async function readStake(txid: string, staker: Uint8Array, operation: Operation): Promise<KnownStake | Unknown> {
  const [delegation, versions] = await Promise.all([readDelegation(txid, operation), readAllVersions(operation)]);
  if (delegation === undefined)
    return unknown(problem('position.notFound', { reason: 'Babylon does not know it' }, idField));
  if (delegation.staker !== toHex(staker))
    return unknown(problem('position.foreign', { owner: delegation.staker }, idField));
  const parameters = versions.find(({ version }) => version === delegation.version);
  const known = parameters && check(txid, delegation, parameters);
  const reason = 'what Babylon tells of this stake contradicts itself';
  return known ?? unknown(problem('stake.parametersUnclear', { reason }));
}

function check(txid: string, delegation: Delegation, parameters: StakingParameters): KnownStake | undefined {
  const found = stakeOfDelegation(txid, delegation, parameters);
  if (found === undefined) return undefined;
  const { stake, written } = found;
  const { providers, status, signatures } = delegation;

  const unbonding = readTransaction(bytesOf(delegation.unbondingTransaction));
  const fee = stake.value - (unbonding?.outputs[0]?.value ?? 0n);
  if (unbonding === undefined || fee < 0n || txidOf(planUnbonding(stake, fee)) !== unbonding.txid) return undefined;

  const refund = refundOutput(stake.terms).script;
  const slashing = [delegation.slashingTransaction, delegation.unbondingSlashingTransaction].flatMap((text) => {
    const transaction = readTransaction(bytesOf(text));
    const left = transaction?.outputs[1];
    return transaction !== undefined && left !== undefined && equalBytes(left.script, refund) ? [transaction] : [];
  });
  if (slashing.length < 2) return undefined;
  return {
    ...{ ok: true, stake, status, signatures, unbonding, slashing },
    params: { ...written, stakingTxid: txid, providerKeys: [...providers] },
  };
}

function unknown(found: Problem): Unknown {
  return { ok: false, errors: [found] };
}
