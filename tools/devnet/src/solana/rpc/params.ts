import { type Address, getBase58Encoder } from '@solana/kit';
import type { Node } from '../node.ts';
import { invalidParams, RpcFault } from './fault.ts';

export type Config = Readonly<Record<string, unknown>>;

/** The engine's name and version, in the place of a node's release. */
export const version = '1.5.0-litesvm';

/** The envelope of answers that depend on the state of the chain. */
export function inContext(node: Node, value: unknown): unknown {
  return { context: { apiVersion: version, slot: node.clock.slot() }, value };
}

export function addressParam(value: unknown): Address {
  if (typeof value !== 'string')
    throw invalidParams(`Invalid params: invalid type: ${typeof value}, expected a string.`);
  if (base58Bytes(value)?.length !== 32)
    throw invalidParams(value.length < 32 || value.length > 44 ? 'Invalid param: WrongSize' : 'Invalid param: Invalid');
  return value as Address;
}

export function signatureParam(value: unknown): string {
  if (typeof value !== 'string' || base58Bytes(value)?.length !== 64) throw invalidParams('Invalid param: Invalid');
  return value;
}

/** Undefined if the text is no base58. */
export function base58Bytes(text: string): Uint8Array | undefined {
  try {
    return new Uint8Array(getBase58Encoder().encode(text));
  } catch {
    return undefined;
  }
}

export function listParam(value: unknown, limit: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidParams('Invalid params: invalid type, expected a sequence.');
  if (value.length > limit) throw invalidParams(`Too many inputs provided; max ${limit}`);
  return value;
}

export function integerParam(value: unknown): bigint {
  const valid = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
  if (!valid || value < 0) throw invalidParams('Invalid params: invalid type, expected u64.');
  return BigInt(value);
}

const commitments = ['processed', 'confirmed', 'finalized'];

/** Reads the configuration object at the end of the parameters, and checks the members that all methods share. */
export function configParam(node: Node, value: unknown): Config {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidParams('Invalid params: invalid type, expected a configuration.');
  const config = value as Config;
  const { commitment, minContextSlot } = config;
  if (commitment !== undefined && commitment !== null && !commitments.includes(String(commitment))) {
    throw invalidParams(
      `Invalid params: unknown variant \`${String(commitment)}\`, expected one of \`processed\`, \`confirmed\`, \`finalized\`.`,
    );
  }
  if (minContextSlot !== undefined && minContextSlot !== null && integerParam(minContextSlot) > node.clock.slot()) {
    throw new RpcFault(-32016, 'Minimum context slot has not been reached', { contextSlot: node.clock.slot() });
  }
  return config;
}
