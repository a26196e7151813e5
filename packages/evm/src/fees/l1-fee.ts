import { ceilDiv } from '@isochain/core';
import { callData, type Read, type ReadResult, wordOf } from '../bytes/multicall.ts';

/** GasPriceOracle, a predeploy of every OP stack chain. Source: specs.optimism.io, "Predeploys". */
const gasPriceOracle = '0x420000000000000000000000000000000000000F';

/** Upper bound for the bytes of an unsigned transfer: one of native coins has 38 to 60. The oracle itself adds 68 for the signature. */
const nativeSize = 64n;

/** What a transaction costs beyond gas, in wei of the native coin. */
export interface Surcharge {
  /** Kept for the L1 data fee, which moves with the price of L1 until the transaction is mined. */
  readonly l1Fee: bigint;
  readonly operatorFee: bigint;
}

export interface OracleAnswer {
  /** Upper bound of the L1 data fee now, in wei of ether. */
  readonly upperBound: bigint;
  readonly operatorFeeOfZero: bigint;
  readonly operatorFeeOfMillion: bigint;
  /** Native coins per ether if the native coin is not ether (Mantle), else 1. */
  readonly tokenRatio: bigint;
}

/**
 * What to ask the oracle. Gas is not known yet, but the operator fee is linear in gas (Isthmus and Jovian specifications): two points are enough,
 * without a second round trip.
 *
 * @param dataLength - Bytes of calldata.
 */
export function oracleReads(kind: 'op' | 'mantle', dataLength: number): Read[] {
  const size = nativeSize + BigInt(dataLength);
  const reads = [
    callData('getL1FeeUpperBound(uint256)', size),
    callData('getOperatorFee(uint256)', 0n),
    callData('getOperatorFee(uint256)', 1_000_000n),
    // For oracles without the upper bound: the fee for as many bytes that do not compress.
    callL1FeeOfNoise(Number(size) + 68),
    ...(kind === 'mantle' ? [callData('tokenRatio()')] : []),
  ];
  return reads.map((data) => ({ target: gasPriceOracle, data }));
}

/** How many reads `oracleReads` returns. */
export const oracleReadCount = { op: 4, mantle: 5 } as const;

/** Wei. 2^96 wei are 79 thousand million ether. */
const isPossible = (fee: bigint) => fee < 2n ** 96n;
/** An ether is worth more than 0 and less than 2^64 of any coin. */
const isRatio = (ratio: bigint) => ratio > 0n && ratio < 2n ** 64n;

/**
 * @param results - Of `oracleReads`, in order.
 * @returns Undefined if the oracle tells no L1 fee, or something impossible, such as an operator fee that falls with gas. Then no transaction can be
 *   priced.
 */
export function readOracle(kind: 'op' | 'mantle', results: readonly ReadResult[]): OracleAnswer | undefined {
  const [bound, zero, million, noise, ratio] = results.map(wordOf);
  const upperBound = bound ?? noise;
  if (upperBound === undefined || (kind === 'mantle' && ratio === undefined)) return undefined;
  const answer = {
    upperBound,
    // Chains before Isthmus have no operator fee, and the call reverts.
    operatorFeeOfZero: zero ?? 0n,
    operatorFeeOfMillion: million ?? zero ?? 0n,
    tokenRatio: kind === 'mantle' ? (ratio ?? 1n) : 1n,
  };
  const { operatorFeeOfZero, operatorFeeOfMillion, tokenRatio } = answer;
  const isSound =
    [upperBound, operatorFeeOfMillion].every(isPossible) &&
    operatorFeeOfZero <= operatorFeeOfMillion &&
    isRatio(tokenRatio);
  return isSound ? answer : undefined;
}

/**
 * @param gas - The gas limit: the operator fee on all of it is charged up front.
 * @param max - For useMaxAmount: a larger margin. A node may accept a transaction that leaves no room for the L1 fee, and it is never mined. The fee
 * is a tiny part of a transfer's cost.
 */
export function surcharge(answer: OracleAnswer, gas: bigint, max: boolean): Surcharge {
  const slope = answer.operatorFeeOfMillion - answer.operatorFeeOfZero;
  return {
    l1Fee: ceilDiv(answer.upperBound * answer.tokenRatio * (max ? 200n : 125n), 100n),
    // Rounded down, as the chain does. The slope over a million gas is exact.
    operatorFee: answer.operatorFeeOfZero + (slope * gas) / 1_000_000n,
  };
}

/** Asks for the fee of bytes that no compression shortens. The oracle prices the compressed size, so zeros would underprice. */
function callL1FeeOfNoise(size: number): `0x${string}` {
  let state = 0x2545f491;
  let bytes = '';
  for (let i = 0; i < size; i++) {
    // xorshift32 (Marsaglia 2003): the same bytes each time.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes += ((state & 0x7f) | 0x80).toString(16);
  }
  const words = Math.ceil(size / 32);
  return `${callData('getL1Fee(bytes)', 32n, BigInt(size))}${bytes.padEnd(words * 64, '0')}`;
}
