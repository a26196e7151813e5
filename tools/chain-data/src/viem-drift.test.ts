import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Chain } from 'viem';
import * as viemChains from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { catalogueOf } from './files.ts';
import { sources } from './sources.ts';

// Our table is data, so that nobody ships viem's; this says when the two grow apart. Chains are found by export name: an id is not unique
// there (999 stands for four chains).
const known = viemChains as unknown as Readonly<Record<string, Chain>>;

const catalogue = catalogueOf(sources);
const rows = Object.entries(sources.evm.chains);

/** What viem says otherwise of a chain, by field. */
function differences(id: string): Record<string, string | number | null> {
  const ours = { ...catalogue[id], ...sources.evm.chains[id] };
  const viem = known[ours.viemExport ?? ''];
  if (viem === undefined) throw new Error(`evm-chains.json: ${id}.viemExport: viem/chains has no ${ours.viemExport}.`);
  const pairs: [field: string, ours: string | number | null | undefined, viem: string | number | null][] = [
    ['nativeId', ours.nativeId, String(viem.id)],
    ['name', ours.name, viem.name],
    ['ticker', ours.ticker, viem.nativeCurrency.symbol],
    ['decimals', ours.decimals, viem.nativeCurrency.decimals],
    ['multicall3', lower(ours.multicall3), lower(viem.contracts?.multicall3?.address)],
    ['blockTimeMs', ours.blockTimeMs, viem.blockTime ?? null],
  ];
  return Object.fromEntries(pairs.filter(([, a, b]) => a !== b).map(([field, , said]) => [field, said]));
}

/** viem writes most addresses in lower case; the checksum is verified elsewhere. */
function lower(address: string | null | undefined): string | null {
  return address?.toLowerCase() ?? null;
}

describe('viem/chains', () => {
  it.each(rows)('says the same of %s but for what differsFromViem says, and that is still so', (id, row) => {
    const documented = Object.entries(row.differsFromViem ?? {}).map(([field, difference]) => [
      field,
      difference?.viem,
    ]);
    expect(differences(id)).toEqual(Object.fromEntries(documented));
  });

  it('is the version that the differences were written for', () => {
    const file = createRequire(import.meta.url).resolve('viem/package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    expect(version).toBe(sources.evm.viem);
  });

  it('calls the same chains test networks', () => {
    for (const [id, { viemExport }] of rows) {
      expect(known[viemExport]?.testnet ?? false, id).toBe(catalogue[id]?.isTestnetFor !== undefined);
    }
  });
});
