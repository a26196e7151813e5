import { fromBase58 } from '@isochain/core';
import type { Address } from './address.ts';
import { bytesOf, decoded } from './layouts/bytes.ts';
import { associatedTokenTags } from './programs/associated-token.ts';
import { stakeTags } from './programs/stake.ts';
import { systemTags } from './programs/system.ts';
import { tokenTags } from './programs/token.ts';
import type { NodeTransaction } from './rpc.ts';
import { programs } from './well-known.ts';

// What the instructions of a transaction ask for, as far as its kind depends on it. What really moved is told by balances: movements.ts.

export type Step =
  /** Fees, memos, nonces: beside the point. */
  | { readonly kind: 'aside' }
  /** Makes or prepares an account for what follows. */
  | { readonly kind: 'prepare' }
  | { readonly kind: 'transfer'; readonly from: Address; readonly to: Address; readonly amount: bigint }
  /** Between token accounts. */
  | { readonly kind: 'transferToken'; readonly from: Address; readonly to: Address; readonly amount: bigint }
  | { readonly kind: 'enableToken'; readonly account: Address; readonly owner: Address; readonly mint: Address }
  | { readonly kind: 'stake'; readonly account: Address; readonly validator: Address }
  | { readonly kind: 'unstake'; readonly account: Address }
  | { readonly kind: 'withdraw'; readonly account: Address; readonly to: Address; readonly amount: bigint }
  /** Anything else: nobody knows what it does. */
  | { readonly kind: 'other' };

/** All accounts of a transaction by their index: its own, then those of lookup tables, the writable ones first. */
export function keysOf({ transaction, meta }: NodeTransaction): readonly Address[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  return [...transaction.message.accountKeys, ...writable, ...readonly];
}

/** One step for each instruction of the transaction itself; what programs call in turn is not looked at. */
export function stepsOf(transaction: NodeTransaction): Step[] {
  const keys = keysOf(transaction);
  return transaction.transaction.message.instructions.map(({ programIdIndex, accounts, data }) => {
    const bytes = data === '' ? new Uint8Array() : fromBase58(data);
    const program = keys[programIdIndex];
    const read = program === undefined ? undefined : readerOf(program);
    if (bytes === undefined || read === undefined) return other;
    const named = accounts.map((account) => keys[account]);
    return decoded(() => read(named, bytes)) ?? other;
  });
}

/** The texts of its memos, joined as they stand. */
export function memoOf(transaction: NodeTransaction): string | undefined {
  const keys = keysOf(transaction);
  const texts = transaction.transaction.message.instructions.flatMap(({ programIdIndex, data }) => {
    const program = keys[programIdIndex];
    const bytes = program !== undefined && memoPrograms.includes(program) ? fromBase58(data) : undefined;
    return bytes === undefined ? [] : [new TextDecoder().decode(bytes)];
  });
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Ours, the one before it, and the one that followed. Source: solana-program/memo. */
const memoPrograms: readonly Address[] = [
  programs.memo,
  programs.memoV1,
  'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH' as Address,
];

const aside: Step = { kind: 'aside' };
const prepare: Step = { kind: 'prepare' };
const other: Step = { kind: 'other' };

/** @throws RangeError if the data is too short. */
type Read = (accounts: readonly (Address | undefined)[], data: Uint8Array) => Step | undefined;

function readerOf(program: Address): Read | undefined {
  switch (program) {
    case programs.system:
      return readSystem;
    case programs.token:
    case programs.token2022:
      return readToken;
    case programs.associatedToken:
      return readAssociatedToken;
    case programs.stake:
      return readStake;
    default:
      return program === programs.computeBudget || memoPrograms.includes(program) ? () => aside : undefined;
  }
}

/** Instructions that we do not make ourselves. Source: anza-xyz/solana-sdk, system-interface/src/instruction.rs. */
const moreSystemTags = { assign: 1, allocate: 8, assignWithSeed: 10, transferWithSeed: 11 } as const;

function readSystem(accounts: readonly (Address | undefined)[], data: Uint8Array): Step | undefined {
  const bytes = bytesOf(data);
  const [from, second, third] = accounts;
  switch (bytes.u32(0)) {
    case systemTags.transfer:
      return from && second && { kind: 'transfer', from, to: second, amount: bytes.u64(4) };
    case moreSystemTags.transferWithSeed:
      // In between stands the account that signs for the other.
      return from && third && { kind: 'transfer', from, to: third, amount: bytes.u64(4) };
    case systemTags.createAccount:
    case systemTags.createAccountWithSeed:
    case systemTags.allocateWithSeed:
    case moreSystemTags.assign:
    case moreSystemTags.allocate:
    case moreSystemTags.assignWithSeed:
      return prepare;
    case systemTags.advanceNonce:
      return aside;
    default:
      return undefined;
  }
}

/** Extension of Token-2022, and its transfer that names the fee. Source: solana-program/token-2022, extension/transfer_fee/instruction.rs. */
const transferWithFee = { extension: 26, tag: 1 } as const;

function readToken(accounts: readonly (Address | undefined)[], data: Uint8Array): Step | undefined {
  const bytes = bytesOf(data);
  const [from, second, third] = accounts;
  switch (bytes.u8(0)) {
    case tokenTags.transfer:
      return from && second && { kind: 'transferToken', from, to: second, amount: bytes.u64(1) };
    case tokenTags.transferChecked:
      // In between stands the mint.
      return from && third && { kind: 'transferToken', from, to: third, amount: bytes.u64(1) };
    case transferWithFee.extension:
      if (bytes.u8(1) !== transferWithFee.tag) return undefined;
      return from && third && { kind: 'transferToken', from, to: third, amount: bytes.u64(2) };
    default:
      return undefined;
  }
}

/** The first version had no data. */
function readAssociatedToken(accounts: readonly (Address | undefined)[], data: Uint8Array): Step | undefined {
  const [, account, owner, mint] = accounts;
  const tag = data[0] ?? associatedTokenTags.create;
  if (tag !== associatedTokenTags.create && tag !== associatedTokenTags.createIdempotent) return undefined;
  return account && owner && mint && { kind: 'enableToken', account, owner, mint };
}

/** Variants of initialize that we do not make ourselves. Source: solana-program/stake, interface/src/instruction.rs. */
const initializeChecked = 9;

function readStake(accounts: readonly (Address | undefined)[], data: Uint8Array): Step | undefined {
  const bytes = bytesOf(data);
  const [account, second] = accounts;
  switch (bytes.u32(0)) {
    case stakeTags.initialize:
    case initializeChecked:
    case stakeTags.split:
      return prepare;
    case stakeTags.delegate:
      return account && second && { kind: 'stake', account, validator: second };
    case stakeTags.deactivate:
      return account && { kind: 'unstake', account };
    case stakeTags.withdraw:
      return account && second && { kind: 'withdraw', account, to: second, amount: bytes.u64(4) };
    default:
      return undefined;
  }
}
