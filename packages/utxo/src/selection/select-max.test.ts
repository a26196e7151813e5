import { describe, expect, it } from 'vitest';
import { scripts } from '../../test/spending.ts';
import { chains } from '../chains.ts';
import type { Candidate } from './candidates.ts';
import { type MaxRequest, selectMax } from './select-max.ts';

const { bitcoin, dogecoin } = chains;

const coins = (values: readonly (number | bigint)[], spend: Candidate['spend'] = 'p2wpkh') =>
  values.map((value, i) => ({ txid: (i + 1).toString(16).padStart(64, '0'), vout: 0, value: BigInt(value), spend }));

/** All p2wpkh coins to p2wpkh at 1 sat/vB. */
function sweep(values: readonly (number | bigint)[], more: Partial<MaxRequest<Candidate>> = {}) {
  return selectMax({
    coins: coins(values),
    script: scripts.p2wpkh,
    feeRate: 1_000n,
    policy: bitcoin.policy,
    maxInputs: 500,
    ...more,
  });
}

const nothingLeft = { count: 0, value: 0n };

describe('selectMax', () => {
  it('sends all, less the fee of one output', () => {
    expect(sweep([100_000, 50_000])).toEqual({
      ok: true,
      coins: coins([100_000, 50_000]),
      amount: 149_822n,
      fees: 178n,
      weight: 710,
      left: nothingLeft,
    });
  });

  it('leaves coins that cost more than they bring', () => {
    expect(sweep([68, 100_000, 69, 1])).toMatchObject({ amount: 99_891n, fees: 178n, left: nothingLeft });
    expect(sweep([100_000, 680, 681], { feeRate: 10_000n })).toMatchObject({ amount: 98_901n, fees: 1_780n });
  });

  it('leaves a coin that does not pay for the two bytes of the 253rd input', () => {
    const many = Array(252).fill(10_000);
    expect(sweep([...many, 69])).toMatchObject({ amount: 2_502_822n, fees: 17_178n, left: nothingLeft });
    expect(sweep([...many, 70])).toMatchObject({ amount: 2_502_822n, fees: 17_178n });
    expect(sweep([...many, 71])).toMatchObject({ amount: 2_502_823n, fees: 17_248n });
    expect(sweep([...many, 69, 69, 69])).toMatchObject({ amount: 2_502_823n, fees: 17_384n });
  });

  it('takes the most valuable coins if not all fit, and names the rest', () => {
    const selection = sweep([10_000, 40_000, 30_000, 20_000, 60], { maxInputs: 2 });
    expect(selection).toMatchObject({ amount: 69_822n, fees: 178n, left: { count: 2, value: 30_000n } });
    expect(selection.ok && selection.coins.map(({ value }) => value)).toEqual([40_000n, 30_000n]);
  });

  it.each([
    ['p2wpkh', 1_469],
    ['p2tr', 1_738],
    ['p2sh-p2wpkh', 1_098],
    ['p2pkh', 675],
  ] as const)('stays within 400,000 weight units: %s %d', (spend, fitting) => {
    const selection = sweep([], { coins: coins(Array(1_800).fill(10_000), spend), maxInputs: 5_000 });
    expect(selection).toMatchObject({ left: { count: 1_800 - fitting } });
    expect(selection.ok && selection.coins.length).toBe(fitting);
    expect(selection.ok && selection.weight).toBeLessThanOrEqual(400_000);
  });

  it('is nothing below dust', () => {
    expect(sweep([404])).toMatchObject({ ok: true, amount: 294n, fees: 110n });
    expect(sweep([403])).toEqual({ ok: false, reason: 'nothing', spendable: 403n, fees: 110n });
    expect(sweep([60, 50])).toEqual({ ok: false, reason: 'nothing', spendable: 0n, fees: 110n });
    expect(sweep([])).toMatchObject({ ok: false, reason: 'nothing', spendable: 0n });
    expect(sweep([404], { script: scripts.p2tr })).toEqual({
      ok: false,
      reason: 'nothing',
      spendable: 404n,
      fees: 122n,
    });
  });

  it('is nothing without coins, even for an output that may hold nothing', () => {
    // Nodes have no minimum for an output of OP_RETURN, but a transaction needs inputs. 42 + 272 + 40 = 354 weight units, 89 vB.
    const script = Uint8Array.of(0x6a);
    expect(sweep([], { script })).toMatchObject({ ok: false, reason: 'nothing', spendable: 0n });
    expect(sweep([89], { script })).toEqual({ ok: false, reason: 'nothing', spendable: 89n, fees: 89n });
    expect(sweep([90], { script })).toMatchObject({ ok: true, amount: 1n, fees: 89n });
  });

  it('pays an exact fee', () => {
    expect(sweep([100_000, 50_000], { exactFee: 1_000n })).toMatchObject({ amount: 149_000n, fees: 1_000n });
    expect(sweep([1_000], { exactFee: 1_000n })).toEqual({
      ok: false,
      reason: 'nothing',
      spendable: 1_000n,
      fees: 1_000n,
    });
  });

  it('on dogecoin sends at least 0.01, because a smaller output costs 0.01 more', () => {
    const doge = (value: number | bigint) =>
      sweep([], {
        coins: coins([value], 'p2pkh'),
        script: scripts.p2pkh,
        feeRate: 1_000_000n,
        policy: dogecoin.policy,
      });
    expect(doge(1_192_000)).toMatchObject({ amount: 1_000_000n, fees: 192_000n });
    expect(doge(1_191_999)).toMatchObject({ ok: false, reason: 'nothing', spendable: 1_191_999n });
    expect(doge(2n ** 63n - 1n)).toMatchObject({ amount: 2n ** 63n - 1n - 192_000n });
  });
});
