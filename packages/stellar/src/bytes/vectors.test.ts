import { createPublicKey, verify } from 'node:crypto';
import { fromBase64, toHex } from '@isochain/core';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import { describe, expect, it } from 'vitest';
import { vectors, walletCore } from '../../test/fixtures.ts';
import { Keypair, muxed, passphrases, sha256Of } from '../../test/judge.ts';
import { dataOfMade, itemsOfData, type Kind, type Made, madeOf, signedOfData } from '../../test/made.ts';
import { namedChain } from '../chains.ts';
import { explain } from './explain.ts';
import { isSignatureOf } from './verify.ts';

const hexOfBase64 = (text: string) => toHex(fromBase64(text) ?? new Uint8Array());
const base64OfHex = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

describe('networks', () => {
  // stellar/stellar-docs, the page "Networks".
  it.each([
    ['stellar', '7ac33997544e3175d266bd022439b22cdb16508c01163f26e5cb2a3e1045a979'],
    ['stellar-testnet', 'cee0302d59844d32bdca915c8203dd44b33fbb7edc19051ea37abedf28ecd472'],
  ] as const)('%s has the id of its passphrase', (chainId, id) => {
    expect(sha256Of(namedChain(chainId).chain.passphrase).toString('hex')).toBe(id);
    expect(passphrases[chainId]).toBe(namedChain(chainId).chain.passphrase);
  });
});

describe('transactions of the older library', () => {
  const seed = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
  const key = Keypair.fromRawEd25519Seed(seed);
  const recipient = Keypair.fromRawEd25519Seed(Buffer.from(seed).reverse()).publicKey();

  it('are of the accounts that every implementation derives', () => {
    expect(key.publicKey()).toBe('GAB2CB576PHBBPQ5ODORRZ2LYCMWPZGWGCN2KDK7DXOIMZASKUY3QZ6Q');
    expect(recipient).toBe('GBYSMUPUKC5ALNRYTC4Z55PXXJCWGLUOEUT7P5YVZVTR5RACJTCR5XDX');
  });

  const made: Readonly<Record<string, readonly [Kind, Partial<Made>]>> = {
    payment: ['payment', { amount: 12_345_678n }],
    'payment memo text testnet': [
      'payment',
      { chain: 'stellar-testnet', memo: { type: 'text', value: 'hello isochain' } },
    ],
    createAccount: ['createAccount', {}],
    'payment USDC': ['tokenPayment', { amount: 50_000_000n }],
    changeTrust: ['changeTrust', {}],
    'changeTrust remove': ['removeTrust', {}],
    accountMerge: ['accountMerge', {}],
    'payment muxed id-memo': ['payment', { recipient: muxed(recipient, 123_456_789n) }],
  };

  it('are eight', () => {
    expect(vectors.map(({ name }) => name)).toEqual(Object.keys(made));
  });

  it.each(vectors.map((facts) => [facts.name, facts] as const))('%s: bytes, hash, signature', async (name, facts) => {
    const [kind, changes] = made[name] ?? ['payment', {}];
    const each = madeOf(kind, {
      ...{ sender: key.publicKey(), signers: [key.publicKey()], recipient, amount: 10_000_000n },
      ...{ code: 'USDC', issuer: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' },
      ...{ sequence: 120_192_344_791_187_471n, fee: 100n, maxTime: 1_700_000_000n },
      ...changes,
    });
    const data = dataOfMade(each);
    expect(itemsOfData(data, each.chain)).toEqual([
      { raw: { format: 'XDR', value: facts.unsigned }, hash: { format: 'sha256', value: facts.hash } },
    ]);
    expect(key.sign(Buffer.from(facts.hash, 'hex')).toString('hex')).toBe(facts.signature);
    // Behind the transaction stand the number of signatures, the end of the key, and the signature with its length.
    const tail = `00000001125531b800000040${facts.signature}`;
    expect(await signedOfData(data, facts.signature, each.chain)).toEqual({
      raw: base64OfHex(`${hexOfBase64(facts.unsigned).slice(0, -8)}${tail}`),
      hash: facts.hash,
    });
  });
});

describe('transactions of Trust Wallet Core', () => {
  type Facts = (typeof walletCore)[number];

  /** The same transaction in version 1, without and with its signature, in hex. */
  function version1({ signed }: Facts) {
    const hex = `0000000200000000${hexOfBase64(signed).slice(8)}`;
    // One signature with its hint and its length.
    const signatures = 2 * (4 + 4 + 4 + 64);
    return { unsigned: `${hex.slice(0, -signatures)}00000000`, signed: hex, signature: hex.slice(-128) };
  }

  /** Without time bounds encode makes no transaction. They get some here. */
  const addedMaxTime = 1_800_000_000n;

  function dataOf(facts: Facts) {
    if (facts.kind === undefined) throw new Error(`encode never makes ${facts.name}`);
    const { kind, sender, recipient = '', code = '', issuer = '', amount = '0', fee, sequence, memo } = facts;
    const numbers = { amount: BigInt(amount), fee: BigInt(fee), sequence: BigInt(sequence) };
    const maxTime = BigInt(facts.maxTime ?? addedMaxTime);
    return dataOfMade(madeOf(kind, { sender, signers: [sender], recipient, code, issuer, memo, maxTime, ...numbers }));
  }

  it('are twelve, and two of them do what encode never does', () => {
    expect(walletCore).toHaveLength(12);
    expect(walletCore.filter(({ kind }) => kind === undefined).map(({ name }) => name)).toEqual([
      // Of XLM, and the sender could not take it back.
      'Sign_Create_Claimable_Balance_1f1f84',
      'Sign_Claim_Claimable_Balance_c1fb3c',
    ]);
  });

  it.each(walletCore.map((facts) => [facts.name, facts] as const))('%s: hash and signature', (_, facts) => {
    const key = Keypair.fromRawEd25519Seed(Buffer.from(facts.key, 'hex'));
    expect(key.publicKey()).toBe(facts.sender);
    const { unsigned, signature } = version1(facts);
    const hash = TransactionBuilder.fromXdr(base64OfHex(unsigned), passphrases.stellar).hash();
    expect(toHex(hash)).toBe(facts.id ?? toHex(hash));
    expect(isSignatureOf(Buffer.from(signature, 'hex'), hash, facts.sender)).toBe(true);
    expect(key.sign(Buffer.from(hash)).toString('hex')).toBe(signature);
    // By Node's own cryptography too. In front of the key stands what RFC 8410 asks for.
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.rawPublicKey()]);
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, hash, publicKey, Buffer.from(signature, 'hex'))).toBe(true);
  });

  const bounded = walletCore.filter(({ maxTime }) => maxTime !== undefined);

  it.each(bounded.map((facts) => [facts.name, facts] as const))('%s: made from its fields', async (_, facts) => {
    const data = dataOf(facts);
    const { unsigned, signed, signature } = version1(facts);
    const [item] = itemsOfData(data);
    expect(item?.raw?.value).toBe(base64OfHex(unsigned));
    if (facts.id !== undefined) expect(item?.hash?.value).toBe(facts.id);
    const expected = { raw: base64OfHex(signed), hash: item?.hash?.value };
    expect(await signedOfData(data, signature)).toEqual(expected);
    // What the wallet itself answers: version 0.
    expect(await signedOfData(data, facts.signed)).toEqual(expected);
    expect(explain(namedChain('stellar'), [item ?? {}])).toMatchObject({
      data: { mode: 'enableToken', tokenId: `${facts.code}:${facts.issuer}`, params: { limit: '9223372036854775807' } },
      errors: [],
    });
  });

  const unbounded = walletCore.filter(({ kind, maxTime }) => kind !== undefined && maxTime === undefined);

  it.each(unbounded.map((facts) => [facts.name, facts] as const))('%s: the same but for time bounds', (_, facts) => {
    const ours = hexOfBase64(itemsOfData(dataOf(facts))[0]?.raw?.value ?? '');
    const bounds = `000000010000000000000000${addedMaxTime.toString(16).padStart(16, '0')}`;
    expect(ours.split(bounds)).toHaveLength(2);
    expect(ours.replace(bounds, '00000000')).toBe(version1(facts).unsigned);
  });

  it.each(walletCore.filter(({ maxTime }) => maxTime === undefined).map((facts) => [facts.name, facts] as const))(
    '%s: without time bounds it is explained as unknown',
    (_, facts) => {
      const value = base64OfHex(version1(facts).unsigned);
      expect(explain(namedChain('stellar'), [{ raw: { format: 'XDR', value } }])).toMatchObject({
        data: { mode: 'unknown' },
        errors: [{ code: 'request.invalid' }],
      });
    },
  );
});
