export { type StellarAccount, stellarAccounts } from './accounts.ts';
export type { StellarEngine } from './engine.ts';
export { startStellar } from './stellar.ts';
