import { beginCell, type Cell, Dictionary } from '@ton/core';

// A configuration with the prices of mainnet since 2026-04-29 (utime 1777500000): tonkeeper/tongo ton/testdata/config_65466080.json. Only the params
// that fees depend on.

const storage = [
  { since: 0, bit: 1n, cell: 500n },
  { since: 1_777_500_000, bit: 0n, cell: 135n },
] as const;

const gas = { flatLimit: 100n, flatPrice: 6_667n, price: 4_369_067n };
const message = { lump: 66_667n, bit: 4_369_067n, cell: 436_906_667n };
const masterchainMessage = { lump: 10_000_000n, bit: 655_360_000n, cell: 65_536_000_000n };

/** The dictionary of config params (block.tlb: ConfigParams). */
export function mainnetConfig(): Cell {
  const params = Dictionary.empty(Dictionary.Keys.Int(32), Dictionary.Values.Cell());
  params.set(0, beginCell().storeBuffer(Buffer.alloc(32, 0x55)).endCell());
  params.set(18, storagePrices());
  // gas_flat_pfx#d1, then gas_prices_ext#de: price, limit, special limit, credit, block limit, freeze and delete limits.
  const prices = beginCell().storeUint(0xd1, 8).storeUint(gas.flatLimit, 64).storeUint(gas.flatPrice, 64);
  prices.storeUint(0xde, 8).storeUint(gas.price, 64);
  for (const limit of [1_000_000n, 1_000_000n, 10_000n, 10_000_000n, 100_000_000n, 1_000_000_000n])
    prices.storeUint(limit, 64);
  params.set(21, prices.endCell());
  params.set(24, messagePrices(masterchainMessage));
  params.set(25, messagePrices(message));
  return beginCell().storeDictDirect(params).endCell();
}

/** msg_forward_prices#ea: lump, bit, cell, ihr factor, and the parts of the first and of the next validators. */
function messagePrices({ lump, bit, cell }: typeof message): Cell {
  return beginCell()
    .storeUint(0xea, 8)
    .storeUint(lump, 64)
    .storeUint(bit, 64)
    .storeUint(cell, 64)
    .storeUint(98_304, 32)
    .storeUint(21_845, 16)
    .storeUint(21_845, 16)
    .endCell();
}

/** StoragePrices#cc: since, bit, cell, and the same two for the masterchain. */
function storagePrices(): Cell {
  const entries = Dictionary.empty(Dictionary.Keys.Uint(32), {
    serialize: ({ since, bit, cell }: { since: number; bit: bigint; cell: bigint }, builder) =>
      void builder
        .storeUint(0xcc, 8)
        .storeUint(since, 32)
        .storeUint(bit, 64)
        .storeUint(cell, 64)
        .storeUint(1_000, 64)
        .storeUint(500_000, 64),
    parse: () => {
      throw new Error('Only written here.');
    },
  });
  for (const [i, entry] of storage.entries()) entries.set(i, entry);
  return beginCell().storeDictDirect(entries).endCell();
}

/** The data of the configuration account, as toncenter v3 answers it: the dictionary is its first cell (config-code.fc: load_data). */
export function configAccountData(): string {
  return beginCell().storeRef(mainnetConfig()).storeUint(0, 32).endCell().toBoc().toString('base64');
}
