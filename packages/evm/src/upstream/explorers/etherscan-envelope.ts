import { noticeIn, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';

/** The frame of every answer of Etherscan's interface. */
export type Envelope<Item> = z.ZodType<{
  readonly status: string;
  readonly message: string | null;
  readonly result: readonly Item[] | string | null;
}>;

export const envelopeOf = <Item>(items: z.ZodType<readonly Item[]>): Envelope<Item> =>
  z.object({
    status: z.string(),
    message: z.string().nullable(),
    result: z.union([items, z.string(), z.null()]),
  });

/** What Etherscan, and others with its interface, say to an unknown action. */
const isUnknownAction = /(?:unknown|unsupported|invalid)\s+action|\baction\b.{0,40}\bnot\s+(?:supported|available)/i;

/**
 * Accepts an empty list, which comes as an error, and rejects real errors: a rate limit, a wrong key, a chain outside the plan. A list that the
 * explorer lacks is an error too: without it a history would lack something, and nobody would know. Call it once per action.
 *
 * @returns A function that throws `RejectedAnswer`.
 */
export function acceptAnswer(action: string): (answer: { readonly ok: boolean; readonly value?: unknown }) => void {
  return (answer) => {
    const { status, message, result } = answer.value as { status: string; message: string | null; result: unknown };
    // "No transactions found", "No token transfers found" (Blockscout) and the like.
    if (Array.isArray(result) && (status === '1' || (result.length === 0 && /^No .+ found/i.test(message ?? ''))))
      return;
    const text = `${message} ${typeof result === 'string' ? result : ''}`.slice(0, 500);
    if (/rate limit|max calls/i.test(text)) throw new RejectedAnswer('it limits the rate', 'rateLimited');
    const notice = noticeIn(typeof result === 'string' ? result : text);
    if (notice === 'closed') throw new RejectedAnswer('it says that it was closed', notice);
    if (notice !== undefined) throw new RejectedAnswer('it wants another key', notice);
    if (isUnknownAction.test(text)) throw new RejectedAnswer(`it does not serve ${action}`, 'unable');
    throw new RejectedAnswer('it refuses the request');
  };
}
