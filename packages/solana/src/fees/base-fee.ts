import { toBase64 } from '@isochain/core';
import type { RpcOutcome } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { type Body, makePlan, toMessageBytes, transfer } from '../bytes/assemble.ts';
import { decodeMessage, encodeTransaction } from '../bytes/message.ts';
import { lamportsPerSignature, maxComputeUnits } from '../bytes/params.ts';
import type { Simulation } from '../upstream/rpc.ts';
import { programs } from '../well-known.ts';
import type { Wishes } from '../wishes.ts';
import { preambleUnits } from './compute-units.ts';
import { unitsWithMargin } from './terms.ts';

// What the chain charges before any priority fee. Today it is 5,000 lamports for each signature; SIMD-0553 (merged on 2026-08-12, waiting for its
// gates) makes it a flat part and a share of the cost units that a transaction asks for. So it is asked for: simulateTransaction tells the fee of
// what it is given (since Agave 3.0: anza-xyz/agave pull 6750), and puts a recent blockhash in by itself. getFeeForMessage would need one before,
// and with it a round trip. What is given is a guess at the transaction, made before anything is read. While the fee is that of old, no more needs to
// be known; where it is another one, it holds for transactions of the same shape, and others are asked for again.

/** What a transaction will probably be. */
export interface Guess {
  readonly body: Body;
  /** What its own instructions use, in compute units, where it says so if the chain charges for what it could use. */
  readonly units?: bigint;
}

/** Where a node is asked about the transaction itself in any case: it tells whether the fee is that of old. */
export function anyTransfer(sender: Address): Guess {
  return { body: transfer(sender, sender, 0n) };
}

/** What an answer of simulateTransaction tells of the fees of one message. */
export interface ToldFee {
  /** Without the priority fee. */
  readonly lamports: bigint;
  /** Messages of the same shape cost the same. */
  readonly shape: string;
}

/**
 * A message that no leader would take, as it refers to no block, for the fee that it would cost.
 *
 * @returns Without a priority fee.
 */
export function guessedMessage(
  sender: Address,
  memo: string | undefined,
  { gas, nonceAccount }: Wishes,
  { body, units }: Guess,
): Uint8Array {
  const needed = units === undefined ? undefined : unitsWithMargin(units + preambleUnits(nonceAccount, memo));
  const limit = gas ?? needed;
  const isLimit = limit !== undefined && limit <= maxComputeUnits;
  const terms = { blockhash: programs.system, nonceAccount, units: isLimit ? limit : undefined };
  return toMessageBytes(makePlan(sender, memo, terms, body));
}

/** A transaction without its signature, as simulateTransaction takes it. */
export function unsigned(message: Uint8Array): string {
  return toBase64(encodeTransaction({ signatures: [new Uint8Array(64)], message }));
}

/**
 * The most that is believed, in lamports: more than twice what all compute units (1,400,000) and all bytes (64 MiB) that a transaction can ask for would
 * cost at the highest share that is planned, one half of a lamport for a cost unit (SIMD-0553).
 */
const highestBaseFee = 2_000_000n;

/**
 * @param priority - What the message pays beyond the base fee, in lamports.
 * @returns Undefined where the node does not tell, as older ones do not, and none does of an account that cannot pay.
 */
export function toldFee(message: Uint8Array, priority: bigint, outcome: RpcOutcome<Simulation>): ToldFee | undefined {
  const fee = outcome.ok ? outcome.value.fee : undefined;
  if (fee === undefined || fee === null) return undefined;
  // A node that leaves out the priority fee says what the old rule charges. Taken for the sum, it would make the fee too low.
  const lamports = fee === lamportsPerSignature ? fee : fee - priority;
  return lamports >= 0n && lamports <= highestBaseFee ? { lamports, shape: shapeOf(message) } : undefined;
}

/** All that the cost units of a message depend on: who signs, what is written to, which programs are called with how much data, and the limits. */
export function shapeOf(message: Uint8Array): string {
  const decoded = decodeMessage(message);
  if (decoded === undefined) return '';
  const { header, keys, instructions } = decoded;
  const steps = instructions.map(({ program, accounts, data }) => {
    const address = keys[program];
    return [address, accounts.length, data.length, address === programs.computeBudget ? data.join(' ') : ''];
  });
  return JSON.stringify([header, keys.length, steps]);
}

/** Whether the fee is the one of old, which does not depend on the shape. */
export function isFlat({ lamports }: ToldFee): boolean {
  return lamports === lamportsPerSignature;
}
