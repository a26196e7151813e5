import { type CheckedIntent, type Decision, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { fallible, type RpcOutcome } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { newStakeAddress } from '../bytes/params.ts';
import type { Named, SolanaContext } from '../context.ts';
import { anyTransfer } from '../fees/base-fee.ts';
import { computeUnits } from '../fees/compute-units.ts';
import { decodeVoteAccount, type VoteAccount } from '../layouts/index.ts';
import type { SolanaOptions } from '../options.ts';
import type { Solana } from '../types.ts';
import { isUnsupported, type RpcVoteAccount, type RpcVoteAccounts, rpc } from '../upstream/rpc.ts';
import type { Snapshot } from '../upstream/snapshot.ts';
import { programs } from '../well-known.ts';
import { taken } from '../wishes.ts';
import { type Facts, readScene, refused } from './completion.ts';
import { balanceOf } from './funds.ts';
import { minimumDelegation, stakeReserve } from './stake-accounts.ts';

/** Lamports that useMaxAmount keeps for the fees of unstaking and withdrawing: 0.01 SOL, a thousand times their least cost. */
const keptForFees = 10_000_000n;

const amountField = 'transaction.data.amount';
const validatorField = 'transaction.data.targetValidatorAddress';

/**
 * Stakes coins in a new stake account. Its address follows from the sender and from what is staked, so that no second key signs. The amount is
 * everything that moves into the account, including the reserve, which is not at stake.
 */
export function stake(context: SolanaContext, options: SolanaOptions): ModeVerbs<Solana, 'stake'> {
  return {
    ...taken,
    async ask(intent, operation) {
      const { senderAddress: sender, targetValidatorAddress: vote, sourceValidatorAddress } = intent.parsed;
      if (sourceValidatorAddress !== undefined) {
        const field = 'transaction.data.sourceValidatorAddress';
        return { decide: () => refused([problem('stake.immovable', { chain: context.identity.name }, field)]) };
      }
      const recipe = {
        accounts: [vote],
        writes: [],
        questions: questionsOf(vote),
        guess: anyTransfer(sender),
        simulates: true,
        // One more key would move the places that public verifiers look at.
        ...(options.profile === 'hardware' ? {} : { priority: 'none' as const }),
        decide: (facts: StakeFacts) => decide(context, intent, facts),
      };
      return readScene(context, options, intent, recipe, operation);
    },
  };
}

function questionsOf(vote: Address) {
  return {
    minimum: fallible(rpc.stakeMinimumDelegation(), isUnsupported),
    validator: fallible(rpc.voteAccount(vote), isUnsupported),
  };
}

type StakeFacts = Facts<'stake', ReturnType<typeof questionsOf>>;

function decide(
  chain: Named,
  { amount: wanted = 0n, data: { memo }, parsed }: CheckedIntent<Solana, 'stake'>,
  { snapshot, answers, offer: offerOf, judge }: StakeFacts,
): Decision<Solana, 'stake'> {
  const { senderAddress: sender, targetValidatorAddress: vote } = parsed;
  const offer = offerOf(2n * computeUnits.system + computeUnits.initializeStake + computeUnits.delegateStake);
  const held = balanceOf(snapshot, sender);
  // A sender without coins could never unstake.
  const kept = keptForFees > snapshot.rentMinimum(0) ? keptForFees : snapshot.rentMinimum(0);
  const amount = wanted === 'max' ? held - offer.fees - kept : wanted;
  const minimum = stakeReserve(snapshot) + minimumDelegation(answers.minimum);
  const { blockhash } = offer.params;
  const newStake = { account: newStakeAddress(sender, { blockhash, target: vote, amount, memo }) };
  return {
    computed: {
      ...(amount > 0n ? { amount: amount.toString() } : {}),
      ...offer.computed,
      params: { ...offer.params, newStake },
    },
    ...judge(offer, {
      spending: wanted === 'max' ? {} : { amount },
      errors: [
        ...voteProblems(chain, snapshot, vote),
        ...(amount < minimum
          ? [problem('stake.belowMinimum', { minimum: nativeAmount(chain, minimum) }, amountField)]
          : []),
      ],
      warnings: [
        ...voteWarnings(snapshot, vote, answers.validator),
        ...leftWarnings(chain, held - offer.fees - amount, offer.baseFee),
      ],
    }),
  };
}

function voteProblems(chain: Named, snapshot: Snapshot, vote: string): Problem[] {
  const account = snapshot.account(vote);
  if (account?.owner === programs.vote && decodeVoteAccount(account.data) !== undefined) return [];
  return [problem('validator.notFound', { validator: vote, chain: chain.identity.name }, validatorField)];
}

function voteWarnings(snapshot: Snapshot, vote: string, answer: RpcOutcome<RpcVoteAccounts>): Problem[] {
  const state = decodeVoteAccount(snapshot.account(vote)?.data ?? new Uint8Array());
  const keepsAll = (state?.commissionBasisPoints ?? 0) >= 10_000;
  const ownWarnings = keepsAll ? [problem('validator.keepsAll', {}, validatorField)] : [];
  // Only the list tells whom the cluster chose.
  if (!answer.ok) return ownWarnings;
  const { current, delinquent } = answer.value;
  const isThis = ({ votePubkey }: RpcVoteAccount) => votePubkey === vote;
  const isDelinquent = delinquent.some(isThis);
  const exclusion = exclusionOf(state, [...current, ...delinquent].find(isThis));
  return [
    ...(isDelinquent ? [problem('validator.delinquent', {}, validatorField)] : []),
    ...(exclusion === undefined ? [] : [problem('validator.notAdmitted', { reason: exclusion }, validatorField)]),
    ...ownWarnings,
  ];
}

/**
 * Why a validator is left out of the epoch, so that its stakers earn nothing. The cluster chooses the 2,000 with the most stake among validators with
 * a BLS key and enough coins (SIMD-0357, clone_and_filter_for_vat of anza-xyz/agave, on mainnet-beta since 2026-07-22). If it chose one without a
 * key, it does not ask for keys. A validator without stake is not listed yet, which means nothing.
 */
function exclusionOf(state: VoteAccount | undefined, listed: RpcVoteAccount | undefined): string | undefined {
  const { epochVoteAccount: isChosen, activatedStake = 0n } = listed ?? {};
  if (state === undefined || isChosen === true) return undefined;
  if (!state.hasBlsKey) return 'it has no BLS key';
  if (isChosen !== false || activatedStake === 0n) return undefined;
  return 'it is not among those that the cluster chose: the 2,000 with the most stake, a BLS key and enough coins';
}

/** Unstaking costs about as much as withdrawing. */
function leftWarnings(chain: Named, left: bigint, baseFee: bigint): Problem[] {
  if (left < 0n || left >= 2n * baseFee) return [];
  return [problem('balance.noneLeftForFees', { left: nativeAmount(chain, left) }, amountField)];
}
