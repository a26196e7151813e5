import type { ChainId } from '../chain-ids.ts';
import type { Status } from '../schema/status.ts';
import type { Token, TokenAmount } from '../schema/token.ts';
import type { TransactionRecord } from '../schema/transaction-record.ts';
import type { Validator } from '../schema/validator.ts';

/** Part of a list. */
export interface Page {
  /** Opaque; null at the end. */
  nextPage: string | null;
}

/** Answer of a read that has a status only if there is a warning. */
export interface Warned {
  /** Present only if there is a warning. */
  status?: Status;
}

/** Tokens of an account. */
export interface TokenBalances extends Warned {
  /** The chain. */
  chainId: ChainId;
  /** The account, as it was asked for. */
  accountId: string;
  /** Tokens that it holds, as far as they are known. */
  tokens: TokenAmount[];
  /** How to read on. */
  pagination: Page;
}

/** Tokens that are known without asking the chain. */
export interface KnownTokens {
  /** The chain. */
  chainId: ChainId;
  /** The best fits first; else in the order of the lists. */
  tokens: Token[];
  /** How to read on. */
  pagination: Page;
}

/** Transactions of an account, newest first. */
export interface History extends Warned {
  /** The chain. */
  chainId: ChainId;
  /** The account, as it was asked for. */
  accountId: string;
  /** Newest first. */
  transactions: TransactionRecord[];
  /** How to read on. */
  pagination: Page;
}

/** One transaction. */
export interface FoundTransaction {
  /** The chain. */
  chainId: ChainId;
  /** The transaction. */
  transaction: TransactionRecord;
  /** What may surprise. */
  status: Status;
}

/** Validators of a chain. */
export interface Validators extends Warned {
  /** The chain. */
  chainId: ChainId;
  /** Those that take stakes. */
  validators: Validator[];
  /** How to read on. */
  pagination: Page;
}

/** Addresses of a public key. */
export interface Addresses {
  /** The chain. */
  chainId: ChainId;
  /** The key, as it was asked for. */
  pubkey: string;
  /** One for each kind of address that the key has. */
  addresses: {
    /** The kind of address. */
    type: string;
    /** As clients write it. */
    address: string;
  }[];
}
