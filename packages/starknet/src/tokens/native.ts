import type { Address } from '../address/address.ts';

/**
 * The contract of STRK, the coin that pays fees. It has this address on both networks (starknet-io/starknet-addresses,
 * bridged_tokens/mainnet.json and sepolia.json).
 */
export const strk: Address = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/** Old transactions paid their fees in ETH. Today it is a token like others. The same source. */
export const eth: Address = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
