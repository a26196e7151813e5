import { readFileSync } from 'node:fs';
import type { Kind, MadeMemo } from './kinds.ts';

// Facts that others made or found (fixtures/README.md).

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** Transactions that the older library of the chain made and signed. */
export const vectors = read('vectors') as readonly {
  readonly name: string;
  /** In hex. */
  readonly hash: string;
  readonly signature: string;
  /** The envelope without signatures, in base64. */
  readonly unsigned: string;
}[];

/** Transactions that Trust Wallet Core signed. */
export const walletCore = read('wallet-core') as readonly {
  readonly name: string;
  /** Private, in hex. */
  readonly key: string;
  readonly sender: string;
  /** Undefined for an operation that encode never makes. */
  readonly kind?: Kind;
  readonly recipient?: string;
  readonly code?: string;
  readonly issuer?: string;
  readonly amount?: string;
  readonly fee: string;
  readonly sequence: string;
  /** Most of them have no time bounds. */
  readonly maxTime?: string;
  readonly memo: MadeMemo;
  /** As an explorer or a test shows it. */
  readonly id?: string;
  /** The signed envelope of version 0, in base64. */
  readonly signed: string;
}[];
