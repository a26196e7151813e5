import { type Assembled, toHex } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { stakeAccountLength } from '../layouts/stake.ts';
import type { Profile } from '../options.ts';
import { programs } from '../well-known.ts';
import { compileMessage, encodeMessage, type Instruction, type Message } from './message.ts';
import { type NewStake, newStakeAddress, stakeSeed } from './params.ts';
import { type AssociatedAccount, createIdempotent } from './programs/associated-token.ts';
import { setComputeUnitLimit, setComputeUnitPrice } from './programs/compute-budget.ts';
import { memo } from './programs/memo.ts';
import * as stake from './programs/stake.ts';
import * as system from './programs/system.ts';
import * as token from './programs/token.ts';

/** A transaction in the chain's own terms: its message, and what sending needs. */
export interface SolanaPlan extends Message {
  /** Keys that public verifiers look for at fixed places. */
  readonly first: readonly Address[];
  /** The height after which no block takes the transaction. Undefined with a durable nonce. */
  readonly lastValidBlockHeight?: bigint | undefined;
  /** The estimated time of that height: milliseconds since 1970. */
  readonly expiresAt?: bigint | undefined;
  readonly nonceAccount?: Address | undefined;
}

/**
 * Makes the bytes to sign. The same plan always gives the same bytes.
 *
 * @returns One item: the legacy message in hex. It is signed as it is. The item has no hash, as clients would sign that instead.
 */
export function assemble(plan: SolanaPlan): Assembled & { readonly unsigned: Uint8Array } {
  const unsigned = toMessageBytes(plan);
  // Clients of this interface know the bytes by this format. They have nothing to do with Borsh.
  return { items: [{ raw: { format: 'BORSH', value: toHex(unsigned) } }], unsigned };
}

/** The message that is signed, in bytes. */
export function toMessageBytes(plan: SolanaPlan): Uint8Array {
  return encodeMessage(compileMessage(plan, plan.first));
}

/** What a mode does. The memo comes before `steps` and after `before`. */
export interface Body {
  readonly before?: readonly Instruction[];
  readonly steps: readonly Instruction[];
  readonly first: readonly Address[];
}

/** What all modes have besides a body. */
export interface Terms extends Omit<SolanaPlan, 'payer' | 'instructions' | 'first'> {
  /** The compute unit limit. Undefined: the chain's default. */
  readonly units?: bigint | undefined;
  /** Micro-lamports for each compute unit. */
  readonly computeUnitPrice?: bigint | undefined;
}

/** @param text - The memo. */
export function makePlan(payer: Address, text: string | undefined, terms: Terms, body: Body): SolanaPlan {
  const { units, computeUnitPrice, blockhash, lastValidBlockHeight, expiresAt, nonceAccount } = terms;
  const { before = [], steps, first } = body;
  const instructions = [
    // The nonce must be the first instruction. The budget may stand anywhere.
    ...(nonceAccount === undefined ? [] : [system.advanceNonce(nonceAccount, payer)]),
    ...(units === undefined ? [] : [setComputeUnitLimit(Number(units))]),
    ...(computeUnitPrice === undefined ? [] : [setComputeUnitPrice(computeUnitPrice)]),
    ...before,
    // Token-2022 looks for a memo right before the transfer.
    ...(text === undefined ? [] : [memo(text)]),
    ...steps,
  ];
  return { payer, blockhash, lastValidBlockHeight, expiresAt, nonceAccount, instructions, first };
}

export function transfer(sender: Address, recipient: Address, amount: bigint): Body {
  return { steps: [system.transfer(sender, recipient, amount)], first: [recipient, programs.system] };
}

export interface TokenBody extends token.TokenTransfer {
  readonly mint: Address;
  /** Set for a checked transfer, which has mint and decimals in its bytes. Undefined for the old form. */
  readonly decimals: number | undefined;
  /** The owner of the destination, if it is made. Else undefined. */
  readonly newOwner: Address | undefined;
}

export function transferToken({ mint, decimals, newOwner, ...tokens }: TokenBody): Body {
  const { program: tokenProgram, source, destination: account, owner: payer } = tokens;
  return {
    before: newOwner === undefined ? [] : [createIdempotent({ payer, account, owner: newOwner, mint, tokenProgram })],
    steps: [decimals === undefined ? token.transfer(tokens) : token.transferChecked(tokens, mint, decimals)],
    first: [account, source],
  };
}

/** @param account - The sender's own token account. */
export function enableToken(account: AssociatedAccount): Body {
  return { steps: [createIdempotent(account)], first: [] };
}

/** Delegates a new stake account to its target. */
export function delegateStake(sender: Address, made: NewStake, profile: Profile): Body {
  const { amount, target: vote } = made;
  const account = newStakeAccount(sender, made);
  const create =
    profile === 'hardware'
      ? [system.createAccountWithSeed(account, amount)]
      : [system.transfer(sender, account.address, amount), system.allocateWithSeed(account)];
  return {
    steps: [...create, stake.initialize(account.address, sender), stake.delegate(account.address, vote, sender)],
    first: [account.address, programs.system, vote, programs.stake],
  };
}

/** Ends all of a stake. */
export function endStake(sender: Address, position: Address): Body {
  return { steps: [stake.deactivate(position, sender)], first: [] };
}

/** Ends a part of a stake, which is split off first. `deposit` is what the sender adds to the part. */
export function endPart(sender: Address, made: NewStake, deposit: bigint): Body {
  const part = newStakeAccount(sender, made);
  return {
    steps: [
      ...(deposit === 0n ? [] : [system.transfer(sender, part.address, deposit)]),
      system.allocateWithSeed(part),
      stake.split(made.target, part.address, sender, made.amount),
      stake.deactivate(part.address, sender),
    ],
    first: [],
  };
}

export function withdrawStake(sender: Address, position: Address, amount: bigint): Body {
  return { steps: [stake.withdraw(position, sender, sender, amount)], first: [] };
}

function newStakeAccount(base: Address, made: NewStake): system.SeededAccount {
  const address = newStakeAddress(base, made);
  return { address, base, seed: stakeSeed(made), space: stakeAccountLength, owner: programs.stake };
}
