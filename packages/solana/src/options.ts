import type { ConnectOptions } from '@isochain/core';

/** How much to pay beyond the base fee, by what others paid in the last slots for the same accounts. */
export type Priority = 'none' | 'low' | 'medium' | 'high';

/** Which public readers of transactions the layout of the bytes is made for. */
export type Profile = 'compat' | 'hardware';

/** What the Solana family takes from outside, beyond what every family takes. */
export interface SolanaOptions extends ConnectOptions {
  /**
   * - `compat` (the default): bytes that public verifiers of this interface can read
   * - `hardware`: bytes that hardware wallets show in clear: TransferChecked for all tokens, createAccountWithSeed for stakes
   */
  readonly profile?: Profile | undefined;
  /** Priority fees; `none` by default. A client can ask for one with the wish `fees`. */
  readonly priority?: Priority | undefined;
  /** The highest price of a compute unit, in micro-lamports, whatever others pay. 1,000,000 by default. */
  readonly maxComputeUnitPrice?: bigint | undefined;
  /**
   * Whether a node is asked what the transaction would do before it is given out: one more round trip. By default only where stakes are
   * moved.
   */
  readonly simulate?: boolean | undefined;
  /**
   * Base58 genesis hash of the cluster that endpoints must serve: mainnet-beta by default. A private cluster has its own; `any` switches the
   * check off.
   */
  readonly genesisHash?: string | undefined;
  /**
   * How many token accounts of an account its history looks at, each with a call for every page: tokens that come in may touch nothing
   * else. Those with a balance come first. 16 by default.
   */
  readonly historyTokenAccounts?: number | undefined;
}
