import { historyCursors } from '@isochain/core/history';
import { explorerKinds } from './explorer-kinds.ts';
import { listNames } from './rows.ts';

/** Above all heights. Blockscout's database has heights as 32-bit integers, and one is still added to this. */
export const aboveAll = 2_147_483_646n;

/** Each kind of explorer lists differently, so a cursor names its kind. */
export const { write: writeCursor, read: readCursor } = /* @__PURE__ */ historyCursors({
  kinds: explorerKinds,
  lists: listNames,
  highest: aboveAll,
});

export type HistoryCursor = NonNullable<ReturnType<typeof readCursor>>;
