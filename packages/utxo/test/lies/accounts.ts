import * as ecc from '@bitcoinerlab/secp256k1';
import { BIP32Factory } from 'bip32';
import * as bitcoin from 'bitcoinjs-lib';
import { keyOf } from '../plans.ts';

// The accounts of the lies. bitcoinjs-lib made the addresses.

bitcoin.initEccLib(ecc);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

export const owner = keyOf('lies');
export const ownerKey = hex(owner.publicKey);
const pubkey = owner.publicKey;
const { p2pkh, p2wpkh, p2sh, p2tr } = bitcoin.payments;

export const segwit = p2wpkh({ pubkey }).address ?? '';
export const nested = p2sh({ redeem: p2wpkh({ pubkey }) }).address ?? '';
export const nestedRedeemScript = hex(p2wpkh({ pubkey }).output ?? new Uint8Array());
export const taproot = p2tr({ internalPubkey: owner.xOnly }).address ?? '';
export const legacy = p2pkh({ pubkey }).address ?? '';
export const doge = bitcoin.address.toBase58Check(bitcoin.crypto.hash160(pubkey), 0x1e);
export const litecoin = bitcoin.address.toBech32(bitcoin.crypto.hash160(pubkey), 0, 'ltc');

const stranger = keyOf('lies of a stranger').publicKey;
/** Accounts of others, which a liar may bring in. */
export const strangerScript = hex(p2wpkh({ pubkey: stranger }).output ?? new Uint8Array());
export const strangerAddress = p2wpkh({ pubkey: stranger }).address ?? '';
export const dogeStranger = bitcoin.address.toBase58Check(bitcoin.crypto.hash160(stranger), 0x1e);
export const litecoinStranger = bitcoin.address.toBech32(bitcoin.crypto.hash160(stranger), 0, 'ltc');

/** BIP173, examples. */
export const recipient = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const account = BIP32Factory(ecc)
  .fromSeed(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'))
  .derivePath("m/84'/0'/0'");
export const descriptor = `wpkh(${account.neutered().toBase58()}/<0;1>/*)`;

/** An address of the account of the descriptor. */
export function addressAt(branch: 0 | 1, index: number): string {
  return p2wpkh({ pubkey: account.derive(branch).derive(index).publicKey }).address ?? '';
}

/** Its path in the spelling of Blockbook. */
export function pathOf(branch: 0 | 1, index: number): string {
  return `m/84'/0'/0'/${branch}/${index}`;
}
