import { type CompletedData, RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import {
  contracts,
  dataOf,
  itemsOfData,
  kinds,
  otherKey,
  recipient,
  senderKey,
  signedHex,
  signedOfData,
  usdt,
  validator,
} from '../../test/made.ts';
import { explain } from './explain.ts';

// Completed data that somebody changed after encode. Each must be refused, whatever stands in it, and nothing may break.

/** How data is refused: code and field of the first problem, or `taken`. */
function refusalOf(data: unknown): string {
  try {
    itemsOfData(data as CompletedData);
    return 'taken';
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return `${error.code} ${error.problems[0]?.field}`;
  }
}

type Path = readonly (string | number)[];

/** Every place in a value. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? inside : [path, ...inside];
}

/** A copy with another value in a place. Undefined removes what is there. */
function changed(value: unknown, [name, ...rest]: Path, to: unknown): unknown {
  if (name === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  const member = changed(copy[name], rest, to);
  if (member !== undefined) copy[name] = member;
  else if (Array.isArray(copy)) copy.splice(Number(name), 1);
  else delete copy[name];
  return copy;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inside, name) => (inside as Record<string | number, unknown>)[name], value);
}

const anything: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  2 ** 53,
  2 ** 63,
  1e300,
  Number.NaN,
  '',
  '0',
  'x',
  '9223372036854775808',
  '18446744073709551616',
  '9'.repeat(10_000),
  '\uD800',
  '00',
  `41${'00'.repeat(20)}`,
  senderKey.address,
  usdt,
  [],
  [[]],
  {},
  { toString: 'x', valueOf: null },
  JSON.parse('{"__proto__": {"amount": 1}, "constructor": 1}'),
];

describe.each(kinds)('params of %s', (kind) => {
  const raw = { memo: 'memo', permissionId: 2 };
  const data = dataOf(kind, { raw, params: { signers: [{ key: otherKey.address }] } }) as CompletedData & {
    params: object;
  };

  it('are taken as they are, in any order', () => {
    expect(refusalOf(data)).toBe('taken');
    const reversed = JSON.parse(JSON.stringify(data), (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(data));
    expect(refusalOf(reversed)).toBe('taken');
  });

  // Nothing but the checksum binds who may sign. Another signer makes the broadcast fail, because the signature is theirs or the chain refuses it.
  const places = placesIn(data.params).filter(([first]) => first !== 'signers');

  it.each(places.map((path) => [path.join('.'), path] as const))('are bound: %s', (_, path) => {
    const before = valueAt(data.params, path);
    for (const value of anything) {
      if (Object.is(value, before)) continue;
      const other = changed(data, ['params', ...path], value);
      expect([value, refusalOf(other)]).toEqual([value, expect.stringMatching(/^data\.altered transaction\.data\.\w/)]);
    }
  });

  it('hold nothing more, at any level', () => {
    const objects = [[], ...places].filter((path) => typeof valueAt(data.params, path) === 'object');
    for (const path of objects.filter((each) => !Array.isArray(valueAt(data.params, each)))) {
      for (const name of ['more', 'fee_limit', 'Permission_id', 'provider', 'scripts', 'call_value', 'auths']) {
        if (Object.hasOwn(valueAt(data.params, path) as object, name)) continue;
        const other = changed(data, ['params', ...path, name], 1);
        expect([path, name, refusalOf(other)]).toEqual([path, name, expect.stringMatching(/^data\.altered/)]);
      }
    }
  });

  it('have no second contract', () => {
    const { contract } = (data.params as { raw_data: { contract: readonly unknown[] } }).raw_data;
    const other = changed(data, ['params', 'raw_data', 'contract'], [...contract, ...contract]);
    expect(refusalOf(other)).toMatch(/^data\.altered/);
  });

  it.each<[string, unknown]>([
    ['no list', { key: otherKey.address }],
    ['nobody', []],
    ['six', Array(6).fill({ key: otherKey.address })],
    ['a key in hex', [{ key: otherKey.hex }]],
    ['a wrong checksum', [{ key: otherKey.address.replace(/.$/, 'x') }]],
    ['more about a key', [{ key: otherKey.address, weight: 1 }]],
    ['null', null],
  ])('name signers as addresses: %s', (_, signers) => {
    expect(refusalOf(changed(data, ['params', 'signers'], signers))).toMatch(/^data\.altered/);
  });

  it('agree with senderPubKey', () => {
    const named = (key: string) => changed(data, ['senderPubKey'], key);
    expect(refusalOf(named(otherKey.publicKey))).toBe('taken');
    expect(refusalOf(named(senderKey.publicKey))).toBe('data.altered transaction.data.senderPubKey');
    const own = changed(data, ['params', 'signers'], undefined);
    expect(refusalOf(changed(own, ['senderPubKey'], senderKey.publicKey))).toBe('taken');
    expect(refusalOf(changed(own, ['senderPubKey'], otherKey.publicKey))).toBe(
      'data.altered transaction.data.senderPubKey',
    );
  });

  it('are refused if they are anything else', () => {
    for (const value of anything) expect(refusalOf({ ...data, params: value })).toMatch(/^data\.altered/);
  });

  it('are those of this mode', () => {
    // A stake takes two steps, and either may come first.
    const steps: readonly string[] = ['freeze', 'vote'];
    const others = kinds.filter((other) => other !== kind && !(steps.includes(kind) && steps.includes(other)));
    for (const other of others) {
      const { params } = dataOf(other, { raw }) as { params: object };
      expect([other, refusalOf({ ...data, params })]).toEqual([other, expect.stringMatching(/^data\.altered/)]);
    }
  });
});

describe('data', () => {
  it.each<[string, Parameters<typeof dataOf>[0], object]>([
    ['recipient', 'transfer', { recipientAddress: otherKey.address }],
    ['sender', 'transfer', { senderAddress: otherKey.address }],
    ['amount', 'transfer', { amount: '100000001' }],
    ['amount beyond 64 bits', 'transfer', { amount: '18446744073709551616' }],
    ['amount that would be negative', 'transfer', { amount: '9223372036854775808' }],
    ['amount that is the same modulo 2^64', 'transfer', { amount: (100_000_000n + 2n ** 64n).toString() }],
    ['highest amount', 'transfer', { amount: (2n ** 256n - 1n).toString() }],
    ['memo', 'transfer', { memo: 'x' }],
    ['half a character as memo', 'transfer', { memo: '\uD83D' }],
    ['half a character in a memo', 'transfer', { memo: 'a\uDE80b' }],
    ['long memo', 'transfer', { memo: 'é'.repeat(100_000) }],
    ['token of the other kind', 'asset', { tokenId: usdt }],
    ['number for a contract', 'token', { tokenId: '1002000' }],
    ['number of the token', 'asset', { tokenId: '1002001' }],
    ['contract of the token', 'token', { tokenId: otherKey.address }],
    ['recipient of a token', 'token', { recipientAddress: otherKey.address }],
    ['amount of a token', 'token', { amount: '2500001' }],
    ['highest amount of a token', 'token', { amount: (2n ** 256n - 1n).toString() }],
    ['amount of TRC-10 beyond 64 bits', 'asset', { amount: (2n ** 256n - 1n).toString() }],
    ['stake', 'freeze', { amount: '5000001' }],
    ['stake that moves', 'freeze', { sourceValidatorAddress: otherKey.address }],
    ['validator without a vote', 'vote', { targetValidatorAddress: recipient.address }],
    ['validator with too few votes', 'vote', { targetValidatorAddress: otherKey.address }],
    ['votes that are more than there are', 'vote', { amount: '8000000' }],
    ['half a vote', 'vote', { amount: '4500000' }],
    ['unstaked amount', 'unfreeze', { amount: '5000001' }],
  ])('is refused with another %s', (_, kind, fields) => {
    expect(refusalOf(dataOf(kind))).toBe('taken');
    expect(refusalOf({ ...dataOf(kind), ...fields })).toMatch(/^data\.altered/);
  });

  it.each([
    ['transfer', 'transferToken'],
    ['freeze', 'unstake'],
    ['freeze', 'transfer'],
    ['withdraw', 'claimRewards'],
    ['claim', 'withdraw'],
  ] as const)('of %s is refused in mode %s', (kind, mode) => {
    const other = {
      ...dataOf(kind),
      mode,
      recipientAddress: recipient.address,
      tokenId: usdt,
      validatorAddress: validator.address,
    };
    expect(refusalOf(other)).toMatch(/^data\.altered/);
  });

  // A withdrawal that was written into a memo became a transfer elsewhere (vultisig-windows#4779): here only the mode says what is done.
  it('is a transfer, whatever its memo says', () => {
    const memo = '{"mode":"withdraw"}';
    const told = explain(itemsOfData(dataOf('transfer', { raw: { memo }, memo })));
    expect(told).toMatchObject({ data: { mode: 'transfer', memo }, errors: [] });
  });

  // Amounts lose digits in tronweb and Ledger beyond 2^53, because they are numbers of JavaScript there.
  it('keeps amounts beyond 2^53 to the last digit, as texts', () => {
    const amount = 9_223_372_036_854_775_807n;
    const data = dataOf('transfer', {
      raw: { contract: { ...contracts.transfer, amount } },
      amount: amount.toString(),
    });
    expect(explain(itemsOfData(data)).data).toMatchObject({ amount: '9223372036854775807' });
    expect(JSON.stringify(data)).toContain('"amount":"9223372036854775807"');
    const number = changed(data, ['params', 'raw_data', 'contract', 0, 'parameter', 'value', 'amount'], Number(amount));
    expect(refusalOf(number)).toBe('data.altered transaction.data.params.raw_data');
    expect(refusalOf({ ...data, amount: '9223372036854775806' })).toMatch(/^data\.altered/);
  });

  it.each(['\uFEFF', '\u0000', 'a\uFEFFb', 'ß'.normalize('NFD'), '🚀', '\u202E'])(
    'keeps a memo as it is: %j',
    (memo) => {
      const told = explain(itemsOfData(dataOf('transfer', { raw: { memo }, memo })));
      expect(told).toMatchObject({ data: { memo }, errors: [] });
    },
  );

  it('may have an empty memo, which the bytes do not have', () => {
    expect(itemsOfData({ ...dataOf('transfer'), memo: '' } as CompletedData)).toEqual(itemsOfData(dataOf('transfer')));
  });
});

describe('a signature', () => {
  it('in a transaction with as many signatures as fit is refused at once', async () => {
    const [item] = itemsOfData(dataOf('transfer'));
    const raw = item?.raw?.value ?? '';
    const text = `${signedHex(raw)}${'1200'.repeat(200_000)}`;
    await expect(signedOfData(dataOf('transfer'), text)).rejects.toMatchObject({ code: 'signature.malformed' });
  });

  it.each([
    '\uD800',
    '{'.repeat(10_000),
    '['.repeat(100_000),
    `{"signature":${'['.repeat(100_000)}`,
    '0x'.repeat(50_000),
  ])('of rubbish is refused, not crashed on (%#)', async (text) => {
    await expect(signedOfData(dataOf('transfer'), text)).rejects.toMatchObject({ code: 'signature.malformed' });
  });
});
