import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonDecimal, jsonInteger, parseJson, stringifyJson } from './json.ts';

describe('parseJson', () => {
  it('reads integers beyond 2^53 as bigint, and all others as numbers', () => {
    expect(parseJson('[9007199254740991, 9007199254740992, -9007199254740993, 18446744073709551615]')).toEqual([
      9007199254740991,
      9007199254740992n,
      -9007199254740993n,
      18446744073709551615n,
    ]);
    expect(parseJson('1688663426558649123')).toBe(1688663426558649123n);
    expect(parseJson('{"a":\n\t 12345678901234567890}')).toEqual({ a: 12345678901234567890n });
  });

  it('leaves decimals and exponents as JSON.parse reads them', () => {
    for (const text of ['0.1234567890123456789', '12345678901234567.5', '1e30', '-0', '1.7976931348623157e308']) {
      expect(parseJson(`[9999999999999999999, ${text}]`)).toEqual([9999999999999999999n, JSON.parse(text)]);
    }
  });

  it('lets the last of two equal keys win, on both paths', () => {
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(parseJson('{"a":1,"a":12345678901234567890}')).toEqual({ a: 12345678901234567890n });
  });

  it('does not let a key change a prototype', () => {
    const parsed = parseJson('{"__proto__":{"polluted":12345678901234567890}}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect(parsed.polluted).toBeUndefined();
  });

  it('refuses what is not JSON, on both paths', () => {
    for (const text of [
      '',
      '{',
      '[1,]',
      '{"a":12345678901234567890',
      '[012345678901234567]',
      '12345678901234567890 1',
    ]) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });

  it('reads back every written value, to the last digit', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.bigInt().filter((value) => !Number.isSafeInteger(Number(value))),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(value, (original) => {
        expect(parseJson(stringifyJson(original))).toEqual(normalised(original));
      }),
    );
  });

  it('finds every long integer in every place that JSON allows', () => {
    const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });
    const long = fc
      .bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
      .filter((value) => !Number.isSafeInteger(Number(value)));
    const frame = fc.constantFrom(
      ['', ''],
      ['[', ']'],
      ['[1,', ']'],
      ['{"a":', '}'],
      ['{"a":"x","b":', ',"c":0}'],
      ['[[],', ',{}]'],
    );
    fc.assert(
      fc.property(space, long, space, frame, (before, value, after, [open = '', close = '']) => {
        const text = `${open}${before}${value}${after}${close}`;
        expect(stringifyJson(parseJson(text))).toContain(String(value));
      }),
    );
  });
});

describe('stringifyJson', () => {
  it('writes a bigint as an integer', () => {
    expect(stringifyJson({ amount: 18446744073709551615n, skipped: undefined, list: [undefined, 1n] })).toBe(
      '{"amount":18446744073709551615,"list":[null,1]}',
    );
  });

  it('agrees with JSON.stringify if there is no bigint', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringifyJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('jsonInteger', () => {
  it('reads only integers, of any size, as bigint', () => {
    expect(jsonInteger().parse(7)).toBe(7n);
    expect(jsonInteger().parse(18446744073709551615n)).toBe(18446744073709551615n);
    for (const other of [1.5, '7', null, Number.NaN, 2 ** 60])
      expect(jsonInteger().safeParse(other).success).toBe(false);
  });
});

describe('jsonDecimal', () => {
  const read = (text: string) => jsonDecimal(8).safeParse(parseJson(text)).data;

  it('reads every decimal, whichever way it is written', () => {
    expect(read('1.23456789')).toBe(123456789n);
    expect(read('0.00000001')).toBe(1n);
    expect(read('1e-8')).toBe(1n);
    expect(read('-0.00000904')).toBe(-904n);
    expect(read('50')).toBe(5000000000n);
    expect(read('0')).toBe(0n);
    // A multiplication of doubles would be wrong: 1.1 * 1e8 is 110000000.00000001.
    expect(read('1.1')).toBe(110000000n);
    // All bitcoins but one unit.
    expect(read('20999999.99999999')).toBe(2099999999999999n);
    expect(jsonDecimal(0).parse(7)).toBe(7n);
  });

  it('refuses numbers that it could not read exactly', () => {
    for (const text of [
      '0.123456789',
      '1e-9',
      '45035997',
      '90071992.54740993',
      '12345678901234567890',
      '"1.5"',
      'null',
    ]) {
      expect(jsonDecimal(8).safeParse(parseJson(text)).success, text).toBe(false);
    }
  });

  it('reads every amount in the spelling of nodes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 4_503_599_600_000_000n }), (amount) => {
        const digits = amount.toString().padStart(9, '0');
        expect(read(`${digits.slice(0, -8)}.${digits.slice(-8)}`)).toBe(amount);
      }),
    );
  });
});

/** A value after JSON: without undefined, and with unsafe integers as bigint. */
function normalised(value: unknown): unknown {
  if (typeof value === 'number') {
    const text = JSON.stringify(value);
    return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
  }
  if (Array.isArray(value)) return value.map(normalised);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, normalised(member)]));
  }
  return value;
}
