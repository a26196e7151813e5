export { starknetAccounts } from './accounts.ts';
export { startStarknetDevnet } from './devnet.ts';
export { starknetDevnetMissing } from './devnet-binary.ts';
export type {
  AccountKind as StarknetAccountKind,
  StarknetAccount,
  StarknetDevnet,
  StarknetEngine,
  StarknetStandIn,
} from './engine.ts';
export { startStarknet } from './starknet.ts';
