import { gwei } from './upstream.ts';

// Lies about prices, on a chain of every fee class. The chain sets the base fee, so a cap that is too high is not charged. The loss is gas times tip,
// or gas times price if the producer gets the whole price.

export const waits = 'It waits, and can be replaced. It costs no more than in truth.';
export const gas = 21_000n;
/** 0.021 ETH: a transfer at the highest tip of Ethereum. */
export const highestTip = gas * 1_000n * gwei;

export const withHistory = ['transfer', 'auto', 'optimism', 'mantle', 'avalanche', 'monad', 'tokens'];
export const allHistories = [...withHistory, 'arbitrum', 'cronos'];

export const baseFee = 'eth_feeHistory.baseFeePerGas[]';
export const reward = 'eth_feeHistory.reward[][]';
