import { type Address, addressNumber, type Hex, toChecksum } from '../address.ts';
import { selectors } from '../bytes/multicall.ts';
import type { Log, NodeTransaction, Receipt } from '../upstream/rpc.ts';

/** A movement of tokens, from an ERC-20 log. */
export interface TokenTransfer {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/** keccak256 of `Transfer(address,address,uint256)` (ERC-20; verified by a test). */
export const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * Contracts that report native coins as token transfers: these would count twice. They are EIP-7708's system address, the base token of ZKsync
 * (docs.zksync.io, "System contracts"), and the native coin of Polygon (maticnetwork/contracts, MRC20.sol).
 */
const nativeEmitters: readonly bigint[] = [
  addressNumber('0xfffffffffffffffffffffffffffffffffffffffe'),
  0x800an,
  0x1010n,
];

/** Whether a contract's token transfers are really native coins, which are reported elsewhere. */
export function isNativeEmitter(contract: string): boolean {
  return nativeEmitters.includes(addressNumber(contract));
}

/**
 * Whether a contract shows native coins as a token: its `balanceOf` would count them twice. They are the emitters, the native token precompile of
 * Moonbeam (docs.moonbeam.network), LegacyERC20ETH of the OP stack, and LegacyERC20MNT on Mantle (their predeploys).
 */
export function isNativeCoin(contract: string): boolean {
  const mirrors = [0x802n, 0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000n];
  return isNativeEmitter(contract) || mirrors.includes(addressNumber(contract));
}

/** Drops repeated logs: they would count twice. Without an index, equal logs may be two movements. */
function eachOnce(logs: readonly Log[]): Log[] {
  const seen = new Set<string>();
  return logs.filter(({ address, topics, data, logIndex }) => {
    const key = [logIndex, address, ...topics, data].join();
    return logIndex === undefined || logIndex === null || (!seen.has(key) && seen.add(key));
  });
}

/** ERC-20 has two indexed addresses and the amount as data. ERC-721 indexes the token's number too, and is left out. */
export function tokenTransfers(logs: readonly Log[]): TokenTransfer[] {
  return eachOnce(logs).flatMap(({ address, topics, data }) => {
    const [topic, from, to] = topics;
    if (topic !== transferTopic || topics.length !== 3 || from === undefined || to === undefined || data.length !== 66)
      return [];
    if (isNativeEmitter(address)) return [];
    return [{ token: toChecksum(address), from: ofTopic(from), to: ofTopic(to), amount: BigInt(data) }];
  });
}

/** The tokens that a transaction moved. While it waits, or if it failed, the tokens that an ERC-20 transfer in its calldata names. */
export function movedTokens(transaction: NodeTransaction, receipt: Receipt | null): TokenTransfer[] {
  if (receipt !== null && receipt.status !== 0n) return tokenTransfers(receipt.logs);
  const { to, input, from, value } = transaction;
  // A selector and two words.
  if (to == null || value !== 0n || input.length !== 138 || !input.startsWith(selectors['transfer(address,uint256)']))
    return [];
  const recipient = toChecksum(`0x${input.slice(34, 74)}`);
  return [{ token: toChecksum(to), from: toChecksum(from), to: recipient, amount: BigInt(`0x${input.slice(74)}`) }];
}

function ofTopic(topic: Hex): Address {
  return toChecksum(`0x${topic.slice(-40)}`);
}

/** An address as an indexed argument of a log. */
export function toTopic(address: string): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}
