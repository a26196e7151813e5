import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../test/keys.ts';
import { connectTo, type NodeScript, transfer } from '../../test/scripted-node.ts';
import { type StarknetOptions, starknetOptionsSchema } from '../options.ts';

const million = 10n ** 24n;

/** Encodes a transfer of an account with a million STRK. */
async function encode(script: NodeScript, options: StarknetOptions = {}, intent: object = transfer) {
  const rich = { [transfer.senderAddress]: million };
  const { chain, askedFor } = connectTo('starknet', { strk: rich, ...script }, options);
  const { status, transaction } = await chain.encode(intent, {});
  return { status, transaction, estimates: askedFor('starknet_estimateFee').length };
}

const priceOf8000 = 8_000_000_000_000n;

describe('an endpoint that names absurd prices', () => {
  // A bound is 1.5 times the price.
  it.each([
    [
      'a price for layer 2',
      { prices: { l2: 6_000_000_000_000n } },
      'price for gas of layer 2',
      '9000000000000',
      '8000000000000',
    ],
    [
      'a price for layer 1',
      { prices: { l1: 10n ** 18n } },
      'price for gas of layer 1',
      '1500000000000000000',
      '1000000000000000000',
    ],
    [
      'a price for data',
      { prices: { l1Data: 10n ** 18n } },
      'price for gas of layer 1',
      '1500000000000000000',
      '1000000000000000000',
    ],
    ['gas of layer 2', { estimate: { l2: 10n ** 9n } }, 'gas limit', '1500000000', '1000000000'],
    [
      'gas of layer 1',
      { estimate: { l1: 2n ** 64n - 1n } },
      'gas limit of layer 1',
      '27670116110564327423',
      '18446744073709551615',
    ],
    [
      'gas for data',
      { estimate: { l1Data: 2n ** 63n } },
      'gas limit of layer 1',
      '18446744073709551616',
      '18446744073709551615',
    ],
    [
      'a sum above 100 STRK',
      { estimate: { l2: 600_000_000n }, prices: { l2: 80_000_000_000n } },
      'sum of fees',
      '108',
      '100',
    ],
  ] as const)('%s gets nothing encoded, and the number is told', async (_, script, what, asked, ceiling) => {
    const { status, transaction } = await encode(script);
    const [error] = status.errors;
    expect(error).toMatchObject({ code: 'fee.aboveCeiling', field: 'transaction.data.fees', context: { what } });
    expect(error?.message).toContain(`of ${asked}`);
    expect(error?.message).toContain(`ceiling of ${ceiling}`);
    expect(transaction.encoded).toEqual([]);
    expect(transaction.data.params).toBeUndefined();
  });

  it('is believed up to the ceiling', async () => {
    // 1.5 times the price is the ceiling.
    const l2 = (priceOf8000 * 2n) / 3n;
    const { status } = await encode({ prices: { l2 }, estimate: { l2: 1_000_000n } });
    expect(status.errors).toEqual([]);
    const above = await encode({ prices: { l2: l2 + 1n }, estimate: { l2: 1_000_000n } });
    expect(above.status.errors).toMatchObject([{ code: 'fee.aboveCeiling' }]);
  });

  it('in a deployment gets nothing encoded either', async () => {
    const deploy = { mode: 'deployAccount', senderPubKey: publicKeyOf() };
    const { status } = await encode({ accounts: {}, prices: { l2: 10n ** 15n } }, {}, deploy);
    expect(status.errors).toMatchObject([{ code: 'fee.aboveCeiling' }]);
  });
});

describe('the operator', () => {
  it.each([
    ['l2GasPrice', { prices: { l2: 6_000_000_000_000n }, estimate: { l2: 1_000_000n } }, String(9_000_000_000_000n)],
    ['l1GasPrice', { prices: { l1: 10n ** 18n } }, String(15n * 10n ** 17n)],
    ['fee', { estimate: { l2: 600_000_000n }, prices: { l2: 80_000_000_000n } }, String(109n * 10n ** 18n)],
  ] as const)('may raise the ceiling %s', async (name, script, ceiling) => {
    expect((await encode(script)).status.errors).toMatchObject([{ code: 'fee.aboveCeiling' }]);
    expect((await encode(script, { ceilings: { [name]: ceiling } })).status.errors).toEqual([]);
  });

  it('may lower them', async () => {
    for (const ceilings of [{ l2GasPrice: '1' }, { l1GasPrice: '1' }, { fee: '1' }])
      expect((await encode({}, { ceilings })).status.errors).toMatchObject([{ code: 'fee.aboveCeiling' }]);
  });

  it('sets them as whole numbers', () => {
    const reads = (ceilings: object) => starknetOptionsSchema.safeParse({ ceilings }).success;
    expect(reads({ fee: '1', l1GasPrice: '0', l2GasPrice: '8000000000000' })).toBe(true);
    for (const wrong of [{ fee: '-1' }, { fee: '1.5' }, { fee: '' }, { l2GasPrice: '0x1' }, { fee: 5 }, { other: '1' }])
      expect(reads(wrong)).toBe(false);
  });
});

describe('a tip', () => {
  const tipped = (tip: unknown) => ({ ...transfer, params: { tip } });

  it('is paid for all gas of layer 2, so the fees include it', async () => {
    const [free, paid] = [await encode({}), await encode({}, {}, tipped('1000000000'))];
    expect(free.transaction.data.fees).toBe('18002016000000000');
    // 1.5 million units of gas at 10^9 FRI.
    expect(paid.transaction.data.fees).toBe(String(18_002_016_000_000_000n + 1_500_000n * 10n ** 9n));
    expect(paid.transaction.data.params).toMatchObject({ tip: '0x3b9aca00' });
    expect(free.transaction.data.params).toMatchObject({ tip: '0x0' });
  });

  it.each([String(priceOf8000 + 1n), String(2n ** 64n), '9'.repeat(60)])(
    'above the ceiling is the mistake of the client: %s',
    async (tip) => {
      const field = 'transaction.data.params.tip';
      const { status, estimates } = await encode({}, {}, tipped(tip));
      expect(status.errors).toMatchObject([
        { code: 'wish.invalid', field, message: expect.stringContaining('above the ceiling of 8000000000000 FRI') },
      ]);
      expect(estimates).toBe(0);
      const deploy = { mode: 'deployAccount', senderPubKey: publicKeyOf(), params: { tip } };
      expect((await encode({ accounts: {} }, {}, deploy)).status.errors).toMatchObject([
        { code: 'wish.invalid', field },
      ]);
    },
  );

  it('and a price together have one ceiling', async () => {
    const { status } = await encode({}, {}, tipped(String(priceOf8000)));
    expect(status.errors).toMatchObject([{ code: 'fee.aboveCeiling', context: { what: 'price for gas of layer 2' } }]);
  });

  it.each(['-1', '1.5', '0x10', 'much', 5])('cannot be %j', async (tip) => {
    await expect(encode({}, {}, tipped(tip))).rejects.toMatchObject({
      problems: [{ code: 'wish.invalid', field: 'transaction.data.params.tip' }],
    });
  });
});
