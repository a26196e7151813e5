import * as z from 'zod';
import { type ExplorerKind, explorerKinds } from './explorer-kinds.ts';
import { listNames } from './rows.ts';

/** Where a transaction stands among those of its block. */
export interface Position {
  /** Place in the block; -1 where nobody tells. Transactions with the same one stand in the order of their hashes. */
  readonly index: number;
  readonly hash: string;
}

/**
 * Where a page of a history begins: in our words, so that whoever has it reads nothing of what an explorer or its URL says, and that blocks that
 * arrive change nothing. Holds no state of ours: whoever has it may go on with it at any time, at any gateway.
 */
export interface HistoryCursor {
  /** Explorers of another kind do not list the same. */
  readonly kind: ExplorerKind;
  /** What is mined above this height was shown, or came later. */
  readonly height: bigint;
  /** What was shown last, if that was in the block of this height. */
  readonly after?: Position | undefined;
  /** What was shown last, if that was waiting to be mined. */
  readonly waiting?: Position | undefined;
  /** Lists that have nothing from this height on down. */
  readonly ended: readonly (typeof listNames)[number][];
}

const position = z.tuple([z.number(), z.string().max(66)]).optional();

const schema = z.strictObject({
  k: z.enum(explorerKinds),
  h: z.string().regex(/^\d{1,10}$/),
  a: position,
  w: position,
  e: z.array(z.enum(listNames)).max(listNames.length),
});

export function writeCursor({ kind, height, after, waiting, ended }: HistoryCursor): string {
  const write = (of: Position | undefined) => of && [of.index, of.hash];
  return JSON.stringify({ k: kind, h: height.toString(), a: write(after), w: write(waiting), e: ended });
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
  const { k, h, a, w, e } = parsed.data;
  const read = (of: z.infer<typeof position>) => of && { index: of[0], hash: of[1] };
  return { kind: k, height: BigInt(h), after: read(a), waiting: read(w), ended: e };
}
