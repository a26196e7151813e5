import { ceilDiv } from '@isochain/core';
import type { Hex } from '../address.ts';

// How far a cap stands above the base fee of the next block. It is counted in seconds, as a client signs and sends in seconds: six blocks are more
// than a minute on Ethereum, and one second on Base. docs/evm-fees.md has the figures of every chain.

/** By what part of itself a base fee rises with one full block. */
export interface Rise {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** EIP-1559: a full block holds twice the target, (2 - 1) / BASE_FEE_MAX_CHANGE_DENOMINATOR. ethermint's x/feemarket has the same by default. */
export const usualRise: Rise = { numerator: 1n, denominator: 8n };

/** So many milliseconds of full blocks a cap survives. What a maximum has too much is paid, or stays behind, so that it has less. */
export const survivedMs = { amount: 10_000, maximum: 3_000 } as const;

/** Per cent of the base fee. Twice the base fee is what wallets offer (EIP-1559). The most is what ceilings have room for: they are four times the highest price known. */
const bounds = {
  amount: { least: 200n, most: 400n },
  maximum: { least: 125n, most: 200n },
} as const;

/** Fractions are kept with so many. */
const precision = 10n ** 12n;

/**
 * @param blockTimeMs - Of the chain.
 * @param max - For useMaxAmount.
 * @returns Per cent of the base fee of the next block, rounded up: what that becomes when all blocks that can come in the time are full.
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

/** So many blocks tell what tips were of late and what base fees did: those of the time that a cap survives, and ten at least. */
export function historyBlocks(blockTimeMs: number): number {
  return Math.max(10, Math.ceil(survivedMs.amount / blockTimeMs));
}

/** The steeper of two. */
export function steeper(a: Rise, b: Rise): Rise {
  return a.numerator * b.denominator >= b.numerator * a.denominator ? a : b;
}

/**
 * What chains of the OP stack say themselves: since Holocene the extraData of a header is a version, 0 or 1, the denominator and the elasticity,
 * each of 32 bits; since Jovian the minimum base fee follows (specs.optimism.io, holocene and jovian, exec-engine). Base has the same, and multiplied
 * its denominator by ten when it began to make ten times as many blocks (base/base#4565).
 *
 * @returns (elasticity - 1) / denominator; undefined for what says something else.
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
 * What base fees did of late: a chain whose rule is another one than is known here is found out by it. Undefined where none rose. A rise of one wei says
 * nothing: it is the least, whatever the rule (EIP-1559).
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
