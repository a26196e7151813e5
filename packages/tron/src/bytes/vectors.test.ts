import { createHash } from 'node:crypto';
import { toHex } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1';
import { Trx } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { addressOf, encodeAnswers, mined, rawOfWalletCore, tronwebCases, walletCore } from '../../test/fixtures.ts';
import { itemsOfData, signedHex, signedOfData } from '../../test/made.ts';
import { checkAddress, toBase58Address } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { latestBlock } from '../upstream/queries/blocks.ts';
import { assemble } from './assemble.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { rawDataBytes, readRawData } from './raw-data.ts';
import { walletTransaction } from './wallet-transaction.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const sha256 = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

describe('transactions of Trust Wallet Core', () => {
  it.each(walletCore.transactions.map((facts) => [facts.name, facts] as const))('%s', (_, facts) => {
    const raw = rawOfWalletCore(facts);
    const key = readPublicKey(toHex(secp256k1.getPublicKey(facts.key)));
    expect(key.ok && toBase58Address(key.value.address)).toBe(facts.owner);
    const plan = { ...raw, signers: [raw.owner] };
    const { items, unsigned } = assemble(plan);
    expect(items[0]?.hash?.value).toBe(facts.id);
    // noble signs by RFC 6979, as Wallet Core does.
    const signature = secp256k1.sign(facts.id, facts.key);
    expect(`${signature.toCompactHex()}0${signature.recovery}`).toBe(facts.signature);
    const expected = signedHex(toHex(unsigned.raw), facts.signature);
    expect(finalize(plan, unsigned, facts.signature)).toEqual({ raw: expected, hash: facts.id });
    expect(finalize(plan, unsigned, signature.toDERHex())).toEqual({ raw: expected, hash: facts.id });
    expect(walletTransaction(readRawData(unsigned.raw))).toEqual(walletTransaction(raw));
  });

  // Signing a block that was not read, of zeros only, lost money elsewhere (vultisig-sdk#2277).
  it.each(walletCore.transactions.map((facts) => [facts.name, facts.header] as const))(
    '%s: the id of the block that it refers to follows from the header',
    (_, { id, witnessAddress: witness_address, ...header }) => {
      const block = { blockID: id, block_header: { raw_data: { ...header, witness_address } } };
      const read = (answer: typeof block) => latestBlock.read(answer);
      expect(read(block)).toEqual({ id, number: header.number, timestamp: header.timestamp });
      const zero = `${id.slice(0, 16)}${'00'.repeat(24)}`;
      expect(() => read({ ...block, blockID: zero })).toThrow();
      expect(() => read({ ...block, blockID: `${'00'.repeat(8)}${id.slice(16)}` })).toThrow();
    },
  );

  it.each(walletCore.others.map((facts) => [facts.name, facts] as const))(
    '%s: what encode never makes is explained as unknown',
    (_, { raw, id }) => {
      expect(sha256(raw)).toBe(id);
      const encoded = [
        { hash: { format: 'sha256', value: id }, raw: { format: 'RAW_TRANSACTION', value: raw } },
      ] as const;
      expect(explain(encoded)).toMatchObject({ data: { mode: 'unknown' }, errors: [{ code: 'request.invalid' }] });
    },
  );
});

describe('transactions of tronweb', () => {
  it.each(tronwebCases.map((each) => [each.name, each] as const))('%s', (_, { name: __, ...each }) => {
    const read = readRawData(bytesOf(each.raw_data_hex));
    expect(toHex(rawDataBytes(read))).toBe(each.raw_data_hex);
    expect(walletTransaction(read)).toEqual({ visible: false, ...each });
  });
});

describe('answers of hosted services of this interface', () => {
  it.each(encodeAnswers.map((each) => [each.mode, each] as const))('%s', (_, { data, encoded }) => {
    expect(itemsOfData(data)).toEqual(encoded);
    const { senderAddress, recipientAddress, amount, mode, params } = data as unknown as Record<string, unknown>;
    expect(explain(encoded)).toMatchObject({
      data: { mode, senderAddress, recipientAddress, amount, params },
      errors: [],
    });
  });
});

describe('mined transactions', () => {
  const whole = mined.filter(({ raw }) => raw !== undefined) as readonly Required<(typeof mined)[number]>[];

  it('are ten, each with its bytes', () => {
    expect(whole).toHaveLength(10);
  });

  it.each(whole.map((each) => [each.id, each] as const))('%s', async (id, { raw, signature }) => {
    const bytes = bytesOf(raw);
    const read = readRawData(bytes);
    expect(toHex(rawDataBytes(read))).toBe(raw);
    expect(sha256(raw)).toBe(id);
    const owner = toBase58Address(read.owner);
    const signed = finalize({ ...read, signers: [read.owner] }, { raw: bytes, id: bytesOf(id) }, signature);
    expect(signed.hash).toBe(id);
    // tronweb finds the same owner. It refuses a high s.
    const transaction = { ...walletTransaction(read, bytes), signature: [signed.raw.slice(-130)] };
    expect(Trx.ecRecover(transaction as never)).toBe(owner);
    expect(checkAddress(owner)).toMatchObject({ ok: true, value: read.owner });
  });

  it('have signatures with a high s too, which come out low', () => {
    const order = secp256k1.CURVE.n;
    const high = whole.filter(({ signature }) => BigInt(`0x${signature.slice(64, 128)}`) > order / 2n);
    expect(high.map(({ id }) => id.slice(0, 12))).toEqual(['c4e8c4a45830', '034897cb6385', '5f1d1a8a4991']);
    for (const { id, raw, signature } of high) {
      const read = readRawData(bytesOf(raw));
      const signed = finalize({ ...read, signers: [read.owner] }, { raw: bytesOf(raw), id: bytesOf(id) }, signature);
      expect(BigInt(`0x${signed.raw.slice(-66, -2)}`)).toBe(order - BigInt(`0x${signature.slice(64, 128)}`));
      expect(signed.raw.slice(-130, -66)).toBe(signature.slice(0, 64));
    }
  });
});

it('answers refuse the signature of somebody else', async () => {
  const [answer] = encodeAnswers;
  if (answer === undefined) throw new Error();
  const signature = secp256k1.sign(answer.encoded[0]?.hash?.value ?? '', '01'.repeat(32)).toCompactHex();
  await expect(signedOfData(answer.data, signature)).rejects.toMatchObject({ code: 'signature.mismatch' });
  expect(addressOf((answer.data as unknown as { senderAddress: string }).senderAddress)).toMatch(/^41/);
});
