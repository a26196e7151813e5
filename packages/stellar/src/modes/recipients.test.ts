import { Keypair, StrKey } from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import { connectTo, type ScriptedAccount, sender, transfer } from '../../test/scripted-horizon.ts';
import { recipientProblems } from './recipients.ts';

const codesOf = async (address: string, account?: ScriptedAccount, intent: object = {}) => {
  const accounts = { [sender]: {}, ...(account === undefined ? {} : { [address]: account }) };
  const { chain } = connectTo({ accounts });
  const { status, transaction } = await chain.encode({ ...transfer, recipientAddress: address, ...intent } as never);
  return { codes: status.errors.map(({ code }) => code), encoded: (transaction as { encoded?: unknown[] }).encoded };
};

const addressOf = (key: Uint8Array) => StrKey.encodeEd25519PublicKey(Buffer.from(key));

/** The 32 bytes of a y-coordinate, which may have the sign of x in its last bit. */
function bytesOf(y: bigint, sign = 0): Uint8Array {
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => Number((y >> BigInt(8 * i)) & 255n));
  bytes[31] = (bytes[31] ?? 0) | (sign << 7);
  return bytes;
}

const p = 2n ** 255n - 19n;

function power(base: bigint, exponent: bigint): bigint {
  let [result, factor] = [1n, base % p];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * factor) % p;
    factor = (factor * factor) % p;
  }
  return result;
}

/** Whether a y-coordinate has an x: by Euler's criterion, over the equation of RFC 8032, section 5.1. */
function isOnCurve(y: bigint): boolean {
  const d = (p - ((121_665n * power(121_666n, p - 2n)) % p)) % p;
  const square = ((y * y - 1n) * power(d * y * y + 1n, p - 2n)) % p;
  return square === 0n || power((square + p) % p, (p - 1n) / 2n) === 1n;
}

describe('an address that nobody can have a key of', () => {
  it('is refused if its bytes are no point of the curve', () => {
    const ys = Array.from({ length: 60 }, (_, i) => BigInt(i) + 2n);
    const refused = ys.filter((y) => recipientProblems({ account: addressOf(bytesOf(y)), text: '' }).length > 0);
    expect(refused).toEqual(ys.filter((y) => !isOnCurve(y)));
    expect(refused.length).toBeGreaterThan(20);
  });

  // Points of small order have no private key. The last two: their y-coordinates stand in jedisct1/libsodium, crypto_core/ed25519/ref10 (has_small_order).
  it.each<[string, Uint8Array]>([
    ['the zero address', bytesOf(0n)],
    ['the zero address with a sign', bytesOf(0n, 1)],
    ['the neutral point', bytesOf(1n)],
    ['the point of order 2', bytesOf(p - 1n)],
    ['a point of order 8', Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex')],
    [
      'another point of order 8',
      Buffer.from('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'hex'),
    ],
  ])('is refused if it is %s', async (_, key) => {
    const address = addressOf(key);
    for (const account of [undefined, {}]) {
      expect(await codesOf(address, account)).toEqual({ codes: ['recipient.keepsCoins'], encoded: [] });
    }
  });

  it('is not what wallets make', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const account = Keypair.fromRawEd25519Seed(Buffer.alloc(32, seed)).publicKey();
      expect(recipientProblems({ account, text: account })).toEqual([]);
    }
  });
});

describe('an account that exists', () => {
  const address = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 0x66)).publicKey();
  const other = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 0x67)).publicKey();
  const secret = StrKey.encodeSha256Hash(Buffer.alloc(32, 1));

  it.each<[string, ScriptedAccount]>([
    ['its own key has no weight', { signers: { [address]: 0 } }],
    [
      'its keys cannot reach the thresholds',
      { signers: { [address]: 1, [other]: 1 }, thresholds: { medium: 3, high: 3 } },
    ],
    ['its keys cannot reach the low threshold', { signers: { [address]: 1 }, thresholds: { low: 2 } }],
  ])('is refused if %s', async (_, account) => {
    expect((await codesOf(address, account)).codes).toEqual(['recipient.keepsCoins']);
  });

  it.each<[string, ScriptedAccount]>([
    ['another key has weight', { signers: { [address]: 0, [other]: 1 } }],
    [
      'several keys together reach the thresholds',
      { signers: { [address]: 1, [other]: 1 }, thresholds: { medium: 2, high: 2 } },
    ],
    ['a secret opens it', { signers: { [address]: 0, [secret]: 1 } }],
    ['only payments are out of reach', { signers: { [address]: 1 }, thresholds: { medium: 2, high: 1 } }],
  ])('is taken if %s', async (_, account) => {
    expect((await codesOf(address, account)).codes).toEqual([]);
  });

  // An amount above 2^63 - 1 stroops is more than there is.
  it.each([2n ** 63n - 1n, 2n ** 63n, 10n ** 30n])(
    'has no part in it if the sender lacks %s stroops',
    async (amount) => {
      expect((await codesOf(address, {}, { amount: String(amount) })).codes).toEqual([
        'balance.insufficientBesideReserve',
      ]);
    },
  );
});
