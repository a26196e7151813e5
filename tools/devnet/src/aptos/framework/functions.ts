import { type Address, hex, toAddress } from '../address.ts';
import type { Call } from '../chain/submission.ts';
import type { GasUnits } from '../engine.ts';
import { ExecutionError, MoveAbort } from './abort.ts';
import { knownAsset, requireMetadataType, transferApt, transferAsset } from './assets.ts';
import { knownCoin, register, transferCoins, transferRegistered } from './coins.ts';
import { addStake, reactivateStake, unlock, withdraw } from './delegation-pool.ts';
import type { Session } from './session.ts';

type Parameter = 'address' | 'u64' | 'object' | 'bool' | 'vector<address>' | 'vector<u64>';
type Argument = Address | bigint | boolean | readonly Address[] | readonly bigint[];

interface EntryFunction {
  readonly typeParameters: number;
  readonly parameters: readonly Parameter[];
  readonly gas: keyof GasUnits;
  readonly run: (session: Session, sender: Address, args: Arguments, types: readonly string[]) => void;
}

/** Arguments that were read by the types of the function's parameters. */
class Arguments {
  readonly #values: readonly Argument[];

  constructor(values: readonly Argument[]) {
    this.#values = values;
  }

  address(index: number): Address {
    // The type was checked when the argument was read.
    return this.#values[index] as Address;
  }

  u64(index: number): bigint {
    return this.#values[index] as bigint;
  }

  bool(index: number): boolean {
    return this.#values[index] as boolean;
  }

  addresses(index: number): readonly Address[] {
    return this.#values[index] as readonly Address[];
  }

  u64s(index: number): readonly bigint[] {
    return this.#values[index] as readonly bigint[];
  }
}

const onPool = (gas: keyof GasUnits, run: typeof addStake): EntryFunction => ({
  typeParameters: 0,
  parameters: ['address', 'u64'],
  gas,
  run: (session, sender, args) => run(session, sender, args.address(0), args.u64(1)),
});

const transferOfAsset = (typeParameters: number): EntryFunction => ({
  typeParameters,
  parameters: ['object', 'address', 'u64'],
  gas: 'assetTransfer',
  run: (session, sender, args, types) => {
    if (typeParameters === 1) requireMetadataType(types[0]);
    const asset = knownAsset(session.state, args.address(0));
    transferAsset(session, sender, asset, args.address(1), args.u64(2));
  },
});

const transferOfCoin = (transfer: typeof transferCoins): EntryFunction => ({
  typeParameters: 1,
  parameters: ['address', 'u64'],
  gas: 'coinTransfer',
  run: (session, sender, args, [type]) =>
    transfer(session, sender, knownCoin(session.state, type), args.address(0), args.u64(1)),
});

/** aptos_account.move: one transfer after the other. */
function each(recipients: readonly Address[], amounts: readonly bigint[], run: (to: Address, amount: bigint) => void) {
  if (recipients.length !== amounts.length) {
    throw new MoveAbort(
      '0x1::aptos_account',
      'invalid_argument',
      ['EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH', 5n],
      "The lengths of the recipients and amounts lists don't match.",
    );
  }
  recipients.forEach((to, index) => {
    run(to, amounts[index] ?? 0n);
  });
}

/** The entry functions that the stand-in runs. */
export const entryFunctions: Readonly<Record<string, EntryFunction>> = {
  '0x1::aptos_account::transfer': {
    typeParameters: 0,
    parameters: ['address', 'u64'],
    gas: 'transfer',
    run: (session, sender, args) => transferApt(session, sender, args.address(0), args.u64(1)),
  },
  '0x1::aptos_account::batch_transfer': {
    typeParameters: 0,
    parameters: ['vector<address>', 'vector<u64>'],
    gas: 'transfer',
    run: (session, sender, args) =>
      each(args.addresses(0), args.u64s(1), (to, amount) => transferApt(session, sender, to, amount)),
  },
  '0x1::aptos_account::batch_transfer_fungible_assets': {
    typeParameters: 0,
    parameters: ['object', 'vector<address>', 'vector<u64>'],
    gas: 'assetTransfer',
    run: (session, sender, args) => {
      const asset = knownAsset(session.state, args.address(0));
      each(args.addresses(1), args.u64s(2), (to, amount) => transferAsset(session, sender, asset, to, amount));
    },
  },
  '0x1::aptos_account::transfer_coins': transferOfCoin(transferCoins),
  '0x1::coin::transfer': transferOfCoin(transferRegistered),
  '0x1::aptos_account::transfer_fungible_assets': transferOfAsset(0),
  '0x1::primary_fungible_store::transfer': transferOfAsset(1),
  '0x1::aptos_account::set_allow_direct_coin_transfers': {
    typeParameters: 0,
    parameters: ['bool'],
    gas: 'other',
    run: ({ state }, sender, args) => {
      if (args.bool(0)) state.refusing.delete(sender);
      else state.refusing.add(sender);
    },
  },
  '0x1::managed_coin::register': {
    typeParameters: 1,
    parameters: [],
    gas: 'register',
    run: (session, sender, _, [type]) => register(session, sender, knownCoin(session.state, type)),
  },
  '0x1::delegation_pool::add_stake': onPool('addStake', addStake),
  '0x1::delegation_pool::unlock': onPool('unlock', unlock),
  '0x1::delegation_pool::reactivate_stake': onPool('reactivate', reactivateStake),
  '0x1::delegation_pool::withdraw': onPool('withdraw', withdraw),
};

/** Functions that exist and are no entry functions. */
const notEntry: ReadonlySet<string> = new Set(['0x1::coin::register', '0x1::coin::deposit', '0x1::coin::withdraw']);

/** Which gas a call uses, by the kind of it. */
export function gasKind(call: Call | undefined): keyof GasUnits {
  return (call === undefined ? undefined : entryFunctions[call.function]?.gas) ?? 'other';
}

/**
 * Runs a call.
 *
 * @throws MoveAbort, ExecutionError.
 */
export function runCall(session: Session, sender: Address, call: Call | undefined): void {
  if (call === undefined) throw new ExecutionError('FEATURE_UNDER_GATING');
  const found = entryFunctions[call.function];
  if (found === undefined) {
    if (notEntry.has(call.function)) throw new ExecutionError('EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION');
    const isFramework = call.function.startsWith('0x1::');
    throw new ExecutionError(isFramework ? 'FUNCTION_RESOLUTION_FAILURE' : 'LINKER_ERROR');
  }
  if (call.typeArguments.length !== found.typeParameters) {
    throw new ExecutionError('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH');
  }
  if (call.args.length !== found.parameters.length) throw new ExecutionError('NUMBER_OF_ARGUMENTS_MISMATCH');
  const values = found.parameters.map((parameter, index) => readArgument(parameter, call.args[index]));
  found.run(session, sender, new Arguments(values), call.typeArguments);
}

function readArgument(parameter: Parameter, bytes: Uint8Array = new Uint8Array()): Argument {
  if (parameter === 'vector<address>') return readItems(bytes, 32, (item) => toAddress(hex(item)));
  if (parameter === 'vector<u64>') return readItems(bytes, 8, (item) => Buffer.from(item).readBigUInt64LE());
  const length = { address: 32, object: 32, u64: 8, bool: 1 }[parameter];
  if (bytes.length !== length) throw new ExecutionError('FAILED_TO_DESERIALIZE_ARGUMENT');
  if (parameter === 'u64') return Buffer.from(bytes).readBigUInt64LE();
  if (parameter !== 'bool') return toAddress(hex(bytes));
  if (bytes[0] !== 0 && bytes[0] !== 1) throw new ExecutionError('FAILED_TO_DESERIALIZE_ARGUMENT');
  return bytes[0] === 1;
}

/** A vector in BCS. Its length is one byte: nobody here sends as many as 128. */
function readItems<T>(bytes: Uint8Array, size: number, read: (item: Uint8Array) => T): T[] {
  const [count = 0x80] = bytes;
  if (count > 0x7f || bytes.length !== 1 + count * size) throw new ExecutionError('FAILED_TO_DESERIALIZE_ARGUMENT');
  return Array.from({ length: count }, (_, i) => read(bytes.subarray(1 + i * size, 1 + (i + 1) * size)));
}

/** The arguments as the node's JSON has them: numbers as texts, objects as `{ inner }`. Those of unknown functions stay bytes. */
export function describeArguments({ function: name, args }: Call, short: (address: Address) => string): unknown[] {
  const parameters = entryFunctions[name]?.parameters ?? [];
  return args.map((bytes, index) => {
    const parameter = parameters[index];
    try {
      if (parameter === undefined) return hex(bytes);
      const value = readArgument(parameter, bytes);
      if (typeof value === 'bigint') return String(value);
      if (typeof value === 'boolean') return value;
      if (typeof value !== 'string')
        return value.map((item) => (typeof item === 'bigint' ? String(item) : short(item)));
      return parameter === 'object' ? { inner: short(value) } : short(value);
    } catch {
      return hex(bytes);
    }
  });
}
