import type { ChainIdentity, Stopped } from '@isochain/core';
import { cosmosIdentities } from '@isochain/core/catalogue';
import { cosmosChains } from './chains.data.ts';

/** A chain id of the Cosmos family. */
export type CosmosChainId = keyof typeof cosmosChains;

/** Which keys the accounts of a chain have. It decides public key type, address and the hash that is signed. */
export type KeyKind = 'secp256k1' | 'injective' | 'ethermint';

/** Where the price of gas comes from. */
type FeeModel =
  | 'static'
  | 'feemarket'
  | 'osmosis-base-fee'
  | 'injective-base-fee'
  | 'celestia-minfee'
  | 'ethermint-feemarket'
  | 'provenance-flat';

/** What a transaction does, as far as its gas depends on it. */
export type GasKind =
  | 'transfer'
  | 'token'
  | 'contract'
  | 'stake'
  | 'redelegate'
  | 'unstake'
  | 'claim'
  | 'compound'
  | 'registration';

/** What is particular to one Cosmos chain. Everything that differs between chains is a field here, never a branch on an id. */
export interface CosmosChain {
  /** The bech32 prefix of account addresses. */
  readonly prefix: string;
  /** The bech32 prefix of validator addresses. */
  readonly validatorPrefix: string;
  /** Smallest unit of the coin that stakes and fees are paid in. */
  readonly denom: string;
  readonly keys: KeyKind;
  /** How long a block takes at most, in milliseconds. Many chains are faster. It decides how old a latest block may be. */
  readonly blockTimeMs: number;
  readonly feeModel: FeeModel;
  /**
   * `denom` for a unit of gas, as decimal text. `average` is paid if the chain says nothing else. `ceiling` is the most that the chain's own rules can
   * ask for, if they have such a maximum.
   */
  readonly gasPrice: {
    readonly min?: string;
    readonly low: string;
    readonly average: string;
    readonly high: string;
    readonly ceiling?: string;
  };
  /** Gas of transactions that cannot be simulated, if the defaults of most chains are too little here. */
  readonly gas?: Readonly<Partial<Record<GasKind, string>>>;
  /** The most gas that nodes take in a transaction, if the chain is known to limit it. */
  readonly maxGas?: string;
  /** Other denominations that fees can be paid in, each with its price of gas. */
  readonly otherFees?: readonly { readonly denom: string; readonly average: string }[];
  /** Set if staking messages are wrapped, and wait for the end of an epoch. */
  readonly staking?: 'epoching';
  /** Set if a change of a stake pays no rewards: they stay with the validator until a claim pays them. */
  readonly rewards?: 'kept';
  /** The Bitcoin chain of the stakes, if stakes of Bitcoin are registered here. */
  readonly bitcoin?: 'bitcoin' | 'bitcoin-signet';
  /** Coin types that wallets used beside the one of the registry. With them, the same phrase has another address. */
  readonly otherCoinTypes?: readonly string[];
  /** Native id of the network that had the id before. */
  readonly replacedNativeId?: string;
  readonly rest: readonly string[];
  readonly rpc: readonly string[];
  readonly explorer: string | null;
  /** Why and how the chain is being wound down. */
  readonly sunset?: string;
  /** Set if the chain has ended: then it has no public endpoints. */
  readonly stopped?: Stopped;
}

export const chains: Readonly<Record<CosmosChainId, CosmosChain>> = cosmosChains;

export const cosmosChainIds = Object.keys(cosmosChains) as CosmosChainId[];

/** A chain of the family together with what core knows of it: all that bytes depend on. */
export interface NamedChain {
  readonly chainId: CosmosChainId;
  readonly chain: CosmosChain;
  readonly identity: ChainIdentity;
}

export function namedChain(chainId: CosmosChainId): NamedChain {
  return { chainId, chain: chains[chainId], identity: cosmosIdentities[chainId] };
}

/**
 * Whether encode makes amino JSON for a chain. For keys of Ethereum's kind it would help nobody, though nodes take it (evmos/ethermint
 * crypto/ethsecp256k1/ethsecp256k1.go: VerifySignature): the Cosmos app of a Ledger hashes with SHA-256, and its Ethereum app signs such a document
 * only as typed data (EIP-712).
 */
export function canBeAmino({ keys }: CosmosChain): boolean {
  return keys === 'secp256k1';
}

/** The public endpoints, REST first. A stopped chain has none. */
export function publicEndpoints(
  chainId: CosmosChainId,
): readonly { readonly url: string; readonly kind: 'rest' | 'rpc' }[] {
  const { rest, rpc } = chains[chainId];
  return [...rest.map((url) => ({ url, kind: 'rest' as const })), ...rpc.map((url) => ({ url, kind: 'rpc' as const }))];
}
