import type { ChainIdentity } from '@isochain/core';
import { starknetIdentities } from '@isochain/core/catalogue';
import type { Address } from './address/address.ts';
import { shortString } from './felt.ts';

/** A chain id of the Starknet family. */
export type StarknetChainId = keyof typeof starknetIdentities;

export const starknetChainIds = Object.keys(starknetIdentities) as StarknetChainId[];

/** What is particular to one chain of the family. */
interface StarknetChain {
  /** What transactions are signed for, and what `starknet_chainId` answers. */
  readonly id: bigint;
  /** About how often the chain makes a block, in milliseconds. */
  readonly blockTimeMs: number;
  /** The staking contract. Each use of it is proven: its parameters name STRK. */
  readonly staking: Address;
  readonly explorer: string;
  readonly endpoints: readonly string[];
}

// Ids: docs.starknet.io, "Transactions: chain id". Block time: our own round figure. It matters for the age of blocks
// alone: a hundred of them take the ten minutes that every chain is allowed. Staking contracts:
// two sources that agree, NethermindEth/starknet-staking-v2, validator/constants/constants.go, and keep-starknet-strange/starkzap, src/staking/presets.ts.
// Endpoints: documentation of starknet.js, and its default; hyperlane-xyz/hyperlane-registry#1701 (2026-09-08: Cartridge and publicnode serve 0.10.2). Paths
// name version 0.10 where the operator has such paths: Starknet 0.15 ends 0.9.
const blockTimeMs = 6_000;
const chains: Readonly<Record<StarknetChainId, StarknetChain>> = {
  starknet: {
    id: shortString('SN_MAIN'),
    blockTimeMs,
    staking: '0x00ca1702e64c81d9a07b86bd2c540188d92a2c73cf5cc0e508d949015e7e84a7',
    explorer: 'https://voyager.online',
    endpoints: [
      'https://api.cartridge.gg/x/starknet/mainnet/rpc/v0_10',
      'https://api.zan.top/public/starknet-mainnet/rpc/v0_10',
      'https://starknet-rpc.publicnode.com',
    ],
  },
  'starknet-sepolia': {
    id: shortString('SN_SEPOLIA'),
    blockTimeMs,
    staking: '0x03745ab04a431fc02871a139be6b93d9260b0ff3e779ad9c8b377183b23109f1',
    explorer: 'https://sepolia.voyager.online',
    endpoints: [
      'https://api.cartridge.gg/x/starknet/sepolia/rpc/v0_10',
      'https://api.zan.top/public/starknet-sepolia/rpc/v0_10',
      'https://starknet-sepolia-rpc.publicnode.com',
    ],
  },
};

/** Public endpoints, the preferred one first. Without a key they limit requests. */
export function publicEndpoints(chainId: StarknetChainId): readonly { readonly url: string; readonly kind: 'node' }[] {
  return chains[chainId].endpoints.map((url) => ({ url, kind: 'node' }));
}

/** A chain with its names. */
export interface NamedChain {
  readonly chainId: StarknetChainId;
  readonly chain: StarknetChain;
  readonly identity: ChainIdentity;
}

export function namedChain(chainId: StarknetChainId): NamedChain {
  return { chainId, chain: chains[chainId], identity: starknetIdentities[chainId] };
}
