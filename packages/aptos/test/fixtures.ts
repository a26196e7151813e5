import { readFileSync } from 'node:fs';

// Facts that others made or found (fixtures/README.md).

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** Transactions that Trust Wallet Core signed. */
export const walletCore = read('wallet-core') as readonly {
  readonly name: string;
  /** Private, in hex. */
  readonly key: string;
  readonly publicKey: string;
  readonly sender: string;
  readonly chainId: number;
  readonly function: string;
  readonly typeArguments: readonly string[];
  readonly arguments: readonly unknown[];
  readonly sequenceNumber: string;
  readonly maxGasAmount: string;
  readonly gasUnitPrice: string;
  readonly expiration: string;
  /** Without its signature, in hex. */
  readonly raw: string;
  readonly signature: string;
  /** As an explorer shows it. Two were never sent. */
  readonly id?: string;
}[];

/** Transactions of the main network. */
export const mined = read('mined') as readonly {
  readonly id: string;
  readonly source: string;
  /** The function that it calls. */
  readonly what: string;
  /** With its signatures, in hex. */
  readonly signed: string;
}[];
