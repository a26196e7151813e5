import { createHmac } from 'node:crypto';
import { Keypair } from '@stellar/stellar-base';
import { Mnemonic } from 'ethers';
import { expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { stellarAccounts, stellarIssuers } from './accounts.ts';

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

const seedOf = (words: string): Buffer => Buffer.from(Mnemonic.fromPhrase(words).computeSeed().slice(2), 'hex');

// stellar/stellar-protocol:ecosystem/sep-0005.md, test 1.
it('derives as the standard says', () => {
  const words = 'illness spike retreat truth genius clock brain pass fit cave bargain toe';
  const key = Keypair.fromRawEd25519Seed(derive(seedOf(words), "m/44'/148'/0'"));
  expect(key.publicKey()).toBe('GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6');
  expect(key.secret()).toBe('SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN');
});

it('lists the addresses and keys that follow from the mnemonic', () => {
  const all = [...stellarAccounts, ...stellarIssuers];
  const derived = all.map(({ path }) => {
    const key = Keypair.fromRawEd25519Seed(derive(seedOf(mnemonic), path));
    return [key.publicKey(), key.rawPublicKey().toString('hex'), `0x${key.rawSecretKey().toString('hex')}`];
  });
  expect(all.map(({ address, publicKey, privateKey }) => [address, publicKey, privateKey])).toEqual(derived);
  expect(all.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(all.map(({ exists }) => exists)).toEqual([true, true, true, true, false, true, true]);
});
