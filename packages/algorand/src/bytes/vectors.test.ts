import { toBase64, toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { golden, mined, vectors, walletCore } from '../../test/fixtures.ts';
import { knownTransaction } from '../../test/hand-in/known-transaction.ts';
import { decode, type Fields, isSigned, judgedFields, mainnet, signedOf } from '../../test/judge.ts';
import { keyOfSeed, testKey } from '../../test/keys.ts';
import { dataOfMade, itemsOfData, type Kind, type Made, madeOf, signedOfData } from '../../test/made.ts';
import { namedChain } from '../chains.ts';
import { buildTransaction } from './build.ts';
import { explain } from './explain.ts';
import { readTransaction } from './read-transaction.ts';
import { isSignatureOf } from './verify.ts';

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

/** A signed transaction as the judge reads it. */
function readSigned(hex: string) {
  const { sig, txn, ...rest } = decode(bytesOf(hex)) as { readonly sig: Uint8Array; readonly txn: Fields };
  expect(rest).toEqual({});
  // The judge writes the same bytes.
  expect(toHex(signedOf(txn, { sig }))).toBe(hex);
  return { sig, txn, ...judgedFields(txn) };
}

const itemOf = (raw: string) => ({ raw: { format: 'MSGPACK', value: raw } }) as const;

describe('the main network', () => {
  it('has the genesis of the public documents', () => {
    expect(namedChain('algorand').chain).toMatchObject(mainnet);
  });
});

describe('transactions of the chain’s own library', () => {
  const seed = Array.from({ length: 32 }, (_, i) => i);
  const hexOf = (bytes: readonly number[]) => Buffer.from(bytes).toString('hex');
  const key = keyOfSeed(hexOf(seed));
  const recipient = keyOfSeed(hexOf([...seed].reverse())).address;

  it('are of the accounts that every implementation derives', () => {
    expect(key.address).toBe('AOQQPP7TZYIL4HLQ3UMOOS6ATFT6JVRQTOSQ2XY53SDGIESVGG4MPFYUMQ');
    expect(recipient).toBe('OETFD5CQXIC3MOEYXGPPL552IVRS5DRFE737OFONM4PMIASMYUPJAUOACA');
  });

  const made: Readonly<Record<string, readonly [Kind, Partial<Made>]>> = {
    pay: ['payment', { amount: 1_234_567n }],
    'pay note': ['payment', { amount: 1_234_567n, note: Buffer.from('hello isochain') }],
    'pay close': ['closeAccount', { amount: 0n }],
    axfer: ['assetTransfer', { amount: 5_000_000n }],
    optin: ['optIn', {}],
    optout: ['optOut', {}],
    'axfer u64 max': ['assetTransfer', { amount: 2n ** 64n - 1n, assetId: 1n }],
  };

  it('are seven', () => {
    expect(vectors.map(({ name }) => name)).toEqual(Object.keys(made));
  });

  const ours = vectors.filter(({ name }) => name !== 'pay close' && name !== 'optout');

  it.each(ours.map((facts) => [facts.name, facts] as const))('%s: bytes, id, signature', async (name, facts) => {
    const [kind, changes] = made[name] ?? ['payment', {}];
    const each = madeOf(kind, { sender: key.address, signer: key.address, recipient, ...changes });
    const data = dataOfMade(each);
    const message = `5458${facts.unsigned}`;
    expect(itemsOfData(data)).toEqual([{ ...itemOf(facts.unsigned), hash: { format: 'sha512_256', value: message } }]);
    expect(key.sign(bytesOf(message))).toBe(facts.signature);
    // A map of two, with 64 bytes named "sig", and the transaction named "txn".
    const raw = `82a3736967c440${facts.signature}a374786e${facts.unsigned}`;
    expect(await signedOfData(data, facts.signature)).toEqual({ raw, hash: facts.txId });
    expect(await signedOfData(data, raw)).toEqual({ raw, hash: facts.txId });
  });

  it('optout gives what is left to somebody else: encode does that with a frozen holding alone', () => {
    const { unsigned, txId } = vectors.find(({ name }) => name === 'optout') ?? { unsigned: '', txId: '' };
    const read = readTransaction(bytesOf(unsigned));
    if (read === undefined) throw new Error('it was not read');
    expect(read.deed).toMatchObject({ type: 'assetTransfer', receiver: recipient, closeRemainderTo: recipient });
    const built = buildTransaction(read);
    expect([toHex(built.toByte()), built.txID()]).toEqual([unsigned, txId]);
    expect(explain(namedChain('algorand'), [itemOf(unsigned)]).data).toMatchObject({
      ...{ mode: 'transferToken', recipientAddress: recipient, useMaxAmount: true },
      params: { optOut: true },
    });
  });

  it('pay close gives away everything without an amount: encode puts the amount into the bytes', () => {
    const { unsigned, txId } = vectors.find(({ name }) => name === 'pay close') ?? { unsigned: '', txId: '' };
    const read = readTransaction(bytesOf(unsigned));
    if (read === undefined) throw new Error('it was not read');
    expect(read.deed).toEqual({ type: 'payment', receiver: recipient, amount: 0n, closeRemainderTo: recipient });
    const built = buildTransaction(read);
    expect([toHex(built.toByte()), built.txID()]).toEqual([unsigned, txId]);
    expect(explain(namedChain('algorand'), [itemOf(unsigned)]).data).toEqual({ mode: 'unknown' });
  });
});

describe('transactions of Trust Wallet Core', () => {
  type Facts = (typeof walletCore)[number];

  const madeOfFacts = ({ kind, sender, genesisId, genesisHash, note, ...facts }: Facts) =>
    madeOf(kind, {
      ...{ sender, signer: sender, genesisId, genesisHash, recipient: facts.recipient ?? sender },
      ...{ amount: BigInt(facts.amount ?? 0), assetId: BigInt(facts.assetId ?? 0), fee: BigInt(facts.fee) },
      ...{ firstValid: BigInt(facts.firstValid), lastValid: BigInt(facts.lastValid) },
      note: note === undefined ? undefined : Buffer.from(note),
    });

  it('are five', () => {
    expect(walletCore.map(({ name }) => name)).toEqual([
      ...['Sign', 'SignAssetNFTTransfer', 'SignAsset', 'SignAssetOptIn', 'CompileWithSignatures'],
    ]);
  });

  it.each(walletCore.map((facts) => [facts.name, facts] as const))('%s: bytes, id, signature', (_, facts) => {
    const key = keyOfSeed(facts.key);
    expect(key.address).toBe(facts.sender);
    const { sig, raw, message, txId } = readSigned(facts.signed);
    expect(txId).toBe(facts.id ?? txId);
    expect(key.sign(message)).toBe(toHex(sig));
    expect(isSigned(sig, message, facts.sender)).toBe(true);
    expect(isSignatureOf(sig, message, facts.sender)).toBe(true);
    const read = readTransaction(bytesOf(raw));
    if (read === undefined) throw new Error('it was not read');
    const built = buildTransaction(read);
    expect([toHex(built.toByte()), built.txID()]).toEqual([raw, txId]);
  });

  const onMainnet = walletCore.filter(({ genesisId }) => genesisId === mainnet.genesisId);
  const elsewhere = walletCore.filter((facts) => !onMainnet.includes(facts));

  it.each(onMainnet.map((facts) => [facts.name, facts] as const))('%s: made from its fields', async (_, facts) => {
    const data = dataOfMade(madeOfFacts(facts));
    const { sig, raw, txId } = readSigned(facts.signed);
    const items = itemsOfData(data);
    expect(items[0]?.raw?.value).toBe(raw);
    const expected = { raw: facts.signed, hash: txId };
    for (const text of [facts.signed, toHex(sig), toBase64(sig)])
      expect(await signedOfData(data, text)).toEqual(expected);
    expect(explain(namedChain('algorand'), items)).toEqual({ data, errors: [] });
  });

  it.each(elsewhere.map((facts) => [facts.name, facts] as const))('%s: of another network', (_, facts) => {
    const data = dataOfMade(madeOfFacts(facts));
    expect(() => itemsOfData(data)).toThrow(expect.objectContaining({ code: 'data.altered' }));
    const read = explain(namedChain('algorand'), [itemOf(readSigned(facts.signed).raw)]);
    expect(read.data).toEqual(data);
    expect(read.errors).toMatchObject([{ message: expect.stringContaining('another network') }]);
  });

  it('one of them stands on the main network, and is the one that conformance knows', async () => {
    const facts = walletCore.find(({ name }) => name === 'SignAssetNFTTransfer');
    const data = knownTransaction.data as Parameters<typeof itemsOfData>[0];
    expect(itemsOfData(data)).toEqual(knownTransaction.encoded);
    expect(await signedOfData(data, facts?.signed ?? '')).toEqual({ raw: facts?.signed, hash: facts?.id });
  });
});

describe('transactions in tests of other libraries', () => {
  // Registrations for ever, and without keys for state proofs, which have been asked for since 2022. The rest are no payments.
  const never = [
    ...['key registration 1', 'key registration 3', 'keyreg nonpart'],
    ...['asset create', 'asset create decimal', 'asset config', 'asset destroy', 'asset freeze', 'asset revoke'],
  ];

  it('are nineteen', () => {
    expect(golden).toHaveLength(19);
    expect(golden.filter(({ name }) => never.includes(name))).toHaveLength(never.length);
  });

  it.each(golden.map((facts) => [facts.name, facts] as const))('%s', (name, facts) => {
    const key = keyOfSeed(facts.key);
    expect(key.address).toBe(facts.sender);
    const { sig, raw, message, txId } = readSigned(facts.signed);
    expect(key.sign(message)).toBe(toHex(sig));
    expect(isSignatureOf(sig, message, facts.sender)).toBe(true);
    expect(isSignatureOf(sig, message, testKey(0).address)).toBe(false);
    const read = readTransaction(bytesOf(raw));
    if (never.includes(name)) {
      expect(read).toBeUndefined();
      return;
    }
    if (read === undefined) throw new Error('it was not read');
    const built = buildTransaction(read);
    expect([toHex(built.toByte()), toHex(built.bytesToSign()), built.txID()]).toEqual([raw, toHex(message), txId]);
  });

  // As the tests of algorand-sdk-testing and py-algorand-sdk show them.
  it.each([
    ['payment 1', 'USYEHREIMLZ6DPZME3VTOJNITCXFX4YKVSTP44EIDDGBPDQKROMA'],
    ['payment 2', 'ROF3SM2BRKWA2CXIQH2WFASVHRLF7U5ZECDBOMHNBCUQLSHZIERQ'],
    ['sign', '5FJDJD5LMZC3EHUYYJNH5I23U4X6H2KXABNDGPIL557ZMJ33GZHQ'],
  ])('%s has the id %s', (name, id) => {
    expect(readSigned(golden.find((facts) => facts.name === name)?.signed ?? '').txId).toBe(id);
  });
});

describe('transactions of the main network', () => {
  it('are three', () => {
    expect(mined.map(({ name }) => name)).toEqual(['mined-payment', 'mined-asset_transfer', 'mined-keyreg']);
  });

  it.each(mined.map((facts) => [facts.name, facts] as const))('%s: id and signature', (name, facts) => {
    const { sig, raw, message, txId, txn } = readSigned(facts.signed);
    expect(txId).toBe(facts.txId);
    expect(isSignatureOf(sig, message, facts.sender)).toBe(true);
    // Only the hash of the genesis is signed. With a name it is another transaction.
    expect(txn.gen).toBeUndefined();
    const named = judgedFields({ ...txn, gen: mainnet.genesisId });
    expect(named.txId).not.toBe(facts.txId);
    const read = readTransaction(bytesOf(raw));
    if (name === 'mined-keyreg') {
      // It has no key for state proofs: those came in 2022.
      expect(read).toBeUndefined();
      return;
    }
    if (read === undefined) throw new Error('it was not read');
    expect(read.genesisId).toBeUndefined();
    const built = buildTransaction(read);
    expect([toHex(built.toByte()), built.txID()]).toEqual([raw, facts.txId]);
    const explained = explain(namedChain('algorand'), [itemOf(raw)]);
    expect(explained.errors).toMatchObject([{ code: 'request.invalid' }]);
    expect(explain(namedChain('algorand'), [itemOf(named.raw)]).errors).toEqual([]);
  });
});
