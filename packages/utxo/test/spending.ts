import { fromHex } from '@isochain/core';
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer/payment.js';

// Scripts by @scure/btc-signer, for the key that is secp256k1's generator.
export const publicKey = fromHex('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798') as Uint8Array;

/** Ways to spend that @scure/btc-signer estimates; it knows no uncompressed keys there. */
export const spendKinds = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const;

export const payments = {
  p2wpkh: p2wpkh(publicKey),
  p2tr: p2tr(publicKey.subarray(1)),
  'p2sh-p2wpkh': p2sh(p2wpkh(publicKey)),
  p2pkh: p2pkh(publicKey),
  'p2pkh-uncompressed': p2pkh(publicKey),
};

/** scriptPubKeys. */
export const scripts = {
  p2wpkh: payments.p2wpkh.script,
  p2tr: payments.p2tr.script,
  'p2sh-p2wpkh': payments['p2sh-p2wpkh'].script,
  p2pkh: payments.p2pkh.script,
  'p2pkh-uncompressed': payments.p2pkh.script,
};
