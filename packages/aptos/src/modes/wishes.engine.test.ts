import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MoneyRig, person, startMoneyRig } from '../../test/money-rig.ts';

// What clients may wish for, on the stand-in: each wish is honoured, or refused with its field.

let rig: MoneyRig;
beforeAll(async () => {
  rig = await startMoneyRig();
  // Alice has an account that has sent something: 60 units are used, and 560 are offered.
  await rig.send(await rig.by(rig.alice, { amount: '1' }), rig.alice);
});
afterAll(() => rig?.engine.stop());

const apt = 100_000_000n;
const seconds = () => Math.floor(rig.engine.now() / 1_000);

/** The terms of a transfer of 7 octas by Alice, or what is wrong with the wishes. */
async function terms(wishes: object) {
  const { data, errors, message } = await rig.by(rig.alice, { amount: '7', ...wishes });
  const { fees, gas, nonce, params } = data;
  if (message === undefined) {
    expect(params).toBeUndefined();
    return errors.map(({ code, field }) => [code, field]);
  }
  return { fees, gas, nonce, price: params?.gasUnitPrice, expiration: params?.expirationTimestampSecs };
}

const usual = { fees: '56000', gas: '560', price: '100' };
const field = (name: string) => `transaction.data.${name}`;

describe('wishes', () => {
  it('are not needed', async () => {
    expect(await terms({})).toMatchObject({ ...usual, expiration: String(seconds() + 600) });
  });

  it.each<[string, object, object]>([
    ['gas', { gas: '60' }, { gas: '60', fees: '6000', price: '100' }],
    ['much gas', { gas: '2000000' }, { gas: '2000000', fees: '200000000', price: '100' }],
    ['a price', { params: { gasUnitPrice: '150' } }, { gas: '560', fees: '84000', price: '150' }],
    ['a price as a number', { params: { gasUnitPrice: 150 } }, { gas: '560', fees: '84000', price: '150' }],
    // Somebody in a hurry may pay more than what is offered otherwise.
    ['a high price', { params: { gasUnitPrice: '20000' } }, { gas: '560', fees: '11200000', price: '20000' }],
    ['fees', { fees: '6000' }, { gas: '60', fees: '6000', price: '100' }],
    ['fees that are no whole number of units', { fees: '7099' }, { gas: '70', fees: '7000', price: '100' }],
    ['fees and gas', { fees: '9000', gas: '60' }, { gas: '60', fees: '9000', price: '150' }],
    [
      'fees, gas and a price',
      { fees: '9000', gas: '60', params: { gasUnitPrice: '120' } },
      { gas: '60', fees: '7200', price: '120' },
    ],
    ['fees and a price', { fees: '9000', params: { gasUnitPrice: '120' } }, { gas: '75', fees: '9000', price: '120' }],
  ])('set %s', async (_, wishes, expected) => {
    expect(await terms(wishes)).toMatchObject(expected);
    expect(await rig.send(await rig.by(rig.alice, { amount: '7', ...wishes }), rig.alice)).toMatchObject({
      success: true,
      gasUsed: 60n,
    });
  });

  it('for more fees than the chain can take offer what it takes', async () => {
    await rig.hold(rig.carol, 10_000n * apt);
    const encoded = await rig.by(rig.carol, { amount: '7', fees: String(5_000n * apt) });
    expect(encoded.data).toMatchObject({ gas: '20000000', fees: String(20n * apt) });
    expect(await rig.send(encoded, rig.carol)).toMatchObject({ success: true });
  });

  it.each<[string, object, string, string]>([
    ['no gas', { gas: '0' }, 'gas.tooLow', 'gas'],
    ['less gas than the transaction uses', { gas: '59' }, 'gas.tooLow', 'gas'],
    ['more gas than the chain takes', { gas: '20000001' }, 'gas.tooHigh', 'gas'],
    ['no fees', { fees: '0' }, 'fee.tooLow', 'fees'],
    ['fees below what the transaction uses', { fees: '5999' }, 'fee.tooLow', 'fees'],
    ['less than the chain’s lowest price', { params: { gasUnitPrice: '99' } }, 'wish.invalid', 'params.gasUnitPrice'],
    [
      'more than the chain’s highest price',
      { params: { gasUnitPrice: '10000000001' } },
      'wish.invalid',
      'params.gasUnitPrice',
    ],
    ['fees that pay too little for each unit', { fees: '5999', gas: '60' }, 'wish.invalid', 'params.gasUnitPrice'],
    [
      'fees below gas at the wished price',
      { fees: '7199', gas: '60', params: { gasUnitPrice: '120' } },
      'wish.invalid',
      'fees',
    ],
    ['a used sequence number', { nonce: '0' }, 'nonce.used', 'nonce'],
    ['a sequence number that no node keeps', { nonce: '1000' }, 'wish.invalid', 'nonce'],
    [
      'the past',
      { params: { expirationTimestampSecs: '1700000000' } },
      'wish.invalid',
      'params.expirationTimestampSecs',
    ],
  ])('for %s are refused', async (_, wishes, code, name) => {
    expect(await terms(wishes)).toEqual([[code, field(name)]]);
  });

  it.each<[string, object]>([
    ['gas', { gas: 'much' }],
    ['fees', { fees: '-1' }],
    ['nonce', { nonce: '0x5' }],
    ['params.gasUnitPrice', { params: { gasUnitPrice: '0' } }],
    ['params.gasUnitPrice', { params: { gasUnitPrice: 1.5 } }],
    ['params.gasUnitPrice', { params: { gasUnitPrice: '18446744073709551616' } }],
    ['params.expirationTimestampSecs', { params: { expirationTimestampSecs: 'tomorrow' } }],
    ['params.expirationTimestampSecs', { params: { expirationTimestampSecs: 2 ** 60 } }],
    ['params.orderless', { params: { orderless: 'yes' } }],
  ])('that make no sense are refused: %s (%o)', async (name, wishes) => {
    await expect(terms(wishes)).rejects.toMatchObject({ problems: [{ code: 'wish.invalid', field: field(name) }] });
  });

  // 560 units at 178,572 octas are just above 1 APT.
  it.each<[string, object]>([
    ['by itself', { params: { gasUnitPrice: '178572' } }],
    ['with gas', { gas: '100', params: { gasUnitPrice: '9000000' } }],
    ['with fees', { fees: '900000000', params: { gasUnitPrice: '9000000' } }],
    ['by fees and gas', { fees: '900000000', gas: '100' }],
    ['by fees and gas, below 1 APT', { fees: '99999960', gas: '60' }],
  ])('for a price that makes the usual limit cost more than the ceiling are refused: %s', async (_, wishes) => {
    await rig.hold(rig.carol, 10_000n * apt);
    const { errors } = await rig.by(rig.carol, { amount: '7', ...wishes });
    expect(errors).toMatchObject([{ code: 'fee.aboveCeiling', field: field('fees') }]);
  });

  it.each<[string, object]>([
    ['by itself', { params: { gasUnitPrice: '178571' } }],
    ['by fees and gas', { fees: '10714260', gas: '60' }],
  ])('for a price up to that are taken: %s', async (_, wishes) => {
    await rig.hold(rig.carol, 10_000n * apt);
    expect(await rig.by(rig.carol, { amount: '7', ...wishes })).toMatchObject({
      errors: [],
      data: { params: { gasUnitPrice: '178571' } },
    });
  });

  it('that name several things are told all that is wrong', async () => {
    const past = { expirationTimestampSecs: seconds(), gasUnitPrice: '99' };
    expect(await terms({ nonce: '0', params: past })).toEqual([
      ['nonce.used', field('nonce')],
      ['wish.invalid', field('params.expirationTimestampSecs')],
      ['wish.invalid', field('params.gasUnitPrice')],
    ]);
  });

  it('for the time are honoured', async () => {
    // The block that takes a transaction may be of the next second.
    for (const more of [2, 5, 3_600, 86_400 * 30]) {
      const until = String(seconds() + more);
      const encoded = await rig.by(rig.alice, { amount: '7', params: { expirationTimestampSecs: until } });
      expect(encoded.data.params).toMatchObject({ expirationTimestampSecs: until });
      expect(await rig.send(encoded, rig.alice)).toMatchObject({ success: true });
    }
    // In milliseconds it would never end.
    const forever = await rig.by(rig.alice, { amount: '7', params: { expirationTimestampSecs: rig.engine.now() } });
    expect(forever).toMatchObject({ refusals: ['wish.invalid'], message: undefined });
    expect(forever.errors[0]?.message).toContain('it counts seconds');
    const late = await rig.by(rig.alice, { amount: '7', params: { expirationTimestampSecs: seconds() + 5 } });
    await rig.engine.advance(5);
    expect(await rig.send(late, rig.alice)).toMatchObject({ refusal: 'TRANSACTION_EXPIRED' });
  });

  it('for a later sequence number are simulated with the present one, and wait for their turn', async () => {
    const next = rig.engine.sequenceNumber(rig.alice.address);
    const ahead = await rig.by(rig.alice, { amount: '7', nonce: String(next + 2n) });
    expect(ahead).toMatchObject({ errors: [], data: { ...usualTerms, nonce: String(next + 2n) } });
    expect(ahead.warnings.find(({ code }) => code === 'nonce.gap')?.context).toMatchObject({
      nonce: String(next + 2n),
      next: String(next),
    });
    const present = await rig.by(rig.alice, { amount: '7', nonce: String(next) });
    expect(present.hints).not.toContain('nonce.gap');
    const second = await rig.by(rig.alice, { amount: '7', nonce: String(next + 1n) });
    expect(await rig.send(ahead, rig.alice)).toMatchObject({ status: 202, success: false });
    expect(await rig.send(present, rig.alice)).toMatchObject({ status: 202, success: true });
    expect(rig.engine.sequenceNumber(rig.alice.address)).toBe(next + 1n);
    const { hash } = await rig.send(second, rig.alice);
    expect(await rig.resultOf(hash)).toMatchObject({ success: true });
    expect(rig.engine.sequenceNumber(rig.alice.address)).toBe(next + 3n);
    const farthest = await rig.by(rig.alice, { amount: '7', nonce: String(next + 3n + 99n) });
    expect(farthest.errors).toEqual([]);
    expect(await terms({ nonce: String(next + 3n + 100n) })).toEqual([['wish.invalid', field('nonce')]]);
  });

  it('are the same again if the answer is sent back', async () => {
    for (const wishes of [
      {},
      { gas: '61' },
      { fees: '7100' },
      { params: { gasUnitPrice: '101', expirationTimestampSecs: seconds() + 50 } },
      { useMaxAmount: true, amount: undefined },
    ]) {
      const first = await rig.by(rig.alice, { amount: '7', ...wishes });
      const { fees, gas, nonce, params } = first.data;
      const { checksum: _, ...terms } = params ?? {};
      const again = await rig.by(rig.alice, { amount: '7', ...wishes, fees, gas, nonce, params: terms });
      expect(again.message).toBe(first.message);
      expect(again.errors).toEqual([]);
    }
  });

  it('for fees are checked against the balance', async () => {
    const somebody = person(0x71);
    await rig.hold(somebody, 1_000_000n);
    await rig.send(await rig.by(somebody, { amount: '1' }), somebody);
    await rig.hold(somebody, 10_007n);
    for (const [wishes, code] of [
      [{ gas: '100' }, undefined],
      [{ fees: '10000' }, undefined],
      [{ gas: '101' }, 'balance.insufficient'],
      [{ fees: '10100' }, 'balance.insufficient'],
      // The chain would run out of what the account can pay for.
      [{ gas: '60', params: { gasUnitPrice: '167' } }, 'balance.insufficientForFees'],
      [{ params: { gasUnitPrice: '357' } }, 'balance.insufficientForFees'],
      [{ params: { gasUnitPrice: '358' } }, 'balance.insufficientForFees'],
      [{ gas: '60', params: { gasUnitPrice: '166' } }, undefined],
    ] as const) {
      const { refusals } = await rig.by(somebody, { amount: '7', ...wishes });
      expect([wishes, refusals]).toEqual([wishes, code === undefined ? [] : [code]]);
    }
  });
});

const usualTerms = { fees: usual.fees, gas: usual.gas };
