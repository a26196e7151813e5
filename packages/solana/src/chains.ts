/** A chain id of the Solana family. */
export type SolanaChainId = keyof typeof chains;

export interface SolanaChain {
  /** Base58, as getGenesisHash answers it. */
  readonly genesisHash: string;
  /** How long a slot takes, in milliseconds. It is only used to check the age of the latest block: other code asks the chain. */
  readonly blockTimeMs: number;
  readonly rpc: readonly { readonly url: string; readonly maxBatch?: number }[];
  readonly explorer: string;
}

export const chains = {
  solana: {
    // https://docs.anza.xyz/clusters/available, "Mainnet Beta"
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    // SIMD-0525, since epoch 1053 of mainnet-beta (October 2026).
    blockTimeMs: 200,
    // https://solana.com/docs/references/clusters, read on 2026-11-22: for tests only, limited to 100 requests in 10 seconds (40 of one method) and
    // 100 MB in 30 seconds. Its earlier name is api.mainnet-beta.solana.com.
    rpc: [
      { url: 'https://api.mainnet.solana.com', maxBatch: 10 },
      { url: 'https://solana-rpc.publicnode.com', maxBatch: 10 },
    ],
    explorer: 'https://explorer.solana.com',
  },
} as const satisfies Record<string, SolanaChain>;

export const solanaChainIds = Object.keys(chains) as SolanaChainId[];
