import * as z from 'zod';
import type { ExplorerKind } from './explorer.ts';
import type { Place } from './merge.ts';
import { type Cursor, listNames } from './rows.ts';

/** Where a page begins, for one list: at its newest row, at a place in the explorer's own words, or nowhere. */
export type Start = Cursor | 'newest' | 'end';

/** Where a page of a history begins. Holds no state of ours: whoever has it may go on with it at any time, at any gateway. */
export interface HistoryCursor {
  /** Places of one kind of explorer mean nothing to another. */
  readonly kind: ExplorerKind;
  /** Earlier than the place or at it: what was shown is left out. */
  readonly starts: Readonly<Record<(typeof listNames)[number], Start>>;
  /** The last transaction that was shown. */
  readonly place: Place;
}

/** Values of a query that lead to a page. What is asked, and with which key, is no business of whoever made a token. */
const names = /^(?!(?:action|address|apikey|chainid|filter|key|module|offset|sort|token|type)$)[a-z_]{1,40}$/;

const start = z.union([
  z.enum(['newest', 'end']),
  z.record(z.string().regex(names), z.union([z.string().max(200), z.number(), z.boolean()])),
]);

const schema = z.strictObject({
  k: z.enum(['blockscout', 'etherscan']),
  s: z.tuple([start, start, start]),
  p: z.tuple([z.string().regex(/^\d{0,20}$/), z.number().int(), z.string().max(66)]),
});

export function writeCursor({ kind, starts, place }: HistoryCursor): string {
  const { block, index, hash } = place;
  return JSON.stringify({
    k: kind,
    s: listNames.map((name) => starts[name]),
    p: [block?.toString() ?? '', index, hash],
  });
}

/** @returns undefined for what is none of ours. */
export function readCursor(text: string): HistoryCursor | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) return undefined;
  const { k, s, p } = parsed.data;
  const [block, index, hash] = p;
  return {
    kind: k,
    starts: { transactions: s[0], transfers: s[1], internals: s[2] },
    place: { block: block === '' ? undefined : BigInt(block), index, hash },
  };
}
