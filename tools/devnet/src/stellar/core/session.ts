import type { xdr } from '@stellar/stellar-base';
import { type AssetId, issuerOf, native, type Party } from '../asset.ts';
import { type AccountEntry, copyState, type Line, lineFlags, lineKey, type State } from '../state.ts';
import { highest } from '../units.ts';
import { available, minBalance } from './reserves.ts';

/** The ledger in which operations run. */
export interface Header {
  readonly ledger: number;
  /** Seconds since 1970. */
  readonly closeTime: number;
  readonly baseReserve: bigint;
}

/** What an operation did, as Horizon tells it. */
export interface Effect {
  readonly account: Party;
  readonly type: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What an operation of a transaction works with. */
export interface Scope {
  readonly header: Header;
  readonly state: State;
  readonly source: Party;
  readonly operation: xdr.Operation;
  /** Of the transaction: its source and sequence number are part of ids. */
  readonly transaction: { readonly source: string; readonly sequence: bigint };
  readonly index: number;
  /** Who pays for reserves at present, by the account that they are paid for. */
  readonly sponsors: Map<string, string>;
  effect(account: Party | string, type: string, details: Readonly<Record<string, unknown>>): void;
}

/** The entry of an account that the operation writes to. */
export function touch(scope: Scope, id: string): AccountEntry | undefined {
  const account = scope.state.accounts.get(id);
  if (account !== undefined) account.lastModified = scope.header.ledger;
  return account;
}

/** @throws Error if there is none: core has checked that before. */
export function sourceOf(scope: Scope): AccountEntry {
  const account = touch(scope, scope.source.account);
  if (account === undefined) throw new Error('The source of an operation exists.');
  return account;
}

export function lineOf(scope: Scope, owner: string, asset: AssetId): Line | undefined {
  return scope.state.lines.get(lineKey(owner, asset));
}

/** Who pays for the next reserve of an account, if it is not the account itself. */
export function sponsorOf(scope: Scope, owner: string): AccountEntry | undefined {
  const id = scope.sponsors.get(owner);
  return id === undefined ? undefined : touch(scope, id);
}

/** Adds to the XLM of an account, or takes from them. False if a bound forbids it, and nothing has changed then. */
export function addNative(account: AccountEntry, delta: bigint, baseReserve: bigint): boolean {
  const balance = account.balance + delta;
  if (balance < 0n || balance > highest) return false;
  if (delta < 0n && balance - minBalance(account, baseReserve) < account.selling) return false;
  if (delta !== 0n && balance > highest - account.buying) return false;
  account.balance = balance;
  return true;
}

function addToLine(line: Line, delta: bigint): boolean {
  const balance = line.balance + delta;
  if (balance < 0n || balance > line.limit) return false;
  if (balance < line.selling || balance > line.limit - line.buying) return false;
  line.balance = balance;
  return true;
}

export type MoveRefusal = 'noTrust' | 'notAuthorized' | 'full' | 'underfunded';

/** Credits an account. The issuer of a token has no line, and none is needed. */
export function credit(scope: Scope, owner: string, asset: AssetId, amount: bigint): MoveRefusal | undefined {
  if (asset === native) {
    const account = touch(scope, owner);
    return account !== undefined && addNative(account, amount, scope.header.baseReserve) ? undefined : 'full';
  }
  return moveOnLine(scope, owner, asset, amount, 'full');
}

/** Debits an account. */
export function debit(scope: Scope, owner: string, asset: AssetId, amount: bigint): MoveRefusal | undefined {
  if (asset === native) {
    const account = touch(scope, owner);
    if (account === undefined || amount > available(account, scope.header.baseReserve)) return 'underfunded';
    return addNative(account, -amount, scope.header.baseReserve) ? undefined : 'underfunded';
  }
  return moveOnLine(scope, owner, asset, -amount, 'underfunded');
}

function moveOnLine(
  scope: Scope,
  owner: string,
  asset: AssetId,
  delta: bigint,
  refusal: MoveRefusal,
): MoveRefusal | undefined {
  if (owner === issuerOf(asset)) return undefined;
  const line = lineOf(scope, owner, asset);
  if (line === undefined) return 'noTrust';
  if ((line.flags & lineFlags.authorized) === 0) return 'notAuthorized';
  if (!addToLine(line, delta)) return refusal;
  line.lastModified = scope.header.ledger;
  return undefined;
}

/** Runs an operation on a copy of the state. What it did is kept if it succeeds. */
export function attempt<T>(
  state: State,
  run: (copy: State) => T,
  keep: (result: T) => boolean,
): { result: T; state: State } {
  const copy = copyState(state);
  const result = run(copy);
  return { result, state: keep(result) ? copy : state };
}
