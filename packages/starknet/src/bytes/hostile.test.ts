import { type CompletedData, RefusedError } from '@isochain/core';
import { chosen } from '@isochain/dial';
import { describe, expect, it } from 'vitest';
import { type DataKind, dataOf, invokeData, itemsOfData, kinds, otherKey, parties } from '../../test/made.ts';

// Completed data that somebody changed after encode. Each must be refused, whatever stands in it, and nothing may break.

/** How data are refused: code and field of the first problem, or `taken`. */
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

const prime = 2n ** 251n + 17n * 2n ** 192n + 1n;

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
  1e300,
  Number.NaN,
  '',
  '0',
  '1',
  '-1',
  'x',
  '0x',
  '0x00',
  '0x01',
  '0x1000000',
  '0X1',
  '0xg',
  `0x${(2n ** 64n).toString(16)}`,
  `0x${(2n ** 128n).toString(16)}`,
  `0x${prime.toString(16)}`,
  (2n ** 128n).toString(),
  '9'.repeat(10_000),
  `0x${'f'.repeat(10_000)}`,
  '\uD800',
  'L2',
  `04${'00'.repeat(64)}`,
  [],
  [[]],
  {},
  { toString: 'x', valueOf: null },
  JSON.parse('{"__proto__": {"max_amount": "0x1"}, "constructor": 1}'),
];

/** The copy of the transaction is compared as a whole, and each comparison takes a hash: a few values are enough for each of its places. */
const some: readonly unknown[] = [undefined, null, 0, '', '0x01', {}];

/** Values of the same kind as the one that stands there. A change of a single digit is found too. */
function near(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [];
  const next = value.replace(/[0-9a-f]$/, (digit) => (digit === '1' ? '2' : '1'));
  return [next, value.toUpperCase(), ` ${value}`, `${value} `, value.replace('0x', '0x0'), `${value}0`].filter(
    (each) => each !== value,
  );
}

/** Members that no byte holds, for a transaction that calls contracts. Core's checksum covers them. Altered, the signature does not fit, or nodes refuse it. */
const unbound = (kind: DataKind): readonly string[] => (kind === 'deploy' ? [] : ['account']);

describe.each(kinds)('params of %s', (kind) => {
  const data = dataOf(kind);

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

  const places = placesIn(data.params);

  it.each(places.map((path, turn) => [path.join('.'), path, turn] as const))('are bound: %s', (_, path, turn) => {
    const before = valueAt(data.params, path);
    const others = path[0] === 'transaction' ? some : anything;
    const values = [
      // Each place begins with another one, so that an ordinary run tries all of them somewhere.
      ...others.map((_each, i) => ({ kind: 'other', value: others[(i + turn) % others.length] })),
      ...near(before).map((value) => ({ kind: 'near', value })),
    ];
    for (const { value } of chosen(values, ({ kind }) => kind, 0)) {
      if (Object.is(value, before) || JSON.stringify(value) === JSON.stringify(before)) continue;
      const other = changed(data, ['params', ...path], value);
      expect([value, refusalOf(other)]).toEqual([value, expect.stringMatching(/^data\.altered transaction\.data\.\w/)]);
    }
  });

  it('name a class that is known', () => {
    const named = (account: string) => changed(data, ['params', 'account'], account);
    for (const account of ['braavos-1.2.0', 'openzeppelin-1.0.0', 'argent-0.5.0'])
      expect(refusalOf(named(account))).toMatch(unbound(kind).includes('account') ? /^taken$/ : /^data\.altered/);
    expect(refusalOf(named('toString'))).toMatch(/^data\.altered/);
  });

  it('hold nothing more, at any level', () => {
    const objects = [[], ...places].filter((path) => typeof valueAt(data.params, path) === 'object');
    const names = ['more', 'proof', 'proof_facts', 'paymaster', 'calls', 'signature', 'source', 'entry'];
    const additions = objects
      .filter((path) => !Array.isArray(valueAt(data.params, path)))
      .flatMap((path) => names.map((name) => ({ path, name })))
      .filter(({ path, name }) => !Object.hasOwn(valueAt(data.params, path) as object, name));
    for (const { path, name } of chosen(additions, (each) => each.path.join(), 0)) {
      const other = changed(data, ['params', ...path, name], 1);
      expect([path, name, refusalOf(other)]).toEqual([path, name, expect.stringMatching(/^data\.altered/)]);
    }
  });

  it('hold a key on the curve, in one spelling', () => {
    const { ownerPubKey } = data.params as { readonly ownerPubKey: string };
    const spellings = [
      `0x${ownerPubKey}`,
      ownerPubKey.toUpperCase(),
      ownerPubKey.slice(2),
      `02${ownerPubKey.slice(2, 66)}`,
    ];
    for (const text of [...spellings, `${ownerPubKey.slice(0, -1)}0`]) {
      const other = changed(data, ['params', 'ownerPubKey'], text);
      expect([text, refusalOf(other)]).toEqual([text, 'data.altered transaction.data.params']);
    }
  });

  it('agree with senderPubKey', () => {
    const named = { ...data, senderPubKey: `0x${otherKey.x.toString(16)}` };
    expect(refusalOf(named)).toMatch(/^data\.altered transaction\.data\.(?:senderPubKey|params\.contractAddress)$/);
  });

  it('are refused if they are anything else', () => {
    for (const value of anything) expect(refusalOf({ ...data, params: value })).toMatch(/^data\.altered/);
  });

  it('are those of this transaction', () => {
    // A stake may begin in two ways.
    const begins: readonly string[] = ['enter', 'add'];
    const others = kinds.filter((each) => each !== kind && !(begins.includes(kind) && begins.includes(each)));
    for (const other of others) {
      expect([other, refusalOf({ ...data, params: dataOf(other).params })]).toEqual([
        other,
        expect.stringMatching(/^data\.altered/),
      ]);
    }
  });

  it.each(['fees', 'gas', 'nonce'] as const)('agree with %s', (name) => {
    const before = (data as unknown as Record<string, string>)[name] as string;
    const field = `data.altered transaction.data.${name}`;
    expect(refusalOf({ ...data, [name]: undefined })).toBe(field);
    expect(refusalOf({ ...data, [name]: (BigInt(before) + 1n).toString() })).toMatch(
      name === 'nonce' && kind !== 'deploy' ? /^data\.altered transaction\.data\.params\.transaction$/ : field,
    );
    for (const value of [(2n ** 256n).toString(), '-1', '0x5', '05', '9'.repeat(10_000)])
      expect([value, refusalOf({ ...data, [name]: value })]).not.toEqual([value, 'taken']);
  });
});

describe('data', () => {
  const at = (name: keyof typeof parties) => `0x${parties[name].toString(16).padStart(64, '0')}`;
  const copy = 'data.altered transaction.data.params.transaction';

  it.each<[string, DataKind, object, string]>([
    ['sender', 'transfer', { senderAddress: at('recipient') }, copy],
    ['recipient', 'transfer', { recipientAddress: at('sender') }, copy],
    ['amount', 'transfer', { amount: '2500001' }, copy],
    ['amount that is the same modulo 2^128', 'transfer', { amount: (2_500_000n + 2n ** 128n).toString() }, copy],
    ['amount with its halves swapped', 'transfer', { amount: (2_500_000n << 128n).toString() }, copy],
    ['highest amount', 'transfer', { amount: (2n ** 256n - 1n).toString() }, copy],
    ['token', 'token', { tokenId: at('pool') }, copy],
    ['recipient of a token', 'token', { recipientAddress: at('sender') }, copy],
    ['amount of a token', 'token', { amount: '2500001' }, copy],
    ['stake', 'enter', { amount: '2500001' }, copy],
    ['member', 'add', { senderAddress: at('recipient') }, copy],
    [
      'source',
      'enter',
      { sourceValidatorAddress: at('sourceStaker') },
      'data.altered transaction.data.sourceValidatorAddress',
    ],
    [
      'no source',
      'move',
      { sourceValidatorAddress: undefined },
      'data.altered transaction.data.sourceValidatorAddress',
    ],
    ['validator that a stake moves to', 'move', { targetValidatorAddress: at('sourceStaker') }, copy],
    [
      'staker as the target of a named pool',
      'moveToPool',
      { targetValidatorAddress: at('sourceStaker') },
      'data.altered transaction.data.targetValidatorAddress',
    ],
    ['amount that moves', 'move', { amount: '2499999' }, copy],
    ['amount that is unstaked', 'unstake', { amount: '2499999' }, copy],
    ['member that withdraws', 'withdraw', { senderAddress: at('recipient') }, copy],
    ['member that claims', 'claim', { senderAddress: at('recipient') }, copy],
  ])('are refused with another %s', (_, kind, fields, refusal) => {
    expect(refusalOf(dataOf(kind))).toBe('taken');
    expect(refusalOf({ ...dataOf(kind), ...fields })).toBe(refusal);
  });

  it.each(['enter', 'add', 'move', 'moveToPool', 'unstake'] as const)(
    'of %s has an amount of 128 bits at most',
    (kind) => {
      const highest = 2n ** 128n - 1n;
      for (const amount of [highest + 1n, highest * 2n, 2n ** 256n - 1n])
        expect([amount, refusalOf(invokeData(kind, { amount }))]).toEqual([
          amount,
          expect.stringMatching(/^data\.altered/),
        ]);
      // With what was waiting before, an intent may not be larger either.
      expect(refusalOf(invokeData(kind, { amount: highest }))).toMatch(
        kind === 'enter' || kind === 'add' ? /^taken$/ : /^data\.altered/,
      );
      expect(refusalOf(invokeData(kind, { amount: highest - 7n }))).toBe('taken');
    },
  );

  it.each(['transfer', 'token'] as const)('of %s has an amount of 256 bits at most, and above 0', (kind) => {
    for (const amount of [1n, 2n ** 128n - 1n, 2n ** 128n, 2n ** 251n, 2n ** 256n - 1n])
      expect([amount, refusalOf(invokeData(kind, { amount }))]).toEqual([amount, 'taken']);
    for (const amount of [0n, 2n ** 256n])
      expect(refusalOf(invokeData(kind, { amount }))).toBe('amount.invalid transaction.data.amount');
  });

  it('of a stake never move to the pool that they leave', () => {
    const who = { ...parties, sourcePool: parties.pool };
    for (const kind of ['move', 'moveToPool'] as const)
      expect(refusalOf(invokeData(kind, { who }))).toBe('data.altered transaction.data.params.source');
  });

  it('have an amount where one is needed', () => {
    for (const kind of ['transfer', 'token', 'enter', 'move', 'unstake'] as const)
      expect(refusalOf({ ...dataOf(kind), amount: undefined })).toMatch(/^(?:amount\.missing|data\.altered)/);
  });

  it('have a nonce that the hash can tell from others: below the prime', () => {
    expect(refusalOf(invokeData('transfer', { nonce: prime - 1n }))).toBe('taken');
    expect(refusalOf(invokeData('transfer', { nonce: prime }))).toBe('data.altered transaction.data.nonce');
    expect(refusalOf(invokeData('transfer', { nonce: prime + 5n }))).toBe('data.altered transaction.data.nonce');
  });

  it('have bounds of 64 and 128 bits', () => {
    const [amount, price] = [2n ** 64n - 1n, 2n ** 128n - 1n];
    for (const at of [0, 1, 2]) {
      const withBound = (...bound: readonly [bigint, bigint]) =>
        invokeData('transfer', { bounds: [0, 1, 2].map((i) => (i === at ? bound : [1n, 1n])) });
      expect(refusalOf(withBound(amount, price))).toBe('taken');
      expect(refusalOf(withBound(amount + 1n, price))).toBe('data.altered transaction.data.params');
      expect(refusalOf(withBound(amount, price + 1n))).toBe('data.altered transaction.data.params');
    }
    expect(refusalOf(invokeData('transfer', { tip: amount }))).toBe('taken');
    expect(refusalOf(invokeData('transfer', { tip: amount + 1n }))).toBe('data.altered transaction.data.params');
  });

  it.each([
    ['transfer', 'transferToken'],
    ['enter', 'unstake'],
    ['unstake', 'stake'],
    ['withdraw', 'claimRewards'],
    ['claim', 'withdraw'],
    ['transfer', 'deployAccount'],
    ['deploy', 'transfer'],
  ] as const)('of %s are refused in mode %s', (kind, mode) => {
    const other = {
      ...dataOf(kind),
      mode,
      senderAddress: at('sender'),
      recipientAddress: at('recipient'),
      tokenId: at('token'),
      validatorAddress: at('staker'),
      targetValidatorAddress: at('staker'),
      senderPubKey: (dataOf('deploy') as unknown as { senderPubKey: string }).senderPubKey,
      amount: '2500000',
    };
    expect(refusalOf(other)).toMatch(/^data\.altered/);
  });

  it('keep amounts beyond 2^128 to the last digit: low half, high half', () => {
    const amount = 0x1234_5678n * 2n ** 128n + 0x9abcn;
    const { params } = invokeData('token', { amount }) as unknown as {
      readonly params: { readonly transaction: { readonly calldata: readonly string[] } };
    };
    expect(params.transaction.calldata.slice(-2)).toEqual(['0x9abc', '0x12345678']);
    expect(refusalOf(invokeData('token', { amount }))).toBe('taken');
  });
});
