import type { ConnectOptions } from '@isochain/core';

/** What the EVM family takes from outside, beyond what every family takes. */
export interface EvmOptions extends ConnectOptions {
  /**
   * Whether `useMaxAmount` leaves exactly nothing behind where the chain allows it, by offering the whole price cap to the block producer
   * (true, the default), or lets the unused headroom stay in the account as dust, which can hardly ever be spent.
   */
  readonly emptyAccount?: boolean | undefined;
  /** Tokens to look for in account states, beyond the bundled list. Checksummed contract addresses. */
  readonly tokens?:
    | readonly { readonly id: string; readonly name: string; readonly ticker: string; readonly decimals: number }[]
    | undefined;
  /**
   * For private chains without an explorer: histories are read by walking back through blocks, at most this many for one page. Without it
   * there is no history.
   */
  readonly historyScanBlocks?: number | undefined;
}
