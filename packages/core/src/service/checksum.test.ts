import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompletedData } from '../schema/transaction-data.ts';
import { addChecksum, chainOfChecksum, verifyChecksum } from './checksum.ts';

const data = {
  mode: 'transfer',
  senderAddress: 'acct-ann',
  recipientAddress: 'acct-bob',
  useMaxAmount: false,
  amount: '5',
  fees: '10',
  nonce: '0',
  params: { version: 3, inputs: [{ id: 'a', index: 0 }] },
} as const satisfies CompletedData;

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const sealed = overTheWire(addChecksum<CompletedData>('stellar', data)) as typeof data & {
  params: { checksum: string };
};

/** The same object with the keys of every level in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, reversed(member)])
      .toReversed(),
  );
}

describe('the checksum of data', () => {
  it('is added to params, and can be taken off again', () => {
    // First 16 bytes of the SHA-256 of the chain's id, a line feed and the JSON with sorted keys, computed with Python's json and hashlib.
    expect(sealed.params).toEqual({
      version: 3,
      inputs: [{ id: 'a', index: 0 }],
      checksum: '535ee432281af8831dc87dd8ab67a149',
    });
    expect(verifyChecksum('stellar', sealed)).toEqual(data);
  });

  it('holds for only one chain', () => {
    expect(verifyChecksum('algorand', sealed)).toBeUndefined();
    expect(chainOfChecksum(sealed)).toBe('stellar');
    expect(chainOfChecksum({ ...sealed, amount: '6' })).toBeUndefined();
    expect(chainOfChecksum(data)).toBeUndefined();
  });

  it.each([
    ['no params', undefined],
    ['empty params', {}],
  ])('works with %s', (_, params) => {
    const sent = overTheWire(addChecksum('stellar', { ...data, params }));
    const { params: __, ...bare } = data;
    expect(verifyChecksum('stellar', sent)).toEqual(bare);
  });

  it('does not depend on the order of keys', () => {
    expect(verifyChecksum('stellar', reversed(sealed) as typeof sealed)).toEqual(data);
  });

  it.each(Object.keys(data).filter((name) => name !== 'params'))('notices that %s was changed or left out', (name) => {
    const { [name as 'amount']: value, ...without } = sealed;
    const changed = typeof value === 'boolean' ? !value : `${value}0`;
    expect(verifyChecksum('stellar', { ...sealed, [name]: changed } as CompletedData)).toBeUndefined();
    expect(verifyChecksum('stellar', without as CompletedData)).toBeUndefined();
  });

  it.each([
    ['another value', { version: 4 }],
    ['another type', { version: '3' }],
    ['one more', { more: null }],
    ['one less', { version: undefined }],
    ['an array in another order', { inputs: [{ index: 1, id: 'a' }] }],
    ['another checksum', { checksum: '00000000000000000000000000000000' }],
    ['no checksum', { checksum: undefined }],
    ['the checksum in capitals', { checksum: String(sealed.params.checksum).toUpperCase() }],
    ['a checksum of another type', { checksum: [String(sealed.params.checksum)] }],
  ])('sees %s in params', (_, change) => {
    expect(
      verifyChecksum('stellar', { ...sealed, params: { ...sealed.params, ...change } } as CompletedData),
    ).toBeUndefined();
  });

  it('notices an added field', () => {
    expect(verifyChecksum('stellar', { ...sealed, memo: 'hello' })).toBeUndefined();
    expect(verifyChecksum('stellar', { ...sealed, senderPubKey: '' })).toBeUndefined();
  });

  it.each([undefined, null, 'text', 7, [], ['checksum'], {}])('refuses %j in place of params', (params) => {
    expect(verifyChecksum('stellar', { ...data, params } as CompletedData)).toBeUndefined();
  });

  it('is the same each time', () => {
    expect(addChecksum('stellar', data)).toEqual(addChecksum('stellar', overTheWire(data)));
  });

  const anyParams = fc.dictionary(fc.string(), fc.jsonValue()).map(overTheWire);

  it('holds after JSON, and notices any other params', () => {
    fc.assert(
      fc.property(anyParams, anyParams, (params, others) => {
        const { checksum: _, ...own } = params;
        const { checksum: __, ...foreign } = others;
        const sent = overTheWire(addChecksum<CompletedData>('stellar', { ...data, params: own }));
        expect(verifyChecksum('stellar', sent)?.params ?? {}).toEqual(own);
        const swapped = {
          ...sent,
          params: { ...foreign, checksum: (sent.params as { checksum: string }).checksum },
        } as CompletedData;
        expect(verifyChecksum('stellar', swapped) === undefined).toBe(!isDeepStrictEqual(own, foreign));
      }),
    );
  });
});
