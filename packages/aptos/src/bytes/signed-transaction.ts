import { bytesOf, toHex } from '@isochain/core';
import { sha3_256 } from '@noble/hashes/sha3.js';
import type { Address } from '../address/address.ts';
import { transactionAuthenticator } from './layout.ts';
import type { Signer } from './transaction.ts';

/** In front of what is hashed for a transaction's id (aptos-labs/aptos-core, types/src/transaction/mod.rs: Transaction). */
const idPrefix = /* @__PURE__ */ sha3_256(new TextEncoder().encode('APTOS::Transaction'));

/** The variant of Transaction that users sign. */
const userTransaction = 0;

/** A signature of 64 bytes, and who made it. */
export interface Signature extends Signer {
  readonly signature: Uint8Array;
}

/** A signature of the account that pays. */
export interface PayerSignature extends Signature {
  readonly address: Address;
}

/** BCS of a signed transaction: what nodes take. */
export function signedBytes(raw: Uint8Array, sender: Signature, payer: PayerSignature | undefined): Uint8Array {
  return Uint8Array.from([...raw, ...transactionAuthenticator.serialize(authenticatorOf(sender, payer)).toBytes()]);
}

/** The id of a signed transaction, as explorers show it. */
export function transactionId(signed: Uint8Array): string {
  return `0x${toHex(sha3_256(Uint8Array.from([...idPrefix, userTransaction, ...signed])))}`;
}

function authenticatorOf(sender: Signature, payer: PayerSignature | undefined) {
  if (payer !== undefined) {
    return {
      FeePayer: {
        sender: accountOf(sender),
        secondaryAddresses: [],
        secondarySigners: [],
        feePayer: payer.address,
        feePayerSigner: accountOf(payer),
      },
    };
  }
  return sender.scheme === 'ed25519' ? legacyOf(sender) : { SingleSender: accountOf(sender) };
}

function accountOf(signature: Signature) {
  if (signature.scheme === 'ed25519') return legacyOf(signature);
  return {
    SingleKey: {
      publicKey: { Ed25519: bytesOf(signature.publicKey) },
      signature: { Ed25519: signature.signature },
    },
  };
}

function legacyOf({ publicKey, signature }: Signature) {
  return { Ed25519: { publicKey: bytesOf(publicKey), signature } };
}
