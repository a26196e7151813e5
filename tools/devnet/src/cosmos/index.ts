export { cosmosAccounts } from './accounts.ts';
export { startCosmos } from './cosmos.ts';
export type { CosmosAccount, CosmosEngine, CosmosOptions } from './engine.ts';
export { type InjectiveEngine, startInjective } from './injective.ts';
export { injectiveEngineMissing } from './injective-binary.ts';
export { cosmosEngineMissing } from './node-binary.ts';
