import { type Address, isAddress, toAddress } from '../address/address.ts';
import { selector } from '../bytes/selectors.ts';
import { fromU256 } from '../felt.ts';

/** An event of a contract. */
export interface ContractEvent {
  readonly contract: bigint;
  readonly keys: readonly bigint[];
  readonly data: readonly bigint[];
}

/** Tokens that move. New tokens come from address 0, and burnt ones go there. */
export interface TokenMove {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/**
 * Reads the event `Transfer` of a fungible token. There are two layouts: parties in the keys (OpenZeppelin/cairo-contracts, token/erc20/erc20.cairo), or all
 * in the data (STRK and ETH on the public networks; starknet-io/starkgate-contracts). Undefined for anything else, such as tokens that are not fungible.
 */
export function readTransferEvent({ contract, keys, data }: ContractEvent): TokenMove | undefined {
  const [name, ...parties] = keys;
  if (name !== selector('Transfer')) return undefined;
  const [from, to, low, high, ...more] = [...parties, ...data];
  if (from === undefined || to === undefined || low === undefined || high === undefined) return undefined;
  const isKnownLayout = (parties.length === 0 || parties.length === 2) && more.length === 0;
  const amount = fromU256(low, high);
  if (!isKnownLayout || amount === undefined || ![contract, from, to].every(isAddress)) return undefined;
  return { token: toAddress(contract), from: toAddress(from), to: toAddress(to), amount };
}
