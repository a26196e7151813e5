import addedChainsFile from '../sources/added-chains.json' with { type: 'json' };
import chainsFile from '../sources/chains.json' with { type: 'json' };
import correctionsFile from '../sources/corrections.json' with { type: 'json' };
import cosmosChainsFile from '../sources/cosmos-chains.json' with { type: 'json' };
import cosmosTokensFile from '../sources/cosmos-tokens.json' with { type: 'json' };
import deadOperatorsFile from '../sources/dead-operators.json' with { type: 'json' };
import evmChainsFile from '../sources/evm-chains.json' with { type: 'json' };
import oneOperatorFile from '../sources/one-operator.json' with { type: 'json' };
import starknetTokensFile from '../sources/starknet-tokens.json' with { type: 'json' };
import tokenExceptionsFile from '../sources/token-exceptions.json' with { type: 'json' };
import tokensFile from '../sources/tokens.json' with { type: 'json' };
import { type AddedChain, readAddedChains } from './added-chain.ts';
import { type CosmosSources, readCosmosSources } from './cosmos-source.ts';
import { type CosmosTokensSource, readCosmosTokens } from './cosmos-tokens-source.ts';
import { type DeadOperator, readDeadOperators } from './dead-operators.ts';
import { type EvmSources, readEvmSources } from './evm-source.ts';
import { type OneOperator, readOneOperator } from './one-operator.ts';
import { readStarknetTokens, type StarknetTokensSource } from './starknet-tokens-source.ts';

// The shapes of the files in sources/. A text that must be one of a few values is only `string` here: the builders check it.

/** One chain as the specification lists it. */
export interface SpecifiedChain {
  readonly family: string;
  readonly nativeId: string;
  readonly name: string;
  readonly ticker: string;
  readonly decimals: number;
  readonly isTestnetFor?: string;
  readonly signerSpec: {
    readonly curve: string;
    readonly hashFunction: string;
    readonly signatureFormat: string;
    readonly coinType: string;
  };
  readonly endpoints: {
    readonly encode: boolean;
    readonly broadcast: boolean;
    readonly state: boolean;
    readonly token: boolean;
    readonly history: boolean;
  };
}

/** A correction of one chain of the specification. */
export interface Correction {
  readonly chain: string;
  readonly set?: {
    readonly nativeId?: string;
    readonly name?: string;
    readonly ticker?: string;
    readonly decimals?: number;
    readonly isTestnetFor?: string;
    readonly coinType?: string;
    readonly hashFunction?: string;
  };
  readonly source: string;
}

interface Sourced {
  readonly source: string;
}

/** One chosen token. */
export interface TokenSource {
  readonly address: string;
  readonly ticker: string;
  readonly name: string;
  readonly decimals: number;
  /** Keys of `TokensSource.sources`. */
  readonly sources: readonly string[];
}

/** The chosen tokens of all chains, and where they are from. */
export interface TokensSource {
  readonly sources: Readonly<Record<string, { readonly what: string; readonly licence: string }>>;
  /** Older contracts of a token that has a newer contract with the same balances. They are never in a list. */
  readonly replaced: readonly (Sourced & { readonly chain: string; readonly address: string; readonly by: string })[];
  readonly chains: Readonly<Record<string, readonly TokenSource[]>>;
}

/** Facts that the lists of others do not confirm. */
export interface TokenExceptions {
  /** Tickers of tokens that are on no other list, by chain. */
  readonly unlisted: Readonly<Record<string, readonly string[]>>;
  /** The tickers that other lists have instead of ours, by chain and our ticker. */
  readonly symbols: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** Everything that files are generated from. */
export interface Sources {
  readonly specified: Readonly<Record<string, SpecifiedChain>>;
  readonly corrections: readonly Correction[];
  readonly mainNetworksElsewhere: readonly string[];
  /** Chains of families other than evm. */
  readonly added: Readonly<Record<string, AddedChain>>;
  readonly evm: EvmSources;
  readonly cosmos: CosmosSources;
  readonly cosmosTokens: CosmosTokensSource;
  readonly starknetTokens: StarknetTokensSource;
  readonly tokens: TokensSource;
  readonly deadOperators: readonly DeadOperator[];
  readonly oneOperator: OneOperator;
}

/** The committed sources. */
export const sources: Sources = {
  specified: chainsFile.chains,
  corrections: correctionsFile.corrections,
  mainNetworksElsewhere: correctionsFile.mainNetworksElsewhere.ids,
  added: readAddedChains(addedChainsFile),
  evm: readEvmSources(evmChainsFile),
  cosmos: readCosmosSources(cosmosChainsFile),
  cosmosTokens: readCosmosTokens(cosmosTokensFile),
  starknetTokens: readStarknetTokens(starknetTokensFile),
  tokens: tokensFile,
  deadOperators: readDeadOperators(deadOperatorsFile),
  oneOperator: readOneOperator(oneOperatorFile),
};

/** `evm-chains.json` as it is written. */
export const evmChainsWritten = evmChainsFile;

/** `cosmos-chains.json` as it is written. */
export const cosmosChainsWritten = cosmosChainsFile;

/** How many chains each path of the specification accepts, as its list says. */
export const specifiedCounts: Readonly<Record<string, number>> = chainsFile.counts;

export const tokenExceptions: TokenExceptions = tokenExceptionsFile;
