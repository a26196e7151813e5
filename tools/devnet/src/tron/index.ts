export { tronAccounts } from './accounts.ts';
export type { TronEngine } from './engine.ts';
export { startTron } from './tron.ts';
