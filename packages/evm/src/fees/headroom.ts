import { ceilDiv } from '@isochain/core';
import type { Hex } from '../address.ts';

// How far a price cap is above the base fee of the next block. It is counted in seconds, as a client signs and sends in seconds: six blocks are more
// than a minute on Ethereum, and one second on Base. docs/evm-fees.md has the figures of every chain.

/** The part by which one full block raises the base fee. */
export interface Rise {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** EIP-1559: a full block holds twice the target, (2 - 1) / BASE_FEE_MAX_CHANGE_DENOMINATOR. ethermint's x/feemarket has the same by default. */
export const usualRise: Rise = { numerator: 1n, denominator: 8n };

/** How many milliseconds of full blocks a cap survives. Less for a maximum, as its excess is paid or stays behind. */
export const survivedMs = { amount: 10_000, maximum: 3_000 } as const;

/**
 * Per cent of the base fee. Wallets offer twice the base fee (EIP-1559). More than `most` would not fit under the ceilings, which are four times the
 * highest known price.
 */
const bounds = {
  amount: { least: 200n, most: 400n },
  maximum: { least: 125n, most: 200n },
} as const;

/** The factor is kept in parts of this. */
const precision = 10n ** 12n;

/**
 * @param max - For useMaxAmount.
 * @returns Per cent of the base fee of the next block, rounded up: the base fee if all blocks in `survivedMs` are full.
 */
export function headroom(blockTimeMs: number, rise: Rise, max: boolean): bigint {
  const purpose = max ? 'maximum' : 'amount';
  const { least, most } = bounds[purpose];
  let factor = precision;
  for (
    let blocks = Math.floor(survivedMs[purpose] / blockTimeMs);
    blocks > 0 && factor * 100n < most * precision;
    blocks--
  ) {
    factor += ceilDiv(factor * rise.numerator, rise.denominator);
  }
  const percent = ceilDiv(factor * 100n, precision);
  return percent < least ? least : percent > most ? most : percent;
}

/** How many blocks show recent tips and base fees: those of the time that a cap survives, and at least ten. */
export function historyBlocks(blockTimeMs: number): number {
  return Math.max(10, Math.ceil(survivedMs.amount / blockTimeMs));
}

export function steeper(a: Rise, b: Rise): Rise {
  return a.numerator * b.denominator >= b.numerator * a.denominator ? a : b;
}

/**
 * The rise that chains of the OP stack tell in the extraData of a header. Since Holocene it is a version (0 or 1), the denominator and the
 * elasticity, 32 bits each. Since Jovian the minimum base fee follows (specs.optimism.io, holocene and jovian, exec-engine). Base has the same, and
 * multiplied its denominator by ten when it began to make ten times as many blocks (base/base#4565).
 *
 * @returns (elasticity - 1) / denominator. Undefined for other extraData.
 */
export function riseIn(extraData: Hex | null | undefined): Rise | undefined {
  const [, holocene, jovian] = /^0x(?:00(.{16})|01(.{16}).{16})$/.exec(extraData ?? '') ?? [];
  const stated = holocene ?? jovian;
  if (stated === undefined) return undefined;
  const [denominator, elasticity] = [stated.slice(0, 8), stated.slice(8)].map((text) => BigInt(`0x${text}`)) as [
    bigint,
    bigint,
  ];
  return denominator === 0n || elasticity === 0n ? undefined : { numerator: elasticity - 1n, denominator };
}

/**
 * The steepest recent rise of base fees. It shows a chain that follows another rule than we know. Undefined if none rose. A rise of one wei does not
 * count: every rule rises by at least that (EIP-1559).
 *
 * @param baseFees - Wei, of blocks in a row, the oldest first.
 */
export function steepestRise(baseFees: readonly bigint[]): Rise | undefined {
  return baseFees
    .slice(1)
    .map((fee, i) => ({ numerator: fee - (baseFees[i] ?? 0n), denominator: baseFees[i] ?? 0n }))
    .filter(({ numerator, denominator }) => numerator > 1n && denominator > 0n)
    .reduce<Rise | undefined>((steepest, rise) => (steepest === undefined ? rise : steeper(steepest, rise)), undefined);
}
