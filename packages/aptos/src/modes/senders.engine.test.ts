import { AnyPublicKey, Ed25519PublicKey, KeylessPublicKey, MultiEd25519PublicKey, MultiKey } from '@aptos-labs/ts-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../test/keys.ts';
import { type MoneyRig, person, startMoneyRig } from '../../test/money-rig.ts';

// On the stand-in: it checks keys and signatures with the official SDK.

let rig: MoneyRig;
beforeAll(async () => {
  rig = await startMoneyRig();
});
afterAll(() => rig?.engine.stop());

const apt = 100_000_000n;

/** Sends 12,345 octas to somebody who never had any, and says what arrived. */
async function sends(who: Parameters<MoneyRig['by']>[0], signer = who, intent: object = {}) {
  const to = `0x${'ab'.repeat(32)}`;
  const before = await rig.engine.balance(to);
  const done = await rig.send(await rig.by(who, { recipientAddress: to, amount: '12345', ...intent }), signer);
  return { ...done, arrived: (await rig.engine.balance(to)) - before };
}

describe('senders', () => {
  it('prove their key in the legacy scheme', async () => {
    expect(await sends(rig.alice)).toMatchObject({ success: true, arrived: 12_345n });
  });

  it('prove their key as a single key', async () => {
    expect(await sends(rig.single)).toMatchObject({ success: true, arrived: 12_345n });
  });

  it.each(['default', 'not_found'] as const)('need no account: the node answers %s', async (absentAccounts) => {
    rig.engine.setBehaviour({ absentAccounts });
    const seed = absentAccounts === 'default' ? 0x31 : 0x32;
    for (const scheme of ['ed25519', 'single_key'] as const) {
      const somebody = person(seed, scheme);
      await rig.hold(somebody, apt);
      const encoded = await rig.by(somebody, { amount: '1' });
      expect(encoded.data).toMatchObject({ nonce: '0', params: { scheme } });
      expect(await sends(somebody)).toMatchObject({ success: true, arrived: 12_345n });
      expect(rig.engine.sequenceNumber(somebody.address)).toBe(1n);
    }
    rig.engine.setBehaviour({ absentAccounts: 'default' });
  });

  it('name a key or have sent something', async () => {
    const somebody = person(0x33);
    await rig.hold(somebody, apt);
    const silent = { senderPubKey: undefined };
    const first = await rig.by(somebody, { amount: '1', ...silent });
    expect(first).toMatchObject({ refusals: ['publicKey.required'], message: undefined });
    expect(first.data.params).toBeUndefined();
    expect(await sends(somebody)).toMatchObject({ success: true });
    // Now the chain tells it.
    expect(await sends(somebody, somebody, silent)).toMatchObject({ success: true, arrived: 12_345n });
    expect(await sends(rig.single)).toMatchObject({ success: true });
    expect(await sends(rig.single, rig.single, silent)).toMatchObject({ success: true, arrived: 12_345n });
  });

  it('sign with the new key after a rotation, and not with the old one', async () => {
    for (const scheme of ['ed25519', 'single_key'] as const) {
      const somebody = person(scheme === 'ed25519' ? 0x34 : 0x35);
      await rig.hold(somebody, apt);
      expect(await sends(somebody)).toMatchObject({ success: true });
      const next = person(0x36, scheme);
      rig.engine.rotate(somebody.address, next.address);

      const old = await rig.by(somebody, { amount: '1' });
      expect(old).toMatchObject({ refusals: ['sender.notWallet'], message: undefined });
      expect(old.errors[0]?.message).toContain(
        `the account has another key now (its authentication key is ${next.address})`,
      );
      // The latest transaction still has the old one.
      expect(await rig.by(somebody, { amount: '1', senderPubKey: undefined })).toMatchObject({
        refusals: ['publicKey.required'],
      });
      const rotated = { ...next, address: somebody.address };
      expect(await sends(rotated)).toMatchObject({ success: true, arrived: 12_345n });
      expect(await sends(rotated, rotated, { senderPubKey: undefined })).toMatchObject({ success: true });
    }
  });

  it('that rotated their key meanwhile are refused by the chain, and pay nothing', async () => {
    const somebody = person(0x37);
    await rig.hold(somebody, apt);
    const encoded = await rig.by(somebody, { amount: '1' });
    rig.engine.rotate(somebody.address, person(0x38).address);
    expect(await rig.send(encoded, somebody)).toMatchObject({ refusal: 'INVALID_AUTH_KEY' });
    expect(await rig.engine.balance(somebody.address)).toBe(apt);
  });

  const keys = ['41', '42', '43'].map((byte) => new Ed25519PublicKey(publicKeyOf(byte.repeat(32))));
  const hash = (key: { authKey(): { toString(): string } }) => key.authKey().toString();
  it.each<[string, string, number]>([
    ['several keys of ed25519', hash(new MultiEd25519PublicKey({ publicKeys: keys, threshold: 2 })), 0x41],
    ['several keys', hash(new MultiKey({ publicKeys: keys, signaturesRequired: 1 })), 0x41],
    [
      'no key but a login',
      hash(new AnyPublicKey(new KeylessPublicKey('https://example.com', new Uint8Array(32)))),
      0x41,
    ],
    ['no key at all', `0x${'0'.repeat(64)}`, 0x41],
    ['another key', person(0x44).address, 0x45],
  ])('with %s are refused, with and without a key', async (_, authenticationKey, seed) => {
    const { publicKey } = person(seed);
    // Once as an account that began like this, and once as one that turned to it.
    for (const address of [authenticationKey, person(0x46).address]) {
      rig.engine.placeAccount(address, { authenticationKey, sequenceNumber: 3n });
      await rig.engine.fund(address, apt);
      for (const senderPubKey of [publicKey, undefined]) {
        const { refusals, message, data } = await rig.by({ ...person(seed), address }, { amount: '1', senderPubKey });
        const isZero = BigInt(authenticationKey) === 0n;
        expect(refusals).toEqual([senderPubKey === undefined && !isZero ? 'publicKey.required' : 'sender.notWallet']);
        expect([message, data.params]).toEqual([undefined, undefined]);
      }
    }
  });

  it('that are objects or data of the chain are refused', async () => {
    for (const address of [rig.engine.tokenIds.demo, '0x1', '0xa']) {
      await rig.engine.fund(address, apt);
      expect(await rig.by({ ...rig.alice, address }, { amount: '1' })).toMatchObject({
        refusals: ['sender.notWallet'],
        message: undefined,
      });
    }
  });

  it('name their key as senderPubKey when they enable a coin, as in every mode', async () => {
    const at = 'transaction.data.senderPubKey';
    const tokenId = rig.engine.createCoin();
    const somebody = person(0x48);
    await rig.hold(somebody, apt);
    const { address: senderAddress, publicKey } = somebody;
    const enable = (more: object) => rig.encode({ mode: 'enableToken', senderAddress, tokenId, ...more });
    expect(await enable({})).toMatchObject({ refusals: ['publicKey.required'], errors: [{ field: at }] });
    const wrong = await enable({ senderPubKey: rig.bob.publicKey });
    expect(wrong).toMatchObject({ refusals: ['sender.notWallet'], errors: [{ field: at }], message: undefined });
    // It counts before the wish.
    const both = await enable({ senderPubKey: publicKey, params: { publicKey: rig.bob.publicKey } });
    expect(both.data.params).toMatchObject({ publicKey });
    const named = await enable({ senderPubKey: publicKey });
    expect(named.data.senderPubKey).toBe(publicKey);
    expect(await rig.send(named, somebody)).toMatchObject({ success: true });
  });

  it('may still name their key among the wishes when they enable a coin', async () => {
    const at = 'transaction.data.params.publicKey';
    const tokenId = rig.engine.createCoin();
    const enable = (address: string, params: object) =>
      rig.encode({ mode: 'enableToken', senderAddress: address, tokenId, params });
    const somebody = person(0x47);
    await rig.hold(somebody, apt);
    const { address, publicKey } = somebody;
    const unnamed = await enable(address, {});
    expect(unnamed).toMatchObject({ refusals: ['publicKey.required'], message: undefined });
    const wrong = await enable(address, { publicKey: rig.bob.publicKey });
    expect(wrong).toMatchObject({ refusals: ['sender.notWallet'], errors: [{ field: at }], message: undefined });
    for (const text of [publicKey, `0x${publicKey}`, `ed25519-pub-0x${publicKey}`])
      expect((await enable(address, { publicKey: text })).data.params).toMatchObject({ publicKey, scheme: 'ed25519' });

    const named = await enable(address, { publicKey });
    const { fees, gas, nonce, params } = named.data;
    const again = await rig.encode({
      ...{ mode: 'enableToken', senderAddress: address, tokenId, fees, gas, nonce },
      params: { ...params, checksum: undefined },
    });
    expect(again.message).toBe(named.message);
    expect(await rig.send(named, somebody)).toMatchObject({ success: true });
    // Now the chain tells it, for this scheme and for the other.
    expect((await enable(address, {})).data.params).toMatchObject({ publicKey });
    const single = await enable(rig.single.address, { publicKey: rig.single.publicKey });
    expect(single.data.params).toMatchObject({ scheme: 'single_key' });
    expect(await rig.send(single, rig.single)).toMatchObject({ success: true });
    for (const text of ['12', 'zz'.repeat(32), '00'.repeat(32)])
      await expect(enable(address, { publicKey: text })).rejects.toMatchObject({
        problems: [{ code: 'wish.invalid', field: at }],
      });
  });

  it('with another name for their key are told the same', async () => {
    const { publicKey } = rig.alice;
    for (const senderPubKey of [`0x${publicKey}`, `ed25519-pub-0x${publicKey}`, publicKey.toUpperCase()])
      expect(await sends(rig.alice, rig.alice, { senderPubKey })).toMatchObject({ success: true });
  });
});
