import {
  type CompletedData,
  type EncodedItem,
  type Explanation,
  fromHex,
  type Mode,
  type Problem,
  problem,
  RefusedError,
} from '@isochain/core';
import { toMessageBytes } from './assemble.ts';
import { equalBytes } from './bytes.ts';
import { type Facts, readInstruction } from './instructions.ts';
import { type CompiledMessage, decodeMessage, encodeMessage } from './message.ts';
import { decodeMessageV1, type MessageV1 } from './message-v1.ts';
import type { Profile } from './options.ts';
import { lamportsPerSignature, priorityFee } from './params.ts';
import { isReordering } from './reordered.ts';
import { programs } from './well-known.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone: an independent look before signing, for clients that do not want to take encode's word.
 * What was read is assembled again: bytes that do anything beyond it come out different.
 *
 * @returns Mode, accounts and amount as in a transaction data object. The bytes say nothing of the base fee, which is up to the chain: `leastFees` is
 * what they offer beyond it. The old form of a token transfer names neither token nor
 * recipient: `sourceTokenAccount` and `destinationTokenAccount` say where the tokens go. A message of version 1 is read too, and is an error all the
 * same: encode never makes one, so its signature is not for what encode gave out.
 */
export function explain(encoded: readonly EncodedItem[]): Explanation {
  const raw = encoded.find((item) => item.raw?.format === 'BORSH')?.raw;
  if (raw === undefined) throw unreadable('it has no item in format BORSH');
  const bytes = fromHex(raw.value) ?? new Uint8Array();
  const newer = decodeMessageV1(bytes);
  const message = newer?.message ?? decodeMessage(bytes);
  if (message === undefined) throw unreadable('it is neither a legacy message nor one of version 1');

  const reading = readMessage(message);
  const errors: Problem[] = [];
  if (newer !== undefined) errors.push(contradiction('it is of version 1, which encode never makes'));
  if (encoded.length > 1) errors.push(contradiction('it has more than one item'));
  if (encoded.some((item) => item.hash !== undefined)) {
    errors.push(contradiction('it has a hash: on this chain the raw transaction itself is signed'));
  }
  const isWhole =
    reading !== undefined && (newer === undefined ? makes(reading.data, bytes) : says(reading.data, newer));
  if (!isWhole) {
    errors.push(contradiction('it does something that encode never does'));
    return { data: { mode: 'unknown', senderAddress: message.keys[0] }, errors };
  }
  const { hidden = [], seen = {} } = reading;
  const unsaid = ['params', 'fees', ...hidden];
  const known = Object.entries(reading.data).filter(([name]) => !unsaid.includes(name));
  const data = { ...Object.fromEntries(known), ...seen, ...(newer === undefined ? {} : budgetOf(newer)) };
  const leastFees = newer?.priorityFee ?? BigInt(reading.data.fees) - lamportsPerSignature;
  return { data, errors, leastFees };
}

/** Whether the data makes these very bytes. */
function makes(data: CompletedData, bytes: Uint8Array): boolean {
  return matches(data, (made) => equalBytes(made, bytes));
}

/** Whether a message of version 1 does what the data says, and nothing else. Its budget stands in its head. */
function says(data: CompletedData, { message }: MessageV1): boolean {
  return data.gas === undefined && matches(data, (made) => isReordering(encodeMessage(message), made));
}

function budgetOf({ units }: MessageV1): Facts {
  return { gas: units.toString() };
}

function matches(data: CompletedData, isSame: (made: Uint8Array) => boolean): boolean {
  try {
    return isSame(toMessageBytes(data));
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}

interface Reading {
  /** What makes the message. */
  readonly data: CompletedData;
  /** What the bytes say that data has no field for. */
  readonly seen?: Facts | undefined;
  /** Fields of data that the bytes leave open: something stands in for them. */
  readonly hidden?: readonly string[] | undefined;
}

/**
 * What the instructions say together. One that stands there twice leaves its last word: assembling finds out.
 *
 * @returns Undefined if one of them is unknown, or if they make no mode.
 */
function readMessage(message: CompiledMessage): Reading | undefined {
  const { keys, blockhash, instructions } = message;
  const steps = instructions.map(({ program, accounts, data }) => readInstruction(keys, program, accounts, data));
  if (steps.includes(undefined)) return undefined;
  const facts: Facts = Object.assign({}, ...steps);
  const mode = modeOf(facts);
  if (mode === undefined) return undefined;
  const { memo, units, computeUnitPrice, nonceAccount } = facts;
  const { fields, params = {}, seen, hidden, profile = 'compat' } = mode;
  const data = {
    senderAddress: keys[0],
    ...fields,
    ...(memo === undefined ? {} : { memo }),
    ...(units === undefined ? {} : { gas: units }),
    // Any base fee makes the same bytes.
    fees: (lamportsPerSignature + priorityFee(BigInt(units ?? 0), BigInt(computeUnitPrice ?? 0))).toString(),
    params: {
      profile,
      blockhash,
      ...(nonceAccount === undefined ? {} : { nonceAccount }),
      ...(computeUnitPrice === undefined ? {} : { computeUnitPrice }),
      ...params,
    },
  };
  // Whatever is missing or wrong in it, assemble refuses.
  return { data: data as unknown as CompletedData, seen, hidden };
}

interface ModeReading {
  readonly fields: { readonly mode: Mode } & Facts;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly seen?: Facts;
  readonly hidden?: readonly string[];
  readonly profile?: Profile;
}

function modeOf(facts: Facts): ModeReading | undefined {
  const { coins, tokens, createdTokenAccount, voteAccount, split, deactivated, withdrawn } = facts;
  if (tokens !== undefined) return readTransferToken(facts, tokens);
  if (createdTokenAccount !== undefined) {
    const { tokenId, tokenProgram: program } = facts;
    const token = { program, destination: createdTokenAccount, create: true };
    return { fields: { mode: 'enableToken', tokenId }, params: { token } };
  }
  if (voteAccount !== undefined) {
    return {
      fields: { mode: 'stake', targetValidatorAddress: voteAccount, amount: coins },
      params: { newStake: { account: facts.delegated } },
      profile: facts.created === undefined ? 'compat' : 'hardware',
    };
  }
  if (split !== undefined) {
    const newStake = { account: facts.splitTo, deposit: coins ?? '0' };
    return { fields: { mode: 'unstake', stakeId: facts.splitFrom, amount: split }, params: { newStake } };
  }
  if (deactivated !== undefined) return { fields: { mode: 'unstake', stakeId: deactivated } };
  if (withdrawn !== undefined) return { fields: { mode: 'withdraw', stakeId: facts.withdrawnFrom, amount: withdrawn } };
  if (coins !== undefined) return { fields: { mode: 'transfer', recipientAddress: facts.coinsTo, amount: coins } };
  return undefined;
}

function readTransferToken(facts: Facts, amount: string): ModeReading {
  const { source, destination, tokenId, tokenOwner, decimals, program } = facts;
  const token = {
    program,
    ...(decimals === undefined ? {} : { decimals }),
    source,
    destination,
    create: facts.createdTokenAccount !== undefined,
  };
  const isHardware = decimals !== undefined && program === programs.token;
  return {
    // Where the bytes do not say whose the destination is, it can only stand for itself.
    fields: {
      mode: 'transferToken',
      tokenId: tokenId ?? destination,
      recipientAddress: tokenOwner ?? destination,
      amount,
    },
    params: { token },
    seen: { sourceTokenAccount: source, destinationTokenAccount: destination },
    hidden: [...(tokenId === undefined ? ['tokenId'] : []), ...(tokenOwner === undefined ? ['recipientAddress'] : [])],
    profile: isHardware ? 'hardware' : 'compat',
  };
}

function contradiction(reason: string): Problem {
  return problem('request.invalid', { field, expected: reason }, field);
}

function unreadable(reason: string): RefusedError {
  return new RefusedError([contradiction(reason)]);
}
