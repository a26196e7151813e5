export { type AptosAccount, aptosAccounts, aptosSingleKeyAccount } from './accounts.ts';
export { startAptos } from './aptos.ts';
export type { AptosEngine } from './engine.ts';
