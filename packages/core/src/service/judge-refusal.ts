import { codes } from '../codes/index.ts';
import type { FamilyTypes } from '../contract/family-types.ts';
import { RefusedError } from '../errors.ts';
import type { ChainAdapter } from '../family.ts';
import { type News, problem, withoutAdvice } from '../problem.ts';
import { type FailedAttempt, type Operation, UpstreamError } from '../upstream/index.ts';
import type { LostAnswers } from './lost-answers.ts';

/** A transaction that was handed to endpoints. */
export interface Submitted {
  readonly chainId: string;
  readonly hash: string;
  /** The operation in which it was sent. */
  readonly operation: Pick<Operation, 'lost' | 'hasUnheard'>;
  /** Attempts of earlier broadcasts of the same transaction after which an endpoint may have it, as far as they are known. */
  readonly earlier?: Operation['lost'] | undefined;
}

/**
 * The same adapter, with refusals of `submit` that are judged.
 *
 * It remembers transactions whose answers were lost. An endpoint that took one may refuse connections at the next broadcast, and then nothing but the
 * first broadcast tells that it may have it.
 */
export function withJudgedRefusals<T extends FamilyTypes>(
  adapter: ChainAdapter<T>,
  answers: LostAnswers,
): ChainAdapter<T> {
  return {
    ...adapter,
    async submit(signed, plan, operation) {
      const { hash } = signed;
      const known = answers.find(hash);
      try {
        const sent = await adapter.submit(signed, plan, operation);
        if ((await known) !== undefined) await answers.forget(hash);
        return sent;
      } catch (error) {
        const earlier = await known;
        const isProven = error instanceof RefusedError && error.proof !== undefined;
        if (isProven && earlier !== undefined) await answers.forget(hash);
        const lost = lostIn(error, operation);
        if (!isProven && lost.length > 0) await noted(answers.add(hash, lost), operation);
        throw judgeRefusal(error, { chainId: adapter.bytes.chainId, hash, operation, earlier });
      }
    },
  };
}

/** Attempts after which an endpoint may have what was sent. */
function lostIn(error: unknown, { lost }: Pick<Operation, 'lost'>): readonly FailedAttempt[] {
  return lost.length === 0 && error instanceof UpstreamError && error.maybeSent ? error.attempts : lost;
}

/** Other processes have to know before the client sends it again. The platform may end the work of a request whose time is over. */
function noted(note: Promise<void>, operation: Pick<Operation, 'background'>): Promise<void> {
  operation.background(note);
  return note;
}

/**
 * What the sender of a transaction is told if a family could not submit it. This is one rule for all families, so that none can forget it:
 *
 * Where any endpoint may have the transaction, it may still be carried out, whatever other endpoints say of it. An encode that follows takes another
 * nonce, blockhash or coin, and both would count. So a refusal is final only with a proof (`proven`). Without one it is `broadcast.uncertain`, with
 * the words of the node as reason. That nodes are busy or behind says nothing about the transaction: then it is `upstream.unavailable`. Both say
 * `maybeSent`, and give the hash.
 *
 * Not all earlier broadcasts are known: another process may have sent the same bytes, and lost the answer. An endpoint that did not answer this time may
 * have them since. So a refusal stands then, but does not advise to encode again, and tells the hash (`broadcast.earlierCounts`).
 *
 * @param error - What `submit` threw.
 * @returns What to throw instead: the same error if nothing can have been sent, or if it is no refusal.
 */
export function judgeRefusal(error: unknown, { chainId, hash, operation, earlier = [] }: Submitted): unknown {
  const lost = operation.lost.length > 0 ? operation.lost : earlier;
  if (error instanceof UpstreamError) return error.maybeSent || lost.length > 0 ? error.about(hash) : error;
  if (!(error instanceof RefusedError) || error.proof !== undefined) return error;
  const [first] = error.problems;
  if (lost.length === 0) return operation.hasUnheard ? withDoubt(error, hash) : error;
  // Such as that the chain stands still: nothing was sent this time, and nobody is told to encode again.
  if (operation.lost.length === 0 && !first.code.startsWith('broadcast.')) return error;
  const isOfNodes = codes[first.code].kind === 'upstream';
  return new UpstreamError(chainId, lost, {
    maybeSent: true,
    hash,
    ...(isOfNodes ? {} : { doubt: wordsOf(first) }),
  });
}

/** The refusal, with the hash, and without the advice to encode again. That nodes are busy advises nothing of that kind. */
function withDoubt(error: RefusedError, hash: string): RefusedError {
  const [first, ...rest] = error.problems;
  if (!first.code.startsWith('broadcast.') || codes[first.code].kind === 'upstream') return error;
  const doubt = problem('broadcast.earlierCounts', { hash }, 'transaction');
  return new RefusedError([withoutAdvice(first), ...rest, doubt], { cause: error.cause });
}

/** What the node said. A message of ours would say what to do about it, and that is wrong here. */
function wordsOf({ code, context }: News): string {
  const reason = context?.reason;
  return typeof reason === 'string' && reason !== '' ? reason : `it refuses it (${code})`;
}
