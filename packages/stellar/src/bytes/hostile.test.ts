import { type CompletedData, RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { muxed } from '../../test/judge.ts';
import { dataOfMade, itemsOfData, type Kind, kinds, madeOf, otherKey, senderKey } from '../../test/made.ts';

// Completed data that somebody changed after encode. Each change must be refused, or lead to other bytes, which core refuses: the client's items differ then.

/** Everything in the data of a kind: with a memo, two signers and a muxed sender, which add members. */
const fullData = (kind: Kind) =>
  dataOfMade(
    madeOf(kind, {
      sender: muxed(senderKey.publicKey(), 5n),
      signers: [senderKey.publicKey(), madeOf(kind).issuer],
      memo: { type: 'text', value: 'id:7' },
    }),
  ) as CompletedData & Readonly<Record<string, unknown>>;

const bytesOf = (data: unknown) => JSON.stringify(itemsOfData(data as CompletedData));

/** How data is refused: code and field of the first problem, or `same` or `other` bytes. */
function outcomeOf(data: unknown, before: unknown): string {
  try {
    return bytesOf(data) === bytesOf(before) ? 'same' : 'other';
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

const other = otherKey.publicKey();

const anything: readonly unknown[] = [
  ...[undefined, null, true, false, 0, -1, 1, 0.5, 2 ** 53, 1e300, Number.NaN],
  ...['', '0', '1', '-1', '0x1', '1.0', 'x', '\uD800', '\0', 'id', 'hash', 'return', 'none'],
  ...[(2n ** 63n - 1n).toString(), (2n ** 63n).toString(), (2n ** 64n).toString(), '9'.repeat(10_000)],
  ...[`0x${'f'.repeat(10_000)}`, other, muxed(other, 1n), 'Test SDF Network ; September 2015', 'xlm', `xlm:${other}`],
  ...[[], [[]], [other], {}, { toString: 'x', valueOf: null }, { type: 'text', value: 'x' }],
  JSON.parse('{"__proto__": {"amount": 1}, "constructor": 1}'),
];

/** The same value in another spelling. */
function spellings(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [];
  const all = [
    ...[value.toUpperCase(), value.toLowerCase(), ` ${value}`, `${value} `, `${value}\n`, `0${value}`, `+${value}`],
    ...[`${value}.0`, `${value}e0`, `0x${value}`, value.normalize('NFD'), `\uFEFF${value}`],
  ];
  return all.filter((each) => each !== value);
}

describe.each(kinds)('data of %s', (kind) => {
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

  it.each(places.map((path) => [path.join('.'), path] as const))('params are bound: %s', (_, path) => {
    const before = valueAt(data.params, path);
    // Who signs is not in the bytes. Altered, the signature does not fit, or the network refuses it: nothing moves.
    const isSigner = path[0] === 'signers';
    for (const value of [...anything, ...spellings(before)]) {
      if (JSON.stringify(value) === JSON.stringify(before)) continue;
      const outcome = outcomeOf(changed(data, ['params', ...path], value), data);
      const expected = isSigner ? /^(?:data\.altered .*|same)$/ : /^(?:data\.altered .*|other)$/;
      expect([value, outcome]).toEqual([value, expect.stringMatching(expected)]);
      const areSigners = path.length === 1 ? Array.isArray(value) && value[0] === other : value === other;
      if (isSigner && outcome === 'same') expect([path, areSigners || value === undefined]).toEqual([path, true]);
    }
  });

  it('params hold nothing more, at any level', () => {
    const more = [
      ...['more', 'operation', 'sequence', 'fee', 'minTime', 'extraSigners', 'ledgerBounds', 'baseReserve'],
      ...['createAccount', 'closeAccount', 'reclaimAfterSeconds', 'limit', 'remove', 'claimable', 'memoType'],
    ];
    const values: Readonly<Record<string, unknown>> = {
      ...{ createAccount: true, closeAccount: true, reclaimAfterSeconds: '5', limit: '5' },
    };
    for (const name of more) {
      if (Object.hasOwn(data.params as object, name)) continue;
      const outcome = outcomeOf(changed(data, ['params', name], values[name] ?? 1), data);
      // Two members turn a transaction into another one of the same mode.
      expect([name, outcome]).toEqual([name, expect.stringMatching(/^(?:data\.altered .*|other)$/)]);
      if (!(name in values)) expect([name, outcome]).toEqual([name, 'data.altered transaction.data.params']);
    }
    expect(outcomeOf(changed(data, ['params', 'memo', 'more'], 1), data)).toMatch(/^data\.altered/);
  });

  it('params are refused if they are anything else', () => {
    for (const value of anything) expect(outcomeOf({ ...data, params: value }, data)).toMatch(/^data\.altered/);
  });

  it('params are those of this kind', () => {
    for (const another of kinds.filter((each) => each !== kind)) {
      const outcome = outcomeOf({ ...data, params: fullData(another).params }, data);
      const areSame =
        // The params of these hold no more than those of all modes.
        [kind, another].every((each) => each === 'payment' || each === 'tokenPayment');
      expect([another, outcome]).toEqual([
        another,
        areSame ? 'same' : expect.stringMatching(/^(?:data\.altered .*|amount\.missing .*|other)$/),
      ]);
    }
  });

  it('agree with senderPubKey', () => {
    if (data.mode === 'enableToken') return;
    for (const signer of [senderKey.publicKey(), senderKey.rawPublicKey().toString('hex')])
      expect(outcomeOf({ ...data, senderPubKey: signer }, data)).toBe('same');
    expect(outcomeOf({ ...data, senderPubKey: other }, data)).toBe('data.altered transaction.data.senderPubKey');
  });

  const refused = /^(?:data\.altered|[a-z]+\.\w+) transaction\.data\.\w+$/;

  it.each(['fees', 'nonce'] as const)('have one spelling of %s, within its bounds', (name) => {
    const before = BigInt(data[name] as string);
    expect(outcomeOf({ ...data, [name]: (before + 1n).toString() }, data)).toBe('other');
    for (const value of [
      ...['0', '-1', '0x5', `0${before}`, `${before}.0`, ` ${before}`, '', 'x', '9'.repeat(10_000)],
      (name === 'fees' ? 2n ** 32n : 2n ** 63n).toString(),
    ])
      expect([value, outcomeOf({ ...data, [name]: value }, data)]).toEqual([value, expect.stringMatching(refused)]);
    if (name === 'nonce')
      expect(outcomeOf({ ...data, nonce: undefined }, data)).toBe('data.altered transaction.data.nonce');
    const most = (name === 'fees' ? 2n ** 32n : 2n ** 63n) - 1n;
    expect(outcomeOf({ ...data, [name]: most.toString() }, data)).toBe('other');
  });

  it('are bound to the sender, with its number', () => {
    const sender = senderKey.publicKey();
    for (const text of [sender, muxed(sender, 6n), muxed(sender, 2n ** 64n - 1n)])
      expect(outcomeOf({ ...data, senderAddress: text }, data)).toBe('other');
  });

  it('have one spelling of each memo', () => {
    const withMemo = (memo: string | undefined) => outcomeOf({ ...data, memo }, data);
    expect(data.memo).toBe('text:id:7');
    // It reads as a number. Its kind stands in params too, which contradicts it then.
    for (const memo of ['id:7', 'id:07', 'text:text:id:7', 'hash:7', 'ID:7', 'text:', '', undefined, 'text:id:7 '])
      expect([memo, withMemo(memo)]).toEqual([memo, expect.stringMatching(/^data\.altered/)]);
  });

  it('write a text without a prefix that it does not need', () => {
    const plain = dataOfMade(madeOf(kind, { memo: { type: 'text', value: 'invoice' } }));
    expect(outcomeOf(plain, plain)).toBe('same');
    expect(outcomeOf({ ...plain, memo: 'text:invoice' }, plain)).toBe('data.altered transaction.data.memo');
    const { memo: _, ...without } = plain as typeof plain & { readonly memo?: string };
    expect(outcomeOf(without, plain)).toBe('data.altered transaction.data.params.memo');
  });

  it('have an end', () => {
    expect(outcomeOf(changed(data, ['params', 'maxTime'], '0'), data)).toBe(
      'data.altered transaction.data.params.maxTime',
    );
  });

  it('name each signer once, and one at least', () => {
    const altered = 'data.altered transaction.data.params.signers';
    const own = senderKey.publicKey();
    expect(outcomeOf(changed(data, ['params', 'signers'], [own, own]), data)).toBe(altered);
    for (const signers of [[], Array.from({ length: 21 }, () => own)])
      expect(outcomeOf(changed(data, ['params', 'signers'], signers), data)).toMatch(/^data\.altered/);
  });

  it('are those of this chain', () => {
    expect(() => itemsOfData(data, 'stellar-testnet')).toThrow(expect.objectContaining({ code: 'data.altered' }));
  });
});

describe('fields of data', () => {
  const { issuer } = madeOf('payment');
  const toNumber = muxed(other, 1n);

  it.each<[string, Kind, object]>([
    ['recipient', 'payment', { recipientAddress: other }],
    ['number of the recipient', 'payment', { recipientAddress: muxed(madeOf('payment').recipient, 0n) }],
    ['recipient of a new account', 'createAccount', { recipientAddress: other }],
    ['recipient of a token', 'tokenPayment', { recipientAddress: toNumber }],
    ['recipient of everything', 'accountMerge', { recipientAddress: toNumber }],
    ['claimant', 'claimableBalance', { recipientAddress: other }],
    ['amount', 'payment', { amount: '25000001' }],
    ['highest amount', 'payment', { amount: (2n ** 63n - 1n).toString() }],
    ['starting balance', 'createAccount', { amount: '1' }],
    ['amount of a token', 'tokenPayment', { amount: '1' }],
    ['claimable amount', 'claimableBalance', { amount: '1' }],
    ['code', 'tokenPayment', { tokenId: `USDT:${issuer}` }],
    ['case of a code', 'tokenPayment', { tokenId: `usdc:${issuer}` }],
    ['issuer', 'tokenPayment', { tokenId: `USDC:${other}` }],
    ['token to trust', 'changeTrust', { tokenId: `USDC:${other}` }],
    ['token to remove', 'removeTrust', { tokenId: `USDCUSDC:${issuer}` }],
    ['token to claim', 'claimableBalance', { tokenId: `XLM:${issuer}` }],
  ])('lead to other bytes with another %s', (_, kind, fields) => {
    const data = fullData(kind);
    expect(outcomeOf({ ...data, ...fields }, data)).toBe('other');
  });

  const sender = senderKey.publicKey();

  it.each<[string, Kind, object, string]>([
    ['a number for a new account', 'createAccount', { recipientAddress: toNumber }, 'recipientAddress'],
    ['a number for a claimant', 'claimableBalance', { recipientAddress: toNumber }, 'recipientAddress'],
    ['the sender as claimant', 'claimableBalance', { recipientAddress: sender }, 'recipientAddress'],
    ['the sender to get everything', 'accountMerge', { recipientAddress: sender }, 'recipientAddress'],
    [
      'a number of the sender to get everything',
      'accountMerge',
      { recipientAddress: muxed(sender, 9n) },
      'recipientAddress',
    ],
    ['an amount of everything', 'accountMerge', { amount: '5' }, 'amount'],
    ['the sender as issuer', 'changeTrust', { tokenId: `USDC:${sender}` }, 'tokenId'],
  ])('are refused with %s', (_, kind, fields, field) => {
    const data = fullData(kind);
    expect(outcomeOf({ ...data, ...fields }, data)).toBe(`data.altered transaction.data.${field}`);
  });

  it('of an account that is closed say so', () => {
    const data = fullData('accountMerge');
    expect(outcomeOf({ ...data, useMaxAmount: false }, data)).toBe('amount.missing transaction.data.amount');
    const { closeAccount: _, ...params } = data.params as Readonly<Record<string, unknown>>;
    expect(outcomeOf({ ...data, params }, data)).toBe('data.altered transaction.data.amount');
  });

  it.each(kinds.filter((kind) => !['changeTrust', 'removeTrust', 'accountMerge'].includes(kind)))(
    'of %s have an amount of 63 bits, above 0',
    (kind) => {
      const data = fullData(kind);
      for (const amount of [
        '0',
        (2n ** 63n).toString(),
        (25_000_000n + 2n ** 64n).toString(),
        '2.5',
        '-25000000',
        '025000000',
      ])
        expect([amount, outcomeOf({ ...data, amount }, data)]).toEqual([
          amount,
          expect.stringMatching(/^(?:data\.altered|amount\.invalid) transaction\.data\.amount$/),
        ]);
      expect(outcomeOf({ ...data, amount: undefined }, data)).toMatch(/^(?:data\.altered|amount\.missing) /);
      expect(outcomeOf({ ...data, amount: undefined, useMaxAmount: true }, data)).toBe(
        'data.altered transaction.data.amount',
      );
    },
  );

  it.each<[Kind, string]>([
    ['payment', 'transferToken'],
    ['tokenPayment', 'transfer'],
    ['tokenPayment', 'enableToken'],
    ['changeTrust', 'transferToken'],
    ['removeTrust', 'transferToken'],
    ['claimableBalance', 'transfer'],
    ['accountMerge', 'transferToken'],
    ['createAccount', 'enableToken'],
  ])('of %s do something else, or are refused, in mode %s', (kind, mode) => {
    const data = fullData(kind);
    const made = madeOf(kind);
    const amount = kind === 'accountMerge' ? {} : { amount: '25000000' };
    const tokenId = `${made.code}:${made.issuer}`;
    const all = { recipientAddress: made.recipient, ...amount, tokenId, ...data, mode };
    const isOther = [kind, mode].every((each) =>
      ['payment', 'tokenPayment', 'transfer', 'transferToken'].includes(each),
    );
    expect(outcomeOf(all, data)).toMatch(isOther ? /^other$/ : /^data\.altered /);
  });
});

describe('codes that look like the native coin', () => {
  const [abc, native] = ['tokenPayment', 'payment'].map((kind) => madeOf(kind as Kind, { code: 'abc' }));

  const envelopeOf = (made: typeof abc) =>
    Buffer.from(itemsOfData(dataOfMade(made ?? madeOf('payment')))[0]?.raw?.value ?? '', 'base64').toString('hex');

  // The older library writes XLM for all of them, so its bytes of another code are changed by hand.
  it.each(['xlm', 'Xlm', 'xLM', 'XLM'])('%s with an issuer is what it says', (code) => {
    const made = madeOf('tokenPayment', { code });
    const bytes = envelopeOf(made);
    const hex = Buffer.from(code).toString('hex');
    expect(bytes).toBe(envelopeOf(abc).replace('0000000161626300', `00000001${hex}00`));
    expect(bytes).not.toBe(envelopeOf(native));
    for (const kind of ['changeTrust', 'removeTrust', 'claimableBalance'] as const)
      expect(envelopeOf(madeOf(kind, { code }))).toBe(
        envelopeOf(madeOf(kind, { code: 'abc' })).replace('0000000161626300', `00000001${hex}00`),
      );
  });
});
