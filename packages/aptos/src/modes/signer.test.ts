import {
  AnyPublicKey,
  Ed25519PublicKey,
  KeylessPublicKey,
  MultiEd25519PublicKey,
  MultiKey,
  Secp256k1PrivateKey,
} from '@aptos-labs/ts-sdk';
import type { Problem } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { addressOf, publicKeyOf } from '../../test/keys.ts';
import type { Address } from '../address/address.ts';
import { type KeyFacts, payerOf, signerOf } from './signer.ts';

// Hashes of keys are those of the official SDK, and of Node's own cryptography.

const [own, other, third] = ['07', '08', '09'].map((byte) => byte.repeat(32)) as [string, string, string];
const legacy = addressOf(own) as Address;
const single = addressOf(own, 'single_key') as Address;
const ed25519 = [own, other, third].map((seed) => new Ed25519PublicKey(publicKeyOf(seed)));
const hashOf = (key: { authKey(): { toString(): string } }) => key.authKey().toString() as Address;

const several = hashOf(new MultiEd25519PublicKey({ publicKeys: ed25519, threshold: 2 }));
const multiKey = hashOf(new MultiKey({ publicKeys: ed25519, signaturesRequired: 1 }));
const keyless = hashOf(new AnyPublicKey(new KeylessPublicKey('https://accounts.google.com', new Uint8Array(32))));
const secp256k1 = hashOf(new AnyPublicKey(new Secp256k1PrivateKey(own, false).publicKey()));
const zero: Address = `0x${'0'.repeat(64)}`;
const field = 'transaction.data.senderPubKey';

function factsOf({ hash, ...more }: Partial<KeyFacts> & { readonly hash?: Address }): KeyFacts {
  return { address: legacy, account: { authenticationKey: hash ?? legacy }, key: undefined, used: undefined, ...more };
}

const told = ({ code, context, field: at }: Problem) => ({
  code,
  at,
  reason: String((context as { readonly reason?: string }).reason),
});

function sign(changed: Parameters<typeof factsOf>[0], at: string = field) {
  const found = signerOf(factsOf(changed), at);
  return 'problem' in found ? told(found.problem) : found;
}

describe('the key of a sender', () => {
  it('is used as the scheme of the account asks', () => {
    const key = publicKeyOf(own);
    expect(sign({ key })).toEqual({ publicKey: key, scheme: 'ed25519' });
    expect(sign({ address: single, hash: single, key })).toEqual({ publicKey: key, scheme: 'single_key' });
  });

  it('is the new one after a rotation, to another key and to another scheme', () => {
    const key = publicKeyOf(other);
    expect(sign({ hash: addressOf(other) as Address, key })).toEqual({ publicKey: key, scheme: 'ed25519' });
    expect(sign({ hash: addressOf(other, 'single_key') as Address, key })).toEqual({
      publicKey: key,
      scheme: 'single_key',
    });
    // The same key under the other scheme.
    expect(sign({ hash: single, key: publicKeyOf(own) })).toEqual({
      publicKey: publicKeyOf(own),
      scheme: 'single_key',
    });
  });

  it('is not the old one after a rotation', () => {
    const hash = addressOf(other) as Address;
    const expected = {
      code: 'sender.notWallet',
      at: field,
      reason: `the account has another key now (its authentication key is ${hash})`,
    };
    expect(sign({ hash, key: publicKeyOf(own) })).toEqual(expected);
    expect(sign({ address: single, hash, key: publicKeyOf(own) })).toEqual(expected);
    // Nor that of the latest transaction.
    expect(sign({ hash, used: { keys: [publicKeyOf(own)] } })).toEqual({
      code: 'publicKey.required',
      at: field,
      reason: 'the key of its latest transaction does not control it any more',
    });
  });

  it.each([
    ['several keys of ed25519', several],
    ['several keys of any kind', multiKey],
    ['a keyless account', keyless],
    ['secp256k1', secp256k1],
    ['somebody else', addressOf(third) as Address],
  ])('does not control the account of %s', (_, address) => {
    for (const seed of [own, other]) {
      const { code, at, reason } = sign({ address, hash: address, key: publicKeyOf(seed) }) as ReturnType<typeof told>;
      expect([code, at]).toEqual(['sender.notWallet', field]);
      expect(reason).toContain(`does not control the account, whose authentication key is ${address}: accounts with`);
    }
  });

  it('is nobody’s in accounts of contracts and of the chain', () => {
    const at = 'transaction.data.senderAddress';
    for (const [key, where] of [
      [undefined, at],
      [publicKeyOf(own), field],
    ] as const) {
      expect(sign({ hash: zero, key })).toEqual({
        code: 'sender.notWallet',
        at: where,
        reason: 'no key controls the account, because its authentication key is zero as that of a resource account',
      });
      const address: Address = `0x${'1'.padStart(64, '0')}`;
      expect(sign({ address, hash: address, key })).toMatchObject({ code: 'sender.notWallet', at: where });
    }
    // An object has no account: nodes answer its address in place of a hash.
    const object: Address = `0x${'fe'.repeat(32)}`;
    expect(sign({ address: object, hash: object, key: publicKeyOf(own) })).toMatchObject({ code: 'sender.notWallet' });
    expect(sign({ address: object, hash: object, used: { keys: [] } })).toMatchObject({ code: 'publicKey.required' });
  });

  it('comes from the latest transaction if it fits', () => {
    const key = publicKeyOf(own);
    expect(sign({ used: { keys: [key] } })).toEqual({ publicKey: key, scheme: 'ed25519' });
    expect(sign({ address: single, hash: single, used: { keys: [key] } })).toEqual({
      publicKey: key,
      scheme: 'single_key',
    });
    // The client's word counts more, even if it is wrong.
    expect(sign({ key: publicKeyOf(other), used: { keys: [key] } })).toMatchObject({ code: 'sender.notWallet' });
  });

  it('is asked for if nothing tells it', () => {
    expect(sign({ used: { keys: [] } })).toEqual({
      code: 'publicKey.required',
      at: field,
      reason: 'its key cannot be found on the chain, and the transaction must name it',
    });
    expect(sign({ hash: multiKey, used: { keys: [], otherSigner: 'several keys' } })).toEqual({
      code: 'publicKey.required',
      at: field,
      reason: 'its latest transaction was signed by several keys, and only a single key of ed25519 can sign here',
    });
  });
});

describe('the key of an account that pays', () => {
  const pay = (changed: Parameters<typeof factsOf>[0]) => {
    const found = payerOf(factsOf(changed));
    return 'problem' in found ? told(found.problem) : found;
  };
  const at = 'transaction.data.params.feePayer';

  it('is found as that of a sender', () => {
    const key = publicKeyOf(own);
    expect(pay({ key })).toEqual({ address: legacy, publicKey: key, scheme: 'ed25519' });
    expect(pay({ address: single, hash: single, used: { keys: [key] } })).toEqual({
      address: single,
      publicKey: key,
      scheme: 'single_key',
    });
  });

  it('cannot be chosen later: 0x0 is refused with what to do', () => {
    const zero = `0x${'0'.repeat(64)}` as const;
    for (const key of [undefined, publicKeyOf(own)])
      expect(pay({ address: zero, key })).toMatchObject({
        code: 'wish.invalid',
        at,
        reason: expect.stringContaining('(AIP-53) is not taken. Name the account that pays in `params.feePayer`'),
      });
  });

  it('is refused in words about the account that pays', () => {
    expect(pay({ used: { keys: [] } })).toEqual({
      code: 'wish.invalid',
      at,
      reason:
        'its key cannot be found on the chain, and the transaction must name it: name it as publicKey beside the address',
    });
    expect(pay({ hash: addressOf(other) as Address, key: publicKeyOf(own) })).toMatchObject({
      code: 'wish.invalid',
      at,
      reason: expect.stringContaining('has another key now'),
    });
    expect(pay({ hash: zero })).toMatchObject({ code: 'wish.invalid', at });
  });
});
