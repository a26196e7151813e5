export { utxoAccounts } from './accounts.ts';
export type { LitecoinEngine, UtxoAccount } from './engine.ts';
export type { Outpoint } from './faucet.ts';
export { type LitecoinOptions, startLitecoin } from './litecoin.ts';
export { litecoinIsAvailable } from './litecoind.ts';
