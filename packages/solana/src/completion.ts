import {
  type CheckedIntent,
  type CompletedData,
  type Completion,
  type Mode,
  type Operation,
  type Problem,
  problem,
} from '@isochain/core';
import type { Answers, Questions } from './ask.ts';
import { toMessageBytes } from './assemble.ts';
import { utf8 } from './bytes.ts';
import type { SolanaContext } from './chains.ts';
import { preambleUnits } from './compute-units.ts';
import { balanceOf, fundsProblems, type Spending, senderProblems } from './funds.ts';
import { maxTransactionLength } from './message.ts';
import type { Priority, SolanaOptions } from './options.ts';
import type { Params } from './params.ts';
import { simulate } from './simulate.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import { makeOffer, type Offer } from './terms.ts';
import { readWishes, withoutWishes } from './wishes.ts';

/** The modes of the family. All have a sender. */
export type SolanaMode = 'transfer' | 'transferToken' | 'enableToken' | 'stake' | 'unstake' | 'withdraw';

/** What is particular to the completion of one mode. */
export interface Recipe<Q extends Questions> {
  /** Accounts to read, beside the sender. */
  readonly accounts: readonly string[];
  /** Accounts that the transaction writes to, beside the sender: what others paid for writing to them is its price. */
  readonly writes: readonly string[];
  /** What else is asked, in the same round trip. */
  readonly questions: Q;
  /** Instead of what the options say. */
  readonly priority?: Priority;
  /** Whether a node is asked what would happen, where the options do not say. */
  readonly simulates: boolean;
  /** What the transaction will be. Looks at nothing but the scene. */
  decide(scene: Scene<Q>): Decision;
}

/** What is known when a mode decides. */
export interface Scene<Q extends Questions> {
  readonly snapshot: Snapshot;
  readonly answers: Answers<Q>;
  /** @param units - What the mode's own instructions use, in compute units. */
  offer(units: bigint): Offer;
}

export interface Decision {
  /** Fields of the transaction data that were computed. */
  readonly data?: Readonly<Record<string, string>>;
  /** Absent where there is nothing to offer; then there are errors. */
  readonly offer?: Offer;
  /** Beyond those of the offer. */
  readonly params?: Partial<Params>;
  /** What leaves the sender beside the fees. */
  readonly spending?: Omit<Spending, 'fees'>;
  readonly errors?: readonly Problem[];
  /** Errors that only matter where the sender can pay. */
  readonly errorsIfPaid?: readonly Problem[];
  readonly warnings?: readonly Problem[];
}

/**
 * Completes an intent: one round trip for all that is read, so that everything fits together, and a second one only where a node is asked what
 * would happen.
 */
export async function complete<M extends SolanaMode, const Q extends Questions>(
  context: SolanaContext,
  options: SolanaOptions,
  intent: CheckedIntent<M>,
  recipe: Recipe<Q>,
  operation: Operation,
): Promise<Completion<M>> {
  const wishes = readWishes(intent.data);
  const { senderAddress: sender, memo }: { senderAddress: string; memo?: string | undefined } = intent.data;
  const priority = recipe.priority ?? options.priority ?? 'none';
  const { snapshot, answers } = await readSnapshot(
    context,
    {
      accounts: [sender, ...recipe.accounts],
      nonceAccount: wishes.nonceAccount,
      pricesFor: priority === 'none' ? undefined : [sender, ...recipe.writes],
    },
    recipe.questions,
    operation,
  );
  const offerOf = (units: bigint) => {
    const request = { sender, units: units + preambleUnits(wishes, memo), priority };
    return makeOffer(context, options, snapshot, request, wishes);
  };
  const decision = recipe.decide({ snapshot, answers, offer: offerOf });
  const { offer, errors = [], errorsIfPaid = [], warnings = [] } = decision;
  const echo = { ...echoOf(intent as unknown as CheckedIntent), ...decision.data };
  if (offer === undefined) return { data: echo as Completion<M>['data'], errors, warnings: [] };

  const data = {
    ...echo,
    ...(offer.units === undefined ? {} : { gas: offer.units.toString() }),
    fees: offer.fees.toString(),
    params: { ...offer.params, ...decision.params },
    // Every field of the mode is there: of the intent, and what was computed.
  } as unknown as CompletedData<M>;
  const funds = fundsProblems(context, snapshot, sender, { fees: offer.fees, ...decision.spending });
  const found = [
    ...offer.problems,
    ...senderProblems(snapshot, sender),
    ...errors,
    ...(funds.length > 0 ? funds : errorsIfPaid),
  ];
  const isSimulated = options.simulate ?? recipe.simulates;
  const retiring = wishes.nonceAccount === undefined ? [] : [nonceRetires];
  const looked = found.length > 0 ? found : await look(context, data, isSimulated, operation);
  return { data, errors: looked, warnings: [...warnings, ...retiring], held: balanceOf(snapshot, sender) };
}

/** Announced by the developers of the chain in 2026, without a date: six months after what replaces them is there. */
const nonceRetires = problem('nonceAccount.retiring', {}, 'transaction.data.params.nonceAccount');

/** An intent that is refused before anything is read. */
export function refused<M extends SolanaMode>(
  intent: CheckedIntent<M>,
  code: Problem | readonly Problem[],
): Completion<M> {
  return {
    data: echoOf(intent as unknown as CheckedIntent) as Completion<M>['data'],
    errors: [code].flat(),
    warnings: [],
  };
}

/** What comes back of the intent, whatever its mode. */
function echoOf({ data, amount }: CheckedIntent): object {
  const hasMax = data.mode !== 'enableToken' && data.mode !== 'withdraw';
  return { ...withoutWishes(data), ...(hasMax ? { useMaxAmount: amount === 'max' } : {}) };
}

/** Looks at the bytes that data makes: whether they fit, and what a node says that they would do. */
async function look(
  context: SolanaContext,
  data: CompletedData,
  isSimulated: boolean,
  operation: Operation,
): Promise<Problem[]> {
  if (data.memo === undefined && !isSimulated) return [];
  const message = toMessageBytes(data);
  const tooLong = lengthProblems(data.memo, message);
  if (tooLong.length > 0 || !isSimulated) return tooLong;
  const reason = await simulate(context, message, operation);
  return reason === undefined ? [] : [failing(data.mode, reason)];
}

/** Only a memo can make one of our transactions too long: without it the longest has about 600 bytes. */
function lengthProblems(memo: string | undefined, message: Uint8Array): Problem[] {
  const over = 1 + 64 + message.length - maxTransactionLength;
  if (memo === undefined || over <= 0) return [];
  const bytes = utf8(memo).length;
  return [problem('memo.tooLong', { bytes, limit: bytes - over }, 'transaction.data.memo')];
}

function failing(mode: Mode, reason: string): Problem {
  if (mode === 'transfer') return problem('transfer.fails', { reason });
  return problem(mode === 'transferToken' || mode === 'enableToken' ? 'token.transferFails' : 'stake.fails', {
    reason,
  });
}
