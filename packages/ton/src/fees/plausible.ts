import { RejectedAnswer } from '@isochain/core/upstream';
import type { Prices } from './prices.ts';

/**
 * The highest prices that are believed: ten times those of basechain before 2026-04-29, and ten times those of the masterchain (config params 18, 21,
 * 24 and 25 of mainnet; tonkeeper/tongo ton/testdata/config_65466080.json for the masterchain). The prices of the first years were a quarter of these
 * limits (tonkeeper/opentonapi pkg/api/testdata/config-params-1.boc).
 */
const highest = {
  gas: 262_144_000n,
  flatGas: 400_000n,
  lump: 4_000_000n,
  bit: 262_144_000n,
  cell: 26_214_400_000n,
  masterchainLump: 100_000_000n,
  masterchainBit: 6_553_600_000n,
  masterchainCell: 655_360_000_000n,
  storageBit: 10n,
  storageCell: 5_000n,
} as const;

/**
 * Refuses prices that no validator would vote for: an endpoint that lies could have the sender pay everything that is left as fees.
 *
 * @throws RejectedAnswer
 */
export function requirePlausible({ gas, message, masterchainMessage, storage }: Prices): void {
  const isPlausible =
    gas.price <= highest.gas &&
    gas.flatPrice <= highest.flatGas &&
    message.lump <= highest.lump &&
    message.bit <= highest.bit &&
    message.cell <= highest.cell &&
    masterchainMessage.lump <= highest.masterchainLump &&
    masterchainMessage.bit <= highest.masterchainBit &&
    masterchainMessage.cell <= highest.masterchainCell &&
    storage.length > 0 &&
    storage.every(({ bit, cell }) => bit <= highest.storageBit && cell <= highest.storageCell);
  if (!isPlausible) throw new RejectedAnswer('its prices are absurd');
}
