import { attempt, toHex } from '@isochain/core';
import { lookUp } from './dictionary.ts';
import type { Address, Cell } from './ton-core.ts';

/** Accounts that cannot be deployed for some time, by a vote of the validators (config param 44; block.tlb: SuspendedAddressList). */
export interface Suspension {
  /** Dictionary of the accounts. The keys have 288 bits: workchain and hash. Undefined if it is empty. */
  readonly accounts: Cell | undefined;
  /** Unix time in seconds. */
  readonly until: number;
}

/** suspended_address_list#00 addresses:(HashmapE 288 Unit) suspended_until:uint32. Undefined if the cell is something else: the chain then suspends nobody. */
export function readSuspension(cell: Cell): Suspension | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    if (slice.loadUint(8) !== 0) throw new RangeError('no list of suspended accounts');
    return { accounts: slice.loadMaybeRef() ?? undefined, until: slice.loadUint(32) };
  });
}

/** @param now - Unix time in seconds. (ton-blockchain/ton, crypto/block/mc-config.cpp: Config::get_suspended_addresses) */
export function isSuspended({ accounts, until }: Suspension, { workChain, hash }: Address, now: number): boolean {
  if (until <= now || accounts === undefined) return false;
  const key = (BigInt.asUintN(32, BigInt(workChain)) << 256n) | BigInt(`0x${toHex(hash)}`);
  return attempt(() => lookUp(accounts, key, 288)) !== undefined;
}
