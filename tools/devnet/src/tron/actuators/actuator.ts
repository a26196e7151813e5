import type { HexAddress } from '../address.ts';
import type { Contract, Resource } from '../protocol.ts';
import { invalid } from '../refusal.ts';
import type { AccountState, State } from '../state.ts';

/** Where a contract is executed. */
export interface Place {
  readonly state: State;
  /** Milliseconds of the last block, as all rules of the chain have it. */
  readonly time: number;
  /** Slot of the last block. */
  readonly slot: number;
}

/** What a contract of the system did beside changing the state. Amounts in sun. */
export interface Effects {
  readonly fee?: bigint;
  readonly withdrawAmount?: bigint;
  readonly withdrawExpireAmount?: bigint;
  readonly cancelled?: Readonly<Record<Resource, bigint>>;
}

/** Checks a contract with the rules and texts of java-tron's actuator, and carries it out. */
export type Actuator<T extends Contract['type']> = (place: Place, contract: Extract<Contract, { type: T }>) => Effects;

/** @throws Refusal if the bytes are no address. */
export function checkAddress(address: HexAddress, text = 'Invalid address'): void {
  if (!/^41[0-9a-f]{40}$/.test(address)) throw invalid(text);
}

/** @throws Refusal if there is no account. */
export function accountOf(state: State, address: HexAddress): AccountState {
  const account = state.accounts.get(address);
  if (account === undefined) throw invalid(`Account[${address}] not exists`);
  return account;
}
