import { attempt } from '@isochain/core';
import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils';
import { type Address, fromContractWord, toContractAddress } from '../address/address.ts';

// Calls of TRC-20 contracts, which have the interface of ERC-20 (tronprotocol/tips, TIP-20; EIP-20).

/** First four bytes of `transfer(address,uint256)`. */
const transferSelector = 'a9059cbb';

const transferTypes = [{ type: 'address' }, { type: 'uint256' }] as const;

/** @returns Hex without 0x. */
export function transferCall(to: Address, amount: bigint): string {
  return `${transferSelector}${encodeAbiParameters(transferTypes, [toContractAddress(to), amount]).slice(2)}`;
}

/** What a call transfers. Undefined if it is another call. Some senders put the 41 of an address into the word too: it does not count. */
export function readTransferCall(data: string): { readonly to: Address; readonly amount: bigint } | undefined {
  if (!data.startsWith(transferSelector) || data.length !== transferSelector.length + 128) return undefined;
  const to = fromContractWord(data.slice(transferSelector.length, -64));
  const [amount] = attempt(() => decodeAbiParameters([{ type: 'uint256' }], `0x${data.slice(-64)}`)) ?? [];
  return to === undefined || amount === undefined ? undefined : { to, amount };
}

/** `balanceOf(address)`. */
export function balanceCall(owner: Address): string {
  return `70a08231${addressWord(owner)}`;
}

/** `isBlackListed(address)` of Tether's contract, TetherToken.sol: whether the issuer has frozen what an address holds. */
export function blacklistCall(owner: Address): string {
  return `e47d6060${addressWord(owner)}`;
}

/** What a token says of itself: `decimals()`, `symbol()` and `name()`. */
export const factCalls = { decimals: '313ce567', symbol: '95d89b41', name: '06fdde03' } as const;

function addressWord(address: Address): string {
  return encodeAbiParameters([{ type: 'address' }], [toContractAddress(address)]).slice(2);
}
