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

// The base fee: what the chain charges without a priority fee. Today it is 5,000 lamports for each signature. SIMD-0553 (merged on 2026-08-12,
// waiting for its gates) changes it to a flat part and a share of the cost units that a transaction asks for. So the chain is asked.
// simulateTransaction tells the fee of a message (since Agave 3.0: anza-xyz/agave pull 6750), and puts in a recent blockhash by itself.
// getFeeForMessage would need a blockhash first, and so one more round trip. The message is a guess at the transaction, made before anything is read.
// If the answer is the old fee, that is enough. If it is another fee, it holds for transactions of the same shape, and other shapes are asked for
// again.

/** The transaction that will probably be made. */
export interface Guess {
  readonly body: Body;
  /** Compute units of its own instructions, if the transaction sets a limit once the chain charges for it. */
  readonly units?: bigint;
}

/** A guess for modes that ask a node about the transaction itself anyway: it only shows whether the fee is the old one. */
export function anyTransfer(sender: Address): Guess {
  return { body: transfer(sender, sender, 0n) };
}

/** The fee of one message, from simulateTransaction. */
export interface ToldFee {
  /** Without the priority fee. */
  readonly lamports: bigint;
  /** Messages of the same shape cost the same. */
  readonly shape: string;
}

/**
 * A message to ask for its fee. No leader would take it, as it names no block.
 *
 * @returns The message, without a priority fee.
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
 * The highest base fee that is believed, in lamports. A transaction can ask for 1,400,000 compute units and 64 MiB. This is more than twice their
 * cost at the highest planned share, half a lamport for a cost unit (SIMD-0553).
 */
const highestBaseFee = 2_000_000n;

/**
 * @param priority - The message's priority fee, in lamports.
 * @returns Undefined if the node does not tell. Older nodes never do, and none does for an account that cannot pay.
 */
export function toldFee(message: Uint8Array, priority: bigint, outcome: RpcOutcome<Simulation>): ToldFee | undefined {
  const fee = outcome.ok ? outcome.value.fee : undefined;
  if (fee === undefined || fee === null) return undefined;
  // An answer of 5,000 is the base fee alone: this node leaves out the priority fee. To subtract it would make the fee too low.
  const lamports = fee === lamportsPerSignature ? fee : fee - priority;
  return lamports >= 0n && lamports <= highestBaseFee ? { lamports, shape: shapeOf(message) } : undefined;
}

/** Everything that decides a message's cost units: signers, writable accounts, programs with the length of their data, and limits. */
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

/** Whether the fee is the old one, which does not depend on the shape. */
export function isFlat({ lamports }: ToldFee): boolean {
  return lamports === lamportsPerSignature;
}
