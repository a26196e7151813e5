import type { Operation, RequestOptions } from '@isochain/core/upstream';
import type { Account, AddressAccount } from '../address/account.ts';
import type { Coin, CoinList, Outpoint } from '../coin.ts';
import type { BackendKind } from './kind-names.ts';
import type { MerkleBlock } from './merkle-block.ts';

/** A side of a transaction. */
export interface TransactionInput extends Outpoint {
  /** Smallest unit; undefined where the upstream does not tell. */
  readonly value: bigint | undefined;
  /** scriptPubKey of what it spends, in hex. */
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

/** A transaction of the chain, whichever upstream told of it. MWEB inputs and outputs are left out. */
export interface ChainTransaction {
  readonly txid: string;
  /** Undefined while it waits in the mempool. */
  readonly height: number | undefined;
  /** Of its block, in milliseconds since 1970; of its first sight for one in the mempool, where the upstream tells. */
  readonly time: number | undefined;
  readonly isCoinbase: boolean;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  /** Smallest unit; undefined where it cannot be known (inputs without amounts, MWEB). */
  readonly fee: bigint | undefined;
  /** The upstream's object, untouched. */
  readonly raw: unknown;
}

export interface TransactionPage {
  /** Those in the mempool first, then newest first. */
  readonly transactions: readonly ChainTransaction[];
  /** Where the next page begins, in words of this backend; undefined at the end. */
  readonly next: string | undefined;
  readonly tip: number;
}

/** What is the same for all accounts is asked once in this time, in milliseconds. */
export const sharedMs = 1_000;

/** Which endpoint is asked, and how often at most. */
export interface AskedEndpoint extends Pick<RequestOptions, 'maxAttempts'> {
  readonly endpoint: string;
}

/** What is wanted beside the coins of an account. */
export interface CoinNeeds {
  /** Of an account of an extended key, which addresses were never used. */
  readonly unused?: boolean | undefined;
  /**
   * Amounts of some outpoints (`txid:vout`), which their transactions prove: an endpoint whose list says otherwise is set aside, and the next
   * one is asked.
   */
  readonly proven?: ReadonlyMap<string, bigint> | undefined;
}

/** The best block of an endpoint. */
export interface Head {
  readonly height: number;
  /** Of this block, and of those before it that came along, by height. In display order. */
  readonly hashes: ReadonlyMap<number, string>;
}

/** What an account holds, without its coins. */
export interface Totals {
  /** Confirmed, less nothing. */
  readonly confirmed: bigint;
  /** What the mempool adds or takes. */
  readonly pending: bigint;
  /** What the mempool takes alone, change that comes back included; where the upstream tells. */
  readonly spending?: bigint | undefined;
}

/** Of a reading that may take long. */
export interface Progress {
  /** Told of each transaction at once: what was read counts, even if the rest fails. */
  found(txid: string, bytes: Uint8Array): void;
  /** Whether nobody waits any more: then nothing more is asked for, and the answer lacks the rest. */
  isOver(): boolean;
}

/** What a node says to a transaction that it was sent. */
export type SendOutcome =
  | { readonly ok: true; readonly txid: string }
  /** The node's own code and text, without what wraps them. */
  | { readonly ok: false; readonly code: number | undefined; readonly message: string };

/**
 * One kind of upstream. Every method asks endpoints of its kind only, checks that they serve this chain, and throws `UpstreamError` when none
 * of them gave a usable answer: then another kind may (choose.ts).
 */
export interface Backend {
  readonly kind: BackendKind;
  /**
   * All coins of an account, checked: known scripts, no outpoint twice, amounts that can be.
   *
   * @param needs.unused - Whether `unused` of the answer is needed: it may take another request, side by side with the first.
   */
  coins(account: Account, operation: Operation, needs?: CoinNeeds): Promise<CoinList>;
  totals(account: Account, operation: Operation): Promise<Totals>;
  /**
   * Fee rate of one endpoint, in the smallest unit per 1,000 virtual bytes; undefined if it has no estimate.
   *
   * @param asked.endpoint - Asks the endpoint of this name only.
   * @param target - Within how many blocks a transaction is to be confirmed: 1, 3 (the default), 6 or 144.
   */
  feeRate(asked: AskedEndpoint, operation: Operation, target?: number): Promise<bigint | undefined>;
  /**
   * Transactions in full, without witnesses and without MWEB parts: each hashes to its id (checked). At most 4 requests at a time.
   *
   * @param txids - Distinct.
   */
  previousTransactions(
    txids: readonly string[],
    operation: Operation,
    progress?: Progress,
  ): Promise<ReadonlyMap<string, Uint8Array>>;
  /**
   * What one endpoint says that some coins of an account hold.
   *
   * @param asked.endpoint - Asks the endpoint of this name only.
   * @returns By `txid:vout`, in the smallest unit; without those that it does not know, or knows to be spent.
   */
  amounts(
    account: Account,
    coins: readonly Coin[],
    asked: AskedEndpoint,
    operation: Operation,
  ): Promise<ReadonlyMap<string, bigint>>;
  /**
   * Whether one endpoint knows a transaction of an address. Absent where the upstream has no index of addresses.
   *
   * @param asked.endpoint - Asks the endpoint of this name only.
   */
  isUsed?(account: AddressAccount, asked: AskedEndpoint, operation: Operation): Promise<boolean>;
  /** The redeem script that an earlier spend of a p2sh address showed, if there was one. Absent where it cannot be found. */
  redeemScript?(account: AddressAccount, operation: Operation): Promise<Uint8Array | undefined>;
  /**
   * @param endpoint - Asks the endpoint of this name only.
   * @returns undefined if the endpoint that answered does not know it.
   */
  transaction(
    txid: string,
    operation: Operation,
    endpoint?: string,
  ): Promise<{ transaction: ChainTransaction; tip: number } | undefined>;
  /**
   * Transactions of an account. Absent where the upstream has no index of addresses.
   *
   * @param cursor - `next` of an earlier page of this backend.
   */
  history?(
    account: Account,
    page: { readonly limit: number; readonly cursor: string | undefined },
    operation: Operation,
  ): Promise<TransactionPage>;
  /**
   * Sends a signed transaction to one endpoint. What the node says against it is a value; failures of the endpoint throw.
   *
   * @param raw - Hex.
   * @param maxAttempts - How often the endpoint is asked, at most.
   */
  send(raw: string, endpoint: string, operation: Operation, maxAttempts?: number): Promise<SendOutcome>;
  /**
   * Proof that a transaction is in a block. Absent where the upstream makes none.
   *
   * @returns undefined if the endpoint that answered has none: it knows no such transaction, or it is in no block.
   */
  inclusion?(txid: string, operation: Operation): Promise<MerkleBlock | undefined>;
  /** The transaction that spends an output, if there is one. Absent where the upstream has no index of it. */
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
