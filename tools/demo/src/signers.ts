import { createPrivateKey, sign } from 'node:crypto';
import * as secp256k1 from '@bitcoinerlab/secp256k1';
import type { Account } from '@isochain/devnet';
import { crypto, initEccLib, Psbt, toXOnly } from 'bitcoinjs-lib';
import { ECPairFactory } from 'ecpair';
import { Transaction, Wallet } from 'ethers';
import type { Encoded } from './client.ts';

/** Signs what encode returned, as a wallet would. */
export type Signer = (encoded: Encoded['transaction']['encoded'], account: Account) => Promise<string>;

/** An ordinary wallet library for each family, and none of our own code. */
export const signers: Readonly<Record<string, Signer>> = {
  async evm(encoded, account) {
    const raw = encoded.find((item) => item.raw?.format === 'RLP')?.raw?.value;
    if (raw === undefined) throw new Error('encode returned no RLP');
    return new Wallet(account.privateKey).signTransaction(Transaction.from(raw));
  },

  async solana(encoded, account) {
    const raw = encoded.find((item) => item.raw?.format === 'BORSH')?.raw?.value;
    if (raw === undefined) throw new Error('encode returned no message');
    const seed = Buffer.from(account.privateKey.slice(2), 'hex');
    const key = createPrivateKey({ key: Buffer.concat([ed25519Seed, seed]), format: 'der', type: 'pkcs8' });
    // The message itself is signed: ed25519 does its own hashing.
    return sign(null, Buffer.from(raw, 'hex'), key).toString('hex');
  },

  async bitcoin(encoded, account) {
    const raw = encoded.find((item) => item.raw?.format === 'PSBT')?.raw?.value;
    if (raw === undefined) throw new Error('encode returned no PSBT');
    const psbt = Psbt.fromHex(raw);
    const key = ECPairFactory(secp256k1).fromPrivateKey(Buffer.from(account.privateKey.slice(2), 'hex'));
    // BIP86: an address of taproot belongs to the key moved by its own hash.
    const isTaproot = account.path.startsWith("m/86'");
    psbt.signAllInputs(isTaproot ? key.tweak(crypto.taggedHash('TapTweak', toXOnly(key.publicKey))) : key);
    return psbt.toHex();
  },
};

initEccLib(secp256k1);

// PKCS #8 in front of the 32 bytes of a seed (RFC 8410).
const ed25519Seed = Buffer.from('302e020100300506032b657004220420', 'hex');
