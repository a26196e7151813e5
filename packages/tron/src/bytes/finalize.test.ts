import { type CompletedData, RefusedError, toBase64 } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1';
import { Trx, utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import {
  contracts,
  dataOf,
  itemsOfData,
  otherKey,
  recipient,
  senderKey,
  signedHex,
  signedOfData,
  testKey,
} from '../../test/made.ts';
import { sameSignature } from '../../test/same-signature.ts';
import { rawDataBytes, readRawData } from './raw-data.ts';
import { walletTransaction } from './wallet-transaction.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const order = secp256k1.CURVE.n;

interface Signable {
  readonly data: CompletedData;
  readonly raw: string;
  readonly hash: string;
  /** By tronweb. */
  readonly r: string;
  readonly s: string;
  readonly parity: 0 | 1;
}

function signable(changes: Parameters<typeof dataOf>[1] = {}, key = senderKey): Signable {
  const data = dataOf('transfer', changes);
  const [item] = itemsOfData(data);
  const hash = item?.hash?.value ?? '';
  const signature = key.sign(hash);
  const parity = Number.parseInt(signature.slice(128), 16) === 28 ? 1 : 0;
  const [r, s] = [signature.slice(0, 64), signature.slice(64, 128)];
  return { data, raw: item?.raw?.value ?? '', hash, r, s, parity };
}

/** The first transaction with a signature of that parity. */
function withParity(parity: 0 | 1): Signable {
  for (let amount = 1; ; amount++) {
    const made = signable({
      raw: { contract: { ...contracts.transfer, amount: BigInt(amount) } },
      amount: String(amount),
    });
    if (made.parity === parity) return made;
  }
}

const upperHalf = (s: string) => (order - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
const der = ({ r, s }: Pick<Signable, 'r' | 's'>) => secp256k1.Signature.fromCompact(`${r}${s}`).toDERHex();
const base64 = (hex: string) => toBase64(bytesOf(hex));
const jsonOf = (raw: string, signature: unknown) => ({ ...walletTransaction(readRawData(bytesOf(raw))), signature });

/** EIP-2098: the top bit of s is the parity. */
const compact = ({ r, s, parity }: Pick<Signable, 'r' | 's' | 'parity'>) =>
  r + (BigInt(`0x${s}`) | (BigInt(parity) << 255n)).toString(16).padStart(64, '0');

/** Every form in which a signature may come. */
const forms: readonly (readonly [name: string, write: (made: Signable) => string])[] = [
  ['r||s in hex (128 digits)', ({ r, s }) => r + s],
  ['r||s||v with one digit (129 digits)', ({ r, s, parity }) => `${r}${s}${parity}`],
  ['r||s||v with 00 or 01', ({ r, s, parity }) => `${r}${s}0${parity}`],
  ['r||s||v with 1b or 1c', ({ r, s, parity }) => `${r}${s}${(27 + parity).toString(16)}`],
  ['r||s||v with 0x', ({ r, s, parity }) => `0x${r}${s}0${parity}`],
  ['r||s||v in upper case', ({ r, s, parity }) => `${r}${s}0${parity}`.toUpperCase()],
  ['r||s with the word undefined', ({ r, s }) => `${r}${s}undefined`],
  ['with spaces around it', ({ r, s, parity }) => `\n ${r}${s}0${parity} `],
  ['r||s in base64', ({ r, s }) => base64(r + s)],
  ['r||s||v in base64', ({ r, s, parity }) => base64(`${r}${s}${(27 + parity).toString(16)}`)],
  ['DER in hex', der],
  ['DER in base64', (made) => base64(der(made))],
  ['EIP-2098', compact],
  ['EIP-2098 in base64', (made) => base64(compact(made))],
  ['with a high s', ({ r, s }) => r + upperHalf(s)],
  ['with a high s and its v', ({ r, s, parity }) => `${r}${upperHalf(s)}0${1 - parity}`],
  ['the signed transaction as protobuf', ({ raw, r, s, parity }) => signedHex(raw, `${r}${s}0${parity}`)],
  [
    'the signed transaction with v 1b or 1c',
    ({ raw, r, s, parity }) => signedHex(raw, `${r}${s}${(27 + parity).toString(16)}`),
  ],
  [
    'the signed transaction with 0x in upper case',
    ({ raw, r, s, parity }) => `0x${signedHex(raw, `${r}${s}0${parity}`).toUpperCase()}`,
  ],
  ['the signed transaction in base64', ({ raw, r, s, parity }) => base64(signedHex(raw, `${r}${s}0${parity}`))],
  [
    'the signed transaction with a result behind it',
    ({ raw, r, s, parity }) => `${signedHex(raw, `${r}${s}0${parity}`)}2a021801`,
  ],
  [
    'the JSON of tronweb',
    ({ raw, r, s, parity }) => JSON.stringify(jsonOf(raw, [`${r}${s}${(27 + parity).toString(16)}`])),
  ],
  [
    'JSON with the signature alone in its place',
    ({ raw, r, s, parity }) => JSON.stringify({ raw_data_hex: raw, signature: `0x${r}${s}0${parity}` }),
  ],
  [
    'JSON with a v of one digit',
    ({ raw, r, s, parity }) => JSON.stringify({ raw_data_hex: raw, signature: [`${r}${s}${parity}`] }),
  ],
  [
    'JSON in upper case hex',
    ({ raw, r, s, parity }) => JSON.stringify({ raw_data_hex: raw.toUpperCase(), signature: [`${r}${s}0${parity}`] }),
  ],
];

async function refusal(data: CompletedData, text: string) {
  try {
    await signedOfData(data, text);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.problems;
  }
  return [];
}

describe.each([0, 1] as const)('a signature with parity %i', (parity) => {
  const made = withParity(parity);

  it.each(forms)('may be %s', async (_, write) => {
    const signed = await signedOfData(made.data, write(made));
    expect(signed).toEqual({ raw: signedHex(made.raw, `${made.r}${made.s}0${parity}`), hash: made.hash });
    const read = utils.deserializeTx.deserializeTransaction('TransferContract', made.raw);
    expect(read.contract[0]?.parameter.value.owner_address.toLowerCase()).toBe(senderKey.hex);
  });

  it('is known as the same in each spelling that conformance makes of it, and as another one with a bit changed', () => {
    const { r, s } = made;
    const usual = `${r}${s}0${parity}`;
    const spelled = [r + s, `0x${usual}`, base64(r + s), compact(made), base64(compact(made))];
    expect(spelled.filter((text) => !sameSignature(usual, text) || !sameSignature(text, usual))).toEqual([]);
    const others = [compact({ ...made, parity: 1 }), compact({ r: s, s: r, parity })];
    expect(others.map((text) => sameSignature(usual, text))).toEqual([parity === 1, false]);
    expect(sameSignature(r + s, 'not a signature')).toBe(false);
  });

  it('of another key is a mismatch, in forms of each kind', async () => {
    const wrong = { ...made, ...numbersOf(otherKey.sign(made.hash)) };
    for (const [name, write] of forms.filter((_, i) => i % 4 === 0)) {
      expect([name, (await refusal(made.data, write(wrong)))[0]?.code]).toEqual([name, 'signature.mismatch']);
    }
  });

  it.each([
    ['with the other v', `${made.r}${made.s}0${1 - parity}`],
    ['with the other v of Ethereum', `${made.r}${made.s}${(28 - parity).toString(16)}`],
    ['with a v of 2', `${made.r}${made.s}02`],
    ['with a v of 29', `${made.r}${made.s}1d`],
    ['with r and s swapped', made.s + made.r],
    ['with r = 0', `${'00'.repeat(32)}${made.s}`],
    ['with s = 0', `${made.r}${'00'.repeat(32)}`],
    ['with r = n', `${order.toString(16)}${made.s}`],
    ['with s = n', `${made.r}${order.toString(16)}`],
    ['with all bits', 'ff'.repeat(64)],
    ['of zeros', '00'.repeat(65)],
  ])('%s is a mismatch', async (_, text) => {
    expect((await refusal(made.data, text))[0]?.code).toBe('signature.mismatch');
  });
});

function numbersOf(signature: string): Pick<Signable, 'r' | 's' | 'parity'> {
  const parity = Number.parseInt(signature.slice(128), 16) === 28 ? 1 : 0;
  return { r: signature.slice(0, 64), s: signature.slice(64, 128), parity };
}

const made = signable();
const { data, raw, hash, r, s, parity } = made;
const usual = `${r}${s}0${parity}`;

describe('a signature', () => {
  it('is refused with a bit changed', async () => {
    const bytes = bytesOf(r + s);
    for (let i = 0; i < 64; i += 15) {
      const flipped = Buffer.from(bytes.map((byte, k) => (k === i ? byte ^ 1 : byte))).toString('hex');
      expect([i, (await refusal(data, flipped))[0]?.code]).toEqual([i, 'signature.mismatch']);
    }
  });

  it('of another transaction is a mismatch', async () => {
    for (const change of [
      { raw: { expiration: 1_752_843_753_001 } },
      { raw: { refBlockHash: 'c6e099ee41aa8ac8' } },
      { raw: { contract: { ...contracts.transfer, amount: 1n } }, amount: '1' },
      { raw: { memo: 'x' } },
    ]) {
      const other = signable(change);
      expect((await refusal(data, other.r + other.s))[0]?.code).toBe('signature.mismatch');
    }
  });

  it.each([
    ['nothing but 0x', '0x'],
    ['words', 'not a signature!'],
    ['63 bytes', (r + s).slice(2)],
    ['66 bytes', `${r}${s}0000`],
    ['100 bytes', '00'.repeat(100)],
    ['broken JSON', '{"signature":'],
    ['JSON without a signature', JSON.stringify({ raw_data_hex: raw })],
    ['JSON with no signatures', JSON.stringify({ raw_data_hex: raw, signature: [] })],
    ['JSON with a broken signature', JSON.stringify({ raw_data_hex: raw, signature: ['zz'] })],
    ['JSON with numbers', JSON.stringify({ raw_data_hex: raw, signature: [1] })],
    ['the unsigned transaction as protobuf', signedHex(raw)],
    ['the bytes of raw_data alone', raw],
    ['a signed transaction that was cut', signedHex(raw, usual).slice(0, -2)],
    ['a signed transaction with a short signature', signedHex(raw, usual.slice(4))],
  ])('is malformed if it is %s', async (_, text) => {
    const [first] = await refusal(data, text);
    expect(first?.code).toBe('signature.malformed');
    expect(first?.field).toBe('transaction.signature');
  });

  it('in a transaction with something else is refused by name', async () => {
    const other = signable({ raw: { contract: { ...contracts.transfer, amount: 1n } }, amount: '1' });
    for (const text of [
      signedHex(other.raw, `${other.r}${other.s}0${other.parity}`),
      JSON.stringify(jsonOf(other.raw, [`${other.r}${other.s}0${other.parity}`])),
      JSON.stringify({ raw_data_hex: 'zz', signature: [usual] }),
      JSON.stringify({ raw_data_hex: '', signature: [usual] }),
      // The same, and a byte more.
      signedHex(`${raw}00`, usual),
    ]) {
      expect((await refusal(data, text))[0]?.code).toBe('signature.otherTransaction');
    }
  });
});

describe('a transaction with several signatures', () => {
  const signed = { raw: signedHex(raw, usual), hash };
  const theirs = otherKey.sign(hash);

  it.each([
    ['ours first', [usual, theirs]],
    ['ours last', [theirs, testKey(11).sign(hash), usual]],
    ['ours twice', [usual, usual]],
    ['one of them broken', ['00', usual]],
  ])('gives the one that suffices: %s', async (_, signatures) => {
    expect(await signedOfData(data, signedHex(raw, ...signatures))).toEqual(signed);
    expect(await signedOfData(data, JSON.stringify(jsonOf(raw, signatures)))).toEqual(signed);
  });

  it('is a mismatch without ours', async () => {
    const problems = await refusal(data, signedHex(raw, theirs, testKey(11).sign(hash)));
    expect(problems.map(({ code }) => code)).toEqual(['signature.mismatch']);
  });

  it('is refused beyond five, which no account takes', async () => {
    expect(await signedOfData(data, signedHex(raw, theirs, theirs, theirs, theirs, usual))).toEqual(signed);
    const many = Array<string>(50).fill(theirs);
    for (const text of [signedHex(raw, ...many, usual), JSON.stringify(jsonOf(raw, [...many, usual]))]) {
      expect((await refusal(data, text))[0]).toMatchObject({
        code: 'signature.malformed',
        message: expect.stringContaining('more than 5'),
      });
    }
  });
});

describe('a signature over something else', () => {
  const text = (words: string) => Buffer.from(words).toString('hex');
  const keccak = (hex: string) => utils.ethersUtils.keccak256(`0x${hex}`).slice(2);
  const sha = (hex: string) => utils.ethersUtils.sha256(`0x${hex}`).slice(2);

  it.each([
    ['keccak256 of the raw transaction', keccak(raw), 'the keccak256 of `raw.value`'],
    ['keccak256 of the hash', keccak(hash), 'the keccak256 of `hash.value`'],
    ['SHA-256 of the hash', sha(hash), 'the SHA-256 of `hash.value`'],
    ['SHA-256 of the hash as text', sha(text(hash)), 'the SHA-256 of `hash.value` as text'],
    [
      'a TIP-191 message',
      utils.message.hashMessage(bytesOf(hash)).slice(2),
      '`hash.value` as a message of signMessageV2 (TIP-191)',
    ],
    ['a TIP-191 text', utils.message.hashMessage(hash).slice(2), '`hash.value` as a text of signMessageV2 (TIP-191)'],
    [
      'an EIP-191 message',
      keccak(text('\x19Ethereum Signed Message:\n32') + hash),
      '`hash.value` as a message of personal_sign (EIP-191)',
    ],
    ['raw bytes without a hash', raw.slice(0, 64), 'the first bytes of `raw.value`, without hashing them'],
  ])('%s: the refusal says so', async (_, digest, what) => {
    for (const signature of [senderKey.sign(digest), senderKey.sign(digest).slice(0, 128)]) {
      const problems = await refusal(data, signature);
      expect(problems.map(({ code }) => code)).toEqual(['signature.mismatch', 'signature.malformed']);
      expect(problems[1]?.context).toEqual({
        reason: `it was made over ${what}: sign the 32 bytes of \`hash.value\` as they are`,
      });
    }
  });

  it('by another key says nothing more', async () => {
    expect(await refusal(data, otherKey.sign(keccak(raw)))).toHaveLength(1);
  });
});

describe('another key that a permission names', () => {
  const signers = { params: { signers: [{ key: otherKey.address }] }, raw: { permissionId: 2 } };

  it('signs, and the key of the sender does not', async () => {
    const theirs = signable(signers, otherKey);
    const signed = await signedOfData(theirs.data, `${theirs.r}${theirs.s}0${theirs.parity}`);
    const transaction = { ...walletTransaction(readRawData(bytesOf(theirs.raw))), signature: [signed.raw.slice(-130)] };
    expect(Trx.ecRecover(transaction as never)).toBe(otherKey.address);
    const own = signable(signers, senderKey);
    expect((await refusal(own.data, own.r + own.s))[0]?.code).toBe('signature.mismatch');
  });

  it('is one of several', async () => {
    const several = { ...signers, params: { signers: [recipient, otherKey].map(({ address }) => ({ key: address })) } };
    for (const key of [recipient, otherKey]) {
      const one = signable(several, key);
      expect((await signedOfData(one.data, one.r + one.s)).hash).toBe(one.hash);
    }
    const own = signable(several, senderKey);
    expect((await refusal(own.data, own.r + own.s))[0]?.code).toBe('signature.mismatch');
  });
});

it('the id does not depend on the signature', () => {
  expect(Buffer.from(rawDataBytes(readRawData(bytesOf(raw)))).toString('hex')).toBe(raw);
  expect(hash).toBe(utils.ethersUtils.sha256(`0x${raw}`).slice(2));
});
