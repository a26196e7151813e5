import { type Address, fromContractWord } from '../address/address.ts';
import { wordOf } from './abi-values.ts';

/** A log of a contract. All in hex. */
export interface Log {
  /** 20 bytes, or 21 with 41. */
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Tokens that a contract says it moved. */
export interface TokenMove {
  readonly contract: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

/** Hash of `Transfer(address,address,uint256)` (EIP-20). */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** What a log says of a transfer of fungible tokens. Undefined for any other log. */
export function readTransferLog({ address, topics, data }: Log): TokenMove | undefined {
  const [topic, ...parties] = topics;
  if (topic?.toLowerCase() !== transferTopic || parties.length !== 2) return undefined;
  const [contract, from, to] = [address, ...parties].map(fromContractWord);
  const amount = wordOf(data);
  if (contract === undefined || from === undefined || to === undefined || amount === undefined) return undefined;
  return { contract, from, to, amount };
}
