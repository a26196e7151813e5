import * as ecc from '@bitcoinerlab/secp256k1';
import { BIP32Factory } from 'bip32';
import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { createRig } from '../../../test/rig.ts';
import { signPsbt } from '../../../test/signers.ts';
import type { OwnCoin } from './choose-coins.ts';
import { packAll } from './previous-transactions.ts';

// BIP173, examples.
const recipientAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const { p2wpkh, p2sh } = bitcoin.payments;
/** BIP32, test vector 1. */
const account = BIP32Factory(ecc)
  .fromSeed(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'))
  .derivePath("m/49'/0'/0'");
/** The widest inputs of segwit v0: with a redeem script, and with the path of the key. */
const senderAddress = `sh(wpkh([3442193e/49h/0h/0h]${account.neutered().toBase58()}/<0;1>/*))`;
const keys = Array.from({ length: 2 }, (_, i) => account.derive(0).derive(i));
const addresses = keys.map(({ publicKey }) => p2sh({ redeem: p2wpkh({ pubkey: publicKey }) }).address ?? '');

describe('packAll', () => {
  /** Coins of transactions of so many bytes, in the order of their ids. */
  const pack = (...given: readonly (readonly [value: bigint, size: number])[]) => {
    const txids = given.map((_, i) => String(i + 1).repeat(64));
    const coins = given.map(([value], i) => ({ txid: txids[i] ?? '', vout: 0, value, spend: 'p2pkh' }) as OwnCoin);
    const packed = packAll(new Map(given.map(([, size], i) => [txids[i] ?? '', new Uint8Array(size)])), coins);
    return 'fitting' in packed
      ? { fitting: [...packed.fitting].map((txid) => Number(txid[0])) }
      : { sizes: Object.values(packed.prevTxs).map((hex) => hex.length / 2) };
  };

  it('takes all up to 150,000 bytes together', () => {
    expect(pack([1_000n, 100_000], [1_000n, 50_000])).toEqual({ sizes: [100_000, 50_000] });
    expect(pack([1_000n, 100_000], [1_000n, 50_001])).toEqual({ fitting: [2] });
  });

  it('takes the most valuable for their size, and smaller ones if one does not fit', () => {
    // 9, 8, 7 and 1 unit for each 1,000 bytes: the third of them would make 200,000 bytes, the fourth makes 150,000.
    expect(pack([20n, 20_000], [640n, 80_000], [490n, 70_000], [450n, 50_000])).toEqual({
      fitting: [4, 2, 1],
    });
  });
});

/** What clients send at most (docs/operations.md). */
const bodyLimit = 1024 * 1024;

describe('a broadcast with previous transactions', () => {
  it.each([
    ['many inputs', 120, 1_500],
    ['large transactions', 20, 12_000],
  ])(
    'fits into a request, as a signed PSBT too: %s',
    async (_, count, padding) => {
      const { ledger, encode } = createRig('bitcoin', {
        endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' }],
      });
      for (let i = 0; i < count; i++) {
        const at = i % keys.length;
        ledger.fund(addresses[at] ?? '', 100_000n, { padding, path: `m/49'/0'/0'/0/${at}` });
      }
      const intent = { senderAddress, recipientAddress, useMaxAmount: true };
      // A hundred are read each time.
      for (let read = 100; read < count; read += 100) await encode(intent);
      const { data, transaction, warnings } = await encode(intent);
      expect(warnings).toEqual([]);
      expect(data.params.inputs).toHaveLength(count);
      const going = Object.keys(data.params.prevTxs ?? {}).length;
      expect(going).toBeGreaterThan(0);
      expect(going).toBeLessThan(count);

      const privateKeys = keys.map(({ privateKey }) => privateKey ?? new Uint8Array());
      const signature = signPsbt({ encoded: transaction.encoded, privateKeys }).toHex();
      const body = JSON.stringify({ transaction: { ...transaction, signature } });
      expect(body.length).toBeLessThan(bodyLimit);
    },
    60_000,
  );
});
