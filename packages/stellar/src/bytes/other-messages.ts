import { fromBase64, sha256, toHex } from '@isochain/core';
import { namedChain, stellarChainIds } from '../chains.ts';
import type { Unsigned } from './transaction.ts';

/** Something that a signer may have signed instead of the hash. */
interface OtherMessage {
  readonly bytes: Uint8Array;
  /** Completes "it was made ...". */
  readonly how: string;
}

/** Bytes of the hash of a passphrase, with which the signature base begins (stellar/stellar-xdr, Stellar-transaction.x: TransactionSignaturePayload). */
const networkIdLength = 32;

/**
 * What signers sign that know another network only, take the envelope for the message, hash once too often or not at all, or take hex or base64 for text.
 *
 * @param passphrase - Of the network. An envelope does not name its network, so a wallet that is set to another one signs for that one.
 */
export function otherMessages(
  { signatureBase, hash, envelope }: Unsigned,
  passphrase: string,
): readonly OtherMessage[] {
  const text = new TextEncoder();
  const bytes = fromBase64(envelope) ?? new Uint8Array();
  const over = [
    { what: 'the bytes of `raw.value`', bytes },
    { what: 'the SHA-256 of `raw.value`', bytes: sha256(bytes) },
    { what: '`raw.value` as text', bytes: text.encode(envelope) },
    { what: 'what is hashed, and not its hash', bytes: signatureBase },
    { what: 'the SHA-256 of `hash.value`', bytes: sha256(hash) },
    { what: '`hash.value` as text', bytes: text.encode(toHex(hash)) },
    { what: '`hash.value` as text with 0x', bytes: text.encode(`0x${toHex(hash)}`) },
    // SEP-53.
    { what: '`hash.value` as a message', bytes: sha256(text.encode(`Stellar Signed Message:\n${toHex(hash)}`)) },
  ];
  return [
    ...otherNetworks(signatureBase.subarray(networkIdLength), passphrase),
    ...over.map((each) => ({ how: `over ${each.what}`, bytes: each.bytes })),
  ];
}

/**
 * What signers sign for other networks. An envelope does not name its network.
 *
 * @param signed - What is signed, without the id of the network: the envelope without signatures.
 * @param passphrase - Of our network.
 */
export function otherNetworks(signed: Uint8Array, passphrase: string): readonly OtherMessage[] {
  return stellarChainIds
    .map(namedChain)
    .filter(({ chain }) => chain.passphrase !== passphrase)
    .map(({ chain, identity }) => ({
      how: `for ${identity.name}, which is another network`,
      bytes: sha256(Uint8Array.from([...sha256(new TextEncoder().encode(chain.passphrase)), ...signed])),
    }));
}
