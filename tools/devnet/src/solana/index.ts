export { solanaAccounts } from './accounts.ts';
export type { SolanaEngine } from './engine.ts';
export { startSolana } from './solana.ts';
