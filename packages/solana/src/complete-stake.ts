import {
  type CheckedIntent,
  type Completion,
  type Operation,
  optional,
  type Problem,
  problem,
  type RpcOutcome,
} from '@isochain/core';
import { anyTransfer } from './base-fee.ts';
import type { SolanaContext } from './chains.ts';
import { complete, type Decision, refused, type Scene } from './completion.ts';
import { computeUnits } from './compute-units.ts';
import { balanceOf } from './funds.ts';
import { decodeVoteAccount, type VoteAccount } from './layouts.ts';
import type { SolanaOptions } from './options.ts';
import { newStakeAddress } from './params.ts';
import { minimumDelegation, stakeReserve } from './positions.ts';
import { type RpcVoteAccount, type RpcVoteAccounts, rpc } from './rpc.ts';
import type { Snapshot } from './snapshot.ts';
import { nativeAmount } from './terms.ts';
import { programs } from './well-known.ts';

/** Lamports that useMaxAmount leaves for the fees of unstaking and withdrawing: 0.01 SOL, a thousand times what they cost at least. */
const keptForFees = 10_000_000n;

const amountField = 'transaction.data.amount';
const validatorField = 'transaction.data.targetValidatorAddress';

/**
 * Completes a stake: a new stake account at an address that follows from the sender and the blockhash, so that no second key signs. The amount
 * is what moves into the account, with the reserve that is not at stake.
 */
export async function completeStake(
  context: SolanaContext,
  options: SolanaOptions,
  intent: CheckedIntent<'stake'>,
  operation: Operation,
): Promise<Completion<'stake'>> {
  const { senderAddress: sender, targetValidatorAddress: vote, sourceValidatorAddress } = intent.data;
  if (sourceValidatorAddress !== undefined) {
    const field = 'transaction.data.sourceValidatorAddress';
    return refused(intent, problem('stake.immovable', { chain: context.identity.name }, field));
  }
  const questions = {
    minimum: optional(rpc.stakeMinimumDelegation()),
    validator: optional(rpc.voteAccount(vote)),
  };

  function decide({ snapshot, answers, offer: offerOf }: Scene<typeof questions>): Decision {
    const offer = offerOf(2n * computeUnits.system + computeUnits.initializeStake + computeUnits.delegateStake);
    const held = balanceOf(snapshot, sender);
    const isMax = intent.amount === 'max';
    // An account without coins could never unstake.
    const kept = keptForFees > snapshot.rentMinimum(0) ? keptForFees : snapshot.rentMinimum(0);
    const amount = intent.amount === 'max' ? held - offer.fees - kept : (intent.amount ?? 0n);
    const minimum = stakeReserve(snapshot) + minimumDelegation(answers.minimum);
    return {
      data: amount > 0n ? { amount: amount.toString() } : {},
      offer,
      params: { newStake: { account: newStakeAddress(sender, offer.params.blockhash) } },
      spending: isMax ? {} : { amount },
      errors: [
        ...voteProblems(context, snapshot, vote),
        ...(amount < minimum
          ? [problem('stake.belowMinimum', { minimum: nativeAmount(context, minimum) }, amountField)]
          : []),
      ],
      warnings: [
        ...voteWarnings(snapshot, vote, answers.validator),
        ...leftWarnings(context, held - offer.fees - amount, offer.baseFee),
      ],
    };
  }

  const recipe = { accounts: [vote], writes: [], questions, guess: anyTransfer(sender), simulates: true, decide };
  // One more key would move what public verifiers look for.
  const priority = options.profile === 'hardware' ? {} : { priority: 'none' as const };
  return complete(context, options, intent, { ...recipe, ...priority }, operation);
}

function voteProblems(context: SolanaContext, snapshot: Snapshot, vote: string): Problem[] {
  const account = snapshot.account(vote);
  if (account?.owner === programs.vote && decodeVoteAccount(account.data) !== undefined) return [];
  return [problem('validator.notFound', { validator: vote, chain: context.identity.name }, validatorField)];
}

function voteWarnings(snapshot: Snapshot, vote: string, answer: RpcOutcome<RpcVoteAccounts>): Problem[] {
  const state = decodeVoteAccount(snapshot.account(vote)?.data ?? new Uint8Array());
  const { current, delinquent } = answer.ok ? answer.value : { current: [], delinquent: [] };
  const isThis = ({ votePubkey }: RpcVoteAccount) => votePubkey === vote;
  const isDelinquent = delinquent.some(isThis);
  const exclusion = exclusionOf(state, [...current, ...delinquent].find(isThis));
  const keepsAll = (state?.commissionBasisPoints ?? 0) >= 10_000;
  return [
    ...(isDelinquent ? [problem('validator.delinquent', {}, validatorField)] : []),
    ...(exclusion === undefined ? [] : [problem('validator.notAdmitted', { reason: exclusion }, validatorField)]),
    ...(keepsAll ? [problem('validator.keepsAll', {}, validatorField)] : []),
  ];
}

/**
 * Why a validator is left out of the epoch, and earns nothing for those who stake with it: the cluster chooses the 2,000 with the most stake among
 * those that have a BLS key and enough coins (SIMD-0357, clone_and_filter_for_vat of anza-xyz/agave, on mainnet-beta since 2026-07-22). Where it
 * chose one without a key, it does not ask for keys. One without stake is not there yet, which says nothing.
 */
function exclusionOf(state: VoteAccount | undefined, listed: RpcVoteAccount | undefined): string | undefined {
  const { epochVoteAccount: isChosen, activatedStake = 0n } = listed ?? {};
  if (state === undefined || isChosen === true) return undefined;
  if (!state.hasBlsKey) return 'it has no BLS key';
  if (isChosen !== false || activatedStake === 0n) return undefined;
  return 'it is not among those that the cluster chose: the 2,000 with the most stake, a BLS key and enough coins';
}

/** Unstaking and withdrawing cost about as much each. */
function leftWarnings(context: SolanaContext, left: bigint, baseFee: bigint): Problem[] {
  if (left < 0n || left >= 2n * baseFee) return [];
  return [problem('balance.noneLeftForFees', { left: nativeAmount(context, left) }, amountField)];
}
