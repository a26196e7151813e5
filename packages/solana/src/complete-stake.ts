import { type CheckedIntent, type Completion, type Operation, type Problem, problem } from '@isochain/core';
import { optional } from './ask.ts';
import type { SolanaContext } from './chains.ts';
import { complete, type Decision, refused, type Scene } from './completion.ts';
import { computeUnits } from './compute-units.ts';
import { balanceOf } from './funds.ts';
import { decodeVoteAccount } from './layouts.ts';
import type { SolanaOptions } from './options.ts';
import { lamportsPerSignature, newStakeAddress } from './params.ts';
import { minimumDelegation, stakeReserve } from './positions.ts';
import { type RpcVoteAccount, rpc } from './rpc.ts';
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
        ...voteWarnings(snapshot, vote, answers.validator.ok ? answers.validator.value.delinquent : []),
        ...leftWarnings(context, held - offer.fees - amount),
      ],
    };
  }

  const recipe = { accounts: [vote], writes: [], questions, simulates: true, decide };
  // One more key would move what public verifiers look for.
  const priority = options.profile === 'hardware' ? {} : { priority: 'none' as const };
  return complete(context, options, intent, { ...recipe, ...priority }, operation);
}

function voteProblems(context: SolanaContext, snapshot: Snapshot, vote: string): Problem[] {
  const account = snapshot.account(vote);
  if (account?.owner === programs.vote && decodeVoteAccount(account.data) !== undefined) return [];
  return [problem('validator.notFound', { validator: vote, chain: context.identity.name }, validatorField)];
}

function voteWarnings(snapshot: Snapshot, vote: string, delinquent: readonly RpcVoteAccount[]): Problem[] {
  const state = decodeVoteAccount(snapshot.account(vote)?.data ?? new Uint8Array());
  const isDelinquent = delinquent.some(({ votePubkey }) => votePubkey === vote);
  const keepsAll = (state?.commissionBasisPoints ?? 0) >= 10_000;
  return [
    ...(isDelinquent ? [problem('validator.delinquent', {}, validatorField)] : []),
    ...(keepsAll ? [problem('validator.keepsAll', {}, validatorField)] : []),
  ];
}

/** Unstaking and withdrawing cost a signature each. */
function leftWarnings(context: SolanaContext, left: bigint): Problem[] {
  if (left < 0n || left >= 2n * lamportsPerSignature) return [];
  return [problem('balance.noneLeftForFees', { left: nativeAmount(context, left) }, amountField)];
}
