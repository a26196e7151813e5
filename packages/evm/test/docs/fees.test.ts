import { describe, expect, it } from 'vitest';
import { sources } from '../../../../tools/chain-data/src/sources.ts';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { chains } from '../../src/chains.ts';
import { capOf, type FeeModel, feeModels } from '../../src/fees/fee-models.ts';
import { headroom } from '../../src/fees/headroom.ts';

const page = readText('docs/evm-fees.md') ?? '';
const rows = [...page.matchAll(/^\| \[`([\w-]+)`\]\(#[\w-]+\) \|(.*)\|$/gm)].map(([, feeClass = '', rest = '']) => {
  const [, gas = '', zero = ''] = rest.split('|').map((cell) => cell.trim());
  return { feeClass, gas, zero };
});

/** Rows of the table of ceilings: chains in code, then four numbers. */
const ceilings = [
  ...page.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \| ([\d.,]+) \| ([\d.,]*) \| {1,2}([\d.,]*) ?\| ([\d.,]+) \|$/gm),
].map(([, ids = '', ...numbers]) => ({ ids: ids.replaceAll('`', '').split(', '), numbers }));

/** Rows of the table of headroom: chains in code, then the time of a block, the rise, and twice how much and how long. */
const headrooms = [
  ...page.matchAll(
    /^\| ((?:`[\w-]+`(?:, )?)+) \| (\d+) \| (\d+)\/(\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm,
  ),
].map(([, ids = '', ...numbers]) => ({ ids: ids.replaceAll('`', '').split(', '), numbers: numbers.map(Number) }));

/** Seconds until a base fee that rises in every block is above so many times its first value. */
function secondsOf(times: number, rise: number, blockTimeMs: number): number {
  const blocks = 1 + Math.floor(Math.log(times) / Math.log(1 + rise));
  return (blocks * blockTimeMs) / 1000;
}

/** A decimal with commas, in the smallest unit. */
function smallest(text: string, decimals: number): string | undefined {
  if (text === '') return undefined;
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString();
}

describe('docs/evm-fees.md', () => {
  it('has the ceilings of every chain', () => {
    expect(ceilings.flatMap(({ ids }) => ids).toSorted()).toEqual(Object.keys(chains).toSorted());
    for (const { ids, numbers } of ceilings) {
      const [gasPrice = '', tip = '', gas = '', fee = ''] = numbers;
      for (const id of ids) {
        const said = {
          gasPrice: smallest(gasPrice, 9),
          tip: smallest(tip, 9),
          gas: smallest(gas, 0),
          fee: smallest(fee, 18),
        };
        expect({ tip: undefined, gas: undefined, ...chains[id as keyof typeof chains].ceilings }, id).toEqual(said);
      }
    }
  });

  it('says how long a cap lasts on every chain with rising base fees', () => {
    const listed = headrooms.flatMap(({ ids }) => ids);
    expect(new Set(listed).size).toBe(listed.length);
    const others = ['legacy', 'arbitrum', 'zksync', 'linea'];
    for (const [id, { feeClass }] of Object.entries(chains)) {
      const isFlat = sources.evm.chains[id]?.rise?.numerator === 0;
      expect(listed.includes(id), id).toBe(!others.includes(feeClass) && !isFlat);
    }
    for (const { ids, numbers } of headrooms) {
      const [blockTimeMs = 0, numerator = 0, denominator = 1, amount = 0, lasts = 0, maximum = 0, maximumLasts = 0] =
        numbers;
      const rise = { numerator: BigInt(numerator), denominator: BigInt(denominator) };
      const percents = [false, true].map((max) => Number(headroom(blockTimeMs, rise, max)) / 100);
      expect(percents, ids[0]).toEqual([amount, maximum]);
      const seconds = percents.map((times) => secondsOf(times, numerator / denominator, blockTimeMs));
      expect(seconds, ids[0]).toEqual([lasts, maximumLasts]);
      // It lasts less only if it would need more than four times the base fee, or twice for a maximum.
      if (amount < 4) expect(lasts, ids[0]).toBeGreaterThanOrEqual(10);
      if (maximum < 2) expect(maximumLasts, ids[0]).toBeGreaterThanOrEqual(3);
      for (const id of ids) expect(chains[id as keyof typeof chains].blockTimeMs, id).toBe(blockTimeMs);
    }
  });

  it('names the factor by which encode multiplies the base fee', () => {
    for (const { ids, numbers } of headrooms) {
      const [, numerator = 0, denominator = 1, amount = 0, , maximum = 0] = numbers;
      const rise = { numerator: BigInt(numerator), denominator: BigInt(denominator) };
      for (const id of ids) {
        const chain = chains[id as keyof typeof chains];
        const { needs, oracle, price } = feeModels[chain.feeClass];
        // High, so that no floor counts.
        const base = 10n ** 15n;
        const fees = needs.includes('feeHistory') ? { nextBaseFee: base, gasPrice: 0n } : { gasPrice: base };
        // Chains of the OP stack say themselves how fast it rises.
        const snapshot = { ...fees, medianTip: 0n, ...(oracle === 'op' && { statedRise: rise }), blockBaseFee: base };
        for (const [max, times] of [[false, amount] as const, [true, maximum] as const]) {
          const asked = price(chain, snapshot, max);
          const tip = asked.type === 'eip1559' ? asked.maxPriorityFeePerGas : 0n;
          expect(Number((capOf(asked) - tip) / 10n ** 13n) / 100, id).toBe(times);
        }
      }
    }
  });

  // Gas of a transfer (Ethereum yellow paper, G_transaction) times the stated most.
  it.each([
    ['ethereum', 'tip', '0.021'],
    ['base', 'tip', '0.0021'],
    ['bsc', 'gasPrice', '0.0042'],
    ['linea', 'gasPrice', '0.0021'],
  ] as const)('says what a liar can take on %s', (id, ceiling, coins) => {
    const all: { tip?: string | undefined; gasPrice: string } = chains[id].ceilings;
    expect((21_000n * BigInt(all[ceiling] ?? '')).toString()).toBe(smallest(coins, 18));
    expect(page).toContain(`${coins} `);
  });

  it('has a row for every fee class', () => {
    expect(rows.map(({ feeClass }) => feeClass)).toEqual(Object.keys(feeModels));
  });

  it.each(rows)('describes $feeClass as the code works', ({ feeClass, gas, zero }) => {
    const model = (feeModels as Readonly<Record<string, FeeModel>>)[feeClass];
    const { native = 0n, contract = 0n, token = 0n } = model?.gasPercent ?? {};
    expect(gas).toBe([native, contract, token].map((percent) => Number(percent) / 100).join(', '));
    expect(zero).toBe(model?.exact !== true ? 'no' : model.oracle === undefined ? 'yes' : 'but for the L1 margin');
  });
});
