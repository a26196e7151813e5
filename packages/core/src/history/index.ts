// One history out of several lists that an upstream keeps of an account.

export { historyCursors } from './cursor.ts';
export type { HistoryEntry, HistoryPlace, HistoryRow, Position } from './place.ts';
export { type HistoryList, type MergedHistory, readMerged } from './read-merged.ts';
