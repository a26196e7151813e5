import { createHash } from 'node:crypto';
import { Address, beginCell, type Cell } from '@ton/core';
import { internal } from '@ton/sandbox';
import type { Chain } from './chain.ts';

/** An address of the engine's own, which follows from a name. It never has a state: its messages come from nowhere. */
export function ownAddress(name: string): Address {
  return new Address(0, createHash('sha256').update(`isochain devnet ${name}`).digest());
}

/** Where coins come from, and who administers the engine's contracts. */
export const faucet = ownAddress('faucet');

interface Payment {
  readonly to: Address;
  readonly value: bigint;
  readonly body?: Cell;
  readonly init?: { readonly code: Cell; readonly data: Cell };
  /** Who sends it. Defaults to the faucet. */
  readonly from?: Address;
}

/** Executes a message of the faucet, and all that follows from it. A value that the contract does not take is not sent back. */
export async function pay(chain: Chain, { to, value, body, init, from = faucet }: Payment): Promise<void> {
  await chain.deliver(
    internal({
      from,
      to,
      value,
      bounce: false,
      body: body ?? beginCell().endCell(),
      ...(init ? { stateInit: init } : {}),
    }),
  );
}
