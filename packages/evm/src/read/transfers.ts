import { type Address, addressNumber, type Hex, toChecksum } from '../address.ts';
import { selectors } from '../bytes/multicall.ts';
import type { Log, NodeTransaction, Receipt } from '../upstream/rpc.ts';
import type { Assets, Movement } from './movements.ts';

/** A movement of tokens, from an ERC-20 log. */
export interface TokenTransfer extends Movement {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
}

/** keccak256 of `Transfer(address,address,uint256)` (ERC-20; verified by a test). */
export const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** keccak256 of `Deposit(address,uint256)` and `Withdrawal(address,uint256)` of WETH9 and its copies (verified by a test). */
const depositTopic: Hex = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const withdrawalTopic: Hex = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';

/** Logs each movement of native coins, where EIP-7708 is live. No contract can be at this address. */
const coinLogger = addressNumber('0xfffffffffffffffffffffffffffffffffffffffe');

/**
 * Contracts that report native coins as token transfers: these would count twice. They are EIP-7708's system address, the base token of ZKsync
 * (docs.zksync.io, "System contracts"), and the native coin of Polygon (maticnetwork/contracts, MRC20.sol).
 */
const nativeEmitters: readonly bigint[] = [coinLogger, 0x800an, 0x1010n];

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
function eachOnce(logs: readonly (Log | undefined)[]): Log[] {
  const seen = new Set<string>();
  return logs.filter((log): log is Log => {
    if (log === undefined) return false;
    const { address, topics, data, logIndex } = log;
    const key = [logIndex, address, ...topics, data].join();
    return logIndex === undefined || logIndex === null || (!seen.has(key) && seen.add(key) !== undefined);
  });
}

/** ERC-20 has two indexed addresses and the amount as data. ERC-721 indexes the token's number too, and is left out. */
function transferIn({ address, topics, data }: Log): TokenTransfer | undefined {
  const [topic, from, to] = topics;
  if (topic !== transferTopic || topics.length !== 3 || from === undefined || to === undefined || data.length !== 66)
    return undefined;
  return { token: toChecksum(address), from: ofTopic(from), to: ofTopic(to), amount: BigInt(data) };
}

/** Whether a log says that something moved. Anybody can make a log of a transfer of nothing, in anybody's name. */
export function isMovement(log: Log): boolean {
  return (transferIn(log)?.amount ?? 0n) > 0n;
}

/** Movements of ERC-20 tokens. */
export function tokenTransfers(logs: readonly (Log | undefined)[]): TokenTransfer[] {
  return eachOnce(logs).flatMap((log) => (isNativeEmitter(log.address) ? [] : (transferIn(log) ?? [])));
}

/** What a receipt tells of movements. */
export interface Told {
  /** The value of the transaction. Where EIP-7708 is live: all coins, also those that contracts moved. */
  readonly coins: readonly Movement[];
  /** Whether `coins` are all coins that moved. */
  readonly isWhole: boolean;
  readonly tokens: readonly Movement[];
  /** Coins that wrapping and unwrapping moved inside the transaction. They are among `coins` if that is whole. */
  readonly wrapping: readonly Movement[];
}

/**
 * What a mined transaction moved. If it failed, it moved nothing, but for coins that a deposit of an OP chain makes all the same. Without a status nobody
 * knows whether it did.
 *
 * @param assets - Says which token is the wrapped coin. WETH9 logs no transfer where it makes or destroys tokens (`Deposit`, `Withdrawal`).
 */
export function toldMovements(transaction: NodeTransaction, receipt: Receipt, assets: Pick<Assets, 'isWrapped'>): Told {
  const made = madeFor(transaction);
  if (receipt.status !== 1n) return { coins: made, isWhole: true, tokens: [], wrapping: [] };
  const logs = eachOnce(receipt.logs);
  const logged = logs
    .filter(({ address }) => addressNumber(address) === coinLogger)
    .flatMap((log) => transferIn(log) ?? [])
    .map((transfer): Movement => ({ ...transfer, token: undefined }));
  const tokens = tokenTransfers(logs);
  const wraps = wrapsIn(logs, assets);
  return {
    coins: logged.length > 0 ? [...made, ...logged] : withMade(made, sentValue(transaction, receipt)),
    isWhole: logged.length > 0,
    tokens: [...tokens, ...withoutLogged(wraps, tokens)],
    wrapping: wraps.flatMap((wrap) => {
      const isValue = wrap.from === undefined && addressNumber(wrap.token) === addressNumber(transaction.to ?? '0x0');
      return isValue ? [] : [coinsOf(wrap)];
    }),
  };
}

/** The parts of a transaction that say what it is meant to move. */
interface Order {
  readonly from: string;
  readonly to?: string | null | undefined;
  readonly value: bigint;
  readonly input: string;
  readonly type?: bigint | null | undefined;
}

/** The value of a transaction: to the account or contract that it calls, or to the contract that it creates. */
function sentValue({ from, to, value, type }: Order, receipt: Receipt | null): Movement[] {
  const target = to ?? receipt?.contractAddress;
  if (value === 0n) return [];
  return [
    {
      // Coins of a deposit to Arbitrum (type 0x64) are made for the recipient (OffchainLabs/nitro, ArbitrumDepositTx).
      from: type === 0x64n ? undefined : toChecksum(from),
      to: target == null ? undefined : toChecksum(target),
      amount: value,
      token: undefined,
    },
  ];
}

/** Deposits of OP chains (type 0x7e) make coins for their sender, which then sends their value (specs.optimism.io, "Deposits"). */
function madeFor({ from, mint }: NodeTransaction): Movement[] {
  return mint == null || mint === 0n ? [] : [{ from: undefined, to: toChecksum(from), amount: mint, token: undefined }];
}

/** Coins that are made and go on at once were never the sender's. */
function withMade([made]: readonly Movement[], [sent]: readonly Movement[]): Movement[] {
  if (made === undefined || sent === undefined) return [made ?? sent ?? []].flat();
  const through = made.amount < sent.amount ? made.amount : sent.amount;
  return [
    { ...made, amount: made.amount - through },
    { ...sent, from: undefined, amount: through },
    { ...sent, amount: sent.amount - through },
  ].filter(({ amount }) => amount > 0n);
}

type Wrap = Movement & { readonly token: Address };

/** Tokens that wrapping made, and that unwrapping destroyed. */
function wrapsIn(logs: readonly Log[], { isWrapped }: Pick<Assets, 'isWrapped'>): Wrap[] {
  return logs.flatMap(({ address, topics, data }): Wrap[] => {
    const [topic, account] = topics;
    const isWrap = topic === depositTopic || topic === withdrawalTopic;
    if (!isWrap || topics.length !== 2 || account === undefined || data.length !== 66) return [];
    const token = toChecksum(address);
    if (!isWrapped(token)) return [];
    const owner = ofTopic(account);
    const way = topic === depositTopic ? { from: undefined, to: owner } : { from: owner, to: undefined };
    return [{ ...way, amount: BigInt(data), token }];
  });
}

/** The coins that were wrapped go to the token's contract. Those that were unwrapped come from it. */
function coinsOf({ from, to, amount, token }: Wrap): Movement {
  return { from: from === undefined ? to : token, to: from ?? token, amount, token: undefined };
}

/** Some wrapped tokens log a transfer from or to the zero address too: these would count twice. */
function withoutLogged(wraps: readonly Wrap[], transfers: readonly TokenTransfer[]): Wrap[] {
  const keyOf = ({ token, from, to, amount }: Movement) => [token, nobody(from), nobody(to), amount].join();
  const logged = transfers.map(keyOf);
  return wraps.filter((wrap) => {
    const at = logged.indexOf(keyOf(wrap));
    if (at >= 0) logged.splice(at, 1);
    return at < 0;
  });
}

function nobody(account: Address | undefined): Address | undefined {
  return account !== undefined && addressNumber(account) === 0n ? undefined : account;
}

/** What a transaction is meant to move, while it waits or if it failed: its value, or the tokens that an ERC-20 transfer in its calldata names. */
export function meantMovements(transaction: Order): Movement[] {
  const { to, input, from, value } = transaction;
  // A selector and two words.
  if (to == null || value !== 0n || input.length !== 138 || !input.startsWith(selectors['transfer(address,uint256)']))
    return sentValue(transaction, null);
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
