/**
 * A row that an explorer lists of an account. Each list is newest first. Addresses are as the explorer writes them. Amounts are in smallest units.
 */
export interface Row {
  readonly hash: string;
  /** Undefined while it waits in the pool. */
  readonly block: bigint | undefined;
  /** Place in its block, if the explorer tells. */
  readonly index: number | undefined;
  /** Milliseconds since 1970. */
  readonly timestamp: number | undefined;
  /** The explorer's object, untouched. */
  readonly raw: unknown;
}

/** A transaction from or to the account. */
export interface TransactionRow extends Row {
  readonly from: string;
  /** Undefined for the creation of a contract. */
  readonly to: string | undefined;
  /** The contract that it created. */
  readonly created: string | undefined;
  readonly value: bigint;
  /** Undefined if the explorer tells it in no form that fits. */
  readonly input: string | undefined;
  readonly nonce: bigint | undefined;
  readonly gasUsed: bigint | undefined;
  /** The fee that was really paid, in wei. Undefined if the explorer does not tell all of it. */
  readonly fee: bigint | undefined;
  readonly state: 'pending' | 'confirmed' | 'failed' | 'unknown';
}

/** A movement of ERC-20 tokens. */
export interface TransferRow extends Row {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly token: { readonly address: string; readonly ticker: string };
  /** Whether the explorer says that the token is there to deceive. */
  readonly isScam: boolean;
  /** Place among the logs of its block, if the explorer tells. */
  readonly logIndex: number | undefined;
  /** Fee, gas and nonce of its transaction, if the explorer tells them with the transfer. */
  readonly transaction?: Pick<TransactionRow, 'fee' | 'gasUsed' | 'nonce'> | undefined;
}

/** A row that does not fit, or of a kind that nobody knows. It says that something happened, and not what. */
export interface OddRow extends Row {
  /** What could not be read, as a noun. */
  readonly part: string;
}

/** Native coins that a contract moved. */
export interface InternalRow extends Row {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  /** Place within its transaction, if the explorer tells. */
  readonly inner: number | undefined;
}

/** A page of one list. */
export interface ListPage<R extends Row> {
  readonly rows: readonly R[];
  /** Where the next page begins, in the explorer's own terms. Undefined at the end. */
  readonly next: Cursor | undefined;
  /** Height of the oldest row of the page, including rows that were left out. */
  readonly oldest: bigint | undefined;
  /** How many rows were left out because they have no hash or no place. */
  readonly unlisted: number;
}

/** Query values that lead to a page. */
export type Cursor = Readonly<Record<string, string | number | boolean>>;

/** The lists of an account that a kind of explorer has. */
export interface Lists {
  readonly transactions: TransactionRow | OddRow;
  readonly transfers: TransferRow | OddRow;
  readonly internals: InternalRow | OddRow;
}

/** What an odd row of each list leaves unknown, as nouns for `transaction.incomplete`. */
export const parts: Readonly<Record<keyof Lists, string>> = {
  transactions: 'the transaction',
  transfers: 'a token transfer',
  internals: 'a movement inside the transaction',
};

export function isTransaction(row: Row): row is TransactionRow {
  return 'created' in row;
}

export function isOdd(row: Row): row is OddRow {
  return 'part' in row;
}

export const listNames = ['transactions', 'transfers', 'internals'] as const satisfies readonly (keyof Lists)[];
