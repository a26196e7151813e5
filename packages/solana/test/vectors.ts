import {
  getBase58Encoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit';
import signed from '../fixtures/signed-transactions.json' with { type: 'json' };
import { toAddress } from '../src/address/address.ts';
import type { Instruction } from '../src/bytes/message.ts';

// Signed transactions of Trust Wallet Core: their source is in fixtures/README.md.

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

const hex = (bytes: ArrayLike<number> | undefined) => Buffer.from(bytes ?? []).toString('hex');

/** Takes a signed transaction apart with the decoders of @solana/kit. */
function toVector(name: string, signedTx: string): Vector {
  const isBase58 = /^[1-9A-HJ-NP-Za-km-z]+$/.test(signedTx);
  const { messageBytes, signatures } = getTransactionDecoder().decode(
    (isBase58 ? getBase58Encoder() : getBase64Encoder()).encode(signedTx),
  );
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version !== 'legacy' && message.version !== 0) throw new Error(`${name} is of another version`);
  const keyAt = (index: number) => message.staticAccounts[index] as string;
  return {
    ...{ name, signedTx, version: message.version, header: message.header, staticAccounts: message.staticAccounts },
    messageHex: hex(messageBytes as unknown as Uint8Array),
    recentBlockhashOrNonce: message.lifetimeToken,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      program: keyAt(programAddressIndex),
      accounts: accountIndices.map(keyAt),
      dataHex: hex(data as Uint8Array | undefined),
    })),
    signatures: Object.entries(signatures).map(([address, signature]) => ({
      address,
      signature: hex(signature as Uint8Array | undefined),
    })),
  };
}

export function trustWalletVectors(): Vector[] {
  return Object.entries(signed.transactions).map(([name, signedTx]) => toVector(name, signedTx));
}

export function trustWalletVector(name: string): Vector {
  const found = trustWalletVectors().find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found;
}

/** An instruction as a vector spells it: without privileges, which stand in the header. */
export function spell({ program, accounts, data }: Instruction) {
  return { program, accounts: accounts.map(({ address }) => address), dataHex: Buffer.from(data).toString('hex') };
}

/** 32 equal bytes: an address that is easy to tell. */
export function addressOf(byte: number) {
  return toAddress(new Uint8Array(32).fill(byte));
}
