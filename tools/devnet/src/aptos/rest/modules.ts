import { type Address, shortAddress } from '../address.ts';
import { entryFunctions } from '../framework/functions.ts';

const metadata = '0x1::object::Object<0x1::fungible_asset::Metadata>';

/** Views whose types clients may ask for: type parameters, parameters, results. */
export const viewTypes: Readonly<Record<string, readonly [number, readonly string[], readonly string[]]>> = {
  '0x1::coin::balance': [1, ['address'], ['u64']],
  '0x1::coin::name': [1, [], ['0x1::string::String']],
  '0x1::coin::symbol': [1, [], ['0x1::string::String']],
  '0x1::coin::decimals': [1, [], ['u8']],
  '0x1::coin::paired_metadata': [1, [], [`0x1::option::Option<${metadata}>`]],
  '0x1::coin::paired_coin': [0, [metadata], ['0x1::option::Option<0x1::type_info::TypeInfo>']],
  '0x1::fungible_asset::name': [1, ['0x1::object::Object<T0>'], ['0x1::string::String']],
  '0x1::fungible_asset::symbol': [1, ['0x1::object::Object<T0>'], ['0x1::string::String']],
  '0x1::fungible_asset::decimals': [1, ['0x1::object::Object<T0>'], ['u8']],
  '0x1::delegation_pool::get_stake': [0, ['address', 'address'], ['u64', 'u64', 'u64']],
  '0x1::delegation_pool::get_pending_withdrawal': [0, ['address', 'address'], ['bool', 'u64']],
  '0x1::delegation_pool::get_add_stake_fee': [0, ['address', 'u64'], ['u64']],
  '0x1::delegation_pool::operator_commission_percentage': [0, ['address'], ['u64']],
  '0x1::stake::get_lockup_secs': [0, ['address'], ['u64']],
};

const generic = (count: number) => Array.from({ length: count }, () => ({ constraints: [] }));

/** A module with the functions that the stand-in has. Undefined if it has none. There is no bytecode. */
export function moduleOf(address: Address, name: string): unknown {
  const prefix = `${shortAddress(address)}::${name}::`;
  const entries = Object.entries(entryFunctions).flatMap(([id, { typeParameters, parameters }]) => {
    if (!id.startsWith(prefix)) return [];
    const types = parameters.map((parameter) => {
      if (parameter !== 'object') return parameter;
      return typeParameters === 1 ? '0x1::object::Object<T0>' : metadata;
    });
    return [describe(id, { isEntry: true, types: typeParameters, params: ['&signer', ...types], results: [] })];
  });
  const views = Object.entries(viewTypes).flatMap(([id, [types, params, results]]) =>
    id.startsWith(prefix) ? [describe(id, { isEntry: false, types, params, results })] : [],
  );
  if (entries.length + views.length === 0) return undefined;
  return {
    bytecode: '0x',
    abi: { address: shortAddress(address), name, friends: [], exposed_functions: [...entries, ...views], structs: [] },
  };
}

interface Signature {
  readonly isEntry: boolean;
  readonly types: number;
  readonly params: readonly string[];
  readonly results: readonly string[];
}

function describe(id: string, { isEntry, types, params, results }: Signature): unknown {
  return {
    name: id.split('::')[2],
    visibility: 'public',
    is_entry: isEntry,
    is_view: !isEntry,
    generic_type_params: generic(types),
    params,
    return: results,
  };
}
