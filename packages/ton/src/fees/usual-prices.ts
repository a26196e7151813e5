import type { Prices } from './prices.ts';

/** What mainnet charges since 2026-04-29 (config params 18, 21, 24 and 25; tonkeeper/tongo, ton/testdata/config_65466080.json). */
export const usualPrices: Prices = {
  gas: { flatLimit: 100n, flatPrice: 6_667n, price: 4_369_067n },
  message: { lump: 66_667n, bit: 4_369_067n, cell: 436_906_667n },
  masterchainMessage: { lump: 10_000_000n, bit: 655_360_000n, cell: 65_536_000_000n },
  storage: [
    { since: 0, bit: 1n, cell: 500n },
    { since: 1_777_500_000, bit: 0n, cell: 135n },
  ],
};
