import { turns } from '@isochain/dial';
import { Account, Keypair, MuxedAccount } from '@stellar/stellar-base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountOf,
  connectTo,
  type HorizonScript,
  issuer,
  nobody,
  recipient,
  type ScriptedAccount,
  sender,
  token,
  transfer,
} from '../../test/scripted-horizon.ts';
import { answerTo } from '../../test/wish-rig.ts';

// Memos from an intent to the bytes, on a server that answers by script.

const memoField = 'transaction.data.memo';

const answer = (more: object, script: HorizonScript = {}) =>
  answerTo(connectTo(script).chain, { ...transfer, ...more });

const hex = 'ab'.repeat(31);
const bytes32 = `${hex}0f`;
const base64 = Buffer.from(bytes32, 'hex').toString('base64');

describe('memos', () => {
  it.each<[string, object, string, string | undefined, string | undefined]>([
    ['none', {}, 'none', undefined, undefined],
    ['an empty one', { memo: '' }, 'none', undefined, undefined],
    ['a text', { memo: 'order 7' }, 'text', 'order 7', 'order 7'],
    ['a text of 28 bytes', { memo: 'é'.repeat(14) }, 'text', 'é'.repeat(14), 'é'.repeat(14)],
    ['a named text', { memo: 'text:order 7' }, 'text', 'order 7', 'order 7'],
    ['a text that looks like a kind', { memo: 'text:id:7' }, 'text', 'id:7', 'text:id:7'],
    ['a text that looks like a text', { memo: 'text:text:' }, 'text', 'text:', 'text:text:'],
    ['a number', { memo: 'id:7' }, 'id', '7', 'id:7'],
    ['no number', { memo: 'id:0' }, 'id', '0', 'id:0'],
    [
      'the largest number',
      { memo: 'id:18446744073709551615' },
      'id',
      '18446744073709551615',
      'id:18446744073709551615',
    ],
    ['a number by wish', { memo: '7', params: { memoType: 'id' } }, 'id', '7', 'id:7'],
    ['a number, twice said', { memo: 'id:7', params: { memoType: 'id' } }, 'id', '7', 'id:7'],
    ['digits by wish', { memo: '7', params: { memoType: 'text' } }, 'text', '7', '7'],
    ['a hash', { memo: `hash:${bytes32}` }, 'hash', bytes32, `hash:${bytes32}`],
    ['a hash with 0x', { memo: `hash:0x${bytes32.toUpperCase()}` }, 'hash', bytes32, `hash:${bytes32}`],
    ['a hash in base64', { memo: `hash:${base64}` }, 'hash', bytes32, `hash:${bytes32}`],
    ['a hash by wish', { memo: bytes32, params: { memoType: 'hash' } }, 'hash', bytes32, `hash:${bytes32}`],
    ['a return', { memo: `return:${bytes32}` }, 'return', bytes32, `return:${bytes32}`],
    ['a return by wish', { memo: base64, params: { memoType: 'return' } }, 'return', bytes32, `return:${bytes32}`],
  ])('of kind %s', async (_, more, type, value, canonical) => {
    const first = await answer(more);
    expect(first.errors).toEqual([]);
    expect(first.memo).toEqual({ type, value });
    expect(first.data.memo).toBe(canonical);
    expect(first.data.params?.memo).toEqual(type === 'none' ? undefined : { type, value });
    // An answer that is encoded again loses its params. The memo must keep its kind.
    const again = await answer({ ...first.data });
    expect(again.errors).toEqual([]);
    expect(again.warnings).toContain('data.recomputed');
    expect([again.memo, again.data.memo]).toEqual([first.memo, first.data.memo]);
    expect(again.transaction?.hash()).toEqual(first.transaction?.hash());
  });

  it.each<[string, object, string, RegExp]>([
    ['of 15 letters with 29 bytes', { memo: `${'é'.repeat(14)}x` }, `memo.tooLong ${memoField}`, /29 bytes/],
    ['named as text, of 29 bytes', { memo: `text:${'x'.repeat(29)}` }, `memo.tooLong ${memoField}`, /29 bytes/],
    ['that is a hash in hex', { memo: bytes32 }, `memo.invalid ${memoField}`, /has 64 bytes.*write hash: before it/],
    [
      'that is a hash with 0x',
      { memo: `0x${bytes32}` },
      `memo.invalid ${memoField}`,
      /has 66 bytes.*write hash: before it/,
    ],
    ['that is a hash in base64', { memo: base64 }, `memo.invalid ${memoField}`, /has 44 bytes.*write hash: before it/],
    ['without text', { memo: 'text:' }, `memo.invalid ${memoField}`, /nothing stands after text:/],
    ['without number', { memo: 'id:' }, `memo.invalid ${memoField}`, /whole number/],
    ['with leading zeros', { memo: 'id:007' }, `memo.invalid ${memoField}`, /leading zeros/],
    [
      'with a space before the number',
      { memo: 'id: 7' },
      `memo.invalid ${memoField}`,
      /as id: it begins or ends with a space/,
    ],
    [
      'with a line break',
      { memo: '7\n', params: { memoType: 'id' } },
      `memo.invalid ${memoField}`,
      /begins or ends with a space or a line break/,
    ],
    ['below 0', { memo: 'id:-1' }, `memo.invalid ${memoField}`, /whole number/],
    ['with a point', { memo: 'id:1.0' }, `memo.invalid ${memoField}`, /whole number/],
    ['in hex', { memo: 'id:0x7' }, `memo.invalid ${memoField}`, /whole number/],
    ['of 65 bits', { memo: 'id:18446744073709551616' }, `memo.invalid ${memoField}`, /64 bits/],
    ['of 31 bytes', { memo: `hash:${hex}` }, `memo.invalid ${memoField}`, /as hash: it must be 32 bytes/],
    ['of 33 bytes', { memo: `return:${bytes32}00` }, `memo.invalid ${memoField}`, /as return: it must be 32 bytes/],
    ['of no bytes', { memo: 'hash:' }, `memo.invalid ${memoField}`, /32 bytes/],
    ['with a space in front', { memo: `hash: ${bytes32}` }, `memo.invalid ${memoField}`, /begins or ends with a space/],
    ['with half of a character', { memo: 'a\ud800' }, `memo.invalid ${memoField}`, /half of a character/],
    [
      'that contradicts the wish',
      { memo: 'id:7', params: { memoType: 'hash' } },
      `memo.invalid ${memoField}`,
      /as hash: it begins with id:/,
    ],
    [
      'of text that contradicts the wish',
      { memo: 'text:7', params: { memoType: 'id' } },
      `memo.invalid ${memoField}`,
      /begins with text:/,
    ],
    ['that is missing', { params: { memoType: 'id' } }, 'wish.invalid transaction.data.params.memoType', /no memo/],
    [
      'that is empty',
      { memo: '', params: { memoType: 'text' } },
      'wish.invalid transaction.data.params.memoType',
      /no memo/,
    ],
  ])('%s are refused', async (_, more, error, message) => {
    const { errors, messages, transaction, data } = await answer(more);
    expect(errors).toEqual([error]);
    expect(messages.join()).toMatch(message);
    expect(transaction).toBeUndefined();
    expect(data.params).toBeUndefined();
  });

  it.each<[string, RegExp]>([
    ['123456', /Write id: before it/],
    ['0', /Write id: before it/],
    ['007', /Write id: before it/],
    [' 123456', /Write id: before it.*begins or ends with a space/],
    ['ID:123456', /Write id: exactly so/],
    ['id :7', /Write id: exactly so/],
    ['Hash=abc', /Write hash: exactly so/],
    ['order 7 ', /begins or ends with a space/],
    ['or\u200bder', /characters that nobody sees/],
    ['a\tb', /characters that nobody sees/],
  ])('that a recipient may misread are told: %j', async (memo, message) => {
    const { errors, warnings, messages, memo: read } = await answer({ memo });
    expect(errors).toEqual([]);
    expect(new Set(warnings)).toEqual(new Set(['memo.ambiguous']));
    expect(messages.join(' ')).toMatch(message);
    expect(read).toEqual({ type: 'text', value: memo });
    // Who names the kind means it.
    expect((await answer({ memo, params: { memoType: 'text' } })).warnings).toEqual([]);
    expect((await answer({ memo: `text:${memo}` })).warnings).toEqual([]);
  });

  it.each(['order 7', 'a1', '1a', '18446744073709551616', '1 2', 'identity: 5', 'memo', 'a: b', '👩‍👩‍👧'])(
    'that say what they are need no warning: %j',
    async (memo) => {
      expect(await answer({ memo })).toMatchObject({ errors: [], warnings: [], memo: { type: 'text', value: memo } });
    },
  );

  it('of any text, number or hash are in the bytes as they are, and stay so', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 28 }).filter((each) => {
      const { length } = new TextEncoder().encode(each);
      return length <= 28 && each.trim() !== '';
    });
    const number = fc.integer({ min: 0, max: 64 }).chain((bits) => fc.bigInt(0n, 2n ** BigInt(bits) - 1n));
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((each) => Buffer.from(each).toString('hex'));
    const made = fc.oneof(
      text.map((value) => ({ type: 'text', value })),
      fc.constantFrom('id:', 'text:', 'hash:7', 'return:', 'id:7').map((value) => ({ type: 'text', value })),
      number.map((value) => ({ type: 'id', value: String(value) })),
      fc.tuple(fc.constantFrom('hash', 'return'), hash).map(([type, value]) => ({ type, value })),
    );
    const { chain } = connectTo();
    await fc.assert(
      fc.asyncProperty(made, fc.boolean(), async ({ type, value }, isWished) => {
        // A text that begins with a kind needs the prefix, wish or not.
        const needsPrefix = /^(?:text|id|hash|return):/.test(value);
        const more =
          isWished && !needsPrefix ? { memo: value, params: { memoType: type } } : { memo: `${type}:${value}` };
        const first = await answerTo(chain, { ...transfer, ...more });
        expect(first).toMatchObject({ errors: [], memo: { type, value } });
        const again = await answerTo(chain, first.data);
        expect(again).toMatchObject({ errors: [], memo: { type, value }, data: { memo: first.data.memo } });
      }),
      { numRuns: turns(200) },
    );
  });
});

// SEP-29: the recipient sets the data entry config.memo_required to "1".
const demanding = { 'config.memo_required': 'MQ==' };
const muxed = new MuxedAccount(new Account(recipient, '0'), '7').accountId();

const scene = (to: ScriptedAccount, from: ScriptedAccount = { lines: [{ token, balance: 100n }] }): HorizonScript => ({
  accounts: { [sender]: from, [recipient]: { lines: [{ token }], ...to }, [issuer]: {} },
});

const modes: readonly [string, object][] = [
  ['transfer', {}],
  ['transfer of everything', { amount: undefined, useMaxAmount: true }],
  ['transferToken', { mode: 'transferToken', tokenId: token, amount: '5' }],
  [
    'transferToken with the wish claimable',
    { mode: 'transferToken', tokenId: token, amount: '5', params: { claimable: true } },
  ],
];

describe('recipients that demand a memo', () => {
  it.each(modes)('get none without one: %s', async (_, more) => {
    const { errors, transaction } = await answer(more, scene({ data: demanding }));
    expect(errors).toEqual([`recipient.memoRequired ${memoField}`]);
    expect(transaction).toBeUndefined();
  });

  it('get no closed account without one', async () => {
    const more = { amount: undefined, useMaxAmount: true, params: { closeAccount: true } };
    const script = scene({ data: demanding }, {});
    expect((await answer(more, script)).errors).toEqual([`recipient.memoRequired ${memoField}`]);
    expect((await answer({ ...more, memo: 'id:7' }, script)).errors).toEqual([]);
  });

  it.each(modes)('are told apart by any memo: %s', async (_, more) => {
    for (const memo of ['order 7', 'id:7', `hash:${bytes32}`]) {
      const { errors, warnings } = await answer({ ...more, memo }, scene({ data: demanding }));
      expect([errors, warnings.filter((code) => code.startsWith('memo.'))]).toEqual([[], []]);
    }
  });

  it.each(['', 'text:'])('are not content with an empty text: %j', async (memo) => {
    const { errors, transaction } = await answer({ memo }, scene({ data: demanding }));
    expect(errors).toContain(`recipient.memoRequired ${memoField}`);
    expect(transaction).toBeUndefined();
  });

  it('hardly mean a return', async () => {
    const { errors, warnings } = await answer({ memo: `return:${bytes32}` }, scene({ data: demanding }));
    expect([errors, warnings]).toEqual([[], ['memo.ambiguous']]);
    expect((await answer({ memo: `return:${bytes32}` })).warnings).toEqual([]);
  });

  it('demand none if their address has a number', async () => {
    for (const [, more] of modes) {
      const { errors, warnings } = await answer({ ...more, recipientAddress: muxed }, scene({ data: demanding }));
      expect(errors).toEqual([]);
      expect(warnings).not.toContain('memo.ambiguous');
    }
  });

  it.each(['MA==', 'MQ', 'MTE=', 'bm8=', ''])('say "1": %j is something else', async (value) => {
    expect((await answer({}, scene({ data: { 'config.memo_required': value } }))).errors).toEqual([]);
  });

  it('must exist', async () => {
    const { errors, transaction } = await answer({ recipientAddress: nobody, amount: '10000000' });
    expect(errors).toEqual([]);
    expect(transaction?.operations[0]?.type).toBe('createAccount');
  });

  it('are asked again each time', async () => {
    let isDemanding = false;
    const own = { [`/accounts/${recipient}`]: () => accountOf(recipient, isDemanding ? { data: demanding } : {}) };
    const { chain } = connectTo({ own });
    expect((await answerTo(chain, transfer)).errors).toEqual([]);
    isDemanding = true;
    expect((await answerTo(chain, transfer)).errors).toEqual([`recipient.memoRequired ${memoField}`]);
  });
});

describe('a number in the address', () => {
  it.each(modes)('beside a memo is told: %s', async (_, more) => {
    for (const memo of ['id:7', 'id:8', 'order 7']) {
      const { errors, warnings, memo: read } = await answer({ ...more, recipientAddress: muxed, memo }, scene({}));
      expect(errors).toEqual([]);
      expect(warnings).toContain('memo.ambiguous');
      expect(read?.value).toBe(memo.replace('id:', ''));
    }
  });

  it('of the sender is no reason for doubts', async () => {
    const from = new MuxedAccount(new Account(sender, '0'), '9').accountId();
    const { errors, warnings } = await answer({ senderAddress: from, memo: 'id:7' });
    expect([errors, warnings]).toEqual([[], []]);
  });
});

describe('trustlines', () => {
  it('may have a memo', async () => {
    const intent = { mode: 'enableToken', senderAddress: sender, tokenId: token, memo: 'id:7' };
    const first = await answerTo(connectTo().chain, intent);
    expect(first).toMatchObject({ errors: [], memo: { type: 'id', value: '7' }, data: { memo: 'id:7' } });
    expect(first.transaction?.operations[0]?.type).toBe('changeTrust');
    const again = await answerTo(connectTo().chain, first.data);
    expect(again).toMatchObject({ errors: [], memo: { type: 'id', value: '7' } });
    // The issuer gets nothing, so it demands nothing.
    const script = { accounts: { [sender]: {}, [issuer]: { data: demanding } } };
    expect((await answerTo(connectTo(script).chain, { ...intent, memo: undefined })).errors).toEqual([]);
  });
});

describe('private keys', () => {
  it('are no memos, and are not repeated', async () => {
    const secret = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 0x55)).secret();
    for (const memo of [secret, `text:${secret}`, ` ${secret}`]) {
      const refused = await answer({ memo }).catch((error: object) => error);
      expect([memo.length, refused]).toMatchObject([
        memo.length,
        { problems: [{ code: 'secret.exposed', field: memoField }] },
      ]);
      expect(`${String(refused)} ${JSON.stringify(refused)}`).not.toContain(secret);
    }
  });
});
