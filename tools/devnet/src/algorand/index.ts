export { type AlgorandAccount, algorandAccounts } from './accounts.ts';
export { startAlgorand } from './algorand.ts';
export type { AlgorandEngine } from './engine.ts';
