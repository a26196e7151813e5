import { fromHex, toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import vectors from '../../fixtures/account-vectors.json' with { type: 'json' };
import { chains, type Network, type UtxoChainId } from '../chains.ts';
import { accountOf } from './account-id.ts';
import { addressesOfKey, ownerOf, readPublicKey, spendOf } from './public-key.ts';
import { hash160, p2pkh } from './scripts.ts';

const compressed = '03aaeb52dd7494c361049de67cc680e83ebcbbbdbeb13637d92cd845f70308af5e';
// The generator, as SEC 2 has it, and its addresses, as known since 2009.
const generator = {
  compressed: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  full: '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
  p2pkh: '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
  p2pkhOfFull: '1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm',
};

describe('addresses of a public key', () => {
  it.each(vectors.pubkeyAddresses.map((each) => [each.chainId as UtxoChainId, each] as const))(
    'on %s, p2wpkh first',
    (chainId, { pubkey, addresses }) => {
      const order = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'];
      const expected = addresses.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
      for (const text of [pubkey, `0x${pubkey}`, pubkey.toUpperCase(), ` ${pubkey}\n`]) {
        expect(addressesOfKey(chains[chainId].network, text)).toEqual(expected);
      }
    },
  );

  it('are the addresses of the compressed key, even if the client sent it uncompressed', () => {
    const { network } = chains.bitcoin;
    const addresses = addressesOfKey(network, generator.full);
    expect(addresses).toEqual(addressesOfKey(network, generator.compressed));
    expect(addresses).toContainEqual({ type: 'p2pkh', address: generator.p2pkh });
  });

  it.each([
    ['', 'it has 0 bytes: expected 33 (compressed) or 65 (uncompressed)'],
    ['xyz', 'it is not hexadecimal'],
    [compressed.slice(2), 'it has 32 bytes: expected 33 (compressed) or 65 (uncompressed)'],
    [`04${compressed.slice(2)}`, 'it is not a point of the curve secp256k1'],
    // x = 5 is on no point.
    [`02${'00'.repeat(31)}05`, 'it is not a point of the curve secp256k1'],
    [generator.full.replace(/8$/, '9'), 'it is not a point of the curve secp256k1'],
    // The hybrid form that some old software wrote.
    [generator.full.replace(/^04/, '06'), 'it is not a point of the curve secp256k1'],
  ])('%s: %s', (text, reason) => {
    expect(addressesOfKey(chains.bitcoin.network, text)).toEqual({ invalid: reason });
    expect(readPublicKey(text)).toEqual({ ok: false, reason });
  });
});

const read = (text: string) => {
  const key = readPublicKey(text);
  if (!key.ok) throw new Error(key.reason);
  return key.value;
};

describe('reading a public key', () => {
  it('gives both forms, and one canonical text', () => {
    for (const text of [generator.compressed, generator.full, `0x${generator.full.toUpperCase()}`]) {
      expect(readPublicKey(text)).toMatchObject({ ok: true, canonical: generator.compressed });
      expect(toHex(read(text).compressed)).toBe(generator.compressed);
      expect(toHex(read(text).full)).toBe(generator.full);
    }
  });
});

describe('the owner of a public key', () => {
  const { network } = chains.bitcoin;
  const owner = (key: string, sender?: string, of: Network = network) =>
    ownerOf(of, read(key), sender === undefined ? undefined : accountOf(of, sender));

  it('is the sender if any of the addresses of the key is', () => {
    for (const { chainId, pubkey, addresses } of vectors.pubkeyAddresses) {
      for (const { address } of addresses) {
        expect(owner(pubkey, address, chains[chainId as UtxoChainId].network)).toBe(address);
      }
    }
  });

  it('is the sender of the uncompressed key', () => {
    expect(owner(generator.full, generator.p2pkhOfFull)).toBe(generator.p2pkhOfFull);
    expect(owner(generator.compressed, generator.p2pkhOfFull)).toBe(generator.p2pkhOfFull);
    const key = read(generator.compressed);
    const script = p2pkh(hash160(fromHex(generator.full) ?? new Uint8Array()));
    expect(spendOf(script, key)).toBe('p2pkh-uncompressed');
    expect(spendOf(p2pkh(hash160(key.compressed)), key)).toBe('p2pkh');
    expect(spendOf(p2pkh(new Uint8Array(20)), key)).toBeUndefined();
  });

  it('is taken to be the sender if that is an extended key or a p2wsh address', () => {
    for (const sender of [
      vectors.accounts[2]?.xpub ?? '',
      `tr(${vectors.accounts[3]?.xpub}/<0;1>/*)`,
      'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    ]) {
      expect(owner(compressed, sender)).toBe(sender);
    }
  });

  it('is the default address otherwise', () => {
    const own = 'bc1qmxrw6qdh5g3ztfcwm0et5l8mvws4eva24kmp8m';
    expect(owner(compressed)).toBe(own);
    expect(owner(compressed, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toBe(own);
    expect(owner(compressed, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')).toBe(own);
    expect(owner(compressed, undefined, chains.dogecoin.network)).toBe('DQyGohGYpVsq1oyLh35PpRz5kf3qwZonzL');
  });
});
