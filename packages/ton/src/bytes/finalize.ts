import { attempt, fromBase64, type SignedTransaction, toBase64, toHex } from '@isochain/core';
import { malformed, mismatch, otherTransaction, readEd25519 } from '@isochain/core/signatures';
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Cell, readBoc } from '../ton-core.ts';
import { type ExternalMessage, readExternalMessage } from '../wallets/read-message.ts';
import { externalMessage, normalizedHash, signedBody, splitBody } from '../wallets/signing-message.ts';
import { walletInit } from '../wallets/wallet.ts';
import type { TonPlan, Unsigned } from './transaction.ts';

/** Longer texts are no signature and no signed message: messages from outside have up to 65,535 bytes (config param 43), and a byte has up to eleven characters in JSON. */
const longestText = 11 * 65_535 + 256;

/**
 * Joins the message and its signature into the external message that the wallet takes.
 *
 * @param signature - Of the hash: 64 bytes in hex (with or without 0x) or base64, JSON with `signature`, or the whole signed external message as a BOC
 *   in hex or base64.
 * @returns The external message in base64, and its normalized hash in hex (TEP-467).
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(plan: TonPlan, unsigned: Unsigned, signature: string): SignedTransaction {
  const bytes = readSignature(plan, unsigned.signing, signature);
  const body = signedBody(plan.wallet.version, unsigned.signing, bytes);
  const external = externalMessage(plan.sender, body, plan.deploy ? walletInit(plan.wallet) : undefined);
  return { raw: toBase64(external.toBoc()), hash: toHex(normalizedHash(plan.sender, body)) };
}

function readSignature({ wallet, sender }: TonPlan, signing: Cell, text: string): Uint8Array {
  const { signatures, others, publicKey } = readEd25519(text, { longest: longestText, names: ['boc'] }, [fromBase64]);
  if (publicKey !== undefined && publicKey.toLowerCase().replace(/^0x/, '') !== toHex(wallet.publicKey))
    throw mismatch();
  if (signatures.length + others.length === 0)
    throw malformed('it is neither hex nor base64, nor JSON with one of these');
  const hash = signing.hash();
  const valid = signatures.find((each) => isSignatureOf(each, hash, wallet.publicKey));
  if (valid !== undefined) return valid;

  const messages = others.flatMap((bytes) => readExternal(bytes) ?? []);
  for (const { to, body } of messages) {
    const split = splitBody(wallet.version, body);
    if (split === undefined || !split.signing.equals(signing)) continue;
    if (to.equals(sender) && isSignatureOf(split.signature, hash, wallet.publicKey)) return split.signature;
    throw mismatch();
  }
  if (signatures.length > 0) {
    const boc = signing.toBoc();
    if (signatures.some((each) => isSignatureOf(each, boc, wallet.publicKey))) {
      throw malformed('it signs the bytes of raw.value, and the wallet takes only a signature of hash.value');
    }
    throw mismatch();
  }
  if (messages.length > 0) {
    const [other] = messages.flatMap(({ body }) => splitBody(wallet.version, body) ?? []);
    throw otherTransaction(other && { format: 'BOC', value: toHex(other.signing.toBoc()) });
  }
  const lengths = [...new Set(others.map(({ length }) => length))].join(' or ');
  throw malformed(`it has ${lengths} bytes: expected 64, or a signed external message`);
}

function readExternal(bytes: Uint8Array): ExternalMessage | undefined {
  const cell = readBoc(bytes);
  return cell && attempt(() => readExternalMessage(cell));
}

/** Verifies a signature of Ed25519 as the chain does (RFC 8032 without ZIP 215: the TVM uses OpenSSL's rules). */
export function isSignatureOf(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, Uint8Array.from(message), publicKey, { zip215: false });
  } catch {
    return false;
  }
}
