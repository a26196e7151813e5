import { toHex } from '@isochain/core';
import { settings, turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dataOfMade,
  itemsOfData,
  type Kind,
  kinds,
  type Made,
  type MadeSigner,
  madeOf,
  otherKey,
  payerKey,
  senderKey,
} from '../../test/made.ts';
import { hexOf, judged, judgedSigned, parseTypeTag } from '../../test/sdk.ts';
import { namedChain } from '../chains.ts';
import { readStructTag, typeText } from '../move/type-tag.ts';
import { explain } from './explain.ts';
import { rawBytes, readRawBytes } from './raw-transaction.ts';
import { signedBytes, transactionId } from './signed-transaction.ts';
import { readSigningMessage } from './signing-message.ts';

// Random transactions of each kind, made by the SDK too (test/sdk.ts).

const runs = turns(1_000);

const address = fc.oneof(
  { weight: 4, arbitrary: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `0x${hexOf(bytes)}`) },
  // With leading zeros, which texts of nodes do not have.
  fc.uint8Array({ minLength: 29, maxLength: 31 }).map((bytes) => `0x${hexOf(bytes).padStart(64, '0')}`),
);

const number64 = fc.integer({ min: 1, max: 64 }).chain((bits) => fc.bigInt(0n, 2n ** BigInt(bits) - 1n));
const above0 = number64.map((value) => (value === 0n ? 1n : value));

const identifier = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/).filter((name) => name !== 'vector');

const primitive = fc.constantFrom(
  ...(['bool', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256', 'address', 'signer'] as const),
  ...(['i8', 'i16', 'i32', 'i64', 'i128', 'i256'] as const),
);

/** Types as texts in their standard form. */
const { struct } = fc.letrec<{ type: string; struct: string; vector: string }>((tie) => ({
  type: fc.oneof({ maxDepth: 3, withCrossShrink: true }, primitive, tie('vector'), tie('struct')),
  vector: tie('type').map((of) => `vector<${of}>`),
  struct: fc
    .tuple(
      fc.oneof(
        address,
        fc.integer({ min: 0, max: 15 }).map((short) => `0x${short.toString(16)}`),
      ),
      identifier,
      identifier,
      fc.array(tie('type'), { maxLength: 3 }),
    )
    .map(
      ([at, module, name, types]) => `${at}::${module}::${name}${types.length === 0 ? '' : `<${types.join(', ')}>`}`,
    ),
}));

const coin = struct.filter((text) => text.length <= 1_024 && text !== '0x1::aptos_coin::AptosCoin');

const signer = fc.record({
  publicKey: fc.constantFrom(senderKey.publicKey, payerKey.publicKey, otherKey.publicKey),
  scheme: fc.constantFrom('ed25519' as const, 'single_key' as const),
});

const signature = fc.uint8Array({ minLength: 64, maxLength: 64 }).map(hexOf);

function madeOfKind(kind: Kind): fc.Arbitrary<Made> {
  return fc
    .record({
      chain: fc.constantFrom('aptos' as const, 'aptos-testnet' as const),
      sender: address,
      signer,
      payer: fc.option(fc.tuple(signer, address), { nil: undefined }),
      recipient: address,
      metadata: address,
      coin,
      pool: address,
      amount: above0,
      isOrderless: fc.boolean(),
      nonce: number64,
      gas: number64,
      price: number64,
      expiration: number64,
    })
    .map(({ payer, ...made }) => madeOf(kind, { ...made, payer: payer && { ...payer[0], address: payer[1] } }))
    .filter(({ isOrderless, nonce }) => isOrderless || nonce < 2n ** 64n - 1n);
}

const proofOf = ({ publicKey, scheme }: MadeSigner, text: string) => ({
  publicKey,
  scheme,
  signature: Uint8Array.from(Buffer.from(text, 'hex')),
});

describe.each(kinds)('%s', (kind) => {
  it(`${runs} random transactions are the SDK's, to the byte`, () => {
    const seen = new Set<string>();
    const mixes = new Set<string>();
    fc.assert(
      fc.property(madeOfKind(kind), signature, signature, (made, own, theirs) => {
        const data = dataOfMade(made);
        const items = itemsOfData(data, made.chain);
        const expected = judged(made);
        expect(items).toEqual([{ raw: { format: 'BCS', value: expected.message } }]);
        const parts = readSigningMessage(Uint8Array.from(Buffer.from(expected.message, 'hex')));
        if (parts === undefined) throw new Error('the message was not read');
        expect(toHex(parts.raw)).toBe(expected.raw);
        const payer = made.payer && { ...proofOf(made.payer, theirs), address: made.payer.address as `0x${string}` };
        const signed = signedBytes(parts.raw, proofOf(made.signer, own), payer);
        expect({ raw: toHex(signed), hash: transactionId(signed) }).toEqual(judgedSigned(made, [own, theirs]));
        // What the bytes say is the data again, without what they do not hold.
        const read = explain(namedChain(made.chain), items);
        expect(read.errors).toEqual([]);
        const { publicKey: _, scheme: __, feePayer, ...params } = data.params as Readonly<Record<string, unknown>>;
        expect({ mode: data.mode, ...read.data }).toEqual(
          kind === 'pairedAsset'
            ? expect.objectContaining({ mode: 'transferToken', tokenId: made.coin })
            : {
                ...data,
                params: {
                  ...params,
                  ...(feePayer === undefined ? {} : { feePayer: { address: made.payer?.address } }),
                },
              },
        );
        const forms = [`orderless ${made.isOrderless}`, `payer ${made.payer?.scheme}`, made.signer.scheme, made.chain];
        for (const form of forms) seen.add(form);
        mixes.add(forms.join());
      }),
      { numRuns: runs },
    );
    // Both kinds of replay protection, three of payers, both schemes, both chains.
    expect(seen.size).toBe(2 + 3 + 2 + 2);
    if (settings.exhaustive) expect(mixes.size).toBe(2 * 3 * 2 * 2);
  });
});

describe('types of Move', () => {
  it(`${runs} random ones are the SDK's, as text and as bytes`, () => {
    fc.assert(
      fc.property(coin, (text) => {
        const tag = readStructTag(text);
        if (tag === undefined) throw new Error(`${text} was not read`);
        expect(typeText(tag)).toBe(text);
        const made = madeOf('enableToken', { coin: text });
        const [item] = itemsOfData(dataOfMade(made));
        expect(item?.raw?.value).toContain(hexOf(parseTypeTag(text).bcsToBytes()));
      }),
      { numRuns: runs },
    );
  });

  it('a transaction that holds them comes back the same', () => {
    fc.assert(
      fc.property(madeOfKind('coin'), (made) => {
        const raw = Uint8Array.from(Buffer.from(judged(made).raw, 'hex'));
        const read = readRawBytes(raw);
        expect(read && toHex(rawBytes(read))).toBe(toHex(raw));
      }),
      { numRuns: turns(200) },
    );
  });
});
