import { readFileSync } from 'node:fs';
import type { Kind } from './kinds.ts';

// Facts that others made or found (fixtures/README.md).

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** Transactions that the chain's own library made and signed. */
export const vectors = read('vectors') as readonly {
  readonly name: string;
  /** The transaction without a signature, in hex. */
  readonly unsigned: string;
  readonly txId: string;
  /** In hex. */
  readonly signature: string;
}[];

/** Transactions that Trust Wallet Core signed. */
export const walletCore = read('wallet-core') as readonly {
  readonly name: string;
  /** Private, in hex. */
  readonly key: string;
  readonly sender: string;
  readonly kind: Kind;
  readonly recipient?: string;
  readonly assetId?: string;
  readonly amount?: string;
  readonly fee: string;
  readonly firstValid: string;
  readonly lastValid: string;
  readonly genesisId: string;
  readonly genesisHash: string;
  readonly note?: string;
  /** As an explorer shows it. */
  readonly id?: string;
  /** In hex. */
  readonly signed: string;
}[];

/** Transactions that the tests of other libraries of the chain sign. Some of them do what encode never does. */
export const golden = read('golden') as readonly {
  readonly name: string;
  readonly source: 'sdk-testing' | 'py-sdk';
  /** Private, in hex. */
  readonly key: string;
  readonly sender: string;
  /** In hex. */
  readonly signed: string;
}[];

/** Transactions of the main network. They have no name of the network. */
export const mined = read('mined') as readonly {
  readonly name: string;
  readonly txId: string;
  readonly sender: string;
  /** In hex. */
  readonly signed: string;
}[];

/** Of the thousand transactions of each kind in drawn.ts: the SHA-256 of all their bytes and ids, as the chain's library in Python makes them. */
export const pythonSdk = read('python-sdk') as Readonly<Record<Kind, string>>;
