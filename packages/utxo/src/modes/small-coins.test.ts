import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../test/rig.ts';
import type { UtxoOptions } from '../options.ts';

// Coins that may carry inscriptions or runes. ordinals/ord issues 2013 and 2808: inscriptions were spent while they waited for their block. The
// wallet of ordinals/ord puts 10,000 satoshi into each (TARGET_POSTAGE; issues 419, 2235 and 3763), and Babylon's staking page leaves all such coins
// out (babylonlabs-io/simple-staking pull request 27).

const p2wpkh = vectorAccount('bitcoin', 84).addresses['0/0'] ?? '';
const p2tr = vectorAccount('bitcoin', 86).addresses['0/0'] ?? '';
const recipientAddress = vectorAccount('bitcoin', 84).addresses['0/1'] ?? '';

interface Small {
  readonly value: bigint;
  /** Null if the coin waits for its block. */
  readonly height?: number | null;
}

/** Pays from one large coin and a small one. */
async function pay(small: Small, intent: object, { sender = p2tr, options = {} as UtxoOptions } = {}) {
  const { ledger, encode } = createRig('bitcoin', options);
  const large = ledger.fund(sender, 100_000n);
  const coin = ledger.fund(sender, small.value, small.height === undefined ? {} : { height: small.height });
  const { data, codes, status } = await encode({ senderAddress: sender, recipientAddress, ...intent });
  const inputs = status.errors.length > 0 ? [] : data.params.inputs;
  const spends = ({ txid }: { txid: string }) => inputs.some((input) => input.txid === txid);
  const warnings = status.warnings.map(({ code, message }) => [code, message]);
  return { codes, warnings, spendsLarge: spends(large), spendsSmall: spends(coin), amount: data.amount };
}

const all = { useMaxAmount: true };
const doubtful = (message: string) => [['coins.doubtful', message]];
const warningOf = (held: string) =>
  doubtful(
    `1 of the coins that the transaction spends hold 0.0001 BTC or less, ${held} BTC together. Such small coins of taproot addresses may carry inscriptions or runes, which would be lost. To leave them, send params.smallUtxoLimit: "10000"`,
  );

describe('a coin of 1,000 satoshi at a taproot address', () => {
  it.each([
    ['in a block', { value: 1000n }],
    ['that waits for its block', { value: 1000n, height: null }],
  ])('%s is not spent to reach an amount', async (_, small) => {
    expect(await pay(small, { amount: '100200' })).toMatchObject({ codes: ['coins.protected'] });
  });

  it('that waits is spent only if the client says so', async () => {
    const small = { value: 1000n, height: null };
    const asked = { amount: '100200', params: { allowSmallUtxos: true } };
    expect(await pay(small, asked)).toMatchObject({ codes: [], spendsSmall: true });
  });

  it('that waits stays when all is sent, like every coin that waits', async () => {
    const small = { value: 1000n, height: null };
    const waits = ['coins.left', '0.00001 BTC stay in the account: they are not confirmed yet'];
    for (const params of [{}, { allowSmallUtxos: true }])
      expect(await pay(small, { ...all, params })).toMatchObject({ codes: [], warnings: [waits], spendsSmall: false });
  });

  it('that waits is no reason to ask for protected coins when all is sent', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(p2tr, 1000n, { height: null });
    const { codes } = await encode({ senderAddress: p2tr, recipientAddress, ...all });
    expect(codes).toEqual(['coins.none']);
  });
});

describe('a coin of 1,001 to 10,000 satoshi at a taproot address', () => {
  it.each([
    [1001n, '0.00001001'],
    [10_000n, '0.0001'],
  ])('is sent with all the rest, with a warning: %d', async (value, held) => {
    expect(await pay({ value }, all)).toMatchObject({ codes: [], warnings: warningOf(held), spendsSmall: true });
  });

  it('is not doubtful if it is larger, or at another kind of address', async () => {
    expect(await pay({ value: 10_001n }, all)).toMatchObject({ warnings: [], spendsSmall: true });
    expect(await pay({ value: 10_000n }, all, { sender: p2wpkh })).toMatchObject({ warnings: [], spendsSmall: true });
  });

  it('is spent last', async () => {
    // Alone it would pay this amount with the least change.
    expect(await pay({ value: 10_000n }, { amount: '9000' })).toMatchObject({
      ...{ codes: [], warnings: [], spendsLarge: true, spendsSmall: false },
    });
    const more = await pay({ value: 10_000n }, { amount: '105000' });
    expect(more).toMatchObject({ codes: [], warnings: warningOf('0.0001'), spendsSmall: true });
  });

  it('is spent before coins that wait', async () => {
    const { ledger, encode } = createRig('bitcoin');
    const small = ledger.fund(p2tr, 10_000n);
    ledger.fund(p2tr, 100_000n, { height: null });
    const { data } = await encode({ senderAddress: p2tr, recipientAddress, amount: '5000' });
    expect(data.params.inputs?.map(({ txid }) => txid)).toEqual([small.txid]);
  });
});

describe('the limit', () => {
  const left =
    '0.0001 BTC stay in the account: such small coins may carry inscriptions or runes. params.allowSmallUtxos: true sends them too';

  it.each([
    ['of a client', { params: { smallUtxoLimit: '10000' } }, {}],
    ['of an operator', {}, { smallUtxoLimit: 10_000 }],
  ])('%s protects larger coins', async (_, wish, options) => {
    const found = await pay({ value: 10_000n }, { ...all, ...wish }, { options });
    expect(found).toMatchObject({ codes: [], warnings: [['coins.left', left]], spendsSmall: false });
    const refused = await pay({ value: 10_000n }, { amount: '105000', ...wish }, { options });
    expect(refused.codes).toEqual(['coins.protected']);
    expect((await pay({ value: 10_001n }, { ...all, ...wish }, { options })).spendsSmall).toBe(true);
  });

  it.each([
    ['of a client', { params: { smallUtxoLimit: '0' } }, {}, []],
    ['of an operator', {}, { smallUtxoLimit: 0 }, warningOf('0.00001')],
  ])('%s can be lower', async (_, wish, options, warnings) => {
    const found = await pay({ value: 1000n }, { ...all, ...wish }, { options });
    expect(found).toMatchObject({ codes: [], warnings, spendsSmall: true });
  });

  it('of a client counts before that of the operator, and ends the warning', async () => {
    const wish = { params: { smallUtxoLimit: '546' } };
    const options = { smallUtxoLimit: 10_000 };
    const found = await pay({ value: 9000n }, { ...all, ...wish }, { options });
    expect(found).toMatchObject({ codes: [], warnings: [], spendsSmall: true });
  });

  it('is named in the refusal', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(p2tr, 5000n);
    const wish = { params: { smallUtxoLimit: '6000' } };
    const { status } = await encode({ senderAddress: p2tr, recipientAddress, amount: '1000', ...wish });
    expect(status.errors).toMatchObject([{ code: 'coins.protected', context: { limit: '6000', held: '5000' } }]);
  });

  it('is either given, or switched off', async () => {
    const wish = { params: { smallUtxoLimit: '6000', allowSmallUtxos: true } };
    await expect(pay({ value: 9000n }, { ...all, ...wish })).rejects.toThrow(
      'give either allowSmallUtxos or smallUtxoLimit',
    );
  });
});
