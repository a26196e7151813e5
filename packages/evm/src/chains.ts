import type { ChainIdentity, Stopped } from '@isochain/core';
import { evmIdentities } from '@isochain/core/catalogue';
import { evmChains } from './chains.data.ts';
import type { FeeClass } from './fees/fee-class.ts';
import type { ExplorerKind } from './upstream/explorers/explorer-kinds.ts';

/** A chain id of the EVM family. */
export type EvmChainId = keyof typeof evmChains;

/**
 * Limits as decimal text. Nothing above them is offered unless the client asks for it: they limit what an endpoint that lies can take. Each is far
 * above every known price of the chain (`docs/evm-fees.md`).
 */
interface Ceilings {
  /** Wei per gas: limits the price cap, or the gas price on a chain without EIP-1559. */
  readonly gasPrice: string;
  /** Wei per gas: limits the tip. Without it `gasPrice` does. */
  readonly tip?: string | undefined;
  /** The highest gas limit. Chains that charge only used gas have none. */
  readonly gas?: string | undefined;
  /** Wei: the most that a transaction may cost in all. */
  readonly fee: string;
}

/** One EVM chain. Whatever differs between chains is a field here: no code branches on an id. */
export interface EvmChain {
  /** EIP-155 chain id. */
  readonly id: number;
  readonly feeClass: FeeClass;
  readonly blockTimeMs: number;
  /** Checksummed address of Multicall3, or null if it is not deployed. */
  readonly multicall3: `0x${string}` | null;
  readonly rpc: readonly { readonly url: string; readonly maxBatch?: number }[];
  /** Base URL of a public Blockscout instance. */
  readonly blockscout: string | null;
  /** Other public explorers that need no key. */
  readonly explorers?: readonly { readonly name: string; readonly kind: ExplorerKind; readonly url: string }[];
  readonly explorer: string | null;
  /**
   * Which key Etherscan (v2) needs for the chain: `free`, `paid` (a paid plan), `yes` (some key). `no`: it does not serve the chain. `removed`: no
   * longer.
   */
  readonly etherscanV2: 'free' | 'paid' | 'yes' | 'no' | 'removed';
  /** Why and when the chain ends, if that is announced. */
  readonly sunset?: string;
  /** Set if the chain has stopped: then it has no public endpoints, explorers or tokens. */
  readonly stopped?: Stopped;
  /** Wei per gas: the lowest priority fee that a pool takes. */
  readonly minTip?: string;
  /** Wei per gas: the tip to offer if the fee history shows none. */
  readonly suggestedTip?: string;
  /** Wei per gas: the lowest price that a block takes. */
  readonly minGasPrice?: string;
  /** Wei per gas: the usual priority fee, where a source tells it. Higher fees are warned of, and offered all the same. */
  readonly usualTip?: string;
  /** Wei per gas: the usual price, where a source tells it. */
  readonly usualGasPrice?: string;
  /** Whether nodes answer the latest state when asked for the pending one. Then nobody sees what waiting transactions will spend. */
  readonly pendingIsLatest?: true;
  readonly ceilings: Ceilings;
  /** Addresses of the protocol, which cannot be recipients. Ranges include both ends. */
  readonly systemAddresses?: readonly (readonly [from: string, to: string])[];
  /** Contracts that answer like a token but are the native coin itself. */
  readonly nativePseudoTokens?: readonly string[];
}

export const chains: Readonly<Record<EvmChainId, EvmChain>> = evmChains;

export const evmChainIds = Object.keys(evmChains) as EvmChainId[];

/** The chains that make no blocks any more. */
export const stoppedChains: Readonly<Partial<Record<EvmChainId, Stopped>>> = Object.fromEntries(
  Object.entries(chains).flatMap(([id, { stopped }]) => (stopped === undefined ? [] : [[id, stopped]])),
);

/** A chain of the family with what core knows of it: bytes depend on nothing else of a chain. */
export interface NamedChain {
  readonly chainId: EvmChainId;
  readonly chain: EvmChain;
  readonly identity: ChainIdentity;
}

export function namedChain(chainId: EvmChainId): NamedChain {
  return { chainId, chain: chains[chainId], identity: evmIdentities[chainId] };
}
