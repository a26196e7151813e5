import { type Address, toAddress } from '../address/address.ts';
import { fromU256, toU256 } from '../felt.ts';
import { selector } from './selectors.ts';

/** A call of a contract's function. */
export interface Call {
  readonly to: Address;
  readonly selector: bigint;
  readonly calldata: readonly bigint[];
}

/** `transfer(recipient, amount: u256)` of ERC-20. The low half of the amount comes first. */
export function transferCall(token: Address, recipient: Address, amount: bigint): Call {
  return { to: token, selector: selector('transfer'), calldata: [BigInt(recipient), ...toU256(amount)] };
}

/** `approve(spender, amount: u256)` of ERC-20. */
export function approveCall(token: Address, spender: Address, amount: bigint): Call {
  return { to: token, selector: selector('approve'), calldata: [BigInt(spender), ...toU256(amount)] };
}

/**
 * The calldata of `__execute__(Array<Call>)` of accounts of Cairo 1: the number of calls, then for each its contract, selector, length and data
 * (docs.starknet.io, "Serialization of Cairo types").
 */
export function executeCalldata(calls: readonly Call[]): readonly bigint[] {
  return [
    BigInt(calls.length),
    ...calls.flatMap(({ to, selector, calldata }) => [BigInt(to), selector, BigInt(calldata.length), ...calldata]),
  ];
}

/** Reads what `executeCalldata` writes. Undefined if it is anything else. */
export function readExecuteCalldata(felts: readonly bigint[]): readonly Call[] | undefined {
  const calls: Call[] = [];
  let at = 1;
  for (let left = felts[0] ?? 0n; left > 0n; left -= 1n) {
    const [to, selector, length] = felts.slice(at, at + 3);
    if (to === undefined || selector === undefined || length === undefined) return undefined;
    const end = at + 3 + Number(length);
    if (length > BigInt(felts.length) || end > felts.length) return undefined;
    calls.push({ to: toAddress(to), selector, calldata: felts.slice(at + 3, end) });
    at = end;
  }
  return at === felts.length ? calls : undefined;
}

/** A transfer of a token. */
interface TransferCall {
  readonly token: Address;
  readonly recipient: Address;
  readonly amount: bigint;
}

/** Reads what `transferCall` writes. Undefined if the call is anything else. */
export function readTransferCall({ to, selector: called, calldata }: Call): TransferCall | undefined {
  const [recipient, low, high, ...more] = calldata;
  if (called !== selector('transfer') || recipient === undefined || low === undefined || high === undefined)
    return undefined;
  const amount = fromU256(low, high);
  return more.length > 0 || amount === undefined ? undefined : { token: to, recipient: toAddress(recipient), amount };
}
