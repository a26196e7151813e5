import { type Address, type BitString, beginCell, Cell, Dictionary } from '@ton/core';
import { defaultConfig } from '@ton/sandbox';

/** The configuration contract, as config param 0 says: -1 and 64 times 5. */
export const configAddress = `-1:${'5'.repeat(64)}`;

/**
 * The prices of mainnet since utime 1777500000, and the global version of May 2026.
 * Source: the configuration of block 65466080 in tonkeeper/tongo, ton/testdata/config_65466080.json.
 */
const mainnet = {
  globalVersion: { version: 13, capabilities: 494n },
  storage: [
    { since: 0, bit: 1n, cell: 500n, mcBit: 1000n, mcCell: 500_000n },
    { since: 1_777_500_000, bit: 0n, cell: 135n, mcBit: 1000n, mcCell: 500_000n },
  ],
  gas: {
    masterchain: {
      flatGas: 100n,
      flatPrice: 1_000_000n,
      price: 655_360_000n,
      specialLimit: 70_000_000n,
      blockLimit: 2_500_000n,
    },
    basechain: {
      flatGas: 100n,
      flatPrice: 6_667n,
      price: 4_369_067n,
      specialLimit: 1_000_000n,
      blockLimit: 10_000_000n,
    },
  },
  messages: {
    masterchain: { lump: 10_000_000n, bit: 655_360_000n, cell: 65_536_000_000n },
    basechain: { lump: 66_667n, bit: 4_369_067n, cell: 436_906_667n },
  },
} as const;

type Params = Dictionary<number, Cell>;

function read(config: Cell): Params {
  return Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), config);
}

function write(params: Params): Cell {
  return beginCell().storeDictDirect(params).endCell();
}

/** One parameter of a configuration. */
export function configParam(config: Cell, id: number): Cell | undefined {
  return read(config).get(id);
}

/** A configuration with one parameter replaced, or removed. */
export function withConfigParam(config: Cell, id: number, value: Cell | undefined): Cell {
  const params = read(config);
  if (value === undefined) params.delete(id);
  else params.set(id, value);
  return write(params);
}

/** The configuration of mainnet as the sandbox has it, from 2025, with the prices of 2026. */
export function mainnetConfig(): Cell {
  const params = read(Cell.fromBase64(defaultConfig));
  const { version, capabilities } = mainnet.globalVersion;
  params.set(8, beginCell().storeUint(0xc4, 8).storeUint(version, 32).storeUint(capabilities, 64).endCell());
  params.set(18, storagePrices());
  params.set(20, gasPrices(mainnet.gas.masterchain));
  params.set(21, gasPrices(mainnet.gas.basechain));
  params.set(24, messagePrices(mainnet.messages.masterchain));
  params.set(25, messagePrices(mainnet.messages.basechain));
  return write(params);
}

/** The data of the configuration contract: the dictionary is its first reference (load_data in config-code.fc of the reference contracts). */
export function configData(config: Cell): Cell {
  const noVotes = false;
  return beginCell().storeRef(config).storeUint(0, 32).storeUint(0, 256).storeBit(noVotes).endCell();
}

const suspendedKeys = Dictionary.Keys.Buffer(36);
const nothing = Dictionary.Values.BitString(0);

/** Workchain and hash: the key of an address in config param 44. */
function suspendedKey(address: Address): Buffer {
  return beginCell().storeInt(address.workChain, 32).storeBuffer(address.hash).endCell().beginParse().loadBuffer(36);
}

function suspendedList(config: Cell): { addresses: Dictionary<Buffer, BitString>; until: number } {
  // suspended_address_list#00 addresses:(HashmapE 288 Unit) suspended_until:uint32
  const slice = configParam(config, 44)?.beginParse().skip(8);
  const addresses = slice?.loadDict(suspendedKeys, nothing) ?? Dictionary.empty(suspendedKeys, nothing);
  return { addresses, until: slice?.loadUint(32) ?? 0 };
}

/** Says whether config param 44 suspends an account at a time. The parameter is read once. */
export function suspensionsOf(config: Cell): (address: Address, now: number) => boolean {
  const { addresses, until } = suspendedList(config);
  return (address, now) => until > now && addresses.has(suspendedKey(address));
}

/** The sets of validators: most of a configuration, and nothing that a transaction needs. */
const validatorSets = [32, 34, 36];

/** What the machine gets: it reads the whole configuration for each transaction and each get method. */
export function withoutValidators(config: Cell): Cell {
  const params = read(config);
  for (const id of validatorSets) params.delete(id);
  return write(params);
}

/** A configuration that suspends one more account, and all that are in the list, until a time. */
export function withSuspended(config: Cell, address: Address, until: number): Cell {
  const { addresses } = suspendedList(config);
  addresses.set(suspendedKey(address), beginCell().endCell().bits);
  return withConfigParam(config, 44, beginCell().storeUint(0, 8).storeDict(addresses).storeUint(until, 32).endCell());
}

function storagePrices(): Cell {
  const prices = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BitString(8 + 32 + 4 * 64));
  for (const { since, bit, cell, mcBit, mcCell } of mainnet.storage) {
    const entry = beginCell().storeUint(0xcc, 8).storeUint(since, 32).storeUint(bit, 64).storeUint(cell, 64);
    prices.set(since, entry.storeUint(mcBit, 64).storeUint(mcCell, 64).endCell().bits);
  }
  return beginCell().storeDictDirect(prices).endCell();
}

function gasPrices(prices: (typeof mainnet.gas)['masterchain' | 'basechain']): Cell {
  return beginCell()
    .storeUint(0xd1, 8)
    .storeUint(prices.flatGas, 64)
    .storeUint(prices.flatPrice, 64)
    .storeUint(0xde, 8)
    .storeUint(prices.price, 64)
    .storeUint(1_000_000n, 64) // gas_limit
    .storeUint(prices.specialLimit, 64)
    .storeUint(10_000n, 64) // gas_credit
    .storeUint(prices.blockLimit, 64)
    .storeUint(100_000_000n, 64) // freeze_due_limit
    .storeUint(1_000_000_000n, 64) // delete_due_limit
    .endCell();
}

function messagePrices(prices: (typeof mainnet.messages)['masterchain' | 'basechain']): Cell {
  return beginCell()
    .storeUint(0xea, 8)
    .storeUint(prices.lump, 64)
    .storeUint(prices.bit, 64)
    .storeUint(prices.cell, 64)
    .storeUint(98_304, 32) // ihr_price_factor
    .storeUint(21_845, 16) // first_frac
    .storeUint(21_845, 16) // next_frac
    .endCell();
}
