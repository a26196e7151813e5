import type { FallibleCall, RpcCall } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { selector } from '../bytes/selectors.ts';
import { strk } from '../tokens/native.ts';
import { question } from './calls.ts';
import { felts, upTo } from './fields.ts';
import { callParams, rpc } from './rpc.ts';

/** The two spellings of the function that tells a balance. Most tokens have both, and newer ones may have only the second. */
export type BalanceName = 'balanceOf' | 'balance_of';

/** Asks a token for a balance. `amountIn` reads the answer. */
export function balanceCall(token: Address, owner: Address, name: BalanceName): FallibleCall<bigint[]> {
  return rpc.call(token, name, [BigInt(owner)]);
}

/** The same for a list of tokens: what is no list of numbers costs that token, and no other. `amountIn` reads nothing then. */
export function listedBalanceCall(token: Address, owner: Address, name: BalanceName): FallibleCall<bigint[]> {
  return { ...balanceCall(token, owner, name), schema: anyFelts };
}

const anyFelts = felts.catch([]);

/** A u256: the low half first. */
const u256 = z.tuple([upTo(128), upTo(128)]).transform(([low, high]) => low + (high << 128n));

/** The STRK of an address, in FRI. Every address has a balance: any error is the endpoint's failure, and never counts as 0. */
export function nativeBalance(owner: Address): RpcCall<bigint> {
  const request = { to: strk, selector: selector('balanceOf'), calldata: [BigInt(owner)] };
  return question('starknet_call', callParams(request), u256);
}
