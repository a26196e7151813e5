import { fromHex } from '@isochain/core';
import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { pairedMetadata, primaryStore } from '../../address/derived.ts';
import { nodeTypeText, readStructTag, type StructTag } from '../../move/type-tag.ts';
import { cleanFacts, type TokenFacts } from '../../tokens/token-facts.ts';
import { u128 } from '../fields.ts';
import type { Query } from '../query.ts';
import { resource } from './resources.ts';
import { view } from './view.ts';

// What nodes know of tokens (aptos-labs/aptos-core, framework: coin.move, fungible_asset.move, primary_fungible_store.move).

const facts = z.object({
  name: z.string().max(10_000),
  symbol: z.string().max(10_000),
  decimals: z.int().min(0).max(255),
});

const readFacts = ({ name, symbol, decimals }: z.output<typeof facts>): TokenFacts =>
  cleanFacts({ name, ticker: symbol, decimals });

/** What a coin says of itself. Undefined if nobody made a coin of this type. */
export function coinInfo(type: StructTag): Query<TokenFacts | undefined> {
  return resource({
    at: type.address,
    type: '0x1::coin::CoinInfo',
    typeArguments: [type],
    schema: facts,
    read: readFacts,
  });
}

/** What a fungible asset says of itself. Undefined if there is none at this address. */
export function assetInfo(metadata: Address): Query<TokenFacts | undefined> {
  return resource({ at: metadata, type: '0x1::fungible_asset::Metadata', schema: facts, read: readFacts });
}

/** How much of a fungible asset exists, in its smallest unit. Undefined if it does not count that, or if there is no such asset. */
export function assetSupply(metadata: Address): Query<bigint | undefined> {
  return view({
    function: '0x1::fungible_asset::supply',
    typeArguments: [metadataName],
    arguments: [metadata],
    schema: z.tuple([option(u128)]),
    read: ([supply]) => supply,
    refused: noAnswer,
  });
}

/** A store of an owner. */
export interface StoreFacts {
  /** The issuer of the token lets nothing in or out. */
  readonly isFrozen: boolean;
}

const store = z.object({ frozen: z.boolean() });
const readStore = ({ frozen }: z.output<typeof store>): StoreFacts => ({ isFrozen: frozen });

/** Where an account keeps a coin. Undefined if it has no such store. */
export function coinStore(owner: Address, type: StructTag): Query<StoreFacts | undefined> {
  return resource({ at: owner, type: '0x1::coin::CoinStore', typeArguments: [type], schema: store, read: readStore });
}

/** Where an account keeps a fungible asset. Undefined if it has no such store. */
export function assetStore(owner: Address, metadata: Address): Query<StoreFacts | undefined> {
  const at = primaryStore(owner, metadata);
  return resource({ at, type: '0x1::fungible_asset::FungibleStore', schema: store, read: readStore });
}

const typeInfo = z.object({ account_address: z.string(), module_name: z.string(), struct_name: z.string() });

/** The coin that a fungible asset takes the place of. Undefined if it never was a coin. */
export function pairedCoin(metadata: Address): Query<StructTag | undefined> {
  return view({
    function: '0x1::coin::paired_coin',
    arguments: [metadata],
    schema: z.tuple([option(typeInfo)]),
    read([found]) {
      if (found === undefined) return undefined;
      const names = [found.module_name, found.struct_name].map(utf8);
      const type = readStructTag([found.account_address, ...names].join('::'), 'node');
      // Otherwise a node could have another coin sent.
      if (type === undefined || pairedMetadata(type) !== metadata)
        throw new RejectedAnswer('it names a coin that the asset is not paired with');
      return type;
    },
    refused: noAnswer,
  });
}

/** Whether an account can get a coin without more ado: it has a store for it, or the coin has a paired asset. False if there is no such coin. */
export function isRegistered(owner: Address, type: StructTag): Query<boolean> {
  return view({
    function: '0x1::coin::is_account_registered',
    typeArguments: [nodeTypeText(type)],
    arguments: [owner],
    schema: z.tuple([z.boolean()]),
    read: ([is]) => is,
    refused: (error) => (error.error_code === 'invalid_input' ? { value: false } : undefined),
  });
}

const metadataName = '0x1::fungible_asset::Metadata';

/** `0x1::option::Option` in JSON. */
function option<T>(of: z.ZodType<T>) {
  return z.object({ vec: z.array(of).max(1) }).transform(({ vec }): T | undefined => vec[0]);
}

/** Nodes refuse views of what does not exist. */
function noAnswer(error: { readonly error_code: string }): { readonly value: undefined } | undefined {
  return error.error_code === 'invalid_input' ? { value: undefined } : undefined;
}

/** Names of modules and structs are texts in hex. */
function utf8(hex: string): string {
  return new TextDecoder().decode(fromHex(hex.replace(/^0x/, '')) ?? new Uint8Array());
}
