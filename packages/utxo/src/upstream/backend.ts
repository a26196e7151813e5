import type { Operation, RequestOptions } from '@isochain/core/upstream';
import type { Account, AddressAccount } from '../address/account.ts';
import type { Coin, CoinList, Outpoint } from '../coin.ts';
import type { BackendKind } from './kind-names.ts';
import type { MerkleBlock } from './merkle-block.ts';

/** An input, with what the upstream tells of the output it spends. */
export interface TransactionInput extends Outpoint {
  /** Smallest unit; undefined where the upstream does not tell. */
  readonly value: bigint | undefined;
  /** scriptPubKey of the output it spends, in hex. */
  readonly script: string | undefined;
  /** As the upstream writes it. */
  readonly address: string | undefined;
  /** Whether it is the account's own, where the upstream tells (Blockbook, for extended keys). */
  readonly isOwn?: boolean | undefined;
  /** nSequence, where the upstream tells. */
  readonly sequence?: number | undefined;
  /** Hex, where the upstream tells. */
  readonly scriptSig?: string | undefined;
}

export interface TransactionOutput {
  readonly value: bigint;
  /** scriptPubKey in hex. */
  readonly script: string;
  readonly address: string | undefined;
  readonly isOwn?: boolean | undefined;
}

/** A transaction of the chain, in one form for all kinds of upstreams. MWEB inputs and outputs are left out. */
export interface ChainTransaction {
  readonly txid: string;
  /** Undefined while it waits in the mempool. */
  readonly height: number | undefined;
  /** The time of its block. In the mempool, the time when the upstream first saw it, if it tells. In milliseconds since 1970. */
  readonly time: number | undefined;
  /** Of the transaction's format, where the upstream tells. */
  readonly version?: number | undefined;
  readonly isCoinbase: boolean;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  /** Smallest unit; undefined if it is not known (inputs without amounts, MWEB). */
  readonly fee: bigint | undefined;
  /** The upstream's object, untouched. */
  readonly raw: unknown;
  /** True if the upstream tells its place, and the rest in a form that does not fit. Then nothing else of it is known. */
  readonly isUnread?: boolean | undefined;
}

/** A transaction of which only the place is known. */
export function unreadTransaction(
  txid: string,
  height: number | undefined,
  time: number | undefined,
  raw: unknown,
): ChainTransaction {
  return { txid, height, time, isCoinbase: false, inputs: [], outputs: [], fee: undefined, raw, isUnread: true };
}

export interface TransactionPage {
  /** Transactions in the mempool first, then the newest blocks first. */
  readonly transactions: readonly ChainTransaction[];
  /** Where the next page begins, in words of this backend; undefined at the end. */
  readonly next: string | undefined;
  /** How many the upstream listed without their id or place. None by default. */
  readonly unlisted?: number;
  readonly tip: number;
}

/** How long answers that are the same for all accounts are shared, in milliseconds. */
export const sharedMs = 1_000;

/** Which endpoint is asked, and how often at most. */
export interface AskedEndpoint extends Pick<RequestOptions, 'maxAttempts'> {
  readonly endpoint: string;
}

/** Fee rates in the smallest unit per 1,000 virtual bytes. */
interface FeeEstimate {
  /** Undefined if the endpoint has no estimate. */
  readonly rate: bigint | undefined;
  /** The least that its node takes now. Undefined if endpoints of its kind do not tell. */
  readonly floor?: bigint | undefined;
}

/** What the caller needs beside the coins of an account. */
export interface CoinNeeds {
  /** Whether to find the first unused addresses of an extended key. */
  readonly unused?: boolean | undefined;
  /**
   * Amounts of outpoints (`txid:vout`) that previous transactions have proven. If the list of an endpoint contradicts them, the endpoint is set
   * aside and the next one is asked.
   */
  readonly proven?: ReadonlyMap<string, bigint> | undefined;
}

/** The best block of an endpoint. */
export interface Head {
  readonly height: number;
  /** Hashes by height, in display order: of this block, and of earlier blocks that the answer has too. */
  readonly hashes: ReadonlyMap<number, string>;
}

/** Balances of an account, without a list of coins. */
export interface Totals {
  /** All outputs in blocks, even if the mempool spends them. */
  readonly confirmed: bigint;
  /** What the mempool adds; negative if it takes more. */
  readonly pending: bigint;
  /** All that the mempool spends, including what comes back as change. Undefined if the upstream does not tell. */
  readonly spending?: bigint | undefined;
}

/** Follows a read that may take long. */
export interface Progress {
  /** Called at once for each transaction, so that it counts even if the rest fails. */
  found(txid: string, bytes: Uint8Array): void;
  /** Whether nobody waits any more. Then nothing more is asked, and the answer lacks the rest. */
  isOver(): boolean;
}

/** A node's answer to a transaction. */
export type SendOutcome =
  | { readonly ok: true; readonly txid: string }
  /** The node's own code and text, without what wraps them. */
  | { readonly ok: false; readonly code: number | undefined; readonly message: string };

/**
 * One kind of upstream. Every method asks endpoints of its kind only, and checks that they serve this chain. It throws `UpstreamError` if no
 * endpoint gave a usable answer; then choose.ts asks another kind.
 */
export interface Backend {
  readonly kind: BackendKind;
  /**
   * All coins of an account. Checked: scripts are the account's, no outpoint is there twice, amounts are possible.
   *
   * @param needs.unused - Whether `unused` of the answer is needed. It may take another request, side by side with the first.
   */
  coins(account: Account, operation: Operation, needs?: CoinNeeds): Promise<CoinList>;
  totals(account: Account, operation: Operation): Promise<Totals>;
  /**
   * What one endpoint says of fee rates.
   *
   * @param asked.endpoint - Asks the endpoint of this name only.
   * @param target - Within how many blocks a transaction is to be confirmed: 1, 3 (the default), 6 or 144.
   */
  feeRate(asked: AskedEndpoint, operation: Operation, target?: number): Promise<FeeEstimate>;
  /**
   * The bytes of transactions, without witnesses and MWEB parts. Checked: each hashes to its id. At most 4 requests run at a time.
   *
   * @param txids - Distinct.
   */
  previousTransactions(
    txids: readonly string[],
    operation: Operation,
    progress?: Progress,
  ): Promise<ReadonlyMap<string, Uint8Array>>;
  /**
   * The amounts of some coins of an account, as one endpoint tells them.
   *
   * @param asked.endpoint - Asks the endpoint of this name only.
   * @returns By `txid:vout`, in the smallest unit. Coins that are spent or not known to the endpoint are left out.
   */
  amounts(
    account: Account,
    coins: readonly Coin[],
    asked: AskedEndpoint,
    operation: Operation,
  ): Promise<ReadonlyMap<string, bigint>>;
  /**
   * Whether one endpoint knows a transaction of an address. Absent if the upstream has no index of addresses.
   *
   * @param asked.endpoint - Asks the endpoint of this name only.
   */
  isUsed?(account: AddressAccount, asked: AskedEndpoint, operation: Operation): Promise<boolean>;
  /** The redeem script that an earlier spend of a p2sh address showed. Absent if the upstream cannot find it. */
  redeemScript?(account: AddressAccount, operation: Operation): Promise<Uint8Array | undefined>;
  /**
   * @param endpoint - Asks the endpoint of this name only.
   * @returns undefined if the endpoint that answered does not know the transaction.
   */
  transaction(
    txid: string,
    operation: Operation,
    endpoint?: string,
  ): Promise<{ transaction: ChainTransaction; tip: number } | undefined>;
  /**
   * Transactions of an account. Absent if the upstream has no index of addresses.
   *
   * @param cursor - `next` of an earlier page of this backend.
   */
  history?(
    account: Account,
    page: { readonly limit: number; readonly cursor: string | undefined },
    operation: Operation,
  ): Promise<TransactionPage>;
  /**
   * Sends a signed transaction to one endpoint. A refusal by the node is returned; a failure of the endpoint is thrown.
   *
   * @param raw - Hex.
   * @param maxAttempts - How often the endpoint is asked, at most.
   */
  send(raw: string, endpoint: string, operation: Operation, maxAttempts?: number): Promise<SendOutcome>;
  /**
   * Proof that a transaction is in a block. Absent if the upstream makes no proofs.
   *
   * @returns undefined if the endpoint that answered does not know the transaction, or has it in no block.
   */
  inclusion?(txid: string, operation: Operation): Promise<MerkleBlock | undefined>;
  /** Id of the transaction that spends an output. Absent if the upstream has no index of spent outputs. */
  spender?(outpoint: Outpoint, operation: Operation): Promise<string | undefined>;
  /** Height of the best block. */
  tip(operation: Operation): Promise<number>;
  /**
   * The best block of one endpoint.
   *
   * @param asked.endpoint - Asks the endpoint of this name only.
   */
  head(asked: AskedEndpoint, operation: Operation): Promise<Head>;
  /** The block that one endpoint has at a height; undefined if it has none. */
  blockHash(height: number, asked: AskedEndpoint, operation: Operation): Promise<string | undefined>;
}
