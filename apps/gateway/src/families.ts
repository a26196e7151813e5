import {
  type Family,
  type FamilyName,
  families as familyNames,
  type KeyLikeIds,
  type Registration,
} from '@isochain/core';
import * as registered from './registered.ts';

const registrations: Readonly<Partial<Record<FamilyName, Registration>>> = registered;

/** How each family is loaded: only when one of its chains is asked for. */
export type Families = { readonly [Name in FamilyName]?: () => Promise<Family> };

/** The families that this version serves. */
export const families: Families = mapFamilies(({ load }) => load);

/** Their ids that look like private keys. Known from the start: a request may be logged before its family is loaded. */
export const keyLikeIds: Readonly<Partial<Record<FamilyName, KeyLikeIds>>> = mapFamilies((one) => one.keyLikeIds);

/** In the specification's order. */
function mapFamilies<T>(read: (registration: Registration) => T): Readonly<Partial<Record<FamilyName, T>>> {
  return Object.fromEntries(
    familyNames.flatMap((family) => {
      const registration = registrations[family];
      return registration === undefined ? [] : [[family, read(registration)]];
    }),
  );
}
