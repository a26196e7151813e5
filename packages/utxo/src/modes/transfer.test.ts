import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../test/rig.ts';
import { ScriptedChain } from '../../test/scripted-upstream.ts';

// Sizes and fees are worked out by hand: utxo.md 4.1, from BIP141 and the longest signatures.

const p2wpkh = vectorAccount('bitcoin', 84).addresses['0/0'] ?? '';
const p2tr = vectorAccount('bitcoin', 86).addresses['0/0'] ?? '';
const nested = vectorAccount('bitcoin', 49).addresses['0/0'] ?? '';
const p2pkh = vectorAccount('bitcoin', 44).addresses['0/0'] ?? '';
const recipientAddress = vectorAccount('bitcoin', 84).addresses['0/1'] ?? '';

/** Keys of m/49'/0'/0'/0/0 and m/44'/0'/0'/0/0. */
const nestedKey = '039b3b694b8fc5b5e07fb069c783cac754f5d38c3e08bed1960e31fdb1dda35c24';

/** The generator point of secp256k1, whose private key is 1, in full, and its p2pkh address (https://en.bitcoin.it/wiki/Technical_background_of_version_1_Bitcoin_addresses uses the same hash). */
const uncompressedKey =
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
const uncompressed = '1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm';

describe('a transfer of one coin with change', () => {
  it.each([
    ['p2wpkh', p2wpkh, undefined, 562, 141],
    ['p2tr', p2tr, undefined, 568, 142],
    ['p2sh-p2wpkh', nested, nestedKey, 658, 165],
    ['p2pkh', p2pkh, undefined, 892, 223],
    ['p2pkh with an uncompressed key', uncompressed, uncompressedKey, 1020, 255],
  ])('from %s pays for what it weighs', async (_, senderAddress, senderPubKey, weight, vsize) => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(senderAddress, 100_000n);
    ledger.feeRate = 2;
    const { data, codes } = await encode({ senderAddress, recipientAddress, senderPubKey, amount: '50000' });
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '50000', fees: String(2 * vsize), useMaxAmount: false });
    expect(data.params).toMatchObject({ v: 1, feeRate: '2', lockTime: 0, weight, vsize });
    expect(data.params.outputs).toEqual([
      { address: recipientAddress, value: '50000', role: 'recipient' },
      { address: senderAddress, value: String(50_000 - 2 * vsize), role: 'change' },
    ]);
  });

  it('pays fractions of a satoshi per byte, and rounds the whole fee up', async () => {
    const { ledger, encode } = createRig('bitcoin', { minFeeRate: 0.1 });
    ledger.fund(p2wpkh, 100_000n);
    ledger.feeRate = 0.246;
    // 0.246 x 141 = 34.686
    const { data } = await encode({ senderAddress: p2wpkh, recipientAddress, amount: '50000' });
    expect(data.fees).toBe('35');
    expect(data.params.feeRate).toBe('0.248');
  });
});

describe('the whole balance', () => {
  it('is the available amount less the fees', async () => {
    const { ledger, chain, encode } = createRig('bitcoin');
    ledger.fund(p2wpkh, 10_000n);
    ledger.fund(p2wpkh, 20_000n);
    const { data, warnings } = await encode({ senderAddress: p2wpkh, recipientAddress, useMaxAmount: true });
    // 42 + 2 x 272 + 124 = 710 weight units
    expect(data).toMatchObject({ amount: '29644', fees: '356', useMaxAmount: true });
    expect(data.params.outputs).toHaveLength(1);
    expect(warnings).toEqual([]);
    const { balances } = await chain.accountState(p2wpkh, { include: ['native'] });
    expect(balances.native?.available).toBe('30000');
  });

  it('leaves coins that are not worth their fee', async () => {
    const { ledger, chain, encode } = createRig('bitcoin');
    ledger.fund(p2wpkh, 20_000n);
    ledger.fund(p2wpkh, 136n);
    const { data, status } = await encode({ senderAddress: p2wpkh, recipientAddress, useMaxAmount: true });
    expect(data).toMatchObject({ amount: '19780', fees: '220' });
    expect(status.warnings).toMatchObject([
      {
        code: 'coins.left',
        message: '0.00000136 BTC stay in the account: the fee of spending them is more than they hold',
        context: { left: '136' },
      },
    ]);
    const { balances } = await chain.accountState(p2wpkh, { include: ['native'] });
    expect(balances.native?.available).toBe(String(19_780 + 220 + 136));
  });

  it('leaves small coins of taproot addresses behind, unless the client asks for them', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(p2tr, 50_000n);
    ledger.fund(p2tr, 546n);
    const intent = { senderAddress: p2tr, recipientAddress, useMaxAmount: true };
    const { data, status } = await encode(intent);
    // 42 + 230 + 124 = 396 weight units
    expect(data).toMatchObject({ amount: '49802', fees: '198' });
    expect(status.warnings).toMatchObject([
      {
        code: 'coins.left',
        message:
          '0.00000546 BTC stay in the account: such small coins may carry inscriptions or runes. params.allowSmallUtxos: true sends them too',
      },
    ]);
    const all = await encode({ ...intent, params: { allowSmallUtxos: true } });
    // 626 weight units
    expect(all.data).toMatchObject({ amount: '50232', fees: '314' });
    expect(all.warnings).toEqual([]);
  });

  it('is as much as fits into one transaction', async () => {
    const { ledger, encode } = createRig('bitcoin', { maxInputs: 2 });
    for (const value of [10_000n, 30_000n, 20_000n]) ledger.fund(p2wpkh, value);
    const { data, status } = await encode({ senderAddress: p2wpkh, recipientAddress, useMaxAmount: true });
    expect(data).toMatchObject({ amount: '49644', fees: '356' });
    expect(status.warnings).toMatchObject([
      { code: 'coins.left', message: '0.0001 BTC stay in the account: so many coins do not fit into one transaction' },
    ]);
  });

  it('includes coins from others only once they are confirmed', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(p2wpkh, 10_000n);
    ledger.fund(p2wpkh, 50_000n, { height: null });
    const { data, status } = await encode({ senderAddress: p2wpkh, recipientAddress, useMaxAmount: true });
    expect(data).toMatchObject({ amount: '9780', fees: '220' });
    expect(status.warnings).toMatchObject([
      { code: 'coins.left', message: '0.0005 BTC stay in the account: they are not confirmed yet' },
    ]);
  });

  it('is the change of waiting transactions, if the mempool spends more than it brings', async () => {
    const { ledger, chain, encode } = createRig('bitcoin');
    const coin = ledger.fund(p2wpkh, 100_000n);
    ledger.spend(
      [coin],
      [
        { address: recipientAddress, value: 60_000n },
        { address: p2wpkh, value: 39_000n },
      ],
    );
    const { balances } = await chain.accountState(p2wpkh, { include: ['native'] });
    expect(balances.native).toEqual({ available: '39000', total: '39000', unconfirmed: '-61000' });
    const { data, warnings } = await encode({ senderAddress: p2wpkh, recipientAddress, useMaxAmount: true });
    expect(data).toMatchObject({ amount: '38780', fees: '220' });
    expect(warnings).toEqual([]);
  });
});

describe('coins', () => {
  it('from others are spent unconfirmed only if the rest does not suffice', async () => {
    const { ledger, encode } = createRig('bitcoin');
    const confirmed = ledger.fund(p2wpkh, 10_000n);
    const own = ledger.fund(p2wpkh, 5_000n, { height: null, from: p2wpkh });
    const foreign = ledger.fund(p2wpkh, 50_000n, { height: null });
    const spent = async (amount: string) => {
      const { data, warnings } = await encode({ senderAddress: p2wpkh, recipientAddress, amount });
      return { coins: data.params.inputs.map(({ txid }) => txid).sort(), warnings };
    };
    expect(await spent('9000')).toEqual({ coins: [confirmed.txid], warnings: [] });
    expect(await spent('12000')).toEqual({ coins: [confirmed.txid, own.txid].sort(), warnings: [] });
    expect(await spent('20000')).toEqual({ coins: [foreign.txid], warnings: ['coins.unconfirmed'] });
  });

  it('are spent in the order of their ids, and without change if they fit', async () => {
    const { ledger, encode } = createRig('bitcoin');
    const coins = [10_000n, 20_000n, 40_000n].map((value) => ledger.fund(p2wpkh, value));
    // 2 coins, 1 output: 178 vB. The third coin alone would need change: 282, and the cost of spending the change.
    const { data } = await encode({ senderAddress: p2wpkh, recipientAddress, amount: '29640' });
    expect(data.fees).toBe('360');
    expect(data.params.outputs).toHaveLength(1);
    expect(data.params.inputs.map(({ txid }) => txid)).toEqual([coins[0]?.txid, coins[1]?.txid].sort());
  });
});

describe('wishes', () => {
  const encodeWith = async (more: object) => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(p2wpkh, 100_000n);
    return encode({ senderAddress: p2wpkh, recipientAddress, amount: '40000', ...more });
  };

  it.each([
    ['a fee rate', { params: { feeRate: '5' } }, '705'],
    ['a fee rate in fractions', { params: { feeRate: '1.25' } }, '177'],
    ['the least fee rate', { params: { feeRate: '1' } }, '141'],
    ['the highest fee rate', { params: { feeRate: '500' }, amount: '20000' }, '70500'],
    ['a number of blocks', { params: { feeTarget: '1' } }, '564'],
    ['all of the fee', { fees: '1000' }, '1000'],
    ['the least fee', { fees: '141' }, '141'],
    ['the highest fee', { fees: '70500', amount: '20000' }, '70500'],
  ])('may be for %s', async (_, wish, fees) => {
    const { data, codes } = await encodeWith(wish);
    expect(codes).toEqual([]);
    expect(data.fees).toBe(fees);
    const { outputs } = data.params;
    expect(outputs.reduce((sum, { value }) => sum + Number(value), Number(fees))).toBe(100_000);
  });

  describe('below 1 sat/vB', () => {
    const encodeBy = async (minimumFee: number, more: object) => {
      const ledger = new ScriptedChain('bitcoin');
      ledger.fund(p2wpkh, 100_000n);
      const esplora = ledger.esplora();
      const fees = { fastestFee: 2, halfHourFee: 2, hourFee: 2, economyFee: 2, minimumFee };
      const fetch = ledger.fetch({
        'https://one.test': (method, path, body) =>
          path === '/v1/fees/precise' ? { body: fees } : esplora(method, path, body),
      });
      const { encode } = createRig('bitcoin', { fetch }, ledger);
      return encode({ senderAddress: p2wpkh, recipientAddress, amount: '40000', ...more });
    };

    it.each([
      ['a fee rate', { params: { feeRate: '0.5' } }, '71'],
      ['a fee', { fees: '71' }, '71'],
      ['a fee of everything', { amount: undefined, useMaxAmount: true, fees: '56' }, '56'],
    ])('%s is taken if nodes take it', async (_, wish, fees) => {
      const { data, codes } = await encodeBy(0.1, wish);
      expect(codes).toEqual([]);
      expect(data.fees).toBe(fees);
    });

    it.each([
      ['a fee rate', { params: { feeRate: '0.5' } }, '0.6 sat/vB'],
      ['a fee', { fees: '71' }, '0.00000085 BTC'],
    ])('%s is refused with what nodes take', async (_, wish, minimum) => {
      const { status } = await encodeBy(0.6, wish);
      const message = `The wished fee is too low: the network takes at least ${minimum}.`;
      expect(status.errors).toMatchObject([{ code: 'fee.tooLow', message }]);
    });
  });

  it('for a fee hold for the whole balance too', async () => {
    const { data } = await encodeWith({ amount: undefined, useMaxAmount: true, fees: '500' });
    expect(data).toMatchObject({ amount: '99500', fees: '500' });
  });

  it.each([
    [{ fees: '140' }, 'fee.tooLow', 'The wished fee is too low: the network takes at least 0.00000141 BTC.'],
    [
      { fees: '70501', amount: '20000' },
      'fee.tooHigh',
      'The wished fee is too high: the service offers at most 0.000705 BTC for this transaction.',
    ],
    [{ params: { feeRate: '0.999' } }, 'fee.tooLow', 'The wished fee is too low: the network takes at least 1 sat/vB.'],
    [
      { params: { feeRate: '500.001' } },
      'fee.tooHigh',
      'The wished fee is too high: the service offers at most 500 sat/vB for this transaction.',
    ],
  ])('are refused beyond the limits: %j', async (wish, code, message) => {
    const { status, transaction } = await encodeWith(wish);
    expect(status.errors).toMatchObject([{ code, message }]);
    expect(transaction.encoded).toEqual([]);
  });

  it('may ask for outputs in the order of BIP69', async () => {
    const roles = async (amount: string) =>
      (await encodeWith({ amount, params: { bip69: true } })).data.params.outputs.map(({ role }) => role);
    expect(await roles('40000')).toEqual(['recipient', 'change']);
    expect(await roles('60000')).toEqual(['change', 'recipient']);
  });

  it('may ask for the previous transactions', async () => {
    const { data } = await encodeWith({ params: { includePrevTxs: true } });
    const [input] = data.params.inputs;
    expect(Object.keys(data.params.prevTxs ?? {})).toEqual([input?.txid]);
  });

  it('do not appear in the answer, nor do numbers that the chain does not use', async () => {
    const { data } = await encodeWith({ gas: '1', nonce: '7', params: { feeRate: '5', nothing: 'x' } });
    expect(Object.keys(data).sort()).toEqual(
      ['amount', 'fees', 'mode', 'params', 'recipientAddress', 'senderAddress', 'useMaxAmount'].sort(),
    );
    expect(data.params).not.toHaveProperty('nothing');
  });

  it('are not read from an earlier answer that is encoded again', async () => {
    const { data } = await encodeWith({ params: { feeRate: '3.3' } });
    const again = await encodeWith({ fees: data.fees, params: data.params });
    expect(again.data).toEqual((await encodeWith({})).data);
    expect(again.warnings).toContain('data.recomputed');
  });
});

describe('fees', () => {
  it('end at the limit, with a warning', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(p2wpkh, 10_000_000n);
    ledger.feeRate = 900;
    const { data, status } = await encode({ senderAddress: p2wpkh, recipientAddress, amount: '5000000' });
    expect(data.fees).toBe('70500');
    expect(status.warnings).toMatchObject([
      // 4 sat/vB are usual.
      { code: 'fee.unusual', context: { fees: '70500', usual: '564' } },
      {
        code: 'fee.capped',
        message:
          'The network asks for more than 0.005 BTC per 1000 virtual bytes, the most that is offered: the transaction may wait long',
      },
    ]);
  });

  it('are the least fees if the network asks for less', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(p2wpkh, 100_000n);
    ledger.feeRate = 0.3;
    expect((await encode({ senderAddress: p2wpkh, recipientAddress, amount: '50000' })).data.fees).toBe('141');
  });

  // Dogecoin: 1,000 for each of the 226 bytes of a transaction with 1 input and 2 outputs; and as much as 0.01 DOGE for an output below that.
  it('of Dogecoin are higher for small outputs, with amounts beyond 2^53', async () => {
    const sender = vectorAccount('dogecoin', 44).addresses['0/0'] ?? '';
    const recipient = vectorAccount('dogecoin', 44).addresses['0/1'] ?? '';
    const options = { endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' as const }] };
    const { ledger, encode } = createRig('dogecoin', options);
    ledger.feeRate = 1000;
    ledger.fund(sender, 2_000_000_000_123_456_789n);
    const intent = { senderAddress: sender, recipientAddress: recipient };
    const { data, warnings } = await encode({ ...intent, amount: '1000000000987654321' });
    expect(data.fees).toBe('226000');
    expect(data.params.outputs.map(({ value }) => value)).toEqual(['1000000000987654321', '999999999135576468']);
    expect(warnings).toEqual([]);
    const small = await encode({ ...intent, amount: '999999' });
    expect(small.data.fees).toBe('1226000');
    expect(small.status.warnings).toMatchObject([
      { code: 'fee.high' },
      { code: 'fee.surcharge', message: 'So small an output costs 0.01 DOGE more' },
    ]);
    const all = await encode({ ...intent, useMaxAmount: true });
    expect(all.data).toMatchObject({ amount: '2000000000123264789', fees: '192000' });
  });
});
