import type { ChainIdentity, Stopped } from '@isochain/core';
import { evmIdentities } from '@isochain/core/catalogue';
import { evmChains } from './chains.data.ts';
import type { FeeClass } from './fees/fee-class.ts';
import type { ExplorerKind } from './upstream/explorers/explorer-kinds.ts';

/** A chain id of the EVM family. */
export type EvmChainId = keyof typeof evmChains;

/**
 * Above which nothing is offered that the client did not ask for, as decimal text: what one endpoint that lies can take is bounded by it. Each
 * lies far above every price that the chain is known to have seen (`docs/evm-fees.md`).
 */
interface Ceilings {
  /** Wei per gas: of the cap, or of the gas price on a chain without EIP-1559. */
  readonly gasPrice: string;
  /** Wei per gas, of the tip. Without it that of the price counts. */
  readonly tip?: string | undefined;
  /** Of the gas limit. Chains that charge only the gas that is used have none. */
  readonly gas?: string | undefined;
  /** Wei, of all that a transaction may cost. */
  readonly fee: string;
}

/** What is particular to one EVM chain. Everything that differs between chains is a field here, never a branch on an id. */
export interface EvmChain {
  /** EIP-155 chain id. */
  readonly id: number;
  readonly feeClass: FeeClass;
  readonly blockTimeMs: number;
  /** Checksummed address of Multicall3, or null where it is not deployed. */
  readonly multicall3: `0x${string}` | null;
  readonly rpc: readonly { readonly url: string; readonly maxBatch?: number }[];
  /** Base URL of a public Blockscout instance. */
  readonly blockscout: string | null;
  /** Those beside Blockscout that answer without a key. */
  readonly explorers?: readonly { readonly name: string; readonly kind: ExplorerKind; readonly url: string }[];
  readonly explorer: string | null;
  /** Whether Etherscan (v2) serves the chain: with a free key, with that of a paid plan, with some key, not, or not any more. */
  readonly etherscanV2: 'free' | 'paid' | 'yes' | 'no' | 'removed';
  /** Why and when the chain ends, where that is announced. */
  readonly sunset?: string;
  /** Set where it has ended: then it has no public endpoints, explorers or tokens. */
  readonly stopped?: Stopped;
  /** Wei per gas that a pool takes at least as priority fee. */
  readonly minTip?: string;
  /** Wei per gas to offer where the fee history shows no tip. */
  readonly suggestedTip?: string;
  /** Wei per gas that a block takes at least. */
  readonly minGasPrice?: string;
  /** Whether nodes answer the latest state when they are asked for the pending one: what waiting transactions will spend cannot be seen. */
  readonly pendingIsLatest?: true;
  readonly ceilings: Ceilings;
  /** Inclusive ranges of addresses that belong to the protocol: not recipients. */
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

/** A chain of the family together with what core knows of it: all that bytes depend on. */
export interface NamedChain {
  readonly chainId: EvmChainId;
  readonly chain: EvmChain;
  readonly identity: ChainIdentity;
}

export function namedChain(chainId: EvmChainId): NamedChain {
  return { chainId, chain: chains[chainId], identity: evmIdentities[chainId] };
}
