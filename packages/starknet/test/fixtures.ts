import { readFileSync } from 'node:fs';
import type { JudgedBound } from './judge.ts';

// Facts that others made or found (fixtures/README.md).

interface Written {
  readonly name: string;
  readonly source: string;
  readonly chain: 'SN_MAIN' | 'SN_SEPOLIA';
  readonly hash: string;
  readonly sender?: string;
  readonly nonce: string;
  readonly tip: string;
  readonly l1Gas: readonly [string, string];
  readonly l2Gas: readonly [string, string];
  readonly l1DataGas?: readonly [string, string];
  readonly calldata?: readonly string[];
  readonly deploys?: { readonly classHash: string; readonly salt: string; readonly calldata: readonly string[] };
  readonly signature: readonly string[];
  readonly query?: string;
}

/** A transaction that a chain carried out. */
export interface TransactionFacts {
  readonly name: string;
  readonly chain: 'SN_MAIN' | 'SN_SEPOLIA';
  readonly hash: bigint;
  readonly sender: bigint | undefined;
  readonly nonce: bigint;
  readonly tip: bigint;
  readonly l1Gas: JudgedBound;
  readonly l2Gas: JudgedBound;
  /** Undefined: from before 0.13.4, or in its form. */
  readonly l1DataGas: JudgedBound | undefined;
  /** Of the account. Undefined: a deployment. */
  readonly calldata: readonly bigint[] | undefined;
  readonly deploys:
    | { readonly classHash: bigint; readonly salt: bigint; readonly calldata: readonly bigint[] }
    | undefined;
  readonly signature: readonly bigint[];
  /** The hash of the same transaction, if it is only asked about. */
  readonly query: bigint | undefined;
}

const bound = ([amount, price]: readonly [string, string]): JudgedBound => [BigInt(amount), BigInt(price)];

/** As they stand in the file. */
export const writtenTransactions = JSON.parse(
  readFileSync(new URL('../fixtures/transactions.json', import.meta.url), 'utf8'),
) as readonly Written[];

export const transactions: readonly TransactionFacts[] = writtenTransactions.map((each) => ({
  name: each.name,
  chain: each.chain,
  hash: BigInt(each.hash),
  sender: each.sender === undefined ? undefined : BigInt(each.sender),
  nonce: BigInt(each.nonce),
  tip: BigInt(each.tip),
  l1Gas: bound(each.l1Gas),
  l2Gas: bound(each.l2Gas),
  l1DataGas: each.l1DataGas && bound(each.l1DataGas),
  calldata: each.calldata?.map(BigInt),
  deploys: each.deploys && {
    classHash: BigInt(each.deploys.classHash),
    salt: BigInt(each.deploys.salt),
    calldata: each.deploys.calldata.map(BigInt),
  },
  signature: each.signature.map(BigInt),
  query: each.query === undefined ? undefined : BigInt(each.query),
}));
