import { type CompletedData, fromHex } from '@isochain/core';
import { toBase58 } from '@isochain/core/bytes';
import {
  createKeyPairFromPrivateKeyBytes,
  getBase58Decoder,
  getTransactionDecoder,
  verifySignature,
} from '@solana/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestKey, testKey } from '../../test/keys.ts';
import { messageOf, signedOfData } from '../../test/made.ts';
import { signatureForms } from '../../test/signature-forms.ts';
import { addressOf, trustWalletVectors } from '../../test/vectors.ts';
import { version1Message } from '../../test/version1.ts';
import { addressBytes } from '../address/address.ts';
import { programs } from '../well-known.ts';
import { encodeTransaction } from './message.ts';
import { memo } from './programs/memo.ts';
import { transfer } from './programs/system.ts';
import { readSignature } from './signature.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('readSignature', () => {
  // Signed by an independent implementation (fixtures/README.md): those with one signer.
  const vectors = trustWalletVectors().filter(
    ({ signatures, version }) => signatures.length === 1 && version === 'legacy',
  );

  it.each(vectors.map((vector) => [vector.name, vector] as const))('takes the signature of %s', (_, vector) => {
    const { address = '', signature = '' } = vector.signatures[0] ?? {};
    const message = fromHex(vector.messageHex) ?? new Uint8Array();
    const signed = { signature: fromHex(signature), message };
    expect(readSignature(signature, message, address)).toEqual(signed);
    expect(readSignature(vector.signedTx, message, address)).toEqual(signed);
  });
});

describe('readSignature of a list of bytes', () => {
  const list = (bytes: Iterable<number>) => JSON.stringify({ signature: [...bytes] });

  it('takes every byte unchanged, and refuses values that are no bytes', async () => {
    const key = await testKey(new Uint8Array(32).fill(9));
    // The first messages with the least and the greatest byte in their signatures.
    for (const wanted of [0, 255]) {
      let message = new Uint8Array();
      let signature = await key.sign(message);
      while (!signature.includes(wanted)) {
        message = Uint8Array.from([...message, 1]);
        signature = await key.sign(message);
      }
      expect(readSignature(list(signature), message, key.address)).toEqual({ signature, message });
      for (const wrong of [wanted + 256, wanted - 256, wanted + 0.5]) {
        const changed = Array.from(signature, (byte) => (byte === wanted ? wrong : byte));
        expect(() => readSignature(list(changed), message, key.address)).toThrowError(
          expect.objectContaining({ code: 'signature.malformed' }),
        );
      }
    }
  });
});

describe('finalize', () => {
  let sender: TestKey;
  let other: TestKey;
  let data: CompletedData;
  let message: Uint8Array;
  let signature: Uint8Array;

  beforeAll(async () => {
    sender = await testKey(new Uint8Array(32).fill(7));
    other = await testKey(new Uint8Array(32).fill(8));
    data = {
      mode: 'transfer',
      senderAddress: sender.address,
      recipientAddress: addressOf(3),
      amount: '1000',
      fees: '5000',
      params: { profile: 'compat', blockhash: addressOf(4), lastValidBlockHeight: '1000' },
    } as unknown as CompletedData;
    message = messageOf(data);
    signature = await sender.sign(message);
  });

  it.each(signatureForms)('takes %s', async (_, write) => {
    const wire = encodeTransaction({ signatures: [signature], message });
    const signed = await signedOfData(data, write(signature, wire, sender.address));
    expect(signed.hash).toBe(getBase58Decoder().decode(signature));
    expect(signed.raw).toBe(base64(wire));
    // An independent decoder finds the message, and the signature that the sender made.
    const decoded = getTransactionDecoder().decode(Uint8Array.from(Buffer.from(signed.raw, 'base64')));
    expect(decoded.messageBytes).toEqual(message);
    expect(hex(decoded.signatures[sender.address] ?? new Uint8Array())).toBe(hex(signature));
    const { publicKey } = await createKeyPairFromPrivateKeyBytes(new Uint8Array(32).fill(7));
    expect(await verifySignature(publicKey, decoded.signatures[sender.address] as never, message)).toBe(true);
  });

  const refuse = async (text: string) => {
    try {
      await signedOfData(data, text);
    } catch (error) {
      return (error as { code?: string }).code;
    }
    return undefined;
  };

  it('refuses the signature of another key, in every form', async () => {
    const wrong = await other.sign(message);
    const wire = encodeTransaction({ signatures: [wrong], message });
    for (const [name, write] of signatureForms) {
      expect([name, await refuse(write(wrong, wire, sender.address))]).toEqual([name, 'signature.mismatch']);
    }
  });

  it('refuses a signature with a flipped bit', async () => {
    for (let i = 0; i < 64; i++) {
      const flipped = Uint8Array.from(signature, (byte, k) => (k === i ? byte ^ 1 : byte));
      expect(await refuse(hex(flipped))).toBe('signature.mismatch');
    }
  });

  it('refuses a signature over the hash of the message', async () => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(message)));
    expect(await refuse(hex(await sender.sign(digest)))).toBe('signature.mismatch');
  });

  it('refuses another signed transaction', async () => {
    const changed = Uint8Array.from(message);
    changed[message.length - 1] = 1;
    const wire = encodeTransaction({ signatures: [await sender.sign(changed)], message: changed });
    expect(await refuse(base64(wire))).toBe('signature.otherTransaction');
    expect(await refuse(toBase58(wire))).toBe('signature.otherTransaction');
    const two = encodeTransaction({ signatures: [signature, signature], message });
    expect(await refuse(hex(two))).toBe('signature.otherTransaction');
  });

  it.each([
    ['short', 'hi'],
    ['as long as it may be', 'x'.repeat(3_800)],
  ])('refuses a signed transaction of version 1 as that of something else: %s', async (_, text) => {
    const instructions = [transfer(sender.address, addressOf(3), 1000n), memo(text)];
    const written = version1Message({ payer: sender.address, blockhash: addressOf(4), instructions });
    const wire = Uint8Array.from([...written, ...(await sender.sign(written))]);
    expect(getTransactionDecoder().decode(wire).messageBytes).toEqual(written);
    for (const write of [base64, hex]) expect(await refuse(write(wire))).toBe('signature.otherTransaction');
  });

  it('refuses a transaction that is not signed yet', async () => {
    expect(await refuse(base64(encodeTransaction({ signatures: [new Uint8Array(64)], message })))).toBe(
      'signature.mismatch',
    );
  });

  it.each([
    ['text', 'not a signature!'],
    ['63 bytes', '11'.repeat(63)],
    ['65 bytes', '11'.repeat(65)],
    ['an odd number of hex digits', '0x123'],
    ['JSON that is none', '{"signature": '],
    ['JSON without a signature', '{"other": 1}'],
    ['JSON with bytes that are none', '{"signature": [1, 2, 256]}'],
    ['JSON with null', '{"signature": null}'],
    ['too much', '1'.repeat(100_000)],
    [
      'a DER signature',
      '3044022041c4e9f8c01ea0a9d1e9c5e1f4d4b3f4e0a0d6e57f9e0a7d9a0f0b6e3a6c5d02207f9e0a7d9a0f0b6e3a6c5d41c4e9f8c01ea0a9d1e9c5e1f4d4b3f4e0a0d6e5',
    ],
  ])('refuses %s', async (_, text) => {
    expect(await refuse(text)).toBe('signature.malformed');
  });

  it('refuses JSON of another public key, although the signature is right', async () => {
    expect(await refuse(JSON.stringify({ publicKey: other.address, signature: hex(signature) }))).toBe(
      'signature.mismatch',
    );
  });

  it('refuses keys of low order, because every signature is valid for them', async () => {
    // The point of order 1 as key, and R = identity, S = 0: loose verifiers accept it for every message.
    const loose = { ...data, senderAddress: programs.system.replace(/.$/, '2') } as CompletedData;
    const forged = Uint8Array.from({ length: 64 }, (_, i) => (i === 0 ? 1 : 0));
    expect(addressBytes((loose as { senderAddress: string }).senderAddress)[31]).toBe(1);
    await expect(signedOfData(loose, hex(forged))).rejects.toThrowError(
      expect.objectContaining({ code: 'signature.mismatch' }),
    );
    const identity = {
      ...data,
      senderAddress: toBase58(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0))),
    } as CompletedData;
    await expect(signedOfData(identity, hex(forged))).rejects.toThrowError(
      expect.objectContaining({ code: 'signature.mismatch' }),
    );
  });
});
