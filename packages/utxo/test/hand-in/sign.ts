import * as secp256k1 from '@bitcoinerlab/secp256k1';
import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';
import { crypto, initEccLib, Psbt, toXOnly } from 'bitcoinjs-lib';
import { ECPairFactory } from 'ecpair';

initEccLib(secp256k1);

/** With bitcoinjs-lib: answers the PSBT with a signature in each input. */
export const sign: Signer = (encoded, { privateKey, path }) => {
  const raw = encoded.find((item) => item.raw?.format === 'PSBT')?.raw?.value;
  if (raw === undefined) throw new Error('encode returned no PSBT');
  const psbt = Psbt.fromHex(raw);
  const key = ECPairFactory(secp256k1).fromPrivateKey(Buffer.from(privateKey.slice(2), 'hex'));
  // BIP86: an address of taproot belongs to the key moved by its own hash.
  const isTaproot = path.startsWith("m/86'");
  psbt.signAllInputs(isTaproot ? key.tweak(crypto.taggedHash('TapTweak', toXOnly(key.publicKey))) : key);
  return psbt.toHex();
};
