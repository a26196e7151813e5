import { toChecksum } from '../address.ts';
import { transactionGas } from '../fees/transaction-gas.ts';
import type { NodeTransaction, Receipt } from '../upstream/rpc.ts';
import type { Assets } from './movements.ts';

/** What nodes do not tell, except on chains with EIP-7708. */
export const untoldCoins = 'coins that contracts moved';

/** Functions of ERC-20 that move tokens or allow it (selectors: verified by a test), and the length of their calldata in hex. Tokens do not move coins in them. */
const tokenCalls: readonly (readonly [selector: string, length: number])[] = [
  // transfer(address,uint256), approve(address,uint256), transferFrom(address,address,uint256)
  ['0xa9059cbb', 138],
  ['0x095ea7b3', 138],
  ['0x23b872dd', 202],
];

/** What a byte of the data of a transaction costs in gas, if it is not 0 or is 0 (EIP-2028). */
const cost = { otherByte: 16n, zeroByte: 4n } as const;

/** The least that a contract pays to move coins: for its own end (EIP-150, SELFDESTRUCT). */
const leastMove = 5_000n;

/**
 * Whether contracts may have moved coins in a transaction, unseen: it ran code, and more than that of a token or of the wrapped coin. A payment without data
 * counts as plain if nothing was logged, because some chains count the gas of other things, too.
 */
export function mayMoveCoins(
  { to, input, value }: NodeTransaction,
  { status, logs, gasUsed }: Receipt,
  { isWrapped }: Pick<Assets, 'isWrapped'>,
): boolean {
  if (status !== 1n || (to != null && isWrapped(toChecksum(to)))) return false;
  const isTokenCall = tokenCalls.some(([selector, length]) => input.startsWith(selector) && input.length === length);
  const ranCode = input === '0x' ? logs.length > 0 : gasUsed >= transactionGas + gasOfData(input) + leastMove;
  return ranCode && !(isTokenCall && value === 0n);
}

function gasOfData(input: string): bigint {
  const bytes = BigInt(input.length / 2 - 1);
  const zeros = BigInt(input.match(/../g)?.filter((byte) => byte === '00').length ?? 0);
  return zeros * cost.zeroByte + (bytes - zeros) * cost.otherByte;
}
