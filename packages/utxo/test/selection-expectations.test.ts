import { describe, expect, it } from 'vitest';
import { chains } from '../src/chains.ts';
import { selectCoins } from '../src/selection/select.ts';
import { selectMax } from '../src/selection/select-max.ts';
import { scripts } from './spending.ts';
import { readFixture } from './wallets.ts';

// What others expect of their own selection, on p2pkh: sources in the files.

interface CoinselectCase {
  readonly description: string;
  readonly feeRate: number;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  readonly fee: number;
  /** With the change. Absent if it finds nothing. */
  readonly outputsPaid?: number;
}

interface WalletCoreCase {
  readonly name: string;
  readonly feeRate: number;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  readonly expected: {
    readonly fee: number;
    readonly change: number;
    readonly output: number;
    readonly error?: string;
  };
}

const { policy } = chains.bitcoin;
const coinsOf = (values: readonly number[]) =>
  values.map((value, vout) => ({ txid: '00'.repeat(32), vout, value: BigInt(value), spend: 'p2pkh' as const }));

function pay({ inputs, outputs, feeRate }: Pick<CoinselectCase, 'inputs' | 'outputs' | 'feeRate'>) {
  return selectCoins({
    coins: coinsOf(inputs),
    outputs: outputs.map((value) => ({ script: scripts.p2pkh, value: BigInt(value) })),
    change: { script: scripts.p2pkh, spend: 'p2pkh' },
    feeRate: BigInt(feeRate) * 1_000n,
    policy,
    maxInputs: 5_000,
  });
}

/** Fees, and 148 bytes to spend the change at no more than the long-term rate of 10. */
const costOf = (fees: number, hasChange: boolean, feeRate: number) =>
  fees + (hasChange ? 148 * Math.min(feeRate, 10) : 0);

const isPlain = ({ inputs, outputs, feeRate }: CoinselectCase) =>
  outputs.length > 0 && feeRate > 0 && [feeRate, ...inputs, ...outputs].every((value) => Number.isInteger(value));

describe('bitcoinjs/coinselect', () => {
  const fixtures: Record<'index' | 'accumulative', CoinselectCase[]> = readFixture('coinselect');
  const cases = [...fixtures.index, ...fixtures.accumulative].filter(isPlain);

  it.each(cases.map((each) => [each.description, each] as const))('%s', (_, each) => {
    const { fee, outputsPaid, feeRate, outputs } = each;
    const selection = pay(each);
    expect(selection.ok).toBe(outputsPaid !== undefined);
    if (!selection.ok) return;
    const theirs = costOf(fee, (outputsPaid ?? 0) > outputs.length, feeRate);
    expect(costOf(Number(selection.fees), selection.change > 0n, feeRate)).toBeLessThanOrEqual(theirs);
  });

  it('are most of those there', () => {
    expect(cases.length).toBeGreaterThan(20);
  });
});

describe('trustwallet/wallet-core', () => {
  const { exact, max }: Record<'exact' | 'max', WalletCoreCase[]> = readFixture('wallet-core');
  const payable = (each: WalletCoreCase) => each.expected.error === undefined;

  it.each(exact.filter(payable).map((each) => [each.name, each] as const))('%s', (_, each) => {
    const { expected, feeRate } = each;
    const selection = pay(each);
    const cost = selection.ok && costOf(Number(selection.fees), selection.change > 0n, feeRate);
    expect(cost).toBeLessThanOrEqual(costOf(expected.fee, expected.change > 0, feeRate));
  });

  it.each([
    // 16,000 for 15,000 and 636 bytes at 2.
    ['test_exact_selector_insufficient', { ok: false, reason: 'insufficient', needed: 16_272n, fees: 1_272n }],
    // One coin without change is 192 bytes; there it is weighed as if there were change.
    ['test_exact_selector_insufficient_due_dust', { ok: true, change: 0n, fees: 200n }],
    // 671 inputs are 99,388 bytes with change; there one byte more for each.
    ['test_exact_selector_tx_too_big_to_send_requested_amount (does not)', { ok: true, change: 612n, fees: 99_388n }],
  ])('%s', (name, outcome) => {
    const each = exact.find((one) => one.name === name) as WalletCoreCase;
    expect(each.expected.error).toMatch(/^Error_/);
    expect(pay(each)).toMatchObject(outcome);
  });

  it.each([
    ['test_max_selector_1', 7_024n],
    ['test_max_selector_2', 181_136n],
    // With the coins of 1,000 and 1,999 that are dust there.
    ['test_max_selector_filter_dust', 63_135n],
    // 675 coins fit, which hold 38,002,500, by a byte less for each; there 670.
    ['test_max_selector_many_utxos_900', 37_802_608n],
  ])('%s', (name, amount) => {
    const { inputs, feeRate, expected } = max.find((one) => one.name === name) as WalletCoreCase;
    const request = { script: scripts.p2pkh, feeRate: BigInt(feeRate) * 1_000n, policy, maxInputs: 5_000 };
    expect(selectMax({ ...request, coins: coinsOf(inputs) })).toMatchObject({ ok: true, amount });
    expect(amount).toBeGreaterThan(BigInt(expected.output));
  });

  it.each([
    ['test_max_selector_insufficient_to_cover_fee', { ok: false, reason: 'nothing', spendable: 2_000n }],
    ['test_max_selector_insufficient_to_cover_fee_and_dust', { ok: true, amount: 1_080n }],
  ])('%s', (name, outcome) => {
    const { inputs, feeRate } = max.find((one) => one.name === name) as WalletCoreCase;
    const request = { script: scripts.p2pkh, feeRate: BigInt(feeRate) * 1_000n, policy, maxInputs: 5_000 };
    expect(selectMax({ ...request, coins: coinsOf(inputs) })).toMatchObject(outcome);
  });
});
