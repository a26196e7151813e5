export interface Outpoint {
  /** Hex, as explorers show it. */
  readonly txid: string;
  readonly vout: number;
}

/** An unspent output of an account, as an upstream tells it. */
export interface Coin extends Outpoint {
  /** Smallest unit. */
  readonly value: bigint;
  /** Height of its block; undefined while it waits in the mempool. */
  readonly height: number | undefined;
  /** Whether it comes from a coinbase. Undefined if the upstream does not tell: then it is old enough, or it was not looked up. */
  readonly isCoinbase: boolean | undefined;
  /** Whether it is an output of a HogEx transaction, so that it left MWEB in its block. Litecoin only. */
  readonly isPegOut?: boolean | undefined;
  /** For a coin in the mempool: whether all inputs of its transaction are the account's own, so that it is change. */
  readonly isOwnChange?: boolean | undefined;
  /**
   * For a coin in the mempool: whether its transaction has version 3 (BIP431). Before it is in a block, nodes relay no transaction of another version
   * that spends it. False if the upstream does not tell.
   */
  readonly isTruc?: boolean | undefined;
  /** Its branch and index, in an account of an extended key. */
  readonly position?: { readonly branch: 0 | 1; readonly index: number } | undefined;
}

/** The unspent outputs of an account. Outputs in the mempool are included; outputs that the mempool spends are left out. */
export interface CoinList {
  readonly coins: readonly Coin[];
  /** Whether the upstream lists a coin in a form that does not fit. It is left out. */
  readonly hasOdd?: boolean | undefined;
  /** Height of the best block. */
  readonly tip: number;
  /** For accounts of an extended key: the first index of each branch that was never used. */
  readonly unused?: { readonly receiving: number; readonly change: number } | undefined;
  /** Whether the account ever received anything, where the upstream tells. */
  readonly isUsed?: boolean | undefined;
  /** Bytes of a previous transaction, if the upstream has shown them already. Without witness, and hashed to its id. */
  readonly shown?: ((txid: string) => Uint8Array | undefined) | undefined;
}

/** The order of inputs: by transaction as explorers show it, then by output. */
export function byOutpoint(a: Outpoint, b: Outpoint): number {
  if (a.txid === b.txid) return a.vout - b.vout;
  return a.txid < b.txid ? -1 : 1;
}

export function sumOf(coins: readonly { readonly value: bigint }[]): bigint {
  return coins.reduce((sum, { value }) => sum + value, 0n);
}

/** Equal for equal outpoints. */
export function outpointKey({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}
