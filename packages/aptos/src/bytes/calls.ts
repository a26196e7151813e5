import { bytesOf } from '@isochain/core';
import { bcs } from '@mysten/bcs';
import type { Address } from '../address/address.ts';
import type { StructTag, TypeTag } from '../move/type-tag.ts';

// The entry functions that this family calls (aptos-labs/aptos-core, framework: aptos_account.move, primary_fungible_store.move, managed_coin.move,
// delegation_pool.move). All of them stand at 0x1.

/** Amounts are numbers of 64 bits. */
export const maxAmount: bigint = 2n ** 64n - 1n;

/** A call of a function that transactions may call. */
export interface EntryFunction {
  readonly address: Address;
  readonly module: string;
  readonly name: string;
  readonly typeArguments: readonly TypeTag[];
  /** Each in BCS. */
  readonly arguments: readonly Uint8Array[];
}

/** The address of the framework. */
export const framework: Address = `0x${'1'.padStart(64, '0')}`;

/** `0x1::fungible_asset::Metadata`. */
const metadataType: StructTag = {
  kind: 'struct',
  address: framework,
  module: 'fungible_asset',
  name: 'Metadata',
  typeArguments: [],
};

/** Sends APT. @param amount - Octas. */
export function transferCall(to: Address, amount: bigint): EntryFunction {
  return call('aptos_account', 'transfer', [], [addressArgument(to), amountArgument(amount)]);
}

/** Sends a coin: what the sender has as coin first, and then what it has as the paired fungible asset. @param amount - In the smallest unit. */
export function transferCoinsCall(type: StructTag, to: Address, amount: bigint): EntryFunction {
  return call('aptos_account', 'transfer_coins', [type], [addressArgument(to), amountArgument(amount)]);
}

/** Sends a fungible asset. @param amount - In the smallest unit. */
export function transferAssetCall(metadata: Address, to: Address, amount: bigint): EntryFunction {
  const values = [addressArgument(metadata), addressArgument(to), amountArgument(amount)];
  return call('primary_fungible_store', 'transfer', [metadataType], values);
}

/** Makes the store that holds a coin. `coin::register` is no entry function. */
export function registerCall(type: StructTag): EntryFunction {
  return call('managed_coin', 'register', [type], []);
}

/** What a delegation pool does with an amount. */
export type PoolAction = 'add_stake' | 'unlock' | 'reactivate_stake' | 'withdraw';

/** Calls a delegation pool. @param amount - Octas. */
export function poolCall(action: PoolAction, pool: Address, amount: bigint): EntryFunction {
  return call('delegation_pool', action, [], [addressArgument(pool), amountArgument(amount)]);
}

/** `0x1::aptos_account::transfer`. */
export function functionText({ address, module, name }: EntryFunction): string {
  return `0x${BigInt(address).toString(16)}::${module}::${name}`;
}

function call(
  module: string,
  name: string,
  typeArguments: readonly TypeTag[],
  values: readonly Uint8Array[],
): EntryFunction {
  return { address: framework, module, name, typeArguments, arguments: values };
}

function addressArgument(address: Address): Uint8Array {
  return bytesOf(address);
}

function amountArgument(amount: bigint): Uint8Array {
  return bcs.u64().serialize(amount).toBytes();
}
