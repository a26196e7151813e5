import {
  type CheckedIntent,
  type Decision,
  largestAmount,
  type Problem,
  problem,
  type Scene,
  toBase64,
} from '@isochain/core';
import { type Operation, RejectedAnswer, servesAnotherChain } from '@isochain/core/upstream';
import { type Address, zeroAddress } from '../address/address.ts';
import { amountEnds, mostUint64 } from '../bytes/limits.ts';
import type { AlgorandMode, Params } from '../bytes/params.ts';
import type { AlgorandPlan, Deed } from '../bytes/transaction.ts';
import type { AlgorandContext } from '../context.ts';
import { feeOf } from '../fees/fee.ts';
import { usualFee } from '../fees/usual-fee.ts';
import type { Algorand } from '../types.ts';
import { type Answers, ask, type Queries } from '../upstream/ask.ts';
import { checkStatus } from '../upstream/guard.ts';
import { latestRound } from '../upstream/latest-round.ts';
import { lookAtRounds } from '../upstream/look-at-rounds.ts';
import { type AccountFacts, account } from '../upstream/queries/accounts.ts';
import { type NodeStatus, nodeStatus, type Suggested, suggested } from '../upstream/queries/network.ts';
import { askSignatureType } from '../upstream/signature-type.ts';
import { expirationProblems } from './expiration.ts';
import { refuseExposedMemo } from './exposed-memo.ts';
import { feeProblems } from './fee.ts';
import { fundsProblems } from './funds.ts';
import { noteNews } from './memo.ts';
import { type KeyHints, signingOf } from './signer.ts';

// What all modes do: one round that reads everything side by side at one node, and then a decision without the network.

/** What a mode adds to what all modes read. */
export interface Recipe<M extends AlgorandMode, Q extends Queries> {
  readonly questions: Q;
  /** Decides what the transaction does. Pure. It is called with the fee of a first proposal, and again with the fee that follows from its bytes. */
  propose(facts: Facts<Q>): Proposal<M>;
}

/** What a mode decides from. */
export interface Facts<Q extends Queries> {
  readonly answers: Answers<Q>;
  readonly sender: AccountFacts;
  /** The latest round of the node. */
  readonly round: bigint;
  /** MicroAlgos. */
  readonly fee: bigint;
  /** The largest amount that the fee pays the bytes of, in microAlgos. A maximum may not be more. */
  readonly mostPaid: bigint;
}

/** What a mode decided. */
export interface Proposal<M extends AlgorandMode> {
  /** What the transaction does: its size decides the fee. Undefined if there is nothing to do, because of errors. */
  readonly deed?: Deed | undefined;
  readonly errors?: readonly Problem[] | undefined;
  readonly warnings?: readonly Problem[] | undefined;
  /** In the smallest unit. Undefined if the bytes hold none. */
  readonly amount?: bigint | undefined;
  /** Set if the bytes act on everything and hold no amount, whatever the intent says. Then the answer has `useMaxAmount` in place of an amount. */
  readonly isEverything?: true | undefined;
  /** MicroAlgos that leave the account beside the fee. */
  readonly spent?: bigint | undefined;
  /** By how many microAlgos the minimum balance rises. Negative if it falls: then that much may pay the fee. */
  readonly locked?: bigint | undefined;
  /** What that is for: completes "a deposit for …". */
  readonly lockedFor?: string | undefined;
  /** What another wish makes the fee at least, in microAlgos. It may be above the ceiling. */
  readonly leastFee?: bigint | undefined;
  /** What the mode's `params` hold beside those of all modes. */
  readonly params?: Partial<Params<M>> | undefined;
}

type Intent<M extends AlgorandMode> = Pick<CheckedIntent<Algorand, M>, 'mode' | 'wishes' | 'amount'> & {
  readonly data: { readonly memo?: string | undefined };
  readonly parsed: { readonly senderAddress: Address; readonly senderPubKey?: Address | undefined };
};

/** The wishes of all modes. */
interface CommonWishes {
  readonly lastValid?: bigint | undefined;
  readonly lease?: Uint8Array | undefined;
  readonly fees?: bigint | undefined;
}

const senderField = 'transaction.data.senderAddress';

/**
 * Reads what an intent needs.
 *
 * @throws RefusedError `secret.exposed` if the memo looks like one, before anything is asked.
 */
export async function readScene<M extends AlgorandMode, const Q extends Queries>(
  context: AlgorandContext,
  intent: Intent<M>,
  { questions, propose }: Recipe<M, Q>,
  operation: Operation,
): Promise<Scene<Algorand, M>> {
  refuseExposedMemo(intent.data.memo);
  const own = { sender: account(intent.parsed.senderAddress), suggested, status: nodeStatus };
  const { senderAddress, senderPubKey: key } = intent.parsed;
  const read = async () => {
    const accept = (found: unknown) => checkAnswers(context, found as OwnAnswers);
    return (await ask({ ...own, ...questions }, operation, { accept })) as unknown as Answers<Q> & OwnAnswers;
  };
  const [first, used] = await Promise.all([
    read(),
    askSignatureType(context, senderAddress, key, operation),
    lookAtRounds(context, operation),
  ]);
  // Others may have shown only meanwhile that this node is ahead of the network. Then it is passed over.
  const answers = isAhead(context, first) ? await read() : first;
  return { decide: () => decide(context, intent, answers, { key, used }, propose) };
}

interface OwnAnswers {
  readonly sender: AccountFacts;
  readonly suggested: Suggested;
  readonly status: NodeStatus;
}

/** No network asks for more, in microAlgos: 1,000,000 ALGO for a transaction, and 1,000 ALGO for a byte. Lower ones meet the ceiling of the operator. */
const mostMinFee = 10n ** 12n;
const mostFeePerByte = 10n ** 9n;

/** @throws RejectedAnswer or StandingStill. */
function checkAnswers(context: AlgorandContext, answers: OwnAnswers): void {
  const { suggested: terms, status } = answers;
  const { genesisId, genesisHash } = context.chain;
  if (terms.genesisHash !== genesisHash || terms.genesisId !== genesisId) throw servesAnotherChain();
  if (terms.minFee === 0n || terms.minFee > mostMinFee || terms.feePerByte > mostFeePerByte)
    throw new RejectedAnswer('it tells terms that no network has');
  roundOf(context, answers);
  if (isAhead(context, answers)) throw new RejectedAnswer('it tells a round that other nodes do not have');
  // Last: the answer of a node that stands still may be all that there is.
  checkStatus(context, status);
}

/** @throws RejectedAnswer */
function roundOf({ now }: Pick<AlgorandContext, 'now'>, answers: OwnAnswers): bigint {
  return latestRound(roundsOf(answers), now());
}

function roundsOf({ sender, suggested: terms, status }: OwnAnswers): readonly bigint[] {
  return [terms.lastRound, status.lastRound, sender.round];
}

function isAhead({ roundSights }: Pick<AlgorandContext, 'roundSights'>, answers: OwnAnswers): boolean {
  const highest = roundSights.highest();
  return highest !== undefined && roundsOf(answers).some((round) => round > highest);
}

function decide<M extends AlgorandMode, Q extends Queries>(
  context: AlgorandContext,
  intent: Intent<M>,
  answers: Answers<Q> & OwnAnswers,
  hints: KeyHints,
  propose: (facts: Facts<Q>) => Proposal<M>,
): Decision<Algorand, M> {
  const { sender, suggested: terms } = answers;
  const { genesisId, genesisHash } = context.chain;
  const wishes = intent.wishes as CommonWishes;
  const round = roundOf(context, answers);
  const signing = signingOf(sender, hints);
  const { note, errors: memoErrors, warnings: memoWarnings } = noteNews(intent.data.memo);
  const lastValid = wishes.lastValid ?? round + context.validRounds;
  const facts = (fee: bigint, mostPaid = mostUint64): Facts<Q> => ({ answers, sender, round, fee, mostPaid });
  const planOf = (deed: Deed): AlgorandPlan => ({
    ...{ sender: sender.address, fee: terms.minFee, firstValid: round, lastValid, genesisId, genesisHash },
    ...{ note, lease: wishes.lease, deed, signer: signing.signer },
  });
  // The fee follows from the size, and the amount of a maximum from the fee. No transaction has a lower fee than the first proposal, and so no larger amount.
  const first = propose(facts(wishes.fees ?? terms.minFee));
  const { leastFee = 0n, deed } = first;
  const from = wishes.fees === undefined || wishes.fees < leastFee ? leastFee : wishes.fees;
  const maximum =
    intent.amount === 'max' && wishes.fees === undefined && deed?.type === 'payment'
      ? largestAmount(deed.amount + terms.minFee, amountEnds, (amount) => feeOf(terms, planOf({ ...deed, amount })))
      : undefined;
  // Where nothing can be sent, the fee is that of the least amount.
  const paid = deed !== undefined && maximum !== undefined ? { ...deed, amount: maximum > 0n ? maximum : 1n } : deed;
  const least = paid === undefined ? terms.minFee : feeOf(terms, planOf(paid), from);
  const fee = wishes.fees ?? least;
  const proposal = propose(facts(fee, maximum));
  const { amount, spent = 0n, locked = 0n, lockedFor } = proposal;
  const errors = [
    ...(sender.address === zeroAddress
      ? [problem('sender.notWallet', { reason: 'nobody has its key' }, senderField)]
      : []),
    ...signing.errors,
    ...expirationProblems(wishes.lastValid, round),
    ...feeProblems(context, { least, wished: wishes.fees, leastByWish: leastFee }),
    ...memoErrors,
    ...(proposal.errors ?? []),
  ];
  if (errors.length === 0) errors.push(...fundsProblems(context, sender, { spent, locked, fee, what: lockedFor }));
  const params = {
    genesisId,
    genesisHash,
    firstValid: round.toString(),
    lastValid: lastValid.toString(),
    ...(signing.signer === sender.address ? {} : { authAddr: signing.signer }),
    ...(wishes.lease === undefined ? {} : { lease: toBase64(wishes.lease) }),
    ...proposal.params,
  };
  const computed = {
    ...(amount === undefined ? {} : { amount: amount.toString() }),
    ...(proposal.isEverything === true && errors.length === 0 ? { amount: undefined, useMaxAmount: true } : {}),
    fees: fee.toString(),
    ...(note === undefined ? {} : { memo: intent.data.memo }),
    ...(errors.length > 0 ? {} : { params }),
  };
  return {
    computed: computed as unknown as Decision<Algorand, M>['computed'],
    errors,
    warnings: [...signing.warnings, ...memoWarnings, ...(proposal.warnings ?? [])],
    held: sender.amount,
    usualFees: leastFee > usualFee ? leastFee : usualFee,
  };
}
