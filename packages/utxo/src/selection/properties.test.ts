import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scripts, spendKinds } from '../../test/spending.ts';
import { chains } from '../chains.ts';
import { sumOf } from '../coin.ts';
import { leastChange, surchargeOf } from '../fees/dust.ts';
import { feeOf, inputWeight, outputWeight, transactionWeight } from '../fees/weights.ts';
import type { Candidate } from './candidates.ts';
import { type SelectionRequest, selectCoins } from './select.ts';
import { selectMax } from './select-max.ts';

/** Up to 40 coins, all of one kind or mixed, from less than they cost to a hundred thousand times as much. */
const wallets = fc
  .record({
    chain: fc.constantFrom('bitcoin', 'litecoin', 'dogecoin'),
    kinds: fc.oneof(
      fc.constantFrom<Candidate['spend'][]>(['p2wpkh'], ['p2tr'], ['p2sh-p2wpkh'], ['p2pkh'], ['p2pkh-uncompressed']),
      fc.constant<Candidate['spend'][]>([...spendKinds, 'p2pkh-uncompressed']),
    ),
    // Digits and zeros.
    amounts: fc.array(
      fc.oneof(
        fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 4 })),
        fc.constantFrom<[number, number]>([3_000, 0], [5_000, 0]),
      ),
      { minLength: 1, maxLength: 40 },
    ),
    rate: fc.oneof(fc.integer({ min: 1_000, max: 60_000 }), fc.constantFrom(1_000, 10_000, 100_000)),
    part: fc.double({ min: 0, max: 1.02, noNaN: true }),
    maxInputs: fc.constantFrom(3, 20, 500),
  })
  .map(({ chain, kinds, amounts, rate, part, maxInputs }) => {
    const isDoge = chain === 'dogecoin';
    const unit = isDoge ? 1_000 : 1;
    const kindOf = (i: number) => (isDoge ? 'p2pkh' : (kinds[i % kinds.length] as Candidate['spend']));
    const coins = amounts.map(([digits, zeros], i) => ({
      // Spread over transactions, and not in their order.
      txid: ((i * 7) % 11).toString(16).repeat(64),
      vout: i,
      value: BigInt(digits * 10 ** zeros * unit),
      spend: kindOf(i),
    }));
    const spend = kindOf(0);
    const feeRate = BigInt(rate * (isDoge ? 1_000 : 1));
    const { policy } = chains[chain as 'bitcoin'];
    const value = BigInt(Math.max(1_000 * unit, Math.floor(Number(sumOf(coins)) * part)));
    const outputs = [{ script: scripts[kindOf(1)], value }];
    return { coins, outputs, change: { script: scripts[spend], spend }, feeRate, policy, maxInputs };
  });

/** With coins of one kind, as in an account. Beside other kinds, each legacy coin costs one more byte. */
const accounts = wallets.filter(({ coins }) => new Set(coins.map(({ spend }) => spend)).size === 1);

type Request = SelectionRequest<Candidate>;

/** The fee that nodes ask for, by the transaction's weight alone. */
function asked({ feeRate, policy, outputs }: Request, weight: number): bigint {
  return (
    feeOf(feeRate, weight) +
    surchargeOf(
      policy,
      outputs.map(({ value }) => value),
    )
  );
}

const spendFee = ({ change, feeRate, policy }: Request) =>
  feeOf(feeRate < policy.longTermFeeRate ? feeRate : policy.longTermFeeRate, inputWeight(change.spend));

const runs = { numRuns: turns(1_000) };

describe('a selection', () => {
  it('adds up: inputs equal outputs, change and fees, and the fees fit the weight', () => {
    fc.assert(
      fc.property(wallets, (request) => {
        const selection = selectCoins(request);
        if (!selection.ok) return;
        const { coins, change, fees, weight } = selection;
        const scriptsPaid = [
          ...request.outputs.map(({ script }) => script),
          ...(change > 0n ? [request.change.script] : []),
        ];
        const paid = request.outputs.reduce((sum, { value }) => sum + value, 0n);
        expect(sumOf(coins)).toBe(paid + change + fees);
        expect(weight).toBe(transactionWeight({ inputs: coins.map(({ spend }) => spend), outputs: scriptsPaid }));
        expect(fees).toBeGreaterThanOrEqual(asked(request, weight));
        if (change > 0n) {
          expect(fees).toBe(asked(request, weight));
          expect(change).toBeGreaterThanOrEqual(leastChange(request.policy, request.change.script));
          expect(change).toBeGreaterThan(spendFee(request));
        }
      }),
      runs,
    );
  });

  it('takes only existing coins, each once, in order, and no more than allowed', () => {
    fc.assert(
      fc.property(wallets, (request) => {
        const selection = selectCoins(request);
        if (!selection.ok) return;
        expect(selection.coins.every((coin) => request.coins.includes(coin))).toBe(true);
        expect(new Set(selection.coins).size).toBe(selection.coins.length);
        expect(selection.coins.length).toBeLessThanOrEqual(request.maxInputs);
        const names = selection.coins.map(({ txid, vout }) => `${txid} ${String(vout).padStart(3, '0')}`);
        expect(names).toEqual([...names].sort());
      }),
      runs,
    );
  });

  it('is the same for coins in any order', () => {
    const shuffled = wallets.chain((request) =>
      fc.tuple(fc.constant(request), fc.shuffledSubarray(request.coins, { minLength: request.coins.length })),
    );
    fc.assert(
      fc.property(shuffled, ([request, coins]) => {
        expect(selectCoins({ ...request, coins })).toEqual(selectCoins(request));
        const { outputs, ...rest } = request;
        const script = outputs[0]?.script ?? scripts.p2wpkh;
        expect(selectMax({ ...rest, script, coins })).toEqual(selectMax({ ...rest, script }));
      }),
      runs,
    );
  });

  it('costs a limited amount more for one more unit: a coin, change and a leftover below change', () => {
    const more = fc.tuple(accounts, fc.constantFrom(1n, 2n, 50n));
    fc.assert(
      fc.property(more, ([request, step]) => {
        const dearer = { ...request, outputs: request.outputs.map((each) => ({ ...each, value: each.value + step })) };
        const [before, after] = [selectCoins(request), selectCoins(dearer)];
        if (!before.ok || !after.ok) return;
        const { feeRate, policy, change } = request;
        const cost = (selection: typeof before) => selection.fees + (selection.change > 0n ? spendFee(request) : 0n);
        const dust = leastChange(policy, change.script);
        const worth = spendFee(request) > dust ? spendFee(request) : dust;
        const part = (weight: number) => feeOf(feeRate, weight);
        const bound = part(inputWeight(change.spend)) + part(outputWeight(change.script)) + worth + part(4) + step;
        expect(cost(after) - cost(before)).toBeLessThanOrEqual(bound);
      }),
      runs,
    );
  });

  it('names the exact missing amount, and the amount that can be sent instead', () => {
    fc.assert(
      fc.property(wallets, (request) => {
        const selection = selectCoins(request);
        if (selection.ok) return;
        if (selection.reason === 'insufficient') {
          expect(selection.needed).toBeGreaterThan(selection.spendable);
          return;
        }
        expect(selection.limit).toBe(request.maxInputs);
        const [output] = request.outputs;
        if (output === undefined || selection.sendable <= leastChange(request.policy, output.script)) return;
        const pay = (value: bigint) => selectCoins({ ...request, outputs: [{ ...output, value }] });
        expect(pay(selection.sendable)).toMatchObject({ ok: true, change: 0n });
        expect(pay(selection.sendable + 1n)).toMatchObject({ ok: false });
      }),
      runs,
    );
  });
});

describe('the maximum', () => {
  it('adds up, and no more can be sent', () => {
    fc.assert(
      fc.property(accounts, (request) => {
        const [output] = request.outputs;
        if (output === undefined) return;
        const most = selectMax({ ...request, script: output.script });
        if (!most.ok) return;
        const { coins, amount, fees, weight } = most;
        expect(sumOf(coins)).toBe(amount + fees);
        expect(weight).toBe(transactionWeight({ inputs: coins.map(({ spend }) => spend), outputs: [output.script] }));
        expect(fees).toBe(feeOf(request.feeRate, weight));
        const pay = (value: bigint) => selectCoins({ ...request, outputs: [{ ...output, value }] });
        expect(pay(amount)).toMatchObject({ ok: true, change: 0n, fees });
        expect(pay(amount + 1n).ok).toBe(false);
      }),
      runs,
    );
  });

  it('leaves only coins that are not worth their fee, and names the coins that do not fit', () => {
    fc.assert(
      fc.property(accounts, (request) => {
        const most = selectMax({ ...request, script: scripts.p2wpkh });
        if (!most.ok) return;
        const rest = request.coins.filter((coin) => !most.coins.includes(coin));
        const worth = rest.filter(({ value, spend }) => value > feeOf(request.feeRate, inputWeight(spend)));
        expect(most.left).toEqual({ count: worth.length, value: sumOf(worth) });
        if (worth.length > 0) expect(most.coins.length).toBe(request.maxInputs);
      }),
      runs,
    );
  });
});
