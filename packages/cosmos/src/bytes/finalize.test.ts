import { Secp256k1Wallet } from '@cosmjs/amino';
import { Secp256k1, sha256 } from '@cosmjs/crypto';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { fromBase64, fromHex, type RefusedError, toBase64, toHex } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { SignDoc, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import { complete } from '../../test/complete.ts';
import { readPublicKey } from '../address/public-key.ts';
import { namedChain } from '../chains.ts';
import { bytesOf } from './index.ts';

const bytes = (text: string) => (fromHex(text) ?? fromBase64(text)) as Uint8Array;
// A private key of trustwallet/wallet-core, sign.rs: account_1037_private_key.
const privateKey = bytes('80e81ea269e66a0a05b11236df7919fb7fbeedba87452d667489d7403a02f005');
const otherKey = bytes('8bbec3772ddb4df68f3186440380c301af116d1422001c1877d6f5e4dba8c8af');
const publicKey = toHex(secp256k1.getPublicKey(privateKey));
const sender = 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02';

function open(params: object = {}, change: object = {}) {
  const hub = bytesOf('cosmoshub');
  const data = {
    ...{ mode: 'transfer', senderAddress: sender, senderPubKey: publicKey, amount: '1000', fees: '500', gas: '100000' },
    ...{ recipientAddress: 'cosmos1zt50azupanqlfam5afhv3hexwyutnukeh4c573', nonce: '8', memo: 'for 1 & 2', ...change },
    params: { nativeId: 'cosmoshub-4', accountNumber: '1037', feeDenom: 'uatom', ...params },
  };
  const plan = complete('cosmoshub', data).plan();
  const { items, unsigned } = hub.assemble(plan);
  const finalize = async (signature: string) => await hub.finalize(plan, unsigned, signature);
  return { plan, items, unsigned, finalize };
}

const { unsigned, items, finalize } = open();
const digest = bytes(items[0]?.hash?.value as string);
const made = await Secp256k1.createSignature(digest, privateKey);
const rs = toHex(made.toFixedLength().subarray(0, 64));
const r = rs.slice(0, 64);
const s = rs.slice(64);
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const highS = `${r}${(order - BigInt(`0x${s}`)).toString(16).padStart(64, '0')}`;
const der = toHex(made.toDer());

const transaction = TxRaw.encode({
  bodyBytes: unsigned.direct.body,
  authInfoBytes: unsigned.direct.authInfo,
  signatures: [bytes(rs)],
}).finish();
const signed = { raw: toBase64(transaction), hash: toHex(sha256(transaction)).toUpperCase() };

const base64 = (hex: string) => toBase64(bytes(hex));

/** What Keplr answers to signDirect. */
const keplr = {
  signed: {
    bodyBytes: toBase64(unsigned.direct.body),
    authInfoBytes: toBase64(unsigned.direct.authInfo),
    chainId: 'cosmoshub-4',
    accountNumber: '1037',
  },
  signature: { pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64(publicKey) }, signature: base64(rs) },
};

describe('a signature', () => {
  it.each([
    ['r||s in hex', rs],
    ['r||s in hex with 0x', `0x${rs}`],
    ['r||s in upper case', rs.toUpperCase()],
    ['r||s||v with 27', `${rs}1b`],
    ['r||s||v with 0', `0x${rs}00`],
    ['r||s||v with the word undefined', `${rs}undefined`],
    ['r||s in base64', base64(rs)],
    ['r||s||v in base64', base64(`${rs}01`)],
    ['with spaces around it', ` ${rs}\n`],
    ['DER in hex', der],
    ['DER in base64', base64(der)],
    ['the high half of s', highS],
    ['the high half of s in base64', base64(highS)],
    ['JSON with signature', JSON.stringify({ signature: base64(rs) })],
    ['JSON with signature in hex', JSON.stringify({ signature: `0x${rs}` })],
    ['JSON with r and s', JSON.stringify({ r, s, v: '00' })],
    [
      'JSON with r and s with 0x, without zeros before them',
      JSON.stringify({ r: `0x${r.replace(/^0+/, '')}`, s: `0x${s}` }),
    ],
    ['what Keplr answers to signDirect', JSON.stringify(keplr)],
    ['the signature in it', JSON.stringify(keplr.signature)],
    [
      'what Keplr answers, with bytes as JSON writes them',
      JSON.stringify({
        ...keplr,
        signed: { bodyBytes: unsigned.direct.body, authInfoBytes: unsigned.direct.authInfo },
      }),
    ],
    ['the signed transaction in base64', toBase64(transaction)],
    ['the signed transaction in hex', toHex(transaction)],
    [
      'the signed transaction as it is broadcast',
      JSON.stringify({ tx_bytes: toBase64(transaction), mode: 'BROADCAST_MODE_SYNC' }),
    ],
  ])('is taken as %s', async (_, text) => {
    expect(await finalize(text)).toEqual(signed);
  });

  it('by cosmjs makes the transaction that cosmjs makes', async () => {
    const wallet = await DirectSecp256k1Wallet.fromKey(privateKey, 'cosmos');
    const answer = await wallet.signDirect(sender, SignDoc.decode(unsigned.direct.bytes));
    expect(await finalize(JSON.stringify(answer.signature))).toEqual(signed);
  });
});

describe('a signature over the amino document', () => {
  const both = open({ signMode: 'amino' });
  const document = JSON.parse(both.items[3]?.raw?.value as string);

  it('is taken if encode gave out the amino document', async () => {
    const wallet = await Secp256k1Wallet.fromKey(privateKey, 'cosmos');
    const answer = await wallet.signAmino(sender, document);
    const { raw } = await both.finalize(JSON.stringify(answer));
    const { authInfoBytes, signatures } = TxRaw.decode(bytes(raw));
    expect(toHex(authInfoBytes)).toBe(toHex(both.unsigned.amino?.authInfo as Uint8Array));
    expect(toBase64(signatures[0] as Uint8Array)).toBe(answer.signature.signature);
    expect(await both.finalize(rs)).toEqual(signed);
    // finalize also takes the whole signed transaction.
    expect((await both.finalize(raw)).raw).toBe(raw);
  });

  it('has the hash of the document in its item', () => {
    const [, , item, json] = both.items;
    expect(item?.raw?.format).toBe('SIGNDOC_AMINO');
    expect(json?.raw?.format).toBe('SIGNDOC_AMINO_JSON');
    expect(item?.hash).toEqual({ format: 'sha256', value: toHex(sha256(bytes(item?.raw?.value as string))) });
    expect(json?.raw?.value).toBe(new TextDecoder().decode(bytes(item?.raw?.value as string)));
  });

  it('is refused if encode did not give out the document, and the answer says how to get it', async () => {
    const wallet = await Secp256k1Wallet.fromKey(privateKey, 'cosmos');
    const answer = await wallet.signAmino(sender, document);
    expect(await codesOf(finalize(answer.signature.signature))).toEqual([
      'signature.mismatch',
      'signature.malformed: it was made over the amino document of this transaction: encode with params.signMode amino',
    ]);
  });
});

async function codesOf(finalized: Promise<unknown>): Promise<string[]> {
  const error = await finalized.then(
    () => undefined,
    (reason: RefusedError) => reason,
  );
  return (error?.problems ?? []).map(({ code, message }) =>
    code === 'signature.malformed' ? `${code}: ${/: (.*)\.$/.exec(message)?.[1]}` : code,
  );
}

const sign = async (hash: Uint8Array, key = privateKey) =>
  toHex((await Secp256k1.createSignature(hash, key)).toFixedLength().subarray(0, 64));

const reverse = (hex: string) => hex.match(/../g)?.reverse().join('') ?? '';

describe('a text that is not a signature of this transaction', () => {
  it.each<[string, string | Promise<string>, string[]]>([
    ['of another key', sign(digest, otherKey), ['signature.mismatch']],
    ['of another document', sign(sha256(Uint8Array.of(1))), ['signature.mismatch']],
    [
      'over keccak256 in place of sha256',
      sign(keccak_256(unsigned.direct.bytes)),
      [
        'signature.mismatch',
        "signature.malformed: it was made over another hash of the document: this chain's keys sign its sha256",
      ],
    ],
    [
      'over a hash of the hash',
      sign(sha256(digest)),
      [
        'signature.mismatch',
        'signature.malformed: it was made over a hash of `hash.value`: sign those 32 bytes as they are',
      ],
    ],
    [
      'with its bytes in reverse',
      reverse(r) + reverse(s),
      ['signature.mismatch', 'signature.malformed: the bytes of its r and s are in reverse: expected big-endian'],
    ],
    ['with r of 0', `${'00'.repeat(32)}${s}`, ['signature.mismatch']],
    ['with s above the order', `${r}${'ff'.repeat(32)}`, ['signature.mismatch']],
    ['cut', rs.slice(2), ['signature.malformed: it has 63 bytes: expected 64, 65 or DER']],
    ['of no spelling', 'signed!', ['signature.malformed: it is neither hex nor base64']],
    ['with nothing in it', '', ['signature.malformed: it has 0 bytes: expected 64, 65 or DER']],
    [
      'JSON without it',
      '{"txhash":"00"}',
      ['signature.malformed: its JSON has none of tx_bytes, signature, sig, signatures, result, and not r and s'],
    ],
    ['JSON that ends too early', '{"signature":', ['signature.malformed: it begins like JSON, and is none']],
    [
      'r that is too long',
      JSON.stringify({ r: `${r}00`, s }),
      ['signature.malformed: r and s have to be numbers of 32 bytes: hex, decimal, or bytes'],
    ],
    ['too long', '00'.repeat(600_000), ['signature.malformed: it is too long']],
    [
      'longer than a signature, and no transaction',
      '00'.repeat(200),
      ['signature.malformed: it is too long for a signature and is not a signed transaction'],
    ],
  ])('is refused if it is %s', async (_, text, codes) => {
    expect(await codesOf(finalize(await text))).toEqual(codes);
  });

  it('is reported as another transaction if a wallet changed fee or memo before it signed', async () => {
    const other = open({}, { memo: 'changed by the wallet' });
    const signature = base64(await sign(sha256(other.unsigned.direct.bytes)));
    const { body, authInfo } = other.unsigned.direct;
    const answer = {
      signed: { bodyBytes: toBase64(body), authInfoBytes: toBase64(authInfo) },
      signature: { signature },
    };
    expect(await codesOf(finalize(JSON.stringify(answer)))).toEqual(['signature.otherTransaction']);
    // The page of a wallet asks for amino, and encode was not asked for it.
    const amino = { ...JSON.parse(open({ signMode: 'amino' }).items[3]?.raw?.value as string), memo: 'changed too' };
    const signed = { signed: amino, signature: { signature } };
    expect(await codesOf(finalize(JSON.stringify(signed)))).toEqual(['signature.otherTransaction']);
    const whole = TxRaw.encode({ bodyBytes: body, authInfoBytes: authInfo, signatures: [bytes(signature)] }).finish();
    expect(await codesOf(finalize(toBase64(whole)))).toEqual(['signature.otherTransaction']);
  });
});

describe('keys of the kind of Ethereum', () => {
  it.each(['injective', 'dymension', 'humans-ai', 'evmos'] as const)('sign keccak256 on %s', async (chainId) => {
    const chain = bytesOf(chainId);
    const key = readPublicKey(namedChain(chainId), publicKey);
    const senderAddress = key.ok ? key.value.address : '';
    const data = {
      ...{ mode: 'transfer', senderAddress, recipientAddress: senderAddress, senderPubKey: publicKey },
      ...{ amount: '1', fees: '1', gas: '1', nonce: '0' },
      params: { nativeId: chain.identity.nativeId, accountNumber: '0', feeDenom: namedChain(chainId).chain.denom },
    };
    const plan = complete(chainId, data).plan();
    const assembled = chain.assemble(plan);
    const hash = keccak_256(assembled.unsigned.direct.bytes);
    expect(assembled.items[0]?.hash).toEqual({ format: 'keccak256', value: toHex(hash) });
    const { raw, hash: id } = await chain.finalize(plan, assembled.unsigned, await sign(hash));
    // The id is SHA-256 all the same.
    expect(id).toBe(toHex(sha256(bytes(raw))).toUpperCase());
    expect(
      await codesOf(
        (async () =>
          await chain.finalize(plan, assembled.unsigned, await sign(sha256(assembled.unsigned.direct.bytes))))(),
      ),
    ).toEqual([
      'signature.mismatch',
      "signature.malformed: it was made over another hash of the document: this chain's keys sign its keccak256",
    ]);
  });
});
