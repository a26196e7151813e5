import type { Codec, RpcQuestion } from '@isochain/conformance';
import { AbiCoder, Interface } from 'ethers';

// Opens the answers of contracts, so that lies can be told about each number and text in them. All the code for that is from ethers.

const multicall3 = new Interface([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
]);

/** What each function that the family calls returns. */
const functions = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function getL1FeeUpperBound(uint256 size) view returns (uint256)',
  'function getL1Fee(bytes transaction) view returns (uint256)',
  'function getOperatorFee(uint256 gas) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
  'function supportsInterface(bytes4) view returns (bool)',
  'function isBlackListed(address) view returns (uint256)',
  'function isBlocked(address) view returns (uint256)',
  'function isBlacklisted(address) view returns (uint256)',
  'function isFrozen(address) view returns (uint256)',
]);

export const calldataOf = ({ params }: RpcQuestion) => (params as [{ data?: string }])[0].data ?? '0x';

/** The function that calldata calls, or its selector. */
export const nameOfCall = (data: string) => functions.getFunction(data.slice(0, 10))?.name ?? data.slice(0, 10);

const coder = AbiCoder.defaultAbiCoder();

/** A number in decimal digits, a text, or the bytes as they are. */
function open(name: string, data: string): unknown {
  if (data === '0x') return data;
  if (name === 'symbol' || name === 'name') return coder.decode(['string'], data)[0];
  return data.length === 66 ? String(BigInt(data)) : data;
}

function close(name: string, value: unknown): string {
  if (typeof value !== 'string') return '0x';
  if (value.startsWith('0x')) return value.length % 2 === 0 ? value : `${value}0`;
  if (name === 'symbol' || name === 'name') return coder.encode(['string'], [value]);
  return coder.encode([value.startsWith('-') ? 'int256' : 'uint256'], [value]);
}

interface Result {
  readonly success: boolean;
  readonly value?: unknown;
}

/** Calls of one function, as `{ balanceOf: [{ success, value }], ... }`. */
type Results = Readonly<Record<string, readonly Result[]>>;

function callsOf(question: RpcQuestion | undefined): string[] {
  const [calls] = multicall3.decodeFunctionData('aggregate3', question === undefined ? '0x' : calldataOf(question));
  return calls.map(({ callData }: { callData: string }) => nameOfCall(callData));
}

const aggregate3: Codec = {
  decode(value, question) {
    const [results] = multicall3.decodeFunctionResult('aggregate3', String(value));
    const decoded: Record<string, Result[]> = {};
    callsOf(question).forEach((name, i) => {
      const { success, returnData } = results[i];
      const list = decoded[name] ?? [];
      list.push(success ? { success, value: open(name, returnData) } : { success });
      decoded[name] = list;
    });
    return decoded;
  },
  encode(decoded, question) {
    const queues = new Map(Object.entries(decoded as Results).map(([name, list]) => [name, [...list]]));
    const inOrder = callsOf(question).flatMap((name) => {
      const result = queues.get(name)?.shift();
      return result === undefined ? [] : [[result.success, close(name, result.value)]];
    });
    // What a liar says more often than it was asked stands at the end.
    const rest = [...queues].flatMap(([name, list]) => list.map(({ success, value }) => [success, close(name, value)]));
    return multicall3.encodeFunctionResult('aggregate3', [[...inOrder, ...rest]]);
  },
};

const single = (name: string): Codec => ({
  decode: (value) => open(name, String(value)),
  encode: (decoded) => close(name, decoded),
});

export const codecs: Readonly<Record<string, Codec>> = {
  'eth_call aggregate3': aggregate3,
  ...Object.fromEntries(
    ['balanceOf', 'decimals', 'symbol', 'name', 'transfer', 'supportsInterface', 'isBlackListed'].map((name) => [
      `eth_call ${name}`,
      single(name),
    ]),
  ),
};
