import { describe, expect, it } from 'vitest';
import { scripts } from '../../test/spending.ts';
import { chains } from '../chains.ts';
import type { Candidate } from './candidates.ts';
import { type SelectionRequest, selectCoins } from './select.ts';

const { bitcoin, litecoin, dogecoin } = chains;

/** Coins of one kind, told apart by their place. */
const coins = (values: readonly (number | bigint)[], spend: Candidate['spend'] = 'p2wpkh') =>
  values.map((value, i) => ({ txid: (i + 1).toString(16).padStart(64, '0'), vout: 0, value: BigInt(value), spend }));

/** A payment of p2wpkh to p2wpkh at 1 sat/vB. */
function pay(
  values: readonly (number | bigint)[],
  amount: number | bigint,
  more: Partial<SelectionRequest<Candidate>> = {},
) {
  return selectCoins({
    coins: coins(values),
    outputs: [{ script: scripts.p2wpkh, value: BigInt(amount) }],
    change: { script: scripts.p2wpkh, spend: 'p2wpkh' },
    feeRate: 1_000n,
    policy: bitcoin.policy,
    maxInputs: 500,
    ...more,
  });
}

/** A payment of p2pkh to p2pkh on dogecoin, at its recommended fee rate. */
function payDoge(values: readonly (number | bigint)[], amount: number | bigint) {
  return pay([], 0, {
    coins: coins(values, 'p2pkh'),
    outputs: [{ script: scripts.p2pkh, value: BigInt(amount) }],
    change: { script: scripts.p2pkh, spend: 'p2pkh' },
    feeRate: 1_000_000n,
    policy: dogecoin.policy,
  });
}

const values = (selection: ReturnType<typeof pay>) => selection.ok && selection.coins.map(({ value }) => Number(value));

describe('fees', () => {
  it('are 141 virtual bytes for one p2wpkh coin and two outputs', () => {
    // The recorded answer of a hosted service pays 904 for this: 226 bytes.
    expect(pay([18_192], 1_000, { feeRate: 4_000n })).toEqual({
      ok: true,
      coins: coins([18_192]),
      change: 16_628n,
      fees: 564n,
      weight: 562,
    });
  });

  it.each([
    [1_000n, 141n],
    [442n, 63n],
    [2_114n, 299n],
    [500_000n, 70_500n],
  ])('at %d per 1,000 virtual bytes are %d', (feeRate, fees) => {
    expect(pay([1_000_000], 5_000, { feeRate })).toMatchObject({ fees, change: 995_000n - fees });
  });

  it('follow the kind of coins: an uncompressed key takes 32 bytes more', () => {
    const of = (spend: Candidate['spend']) => pay([], 5_000, { coins: coins([100_000], spend) });
    expect(of('p2tr')).toMatchObject({ fees: 130n, weight: 520 });
    expect(of('p2sh-p2wpkh')).toMatchObject({ fees: 164n, weight: 654 });
    expect(of('p2pkh')).toMatchObject({ fees: 220n, weight: 880 });
    expect(of('p2pkh-uncompressed')).toMatchObject({ fees: 252n, weight: 1_008 });
  });
});

describe('change', () => {
  it('starts at dust: one unit less goes to the fee', () => {
    expect(pay([100_000], 100_000 - 141 - 294)).toMatchObject({ change: 294n, fees: 141n, weight: 562 });
    expect(pay([100_000], 100_000 - 141 - 293)).toMatchObject({ change: 0n, fees: 434n, weight: 438 });
  });

  it('is made once it holds more than it costs to spend, so that costs do not jump', () => {
    // At 10 sat/vB: 1,410 with change, and 680 to spend it.
    const at = (left: number) => pay([100_000], 100_000 - left, { feeRate: 10_000n });
    expect(at(1_410 + 681)).toMatchObject({ change: 681n, fees: 1_410n });
    expect(at(1_410 + 680)).toMatchObject({ change: 0n, fees: 2_090n });
    // Above the long-term rate it costs no more to spend.
    const dear = (left: number) => pay([100_000], 100_000 - left, { feeRate: 50_000n });
    expect(dear(7_050 + 681)).toMatchObject({ change: 681n, fees: 7_050n });
    expect(dear(7_050 + 680)).toMatchObject({ change: 0n, fees: 7_730n });
  });

  it('follows the script of the change', () => {
    const change = { script: scripts.p2pkh, spend: 'p2pkh' as const };
    expect(pay([100_000], 100_000 - 144 - 546, { change })).toMatchObject({ change: 546n, fees: 144n });
    expect(pay([100_000], 100_000 - 144 - 545, { change })).toMatchObject({ change: 0n, fees: 689n });
  });

  it("is made with one more coin if a leftover below dust is worth more than that coin's fee", () => {
    // Litecoin: 859 would be left, and dust is 2,940. A coin more costs 68.
    const selection = pay([100_000, 50_000], 99_000, { policy: litecoin.policy });
    expect(selection).toMatchObject({ change: 50_791n, fees: 209n });
    expect(pay([100_000, 50_000], 99_000)).toMatchObject({ change: 859n, fees: 141n });
  });
});

describe('the choice', () => {
  it('pays without change if coins fit', () => {
    const selection = pay([100_000, 70_000, 30_000, 20_000, 9_000], 50_000 - 178);
    expect(selection).toMatchObject({ change: 0n, fees: 178n, weight: 710 });
    expect(values(selection)).toEqual([30_000, 20_000]);
  });

  it('leaves no more than change would cost', () => {
    // Two coins without change cost 178 and the leftover. One coin with change costs 141, and 68 to spend the change.
    expect(values(pay([100_000, 30_000, 20_000], 50_000 - 178 - 30))).toEqual([30_000, 20_000]);
    expect(pay([100_000, 30_000, 20_000], 50_000 - 178 - 31)).toMatchObject({ fees: 141n, change: 50_068n });
  });

  it('takes one coin where other selectors would take many', () => {
    // BlueWallet, issue 3085: it spent 25 small coins where one is enough.
    const small = Array.from({ length: 25 }, (_, i) => 4_000 + i);
    expect(values(pay([...small, 120_000], 60_000))).toEqual([120_000]);
  });

  it('never takes a coin that costs more than it brings', () => {
    expect(values(pay([100_000, 68], 99_890))).toEqual([100_000]);
    expect(pay([100_000, 68], 99_891)).toMatchObject({ ok: false, spendable: 100_000n });
    expect(values(pay([100_000, 69], 99_891))).toEqual([100_000, 69]);
  });

  it('hands back the coins themselves, in the order of inputs', () => {
    const labelled = coins([10_000, 20_000, 30_000]).map((coin, i) => ({
      ...coin,
      txid: 'b0a'.charAt(i).repeat(64),
      i,
    }));
    const twin = { ...labelled[2], vout: 7, value: 40_000n, i: 3 } as (typeof labelled)[number];
    const selection = selectCoins({
      coins: [twin, ...labelled],
      outputs: [{ script: scripts.p2wpkh, value: 99_000n }],
      change: { script: scripts.p2wpkh, spend: 'p2wpkh' },
      feeRate: 1_000n,
      policy: bitcoin.policy,
      maxInputs: 500,
    });
    expect(selection.ok && selection.coins.map(({ i }) => i)).toEqual([1, 2, 3, 0]);
    expect(selection.ok && selection.coins[2]).toBe(twin);
  });

  it('counts the number of inputs: two bytes more from the 253rd on', () => {
    const equal = (count: number) => Array.from({ length: count }, () => 10_000);
    const amountFor = (count: number, fee: number) => count * 10_000 - fee;
    expect(pay(equal(252), amountFor(252, 17_178))).toMatchObject({ fees: 17_178n, weight: 68_710 });
    expect(pay(equal(253), amountFor(253, 17_248))).toMatchObject({ fees: 17_248n, weight: 68_990 });
    expect(pay(equal(253), amountFor(253, 17_247))).toMatchObject({ ok: false, reason: 'insufficient', fees: 17_248n });
  });
});

describe('an amount that cannot be paid', () => {
  it('is refused with the amount that it needs', () => {
    const fees = 722n;
    expect(pay(Array(10).fill(10_000), 200_000)).toEqual({
      ok: false,
      reason: 'insufficient',
      needed: 200_000n + fees,
      fees,
      spendable: 100_000n,
    });
    expect(pay([10_000], 9_891)).toMatchObject({ reason: 'insufficient', needed: 10_001n, spendable: 10_000n });
    expect(pay([10_000], 9_890)).toMatchObject({ ok: true, fees: 110n });
  });

  it('is refused with the fee of one coin if no coin is worth its fee', () => {
    const nothing = { reason: 'insufficient', needed: 5_110n, fees: 110n, spendable: 0n };
    expect(pay([], 5_000)).toMatchObject(nothing);
    expect(pay([68, 67, 1], 5_000)).toMatchObject(nothing);
  });

  it('is refused with the amount that the allowed inputs can send', () => {
    const more = { maxInputs: 3 };
    expect(pay(Array(10).fill(10_000), 29_754, more)).toMatchObject({ ok: true, fees: 246n });
    expect(pay(Array(10).fill(10_000), 29_755, more)).toEqual({
      ok: false,
      reason: 'tooMany',
      limit: 3,
      sendable: 29_754n,
    });
    expect(pay(Array(10).fill(10_000), 99_279, more)).toMatchObject({ ok: false, reason: 'insufficient' });
  });

  it('is refused for too many inputs if the whole account could pay it, to the last unit', () => {
    // Ten coins and one output: 42 + 10 x 272 + 124 = 2,886 weight units, 722 vB.
    const most = 10 * 10_000 - 722;
    expect(pay(Array(10).fill(10_000), most, { maxInputs: 3 })).toMatchObject({ reason: 'tooMany', sendable: 29_754n });
    expect(pay(Array(10).fill(10_000), most + 1, { maxInputs: 3 })).toMatchObject({ reason: 'insufficient' });
  });

  it('is refused with the largest possible amount, if one more input would make it less', () => {
    // 252 inputs take 17,178 vB. The 253rd brings 69 and costs 70, as the number of inputs takes two bytes more; each one after it costs 68.
    const values = [...Array(252).fill(10_000), 69, 69, 69];
    expect(pay(values, 2_502_823, { maxInputs: 253 })).toEqual({
      ok: false,
      reason: 'tooMany',
      limit: 253,
      sendable: 2_502_822n,
    });
  });

  it('counts coins that must be spent, and the coins beside them', () => {
    // Two coins and one output: 42 + 2 x 272 + 124 = 710 weight units, 178 vB.
    const [first, second] = coins([10_000, 20_000]) as [Candidate, Candidate];
    expect(pay([], 50_000, { coins: [first], required: [second] })).toEqual({
      ok: false,
      reason: 'insufficient',
      needed: 50_178n,
      fees: 178n,
      spendable: 30_000n,
    });
  });

  it.each([
    ['p2wpkh', 1_469],
    ['p2tr', 1_738],
    ['p2sh-p2wpkh', 1_098],
    ['p2pkh', 675],
  ] as const)('counts what fits 400,000 weight units: %s %d', (spend, limit) => {
    const many = coins(Array(1_800).fill(100_000), spend);
    const wide = { coins: many, maxInputs: 5_000 };
    expect(pay([], limit * 100_000, wide)).toMatchObject({ ok: false, reason: 'tooMany', limit });
    const selection = pay([], limit * 100_000 - 100_000, wide);
    expect(selection.ok && selection.coins.length).toBe(limit);
    expect(selection.ok && selection.weight).toBeLessThanOrEqual(400_000);
  });
});

describe('wishes', () => {
  it('pays an exact fee, and the change takes the rest', () => {
    expect(pay([100_000], 60_000, { exactFee: 1_234n })).toMatchObject({ fees: 1_234n, change: 38_766n });
    expect(pay([100_000], 98_766, { exactFee: 1_234n })).toMatchObject({ fees: 1_234n, change: 0n });
    expect(pay([100_000], 98_767, { exactFee: 1_234n })).toMatchObject({ needed: 100_001n, fees: 1_234n });
  });

  it('makes change down to dust for it, and takes another coin if the rest is less', () => {
    expect(pay([100_000], 98_472, { exactFee: 1_234n, feeRate: 10_000n })).toMatchObject({ change: 294n });
    expect(pay([100_000, 50_000], 98_473, { exactFee: 1_234n })).toMatchObject({ fees: 1_234n, change: 50_293n });
    expect(pay([100_000], 98_473, { exactFee: 1_234n })).toMatchObject({ fees: 1_527n, change: 0n });
  });

  it('pays no less than a least fee', () => {
    expect(pay([100_000], 60_000, { minFee: 5_000n })).toMatchObject({ fees: 5_000n, change: 35_000n });
    expect(pay([100_000], 60_000, { minFee: 100n })).toMatchObject({ fees: 141n, change: 39_859n });
    expect(pay([100_000], 96_000, { minFee: 5_000n })).toMatchObject({ ok: false, needed: 101_000n, fees: 5_000n });
  });

  it('spends coins that must be spent once, even if they bring little', () => {
    const [first, second, third] = coins([10_000, 20_000, 30]) as [Candidate, Candidate, Candidate];
    const with2 = pay([], 5_000, { coins: [first, second], required: [second] });
    expect(with2).toMatchObject({ coins: [second], fees: 141n, change: 14_859n });
    const with3 = pay([], 5_000, { coins: [first, second], required: [third] });
    expect(with3).toMatchObject({ coins: [second, third], fees: 209n, change: 14_821n });
    const with12 = pay([], 25_000, { coins: [first], required: [first, second] });
    expect(with12).toMatchObject({ coins: [first, second], fees: 209n, change: 4_791n });
  });

  it('finds coins that fit beside coins that must be spent', () => {
    const [required, ...rest] = coins([10_000, 70_000, 20_000]) as [Candidate, ...Candidate[]];
    const selection = pay([], 30_000 - 178, { coins: rest, required: [required] });
    expect(selection).toMatchObject({ change: 0n, fees: 178n });
    expect(values(selection)).toEqual([10_000, 20_000]);
  });
});

describe('on dogecoin', () => {
  it('pays 0.01 per kB', () => {
    expect(payDoge([10_000_000_000], 5_000_000_000)).toMatchObject({ fees: 226_000n, change: 4_999_774_000n });
  });

  it('pays 0.01 more for an output below 0.01', () => {
    expect(payDoge([10_000_000_000], 1_000_000)).toMatchObject({ fees: 226_000n });
    expect(payDoge([10_000_000_000], 999_999)).toMatchObject({ fees: 1_226_000n, change: 9_997_774_001n });
  });

  it('never makes change of less than 0.01', () => {
    expect(payDoge([10_000_000], 8_774_000)).toMatchObject({ fees: 226_000n, change: 1_000_000n });
    expect(payDoge([10_000_000], 8_774_001)).toMatchObject({ fees: 1_225_999n, change: 0n });
  });

  it('computes beyond 2^53 to the last unit', () => {
    const most = 2n ** 63n - 1n;
    const amount = 9_000_000_000_000_000_000n;
    expect(payDoge([most], amount)).toMatchObject({ fees: 226_000n, change: most - amount - 226_000n });
    expect(payDoge([most], most - 192_000n)).toMatchObject({ fees: 192_000n, change: 0n });
    expect(payDoge([most], most - 191_999n)).toMatchObject({ ok: false, needed: most + 1n, spendable: most });
    // Amounts that are equal as floating-point numbers: the larger one is tried first, and is enough by one unit.
    const near = [2n ** 60n, 2n ** 60n + 1n];
    expect(payDoge(near, 2n ** 60n + 1n - 192_000n)).toMatchObject({
      coins: [{ value: 2n ** 60n + 1n }],
      fees: 192_000n,
    });
  });

  it('finds coins that fit among amounts beyond 2^53', () => {
    const selection = payDoge([2n ** 62n, 30_000_000, 20_000_000, 2n ** 61n], 50_000_000 - 340_000);
    expect(selection).toMatchObject({ fees: 340_000n, change: 0n });
    expect(values(selection)).toEqual([30_000_000, 20_000_000]);
  });
});
