import * as z from 'zod';
import { type HistoryPlace, type Position, positionOf } from './place.ts';

/** Values that a cursor can have. */
interface CursorWords<Kind extends string, Name extends string> {
  /** Kinds of upstream. A page comes from the same kind as the page before, because another kind has other lists. */
  readonly kinds: readonly Kind[];
  /** Names of the lists. */
  readonly lists: readonly Name[];
  /** Highest height that the upstreams take. */
  readonly highest: bigint;
}

/** A place, and the kind of upstream of the page before. */
type Cursor<Kind extends string, Name extends string> = HistoryPlace<Name> & { readonly kind: Kind };

// The longest id is a signature of Solana, 88 characters.
const position = /* @__PURE__ */ z.tuple([z.number(), z.string().max(100)]).optional();

/**
 * Writes and reads cursors of a merged history as JSON. Core binds the text to account and chain, so a family does not have to.
 *
 * @returns `read` answers undefined for a text that `write` cannot have written.
 */
export function historyCursors<const Kind extends string, const Name extends string>({
  kinds,
  lists,
  highest,
}: CursorWords<Kind, Name>): {
  readonly write: (cursor: Cursor<Kind, Name>) => string;
  readonly read: (text: string) => Cursor<Kind, Name> | undefined;
} {
  const schema = z.strictObject({
    k: z.enum(kinds),
    h: z
      .string()
      .regex(/^\d{1,20}$/)
      .transform(BigInt)
      .refine((height) => height <= highest),
    a: position,
    w: position,
    e: z.array(z.enum(lists)).max(lists.length),
  });
  const write = (of: Position | undefined) => of && [of.index, of.hash];
  const read = (of: readonly [number, string] | undefined) => of && positionOf({ index: of[0], hash: of[1] });
  return {
    write: ({ kind, height, after, waiting, ended }) =>
      JSON.stringify({ k: kind, h: height.toString(), a: write(after), w: write(waiting), e: ended }),
    read(text) {
      const { data } = schema.safeParse(parseJson(text));
      return data && { kind: data.k, height: data.h, after: read(data.a), waiting: read(data.w), ended: data.e };
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
