import {
  type HttpAnswer,
  type HttpBody,
  type HttpRequest,
  mediumAnswer,
  RejectedAnswer,
} from '@isochain/core/upstream';
import * as z from 'zod';
import type { AptosKind } from '../options.ts';

/** A question to one kind of endpoint. */
export interface Query<T = unknown> {
  readonly kind: AptosKind;
  readonly request: HttpRequest<unknown, unknown>;
  /**
   * Reads the answer, and compares it with the question.
   *
   * @throws RejectedAnswer if it does not answer the question, or cannot be true.
   */
  read(answer: HttpAnswer<unknown, unknown>): T;
}

/** How nodes answer what they refuse (aptos-labs/aptos-core, api/types/src/error.rs). */
const nodeError = z.object({
  message: z.string().max(10_000),
  error_code: z.string().max(100),
  vm_error_code: z.number().nullish(),
});

export type NodeError = z.output<typeof nodeError>;

interface NodeQuestion<Raw, T> {
  /** Below `/v1`. Input of a client must be checked or encoded. */
  readonly path: string;
  /** The path's pattern, for logs. */
  readonly route?: string | undefined;
  readonly query?: HttpRequest['query'];
  readonly body?: HttpBody | undefined;
  readonly schema: z.ZodType<Raw>;
  readonly maxBytes?: number | undefined;
  /** Statuses of refusals that are answers. By default those of reads. */
  readonly statuses?: readonly number[] | undefined;
  /** Work before `read`. Others of the process run between two steps. */
  steps?(value: Raw): readonly (() => unknown)[];
  read(value: Raw, answer: HttpAnswer<unknown, unknown>): T;
  /** What a refusal means. Undefined: the endpoint failed, and another one is asked. By default all refusals mean that. */
  refused?(error: NodeError, answer: HttpAnswer<unknown, unknown>): { readonly value: T } | undefined;
}

/** Statuses of refusals that are answers to reads. */
const readStatuses = [400, 403, 404, 410];

/**
 * A question to the REST interface of a node.
 *
 * Nodes keep a part of the history only. Status 410 says that an answer lies before it, and names an archive. We never follow a URL that an upstream names: it
 * could lead into the network of the operator. Such a node failed, and the next configured endpoint is asked, which may be an archive.
 */
export function nodeQuery<Raw, T>({
  schema,
  read,
  refused,
  maxBytes,
  steps,
  statuses = readStatuses,
  ...request
}: NodeQuestion<Raw, T>): Query<T> {
  return {
    kind: 'node',
    request: {
      ...request,
      ...{ maxBytes: maxBytes ?? mediumAnswer, schema, refusals: { statuses, schema: nodeError } },
      ...(steps === undefined ? {} : { steps: (value) => steps(value as Raw) }),
    },
    read(answer) {
      if (answer.ok) return read(answer.value as Raw, answer);
      const error = answer.error as NodeError;
      const found = refused?.(error, answer);
      if (found !== undefined) return found.value;
      if (answer.status === 410) throw new RejectedAnswer('it keeps no history as old as that', 'unavailable');
      throw new RejectedAnswer('it answers with an error', 'unavailable');
    },
  };
}

/** What GraphQL servers answer, with HTTP 200, to a query that they did not carry out. */
const graphqlFault = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

interface IndexerQuestion<Raw, T> {
  /** For logs. */
  readonly name: string;
  /** GraphQL. Input of a client stands in the variables only. */
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Of `data`. */
  readonly schema: z.ZodType<Raw>;
  readonly maxBytes?: number | undefined;
  read(value: Raw): T;
}

/** A question to the GraphQL interface of an indexer. */
export function indexerQuery<Raw, T>({
  name,
  query,
  variables = {},
  schema,
  maxBytes = mediumAnswer,
  read,
}: IndexerQuestion<Raw, T>): Query<T> {
  return {
    kind: 'indexer',
    request: {
      path: '',
      route: `/graphql ${name}`,
      body: { json: { query, variables } },
      maxBytes,
      schema: z.union([graphqlFault, z.object({ data: schema })]),
    },
    read(answer) {
      const value = (answer as { readonly value: unknown }).value;
      const { data } = value as { readonly data?: Raw };
      if (data === undefined || graphqlFault.safeParse(value).success)
        throw new RejectedAnswer('it answers with an error', 'unavailable');
      return read(data);
    },
  };
}

/** The same question, with another reading of its answer. */
export function mapped<T, U>(query: Query<T>, map: (value: T) => U): Query<U> {
  return { ...query, read: (answer) => map(query.read(answer)) };
}
