import { bytesOf } from '@isochain/core';
import { bcs } from '@mysten/bcs';
import * as z from 'zod';
import { type Address, addressOfNode } from '../address/address.ts';
import { aptMetadata, assetToken, coinToken, type TokenId } from '../address/token-id.ts';
import { type EntryFunction, framework, type PoolAction } from '../bytes/calls.ts';
import { readStructTag, type StructTag } from '../move/type-tag.ts';

// The calls that are understood, from the JSON of nodes. It names no types of arguments, so only functions that are known here can be encoded again.

/** What a call is to do. */
export type Order =
  | { readonly kind: 'transfer'; readonly token: TokenId; readonly to: Address; readonly amount: bigint }
  | { readonly kind: 'register'; readonly token: TokenId }
  | { readonly kind: PoolAction; readonly pool: Address; readonly amount: bigint };

/** A call that is understood. */
export interface KnownCall {
  readonly order: Order;
  /** The call in the form that is signed. */
  readonly call: EntryFunction;
}

/** Kinds of parameters. Objects are named by their addresses. */
type Parameter = 'address' | 'object' | 'u64';

interface KnownFunction {
  readonly typeParameters: number;
  readonly parameters: readonly Parameter[];
  order(types: readonly StructTag[], values: readonly Value[]): Order;
}

type Value = Address | bigint;

const transferOf = (token: TokenId, to: Value | undefined, amount: Value | undefined): Order => ({
  kind: 'transfer',
  token,
  to: to as Address,
  amount: amount as bigint,
});

/** `aptos_account::transfer`: APT, whatever form it has. */
const apt: TokenId = assetToken(aptMetadata);

const transferOfCoins: KnownFunction = {
  typeParameters: 1,
  parameters: ['address', 'u64'],
  order: ([type], [to, amount]) => transferOf(coinToken(type as StructTag), to, amount),
};

const transferOfAssets = (typeParameters: number): KnownFunction => ({
  typeParameters,
  parameters: ['object', 'address', 'u64'],
  order: (_, [metadata, to, amount]) => transferOf(assetToken(metadata as Address), to, amount),
});

const pool = (kind: PoolAction): KnownFunction => ({
  typeParameters: 0,
  parameters: ['address', 'u64'],
  order: (_, [at, amount]) => ({ kind, pool: at as Address, amount: amount as bigint }),
});

/** Functions of the framework, by module and name (aptos-labs/aptos-core, framework: the modules of these names). */
const knownFunctions: ReadonlyMap<string, KnownFunction> = new Map([
  [
    'aptos_account::transfer',
    {
      typeParameters: 0,
      parameters: ['address', 'u64'],
      order: (_, [to, amount]) => transferOf(apt, to, amount),
    } satisfies KnownFunction,
  ],
  ['aptos_account::transfer_coins', transferOfCoins],
  ['coin::transfer', transferOfCoins],
  ['aptos_account::transfer_fungible_assets', transferOfAssets(0)],
  ['primary_fungible_store::transfer', transferOfAssets(1)],
  [
    'managed_coin::register',
    {
      typeParameters: 1,
      parameters: [],
      order: ([type]) => ({ kind: 'register', token: coinToken(type as StructTag) }),
    } satisfies KnownFunction,
  ],
  ...(['add_stake', 'unlock', 'reactivate_stake', 'withdraw'] as const).map(
    (action) => [`delegation_pool::${action}`, pool(action)] as const,
  ),
]);

/** Payloads of entry functions. Orderless transactions have the same JSON. */
const entryFunction = z.object({
  type: z.literal('entry_function_payload'),
  function: z.string(),
  type_arguments: z.array(z.string()),
  arguments: z.array(z.unknown()),
});

/**
 * Payloads that were encrypted until their block (AIP-144). Other states have no call to show: `encrypted`, `failed_decryption` (aptos-labs/aptos-core
 * pull request 18951: EncryptedTransactionPayload).
 */
const decryptedPayload = z.object({
  type: z.literal('encrypted_transaction_payload'),
  encrypted_state: z.literal('decrypted'),
  decrypted_payload: z.unknown(),
});

/**
 * Reads a payload, also one that was encrypted. Undefined if it is another call, a script, a call of a multisig account, arguments that do not fit, or
 * if it is not decrypted.
 */
export function readPayload(payload: unknown): KnownCall | undefined {
  const { data } = decryptedPayload.safeParse(payload);
  return readCall(data === undefined ? payload : data.decrypted_payload);
}

/** The same for payloads that were signed as they are. A signature of an encrypted one is over the encrypted bytes. */
export function readCall(payload: unknown): KnownCall | undefined {
  const { data } = entryFunction.safeParse(payload);
  if (data === undefined) return undefined;
  const [at = '', module = '', name = '', ...more] = data.function.split('::');
  const known = knownFunctions.get(`${module}::${name}`);
  if (known === undefined || addressOfNode(at) !== framework || more.length > 0) return undefined;
  const { parameters, typeParameters } = known;
  if (data.type_arguments.length !== typeParameters || data.arguments.length !== parameters.length) return undefined;
  const types = data.type_arguments.map((text) => readStructTag(text, 'node')).filter((type) => type !== undefined);
  const values = parameters
    .map((parameter, i) => readArgument(parameter, data.arguments[i]))
    .filter((value) => value !== undefined);
  if (types.length !== typeParameters || values.length !== parameters.length) return undefined;
  return {
    order: known.order(types, values),
    call: { address: framework, module, name, typeArguments: types, arguments: values.map(encoded) },
  };
}

function readArgument(parameter: Parameter, value: unknown): Value | undefined {
  if (parameter === 'u64') {
    const isNumber = typeof value === 'string' && /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n;
    return isNumber ? BigInt(value) : undefined;
  }
  // Older nodes write objects as their addresses.
  const text = typeof value === 'object' && value !== null && 'inner' in value ? value.inner : value;
  return typeof text === 'string' ? addressOfNode(text) : undefined;
}

function encoded(value: Value): Uint8Array {
  return typeof value === 'bigint' ? bcs.u64().serialize(value).toBytes() : bytesOf(value);
}
