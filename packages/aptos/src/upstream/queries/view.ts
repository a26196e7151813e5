import type * as z from 'zod';
import { type NodeError, nodeQuery, type Query } from '../query.ts';

interface View<Raw, T> {
  /** `0x1::delegation_pool::get_stake`. */
  readonly function: string;
  readonly typeArguments?: readonly string[];
  readonly arguments: readonly (string | boolean)[];
  /** Of the list of values. */
  readonly schema: z.ZodType<Raw>;
  read(values: Raw): T;
  /** What it means that the function aborts. By default the endpoint failed. */
  refused?(error: NodeError): { readonly value: T } | undefined;
}

/** Calls a function that changes nothing: `POST /view`. */
export function view<Raw, T>({
  function: name,
  typeArguments = [],
  schema,
  read,
  refused,
  ...call
}: View<Raw, T>): Query<T> {
  return nodeQuery({
    path: '/view',
    route: `/view ${name}`,
    body: { json: { function: name, type_arguments: typeArguments, arguments: call.arguments } },
    schema,
    read: (values) => read(values),
    ...(refused === undefined ? {} : { refused: (error: NodeError) => refused(error) }),
  });
}
