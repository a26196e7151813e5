import { type Intent, parseAmount, refuse, type Wish } from '@isochain/core';
import { type Address, checkAddress } from './address.ts';

/** What can be wished for, the same in every mode. */
export const wishes: readonly Wish[] = ['fees', 'gas', 'params.nonceAccount'];

/** What a client would like to have. */
export interface Wishes {
  /** Compute units to set aside. */
  readonly gas: bigint | undefined;
  /** What the client is ready to pay in all, in lamports. */
  readonly fees: bigint | undefined;
  /** A durable nonce in place of a recent blockhash: for signers that need more than the 30 seconds of 150 blocks. */
  readonly nonceAccount: Address | undefined;
}

/**
 * Reads the wishes of an intent. Of `params` only `nonceAccount` is one: all the rest is computed.
 *
 * @throws RefusedError `wish.invalid`
 */
export function readWishes({ gas, fees, params }: Pick<Intent, 'gas' | 'fees' | 'params'>): Wishes {
  return {
    gas: gas === undefined ? undefined : parseAmount(gas),
    fees: fees === undefined ? undefined : parseAmount(fees),
    nonceAccount: readNonceAccount(params),
  };
}

function readNonceAccount(params: unknown): Address | undefined {
  if (params === undefined || params === null) return undefined;
  const field = 'transaction.data.params';
  if (typeof params !== 'object') throw refuse('wish.invalid', { field, reason: 'it is not an object' }, field);
  const { nonceAccount } = params as { nonceAccount?: unknown };
  if (nonceAccount === undefined || nonceAccount === '') return undefined;
  const name = `${field}.nonceAccount`;
  if (typeof nonceAccount !== 'string') throw refuse('wish.invalid', { field: name, reason: 'it is not a text' }, name);
  const checked = checkAddress(nonceAccount);
  if (!checked.ok) throw refuse('wish.invalid', { field: name, reason: checked.reason }, name);
  return nonceAccount as Address;
}

/** The intent without its wishes, which what was computed stands in for. There is no sequence number on this chain. */
export function withoutWishes<D extends Intent>(data: D): Omit<D, 'gas' | 'fees' | 'nonce' | 'params'> {
  const { gas: _gas, fees: _fees, nonce: _nonce, params: _params, ...rest } = data;
  return rest;
}
