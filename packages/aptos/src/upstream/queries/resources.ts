import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { nodeTypeText, type StructTag } from '../../move/type-tag.ts';
import { mapped, nodeQuery, type Query } from '../query.ts';

/** What nodes answer if an address has no such resource, or the type does not exist. */
const missing: readonly string[] = ['account_not_found', 'resource_not_found', 'module_not_found'];

interface Resource<Raw, T> {
  readonly at: Address;
  /** `0x1::coin::CoinInfo`, with its type arguments. */
  readonly type: string;
  readonly typeArguments?: readonly StructTag[];
  /** Of its data. */
  readonly schema: z.ZodType<Raw>;
  read(data: Raw): T;
}

/** A resource of an address. Undefined if it is not there. */
export function resource<Raw, T>({
  at,
  type,
  typeArguments = [],
  schema,
  read,
}: Resource<Raw, T>): Query<T | undefined> {
  const full = typeArguments.length === 0 ? type : `${type}<${typeArguments.map(nodeTypeText).join(', ')}>`;
  return nodeQuery({
    path: `/accounts/${at}/resource/${encodeURIComponent(full)}`,
    route: `/accounts/{address}/resource/${type}`,
    schema: z.object({ data: schema }),
    read: ({ data }): T | undefined => read(data),
    refused: ({ error_code: code }) => (missing.includes(code) ? { value: undefined } : undefined),
  });
}

/** Whether an address has a resource. @param type - `0x1::object::ObjectCore`. */
export function hasResource(at: Address, type: string): Query<boolean> {
  const found = resource({ at, type, schema: z.object({}), read: () => true });
  return mapped(found, (is) => is === true);
}
