import { attempt } from '@isochain/core';
import { entriesOf, lookUp } from '../dictionary.ts';
import { readSuspension, type Suspension } from '../suspension.ts';
import { Address, type Cell, type Slice } from '../ton-core.ts';

// Prices of the chain, as validators vote on them: the configuration in the masterchain (ton-blockchain/ton, crypto/block/block.tlb: ConfigParam,
// GasLimitsPrices, MsgForwardPrices, StoragePrices). Nothing here is typed in, because prices change.

/** The account that holds the configuration: 64 times the digit 5 (config param 0 says so too). */
const configAddress = '5'.repeat(64);

/** Price of gas (GasLimitsPrices). */
export interface GasPrice {
  /** Nanotons for 65,536 units. */
  readonly price: bigint;
  /** So many units cost `flatPrice` together. */
  readonly flatLimit: bigint;
  /** Nanotons. */
  readonly flatPrice: bigint;
}

/** Price of sending a message (MsgForwardPrices). */
export interface MessagePrice {
  /** Nanotons for any message. */
  readonly lump: bigint;
  /** Nanotons for 65,536 bits. */
  readonly bit: bigint;
  /** Nanotons for 65,536 cells. */
  readonly cell: bigint;
}

/** Price of storage in workchain 0, from a time on (StoragePrices). */
export interface StoragePrice {
  /** Unix time in seconds. */
  readonly since: number;
  /** Nanotons for 65,536 bits and a second. */
  readonly bit: bigint;
  /** Nanotons for 65,536 cells and a second. */
  readonly cell: bigint;
}

/** How long prices are believed, in milliseconds. Validators vote for weeks before prices change. */
export const priceLifetimeMs = 3_600_000;

/** What a transaction of a wallet in workchain 0 is charged with. */
export interface Prices {
  /** In workchain 0 (config param 21). */
  readonly gas: GasPrice;
  /** Within workchain 0 (config param 25). */
  readonly message: MessagePrice;
  /** From or to the masterchain (config param 24). */
  readonly masterchainMessage: MessagePrice;
  /** In time order (config param 18). */
  readonly storage: readonly StoragePrice[];
}

/** What encode reads in the configuration of the chain. */
export interface ChainConfig extends Prices {
  /** Undefined if nobody is suspended. */
  readonly suspension?: Suspension | undefined;
}

const params = { address: 0, storage: 18, gas: 21, masterchainMessage: 24, message: 25, suspended: 44 } as const;

/**
 * Reads the configuration from a cell whose first reference is the dictionary of all config params: the data of the configuration account, or ConfigParams.
 *
 * @returns Undefined if the cell is not the configuration, or lacks a price.
 */
export function readConfigAccount(data: Cell): ChainConfig | undefined {
  const [root] = data.refs;
  return root && readConfig(root);
}

/**
 * Reads the configuration from the dictionary of all config params.
 *
 * @returns Undefined if the cell is not the configuration, or lacks a price.
 */
export function readConfig(root: Cell): ChainConfig | undefined {
  return attempt(() => {
    const paramIfAny = (key: number): Cell | undefined => lookUp(root, BigInt(key), 32)?.loadRef();
    const paramCell = (key: number): Cell => {
      const found = paramIfAny(key);
      if (found === undefined) throw new RangeError(`no config param ${key}`);
      return found;
    };
    const param = (key: number): Slice => paramCell(key).beginParse();
    if (param(params.address).loadBuffer(32).toString('hex') !== configAddress) return undefined;
    const suspended = paramIfAny(params.suspended);
    return {
      suspension: suspended && readSuspension(suspended),
      gas: readGas(param(params.gas)),
      message: readMessagePrice(param(params.message)),
      masterchainMessage: readMessagePrice(param(params.masterchainMessage)),
      storage: readStorage(paramCell(params.storage)),
    };
  });
}

/** gas_flat_pfx#d1 flat_gas_limit flat_gas_price, then gas_prices#dd or gas_prices_ext#de, which begin with gas_price. */
function readGas(slice: Slice): GasPrice {
  if (slice.loadUint(8) !== 0xd1) throw new RangeError('no flat price');
  const flatLimit = slice.loadUintBig(64);
  const flatPrice = slice.loadUintBig(64);
  const tag = slice.loadUint(8);
  if (tag !== 0xdd && tag !== 0xde) throw new RangeError('no price of gas');
  return { flatLimit, flatPrice, price: slice.loadUintBig(64) };
}

/** msg_forward_prices#ea lump_price bit_price cell_price. */
function readMessagePrice(slice: Slice): MessagePrice {
  if (slice.loadUint(8) !== 0xea) throw new RangeError('no price of messages');
  return { lump: slice.loadUintBig(64), bit: slice.loadUintBig(64), cell: slice.loadUintBig(64) };
}

/** Each entry changes the prices from its time on. Mainnet has two (2026). */
const mostStoragePrices = 100;

/** StoragePrices: #cc utime_since bit_price_ps cell_price_ps mc_bit_price_ps mc_cell_price_ps. The keys are in time order. */
function readStorage(cell: Cell): StoragePrice[] {
  const entries = entriesOf(cell, 32, mostStoragePrices).map(([, slice]) => {
    if (slice.loadUint(8) !== 0xcc) throw new RangeError('no price of storage');
    return { since: slice.loadUint(32), bit: slice.loadUintBig(64), cell: slice.loadUintBig(64) };
  });
  return entries.sort((a, b) => a.since - b.since);
}

/** The account that holds the configuration. */
export function configAccount(): Address {
  return Address.parseRaw(`-1:${configAddress}`);
}
