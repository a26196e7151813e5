import { sha256, toHex } from '@isochain/core';
import { hashMessage, keccak256 } from 'viem/utils';
import type { Unsigned } from './transaction.ts';

/** A digest that a signer may have signed instead of the hash. */
interface OtherDigest {
  readonly digest: Uint8Array;
  /** In words. */
  readonly what: string;
}

const utf8 = /* @__PURE__ */ new TextEncoder();

/**
 * Digests of signers that take the hash or the raw transaction for something else. Signers of Ethereum hash with keccak256. Others hash the hash once
 * more, or sign it as a message (TIP-191 of tronprotocol/tips, EIP-191).
 */
export function otherDigests({ raw, id }: Unsigned): readonly OtherDigest[] {
  const text = utf8.encode(toHex(id));
  return [
    { what: 'the keccak256 of `raw.value`', digest: keccak256(raw, 'bytes') },
    { what: 'the keccak256 of `hash.value`', digest: keccak256(id, 'bytes') },
    { what: 'the SHA-256 of `hash.value`', digest: sha256(id) },
    { what: 'the SHA-256 of `hash.value` as text', digest: sha256(text) },
    { what: '`hash.value` as a message of signMessageV2 (TIP-191)', digest: tronMessage(id) },
    { what: '`hash.value` as a text of signMessageV2 (TIP-191)', digest: tronMessage(text) },
    { what: '`hash.value` as a message of personal_sign (EIP-191)', digest: hashMessage({ raw: id }, 'bytes') },
    { what: 'the first bytes of `raw.value`, without hashing them', digest: raw.subarray(0, 32) },
  ];
}

function tronMessage(message: Uint8Array): Uint8Array {
  const prefix = utf8.encode(`\x19TRON Signed Message:\n${message.length}`);
  return keccak256(Uint8Array.from([...prefix, ...message]), 'bytes');
}
