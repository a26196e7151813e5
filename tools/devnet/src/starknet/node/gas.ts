import { accountClassHashes } from '../classes/hashes.ts';
import type { GasPrices, GasUsage } from '../engine.ts';
import type { Transaction } from './transaction.ts';

export type Prices = Required<GasPrices>;
export type Usage = Required<GasUsage>;

/** Gas of the three kinds. */
export interface Gas {
  readonly l1: bigint;
  readonly l2: bigint;
  readonly l1Data: bigint;
}

/**
 * FRI. Those of Sepolia's block 5508517 are of this size: L2 gas at the sequencer's floor of 8e9 and a little more, data at 2e12.
 * Source: NethermindEth/juno:clients/feeder/testdata/sepolia/block/5508517.json.
 */
export const usualPrices: Prices = { l1: 303_000_000_000_000n, l2: 8_400_000_000n, l1Data: 2_175_000_000_000n };

/**
 * With the validation of Argent 0.4.0, a transfer is 1,128,000 as in block 5508517 of Sepolia, and a deployment 1,324,880 as recorded from
 * starknet-devnet 0.8.1.
 */
export const usualUsage: Usage = {
  invoke: 942_400n,
  perCall: 380_000n,
  deploy: 1_139_280n,
  l1: 0n,
  l1Data: 224n,
  deployL1Data: 256n,
  actualPercent: 100n,
};

const newArgent = 185_600n;

/** L2 gas of `__validate__`. Argent 0.4.0 and OpenZeppelin 1.0.0 are recorded from starknet-devnet 0.8.1, the others are guesses. */
const validation = new Map<bigint, bigint>([
  [accountClassHashes['argent-0.3.1'], 150_000n],
  [accountClassHashes['argent-0.4.0'], newArgent],
  [accountClassHashes['argent-0.5.0'], newArgent],
  [accountClassHashes['openzeppelin-1.0.0'], 170_240n],
  [accountClassHashes['openzeppelin-0.17'], 170_240n],
]);

export function validationGas(classHash: bigint): bigint {
  // Braavos.
  return validation.get(classHash) ?? 250_000n;
}

/** What a transaction uses if it succeeds. `validation` is 0 if it is skipped. */
export function gasOf(transaction: Transaction, calls: number, validation: bigint, usage: Usage): Gas {
  const further = BigInt(Math.max(0, calls - 1)) * usage.perCall;
  const l2 = (transaction.type === 'INVOKE' ? usage.invoke + further : usage.deploy) + validation;
  const l1Data = transaction.type === 'INVOKE' ? usage.l1Data : usage.deployL1Data;
  return { l1: usage.l1, l2, l1Data };
}

/** FRI, with the tip. */
export function feeOf(gas: Gas, prices: Prices, tip = 0n): bigint {
  return gas.l1 * prices.l1 + gas.l2 * (prices.l2 + tip) + gas.l1Data * prices.l1Data;
}

/** The most that a transaction may cost: what the account must have. */
export function largestFee({ bounds, tip }: Transaction): bigint {
  const { l1, l2, l1Data } = bounds;
  return l1.maxAmount * l1.maxPrice + l2.maxAmount * (l2.maxPrice + tip) + l1Data.maxAmount * l1Data.maxPrice;
}
