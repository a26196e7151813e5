import { gwei } from './upstream.ts';

// What a liar says of prices, on a chain of every class of fees. The base fee is the chain's own, so a cap that is too high is not charged: what
// can be lost is gas times tip, or gas times price where the whole price is the producer's.

export const waits = 'It waits, and can be replaced. It costs no more than in truth.';
export const gas = 21_000n;
/** 0.021 ETH: a transfer at the highest tip of Ethereum. */
export const highestTip = gas * 1_000n * gwei;

export const withHistory = ['transfer', 'auto', 'optimism', 'mantle', 'avalanche', 'monad', 'tokens'];
export const allHistories = [...withHistory, 'arbitrum', 'cronos'];

export const baseFee = 'eth_feeHistory.baseFeePerGas[]';
export const reward = 'eth_feeHistory.reward[][]';
