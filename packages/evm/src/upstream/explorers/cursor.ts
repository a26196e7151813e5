import { historyCursors } from '@isochain/core/history';
import { explorerKinds } from './explorer-kinds.ts';
import { listNames } from './rows.ts';

/** Above all heights: the most that the database of an explorer takes, a 32-bit integer in Blockscout's, and one of us can still add one to. */
export const aboveAll = 2_147_483_646n;

/** Explorers of another kind do not list the same, so a cursor names its kind. */
export const { write: writeCursor, read: readCursor } = /* @__PURE__ */ historyCursors({
  kinds: explorerKinds,
  lists: listNames,
  highest: aboveAll,
});

export type HistoryCursor = NonNullable<ReturnType<typeof readCursor>>;
