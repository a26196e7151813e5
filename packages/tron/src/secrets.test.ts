import { findSecret, type IdPlace } from '@isochain/core';
import fc from 'fast-check';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { mined } from '../test/fixtures.ts';
import { recipient, senderKey, usdt } from '../test/made.ts';
import { tron } from './index.ts';
import { keyLikeIds } from './secrets.ts';

const chain = tron.connect('tron', {
  endpoints: ['https://node.example'],
  fetch: () => Promise.reject(new Error('Nothing is asked.')),
});
const transfer = {
  mode: 'transfer',
  senderAddress: senderKey.address,
  recipientAddress: recipient.address,
  amount: '1',
};
const { key } = senderKey;
const phrase = 'test test test test test test test test test test test junk';
const coordinates = senderKey.publicKey.slice(2);

describe('a private key that stands where an id belongs', () => {
  it.each([
    ['the sender', 'senderAddress', key],
    ['the sender, with 0x', 'senderAddress', `0x${key}`],
    ['the recipient', 'recipientAddress', key],
    ['the public key', 'senderPubKey', key],
    ['a recovery phrase for the sender', 'senderAddress', phrase],
  ])('is named, and not repeated: %s', async (_, field, secret) => {
    const refused = await chain.encode({ ...transfer, [field]: secret } as never).catch((error: unknown) => error);
    expect(refused).toMatchObject({ problems: [{ code: 'secret.exposed', field: `transaction.data.${field}` }] });
    expect(JSON.stringify(refused)).not.toContain(secret);
    expect(String(refused)).not.toContain(secret);
  });

  it('is named in a public key that is read', () => {
    expect(() => chain.addresses(key)).toThrowError(expect.objectContaining({ code: 'secret.exposed' }));
  });
});

describe('ids of Tron', () => {
  const places: readonly IdPlace[] = ['account', 'token', 'transaction', 'validator', 'publicKey'];
  const hidden = (place: IdPlace, text: string) => findSecret(text, keyLikeIds[place]) !== undefined;

  it('are not taken for secrets', () => {
    expect(hidden('account', usdt) || hidden('token', usdt) || hidden('token', '1002000')).toBe(false);
    expect(hidden('publicKey', senderKey.publicKey)).toBe(false);
    for (const { id } of mined) expect(hidden('transaction', id)).toBe(false);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const text = utils.address.fromHex(`41${Buffer.from(bytes).toString('hex')}`);
        expect(places.some((place) => hidden(place, text))).toBe(false);
      }),
    );
  });

  it('are hidden where they look like a key, and no such id belongs', () => {
    for (const place of places) expect([place, hidden(place, key)]).toEqual([place, place !== 'transaction']);
    expect(hidden('account', coordinates)).toBe(true);
  });
});
