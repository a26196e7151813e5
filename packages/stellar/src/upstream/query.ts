import { type HttpAnswer, type HttpRequest, mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';

/** A question to Horizon. */
export interface Query<T = unknown> {
  readonly request: HttpRequest<unknown, unknown>;
  /**
   * Reads the answer, and compares it with the question.
   *
   * @throws RejectedAnswer if it does not answer the question, or cannot be true.
   */
  read(answer: HttpAnswer<unknown, unknown>): T;
}

/** How Horizon answers what it refuses (RFC 7807; stellar/stellar-docs, data/apis/horizon/api-reference/errors). */
export const horizonError = z.object({
  type: z.string().max(1_000),
  title: z.string().max(1_000).optional(),
  status: z.int(),
  detail: z.string().max(10_000).optional(),
  extras: z.record(z.string(), z.unknown()).optional(),
});

export type HorizonError = z.output<typeof horizonError>;

interface Question<Raw, T> {
  /** Input of a client must be checked or encoded. */
  readonly path: string;
  /** The path's pattern, for logs. */
  readonly route?: string | undefined;
  readonly query?: HttpRequest['query'];
  readonly schema: z.ZodType<Raw>;
  readonly maxBytes?: number | undefined;
  /** Statuses of refusals that are answers. By default 400, 404 and 410. */
  readonly statuses?: readonly number[] | undefined;
  read(value: Raw): T;
  /** What a refusal means. Undefined: the endpoint failed, and another one is asked. By default all refusals mean that. */
  refused?(error: HorizonError): { readonly value: T } | undefined;
}

const readStatuses = [400, 404, 410];

/** A question to Horizon. Links in answers are never followed: they name a host of the server's own choice. */
export function horizonQuery<Raw, T>({
  schema,
  read,
  refused,
  maxBytes = mediumAnswer,
  statuses = readStatuses,
  ...request
}: Question<Raw, T>): Query<T> {
  return {
    request: { ...request, maxBytes, schema, refusals: { statuses, schema: horizonError } },
    read(answer) {
      if (answer.ok) return read(answer.value as Raw);
      const error = answer.error as HorizonError;
      const found = refused?.(error);
      if (found !== undefined) return found.value;
      // Status 410 says that it does not keep what is so old (stellar-docs, errors/http-status-codes/horizon-specific/before-history).
      if (answer.status === 410) throw new RejectedAnswer('it keeps no history as old as that', 'unable');
      throw new RejectedAnswer('it answers with an error', 'unavailable');
    },
  };
}

/** Whether Horizon says that there is no such thing. A proxy's 404 has another body. */
export function isMissing({ type }: HorizonError): boolean {
  return type.endsWith('/not_found');
}

/** The same question, with another reading of its answer. */
export function mapped<T, U>(query: Query<T>, map: (value: T) => U): Query<U> {
  return { ...query, read: (answer) => map(query.read(answer)) };
}
