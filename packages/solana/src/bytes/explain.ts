import {
  type CheckedData,
  type EncodedItem,
  type Explanation,
  fromHex,
  type Problem,
  problem,
  RefusedError,
  type TransactionData,
} from '@isochain/core';
import { checkAddress } from '../address/address.ts';
import { associatedTokenAccount } from '../address/pda.ts';
import type { Profile } from '../options.ts';
import type { Solana } from '../types.ts';
import { programs } from '../well-known.ts';
import { toMessageBytes } from './assemble.ts';
import { equalBytes } from './byte-arrays.ts';
import { type Facts, readInstruction } from './instructions.ts';
import { type CompiledMessage, decodeMessage, encodeMessage } from './message.ts';
import { decodeMessageV1, type MessageV1 } from './message-v1.ts';
import { lamportsPerSignature, priorityFee, type SolanaMode } from './params.ts';
import { plan } from './plan.ts';
import { isReordering } from './reordered.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone: an independent check before signing, for clients that do not trust encode. What was read is
 * assembled again. Bytes that do anything else differ from the result.
 *
 * @returns Mode, accounts and amount as in a transaction data object. The chain sets the base fee, which the bytes do not hold: `leastFees` is what
 * they offer beyond it. The old form of a token transfer names neither token nor recipient: `sourceTokenAccount` and `destinationTokenAccount` say
 * where the tokens go. A message of version 1 is read too, but is an error: encode never makes one, so a signature of it does not fit an answer of
 * encode.
 */
export function explain(encoded: readonly EncodedItem[], intent?: TransactionData): Explanation {
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
  const isWhole = reading !== undefined && (newer === undefined ? makes(reading, bytes) : says(reading, newer));
  if (!isWhole) {
    errors.push(contradiction('it does something that encode never does'));
    return { data: { mode: 'unknown', senderAddress: message.keys[0] }, errors };
  }
  const { data: read, hidden = [], seen = {} } = reading;
  const known = Object.entries(read.data).filter(([name]) => !hidden.includes(name));
  const owned = ownersOf(read, hidden, intent);
  if (owned === 'other')
    errors.push(contradiction('its tokens go to a token account of somebody else, or of another token'));
  const data = { ...Object.fromEntries(known), ...seen, ...(newer === undefined ? {} : budgetOf(newer)) };
  const leastFees = newer?.priorityFee ?? read.fees - lamportsPerSignature;
  // The end of a whole stake account.
  const endsAll = read.mode === 'unstake' && read.amount === undefined;
  return {
    data,
    errors,
    leastFees,
    ...(endsAll ? { untold: ['amount'] } : {}),
    ...wishesOf(read.params),
    ...(owned === undefined || owned === 'other' ? {} : { confirmed: owned }),
  };
}

/** A durable nonce is the only wish in `params`. */
function wishesOf(params: unknown): Pick<Explanation, 'wishes'> {
  const { nonceAccount } = params as { readonly nonceAccount?: string };
  return nonceAccount === undefined ? {} : { wishes: { nonceAccount } };
}

/**
 * Compares recipient and token of an intent with the token accounts in the bytes, if these name only the accounts. Their addresses are derived from
 * owner and token.
 *
 * @returns The fields that agree. Undefined if there is nothing to compare.
 */
function ownersOf(read: Read, hidden: readonly string[], intent?: TransactionData): string[] | 'other' | undefined {
  if (!hidden.includes('recipientAddress') || intent?.mode !== 'transferToken') return undefined;
  const [sender, recipient, mint] = [intent.senderAddress, intent.recipientAddress, intent.tokenId].map((text) => {
    const checked = checkAddress(text);
    return checked.ok ? checked.value : undefined;
  });
  if (sender === undefined || recipient === undefined || mint === undefined) return 'other';
  const { program, source, destination } = (read.params as { readonly token: TokenAccounts }).token;
  const accountOf = (owner: string) => associatedTokenAccount(owner, mint, program).address;
  if (destination === accountOf(recipient)) return hidden.slice();
  // A recipient that is a token account itself: only the bytes or the account of the sender tell the token then.
  if (destination !== recipient) return 'other';
  if (!hidden.includes('tokenId')) return ['recipientAddress'];
  return source === accountOf(sender) ? hidden.slice() : 'other';
}

interface TokenAccounts {
  readonly program: string;
  readonly source: string;
  readonly destination: string;
}

/** Whether the reading gives exactly these bytes when assembled. */
function makes(reading: Reading, bytes: Uint8Array): boolean {
  return matches(reading, (made) => equalBytes(made, bytes));
}

/** Whether a message of version 1 does what was read, and nothing else. Its budget is in its head. */
function says(reading: Reading, { message }: MessageV1): boolean {
  return reading.data.gas === undefined && matches(reading, (made) => isReordering(encodeMessage(message), made));
}

function budgetOf({ units }: MessageV1): Facts {
  return { gas: units.toString() };
}

function matches({ data }: Reading, isSame: (made: Uint8Array) => boolean): boolean {
  try {
    return isSame(toMessageBytes((plan[data.mode] as (data: Read) => Solana['plan'])(data)));
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}

type Read = CheckedData<Solana, SolanaMode>;

interface Reading {
  /** Completed data that gives the message. */
  readonly data: Read;
  /** What the bytes say and data has no field for. */
  readonly seen?: Facts | undefined;
  /** Fields of data that the bytes do not tell. Stand-ins fill them. */
  readonly hidden?: readonly string[] | undefined;
}

/**
 * What the instructions say together. If one is there twice, the last one counts: assembling again finds it.
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
  const gas = units === undefined ? undefined : BigInt(units);
  // Keys in the bytes are always addresses.
  const parsed = { senderAddress: keys[0], ...fields };
  const data = {
    mode: fields.mode,
    data: { ...parsed, ...(memo === undefined ? {} : { memo }), ...(units === undefined ? {} : { gas: units }) },
    parsed,
    amount: fields.amount === undefined ? undefined : BigInt(fields.amount),
    // The base fee does not change the bytes.
    fees: lamportsPerSignature + priorityFee(gas, BigInt(computeUnitPrice ?? 0)),
    gas,
    nonce: undefined,
    params: {
      profile,
      blockhash,
      ...(nonceAccount === undefined ? {} : { nonceAccount }),
      ...(computeUnitPrice === undefined ? {} : { computeUnitPrice }),
      ...params,
    },
  };
  // The plan refuses whatever is missing or wrong.
  return { data: data as unknown as Read, seen, hidden };
}

interface ModeReading {
  readonly fields: { readonly mode: SolanaMode } & Facts;
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
    // If the bytes do not tell the owner of the destination, the destination itself is the recipient.
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
