import { bytesOf, sha256, toHex } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { type Contract, typeUrlPrefix } from './contracts.ts';
import { rawDataBytes } from './raw-data.ts';
import type { RawTransaction } from './transaction.ts';

/** A JSON number, or a decimal text beyond 2^53, where numbers lose digits. */
type Integer = number | string;

/** The JSON of `raw_data`, as nodes and wallets write it. Addresses are in hex. */
interface RawData {
  readonly contract: readonly [
    {
      readonly parameter: { readonly value: Readonly<Record<string, unknown>>; readonly type_url: string };
      readonly type: string;
      readonly Permission_id?: number;
    },
  ];
  readonly ref_block_bytes: string;
  readonly ref_block_hash: string;
  readonly expiration: number;
  readonly timestamp: number;
  readonly fee_limit?: Integer;
  /** The memo, in hex of UTF-8. */
  readonly data?: string;
}

/** An unsigned transaction, as wallets like TronLink sign it. */
export interface WalletTransaction {
  readonly visible: false;
  readonly txID: string;
  readonly raw_data: RawData;
  readonly raw_data_hex: string;
}

/** The transaction object of wallets. */
export function walletTransaction(
  transaction: RawTransaction,
  raw: Uint8Array = rawDataBytes(transaction),
): WalletTransaction {
  return { visible: false, txID: toHex(sha256(raw)), raw_data: rawDataJson(transaction), raw_data_hex: toHex(raw) };
}

function rawDataJson(transaction: RawTransaction): RawData {
  const { owner, contract, memo, permissionId, feeLimit } = transaction;
  const parameter = { value: contractJson(owner, contract), type_url: `${typeUrlPrefix}${contract.type}` };
  const permission = permissionId === 0 ? {} : { Permission_id: permissionId };
  return {
    contract: [{ parameter, type: contract.type, ...permission }],
    ref_block_bytes: transaction.refBlockBytes,
    ref_block_hash: transaction.refBlockHash,
    expiration: transaction.expiration,
    ...(feeLimit === undefined || feeLimit === 0n ? {} : { fee_limit: integer(feeLimit) }),
    timestamp: transaction.timestamp,
    ...(memo === undefined || memo === '' ? {} : { data: textHex(memo) }),
  };
}

function contractJson(owner: Address, contract: Contract): Readonly<Record<string, unknown>> {
  const owned = { owner_address: owner };
  switch (contract.type) {
    case 'TransferContract':
      return { amount: integer(contract.amount), ...owned, to_address: contract.to };
    case 'TransferAssetContract':
      return {
        amount: integer(contract.amount),
        asset_name: textHex(contract.asset),
        ...owned,
        to_address: contract.to,
      };
    case 'VoteWitnessContract':
      return {
        ...owned,
        votes: contract.votes.map(({ address, count }) => ({ vote_address: address, vote_count: integer(count) })),
      };
    case 'TriggerSmartContract': {
      const value = contract.callValue === undefined ? {} : { call_value: integer(contract.callValue) };
      return { data: contract.data, ...owned, contract_address: contract.contract, ...value };
    }
    case 'FreezeBalanceV2Contract':
      return { ...owned, frozen_balance: integer(contract.amount), ...resourceJson(contract) };
    case 'UnfreezeBalanceV2Contract':
      return { ...owned, unfreeze_balance: integer(contract.amount), ...resourceJson(contract) };
    case 'DelegateResourceContract':
    case 'UnDelegateResourceContract': {
      const lock = contract.type === 'DelegateResourceContract' && contract.lock === true ? { lock: true } : {};
      const period =
        contract.type === 'DelegateResourceContract' && contract.lockPeriod !== undefined
          ? { lock_period: integer(contract.lockPeriod) }
          : {};
      const balance = integer(contract.amount);
      return { ...owned, receiver_address: contract.receiver, balance, ...resourceJson(contract), ...lock, ...period };
    }
    case 'WithdrawBalanceContract':
    case 'WithdrawExpireUnfreezeContract':
    case 'CancelAllUnfreezeV2Contract':
      return owned;
  }
}

/** Bandwidth is 0, which messages leave out. */
function resourceJson({ resource }: { readonly resource: string }): { readonly resource?: string } {
  return resource === 'ENERGY' ? { resource } : {};
}

/** Beyond 2^53 a JSON number would lose digits in readers like JSON.parse. */
function integer(value: bigint): Integer {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}

function textHex(text: string): string {
  return toHex(new TextEncoder().encode(text));
}

/** The text of hex. Undefined if it is no UTF-8. */
export function hexText(hex: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(hex));
  } catch {
    return undefined;
  }
}
