import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MoneyRig, type Person, person, startMoneyRig } from '../../test/money-rig.ts';

// Amounts around every limit, on the stand-in. Its transfers use 60 units of gas, and storage on top of that.

let rig: MoneyRig;
let seed = 0x80;
/** Has sent something, and holds what a test says. */
let sender: Person;
beforeAll(async () => {
  rig = await startMoneyRig();
});
afterAll(() => rig?.engine.stop());
beforeEach(() => {
  sender = person(seed++);
  rig.engine.placeAccount(sender.address, { sequenceNumber: 7n });
  rig.engine.setGas({ transfer: 60n });
  rig.engine.setMinimumGasPrice(100n);
  rig.engine.setGasPrices({ deprioritized: 100n, regular: 100n, prioritized: 150n });
});

const apt = 100_000_000n;
const max = { useMaxAmount: true };
/** Nobody ever had anything there. */
const nobody = () => `0x${(seed++).toString(16).padStart(2, '0')}${'c5'.repeat(31)}`;
const balance = ({ address }: Pick<Person, 'address'>) => rig.engine.balance(address);

/** The prices and limits of an answer. */
const terms = ({ amount, fees, gas }: Readonly<Record<string, unknown>>) => ({ amount, fees, gas });

describe('the maximum', () => {
  it('leaves what is kept back for gas and not used, and says so', async () => {
    await rig.hold(sender, apt);
    const encoded = await rig.by(sender, max);
    // A tenth more than 60 units, and ten: 76.
    expect(terms(encoded.data)).toEqual({ amount: String(apt - 7_600n), fees: '7600', gas: '76' });
    expect(encoded.warnings).toEqual([
      {
        code: 'amount.leavesDust',
        field: 'transaction.data.amount',
        message: expect.stringMatching(/^Up to 0\.000016 APT may stay in the account: /),
        context: { dust: '1600', reason: expect.any(String) },
      },
    ]);
    expect(await rig.send(encoded, sender)).toMatchObject({ success: true, fee: 6_000n });
    expect(await balance(sender)).toBe(1_600n);
  });

  it.each([
    [66n, true],
    [76n, true],
    // One unit more than the limit.
    [77n, false],
    [90n, false],
  ])('survives a rise of gas to %i: %s', async (units, success) => {
    await rig.hold(sender, apt);
    const encoded = await rig.by(sender, max);
    rig.engine.setGas({ transfer: units });
    const done = await rig.send(encoded, sender);
    expect(done).toMatchObject({ success });
    expect(await balance(sender)).toBe(success ? 7_600n - units * 100n : apt - 7_600n);
  });

  it('is exact: an octa more would not be carried out', async () => {
    await rig.hold(sender, apt);
    const { amount } = (await rig.by(sender, max)).data;
    const more = String(BigInt(String(amount)) + 1n);
    const named = await rig.by(sender, { amount: more, gas: '76' });
    expect(named).toMatchObject({ refusals: ['balance.insufficient'], message: undefined });
    expect(named.errors[0]?.context).toMatchObject({ available: String(apt), amount: more, fees: '7600' });
    // The chain asks for less than the limit. At the limit itself nothing is left.
    rig.engine.setGas({ transfer: 76n });
    const whole = await rig.by(sender, { amount: String(amount), gas: '76' });
    expect(await rig.send(whole, sender)).toMatchObject({ success: true });
    expect(await balance(sender)).toBe(0n);
  });

  it.each([
    [0n, undefined],
    [2_799n, undefined],
    [2_800n, undefined],
    [5_999n, undefined],
    [6_000n, undefined],
    [7_599n, undefined],
    [7_600n, undefined],
    [7_601n, 1n],
    [7_602n, 2n],
  ])('of %i octas is %s', async (held, amount) => {
    await rig.hold(sender, held);
    const encoded = await rig.by(sender, max);
    if (amount === undefined) {
      expect(encoded).toMatchObject({ message: undefined });
      expect(encoded.data.params).toBeUndefined();
      expect([['balance.nothingToSend'], ['balance.insufficientForFees']]).toContainEqual(encoded.refusals);
      return;
    }
    expect(terms(encoded.data)).toEqual({ amount: String(amount), fees: '7600', gas: '76' });
    expect(await rig.send(encoded, sender)).toMatchObject({ success: true });
    expect(await balance(sender)).toBe(1_600n);
  });

  it('counts what the recipient’s store costs', async () => {
    await rig.hold(sender, apt);
    const recipientAddress = nobody();
    const encoded = await rig.by(sender, { ...max, recipientAddress });
    const gas = BigInt(String(encoded.data.gas));
    const done = await rig.send(encoded, sender);
    expect(done).toMatchObject({ success: true });
    expect(gas).toBe((done.gasUsed * 11n + 9n) / 10n + 10n);
    expect(done.gasUsed).toBeGreaterThan(4_000n);
    expect(await balance(sender)).toBe((gas - done.gasUsed) * 100n);
    expect(await rig.engine.balance(recipientAddress)).toBe(apt - gas * 100n);
  });

  it('counts what the sender’s own account costs', async () => {
    for (const absentAccounts of ['default', 'not_found'] as const) {
      rig.engine.setBehaviour({ absentAccounts });
      const newcomer = person(seed++);
      await rig.hold(newcomer, apt);
      const encoded = await rig.by(newcomer, max);
      expect(terms(encoded.data)).toEqual({ amount: String(apt - 562_900n), fees: '562900', gas: '5629' });
      expect(await rig.send(encoded, newcomer)).toMatchObject({ success: true, gasUsed: 5_108n });
      expect(await balance(newcomer)).toBe(52_100n);
    }
  });

  it('goes by the price that is paid', async () => {
    rig.engine.setGasPrices({ deprioritized: 120n, regular: 150n });
    await rig.hold(sender, apt);
    const usual = await rig.by(sender, max);
    expect(terms(usual.data)).toEqual({ amount: String(apt - 11_400n), fees: '11400', gas: '76' });
    const wished = await rig.by(sender, { ...max, params: { gasUnitPrice: '333' } });
    expect(terms(wished.data)).toEqual({ amount: String(apt - 25_308n), fees: '25308', gas: '76' });
    // Storage costs octas, so it takes fewer units.
    const dear = await rig.by(sender, { ...max, recipientAddress: nobody(), params: { gasUnitPrice: '333' } });
    expect(await rig.send(dear, sender)).toMatchObject({ success: true });
  });

  it('goes by wished fees and gas', async () => {
    await rig.hold(sender, apt);
    expect(terms((await rig.by(sender, { ...max, gas: '60' })).data)).toEqual({
      amount: String(apt - 6_000n),
      fees: '6000',
      gas: '60',
    });
    const exact = await rig.by(sender, { ...max, fees: '6099' });
    expect(terms(exact.data)).toEqual({ amount: String(apt - 6_000n), fees: '6000', gas: '60' });
    // Nothing is kept back without being used, and nothing is said to stay.
    expect(exact.hints).toEqual([]);
    expect(await rig.by(sender, { ...max, gas: '59' })).toMatchObject({ refusals: ['gas.tooLow'] });
    expect(await rig.by(sender, { ...max, fees: String(apt) })).toMatchObject({ refusals: ['balance.nothingToSend'] });
    expect(await rig.send(exact, sender)).toMatchObject({ success: true });
    expect(await balance(sender)).toBe(0n);
  });

  it('goes to oneself', async () => {
    await rig.hold(sender, apt);
    const encoded = await rig.by(sender, { ...max, recipientAddress: sender.address });
    expect(encoded.hints).toContain('recipient.isSender');
    expect(await rig.send(encoded, sender)).toMatchObject({ success: true });
    expect(await balance(sender)).toBe(apt - 6_000n);
  });

  it('that cannot be paid for any more costs nothing, or its fee alone', async () => {
    await rig.hold(sender, apt);
    const encoded = await rig.by(sender, max);
    await rig.hold(sender, apt - 10_000n);
    expect(await rig.send(encoded, sender)).toMatchObject({ success: false, refusal: undefined });
    expect(await balance(sender)).toBeGreaterThan(apt - 20_000n);
    const again = await rig.by(sender, max);
    await rig.hold(sender, 7_599n);
    const refused = { refusal: 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE' };
    expect(await rig.send(again, sender)).toMatchObject(refused);
    expect(await balance(sender)).toBe(7_599n);
  });
});

describe('a named amount', () => {
  it('needs a tenth more than the gas of the simulation', async () => {
    const amount = 12_345_678n;
    const { address: recipientAddress } = rig.bob;
    for (const [spare, gas] of [
      [-1n, undefined],
      [0n, undefined],
      [2_799n, undefined],
      [2_800n, undefined],
      [5_999n, undefined],
      [6_000n, undefined],
      [6_599n, undefined],
      [6_600n, '66'],
      [6_699n, '66'],
      [6_700n, '67'],
      [55_999n, '559'],
      [56_000n, '560'],
      [56_100n, '560'],
    ] as const) {
      const from = person(seed++);
      rig.engine.placeAccount(from.address, { sequenceNumber: 1n });
      await rig.hold(from, amount + spare);
      const encoded = await rig.by(from, { recipientAddress, amount: String(amount) });
      expect([spare, encoded.refusals]).toEqual([spare, gas === undefined ? ['balance.insufficient'] : []]);
      if (gas === undefined) {
        expect(encoded.message).toBeUndefined();
        const { available, needed } = encoded.errors[0]?.context ?? {};
        if (needed !== undefined) expect(BigInt(String(needed))).toBeGreaterThan(BigInt(String(available)));
        continue;
      }
      expect(encoded.data).toMatchObject({ gas, fees: `${gas}00` });
      expect(await rig.send(encoded, from)).toMatchObject({ success: true });
      expect(await balance(from)).toBe(spare - 6_000n);
    }
  });

  it('survives a rise of gas by a tenth and by half', async () => {
    for (const units of [66n, 90n, 560n]) {
      rig.engine.setGas({ transfer: 60n });
      await rig.hold(sender, apt);
      const encoded = await rig.by(sender, { amount: '1000' });
      rig.engine.setGas({ transfer: units });
      const done = await rig.send(encoded, sender);
      expect(done).toMatchObject({ success: true, gasUsed: units });
      expect(done.fee).toBeLessThanOrEqual(BigInt(String(encoded.data.fees)));
    }
    // Even with the least that the balance leaves.
    rig.engine.setGas({ transfer: 60n });
    await rig.hold(sender, 1_000n + 6_600n);
    const tight = await rig.by(sender, { amount: '1000' });
    rig.engine.setGas({ transfer: 66n });
    expect(await rig.send(tight, sender)).toMatchObject({ success: true });
    expect(await balance(sender)).toBe(0n);
  });

  it('that runs out of gas costs what was said, and moves nothing', async () => {
    await rig.hold(sender, apt);
    const encoded = await rig.by(sender, { amount: '1000' });
    rig.engine.setGas({ transfer: 561n });
    expect(await rig.send(encoded, sender)).toMatchObject({ success: false, vmStatus: 'Out of gas', fee: 56_000n });
    expect(await balance(sender)).toBe(apt - 56_000n);
    expect(encoded.data.fees).toBe('56000');
  });

  it('at a price that the chain refuses meanwhile is not carried out, and costs nothing', async () => {
    await rig.hold(sender, apt);
    const encoded = await rig.by(sender, { amount: '1000' });
    rig.engine.setMinimumGasPrice(150n);
    expect(await rig.send(encoded, sender)).toMatchObject({ refusal: 'GAS_UNIT_PRICE_BELOW_MIN_BOUND' });
    expect(await balance(sender)).toBe(apt);
    // While the node recommends less than its chain takes, there is nothing to sign.
    const late = await rig.by(sender, { amount: '1000' });
    expect(late).toMatchObject({ refusals: ['transaction.fails'], message: undefined });
    expect(late.errors[0]?.message).toContain('GAS_UNIT_PRICE_BELOW_MIN_BOUND');
    rig.engine.setGasPrices({ deprioritized: 150n, regular: 150n });
    expect(await rig.send(await rig.by(sender, { amount: '1000' }), sender)).toMatchObject({ success: true });
  });

  it('is taken at the old price when the price rises for others', async () => {
    await rig.hold(sender, apt);
    const encoded = await rig.by(sender, { amount: '1000' });
    rig.engine.setGasPrices({ deprioritized: 500n, regular: 500n, prioritized: 900n });
    expect(await rig.send(encoded, sender)).toMatchObject({ success: true, fee: 6_000n });
  });
});

describe('the first transaction of an account', () => {
  const amount = 1_000n;

  it('that exists is offered 5,210 units, and not an octa less', async () => {
    for (const [spare, fits] of [
      [520_999n, false],
      [521_000n, true],
    ] as const) {
      const from = person(seed++);
      rig.engine.placeAccount(from.address);
      await rig.hold(from, amount + spare);
      const encoded = await rig.by(from, { amount: String(amount) });
      if (!fits) {
        expect(encoded).toMatchObject({ refusals: ['balance.insufficient'], message: undefined });
        continue;
      }
      expect(encoded.data).toMatchObject({ gas: '5210', fees: '521000', nonce: '0' });
      expect(await rig.send(encoded, from)).toMatchObject({ success: true, gasUsed: 60n });
    }
  });

  it('that has to begin is offered what its storage takes, and a tenth more', async () => {
    for (const [spare, refusal] of [
      [519_999n, 'balance.insufficientForFees'],
      [520_000n, 'balance.insufficient'],
      [561_899n, 'balance.insufficient'],
      [561_900n, undefined],
    ] as const) {
      const from = person(seed++);
      await rig.hold(from, amount + spare);
      const encoded = await rig.by(from, { amount: String(amount) });
      expect([spare, encoded.refusals]).toEqual([spare, refusal === undefined ? [] : [refusal]]);
      if (refusal !== undefined) continue;
      expect(encoded.data).toMatchObject({ gas: '5619', nonce: '0' });
      expect(await rig.send(encoded, from)).toMatchObject({ success: true, gasUsed: 5_108n });
      expect(await balance(from)).toBe(spare - 510_800n);
      expect(rig.engine.sequenceNumber(from.address)).toBe(1n);
    }
  });

  it('is never sent with less: the chain would refuse it', async () => {
    const from = person(seed++);
    await rig.hold(from, apt);
    const low = await rig.by(from, { amount: '1', gas: '5107' });
    expect(low).toMatchObject({ refusals: ['gas.tooLow'] });
    expect(low.errors[0]?.context).toMatchObject({ minimum: '5210' });
    expect(await rig.by(from, { amount: '1', fees: '520999' })).toMatchObject({ refusals: ['fee.tooLow'] });
    const least = await rig.by(from, { amount: '1', gas: '5210' });
    expect(await rig.send(least, from)).toMatchObject({ success: true });
  });

  it('at a higher price needs fewer units', async () => {
    const from = person(seed++);
    await rig.hold(from, apt);
    const encoded = await rig.by(from, { amount: '1', params: { gasUnitPrice: '5000' } });
    // 60 units, and 504,800 octas of storage: 161 units. Half of the use more would be less than 500 units.
    expect(encoded.data).toMatchObject({ gas: '661', fees: '3305000' });
    expect(await rig.send(encoded, from)).toMatchObject({ success: true, gasUsed: 161n });
    const tight = person(seed++);
    await rig.hold(tight, apt);
    const most = await rig.by(tight, { ...max, params: { gasUnitPrice: '5000' } });
    expect(terms(most.data)).toEqual({ amount: String(apt - 188n * 5_000n), fees: '940000', gas: '188' });
    expect(await rig.send(most, tight)).toMatchObject({ success: true });
  });
});
