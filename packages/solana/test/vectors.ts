import { readFileSync } from 'node:fs';
import { toAddress } from '../src/address.ts';
import type { Instruction } from '../src/message.ts';

// Signed transactions of Trust Wallet Core and recorded answers of a public service: sources in fixtures/README.md.

/** A signed transaction, taken apart by somebody else's decoder. */
export interface Vector {
  readonly name: string;
  readonly version: 'legacy' | 0;
  /** Base58; one is in base64. */
  readonly signedTx: string;
  readonly messageHex: string;
  readonly recentBlockhashOrNonce: string;
  readonly header: {
    readonly numSignerAccounts: number;
    readonly numReadonlySignerAccounts: number;
    readonly numReadonlyNonSignerAccounts: number;
  };
  readonly staticAccounts: readonly string[];
  readonly instructions: readonly {
    readonly program: string;
    readonly accounts: readonly string[];
    readonly dataHex: string;
  }[];
  readonly signatures: readonly { readonly address: string; readonly signature: string }[];
}

export function trustWalletVectors(): Vector[] {
  return read('vectors-trustwallet-solana').vectors;
}

export function trustWalletVector(name: string): Vector {
  const found = trustWalletVectors().find((vector) => vector.name === `test_solana_sign_${name}`);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found;
}

/** A recorded answer, with the intent that it answers. */
export interface Recorded {
  readonly intent: { readonly transaction: { readonly data: Record<string, unknown> } };
  readonly response: {
    readonly transaction: {
      readonly data: Record<string, unknown> & { readonly amount: string; readonly fees: string };
      readonly encoded: readonly { readonly raw: { readonly format: 'BORSH'; readonly value: string } }[];
    };
  };
}

export function recordedAnswer(name: string): Recorded {
  return read('hosted-api-encode-solana')[`solana_${name}`];
}

// biome-ignore lint/suspicious/noExplicitAny: as recorded
function read(name: string): any {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** An instruction as a vector spells it: without privileges, which stand in the header. */
export function spell({ program, accounts, data }: Instruction) {
  return { program, accounts: accounts.map(({ address }) => address), dataHex: Buffer.from(data).toString('hex') };
}

/** 32 equal bytes: an address that is easy to tell. */
export function addressOf(byte: number) {
  return toAddress(new Uint8Array(32).fill(byte));
}
