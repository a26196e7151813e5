import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Chain } from 'viem';
import * as viemChains from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { buildCatalogue } from './catalogue.ts';
import {
  corrections,
  evmSources,
  mainNetworksElsewhere,
  specifiedChains,
  type ViemException,
  viemExceptions,
} from './sources.ts';

// Our table is data, so that nobody ships viem's; this says when the two grow apart. Chains are found by export name: an id is not unique
// there (999 stands for four chains).
const known = viemChains as unknown as Readonly<Record<string, Chain>>;

const catalogue = buildCatalogue(specifiedChains, corrections, mainNetworksElsewhere);

type Difference = Omit<ViemException, 'reason'>;

function differences(): Difference[] {
  return Object.entries(evmSources).flatMap(([chain, source]) => {
    const ours = { ...catalogue[chain], ...source };
    const viem = known[ours.viemExport];
    if (viem === undefined) throw new Error(`viem/chains has no ${ours.viemExport} (${chain}).`);
    const pairs: [field: string, ours: string | number | null, viem: string | number | null][] = [
      ['nativeId', ours.nativeId ?? '', String(viem.id)],
      ['name', ours.name ?? '', viem.name],
      ['ticker', ours.ticker ?? '', viem.nativeCurrency.symbol],
      ['decimals', ours.decimals ?? null, viem.nativeCurrency.decimals],
      ['multicall3', lower(ours.multicall3), lower(viem.contracts?.multicall3?.address)],
      ['blockTimeMs', ours.blockTimeMs, viem.blockTime ?? null],
    ];
    return pairs.filter(([, a, b]) => a !== b).map(([field, a, b]) => ({ chain, field, ours: a, viem: b }));
  });
}

/** viem writes most addresses in lower case; the checksum is verified elsewhere. */
function lower(address: string | null | undefined): string | null {
  return address?.toLowerCase() ?? null;
}

function sorted(list: readonly Difference[]): Difference[] {
  return [...list].sort((a, b) => (`${a.chain} ${a.field}` < `${b.chain} ${b.field}` ? -1 : 1));
}

describe('viem/chains', () => {
  it('says the same but for the documented exceptions, and each of those still is one', () => {
    const documented = viemExceptions.exceptions.map(({ reason: _, ...difference }) => difference);
    expect(sorted(differences())).toEqual(sorted(documented));
  });

  it('has a reason beside each exception', () => {
    for (const { chain, reason } of viemExceptions.exceptions) expect(reason.length, chain).toBeGreaterThan(5);
  });

  it('is the version that the exceptions were written for', () => {
    const file = createRequire(import.meta.url).resolve('viem/package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    expect(version).toBe(viemExceptions.viem);
  });

  it('calls the same chains test networks', () => {
    for (const [id, { viemExport }] of Object.entries(evmSources)) {
      expect(known[viemExport]?.testnet ?? false, id).toBe(catalogue[id]?.isTestnetFor !== undefined);
    }
  });
});
