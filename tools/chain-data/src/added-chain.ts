import * as z from 'zod';
import { type FamilyName, families } from '../../../packages/core/src/family-names.ts';
import { signerSpec } from '../../../packages/core/src/schema/signer-spec.ts';

const text = z.string().min(1);

/** The identity of a chain that the specification lacks. Facts that its whole family shares are left out. */
export const addedIdentity = z.strictObject({
  nativeId: text,
  name: text,
  ticker: z.string().regex(/^[A-Za-z0-9]{1,10}$/, 'it has to be 1 to 10 letters and digits'),
  decimals: z.int().min(0).max(24),
  isTestnetFor: text.optional(),
  signerSpec: signerSpec.partial().optional(),
  /** Paths of the specification that do not accept the chain are false. */
  paths: z.strictObject({ encode: z.boolean(), token: z.boolean(), history: z.boolean() }).partial().optional(),
});

const addedChain = addedIdentity.extend({
  family: z.enum(families).exclude(['evm'], 'it has to be a family; EVM chains are rows of evm-chains.json'),
  source: z.string().min(11, 'it has to say where the facts are from'),
});

const file = z.strictObject({ note: text, chains: z.record(z.string(), addedChain) });

/** A chain that the specification lacks. */
export type AddedChain = z.output<typeof addedIdentity> & { readonly family: FamilyName };

/**
 * Reads `sources/added-chains.json`.
 *
 * @throws With the chain and field of every mistake.
 */
export function readAddedChains(written: unknown): Readonly<Record<string, AddedChain>> {
  return parsed(file, written, 'added-chains.json').chains;
}

/**
 * Checks a file of sources that is edited by hand.
 *
 * @param name - The file's name, for messages.
 * @throws With the chain and field of every mistake, a line each.
 */
export function parsed<T extends z.ZodType>(schema: T, written: unknown, name: string): z.output<T> {
  const result = schema.safeParse(written);
  if (result.success) return result.data;
  throw new Error(result.error.issues.flatMap((issue) => explain(name, issue, [])).join('\n'));
}

/** One line for each mistake. If a fact or a reference may stand there, the line says what is wrong with the fact. */
function explain(name: string, issue: z.core.$ZodIssue, outer: readonly PropertyKey[]): string[] {
  const path = [...outer, ...issue.path];
  if (issue.code === 'invalid_union') {
    const asFact = issue.errors.at(-1) ?? [];
    return asFact.flatMap((inner) => explain(name, inner, path));
  }
  const place = path.map(String);
  const where = place[0] === 'chains' ? place.slice(1) : place;
  return [`${name}: ${where.join('.')}: ${issue.message}`];
}
