import { Deserializer, EntryFunction, type EntryFunctionBytes } from '@aptos-labs/ts-sdk';
import { hex, normalType } from '../address.ts';
import { NodeError } from '../node-error.ts';
import { viewTypes } from './modules.ts';

/**
 * Reads a view request in BCS, which has the form of an entry function, as the JSON that says the same. The official client sends it.
 *
 * @throws NodeError 400 for bytes that are none, and for functions whose types the stand-in does not have.
 */
export function readBcsView(bytes: Uint8Array): unknown {
  let entry: EntryFunction;
  try {
    entry = EntryFunction.deserialize(new Deserializer(bytes));
  } catch (cause) {
    throw new NodeError(400, 'invalid_input', `Failed to deserialize input into ViewRequest: ${String(cause)}`);
  }
  const { module_name: module, function_name: name } = entry;
  const id = normalType(`${module.address.toStringLong()}::${module.name.identifier}::${name.identifier}`);
  const [, parameters] = viewTypes[id] ?? [];
  if (parameters === undefined) throw new NodeError(400, 'invalid_input', `The types of ${id} are not known.`);
  return {
    function: id,
    type_arguments: entry.type_args.map(String),
    // What the library reads from bytes are bytes.
    arguments: entry.args.map((arg, index) => readArgument((arg as EntryFunctionBytes).value.value, parameters[index])),
  };
}

/** Addresses and objects are 32 bytes, numbers 8. */
function readArgument(bytes: Uint8Array, type: string | undefined): string {
  if (type === 'u64' && bytes.length === 8) return String(Buffer.from(bytes).readBigUInt64LE());
  return hex(bytes);
}
