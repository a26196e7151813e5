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
  /** What a new contract gets. */
  readonly created?: { readonly value: bigint; readonly token: Content['callToken'] } | undefined;
  /** Who may sign for the owner from now on. Undefined if nothing changes. */
  readonly signers?: readonly Address[] | undefined;
  /** Undefined if it is no text. */
  readonly memo?: string | undefined;
  /** Milliseconds since 1970. 0 if there is none. */
  readonly expiration: number;
}

/** FreezeBalanceContract. */
export const legacyFreeze = 11;

/** UnfreezeBalanceContract. */
export const legacyUnfreeze = 12;

/** CreateSmartContract. */
export const createContract = 30;

/** AccountPermissionUpdateContract. */
const permissionUpdate = 46;

/**
 * Kinds that this service does not write, and that move nothing but their fee (ContractType in tronprotocol/protocol, core/Tron.proto): AccountCreate,
 * WitnessCreate, WitnessUpdate, AccountUpdate, UpdateAsset, the three of proposals, SetAccountId, UpdateSetting, UpdateEnergyLimit,
 * AccountPermissionUpdate, ClearABI and UpdateBrokerage.
 */
export const idleKinds: readonly number[] = [0, 5, 8, 10, 15, 16, 17, 18, 19, 33, 45, permissionUpdate, 48, 49];

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
    return { ...outline, kind, owner, ...otherParts(kind, named) };
  }
  const call = type === 'TriggerSmartContract' ? readMessage(value) : undefined;
  const callToken = call && tokenOf(call.number(5), call.number(6));
  return { ...outline, kind, ...known, ...(callToken === undefined ? {} : { callToken }) };
}

/** What matters of a kind that this service does not write. */
function otherParts(kind: number, named: Fields): Pick<Content, 'legacyFrozen' | 'created' | 'signers'> {
  switch (kind) {
    case legacyFreeze:
      return { legacyFrozen: named.number(2) };
    case createContract:
      // `call_value` of SmartContract (tronprotocol/protocol, core/contract/smart_contract.proto).
      return { created: { value: named.message(2).number(5), token: tokenOf(named.number(3), named.number(4)) } };
    case permissionUpdate: {
      // Permissions of the owner and the active ones, and the keys in them (core/contract/account_contract.proto, core/Tron.proto).
      const permissions = [...named.messages(2), ...named.messages(4)];
      const keys = permissions.flatMap((each) => each.messages(7)).flatMap((key) => addressOf(key.bytes(1)) ?? []);
      return { signers: [...new Set(keys)] };
    }
    default:
      return {};
  }
}

function tokenOf(amount: bigint, asset: bigint): Content['callToken'] {
  return amount > 0n ? { asset: asset.toString(), amount } : undefined;
}

function addressOf(bytes: Uint8Array): Address | undefined {
  const hex = toHex(bytes);
  return isAddressHex(hex) ? hex : undefined;
}
