import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { deciding, fakeChain } from '../../test/fake-chain.ts';
import type { ForeignIdentifiers } from '../connect-options.ts';
import { RefusedError } from '../errors.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { ChainService } from './chain.ts';
import { targetOf } from './check-identifiers.ts';
import { checkCompleted, checkIntent, parseCompletedData, parseData, parseEncoded } from './intent.ts';

const { adapter } = fakeChain();

const transfer = { mode: 'transfer', senderAddress: 'acct-ann', recipientAddress: 'acct-bob', amount: '5' };

/** Code, field and message of every problem. */
function refusal(work: () => unknown): (string | undefined)[][] {
  try {
    work();
  } catch (error) {
    if (error instanceof RefusedError) return error.problems.map(({ code, field, message }) => [code, field, message]);
    throw error;
  }
  throw new Error('It was not refused');
}

const check = (data: object) => checkIntent(adapter, parseData(data));

describe('parseData', () => {
  it.each([[undefined], [null], ['transfer'], [5], [[transfer]]])('refuses %j in place of an object', (input) => {
    expect(refusal(() => parseData(input))).toEqual([
      ['request.invalid', 'transaction.data', 'transaction.data: must be an object'],
    ]);
  });

  const expected =
    'expected one of deployAccount, transfer, stake, transferToken, enableToken, unstake, claimRewards, withdraw, registerStake, convertAsset.';

  it.each([
    [{}, '(none)'],
    [{ mode: 'Transfer' }, '"Transfer"'],
    [{ mode: '' }, '""'],
    [{ mode: 'toString' }, '"toString"'],
    [{ mode: '__proto__' }, '"__proto__"'],
    [{ mode: null }, 'of type null'],
    [{ mode: 5 }, 'of type number'],
    [{ mode: ['transfer'] }, 'of type array'],
    [{ mode: { toString: 'transfer' } }, 'of type object'],
  ])('refuses the mode of %j', (input, shown) => {
    expect(refusal(() => parseData(input))).toEqual([
      ['mode.unknown', 'transaction.data.mode', `Unknown mode ${shown}: ${expected}`],
    ]);
  });

  it('does not repeat a mode of any length', () => {
    const [[, , message] = []] = refusal(() => parseData({ mode: 'x'.repeat(100_000) }));
    expect(message?.length).toBeLessThan(400);
  });

  it('names every field of a wrong type and every one that is missing', () => {
    const input = { mode: 'transfer', senderAddress: 7, amount: 5, useMaxAmount: 'true', memo: false, fees: 1.5 };
    expect(refusal(() => parseData(input))).toEqual([
      [
        'request.invalid',
        'transaction.data.senderAddress',
        'transaction.data.senderAddress: must be a string: write "7"',
      ],
      ['request.invalid', 'transaction.data.recipientAddress', 'transaction.data.recipientAddress: is required'],
      ['request.invalid', 'transaction.data.amount', 'transaction.data.amount: must be a string: write "5"'],
      [
        'request.invalid',
        'transaction.data.useMaxAmount',
        'transaction.data.useMaxAmount: must be a boolean: write true without quotes',
      ],
      ['request.invalid', 'transaction.data.fees', 'transaction.data.fees: must be a string: write "1.5"'],
      ['request.invalid', 'transaction.data.memo', 'transaction.data.memo: must be a string: write "false"'],
    ]);
  });

  it('takes null for absent', () => {
    const nothing = { memo: null, useMaxAmount: null, senderPubKey: null, fees: null, params: null, tokenId: null };
    expect(parseData({ ...transfer, ...nothing })).toEqual(transfer);
    expect(refusal(() => parseData({ ...transfer, senderAddress: null }))).toEqual([
      ['request.invalid', 'transaction.data.senderAddress', 'transaction.data.senderAddress: is required'],
    ]);
    const convert = { mode: 'convertAsset', includeFees: true, from: { amount: '1', tokenId: 'a', address: 'x' } };
    const to = { tokenId: 'b', address: 'y' };
    expect(parseData({ ...convert, to: { ...to, amount: null, chainId: null } })).toEqual({ ...convert, to });
  });

  it('drops empty strings, because clients send fields of other modes too', () => {
    const input = { ...transfer, memo: '', validatorAddress: '', senderPubKey: '', gas: '', fees: '' };
    expect(parseData(input)).toEqual(transfer);
  });

  it('takes the validator that a stakeId tells, where the chain can tell it', () => {
    const withdraw = { mode: 'withdraw', senderAddress: 'acct-ann', stakeId: 'stake-7' };
    const { bytes } = adapter;
    const validatorOf = (stakeId: string, sender: string) =>
      stakeId === 'stake-7' ? `validator-of-${stakeId}-of-${sender}` : undefined;
    const telling = { ...adapter, bytes: { ...bytes, identifiers: { ...bytes.identifiers, validatorOf } } };
    const validatorAddress = 'validator-of-stake-7-of-acct-ann';
    expect(parseData(withdraw, telling)).toEqual({ ...withdraw, validatorAddress });
    expect(parseData({ ...withdraw, validatorAddress: '' }, telling)).toEqual({ ...withdraw, validatorAddress });
    expect(parseData({ ...withdraw, validatorAddress: 'another' }, telling)).toEqual({
      ...withdraw,
      validatorAddress: 'another',
    });
    const missing = ['request.invalid', 'transaction.data.validatorAddress'];
    for (const [data, chain] of [
      [withdraw, adapter],
      [{ ...withdraw, stakeId: 'other' }, telling],
      [{ ...withdraw, stakeId: undefined }, telling],
    ] as const) {
      expect(refusal(() => parseData(data, chain)).map(([code, field]) => [code, field])).toEqual([missing]);
    }
    expect(parseData(transfer, telling)).toEqual(transfer);
  });

  it('takes an empty string for no value where one is required', () => {
    expect(refusal(() => parseData({ ...transfer, recipientAddress: '' }))).toEqual([
      ['request.invalid', 'transaction.data.recipientAddress', 'transaction.data.recipientAddress: is required'],
    ]);
  });

  it('drops fields that the mode does not have', () => {
    const input = { ...transfer, chainId: 'stellar', format: 'json', type: 'x', tokenId: 'tok-a', stakeId: '1' };
    expect(parseData(input)).toEqual(transfer);
  });

  it('keeps params as they are', () => {
    const params = { timeout: 60, nested: [{ '': '', deep: null }] };
    expect(parseData({ ...transfer, params })).toEqual({ ...transfer, params });
  });
});

describe('parseData, given JSON that is nested very deeply', () => {
  const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

  it('refuses params that are too deep', () => {
    for (const levels of [65, 1_000, 400_000]) {
      expect(refusal(() => parseData({ ...transfer, params: nested(levels) }))).toEqual([
        [
          'request.invalid',
          'transaction.data.params',
          'transaction.data.params: must not be nested deeper than 64 levels',
        ],
      ]);
    }
    expect(parseData({ ...transfer, params: nested(64) })).toMatchObject({ mode: 'transfer' });
  });

  it('refuses it as a mode or as the value of any other field', () => {
    expect(refusal(() => parseData({ ...transfer, mode: nested(400_000) }))[0]?.[0]).toBe('mode.unknown');
    expect(refusal(() => parseData({ ...transfer, amount: nested(400_000) }))[0]?.[0]).toBe('request.invalid');
  });
});

describe('parseCompletedData', () => {
  it('requires fees, which every encode answers', () => {
    expect(refusal(() => parseCompletedData(transfer))).toEqual([
      ['request.invalid', 'transaction.data.fees', 'transaction.data.fees: is required'],
    ]);
    expect(parseCompletedData({ ...transfer, fees: '1' })).toEqual({ ...transfer, fees: '1' });
  });
});

describe('checkCompleted', () => {
  const { amount: _, ...without } = transfer;
  const completed = (data: object) =>
    checkCompleted(adapter.bytes, { ...data, fees: '1', params: {} } as CompletedData);
  const missing = [['amount.missing', 'transaction.data.amount', 'Give either amount or useMaxAmount: true.']];

  it('takes the amount that encode computed for useMaxAmount', () => {
    expect(completed({ ...transfer, useMaxAmount: true }).amount).toBe(5n);
    expect(refusal(() => completed({ ...transfer, useMaxAmount: true, amount: '05' }))).toHaveLength(1);
  });

  it('takes useMaxAmount alone, which the family judges', () => {
    expect(completed({ ...without, useMaxAmount: true }).amount).toBeUndefined();
  });

  it('refuses neither', () => {
    for (const useMaxAmount of [undefined, false])
      expect(refusal(() => completed({ ...without, useMaxAmount }))).toEqual(missing);
  });
});

describe('parseEncoded', () => {
  const raw = { format: 'RLP', value: '0x' };
  const hash = { format: 'keccak256', value: '00' };

  it.each([[[]], [[{ raw }]], [[{ hash }]], [[{ raw, hash }, {}]]])('takes %j', (items) => {
    expect(parseEncoded(items)).toEqual(items);
  });

  it.each([
    [undefined, 'transaction.encoded'],
    [{}, 'transaction.encoded'],
    ['0x', 'transaction.encoded'],
    [[raw, null], 'transaction.encoded.1'],
    [[{ raw: { format: 'RLP' } }], 'transaction.encoded.0.raw.value'],
    [[{ raw: { format: 'HEX', value: '' } }], 'transaction.encoded.0.raw.format'],
    [[{ hash: { format: 'md5', value: '' } }], 'transaction.encoded.0.hash.format'],
    [[{ hash: { format: 'sha256', value: 5 } }], 'transaction.encoded.0.hash.value'],
  ])('refuses %j', (items, field) => {
    expect(refusal(() => parseEncoded(items))[0]?.slice(0, 2)).toEqual(['request.invalid', field]);
  });
});

describe('parseEncoded, given a megabyte', () => {
  it('refuses a long list at once, with a short message', () => {
    const items = JSON.parse(`[${'0,'.repeat(500_000)}0]`);
    expect(refusal(() => parseEncoded(items))).toEqual([
      ['request.invalid', 'transaction.encoded', 'transaction.encoded: must not have more than 10000 items'],
    ]);
    expect(refusal(() => parseEncoded(items.slice(0, 10_000)))).toHaveLength(20);
  });
});

describe('checkIntent', () => {
  it('reads the amount and keeps the other fields unchanged', () => {
    const data = { ...transfer, senderAddress: 'ACCT-ANN', memo: 'rent' };
    expect(check({ ...data, fees: '7', params: { timeout: 30 } })).toEqual({
      mode: 'transfer',
      data,
      parsed: { senderAddress: 'acct-ann', recipientAddress: 'acct-bob' },
      amount: 5n,
      wishes: { fees: 7n, timeout: 30 },
      isToSelf: false,
    });
  });

  it.each(['acct-ann', 'ACCT-ANN', 'Acct-Ann'])('sees that %s is the sender, in any spelling', (recipient) => {
    expect(check({ ...transfer, senderAddress: 'acct-ann', recipientAddress: recipient }).isToSelf).toBe(true);
  });

  it('refuses a mode that the chain does not have', () => {
    const input = { mode: 'enableToken', tokenId: 'tok-a', senderAddress: 'acct-ann' };
    expect(refusal(() => check(input))).toEqual([
      ['mode.unsupported', 'transaction.data.mode', 'Mode enableToken is not supported on Stellar.'],
    ]);
  });

  it('says why the chain does not have it, in the words of the family', () => {
    const { adapter: lacking } = fakeChain({ absent: { enableToken: 'accounts hold every token without it' } });
    const input = { mode: 'enableToken', tokenId: 'tok-a', senderAddress: 'acct-ann' };
    const message = 'Mode enableToken is not supported on Stellar: accounts hold every token without it.';
    expect(refusal(() => parseData(input, lacking))).toEqual([['mode.unsupported', 'transaction.data.mode', message]]);
  });

  describe('amount xor useMaxAmount', () => {
    const { amount: _, ...without } = transfer;
    const missing = [['amount.missing', 'transaction.data.amount', 'Give either amount or useMaxAmount: true.']];

    it('refuses both', () => {
      expect(refusal(() => check({ ...transfer, useMaxAmount: true }))).toEqual([
        ['amount.ambiguous', 'transaction.data.amount', 'Give either amount or useMaxAmount: true, not both.'],
      ]);
    });

    it('refuses neither', () => {
      expect(refusal(() => check(without))).toEqual(missing);
      expect(refusal(() => check({ ...without, useMaxAmount: false }))).toEqual(missing);
      expect(refusal(() => check({ ...without, amount: '' }))).toEqual(missing);
    });

    it('takes useMaxAmount alone', () => {
      expect(check({ ...without, useMaxAmount: true }).amount).toBe('max');
    });

    it('takes an amount beside useMaxAmount: false', () => {
      expect(check({ ...transfer, useMaxAmount: false }).amount).toBe(5n);
    });

    it('lets the family say which completed data need an amount beside useMaxAmount', () => {
      const completed = { ...without, fees: '1', params: {} };
      const amountOf = (data: object) =>
        checkCompleted(adapter.bytes, parseCompletedData({ ...completed, ...data })).amount;
      expect(amountOf({ useMaxAmount: true })).toBeUndefined();
      expect(amountOf({ useMaxAmount: true, amount: '5' })).toBe(5n);
      expect(refusal(() => amountOf({ useMaxAmount: false }))).toEqual(missing);
      expect(refusal(() => amountOf({}))).toEqual(missing);
      expect(refusal(() => amountOf({ useMaxAmount: true, amount: '0' })).map(([code]) => code)).toEqual([
        'amount.invalid',
      ]);
    });

    it('lets withdraw go without both, for everything that is unlocked', () => {
      const withdraw = { mode: 'withdraw', senderAddress: 'acct-ann', validatorAddress: 'val-1' };
      expect(check(withdraw).amount).toBeUndefined();
      expect(check({ ...withdraw, amount: '3' }).amount).toBe(3n);
    });
  });

  it('says how to cancel a transaction, if an amount of 0 has a nonce', () => {
    const [refused] = refusal(() => check({ ...transfer, amount: '0', nonce: '5' }));
    expect(refused?.[2]).toContain(
      'it must be more than 0. To cancel a transaction that waits, send an amount of 1 to the',
    );
  });

  it.each([
    ['0', 'it must be more than 0'],
    ['-5', 'it has a sign'],
    ['+5', 'it has a sign'],
    ['1.5', 'it has a fraction'],
    ['1,5', 'it has a fraction'],
    ['1e18', 'it has an exponent'],
    ['0xff', 'it is hexadecimal'],
    [' 5', 'it has spaces around it'],
    ['5\n', 'it has spaces around it'],
    ['05', 'it has leading zeros'],
    ['five', 'it has other characters than digits'],
    ['1 000', 'it has other characters than digits'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639936', 'it is larger than 2^256-1'],
    ['9'.repeat(10_000), 'it is larger than 2^256-1'],
  ])('refuses the amount %j', (amount, reason) => {
    const field = 'transaction.data.amount';
    const message = `${field} must be a whole number in the smallest unit, as a decimal string like "1500000": ${reason}.`;
    expect(refusal(() => check({ ...transfer, amount }))).toEqual([['amount.invalid', field, message]]);
  });

  describe('identifiers', () => {
    it('refuses all malformed identifiers at once', () => {
      const input = { ...transfer, senderAddress: 'ann', recipientAddress: 'acct-bob!', amount: 'x' };
      expect(refusal(() => check(input)).map(([code, field]) => [code, field])).toEqual([
        ['amount.invalid', 'transaction.data.amount'],
        ['address.invalid', 'transaction.data.senderAddress'],
        ['address.checksumMismatch', 'transaction.data.recipientAddress'],
      ]);
    });

    it('says what is wrong with an address', () => {
      expect(refusal(() => check({ ...transfer, senderAddress: 'ann' }))).toEqual([
        [
          'address.invalid',
          'transaction.data.senderAddress',
          'transaction.data.senderAddress is not an address of Stellar: it does not start with acct-.',
        ],
      ]);
    });

    const token = { ...transfer, mode: 'transferToken' };

    it('tells a malformed token from the native coin', () => {
      expect(refusal(() => check({ ...token, tokenId: 'gold' }))).toEqual([
        [
          'token.invalid',
          'transaction.data.tokenId',
          'The token id is not valid on Stellar: it does not start with tok-.',
        ],
      ]);
      expect(refusal(() => check({ ...token, tokenId: 'tok-native' }))).toEqual([
        [
          'token.isNative',
          'transaction.data.tokenId',
          'tok-native stands for the native coin of Stellar: use mode transfer.',
        ],
      ]);
    });

    it('checks validators', () => {
      const input = { mode: 'unstake', senderAddress: 'acct-ann', validatorAddress: 'nobody', amount: '1' };
      expect(refusal(() => check(input))[0]?.slice(0, 2)).toEqual([
        'validator.invalid',
        'transaction.data.validatorAddress',
      ]);
    });
  });

  describe('the public key', () => {
    it("may be the sender's key, in any spelling of the address", () => {
      expect(check({ ...transfer, senderAddress: 'ACCT-ann', senderPubKey: 'key-ann' }).amount).toBe(5n);
    });

    it("must not be another account's key", () => {
      expect(refusal(() => check({ ...transfer, senderPubKey: 'key-bob' }))).toEqual([
        [
          'publicKey.mismatch',
          'transaction.data.senderPubKey',
          'senderPubKey belongs to acct-bob, not to senderAddress.',
        ],
      ]);
    });

    it('must be well formed', () => {
      expect(refusal(() => check({ ...transfer, senderPubKey: '0x00' }))[0]?.[0]).toBe('publicKey.invalid');
    });

    it('belongs to the sender if the sender is one of its addresses', () => {
      const ownerOf = (_: string, sender: string | undefined) => (sender === 'acct-old' ? sender : 'acct-new');
      const { adapter: two } = fakeChain({ bytes: { identifiers: { ...adapter.bytes.identifiers, ownerOf } } });
      const parse = (senderAddress: string) =>
        checkIntent(two, parseData({ ...transfer, senderAddress, senderPubKey: 'key-x' }));
      expect(parse('ACCT-old').amount).toBe(5n);
      expect(parse('acct-new').amount).toBe(5n);
      expect(refusal(() => parse('acct-other'))[0]?.[0]).toBe('publicKey.mismatch');
    });

    it('is not looked at where a key does not determine an address', () => {
      const { ownerOf: _, ...identifiers } = adapter.bytes.identifiers;
      const { adapter: loose } = fakeChain({ bytes: { identifiers } });
      expect(checkIntent(loose, parseData({ ...transfer, senderPubKey: 'key-bob' })).amount).toBe(5n);
    });
  });

  describe('senders', () => {
    it('may be more than addresses if the chain allows it, but recipients may not', () => {
      const { identifiers } = adapter.bytes;
      const sender = (text: string) =>
        text.startsWith('xpub') ? ({ ok: true, canonical: text, value: text } as const) : identifiers.sender(text);
      const { adapter: wide } = fakeChain({ bytes: { identifiers: { ...identifiers, sender } } });
      expect(checkIntent(wide, parseData({ ...transfer, senderAddress: 'xpub-1' })).amount).toBe(5n);
      expect(checkIntent(wide, parseData(transfer)).amount).toBe(5n);
      const toKey = { ...transfer, recipientAddress: 'xpub-1' };
      expect(refusal(() => checkIntent(wide, parseData(toKey)))[0]?.slice(0, 2)).toEqual([
        'address.invalid',
        'transaction.data.recipientAddress',
      ]);
    });
  });

  describe('wishes', () => {
    it('may be whole numbers, and count if the mode honours them', () => {
      const wishes = { fees: '0', gas: '21000', nonce: '0' };
      const { data, wishes: read } = check({ ...transfer, ...wishes });
      expect(data).toEqual(transfer);
      expect(read).toEqual({ fees: 0n, nonce: 0n });
    });

    it('are read by the schema of the mode, and empty ones are dropped', () => {
      expect(check({ ...transfer, params: { timeout: '', other: 1 } }).wishes).toEqual({});
      expect(check({ ...transfer, params: null }).wishes).toEqual({});
      expect(check({ ...transfer, params: {} }).wishes).toEqual({});
    });

    it('name the path of what is wrong', () => {
      expect(refusal(() => check({ ...transfer, params: { timeout: 'soon' } }))).toEqual([
        [
          'wish.invalid',
          'transaction.data.params.timeout',
          'transaction.data.params.timeout cannot be wished for like this: it must be a number of seconds.',
        ],
      ]);
      for (const params of ['soon', 5, true, [1]])
        expect(refusal(() => check({ ...transfer, params }))[0]?.slice(0, 2)).toEqual([
          'wish.invalid',
          'transaction.data.params',
        ]);
    });

    it.each(['fees', 'gas', 'nonce'])('%s must be such a number', (name) => {
      const field = `transaction.data.${name}`;
      expect(refusal(() => check({ ...transfer, [name]: '0x5208' }))).toEqual([
        [
          'wish.invalid',
          field,
          `${field} cannot be wished for like this: it must be a whole number: it is hexadecimal.`,
        ],
      ]);
    });
  });
});

describe('a conversion', () => {
  const data = {
    mode: 'convertAsset',
    from: { amount: '5', tokenId: 'tok-GOLD', address: 'ACCT-ann' },
    to: { tokenId: 'native', address: 'Acct-Ann' },
    includeFees: true,
  };
  const noWishes = z.object({});
  const { adapter: converting } = fakeChain({
    modes: { convertAsset: deciding(() => ({ computed: {}, errors: [], warnings: [] }), noWishes) },
  });
  const elsewhere = {
    recipient: (text: string) =>
      text.startsWith('there-')
        ? ({ ok: true, canonical: text, value: 1 } as const)
        : ({ ok: false, reason: 'it does not start with there-' } as const),
    token: () => ({ ok: false, reason: 'it is the coin', native: true }) as const,
  };
  const convert = (to: object, target?: ForeignIdentifiers) =>
    checkIntent(converting, parseData({ ...data, to: { ...data.to, ...to } }), target);

  it('names both sides by the identifiers of the chain itself', () => {
    expect(convert({}).parsed).toEqual({
      from: { address: 'acct-ann', tokenId: 'tok-gold' },
      to: { address: 'acct-ann', tokenId: undefined },
    });
  });

  it('names the other side by the identifiers of the other chain', () => {
    expect(convert({ address: 'there-bob', tokenId: 'coin' }, elsewhere).parsed).toMatchObject({
      to: { address: 'there-bob', tokenId: undefined },
    });
    expect(refusal(() => convert({}, elsewhere)).map(([code, field]) => [code, field])).toEqual([
      ['address.invalid', 'transaction.data.to.address'],
    ]);
  });

  it('names every field that is wrong', () => {
    const input = {
      ...data,
      from: { ...data.from, tokenId: 'gold', address: 'ann' },
      to: { tokenId: 'x', address: 'y' },
    };
    expect(refusal(() => checkIntent(converting, parseData(input))).map(([code, field]) => [code, field])).toEqual([
      ['address.invalid', 'transaction.data.from.address'],
      ['token.invalid', 'transaction.data.from.tokenId'],
      ['address.invalid', 'transaction.data.to.address'],
      ['token.invalid', 'transaction.data.to.tokenId'],
    ]);
  });

  it("finds the other chain among the operator's chains", async () => {
    const intent = parseData({ ...data, to: { ...data.to, chainId: 'base' } });
    const ask = async (id: string) => (id === 'base' ? elsewhere : undefined);
    expect(await targetOf(converting.bytes, intent, ask)).toBe(elsewhere);
    expect(await targetOf(converting.bytes, intent, undefined)).toBeNull();
    expect(await targetOf(converting.bytes, intent, async () => undefined)).toBeNull();
    const own = parseData({ ...data, to: { ...data.to, chainId: 'stellar' } });
    expect(await targetOf(converting.bytes, own, undefined)).toBe(converting.bytes.identifiers);
    await expect(new ChainService(converting).encode(intent)).rejects.toMatchObject({
      problems: [{ code: 'request.invalid', field: 'transaction.data.to.chainId' }],
    });
  });
});
