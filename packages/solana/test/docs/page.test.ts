import { describe, expect, it } from 'vitest';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { lamportsPerSignature, maxComputeUnits } from '../../src/bytes/params.ts';
import { rentExemptMinimum } from '../../src/layouts/index.ts';
import { solanaOptionsSchema } from '../../src/options.ts';
import { maxNames } from '../../src/upstream/token-metadata.ts';

const page = readText('docs/solana.md') ?? '';
const source = (name: string) => readText(`packages/solana/src/${name}.ts`) ?? '';

/** Rows of the table below a heading, without its head. */
function rowsOf(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [body = ''] = section.split('\n## ');
  const cells = body.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|').slice(1, -1)] : []));
  return cells.slice(2).map((row) => row.map((cell) => cell.trim()));
}

describe('docs/solana.md', () => {
  it('has every option of the family', () => {
    const options = Object.keys(solanaOptionsSchema.shape).map((name) => `\`${name}\``);
    expect(rowsOf('Options').map(([name]) => name)).toEqual(options);
  });

  it('has the minimum balances that the formula of the chain gives', () => {
    const rows = rowsOf('Minimum balances');
    expect(rows.length).toBeGreaterThan(4);
    // Step 2 of SIMD-0437, since slot 446,256,000.
    const rent = { lamportsPerByte: 5080n, exemptionThreshold: 1 } as Parameters<typeof rentExemptMinimum>[0];
    for (const [, bytes, lamports] of rows) {
      expect(lamports).toBe(rentExemptMinimum(rent, Number(bytes)).toString());
    }
  });

  it('has the numbers of the code', () => {
    expect(page).toContain(`fees = ${lamportsPerSignature} + `);
    expect(page).toContain(`beyond ${maxComputeUnits.toLocaleString('en')}`);
    expect(page).toContain(`the first ${maxNames} tokens`);
    expect(source('fees/terms')).toMatch(/percentiles = \{ low: 50, medium: 75, high: 95 \}/);
    expect(source('fees/terms')).toMatch(/defaultMaxPrice = 1_000_000n?;/);
    expect(source('fees/terms')).toMatch(/blockhashLife = 150/);
    expect(source('read/history')).toMatch(/defaultTokenAccounts = 16/);
    expect(source('modes/stake')).toMatch(/keptForFees = 10_000_000n/);
  });
});
