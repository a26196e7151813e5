import { createHash, createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { Mnemonic } from 'ethers';
import { expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { algorandAccounts, algorandCreator } from './accounts.ts';

/** SLIP-10 for ed25519: hardened children only. */
function derive(seed: Uint8Array, path: string): Buffer {
  const indexes = path
    .split('/')
    .slice(1)
    .map((part) => Number(part.replace("'", '')) + 0x8000_0000);
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest();
  for (const index of indexes) {
    const data = Buffer.alloc(37);
    node.copy(data, 1, 0, 32);
    data.writeUInt32BE(index, 33);
    node = createHmac('sha512', node.subarray(32)).update(data).digest();
  }
  return node.subarray(0, 32);
}

function publicKeyOf(seed: Buffer): Buffer {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(12);
}

/** With the digest of OpenSSL. */
function addressOf(publicKey: Buffer): string {
  const checksum = createHash('sha512-256').update(publicKey).digest().subarray(28);
  return base32nopad.encode(Buffer.concat([publicKey, checksum]));
}

// satoshilabs/slips:slip-0010.md, test vector 1 for ed25519.
it('derives as the standard says', () => {
  const seed = derive(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'), "m/0'/1'/2'/2'/1000000000'");
  expect(seed.toString('hex')).toBe('8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793');
  expect(publicKeyOf(seed).toString('hex')).toBe('3c24da049451555d51a7014a37337aa4e12d41e485abccfa46b47dfb2af54b7a');
});

it('lists the addresses and keys that follow from the mnemonic', () => {
  const master = Buffer.from(Mnemonic.fromPhrase(mnemonic).computeSeed().slice(2), 'hex');
  const all = [...algorandAccounts, algorandCreator];
  const derived = all.map(({ path }) => {
    const seed = derive(master, path);
    const publicKey = publicKeyOf(seed);
    return [addressOf(publicKey), publicKey.toString('hex'), `0x${seed.toString('hex')}`];
  });
  expect(all.map(({ address, publicKey, privateKey }) => [address, publicKey, privateKey])).toEqual(derived);
  expect(all.map(({ path }) => path)).toEqual([0, 1, 2, 3, 4, 5].map((index) => `m/44'/283'/${index}'/0'/0'`));
  expect(all.map(({ exists }) => exists)).toEqual([true, true, true, true, false, true]);
});
