import { type Address, hex, toAddress } from '../address.ts';
import type { Call } from '../chain/submission.ts';
import type { GasUnits } from '../engine.ts';
import { ExecutionError } from './abort.ts';
import { knownAsset, requireMetadataType, transferApt, transferAsset } from './assets.ts';
import { knownCoin, register, transferCoins, transferRegistered } from './coins.ts';
import { addStake, reactivateStake, unlock, withdraw } from './delegation-pool.ts';
import type { Session } from './session.ts';

type Parameter = 'address' | 'u64' | 'object' | 'bool';
type Argument = Address | bigint | boolean;

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

/** The entry functions that the stand-in runs. */
export const entryFunctions: Readonly<Record<string, EntryFunction>> = {
  '0x1::aptos_account::transfer': {
    typeParameters: 0,
    parameters: ['address', 'u64'],
    gas: 'transfer',
    run: (session, sender, args) => transferApt(session, sender, args.address(0), args.u64(1)),
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
  const length = { address: 32, object: 32, u64: 8, bool: 1 }[parameter];
  if (bytes.length !== length) throw new ExecutionError('FAILED_TO_DESERIALIZE_ARGUMENT');
  if (parameter === 'u64') return Buffer.from(bytes).readBigUInt64LE();
  if (parameter !== 'bool') return toAddress(hex(bytes));
  if (bytes[0] !== 0 && bytes[0] !== 1) throw new ExecutionError('FAILED_TO_DESERIALIZE_ARGUMENT');
  return bytes[0] === 1;
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
      return parameter === 'object' ? { inner: short(value) } : short(value);
    } catch {
      return hex(bytes);
    }
  });
}
