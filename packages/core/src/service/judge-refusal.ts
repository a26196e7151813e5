import { codes } from '../codes/index.ts';
import type { FamilyTypes } from '../contract/family-types.ts';
import { RefusedError } from '../errors.ts';
import type { ChainAdapter } from '../family.ts';
import type { News } from '../problem.ts';
import { type Operation, UpstreamError } from '../upstream/index.ts';

/** A transaction that was handed to endpoints. */
export interface Submitted {
  readonly chainId: string;
  readonly hash: string;
  /** The operation in which it was sent. */
  readonly operation: Pick<Operation, 'lost'>;
  /** Attempts of earlier broadcasts of the same transaction after which an endpoint may have it. */
  readonly earlier?: Operation['lost'] | undefined;
}

/** The most transactions of a chain that are remembered because their answers were lost. The oldest are forgotten first. */
const mostRemembered = 1_000;

/**
 * The same adapter, with refusals of `submit` that are judged.
 *
 * It remembers transactions whose answers were lost. An endpoint that took one may refuse connections at the next broadcast, and then nothing but the
 * first broadcast tells that it may have it. What another process did is not known.
 */
export function withJudgedRefusals<T extends FamilyTypes>(adapter: ChainAdapter<T>): ChainAdapter<T> {
  const lostBefore = new Map<string, Operation['lost']>();
  return {
    ...adapter,
    async submit(signed, plan, operation) {
      const { hash } = signed;
      const earlier = lostBefore.get(hash);
      lostBefore.delete(hash);
      try {
        return await adapter.submit(signed, plan, operation);
      } catch (error) {
        const lost = operation.lost.length > 0 ? operation.lost : earlier;
        const isProven = error instanceof RefusedError && error.proof !== undefined;
        if (lost !== undefined && !isProven) lostBefore.set(hash, lost);
        const [oldest] = lostBefore.keys();
        if (lostBefore.size > mostRemembered && oldest !== undefined) lostBefore.delete(oldest);
        throw judgeRefusal(error, { chainId: adapter.bytes.chainId, hash, operation, earlier });
      }
    },
  };
}

/**
 * What the sender of a transaction is told if a family could not submit it. This is one rule for all families, so that none can forget it:
 *
 * Where any endpoint may have the transaction, it may still be carried out, whatever other endpoints say of it. An encode that follows takes another
 * nonce, blockhash or coin, and both would count. So a refusal is final only with a proof (`proven`). Without one it is `broadcast.uncertain`, with
 * the words of the node as reason. That nodes are busy or behind says nothing about the transaction: then it is `upstream.unavailable`. Both say
 * `maybeSent`, and give the hash.
 *
 * @param error - What `submit` threw.
 * @returns What to throw instead: the same error if nothing can have been sent, or if it is no refusal.
 */
export function judgeRefusal(error: unknown, { chainId, hash, operation, earlier = [] }: Submitted): unknown {
  const lost = operation.lost.length > 0 ? operation.lost : earlier;
  if (error instanceof UpstreamError) return error.maybeSent || lost.length > 0 ? error.about(hash) : error;
  if (!(error instanceof RefusedError) || error.proof !== undefined || lost.length === 0) return error;
  const [problem] = error.problems;
  // Such as that the chain stands still: nothing was sent this time, and nobody is told to encode again.
  if (operation.lost.length === 0 && !problem.code.startsWith('broadcast.')) return error;
  const isOfNodes = codes[problem.code].kind === 'upstream';
  return new UpstreamError(chainId, lost, {
    maybeSent: true,
    hash,
    ...(isOfNodes ? {} : { doubt: wordsOf(problem) }),
  });
}

/** What the node said. A message of ours would say what to do about it, and that is wrong here. */
function wordsOf({ code, context }: News): string {
  const reason = context?.reason;
  return typeof reason === 'string' && reason !== '' ? reason : `it refuses it (${code})`;
}
