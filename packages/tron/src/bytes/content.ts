import { attempt, toHex } from '@isochain/core';
import { type Fields, readMessage } from '@isochain/core/protobuf';
import { type Address, isAddressHex } from '../address/address.ts';
import { readContractMessage } from './contract-message.ts';
import { type Contract, type ContractType, contractNumbers } from './contracts.ts';

/** What any signed transaction says, also one that other software made in another way. */
export interface Content {
  /** Undefined if the kind of contract is not known, and names nobody where others do. */
  readonly owner?: Address | undefined;
  /** Number of the kind of contract (ContractType in tronprotocol/protocol, core/Tron.proto). */
  readonly kind?: number | undefined;
  /** Undefined if this service does not write such a contract. */
  readonly contract?: Contract | undefined;
  /** Sun that Stake 1.0 freezes. */
  readonly legacyFrozen?: bigint | undefined;
  /** A TRC-10 token that a call brings along. */
  readonly callToken?: { readonly asset: string; readonly amount: bigint } | undefined;
  /** Undefined if it is no text. */
  readonly memo?: string | undefined;
  /** Milliseconds since 1970. 0 if there is none. */
  readonly expiration: number;
}

/** FreezeBalanceContract. */
export const legacyFreeze = 11;

/** UnfreezeBalanceContract. */
export const legacyUnfreeze = 12;

/** AccountUpdateContract and SetAccountIdContract begin with a name. Other kinds that we do not write begin with their owner. */
const ownerSecond: readonly number[] = [10, 19];

const kinds = new Map(Object.entries(contractNumbers).map(([type, number]) => [number, type as ContractType]));

/**
 * Reads what was signed, however it is written. Unlike `readRawData` it never refuses: the chain took the bytes.
 *
 * @param raw - The bytes of `raw_data`.
 */
export function readContent(raw: Uint8Array): Content {
  return attempt(() => contentOf(readMessage(raw))) ?? { expiration: 0 };
}

function contentOf(fields: Fields): Content {
  const memo = fields.has(10) ? attempt(() => fields.text(10)) : undefined;
  const outline = { expiration: Number(fields.number(8)), ...(memo ? { memo } : {}) };
  const [item, ...others] = fields.messages(11);
  // The chain takes one contract only.
  if (item === undefined || others.length > 0) return outline;
  const kind = Number(item.number(1));
  const value = item.message(2).bytes(2);
  const type = kinds.get(kind);
  const known = type && attempt(() => readContractMessage(type, value));
  if (known === undefined) {
    const named = readMessage(value);
    const owner = addressOf(named.bytes(ownerSecond.includes(kind) ? 2 : 1));
    return { ...outline, kind, owner, ...(kind === legacyFreeze ? { legacyFrozen: named.number(2) } : {}) };
  }
  const call = type === 'TriggerSmartContract' ? readMessage(value) : undefined;
  const [amount, asset] = [call?.number(5) ?? 0n, call?.number(6) ?? 0n];
  return { ...outline, kind, ...known, ...(amount > 0n ? { callToken: { asset: asset.toString(), amount } } : {}) };
}

function addressOf(bytes: Uint8Array): Address | undefined {
  const hex = toHex(bytes);
  return isAddressHex(hex) ? hex : undefined;
}
