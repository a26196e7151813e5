import type { FamilyTypes } from '@isochain/core';
import type { Address, Hex } from './address.ts';
import type { Params } from './bytes/params.ts';
import type { EvmChainId } from './chains.ts';
import type { EvmContext } from './context.ts';
import type { Price } from './fees/fee-models.ts';
import type { EvmOptions } from './options.ts';
import type { EvmKind } from './upstream/explorers/explorer-kinds.ts';
import type { noWishes } from './wishes.ts';

/** The types of the family, for core's contract. */
export interface Evm extends FamilyTypes {
  chainId: EvmChainId;
  kind: EvmKind;
  options: EvmOptions;
  context: EvmContext;
  /** Addresses are in lower case: every node and encoder takes them so. */
  values: {
    account: Address;
    sender: Address;
    recipient: Address;
    token: Address;
    validator: Address;
    /** The address that the key belongs to. */
    publicKey: Address;
    transaction: Hex;
  };
  memo: false;
  modes: { transfer: EvmMode; transferToken: EvmMode };
  plan: Plan;
  unsigned: Unsigned;
}

interface EvmMode {
  wishes: typeof noWishes;
  params: Params;
}

/** A transaction as a call from the sender. Amounts in wei. */
export interface Plan {
  readonly from: Address;
  /** What is called: a recipient of native coins, or the contract of a token. */
  readonly to: Address;
  readonly value: bigint;
  /** Calldata; undefined for native coins. */
  readonly data: Hex | undefined;
  readonly price: Price;
  readonly gas: bigint;
  readonly nonce: number;
  /** `from` and `to` as wallets get them. */
  readonly shown: { readonly from: Address; readonly to: Address };
}

/** What is signed. */
export interface Unsigned {
  /** As viem serialises it. */
  readonly transaction: UnsignedTransaction;
  /** RLP, in an envelope of EIP-2718 if it has a type. */
  readonly raw: Hex;
  /** keccak256 of `raw`: 32 bytes. */
  readonly digest: Uint8Array;
}

export type UnsignedTransaction = Price & {
  readonly chainId: number;
  readonly nonce: number;
  readonly gas: bigint;
  readonly to: Address;
  readonly value: bigint;
  readonly data?: Hex;
};
