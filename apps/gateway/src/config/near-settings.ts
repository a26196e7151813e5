import { nearest } from '@isochain/core';
import * as z from 'zod';

/** A part of a JSON schema: the members that lead on to names of settings. */
interface Part {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly additionalProperties?: Part | boolean;
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
}

/**
 * The names that settings may have at a path.
 *
 * @param schema - Of all settings.
 * @param path - Of the object with the names. The path of the settings themselves is empty.
 */
export function settingNames(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Part;
  let parts = formsOf(whole);
  for (const name of path) parts = parts.flatMap((part) => formsOf(inside(part, name)));
  return parts.flatMap(({ properties = {}, propertyNames }) => [
    ...Object.keys(properties),
    ...(propertyNames?.enum ?? []),
  ]);
}

function formsOf(part: Part | undefined): readonly Part[] {
  if (part === undefined) return [];
  return part.anyOf === undefined ? [part] : part.anyOf.flatMap(formsOf);
}

function inside({ properties, additionalProperties, items }: Part, name: PropertyKey): Part | undefined {
  if (typeof name === 'number') return items;
  const own = properties?.[String(name)];
  return own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

/**
 * What somebody probably meant, as the end of a sentence that says what is not known. Empty if nothing is near.
 */
export function didYouMean(written: string, names: readonly string[]): string {
  const meant = nearest(written, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
