import { type HttpAnswer, type HttpRequest, mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { AlgorandKind } from '../options.ts';

/** A question to a node or an indexer. */
export interface Query<T = unknown> {
  readonly kind: AlgorandKind;
  readonly request: HttpRequest<unknown, unknown>;
  /**
   * Reads the answer, and compares it with the question.
   *
   * @throws RejectedAnswer if it does not answer the question, or cannot be true.
   */
  read(answer: HttpAnswer<unknown, unknown>): T;
}

/**
 * How both answer what they refuse (go-algorand, daemon/algod/api/algod.oas3.yml: ErrorResponse; the indexer's is the same). Some repeat the transaction, with its
 * note as a list of decimal numbers.
 */
const refusalSchema = z.object({ message: z.string().max(30_000) });

/** A refusal with its HTTP status. */
interface Refused {
  readonly status: number;
  readonly message: string;
}

interface Question<Raw, T> {
  readonly kind: AlgorandKind;
  /** Input of a client must be checked or encoded. */
  readonly path: string;
  /** The path's pattern, for logs. */
  readonly route?: string | undefined;
  readonly query?: HttpRequest['query'];
  readonly body?: HttpRequest['body'];
  readonly schema: z.ZodType<Raw>;
  readonly maxBytes?: number | undefined;
  /** Statuses of refusals that are answers. By default 400 and 404. */
  readonly statuses?: readonly number[] | undefined;
  read(value: Raw): T;
  /** What a refusal means. Undefined: the endpoint failed, and another one is asked. By default all refusals mean that. */
  refused?(refused: Refused): { readonly value: T } | undefined;
}

const readStatuses = [400, 404];

/** A question to the REST interface of a node or an indexer. */
export function restQuery<Raw, T>({
  kind,
  schema,
  read,
  refused,
  maxBytes = mediumAnswer,
  statuses = readStatuses,
  ...request
}: Question<Raw, T>): Query<T> {
  return {
    kind,
    request: { ...request, maxBytes, schema, refusals: { statuses, schema: refusalSchema } },
    read(answer) {
      if (answer.ok) return read(answer.value as Raw);
      const { message } = answer.error as z.output<typeof refusalSchema>;
      const found = refused?.({ status: answer.status, message });
      if (found !== undefined) return found.value;
      throw new RejectedAnswer('it answers with an error', 'unavailable');
    },
  };
}
