import { createHash } from 'node:crypto';
import { type Address, address, getBase58Encoder } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { readAccount, writeAccount } from './accounts-db.ts';
import { concat, key, u32, u64 } from './bytes.ts';
import type { ChainClock } from './clock.ts';
import { keyOf } from './keys.ts';
import { programs } from './programs.ts';
import type { WireTransaction } from './wire.ts';

export interface NonceOptions {
  /** The key that may use it. */
  authority: string;
  /** Defaults to an address of the engine's choice. */
  address?: string;
}

// u32 version, u32 state, 32 bytes authority, 32 bytes nonce, u64 lamports per signature when it was set.
const size = 80;
const authorityOffset = 8;
const nonceOffset = 40;

/** Writes a nonce account that can be used at once. */
export function createNonceAccount(node: { svm: LiteSVM; clock: ChainClock }, options: NonceOptions): Address {
  const { authority } = options;
  const account = address(
    options.address ?? keyOf(`nonce account of ${authority} in slot ${node.clock.slot()}`).address,
  );
  const data = concat(
    u32(1),
    u32(1),
    key(address(authority)),
    nextNonce(keyOf(`nonce of ${account}`).address),
    u64(5000),
  );
  writeAccount(node.svm, account, {
    lamports: node.svm.minimumBalanceForRentExemption(BigInt(data.length)),
    data,
    owner: programs.system,
    executable: false,
  });
  return account;
}

/**
 * Whether a transaction uses a nonce account instead of a blockhash. Then its first instruction advances the account, the authority signs it, and the
 * value in place of the blockhash is the account's value.
 */
export function livesByNonce(svm: LiteSVM, transaction: WireTransaction): boolean {
  const { staticKeys, instructions, lifetimeToken, header } = transaction;
  const account = nonceAccountOf(transaction);
  const stored = account === undefined ? undefined : readAccount(svm, account);
  if (stored?.owner !== programs.system || stored.data.length !== size) return false;
  const holds = (bytes: ArrayLike<number>, offset: number): boolean =>
    Array.from(bytes).every((byte, index) => stored.data[offset + index] === byte);
  const signers = (instructions[0]?.accountIndexes ?? [])
    .filter((index) => index < header.numSignerAccounts)
    .flatMap((index) => staticKeys[index] ?? []);
  return (
    holds(getBase58Encoder().encode(lifetimeToken), nonceOffset) &&
    signers.some((signer) => holds(key(signer), authorityOffset))
  );
}

/** Gives the nonce account of a transaction its next value, as the System program does. */
export function advanceNonce(svm: LiteSVM, transaction: WireTransaction): void {
  const account = nonceAccountOf(transaction);
  const stored = account === undefined ? undefined : readAccount(svm, account);
  if (account === undefined || stored === undefined) return;
  const data = stored.data.slice();
  data.set(nextNonce(svm.latestBlockhash()), nonceOffset);
  writeAccount(svm, account, { ...stored, data });
}

/** The nonce account, if the first instruction is System instruction 4, AdvanceNonceAccount. */
function nonceAccountOf({ staticKeys, instructions: [first] }: WireTransaction): Address | undefined {
  if (first === undefined || staticKeys[first.programIndex] !== programs.system) return undefined;
  return first.data.length === 4 && first.data[0] === 4 ? staticKeys[first.accountIndexes[0] ?? -1] : undefined;
}

/** SDK, nonce/src/state.rs: a durable nonce is a hash of the blockhash, so it never is a blockhash. */
function nextNonce(blockhash: string): Uint8Array {
  return createHash('sha256')
    .update('DURABLE_NONCE')
    .update(new Uint8Array(getBase58Encoder().encode(blockhash)))
    .digest();
}
