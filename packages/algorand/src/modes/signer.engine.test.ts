import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOfAddress, multisigAddress, programAddress } from '../../test/judge.ts';
import { authorizerIn, keyOf, type SendersRig, startSendersRig } from '../../test/senders-rig.ts';

// Accounts that were rekeyed. What encode refuses, the stand-in refuses too: its rules are its own code.

let rig: SendersRig;
let engine: AlgorandEngine;
beforeAll(async () => {
  rig = await startSendersRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const key = keyOf(0x61);
const sender = key.address;
const cold = keyOf(0x62);
const stranger = keyOf(0x63);
const recipient = keyOf(0x64).address;

function within(run: () => Promise<void>): Promise<void> {
  return engine.rehearse(async () => {
    engine.placeAccount(sender, { amount: 9_000_000n });
    engine.placeAccount(recipient, { amount: 1_000_000n });
    await run();
  });
}

const pay = (more: object = {}) =>
  rig.encode({ mode: 'transfer', senderAddress: sender, recipientAddress: recipient, amount: '1000000', ...more });

const payOwn = (by = key, sgnr?: string) =>
  rig.sendOwn(by, { type: 'pay', amt: 1_000_000n, rcv: bytesOfAddress(recipient) }, sgnr, sender);

describe('an account that was rekeyed', () => {
  it('sends with the new key, which is named in the bytes', () =>
    within(async () => {
      engine.rekey(sender, cold.address);
      // As hex, as an address, and not at all.
      for (const senderPubKey of [cold.publicKey, `0x${cold.publicKey}`, cold.address, undefined]) {
        const encoded = await pay({ senderPubKey });
        expect(encoded).toMatchObject({ refusals: [], data: { params: { authAddr: cold.address } } });
        expect(encoded.hints).toEqual(senderPubKey === undefined ? ['sender.rekeyed'] : []);
        const signed = await rig.sign(encoded, cold);
        expect(authorizerIn(signed, cold.address)).toBe(true);
        expect(await rig.post(signed)).toBe('taken');
      }
      expect(await engine.balance(recipient)).toBe(5_000_000n);
    }));

  it('does not send with the old key', () =>
    within(async () => {
      engine.rekey(sender, cold.address);
      const encoded = await pay({ senderPubKey: key.publicKey });
      expect(encoded).toMatchObject({ refusals: ['sender.otherSigner'], items: [] });
      expect(encoded.errors[0]).toMatchObject({ field: 'transaction.data.senderPubKey' });
      expect(encoded.errors[0]?.message).toContain(`the key of ${cold.address} signs for it`);
      expect(await pay({ senderPubKey: stranger.publicKey })).toMatchObject({ refusals: ['sender.otherSigner'] });
      await expect(rig.sign(await pay(), key)).rejects.toMatchObject({ code: 'signature.mismatch' });
      expect(await payOwn()).toMatch(/should have been authorized by/);
      expect(await engine.balance(recipient)).toBe(1_000_000n);
    }));

  it('sends as before when it was rekeyed to itself', () =>
    within(async () => {
      engine.rekey(sender, cold.address);
      engine.rekey(sender, sender);
      const encoded = await pay({ senderPubKey: key.publicKey });
      expect(encoded.data.params).not.toHaveProperty('authAddr');
      const signed = await rig.sign(encoded, key);
      expect(authorizerIn(signed, sender)).toBe(false);
      expect(await rig.post(signed)).toBe('taken');
    }));

  it('cannot send here if several keys or a program sign for it', () =>
    within(async () => {
      const several = Array.from({ length: 8 }, (_, i) => multisigAddress(2, [key.address, keyOf(0x70 + i).address]));
      const programs = Array.from({ length: 8 }, (_, i) => programAddress(Uint8Array.of(10, 0x81, i)));
      const signers = [...several, ...programs].filter((address) => !isKeyLike(address));
      expect(signers.length).toBeGreaterThan(3);
      for (const signer of signers) {
        engine.rekey(sender, signer);
        for (const senderPubKey of [undefined, key.publicKey]) {
          const encoded = await pay({ senderPubKey });
          expect(encoded).toMatchObject({ refusals: ['sender.notWallet'], items: [] });
          expect(encoded.errors[0]?.message).toContain(
            `${signer}, to which it was rekeyed, is not that of a single key`,
          );
        }
      }
    }));

  it('is known in every mode', () =>
    within(async () => {
      engine.rekey(sender, cold.address);
      engine.placeAccount(sender, { status: 'Online' });
      const unstake = { mode: 'unstake', senderAddress: sender, validatorAddress: sender, useMaxAmount: true };
      expect(await rig.encode({ ...unstake, senderPubKey: key.publicKey })).toMatchObject({
        refusals: ['sender.otherSigner'],
      });
      const encoded = await rig.encode({ ...unstake, senderPubKey: cold.publicKey });
      expect(await rig.send(encoded, cold)).toBe('taken');
      expect(engine.accountState(sender)?.status).toBe('Offline');
    }));
});

/** Whether Node's own cryptography would take the address as a key: it does if its bytes are a point of the curve. */
function isKeyLike(address: string): boolean {
  const point = 2n ** 255n - 19n;
  const y =
    [...bytesOfAddress(address)].reverse().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) & (2n ** 255n - 1n);
  const power = (base: bigint, exponent: bigint): bigint => {
    let result = 1n;
    let square = base % point;
    for (let left = exponent; left > 0n; left >>= 1n) {
      if (left & 1n) result = (result * square) % point;
      square = (square * square) % point;
    }
    return result;
  };
  // x² = (y² - 1) / (d·y² + 1) must be a square (RFC 8032, section 5.1.3), with Euler's criterion.
  const d = (((-121_665n * power(121_666n, point - 2n)) % point) + point) % point;
  const square = (y * y) % point;
  const x2 = (((square - 1n + point) % point) * power((d * square + 1n) % point, point - 2n)) % point;
  return x2 === 0n || power(x2, (point - 1n) / 2n) === 1n;
}

describe('the key of an account that was not rekeyed', () => {
  it('need not be named, and is its own', () =>
    within(async () => {
      const encoded = await pay();
      expect(encoded).toMatchObject({ refusals: [], hints: [] });
      expect(await rig.send(encoded, key)).toBe('taken');
      expect(await payOwn(key, cold.address)).toMatch(/didn't pass verification/);
    }));

  it('is not that of another one, which is a mistake of the request', () =>
    within(async () => {
      await expect(pay({ senderPubKey: stranger.publicKey })).rejects.toMatchObject({ code: 'publicKey.mismatch' });
    }));

  it('cannot exist for addresses of programs and of several keys that are no points', () =>
    within(async () => {
      const addresses = Array.from({ length: 12 }, (_, i) => programAddress(Uint8Array.of(10, 0x82, i)));
      const found = addresses.filter((address) => !isKeyLike(address));
      expect(found.length).toBeGreaterThan(2);
      for (const senderAddress of found) {
        engine.placeAccount(senderAddress, { amount: 5_000_000n });
        const encoded = await pay({ senderAddress });
        expect(encoded).toMatchObject({ refusals: ['sender.notWallet'], items: [] });
      }
    }));

  it('does not exist for the zero address', () =>
    within(async () => {
      const encoded = await pay({ senderAddress: `${'A'.repeat(52)}Y5HFKQ` });
      expect(encoded.refusals).toContain('sender.notWallet');
      expect(encoded.refusals.filter((code) => code === 'sender.notWallet')).toHaveLength(1);
      expect(encoded.items).toEqual([]);
    }));
});
