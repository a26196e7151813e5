import type { CosmosMode } from '../bytes/params.ts';
import type { CosmosChain } from '../chains.ts';

const gas: Readonly<Record<CosmosMode, bigint>> = {
  transfer: 110_000n,
  transferToken: 130_000n,
  stake: 420_000n,
  unstake: 300_000n,
  claimRewards: 190_000n,
  registerStake: 2_000_000n,
};

/** The gas limit if no node simulates. */
export function defaultGas(_chain: CosmosChain, mode: CosmosMode): bigint {
  return gas[mode];
}
