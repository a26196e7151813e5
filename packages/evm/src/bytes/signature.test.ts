import { IsochainError } from '@isochain/core';
import { chosen } from '@isochain/dial';
import { secp256k1 } from '@noble/curves/secp256k1';
import { getBytes, keccak256, sha256, Transaction, toUtf8Bytes } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { made } from '../../test/made.ts';
import { base64, formsOf, hexByte } from '../../test/signature-forms.ts';
import {
  ann,
  bob,
  der,
  type Numbers,
  numbersOf,
  order,
  patchRlp,
  signWhole,
  transferData,
  upperHalf,
} from '../../test/signers.ts';
import { chains, type EvmChainId } from '../chains.ts';

interface Given {
  readonly chainId: EvmChainId;
  readonly nativeId: number;
  readonly unsigned: `0x${string}`;
  readonly hash: string;
  readonly numbers: Numbers;
  /** The signed transaction that must result, by ethers. */
  readonly signed: string;
  readonly finalize: (signature: string) => { raw: string; hash: string };
}

function given(chainId: EvmChainId, nonce: string, legacy = false): Given {
  const { items, unsigned, finalize } = made(chainId, transferData({ nonce }, legacy));
  const hash = items[0]?.hash?.value ?? '';
  return {
    chainId,
    nativeId: chains[chainId].id,
    unsigned: unsigned.raw,
    hash,
    numbers: numbersOf(ann, hash),
    signed: signWhole(ann, unsigned.raw),
    finalize,
  };
}

/** The first transaction with a signature of that parity. */
function withParity(chainId: EvmChainId, parity: 0 | 1, legacy = false): Given {
  for (let nonce = 0; ; nonce++) {
    const found = given(chainId, String(nonce), legacy);
    if (found.numbers.y === parity) return found;
  }
}

// A large chain id makes a long v.
const signedOn: [EvmChainId, boolean][] = [
  ['ethereum', false],
  ['ethereum', true],
  ['polygon', true],
  ['fantom', true],
  ['sepolia', false],
  ['sepolia', true],
];

describe.each(signedOn)('a signature for %s (legacy: %s)', (chainId, legacy) => {
  const cases = ([0, 1] as const).map((parity) => withParity(chainId, parity, legacy));

  it.each(Object.keys(formsOf(cases[0] as Given)))('may be %s', (form) => {
    for (const entry of cases) {
      const { raw, hash } = entry.finalize(formsOf(entry)[form] ?? '');
      // As ethers signs and hashes the same transaction; a signature with a low s is the only one that nodes take (EIP-2).
      expect(raw).toBe(entry.signed);
      const decoded = Transaction.from(raw);
      expect(hash).toBe(decoded.hash);
      expect(decoded.from).toBe(ann.address);
      expect(decoded.to).toBe(bob.address);
      expect(decoded.value).toBe(1_000_000_000_000_000n);
      expect(decoded.chainId).toBe(BigInt(entry.nativeId));
    }
  });
});

describe('a signature', () => {
  it('is taken if noble/curves made it', () => {
    const entry = given('base', '1');
    const signature = secp256k1.sign(entry.hash, ann.privateKey.slice(2));
    expect(entry.finalize(signature.toCompactHex()).raw).toBe(entry.signed);
    expect(entry.finalize(signature.toDERHex()).raw).toBe(entry.signed);
  });

  const entry = withParity('polygon', 0);
  const { r, s, y } = entry.numbers;
  const other = given('polygon', '99');

  describe('is refused as a mismatch', () => {
    it.each<[string, string]>([
      ['of another key', Object.values(numbersOf(bob, entry.hash)).slice(0, 2).join('')],
      ['of another transaction', other.numbers.r + other.numbers.s],
      ['with r and s swapped', s + r],
      ['with the other v', `${r}${s}${hexByte(28 - y)}`],
      ['with the other parity', `${r}${s}0${1 - y}`],
      ['with the other digit', `${r}${s}${1 - y}`],
      ['with a v of 2', `${r}${s}02`],
      ['with a v of 29', `${r}${s}1d`],
      ['with the v of another chain', `${r}${s}${(37 + y).toString(16)}`],
      ['with the other v after EIP-155', `${r}${s}${(35 + 2 * 137 + 1 - y).toString(16)}`],
      ['with the other v, in base64', base64(`${r}${s}${hexByte(28 - y)}`)],
      ['with a high s and the v of the low one', `${r}${upperHalf(entry.numbers).s}${hexByte(27 + y)}`],
      ['with r = 0', '0'.repeat(64) + s],
      ['with s = 0', r + '0'.repeat(64)],
      ['with r = n', order.toString(16) + s],
      ['with s = n', r + order.toString(16)],
      ['with r of all bits', 'f'.repeat(64) + s],
      ['with s of all bits', r + 'f'.repeat(64)],
      ['of zeros', '0'.repeat(130)],
      [
        'compact with the other parity',
        r + (BigInt(`0x${s}`) | (BigInt(1 - y) << 255n)).toString(16).padStart(64, '0'),
      ],
      ['in DER of another key', der(numbersOf(bob, entry.hash))],
      ['a transaction signed by another key', signWhole(bob, entry.unsigned)],
      ['a transaction signed with the other parity', patchRlp(entry.signed, { [-3]: y === 0 ? '0x01' : '0x' })],
    ])('%s', (_, signature) => {
      expect(() => entry.finalize(signature)).toThrowError(expect.objectContaining({ code: 'signature.mismatch' }));
    });

    it('with any single bit changed', () => {
      const signature = BigInt(`0x${r}${s}`);
      const bits = Array.from({ length: 512 }, (_, bit) => BigInt(bit));
      for (const bit of chosen(bits, (each) => each >> 5n, 0)) {
        const changed = (signature ^ (1n << bit)).toString(16).padStart(128, '0');
        // The highest bit of s is where EIP-2098 puts the parity.
        if (bit === 255n && y === 1) continue;
        expect(() => entry.finalize(changed), `bit ${bit}`).toThrowError(
          expect.objectContaining({ code: 'signature.mismatch' }),
        );
      }
    });
  });

  describe('over other bytes than the hash is refused, and the refusal says what the signer did', () => {
    const bytes = getBytes(`0x${entry.hash}`);
    const text = (words: string) => toUtf8Bytes(words);
    const key = ann.privateKey.slice(2);
    const sign = (digest: string) => Object.values(numbersOf(ann, digest)).slice(0, 2).join('');
    // Signatures of wallets and libraries that take the hash or the raw transaction for a message.
    it.each<[string, string]>([
      ['keccak256 of the hash', sign(keccak256(bytes))],
      ['keccak256 of the hash in hex', sign(keccak256(text(entry.hash)))],
      ['keccak256 of the hash in hex with 0x', sign(keccak256(text(`0x${entry.hash}`)))],
      ['SHA-256 of the hash', sign(sha256(bytes))],
      ['SHA-256 of the hash in hex', sign(sha256(text(entry.hash)))],
      ['SHA-256 of the hash in hex with 0x', sign(sha256(text(`0x${entry.hash}`)))],
      ['the hash as a message of personal_sign (EIP-191)', ann.signMessageSync(bytes)],
      ['the hash in hex as a message of personal_sign (EIP-191)', ann.signMessageSync(entry.hash)],
      ['the hash in hex with 0x as a message of personal_sign (EIP-191)', ann.signMessageSync(`0x${entry.hash}`)],
      ['the raw transaction as a message of personal_sign (EIP-191)', ann.signMessageSync(getBytes(entry.unsigned))],
      ['the raw transaction in hex as a message of personal_sign (EIP-191)', ann.signMessageSync(entry.unsigned)],
      ['SHA-256 of the raw transaction', sign(sha256(entry.unsigned))],
      // noble takes the first 32 bytes of its input, as ECDSA says.
      ['the raw transaction without hashing it', secp256k1.sign(getBytes(entry.unsigned), key).toCompactHex()],
    ])('%s', (what, signature) => {
      const reason = `it was made over ${what}: sign the 32 bytes of \`hash.value\` as they are`;
      for (const form of [signature, signature.replace('0x', '').slice(0, 128)]) {
        expect(() => entry.finalize(form)).toThrowError(
          expect.objectContaining({
            code: 'signature.mismatch',
            problems: [
              expect.objectContaining({ code: 'signature.mismatch' }),
              expect.objectContaining({ code: 'signature.malformed', context: { reason } }),
            ],
          }),
        );
      }
    });

    it('but without an explanation if another key made it', () => {
      const foreign = bob.signMessageSync(bytes);
      expect(() => entry.finalize(foreign)).toThrowError(expect.objectContaining({ problems: [expect.anything()] }));
    });
  });

  describe('in another whole transaction is refused', () => {
    const unsigned = Transaction.from(entry.unsigned);
    const signedWith = (changes: object) => {
      const { to, chainId, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas, value } = unsigned;
      const same = { type: 2, to, chainId, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas, value };
      const transaction = Transaction.from({ ...same, ...changes });
      return signWhole(ann, transaction.unsignedSerialized);
    };
    const priced = { maxFeePerGas: null, maxPriorityFeePerGas: null, gasPrice: 3_000_000_000n };

    it('unless the transaction is the same', () => {
      expect(entry.finalize(signedWith({})).raw).toBe(entry.signed);
    });

    it.each<[string, object]>([
      ['nonce', { nonce: 99 }],
      ['recipient', { to: ann.address }],
      ['amount', { value: 1_000_000_000_000_001n }],
      ['gas', { gasLimit: 21_001n }],
      ['cap', { maxFeePerGas: 3_000_000_001n }],
      ['tip', { maxPriorityFeePerGas: 1n }],
      ['chain id', { chainId: 1n }],
      ['calldata', { data: '0x00' }],
      ['access list', { accessList: [{ address: ann.address, storageKeys: [] }] }],
      ['type: legacy', { type: 0, ...priced }],
      ['type: legacy without EIP-155', { type: 0, ...priced, chainId: 0n }],
      ['type: EIP-2930', { type: 1, ...priced, accessList: [] }],
      [
        'type: EIP-4844',
        { type: 3, maxFeePerBlobGas: 1n, blobVersionedHashes: [`0x01${'00'.repeat(31)}`], accessList: [] },
      ],
      [
        'type: EIP-7702',
        {
          type: 4,
          accessList: [],
          authorizationList: [
            { address: ann.address, nonce: 0n, chainId: 1n, signature: { r: `0x${r}`, s: `0x${s}`, yParity: y } },
          ],
        },
      ],
    ])('%s', (_, changes) => {
      expect(() => entry.finalize(signedWith(changes))).toThrowError(
        expect.objectContaining({ code: 'signature.otherTransaction' }),
      );
    });
  });

  describe('is refused as malformed', () => {
    it.each<[string, string, string]>([
      ['a word', 'signature', 'it is neither hex nor base64'],
      ['a word of hex digits', 'deadbeef', 'it is shorter than r and s, of 32 bytes each'],
      ['nothing but 0x', '0x', 'it is shorter than r and s, of 32 bytes each'],
      ['nothing but undefined', 'undefined', 'it is shorter than r and s, of 32 bytes each'],
      ['one digit too short', `${r}${s}`.slice(1), 'it is shorter than r and s, of 32 bytes each'],
      ['with 0x in the middle', `0x${r}0x${s}`, 'it is base64 of 99 bytes: expected 64 or 65'],
      ['base64 of 32 bytes', base64(r), 'it is base64 of 32 bytes: expected 64 or 65'],
      ['base64 of 66 bytes', base64(`${r}${s}0000`), 'it is base64 of 66 bytes: expected 64 or 65'],
      [
        'the unsigned transaction',
        entry.unsigned + '00'.repeat(60),
        'it is too long for a signature and is not a signed transaction',
      ],
      [
        'a cut transaction',
        entry.signed.slice(0, -2),
        'it is too long for a signature and is not a signed transaction',
      ],
      [
        'a transaction with more behind it',
        `${entry.signed}00`,
        'it is too long for a signature and is not a signed transaction',
      ],
    ])('%s', (_, signature, reason) => {
      expect(() => entry.finalize(signature)).toThrowError(
        expect.objectContaining({
          code: 'signature.malformed',
          message: `The signature could not be read: ${reason}.`,
        }),
      );
    });

    it('a transaction that was never signed', () => {
      const data = `0x${'ab'.repeat(100)}`;
      const unsigned = Transaction.from({
        ...Transaction.from(entry.unsigned).toJSON(),
        sig: null,
        hash: null,
        from: null,
        data,
      });
      expect(() => entry.finalize(unsigned.unsignedSerialized)).toThrowError(
        expect.objectContaining({
          code: 'signature.malformed',
          message: 'The signature could not be read: it is a transaction without a signature.',
        }),
      );
    });
  });

  describe('of any kind', () => {
    const refused = (signature: string) => {
      try {
        entry.finalize(signature);
      } catch (error) {
        if (error instanceof IsochainError && error.code.startsWith('signature.')) return true;
        throw error;
      }
      return false;
    };

    it('is refused in our own words, never by an error of a library', () => {
      const hexText = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 400 });
      fc.assert(fc.property(fc.oneof(fc.string({ maxLength: 400 }), hexText, fc.base64String()), refused));
    });

    it('is refused when any bit of the signed transaction was flipped', () => {
      const bytes = Buffer.from(entry.signed.slice(2), 'hex');
      const flips = [...bytes.keys()].flatMap((at) => [1, 2, 4, 8, 16, 32, 64, 128, 255].map((mask) => ({ at, mask })));
      for (const { at, mask } of chosen(flips, ({ at }) => at, 0)) {
        const changed = Buffer.from(bytes);
        changed[at] = (bytes[at] ?? 0) ^ mask;
        expect(refused(`0x${changed.toString('hex')}`), `byte ${at} ^ ${mask}`).toBe(true);
      }
    });

    it.each<[string, string]>([
      ['digits', 'f'],
      ['nested lists', 'c1'],
      ['long lists', 'f8ff'],
      ['padding', '='],
      ['base64', 'Zm9v'],
      ['spaces', ' '],
      ['the word undefined', 'undefined'],
    ])('is refused quickly when it is a megabyte of %s', (_, unit) => {
      const signature = unit.repeat(2 ** 20 / unit.length);
      expect(refused(signature)).toBe(true);
      expect(refused(`${signature}!`)).toBe(true);
    });
  });
});
