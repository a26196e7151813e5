import { type Decision, type Problem, problem, type Scene } from '@isochain/core';
import { type Answers, type Operation, optional, type Questions, type RpcOutcome } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { toMessageBytes } from '../bytes/assemble.ts';
import { utf8 } from '../bytes/byte-arrays.ts';
import { maxTransactionLength } from '../bytes/message.ts';
import { lamportsPerSignature, type SolanaMode } from '../bytes/params.ts';
import type { SolanaContext } from '../context.ts';
import { type Guess, guessedMessage, isFlat, shapeOf, toldFee, unsigned } from '../fees/base-fee.ts';
import { preambleUnits } from '../fees/compute-units.ts';
import { makeOffer, type Offer } from '../fees/terms.ts';
import type { Priority, SolanaOptions } from '../options.ts';
import type { Solana } from '../types.ts';
import { rpc, type Simulation } from '../upstream/rpc.ts';
import { simulate } from '../upstream/simulate.ts';
import { readSnapshot, type Snapshot } from '../upstream/snapshot.ts';
import type { Wishes } from '../wishes.ts';
import { balanceOf, fundsProblems, type Spending, senderProblems } from './funds.ts';

/** The members of an intent in all modes. */
interface Sending {
  readonly mode: SolanaMode;
  readonly data: { readonly memo?: string | undefined };
  readonly parsed: { readonly senderAddress: Address };
  readonly wishes: Wishes;
}

/** What a mode adds. */
export interface Recipe<M extends SolanaMode, Q extends Questions> {
  /** Accounts to read besides the sender. */
  readonly accounts: readonly Address[];
  /** Accounts that the transaction writes to, besides the sender. What others paid to write to them sets the price. */
  readonly writes: readonly Address[];
  /** Other questions of the same round trip. */
  readonly questions: Q;
  /** Replaces the option. */
  readonly priority?: Priority;
  /** The probable transaction, to ask for its fee. */
  readonly guess: Guess;
  /** Whether the transaction sets a compute unit limit if the chain charges for the limit. */
  readonly limitsUnits?: boolean;
  /** Whether a node simulates the transaction, if the options do not say. */
  readonly simulates: boolean;
  /** Decides what the transaction will be. Pure. */
  decide(facts: Facts<M, Q>): Decision<Solana, M>;
}

/** What a mode decides from. */
export interface Facts<M extends SolanaMode, Q extends Questions> {
  readonly snapshot: Snapshot;
  readonly answers: Answers<Q>;
  /** @param units - Compute units of the mode's own instructions. */
  offer(units: bigint): Offer;
  /** Finds the problems of an offer. */
  judge(offer: Offer, findings: Findings): Omit<Decision<Solana, M>, 'computed'>;
}

/** What a mode found out. */
interface Findings {
  /** What leaves the sender besides the fees. */
  readonly spending?: Omit<Spending, 'fees'>;
  readonly errors?: readonly Problem[];
  /** Errors that count only if the sender can pay. */
  readonly errorsIfPaid?: readonly Problem[];
  readonly warnings?: readonly Problem[];
}

/** What nodes told about the transaction itself. */
interface Proof {
  /** The base fee in lamports, known or guessed. */
  readonly baseFee: bigint;
  /** Why it would fail. */
  readonly problems: readonly Problem[];
  /** How many more times a node may be asked. */
  readonly looks: number;
}

/**
 * Reads what an intent needs, in one round trip, so that everything fits together. A second one only proves what was decided: if a node simulates the
 * transaction, or if the fee is neither the old one nor the guess's.
 */
export async function readScene<M extends SolanaMode, const Q extends Questions>(
  context: SolanaContext,
  options: SolanaOptions,
  { mode, data: { memo }, parsed: { senderAddress: sender }, wishes }: Sending,
  recipe: Recipe<M, Q>,
  operation: Operation,
): Promise<Scene<Solana, M>> {
  const { nonceAccount } = wishes;
  const priority = recipe.priority ?? options.priority ?? 'none';
  const guessed = guessedMessage(sender, memo, wishes, recipe.guess);
  const { snapshot, answers } = await readSnapshot(
    context,
    {
      accounts: [sender, ...recipe.accounts],
      nonceAccount,
      pricesFor: priority === 'none' ? undefined : [sender, ...recipe.writes],
    },
    { ...recipe.questions, guess: optional(rpc.simulateTransaction(unsigned(guessed))) },
    operation,
  );
  // No recipe uses the name `guess`.
  const asked = answers as Answers<Q> & { readonly guess: RpcOutcome<Simulation> };
  const told = toldFee(guessed, 0n, asked.guess);
  const isMetered = told !== undefined && !isFlat(told);
  const isSimulated = options.simulate ?? recipe.simulates;

  function sceneAt(proof: Proof): Scene<Solana, M> {
    const { baseFee, problems, looks } = proof;
    return {
      decide: () =>
        recipe.decide({
          snapshot,
          answers: asked,
          offer(used) {
            const limitsUnits = isMetered && recipe.limitsUnits === true;
            const units = used + preambleUnits(nonceAccount, memo);
            return makeOffer(context, options, snapshot, { sender, units, priority, baseFee, limitsUnits }, wishes);
          },
          judge(offer, { spending, errors = [], errorsIfPaid = [], warnings = [] }) {
            const funds = fundsProblems(context, snapshot, sender, { fees: offer.fees, ...spending });
            const found = [
              ...offer.problems,
              ...senderProblems(snapshot, sender),
              ...errors,
              ...(funds.length > 0 ? funds : errorsIfPaid),
            ];
            return {
              errors: found.length > 0 ? found : problems,
              warnings: [...warnings, ...(nonceAccount === undefined ? [] : [nonceRetires])],
              held: balanceOf(snapshot, sender),
              usualFees: lamportsPerSignature,
              ...(looks === 0
                ? {}
                : {
                    prove: async (proving: Operation, plan: () => Solana['plan']) =>
                      sceneAt(await look(proof, offer, toMessageBytes(plan()), proving)),
                  }),
            };
          },
        }),
    };
  }

  /** Asks a node about the transaction, unless its length or shape already tells enough. */
  async function look(proof: Proof, offer: Offer, message: Uint8Array, proving: Operation): Promise<Proof> {
    const tooLong = lengthProblems(memo, message);
    const isUnknown = isMetered && shapeOf(message) !== told.shape;
    if (tooLong.length > 0 || !(isSimulated || isUnknown)) return { ...proof, problems: tooLong, looks: 0 };
    const { reason, told: exact } = await simulate(message, offer.fees - offer.baseFee, proving);
    const problems = reason === undefined || !isSimulated ? [] : [failing(mode, reason)];
    const baseFee = exact?.lamports ?? proof.baseFee;
    if (proof.looks === 1 || baseFee === proof.baseFee) return { ...proof, problems, looks: 0 };
    // The simulation may have failed only because of the fee.
    return { baseFee, problems: [], looks: problems.length > 0 ? 1 : 0 };
  }

  const looks = isSimulated || isMetered || memo !== undefined ? 2 : 0;
  return sceneAt({ baseFee: told?.lamports ?? lamportsPerSignature, problems: [], looks });
}

/** Announced by the chain's developers in 2026, without a date: six months after the replacement is there. */
const nonceRetires = problem('nonceAccount.retiring', {}, 'transaction.data.params.nonceAccount');

/** Refuses an intent before anything is read, or if there is nothing to offer. */
export function refused(errors: readonly Problem[]): {
  readonly computed: Record<never, never>;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
} {
  return { computed: {}, errors, warnings: [] };
}

/** Only a memo can make our transactions too long: the longest without one has about 600 bytes. */
function lengthProblems(memo: string | undefined, message: Uint8Array): Problem[] {
  const over = 1 + 64 + message.length - maxTransactionLength;
  if (memo === undefined || over <= 0) return [];
  const bytes = utf8(memo).length;
  return [problem('memo.tooLong', { bytes, limit: bytes - over }, 'transaction.data.memo')];
}

function failing(mode: SolanaMode, reason: string): Problem {
  const isOfToken = mode === 'transferToken' || mode === 'enableToken';
  return problem(isOfToken ? 'token.transferFails' : 'transaction.fails', { reason });
}
