import { Refusal } from '../refusal.ts';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Limit and offset of a request. toncenter's limit is 100 if it is not named, and 1,000 at most. */
export function pageOf(query: URLSearchParams, standard = 100): Page {
  const read = (name: string, otherwise: number): number => {
    const text = query.get(name);
    const value = text === null ? otherwise : Number(text);
    if (!Number.isInteger(value) || value < 0)
      throw new Refusal(422, `failed to decode: schema: error converting value for "${name}"`);
    return value;
  };
  const limit = read('limit', standard);
  if (limit > 1000) throw new Refusal(422, `limit is not allowed: ${limit} > 1000`);
  return { limit, offset: read('offset', 0) };
}

/** The part of a list that a page shows. */
export function paged<T>({ limit, offset }: Page, list: readonly T[]): T[] {
  return list.slice(offset, offset + limit);
}
