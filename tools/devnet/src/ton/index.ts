export { type TonAccount, tonAccounts } from './accounts.ts';
export { mainnetConfig as tonMainnetConfig } from './config.ts';
export type { TonEngine } from './engine.ts';
export { startTon } from './ton.ts';
