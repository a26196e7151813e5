export { type AlgorandAccount, algorandAccounts } from './algorand/accounts.ts';
export { startAlgorand } from './algorand/algorand.ts';
export type { AlgorandEngine } from './algorand/engine.ts';
export { type AptosAccount, aptosAccounts, aptosSingleKeyAccount } from './aptos/accounts.ts';
export { startAptos } from './aptos/aptos.ts';
export type { AptosEngine } from './aptos/engine.ts';
export { cosmosAccounts } from './cosmos/accounts.ts';
export { startCosmos } from './cosmos/cosmos.ts';
export type { CosmosAccount, CosmosEngine, CosmosOptions } from './cosmos/engine.ts';
export { type InjectiveEngine, startInjective } from './cosmos/injective.ts';
export { injectiveEngineMissing } from './cosmos/injective-binary.ts';
export { cosmosEngineMissing } from './cosmos/node-binary.ts';
export { type Devnet, developmentEngines, standInEngines, startDevnet } from './devnet.ts';
export type { Account, Engine } from './engine.ts';
export { eventually } from './eventually.ts';
export { accounts, mnemonic } from './evm/accounts.ts';
export { type AnvilEngine, startAnvil } from './evm/anvil.ts';
export { installOpStack } from './evm/op-stack.ts';
export { prepareEvm } from './evm/prepare.ts';
export { waitForReceipt } from './evm/receipt.ts';
export { RpcError } from './json-rpc.ts';
export { type EngineProcess, startProcess } from './process.ts';
export { solanaAccounts } from './solana/accounts.ts';
export type { SolanaEngine } from './solana/engine.ts';
export { startSolana } from './solana/solana.ts';
export { starknetAccounts } from './starknet/accounts.ts';
export { startStarknetDevnet } from './starknet/devnet.ts';
export { starknetDevnetMissing } from './starknet/devnet-binary.ts';
export type {
  AccountKind as StarknetAccountKind,
  StarknetAccount,
  StarknetDevnet,
  StarknetEngine,
  StarknetStandIn,
} from './starknet/engine.ts';
export { startStarknet } from './starknet/starknet.ts';
export { type StellarAccount, stellarAccounts } from './stellar/accounts.ts';
export type { StellarEngine } from './stellar/engine.ts';
export { startStellar } from './stellar/stellar.ts';
export { type TonAccount, tonAccounts } from './ton/accounts.ts';
export { mainnetConfig as tonMainnetConfig } from './ton/config.ts';
export type { TonEngine } from './ton/engine.ts';
export { startTon } from './ton/ton.ts';
export { tronAccounts } from './tron/accounts.ts';
export type { TronEngine } from './tron/engine.ts';
export { startTron } from './tron/tron.ts';
export { utxoAccounts } from './utxo/accounts.ts';
export type { LitecoinEngine, UtxoAccount } from './utxo/engine.ts';
export type { Outpoint } from './utxo/faucet.ts';
export { type LitecoinOptions, startLitecoin } from './utxo/litecoin.ts';
export { litecoinIsAvailable } from './utxo/litecoind.ts';
