import {
  type Answers,
  type CheckedIntent,
  type CompletedData,
  type Completion,
  type Mode,
  type Operation,
  optional,
  type Problem,
  problem,
  type Questions,
  type RpcOutcome,
} from '@isochain/core';
import { toMessageBytes } from './assemble.ts';
import { type Guess, guessedMessage, isFlat, shapeOf, toldFee, unsigned } from './base-fee.ts';
import { utf8 } from './bytes.ts';
import type { SolanaContext } from './chains.ts';
import { preambleUnits } from './compute-units.ts';
import { balanceOf, fundsProblems, type Spending, senderProblems } from './funds.ts';
import { maxTransactionLength } from './message.ts';
import type { Priority, SolanaOptions } from './options.ts';
import { lamportsPerSignature, type Params } from './params.ts';
import { rpc, type Simulation } from './rpc.ts';
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
  /** For the fee: what the transaction will probably be. */
  readonly guess: Guess;
  /** Whether the transaction says how many units it uses, where the chain charges for those that it could use. */
  readonly limitsUnits?: boolean;
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
 * would happen, or where the fee is neither that of old nor that of the guess.
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
  const guessed = guessedMessage(intent as unknown as CheckedIntent, recipe.guess, wishes);
  const { snapshot, answers } = await readSnapshot(
    context,
    {
      accounts: [sender, ...recipe.accounts],
      nonceAccount: wishes.nonceAccount,
      pricesFor: priority === 'none' ? undefined : [sender, ...recipe.writes],
    },
    { ...recipe.questions, guess: optional(rpc.simulateTransaction(unsigned(guessed))) },
    operation,
  );
  // The guess has a name that no recipe uses.
  const asked = answers as Answers<Q> & { readonly guess: RpcOutcome<Simulation> };
  const told = toldFee(guessed, 0n, asked.guess);
  const isMetered = told !== undefined && !isFlat(told);

  /** What comes of the intent at a base fee. */
  function make(baseFee: bigint): Made<M> {
    const offerOf = (units: bigint) => {
      const limitsUnits = isMetered && recipe.limitsUnits === true;
      const request = { sender, units: units + preambleUnits(wishes, memo), priority, baseFee, limitsUnits };
      return makeOffer(context, options, snapshot, request, wishes);
    };
    const decision = recipe.decide({ snapshot, answers: asked, offer: offerOf });
    const { offer, errors = [], errorsIfPaid = [], warnings = [] } = decision;
    const echo = { ...echoOf(intent as unknown as CheckedIntent), ...decision.data };
    if (offer === undefined) return { echo, errors };
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
    return { echo, errors: found, completed: { data, offer, warnings } };
  }

  /** What a node says of it; nothing where nobody has to be asked. */
  async function look(made: Made<M>): Promise<Look> {
    const { completed, errors } = made;
    if (completed === undefined || errors.length > 0) return { problems: [] };
    const { offer } = completed;
    const data = completed.data as CompletedData;
    const message = toMessageBytes(data);
    const tooLong = lengthProblems(data.memo, message);
    const isSimulated = options.simulate ?? recipe.simulates;
    const isUnknown = isMetered && shapeOf(message) !== told?.shape;
    if (tooLong.length > 0 || !(isSimulated || isUnknown)) return { problems: tooLong };
    const { reason, told: exact } = await simulate(message, offer.fees - offer.baseFee, operation);
    const problems = reason === undefined || !isSimulated ? [] : [failing(data.mode, reason)];
    return { problems, baseFee: exact?.lamports };
  }

  let made = make(told?.lamports ?? lamportsPerSignature);
  let seen = await look(made);
  if (seen.baseFee !== undefined && seen.baseFee !== made.completed?.offer.baseFee) {
    made = make(seen.baseFee);
    // What failed may have failed for the fee alone.
    if (seen.problems.length > 0) seen = await look(made);
  }
  const { completed, echo, errors } = made;
  if (completed === undefined) return { data: echo as Completion<M>['data'], errors, warnings: [] };
  const retiring = wishes.nonceAccount === undefined ? [] : [nonceRetires];
  return {
    data: completed.data,
    errors: errors.length > 0 ? errors : seen.problems,
    warnings: [...completed.warnings, ...retiring],
    held: balanceOf(snapshot, sender),
  };
}

/** An intent at one base fee. */
interface Made<M extends SolanaMode> {
  /** What comes back of the intent, with what was computed. */
  readonly echo: object;
  readonly errors: readonly Problem[];
  /** Absent where there is nothing to offer; then there are errors. */
  readonly completed?: {
    readonly data: CompletedData<M>;
    readonly offer: Offer;
    readonly warnings: readonly Problem[];
  };
}

interface Look {
  readonly problems: readonly Problem[];
  /** What the transaction itself is charged without its priority fee, in lamports; undefined where nobody says. */
  readonly baseFee?: bigint | undefined;
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

/** Only a memo can make one of our transactions too long: without it the longest has about 600 bytes. */
function lengthProblems(memo: string | undefined, message: Uint8Array): Problem[] {
  const over = 1 + 64 + message.length - maxTransactionLength;
  if (memo === undefined || over <= 0) return [];
  const bytes = utf8(memo).length;
  return [problem('memo.tooLong', { bytes, limit: bytes - over }, 'transaction.data.memo')];
}

function failing(mode: Mode, reason: string): Problem {
  const isOfToken = mode === 'transferToken' || mode === 'enableToken';
  return problem(isOfToken ? 'token.transferFails' : 'transaction.fails', { reason });
}
