import { type Code, type ContextOf, type RefusedError, refuse } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';
import { decodeMessage } from './bytes/message.ts';
import type { TransactionError } from './upstream/transaction-error.ts';
import { programs } from './well-known.ts';

/**
 * What a failure means to us:
 * - `known`: the chain has the transaction already
 * - `blockhash`: the node does not know its blockhash: too old, or too new for this node
 */
export type Meaning = 'known' | 'blockhash' | Extract<Code, `broadcast.${string}`>;

export interface Failure {
  readonly means: Meaning;
  /** In a few words, for the sender. */
  readonly reason: string;
}

/**
 * Errors of a whole transaction. The first row that matches wins, and every error of the chain matches one. Source: anza-xyz/solana-sdk,
 * transaction-error/src/lib.rs.
 */
const meanings: readonly { readonly when: RegExp; readonly means: Meaning }[] = [
  { when: /^AlreadyProcessed/, means: 'known' },
  { when: /^BlockhashNotFound/, means: 'blockhash' },
  // AccountNotFound: the sender does not exist.
  { when: /^AccountNotFound|FundsForFee$/, means: 'broadcast.insufficientFunds' },
  {
    when: /FundsForRent|RentPaying|AccountForFee|^InvalidProgram|^ProgramAccount|LoadedAccountsDataSize|^Unbalanced|^CallChain/,
    means: 'broadcast.fails',
  },
  {
    when: /^WouldExceed|InUse|Outstanding|Maintenance|Temporarily|CacheHit|Resanitization|^Commit/,
    means: 'broadcast.congested',
  },
  {
    when: /LookupTable|LoadedTwice|^Duplicate|Index$|Writable|Signature|Sanitize|Locks|Version/,
    means: 'broadcast.invalid',
  },
];

/** @returns `broadcast.refused` for an unknown error, which the chain got after this was written. */
export function meaningOf(name: string): Meaning {
  return meanings.find(({ when }) => when.test(name))?.means ?? 'broadcast.refused';
}

const tokenErrors: Readonly<Record<number, string>> = {
  1: 'the token account does not hold enough tokens',
  3: 'a token account is for another token',
  4: 'the token account belongs to somebody else',
  17: 'a token account is frozen by the issuer of the token',
  18: 'the token has another number of decimals',
  31: 'the token needs a checked transfer',
  36: 'the recipient takes transfers with a memo only',
  37: 'the token cannot be transferred',
  67: 'the issuer stopped all transfers for now',
};

/**
 * Programs' own error numbers, if our transactions can cause them. Sources: anza-xyz/solana-sdk, system-interface/src/error.rs; solana-program/token
 * and token-2022, interface/src/error.rs; solana-program/stake, interface/src/error.rs; solana-program/associated-token-account,
 * interface/src/error.rs.
 */
const customErrors: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  [programs.system]: {
    0: 'the account to be made exists already',
    1: 'the sender does not hold enough coins',
    7: 'the nonce was used in this very block',
    8: 'the nonce was used already',
  },
  [programs.token]: tokenErrors,
  [programs.token2022]: tokenErrors,
  [programs.associatedToken]: { 0: 'the token account belongs to somebody else' },
  [programs.stake]: {
    1: 'the stake is under a lockup',
    2: 'the stake is being unlocked already',
    3: 'the stake was moved in this epoch already',
    4: 'so much is not at stake',
    12: 'less would be at stake than the chain demands',
    16: 'rewards are being paid at the start of the epoch: try again in some minutes',
  },
};

/** The sender has too little of what it wants to move. */
const shortOfCoins = 1;

/**
 * Reads a node's error for a transaction that fails.
 *
 * @param message - The bytes that were signed. They tell the program of the failing instruction.
 */
export function describeFailure(error: TransactionError, message: Uint8Array): Failure {
  const [name, detail] = typeof error === 'string' ? [error, undefined] : (Object.entries(error)[0] ?? ['', undefined]);
  if (name === 'InstructionError' && Array.isArray(detail)) return describeInstruction(detail[0], detail[1], message);
  return { means: meaningOf(name), reason: inWords(name) };
}

function describeInstruction(index: unknown, error: unknown, message: Uint8Array): Failure {
  const decoded = decodeMessage(message);
  const program = typeof index === 'number' ? decoded?.keys[decoded.instructions[index]?.program ?? -1] : undefined;
  const code = customCode(error);
  if (code !== undefined) {
    const isShort = program === programs.system && code === shortOfCoins;
    const known = customErrors[program ?? '']?.[code];
    return {
      means: isShort ? 'broadcast.insufficientFunds' : 'broadcast.fails',
      reason: known ?? `the program ${program ?? 'that it calls'} says error ${code}`,
    };
  }
  const name = typeof error === 'string' ? error : (Object.keys((error ?? {}) as object)[0] ?? '');
  return { means: 'broadcast.fails', reason: inWords(name) };
}

function customCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('Custom' in error)) return undefined;
  return typeof error.Custom === 'number' ? error.Custom : undefined;
}

/** Writes `InsufficientFundsForRent` as people do. Other people's texts are not passed on. */
function inWords(name: string): string {
  return /^\w{1,60}$/.test(name) ? name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() : 'unknown error';
}

/** Codes of nodes. Source: anza-xyz/agave, rpc-client-api/src/custom_error.rs, and JSON-RPC 2.0. */
const rpcCodes = {
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  precompileVerificationFailure: -32006,
  signatureLengthMismatch: -32013,
  unsupportedVersion: -32015,
  invalidParams: -32602,
} as const;

/** Codes of sendTransaction's errors about the transaction. All others are about the endpoint, or unknown. */
export const answerCodes: readonly number[] = Object.values(rpcCodes);

/** Whether nodes give this error before they send a transaction on. All errors with these codes are (anza-xyz/agave, rpc/src/rpc.rs: send_transaction). */
export function isToldBefore({ code }: { readonly code: number }): boolean {
  return answerCodes.includes(code);
}

/** Reads a node's error for sendTransaction. */
export function describeRefusal(
  { code, message, data }: { readonly code: number; readonly message: string; readonly data?: unknown },
  signed: Uint8Array,
): Failure {
  if (code === rpcCodes.preflightFailure) {
    const error = (data as { err?: TransactionError } | undefined)?.err;
    if (typeof error === 'string' || (typeof error === 'object' && error !== null)) {
      return describeFailure(error, signed);
    }
    // Providers that leave the data out still tell the two most important errors.
    if (/already been processed/i.test(message)) return { means: 'known', reason: message };
    if (/blockhash not found/i.test(message)) return { means: 'blockhash', reason: message };
    return { means: 'broadcast.fails', reason: cleanReason(message) };
  }
  if (answerCodes.includes(code)) return { means: 'broadcast.invalid', reason: cleanReason(message) };
  return { means: 'broadcast.refused', reason: cleanReason(message) };
}

/**
 * The most telling first. What is wrong with the transaction itself is wrong at every node. Accounts differ from node to node. What a node has not
 * seen yet, or has no room for, concerns that node alone.
 */
const telling: readonly Meaning[] = [
  'broadcast.invalid',
  'broadcast.insufficientFunds',
  'broadcast.fails',
  'broadcast.refused',
  'blockhash',
  'broadcast.congested',
];

/** The most telling of several failures. */
export function mostTelling<F extends Failure>(failures: readonly F[]): F | undefined {
  return failures.toSorted((a, b) => telling.indexOf(a.means) - telling.indexOf(b.means))[0];
}

/** The error for a failure. */
export function refusal(means: Exclude<Meaning, 'known' | 'blockhash'>, reason: string, chain: string): RefusedError {
  // Each message template uses some of these values. The reason stays in the context in any case.
  return refuse(means, { reason, chain } as unknown as ContextOf<typeof means>, 'transaction');
}
