import { decodeFunctionResult, encodeFunctionData, hexToBigInt } from 'viem/utils';
import type { Address, Hex } from '../address.ts';

// Multicall3 (https://github.com/mds1/multicall): many reads in one eth_call, each allowed to fail alone.

const aggregate3 = [
  {
    type: 'function',
    name: 'aggregate3',
    stateMutability: 'payable',
    inputs: [
      {
        name: 'calls',
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'allowFailure', type: 'bool' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    outputs: [
      {
        name: 'returnData',
        type: 'tuple[]',
        components: [
          { name: 'success', type: 'bool' },
          { name: 'returnData', type: 'bytes' },
        ],
      },
    ],
  },
] as const;

/** One read of a contract. */
export interface Read {
  readonly target: Address;
  readonly data: Hex;
}

/** A contract's answer, or undefined if the call reverted. An address without code answers `0x`. */
export type ReadResult = Hex | undefined;

export function encodeReads(reads: readonly Read[]): Hex {
  const calls = reads.map(({ target, data }) => ({ target, allowFailure: true, callData: data }));
  return encodeFunctionData({ abi: aggregate3, args: [calls] });
}

/** @returns One result per read, in order. Undefined if Multicall3 did not make the answer (no such contract at that address). */
export function decodeReads(answer: Hex, count: number): ReadResult[] | undefined {
  try {
    const results = decodeFunctionResult({ abi: aggregate3, functionName: 'aggregate3', data: answer });
    if (results.length !== count) return undefined;
    return results.map(({ success, returnData }) => (success ? returnData : undefined));
  } catch {
    return undefined;
  }
}

/** The answer as a number. Undefined if it is not exactly one word. */
export function wordOf(result: ReadResult): bigint | undefined {
  return result !== undefined && result.length === 66 ? hexToBigInt(result) : undefined;
}

/** Selectors of the functions that we call: the first four bytes of the keccak256 of the signature (verified by a test). */
export const selectors = {
  'balanceOf(address)': '0x70a08231',
  'decimals()': '0x313ce567',
  'symbol()': '0x95d89b41',
  'name()': '0x06fdde03',
  'transfer(address,uint256)': '0xa9059cbb',
  'getEthBalance(address)': '0x4d2301cc',
  'getL1FeeUpperBound(uint256)': '0xf1c7a58b',
  'getL1Fee(bytes)': '0x49948e0e',
  'getOperatorFee(uint256)': '0x275aedd2',
  'tokenRatio()': '0x06f837d3',
  'isBlackListed(address)': '0xe47d6060',
  'isBlocked(address)': '0xfbac3951',
  'isBlacklisted(address)': '0xfe575a87',
  'isFrozen(address)': '0xe5839836',
} as const;

/** Calldata of a function with one word for each argument. */
export function callData(signature: keyof typeof selectors, ...words: readonly (bigint | string)[]): Hex {
  const args = words.map((word) =>
    (typeof word === 'bigint' ? word : BigInt(word.toLowerCase())).toString(16).padStart(64, '0'),
  );
  return `${selectors[signature]}${args.join('')}`;
}
