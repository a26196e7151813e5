import { type CompletedData, RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import {
  dataOfMade,
  itemsOfData,
  type Kind,
  kinds,
  madeOf,
  otherKey,
  payer,
  payerKey,
  senderKey,
  signedOfData,
} from '../../test/made.ts';
import { judged, pairedAddress } from '../../test/sdk.ts';
import { transactionAuthenticator } from './layout.ts';

// Completed data that somebody changed after encode. Each change must be refused, or lead to other bytes, which core refuses: the client's items differ then.

/** Everything in the data of a kind: with a payer and a nonce, which add members. */
const fullData = (kind: Kind) =>
  dataOfMade(madeOf(kind, { isOrderless: true, payer })) as CompletedData & Readonly<Record<string, unknown>>;

const messageOf = (data: unknown) => itemsOfData(data as CompletedData)[0]?.raw?.value;

/** How data is refused: code and field of the first problem, or `same` or `other` bytes. */
function outcomeOf(data: unknown, before: unknown): string {
  try {
    return messageOf(data) === messageOf(before) ? 'same' : 'other';
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
  1e300,
  Number.NaN,
  '',
  '0',
  '-1',
  '0x1',
  'x',
  '18446744073709551616',
  '9'.repeat(10_000),
  '\uD800',
  `0x${'f'.repeat(10_000)}`,
  otherKey.publicKey,
  otherKey.address.ed25519,
  'single_key',
  '0x1::coins::BTC',
  [],
  [[]],
  {},
  { toString: 'x', valueOf: null },
  JSON.parse('{"__proto__": {"amount": 1}, "constructor": 1}'),
];

/** The same value in another spelling. */
function spellings(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'string') return [];
  const all = [
    value.toUpperCase(),
    value.replace('0x', ''),
    value.replace(/^/, '0x'),
    value.replace('0x', '0X'),
    value.replace('0x', '0x0'),
    ` ${value}`,
    `${value} `,
    `0${value}`,
    `${value}.0`,
    `+${value}`,
    `ed25519-pub-0x${value}`,
  ];
  return all.filter((each) => each !== value);
}

/**
 * Members that no byte holds, and another value that they may have. Altered, the signature does not fit, or the node refuses the authenticator: nothing
 * moves.
 */
const unbound: Readonly<Record<string, string>> = {
  publicKey: otherKey.publicKey,
  scheme: 'single_key',
  'feePayer.publicKey': otherKey.publicKey,
  'feePayer.scheme': 'single_key',
};

describe.each(kinds)('params of %s', (kind) => {
  const data = fullData(kind);

  it('are taken as they are, in any order', () => {
    const reversed = JSON.parse(JSON.stringify(data), (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(data));
    expect(outcomeOf(reversed, data)).toBe('same');
  });

  const places = placesIn(data.params);

  it.each(places.map((path) => [path.join('.'), path] as const))('are bound: %s', (name, path) => {
    const before = valueAt(data.params, path);
    for (const value of [...anything, ...spellings(before)]) {
      if (JSON.stringify(value) === JSON.stringify(before)) continue;
      const outcome = outcomeOf(changed(data, ['params', ...path], value), data);
      const isOther = value === unbound[name] && value !== undefined;
      expect([value, outcome]).toEqual([
        value,
        isOther ? 'same' : expect.stringMatching(/^(?:data\.altered .*|other)$/),
      ]);
    }
  });

  it('hold nothing more, at any level', () => {
    for (const path of [[], ['feePayer']]) {
      for (const name of [
        'more',
        'secondarySigners',
        'sequenceNumber',
        'coinType',
        'reactivate',
        'metadata',
        'decimals',
      ]) {
        if (Object.hasOwn(valueAt(data.params, path) as object, name)) continue;
        const value = { coinType: '0x1::coins::BTC', reactivate: true }[name] ?? 1;
        const outcome = outcomeOf(changed(data, ['params', ...path, name], value), data);
        expect([path, name, outcome]).toEqual([path, name, expect.stringMatching(/^data\.altered /)]);
      }
    }
  });

  it('are refused if they are anything else', () => {
    for (const value of anything) expect(outcomeOf({ ...data, params: value }, data)).toMatch(/^data\.altered/);
  });

  it('are those of this kind', () => {
    for (const other of kinds.filter((each) => each !== kind)) {
      const outcome = outcomeOf({ ...data, params: fullData(other).params }, data);
      expect([other, outcome]).toEqual([other, expect.stringMatching(/^(?:data\.altered .*|other)$/)]);
    }
  });

  it('agree with senderPubKey', () => {
    if (kind === 'enableToken') return;
    expect(outcomeOf({ ...data, senderPubKey: senderKey.publicKey }, data)).toBe('same');
    expect(outcomeOf({ ...data, senderPubKey: otherKey.publicKey }, data)).toBe(
      'data.altered transaction.data.senderPubKey',
    );
  });

  it.each(['fees', 'gas', 'nonce'] as const)('agree with %s', (name) => {
    const before = data[name] as string;
    expect(outcomeOf({ ...data, [name]: undefined }, data)).toBe(`data.altered transaction.data.${name}`);
    const changes = { fees: 'data.altered transaction.data.fees', gas: 'other', nonce: 'other' };
    expect(outcomeOf({ ...data, [name]: (BigInt(before) + 1n).toString() }, data)).toBe(changes[name]);
    for (const value of [
      (2n ** 64n).toString(),
      (2n ** 256n).toString(),
      '-1',
      '0x5',
      `0${before}`,
      '9'.repeat(10_000),
    ])
      expect([value, outcomeOf({ ...data, [name]: value }, data)]).toEqual([
        value,
        expect.stringMatching(
          new RegExp(`^(?:data\\.altered|amount\\.invalid|field\\.\\w+|\\w+\\.invalid) .*${name}$`),
        ),
      ]);
  });

  it('are those of this chain', () => {
    expect(() => itemsOfData(data, 'aptos-testnet')).toThrow(expect.objectContaining({ code: 'data.altered' }));
  });
});

describe('data', () => {
  const address = otherKey.address.ed25519;
  const { pool } = madeOf('unstake');

  it.each<[string, Kind, object]>([
    ['sender', 'transfer', { senderAddress: address }],
    ['recipient', 'transfer', { recipientAddress: address }],
    ['amount', 'transfer', { amount: '1100000001' }],
    ['highest amount', 'transfer', { amount: (2n ** 64n - 1n).toString() }],
    ['metadata', 'asset', { tokenId: address }],
    ['recipient of an asset', 'asset', { recipientAddress: address }],
    ['recipient of a coin', 'coin', { recipientAddress: address }],
    ['pool', 'stake', { targetValidatorAddress: address }],
    ['pool to reactivate', 'reactivate', { targetValidatorAddress: address }],
    ['pool to unlock', 'unstake', { validatorAddress: address }],
    ['pool to withdraw from', 'withdraw', { validatorAddress: address }],
    ['amount that is unlocked', 'unstake', { amount: '1' }],
  ])('leads to other bytes with another %s', (_, kind, fields) => {
    const data = fullData(kind);
    expect(outcomeOf({ ...data, ...fields }, data)).toBe('other');
  });

  it.each<[string, Kind, object, string]>([
    ['type of a coin', 'coin', { tokenId: '0x1::coins::BTC' }, 'params.typeArguments'],
    ['asset for a coin', 'coin', { tokenId: address }, 'params.function'],
    ['coin for an asset', 'asset', { tokenId: '0x1::coins::BTC' }, 'params.function'],
    ['asset that the coin is not paired with', 'pairedAsset', { tokenId: address }, 'params.coinType'],
    ['coin beside its pair', 'pairedAsset', { tokenId: '0x1::coins::BTC' }, 'params.coinType'],
    ['asset to enable', 'enableToken', { tokenId: address }, 'tokenId'],
    ['source of a stake', 'stake', { sourceValidatorAddress: address }, 'sourceValidatorAddress'],
    ['position', 'unstake', { stakeId: `${address}:active` }, 'stakeId'],
    ['position to withdraw', 'withdraw', { stakeId: `${address}:inactive` }, 'stakeId'],
    ['part of a position', 'unstake', { stakeId: `${pool}:inactive` }, 'stakeId'],
    ['part to withdraw', 'withdraw', { stakeId: `${pool}:active` }, 'stakeId'],
    ['position that is none', 'withdraw', { stakeId: 'x' }, 'stakeId'],
  ])('is refused with another %s', (_, kind, fields, field) => {
    const data = fullData(kind);
    expect(outcomeOf({ ...data, ...fields }, data)).toBe(`data.altered transaction.data.${field}`);
  });

  it.each([
    ['unstake', 'active'],
    ['withdraw', 'inactive'],
    ['withdraw', 'pending_inactive'],
  ] as const)('of %s may name the position: %s', (kind, part) => {
    const data = fullData(kind);
    expect(outcomeOf({ ...data, stakeId: `${pool}:${part}` }, data)).toBe('same');
  });

  it.each(kinds.filter((kind) => kind !== 'enableToken'))('of %s has an amount of 64 bits, above 0', (kind) => {
    const data = fullData(kind);
    for (const amount of [
      '0',
      (2n ** 64n).toString(),
      (1_100_000_000n + 2n ** 64n).toString(),
      (2n ** 256n - 1n).toString(),
    ])
      expect(outcomeOf({ ...data, amount }, data)).toMatch(
        /^(?:data\.altered|amount\.invalid) transaction\.data\.amount$/,
      );
    expect(outcomeOf({ ...data, amount: undefined }, data)).toMatch(/^(?:data\.altered|amount\.missing|field\.\w+) /);
  });

  it('sends a coin as its paired asset only if the chain derives the asset from it', () => {
    const data = fullData('pairedAsset');
    expect((data as { readonly tokenId?: string }).tokenId).toBe(pairedAddress(madeOf('pairedAsset').coin));
    expect(outcomeOf({ ...data, tokenId: pairedAddress('0x1::coins::BTC') }, data)).toBe(
      'data.altered transaction.data.params.coinType',
    );
  });

  it('names the coin in one spelling', () => {
    const coin = `0x${'43'.repeat(31)}ab::coins::BTC<u8, u64>`;
    const data = dataOfMade(madeOf('pairedAsset', { coin }));
    expect(outcomeOf(data, data)).toBe('same');
    for (const text of [coin.replace('ab::', 'AB::'), coin.replace(', ', ','), coin.replace(', ', ',  ')])
      expect(outcomeOf(changed(data, ['params', 'coinType'], text), data)).toBe('data.altered transaction.data.params');
  });

  it('has no sequence number that says that there is none', () => {
    const highest = { nonce: 2n ** 64n - 1n };
    expect(() => messageOf(dataOfMade(madeOf('transfer', highest)))).toThrow(
      expect.objectContaining({ code: 'data.altered' }),
    );
    expect(messageOf(dataOfMade(madeOf('transfer', { ...highest, isOrderless: true })))).toBeDefined();
  });

  it('with a number as nonce means another transaction than with a sequence number', () => {
    const data = dataOfMade(madeOf('transfer'));
    expect(outcomeOf(changed(data, ['params', 'orderless'], true), data)).toBe('other');
  });

  it('without its payer is refused, because somebody pays the fees', () => {
    const data = fullData('transfer');
    expect(outcomeOf(changed(data, ['params', 'feePayer'], undefined), data)).toBe(
      'data.altered transaction.data.fees',
    );
    const free = { ...(changed(data, ['params', 'feePayer'], undefined) as object), fees: '200000' };
    expect(outcomeOf(free, data)).toBe('other');
  });

  it('never has the sender as its payer', () => {
    const own = { publicKey: payerKey.publicKey, scheme: 'ed25519', address: senderKey.address.ed25519 } as const;
    expect(() => messageOf(dataOfMade(madeOf('transfer', { payer: own })))).toThrow(
      expect.objectContaining({ code: 'data.altered' }),
    );
  });

  it('with another scheme has the same bytes to sign, and another authenticator, which nodes refuse', async () => {
    const made = madeOf('transfer');
    const other = madeOf('transfer', { signer: { ...made.signer, scheme: 'single_key' } });
    const signature = senderKey.sign(judged(made).message);
    const { raw } = await signedOfData(dataOfMade(other), signature);
    const tail = transactionAuthenticator.parse(
      Uint8Array.from(Buffer.from(raw.slice(judged(made).raw.length), 'hex')),
    );
    expect(tail.$kind).toBe('SingleSender');
  });

  it.each<[Kind, string]>([
    ['transfer', 'transferToken'],
    ['coin', 'transfer'],
    ['coin', 'enableToken'],
    ['enableToken', 'transferToken'],
    ['stake', 'unstake'],
    ['unstake', 'withdraw'],
    ['withdraw', 'unstake'],
    ['withdraw', 'stake'],
  ])('of %s is refused in mode %s', (kind, mode) => {
    const data = fullData(kind);
    const made = madeOf(kind);
    const all = {
      ...data,
      mode,
      recipientAddress: made.recipient,
      tokenId: made.coin,
      validatorAddress: made.pool,
      targetValidatorAddress: made.pool,
      amount: '1100000000',
    };
    expect(outcomeOf(all, data)).toMatch(/^data\.altered /);
  });
});
