import { type CompletedData, RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { addressOf, bytesOfAddress, judged } from '../../test/judge.ts';
import { testKey } from '../../test/keys.ts';
import {
  authKey,
  dataOfMade,
  itemsOfData,
  type Kind,
  kinds,
  type Made,
  madeOf,
  otherKey,
  senderKey,
} from '../../test/made.ts';
import { mostFee } from './limits.ts';

// Completed data that somebody changed after encode. Each change must be refused. The id in `params` repeats the bytes: a change that leads to other bytes
// contradicts it. Somebody who knows that changes the id too. Then the bytes must be others, which core refuses: the client's items differ.

type Data = CompletedData & { readonly params: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>;

/** Everything in the data of a kind: with a memo, a lease and a key that the account was rekeyed to, which add members. */
const fullMade = (kind: Kind): Made =>
  madeOf(kind, {
    note: Buffer.from('invoice 7'),
    lease: Uint8Array.from({ length: 32 }, (_, i) => i),
    signer: authKey.address,
  });
const fullData = (kind: Kind) => dataOfMade(fullMade(kind)) as Data;

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

const altered = (field: string) => `data.altered transaction.data.${field}`;

/** What happens if somebody changes the id in `params` too. The refusal of the wrong id says that the bytes are others. */
const otherBytes = altered('params.txId');

/** Params with another value of one of them. Undefined removes it. */
function withParam(data: Data, name: string, value: unknown): unknown {
  const { [name]: _, ...rest } = data.params;
  return { ...data, params: value === undefined ? rest : { ...rest, [name]: value } };
}

/** Data with another value of a field. Undefined removes it. */
function withField(data: Data, name: string, value: unknown): unknown {
  const { [name]: _, ...rest } = data;
  return value === undefined ? rest : { ...rest, [name]: value };
}

const other = otherKey.address;

const anything: readonly unknown[] = [
  ...[undefined, null, true, false, 0, -1, 1, 0.5, 2 ** 53, 1e300, Number.NaN],
  ...['', '0', '1', '-1', '0x1', '1.0', 'x', '\uD800', '\0', 'mainnet-v1.0', 'testnet-v1.0'],
  ...[(2n ** 63n).toString(), (2n ** 64n - 1n).toString(), (2n ** 64n).toString(), '9'.repeat(10_000)],
  ...[
    `0x${'f'.repeat(10_000)}`,
    other,
    senderKey.address,
    authKey.address,
    'AAAA',
    Buffer.alloc(32).toString('base64'),
  ],
  ...[
    Buffer.alloc(64).toString('base64'),
    Buffer.alloc(32, 7).toString('base64'),
    Buffer.alloc(64, 7).toString('base64'),
  ],
  ...['SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
  ...[[], [[]], [other], {}, { toString: 'x', valueOf: null }],
  JSON.parse('{"__proto__": {"amount": 1}, "constructor": 1}'),
];

/** The same value in another spelling. */
function spellings(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [Number(value), String(value), [value]];
  const all = [
    ...[value.toUpperCase(), value.toLowerCase(), ` ${value}`, `${value} `, `${value}\n`, `0${value}`, `+${value}`],
    ...[`${value}.0`, `${value}e0`, `0x${value}`, `\uFEFF${value}`, value.replace(/=+$/, ''), `${value}=`],
    ...[Buffer.from(value, 'base64').toString('hex'), Buffer.from(value, 'base64').toString('base64url')],
    // The last digit before the padding has bits that base64 does not use.
    ...[value.replace(/.=$/, 'z='), value.replace(/.==$/, 'z=='), Number(value), [value]],
  ];
  return all.filter((each) => each !== value);
}

describe.each(kinds)('data of %s', (kind) => {
  const data = fullData(kind);

  it('are taken as they are, in any order', () => {
    expect(itemsOfData(data)[0]?.raw?.value).toBe(judged(fullMade(kind)).raw);
    const reversed = JSON.parse(JSON.stringify(data), (_, value) =>
      typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).reverse()) : value,
    );
    expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(data));
    expect(outcomeOf(reversed, data)).toBe('same');
  });

  it.each(Object.keys(data.params))('params are bound: %s', (name) => {
    const before = data.params[name];
    for (const value of [...anything, ...spellings(before)]) {
      if (JSON.stringify(value) === JSON.stringify(before)) continue;
      const outcome = outcomeOf(withParam(data, name, value), data);
      // Who signs is not in the bytes. With another signer the signature does not fit, or the network refuses it: nothing moves.
      const isSigner = name === 'authAddr' && (value === undefined || value === other);
      expect([value, outcome]).toEqual([
        value,
        isSigner ? 'same' : expect.stringMatching(/^data\.altered transaction\.data\.params\b/),
      ]);
    }
  });

  it('params hold nothing more', () => {
    const more: Readonly<Record<string, unknown>> = {
      ...{
        closeAccount: true,
        optOut: true,
        closeTo: other,
        rekeyTo: other,
        rekey: other,
        close: other,
        aclose: other,
      },
      ...{ group: Buffer.alloc(32, 7).toString('base64'), grp: 'x', fee: '1000', flatFee: true, nonpart: true },
      ...{
        nonParticipation: true,
        assetSender: other,
        asnd: other,
        note: 'x',
        more: 1,
        voteFirst: '1',
        minBalance: '0',
      },
      ...{ closeRemainderTo: other, signers: [other], txid: 'x', voteKey: Buffer.alloc(32, 7).toString('base64') },
    };
    for (const [name, value] of Object.entries(more)) {
      if (Object.hasOwn(data.params, name)) continue;
      const outcome = outcomeOf(withParam(data, name, value), data);
      // Some members turn a transaction into another one of the same mode.
      const isOther =
        (name === 'closeAccount' && kind === 'payment') ||
        (name === 'optOut' && (kind === 'assetTransfer' || kind === 'optIn'));
      expect([name, outcome]).toEqual([name, isOther ? otherBytes : altered('params')]);
    }
  });

  it('params are refused if they are anything else', () => {
    for (const value of anything) expect(outcomeOf({ ...data, params: value }, data)).toMatch(/^data\.altered/);
  });

  it('params are those of this kind', () => {
    for (const another of kinds.filter((each) => each !== kind)) {
      const { txId: _, ...params } = fullData(another).params;
      // The id of this kind: only the rest is of the other one.
      const outcome = outcomeOf({ ...data, params: { ...params, txId: data.params.txId } }, data);
      // The params of these hold no more than those of all modes.
      const plain: readonly Kind[] = ['payment', 'assetTransfer', 'optIn', 'goOffline'];
      // These two say in the same way that the account opts out.
      const leaving: readonly Kind[] = ['assetClose', 'optOut'];
      const areSame = [plain, leaving].some((list) => list.includes(kind) && list.includes(another));
      expect([another, outcome]).toEqual([another, areSame ? 'same' : expect.stringMatching(/^data\.altered/)]);
    }
  });

  it('agree with senderPubKey', () => {
    for (const key of [authKey.address, authKey.publicKey, `0x${authKey.publicKey}`])
      expect(outcomeOf(withField(data, 'senderPubKey', key), data)).toBe('same');
    for (const key of [senderKey.publicKey, other])
      expect(outcomeOf(withField(data, 'senderPubKey', key), data)).toBe(altered('senderPubKey'));
    const own = dataOfMade({ ...fullMade(kind), signer: senderKey.address }) as Data;
    expect(outcomeOf(withField(own, 'senderPubKey', senderKey.publicKey), own)).toBe('same');
    expect(outcomeOf(withField(own, 'senderPubKey', authKey.publicKey), own)).toBe(altered('senderPubKey'));
  });

  it('have one spelling of the fees, within their bounds', () => {
    expect(outcomeOf({ ...data, fees: '1001' }, data)).toBe(otherBytes);
    expect(outcomeOf({ ...data, fees: mostFee.toString() }, data)).toBe(otherBytes);
    expect(outcomeOf({ ...data, fees: (mostFee + 1n).toString() }, data)).toBe(altered('fees'));
    expect(outcomeOf({ ...data, fees: '0' }, data)).toBe(altered('fees'));
    for (const fees of ['-1', '0x5', '01000', '1000.0', ' 1000', '', 'x', '9'.repeat(10_000)])
      expect([fees, outcomeOf(withField(data, 'fees', fees), data)]).toEqual([
        fees,
        expect.stringMatching(/^(?:data\.altered|[a-z]+\.\w+) transaction\.data\.fees$/),
      ]);
  });

  it('have no nonce and no gas: the bytes hold none', () => {
    expect(outcomeOf(withField(data, 'nonce', '5'), data)).toBe(altered('nonce'));
    expect(outcomeOf(withField(data, 'gas', '21000'), data)).toBe(altered('gas'));
  });

  it('are bound to the sender', () => {
    expect(outcomeOf({ ...data, senderAddress: other }, data)).toMatch(/^data\.altered/);
    // The address that signs must not be the sender.
    expect(outcomeOf({ ...data, senderAddress: authKey.address }, data)).toMatch(/^data\.altered/);
    for (const sender of [senderKey.address.toLowerCase(), ` ${senderKey.address}`, '', 'x'])
      expect(outcomeOf({ ...data, senderAddress: sender }, data)).toMatch(/ transaction\.data\.senderAddress$/);
  });

  it('are bound to the memo', () => {
    for (const memo of ['invoice 8', 'invoice 7 ', ' invoice 7', '\uFEFFinvoice 7', 'INVOICE 7', '\0', undefined, 'é'])
      expect([memo, outcomeOf(withField(data, 'memo', memo), data)]).toEqual([memo, otherBytes]);
    // UTF-8 cannot write half of a character. An empty memo stands for none, and encode writes none.
    for (const memo of ['', '\uD800', 'x\uDC00y', 'x'.repeat(1_025), 'é'.repeat(513), '€'.repeat(342)])
      expect([memo, outcomeOf(withField(data, 'memo', memo), data)]).toEqual([memo, altered('memo')]);
    for (const memo of ['x'.repeat(1_024), 'é'.repeat(512), `${'€'.repeat(341)}x`, '\uFFFD', '\uFEFF', ' '])
      expect([memo, outcomeOf(withField(data, 'memo', memo), data)]).toEqual([memo, otherBytes]);
  });

  it('have a window of 1000 rounds at most', () => {
    const window = (firstValid: bigint, lastValid: bigint) => {
      const each = { ...data, params: { ...data.params, firstValid: `${firstValid}`, lastValid: `${lastValid}` } };
      return outcomeOf(each, data);
    };
    expect(window(50_000_000n, 50_001_000n)).toBe('same');
    expect(window(50_000_000n, 50_001_001n)).toBe(altered('params.lastValid'));
    expect(window(50_000_000n, 49_999_999n)).toBe(altered('params.lastValid'));
    expect(window(50_000_000n, 50_000_000n)).toBe(otherBytes);
    expect(window(2n ** 64n - 1n, 2n ** 64n - 1n)).toBe(otherBytes);
    expect(window(0n, 5n)).toBe(altered('params.firstValid'));
    expect(window(2n ** 64n - 5n, 2n ** 64n)).toBe(altered('params'));
  });
});

describe('who signs', () => {
  const data = fullData('payment');
  const smallOrder = addressOf(Buffer.from(`01${'00'.repeat(31)}`, 'hex'));
  const noPoint = addressOf(Buffer.from(`02${'00'.repeat(31)}`, 'hex'));

  it.each([
    ['the sender, which the chain refuses', senderKey.address],
    ['nobody', addressOf(new Uint8Array(32))],
    ['a key for which anybody signs', smallOrder],
    ['no key', noPoint],
  ])('is not %s', (_, authAddr) => {
    expect(outcomeOf(withParam(data, 'authAddr', authAddr), data)).toBe(altered('params.authAddr'));
  });

  it('may be the key of an account whose address is no key', () => {
    for (const sender of [noPoint, smallOrder]) {
      const made = { ...fullMade('payment'), sender };
      expect(itemsOfData(dataOfMade(made))[0]?.raw?.value).toBe(judged(made).raw);
      // Without another key nobody can sign.
      const alone = dataOfMade({ ...made, signer: sender });
      expect(outcomeOf(alone, alone)).toBe(altered('params.authAddr'));
    }
  });
});

describe('fields of data', () => {
  const zero = addressOf(new Uint8Array(32));

  it.each<[string, Kind, object]>([
    ['recipient', 'payment', { recipientAddress: other }],
    ['recipient of everything', 'closeAccount', { recipientAddress: other }],
    ['recipient of a token', 'assetTransfer', { recipientAddress: other }],
    ['recipient of all of a token', 'assetClose', { recipientAddress: other }],
    ['recipient: the sender', 'payment', { recipientAddress: senderKey.address }],
    ['recipient of a token: the sender', 'assetTransfer', { recipientAddress: senderKey.address }],
    ['amount', 'payment', { amount: '2500001' }],
    ['highest amount', 'payment', { amount: (2n ** 64n - 1n).toString() }],
    ['amount beside everything', 'closeAccount', { amount: '1' }],
    ['amount of a token', 'assetTransfer', { amount: (2n ** 53n + 1n).toString() }],
    ['amount beside all of a token', 'assetClose', { amount: '1' }],
    ['token', 'assetTransfer', { tokenId: '31566705' }],
    ['token to leave', 'assetClose', { tokenId: '1' }],
    ['token to enable', 'optIn', { tokenId: (2n ** 64n - 1n).toString() }],
    ['token to disable', 'optOut', { tokenId: '312769' }],
  ])('lead to other bytes with another %s', (_, kind, fields) => {
    const data = fullData(kind);
    expect(outcomeOf({ ...data, ...fields }, data)).toBe(otherBytes);
  });

  it.each<[string, Kind, object, string]>([
    ['nobody as recipient', 'payment', { recipientAddress: zero }, 'recipientAddress'],
    ['nobody as recipient of everything', 'closeAccount', { recipientAddress: zero }, 'recipientAddress'],
    ['nobody as recipient of a token', 'assetTransfer', { recipientAddress: zero }, 'recipientAddress'],
    ['nobody as recipient of all of a token', 'assetClose', { recipientAddress: zero }, 'recipientAddress'],
    ['the sender to get everything', 'closeAccount', { recipientAddress: senderKey.address }, 'recipientAddress'],
    ['the sender to get all of a token', 'assetClose', { recipientAddress: senderKey.address }, 'recipientAddress'],
    ['nobody as sender', 'payment', { senderAddress: zero }, 'senderAddress'],
    ['another validator', 'goOnline', { targetValidatorAddress: other }, 'targetValidatorAddress'],
    ['another validator', 'goOffline', { validatorAddress: other }, 'validatorAddress'],
    ['a validator to leave', 'goOnline', { sourceValidatorAddress: senderKey.address }, 'sourceValidatorAddress'],
    ['a position', 'goOffline', { stakeId: '1' }, 'stakeId'],
  ])('are refused with %s', (_, kind, fields, field) => {
    const data = fullData(kind);
    expect(outcomeOf({ ...data, ...fields }, data)).toBe(altered(field));
  });

  it.each(['goOnline', 'goOffline'] as const)('of %s have no amount: all of the account takes part', (kind) => {
    const data = fullData(kind);
    const { useMaxAmount: _, ...without } = data;
    expect(outcomeOf({ ...without, amount: '5' }, data)).toBe(altered('amount'));
    expect(outcomeOf({ ...data, amount: '5' }, data)).toMatch(/ transaction\.data\.amount$/);
    expect(outcomeOf(without, data)).toMatch(/ transaction\.data\.amount$/);
  });

  it.each(['payment', 'closeAccount', 'assetTransfer', 'assetClose'] as const)(
    'of %s have an amount of 64 bits, above 0',
    (kind) => {
      const data = fullData(kind);
      for (const amount of ['0', (2n ** 64n).toString(), `${2n ** 64n + 2_500_000n}`, '2.5', '-2500000', '02500000'])
        expect([amount, outcomeOf({ ...data, amount }, data)]).toEqual([
          amount,
          expect.stringMatching(/^(?:data\.altered|amount\.invalid) transaction\.data\.amount$/),
        ]);
      expect(outcomeOf(withField(data, 'amount', undefined), data)).toMatch(/ transaction\.data\.amount$/);
      const most = { ...(withField(data, 'amount', undefined) as object), useMaxAmount: true };
      // With the end of the holding, everything goes to the same recipient without an amount: other bytes, with another id.
      expect(outcomeOf(most, data)).toBe(altered(kind === 'assetClose' ? 'params.txId' : 'amount'));
    },
  );

  it('of participation keys are whole', () => {
    const data = fullData('goOnline');
    const zeros = (length: number) => Buffer.alloc(length).toString('base64');
    for (const [name, value] of [
      ...[
        ['voteKey', zeros(32)],
        ['selectionKey', zeros(32)],
        ['stateProofKey', zeros(64)],
        ['voteFirst', '0'],
      ],
      ...[
        ['voteLast', '0'],
        ['voteKeyDilution', '0'],
        ['voteLast', '50000000'],
        ['voteFirst', '53000000'],
      ],
    ] as const)
      expect([name, outcomeOf(withParam(data, name ?? '', value), data)]).toEqual([name, altered('params')]);
    for (const name of ['voteKey', 'selectionKey', 'stateProofKey', 'voteFirst', 'voteLast', 'voteKeyDilution'])
      expect([name, outcomeOf(withParam(data, name, undefined), data)]).toEqual([name, altered('params')]);
  });

  it('never have a lease of zeros: the chain reads none, and the client believes in one', () => {
    const data = fullData('payment');
    const zeros = Buffer.alloc(32).toString('base64');
    expect(outcomeOf(withParam(data, 'lease', zeros), data)).toBe(altered('params.lease'));
  });

  it.each<[Kind, string]>([
    ['payment', 'transferToken'],
    ['assetTransfer', 'transfer'],
    ['assetTransfer', 'enableToken'],
    ['closeAccount', 'transferToken'],
    ['assetClose', 'transfer'],
    ['optIn', 'transferToken'],
    ['optOut', 'transferToken'],
    ['goOnline', 'unstake'],
    ['goOffline', 'stake'],
    ['payment', 'stake'],
    ['payment', 'withdraw'],
    ['payment', 'claimRewards'],
    ['payment', 'unknown'],
  ])('of %s are refused in mode %s', (kind, mode) => {
    const data = fullData(kind);
    const { recipient: recipientAddress, assetId, amount, sender } = fullMade(kind);
    const stake = kind.startsWith('go') ? {} : { amount: amount.toString() };
    const all = {
      ...{ recipientAddress, tokenId: assetId.toString(), targetValidatorAddress: sender, validatorAddress: sender },
      ...{ ...stake, ...data, mode },
    };
    expect(outcomeOf(all, data)).toMatch(/^[a-z]+\.\w+ transaction\.data/);
  });

  it('differ for every recipient: no two have the same bytes', () => {
    const recipients = Array.from({ length: 50 }, (_, i) => testKey(i + 100).address);
    const all = recipients.map((recipient) => itemsOfData(dataOfMade(madeOf('payment', { recipient })))[0]?.raw?.value);
    expect(new Set(all).size).toBe(recipients.length);
    for (const [i, recipient] of recipients.entries())
      expect(all[i]).toContain(Buffer.from(bytesOfAddress(recipient)).toString('hex'));
  });
});
