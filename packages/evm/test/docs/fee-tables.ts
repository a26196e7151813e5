import { formatAmount } from '@isochain/core';
import { replaceBetweenMarkers } from '../../../../tools/bench/src/report/page.ts';
import type { EvmSources } from '../../../../tools/chain-data/src/evm-source.ts';
import { table } from '../../../../tools/docs/src/markdown.ts';
import type { EvmChain } from '../../src/chains.ts';
import { feeModels } from '../../src/fees/fee-models.ts';
import { headroom, type Rise, usualRise } from '../../src/fees/headroom.ts';

type Chains = Readonly<Record<string, Pick<EvmChain, 'feeClass' | 'blockTimeMs' | 'ceilings'>>>;

/** Their prices do not follow blocks. */
const withoutHeadroom: readonly EvmChain['feeClass'][] = ['legacy', 'arbitrum', 'zksync', 'linea'];

/**
 * `docs/evm-fees.md` with its two tables of all chains. All else in it is written by hand.
 *
 * @param rows - Of the sources, which say how fast the base fee of a chain rises where its fee class does not.
 */
export function withFeeTables(page: string, chains: Chains, rows: EvmSources['chains']): string {
  const withHeadroom = replaceBetweenMarkers(page, headroomTable(chains, rows), markersOf('headroom'));
  return replaceBetweenMarkers(withHeadroom, ceilingsTable(chains), markersOf('ceilings'));
}

function markersOf(name: string) {
  return { begin: `<!-- ${name}:begin -->`, end: `<!-- ${name}:end -->` };
}

/** How long caps last, the slowest chains first. */
function headroomTable(chains: Chains, rows: EvmSources['chains']): string {
  const listed = Object.entries(chains).flatMap(([id, { feeClass, blockTimeMs }]) => {
    const rise = riseOf(feeClass, rows[id]?.rise);
    return withoutHeadroom.includes(feeClass) || rise.numerator === 0n ? [] : [{ id, blockTimeMs, rise }];
  });
  const lines = listed
    .toSorted((a, b) => b.blockTimeMs - a.blockTimeMs)
    .map(({ id, blockTimeMs, rise }) => {
      const purposes = [false, true].flatMap((max) => {
        const percent = headroom(blockTimeMs, rise, max);
        return [String(Number(percent) / 100), String((blocksUntil(percent, rise) * blockTimeMs) / 1000)];
      });
      return { id, cells: [String(blockTimeMs), `${rise.numerator}/${rise.denominator}`, ...purposes] };
    });
  const header = ['chains', 'block, ms', 'rise', '× for an amount', 'lasts, s', '× for a maximum', 'lasts, s'];
  return table(header, grouped(lines));
}

function riseOf(feeClass: EvmChain['feeClass'], stated: EvmSources['chains'][string]['rise']): Rise {
  if (stated === undefined) return feeModels[feeClass].rise ?? usualRise;
  return { numerator: BigInt(stated.numerator), denominator: BigInt(stated.denominator) };
}

/** So many full blocks a cap of that many per cent of the base fee of the first of them survives. */
function blocksUntil(percent: bigint, { numerator, denominator }: Rise): number {
  let blocks = 0;
  // The base fee grows by the factor (denominator + numerator)^blocks / denominator^blocks.
  for (let fee = 100n, scale = 1n; fee <= percent * scale; blocks++) {
    fee *= denominator + numerator;
    scale *= denominator;
  }
  return blocks;
}

function ceilingsTable(chains: Chains): string {
  const lines = Object.entries(chains).map(([id, { ceilings }]) => {
    const { gasPrice, tip, gas, fee } = ceilings;
    return { id, cells: [written(gasPrice, 9), written(tip, 9), written(gas, 0), written(fee, 18)] };
  });
  return table(['chains', 'gas price, gwei', 'tip, gwei', 'gas', 'sum of fees, coins'], grouped(lines));
}

/** A decimal with commas, of an amount in the smallest unit. */
function written(amount: string | undefined, decimals: number): string {
  if (amount === undefined) return '';
  const [whole = '', fraction] = formatAmount(BigInt(amount), decimals).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...(fraction === undefined ? [] : [fraction])].join('.');
}

/** One row for all chains with the same text, in the place of the first. */
function grouped(lines: readonly { readonly id: string; readonly cells: readonly string[] }[]): string[][] {
  const groups = new Map<string, { ids: string[]; cells: readonly string[] }>();
  for (const { id, cells } of lines) {
    const key = cells.join('|');
    const group = groups.get(key) ?? { ids: [], cells };
    groups.set(key, group);
    group.ids.push(`\`${id}\``);
  }
  return [...groups.values()].map(({ ids, cells }) => [ids.join(', '), ...cells]);
}
