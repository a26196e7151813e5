import { describe, expect, it } from 'vitest';
import { compareSelection } from './compare-selection.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);

// Compares fees plus the cost of spending the change. `test/print-selection.ts` prints the table.
describe(`our selection beside @scure/btc-signer's (seed ${seed})`, () => {
  const rows = compareSelection(1_000, seed);

  it.each(rows.map((row) => [row.name, row] as const))('costs less on average and never more: %s', (_, row) => {
    expect(row.payments).toBeGreaterThan(40);
    expect(row.higher).toEqual([]);
    expect(row.percent).toBeLessThan(100);
  });

  it.each(rows.map((row) => [row.name, row] as const))('pays the same as the other one: %s', (_, row) => {
    expect(row.onlyOurs).toEqual([]);
    expect(row.onlyTheirs).toEqual([]);
  });

  it('compares the announced number of random wallets', () => {
    const random = rows.filter(({ name }) => name.startsWith('random wallets'));
    expect(random.reduce((sum, { payments }) => sum + payments, 0)).toBe(1_000);
  });
});
