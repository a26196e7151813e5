import chainsFile from '../sources/chains.json' with { type: 'json' };
import correctionsFile from '../sources/corrections.json' with { type: 'json' };
import evmChainsFile from '../sources/evm-chains.json' with { type: 'json' };
import evmCurationFile from '../sources/evm-curation.json' with { type: 'json' };
import tokenExceptionsFile from '../sources/token-exceptions.json' with { type: 'json' };
import tokensFile from '../sources/tokens.json' with { type: 'json' };
import viemExceptionsFile from '../sources/viem-exceptions.json' with { type: 'json' };

// The shapes of the files in sources/. Text that has to be one of a few values is only `string` here: the builders check it.

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

/** What is put right about one chain of the specification. */
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

/** One EVM chain as compiled from public lists. What it is (native id, name, coin) has the catalogue. */
export interface EvmSource {
  /** Name of the chain in `viem/chains`: its ids are not unique, its names are. */
  readonly viemExport: string;
  readonly feeClass: string;
  readonly blockTimeMs: number;
  readonly multicall3: string | null;
  readonly rpc: readonly string[];
  readonly blockscout: string | null;
  readonly explorer: string | null;
  readonly etherscanV2: string;
}

interface Sourced {
  readonly source: string;
}

/** What no list of EVM chains has. */
export interface EvmCuration {
  readonly fees: readonly (Sourced & {
    readonly chains: readonly string[];
    readonly set: { readonly minTip?: string; readonly suggestedTip?: string; readonly minGasPrice?: string };
  })[];
  /**
   * Above which nothing is offered that the client did not ask for. At least four times the highest price that a public source tells, since a
   * cap is up to twice the price of now; where no such price was found, `source` says what the ceiling follows from.
   */
  readonly ceilings: readonly (Sourced & {
    readonly chains: readonly string[];
    readonly set: { readonly gasPrice: string; readonly tip?: string; readonly gas?: string; readonly fee?: string };
    /** Wei per gas: the highest price that the source tells, or the usual one. */
    readonly seen?: string;
  })[];
  /** Networks whose end is announced. */
  readonly sunset: readonly (Sourced & { readonly chain: string; readonly text: string })[];
  /** Networks that make no blocks any more. `since` is a day in UTC; `reason` says what became of the coin. */
  readonly stopped: readonly (Sourced & { readonly chain: string; readonly since: string; readonly reason: string })[];
  /** Those that answer without a key and are no Blockscout. */
  readonly explorers: readonly (Sourced & {
    readonly chain: string;
    readonly name: string;
    readonly kind: string;
    readonly url: string;
  })[];
  /** Where the pending state is the latest one: what waiting transactions will spend cannot be seen. */
  readonly pendingIsLatest: readonly (Sourced & { readonly chains: readonly string[] })[];
  readonly maxBatch: readonly (Sourced & { readonly host: string; readonly maxBatch: number })[];
  readonly systemAddresses: readonly (Sourced & {
    readonly chains: readonly string[];
    readonly ranges: readonly (readonly string[])[];
  })[];
  readonly nativePseudoTokens: readonly (Sourced & {
    readonly chains: readonly string[];
    readonly addresses: readonly string[];
  })[];
  readonly nativeStandIns: Sourced & { readonly addresses: readonly string[] };
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
  /** Contracts that are no token beside another one, but an older face of it: never in a list. */
  readonly replaced: readonly (Sourced & { readonly chain: string; readonly address: string; readonly by: string })[];
  readonly chains: Readonly<Record<string, readonly TokenSource[]>>;
}

/** What the lists of others do not confirm. */
export interface TokenExceptions {
  /** By chain, tickers of those that none of them has. */
  readonly unlisted: Readonly<Record<string, readonly string[]>>;
  /** By chain and our ticker, what they say instead. */
  readonly symbols: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** One known difference from `viem/chains`. */
export interface ViemException {
  readonly chain: string;
  readonly field: string;
  readonly ours: string | number | null;
  readonly viem: string | number | null;
  readonly reason: string;
}

export const specifiedChains: Readonly<Record<string, SpecifiedChain>> = chainsFile.chains;
export const specifiedCounts: Readonly<Record<string, number>> = chainsFile.counts;
export const mainNetworksElsewhere: readonly string[] = correctionsFile.mainNetworksElsewhere.ids;
export const corrections: readonly Correction[] = correctionsFile.corrections;
export const evmSources: Readonly<Record<string, EvmSource>> = evmChainsFile.chains;
export const evmCuration: EvmCuration = evmCurationFile;
export const tokensSource: TokensSource = tokensFile;
export const tokenExceptions: TokenExceptions = tokenExceptionsFile;
export const viemExceptions: { readonly viem: string; readonly exceptions: readonly ViemException[] } =
  viemExceptionsFile;
