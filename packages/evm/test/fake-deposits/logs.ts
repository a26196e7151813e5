import { AbiCoder, getAddress, Interface, id, zeroPadValue } from 'ethers';

/** What a contract writes. It chooses all but its own address. */
export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const erc20 = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
  'function transfer(address to, uint256 value)',
]);
const collectible = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
]);

/** Calldata of a token transfer. */
export const transferCall = (to: string, amount: bigint): string => erc20.encodeFunctionData('transfer', [to, amount]);

export const transferLog = (contract: string, from: string, to: string, amount: bigint): Log =>
  logOf(contract, erc20.encodeEventLog('Transfer', [from, to, amount]));

/** ERC-721 has the same topic, and a number in place of an amount. */
export const collectibleLog = (contract: string, from: string, to: string, number: bigint): Log =>
  logOf(contract, collectible.encodeEventLog('Transfer', [from, to, number]));

/** WETH9 writes these where it makes and destroys tokens. */
export const wrapLog = (contract: string, event: 'Deposit' | 'Withdrawal', owner: string, amount: bigint): Log =>
  logOf(contract, erc20.encodeEventLog(event, [owner, amount]));

/** A transfer as no standard writes it: with the amount twice, with an amount and a number, or with nothing indexed. */
export const oddTransferLogs = (contract: string, from: string, to: string, amount: bigint): readonly Log[] => {
  const log = transferLog(contract, from, to, amount);
  const [topic = ''] = log.topics;
  return [
    { ...log, data: `${log.data}${log.data.slice(2)}` },
    { ...log, topics: [...log.topics, log.data] },
    { ...log, topics: [topic], data: abi.encode(['address', 'address', 'uint256'], [from, to, amount]) },
  ];
};

/** Bridges name the receiver on the other chain. Its address is the same there (ethereum-optimism/optimism, L1StandardBridge). */
export const bridgeLog = (contract: string, from: string, to: string, amount: bigint): Log => ({
  address: contract,
  topics: [id('ETHDepositInitiated(address,address,uint256,bytes)'), zeroPadValue(from, 32), zeroPadValue(to, 32)],
  data: abi.encode(['uint256', 'bytes'], [amount, '0x']),
});

const abi = AbiCoder.defaultAbiCoder();

function logOf(address: string, { topics, data }: { readonly topics: readonly string[]; readonly data: string }): Log {
  return { address, topics, data };
}

/** What explorers make of a log. Any contract can write one. If it has the form of ERC-20, they list it as a transfer. */
export function tokenMovedBy({ address, topics, data }: Log): {
  readonly contract: string;
  readonly from?: string;
  readonly to?: string;
  readonly amount?: bigint;
} {
  const [topic, from, to] = topics;
  const isTransfer = topic === id('Transfer(address,address,uint256)') && topics.length === 3 && data.length === 66;
  if (!isTransfer || from === undefined || to === undefined) return { contract: address };
  const addressIn = (word: string) => getAddress(`0x${word.slice(26)}`);
  return { contract: address, from: addressIn(from), to: addressIn(to), amount: BigInt(data) };
}
