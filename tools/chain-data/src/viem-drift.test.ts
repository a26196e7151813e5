import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Chain } from 'viem';
import * as viemChains from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { catalogueOf } from './files.ts';
import { sources } from './sources.ts';

// Our table is our own data, so that nobody has to ship viem's. These tests fail when the two tables grow apart. They find chains by export name,
// because ids are not unique in viem (999 stands for four chains).
const known = viemChains as unknown as Readonly<Record<string, Chain>>;

const catalogue = catalogueOf(sources);
const rows = Object.entries(sources.evm.chains);

/** Facts of a chain that differ in viem, by field. */
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
  it.each(rows)('agrees with our row of %s except for exactly the facts in differsFromViem', (id, row) => {
    const documented = Object.entries(row.differsFromViem ?? {}).map(([field, difference]) => [
      field,
      difference?.viem,
    ]);
    expect(differences(id)).toEqual(Object.fromEntries(documented));
  });

  it('has the version that the differences were written for', () => {
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
