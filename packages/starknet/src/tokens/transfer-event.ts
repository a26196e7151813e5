import { type Address, isAddress, toAddress } from '../address/address.ts';
import { selector } from '../bytes/selectors.ts';
import { fromU256 } from '../felt.ts';

/** An event of a contract. */
export interface ContractEvent {
  readonly contract: bigint;
  readonly keys: readonly bigint[];
  readonly data: readonly bigint[];
}

/** Tokens that move. */
export interface TokenMove {
  readonly token: Address;
  /** Address 0 if the tokens were made. */
  readonly from: Address;
  /** Address 0 if the tokens were burnt. */
  readonly to: Address;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/**
 * Reads the event `Transfer` of ERC-20, in both of its layouts. STRK, ETH and other bridged tokens name the parties in the data (starknet-io/starkgate-contracts,
 * ERC20), those of OpenZeppelin for Cairo 1 in the keys (OpenZeppelin/cairo-contracts, token/erc20). Undefined for anything else, such as ERC-721 of Cairo 1.
 *
 * ERC-721 of Cairo 0 writes the same event, with the number of a collectible where the amount stands (OpenZeppelin/cairo-contracts, release 0.6:
 * token/erc721/library.cairo). Only its contract can tell: see `readAssets`.
 */
export function readTransferEvent({ contract, keys, data }: ContractEvent): TokenMove | undefined {
  if (keys[0] !== selector('Transfer')) return undefined;
  const isData = keys.length === 1 && data.length === 4;
  const isIndexed = keys.length === 3 && data.length === 2;
  const [from, to, low, high] = isData ? data : isIndexed ? [...keys.slice(1), ...data] : [];
  if (from === undefined || to === undefined || low === undefined || high === undefined) return undefined;
  const amount = fromU256(low, high);
  if (amount === undefined || !isAddress(from) || !isAddress(to)) return undefined;
  return { token: toAddress(contract), from: toAddress(from), to: toAddress(to), amount };
}
