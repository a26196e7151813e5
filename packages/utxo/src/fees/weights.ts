import { ceilDiv } from '@isochain/core';
import type { ScriptType } from '../address/account.ts';

/** The ways to unlock a coin that differ in size. */
export type SpendKind = ScriptType | 'p2pkh-uncompressed';

/**
 * The highest weight of a transaction that nodes relay. Bitcoin Core and Litecoin Core, src/policy/policy.h: MAX_STANDARD_TX_WEIGHT; Dogecoin Core
 * says it in bytes: MAX_STANDARD_TX_SIZE, 100,000.
 */
export const maxWeight = 400_000;

// Outpoint, sequence and length of scriptSig are 41 bytes; a signature is 72 at most (DER with low s, and the sighash byte), a Schnorr
// signature 64. Each byte weighs 4, in the witness 1 (BIP141).
const inputWeights: Record<SpendKind, number> = {
  p2wpkh: 41 * 4 + (1 + 1 + 72 + 1 + 33),
  p2tr: 41 * 4 + (1 + 1 + 64),
  'p2sh-p2wpkh': (41 + 23) * 4 + (1 + 1 + 72 + 1 + 33),
  p2pkh: (41 + 1 + 72 + 1 + 33) * 4,
  'p2pkh-uncompressed': (41 + 1 + 72 + 1 + 65) * 4,
};

/** Inputs of a transaction, summed up. */
export interface Inputs {
  readonly count: number;
  readonly weight: number;
  /** How many of them have a witness. */
  readonly witnesses: number;
}

/** Outputs of a transaction, summed up. */
export interface Outputs {
  readonly count: number;
  readonly weight: number;
}

/** Weight of an input with the longest signature it can have. */
export function inputWeight(kind: SpendKind): number {
  return inputWeights[kind];
}

/** @param script - scriptPubKey. */
export function outputWeight(script: Uint8Array): number {
  return 4 * (8 + countSize(script.length) + script.length);
}

/** Weight of a transaction with the longest signatures it can have: the signed one is never heavier. */
export function transactionWeight({
  inputs,
  outputs,
}: {
  readonly inputs: readonly SpendKind[];
  readonly outputs: readonly Uint8Array[];
}): number {
  return weightOf(inputs.reduce(withInput, noInputs), sumOutputs(outputs));
}

/**
 * The fee of a weight, in the smallest unit, rounded up. Nodes count in whole virtual bytes and never ask for more (Bitcoin Core,
 * src/policy/policy.cpp: GetVirtualTransactionSize).
 *
 * @param feeRate - Smallest unit per 1,000 virtual bytes.
 */
export function feeOf(feeRate: bigint, weight: number): bigint {
  return ceilDiv(feeRate * BigInt(Math.ceil(weight / 4)), 1_000n);
}

export const noInputs: Inputs = { count: 0, weight: 0, witnesses: 0 };

export function withInput({ count, weight, witnesses }: Inputs, kind: SpendKind): Inputs {
  return {
    count: count + 1,
    weight: weight + inputWeights[kind],
    witnesses: hasWitness(kind) ? witnesses + 1 : witnesses,
  };
}

export function sumOutputs(scripts: readonly Uint8Array[]): Outputs {
  return { count: scripts.length, weight: scripts.reduce((sum, script) => sum + outputWeight(script), 0) };
}

function hasWitness(kind: SpendKind): boolean {
  return !kind.startsWith('p2pkh');
}

/** Weight of a whole transaction: BIP144's marker, flag and empty witnesses included. */
export function weightOf(inputs: Inputs, outputs: Outputs): number {
  const frame = 4 * (4 + countSize(inputs.count) + countSize(outputs.count) + 4);
  const witnesses = inputs.witnesses === 0 ? 0 : 2 + inputs.count - inputs.witnesses;
  return frame + inputs.weight + outputs.weight + witnesses;
}

/** Length of a CompactSize number below 2^32, in bytes. */
function countSize(count: number): number {
  if (count < 0xfd) return 1;
  return count <= 0xffff ? 3 : 5;
}
