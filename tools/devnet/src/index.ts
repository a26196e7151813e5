export { type Devnet, type DevnetOptions, developmentEngines, type EngineStarter, startDevnet } from './devnet.ts';
export { type Account, type Engine, EngineError, type Token } from './engine.ts';
export { accounts, mnemonic } from './evm/accounts.ts';
export { type AnvilEngine, type AnvilOptions, startAnvil } from './evm/anvil.ts';
export { contracts } from './evm/contracts.data.ts';
export { type ContractName, deployContract } from './evm/deploy.ts';
export {
  gasPriceOracleAddress,
  installOpStack,
  type L1Fees,
  l1BlockAddress,
  realisticL1Fees,
} from './evm/op-stack.ts';
export {
  deployTestContracts,
  multicall3Address,
  type Prepared,
  prepareEvm,
  type TestContracts,
} from './evm/prepare.ts';
export { type Receipt, waitForReceipt } from './evm/receipt.ts';
export { RpcError } from './json-rpc.ts';
export { type EngineProcess, type StartOptions, startProcess } from './process.ts';
export { solanaAccounts } from './solana/accounts.ts';
export type { AccountContent, Moment, SolanaEngine } from './solana/engine.ts';
export type { MintExtensions, TransferFee } from './solana/mint-extensions.ts';
export type { NonceOptions } from './solana/nonce.ts';
export { type SolanaOptions, startSolana } from './solana/solana.ts';
export type { MetaplexOptions, MintOptions, TokenAccountOptions } from './solana/tokens.ts';
export type { ValidatorOptions } from './solana/validators.ts';
export { utxoAccounts } from './utxo/accounts.ts';
export type { LitecoinEngine, MempoolVerdict, Payee, UtxoAccount } from './utxo/engine.ts';
export type { Outpoint } from './utxo/faucet.ts';
export { type LitecoinOptions, startLitecoin } from './utxo/litecoin.ts';
export { litecoinIsAvailable } from './utxo/litecoind.ts';
