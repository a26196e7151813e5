import { Interface, id } from 'ethers';
import { describe, expect, it } from 'vitest';
import { anvil, anvilCalls } from '../../test/recordings.ts';
import { word } from '../../test/scripted-node.ts';
import type { Hex } from '../address.ts';
import { callData, decodeReads, encodeReads, selectors, wordOf } from './multicall.ts';

const label =
  'multicall3 aggregate3: ethBalance, std(balance,decimals,symbol,name), bytes32 token(symbol), EOA(decimals)';
const recordedCall = anvilCalls('default').find((call) => call.label === label)?.request?.params[0] as { data: Hex };
const recordedAnswer = anvil('default', label).result as Hex;

const aggregate3 = new Interface([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
]);

describe('selectors', () => {
  it.each(Object.entries(selectors))('of %s is %s: the first four bytes of its keccak256', (signature, selector) => {
    expect(id(signature).slice(0, 10)).toBe(selector);
  });
});

describe('callData', () => {
  const functions = new Interface(['function transfer(address to, uint256 amount)', 'function decimals()']);
  const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

  it('encodes like ethers', () => {
    const amount = 2n ** 256n - 1n;
    expect(callData('transfer(address,uint256)', bob, amount)).toBe(
      functions.encodeFunctionData('transfer', [bob, amount]),
    );
    expect(callData('transfer(address,uint256)', bob.toUpperCase().replace('X', 'x'), 0n)).toBe(
      functions.encodeFunctionData('transfer', [bob, 0n]),
    );
    expect(callData('decimals()')).toBe(functions.encodeFunctionData('decimals'));
  });
});

describe('encodeReads', () => {
  it('makes a call of Multicall3 in which each read may fail alone', () => {
    const target = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    const data = encodeReads([
      { target, data: '0x313ce567' },
      { target, data: '0x' },
    ]);
    const [calls] = aggregate3.decodeFunctionData('aggregate3', data);
    expect(calls.toArray(true)).toEqual([
      [target, true, '0x313ce567'],
      [target, true, '0x'],
    ]);
  });

  it('makes the call that was recorded', () => {
    const [calls] = aggregate3.decodeFunctionData('aggregate3', recordedCall.data);
    const reads = calls.map(([target, , data]: [Hex, boolean, Hex]) => ({ target, data }));
    expect(encodeReads(reads)).toBe(recordedCall.data);
  });
});

describe('decodeReads', () => {
  it('reads a recorded answer: balances, a token, a symbol of 32 bytes, and an address without code', () => {
    const results = decodeReads(recordedAnswer, 7) ?? [];
    expect(results).toHaveLength(7);
    const [balance, tokens, decimals, symbol, name, symbol32, nobody] = results;
    expect(wordOf(balance)).toBe(0x21e19dc253b1dc53940n);
    expect(wordOf(tokens)).toBeTypeOf('bigint');
    expect(wordOf(decimals)).toBeLessThanOrEqual(18n);
    // A string: offset, length and text, in words.
    expect(symbol).toHaveLength(2 + 3 * 64);
    expect(name).toHaveLength(2 + 3 * 64);
    // "MKR" in 32 bytes.
    expect(symbol32).toBe(`0x4d4b52${'0'.repeat(58)}`);
    expect(nobody).toBe('0x');
  });

  it('tells reverted reads apart', () => {
    const answer = aggregate3.encodeFunctionResult('aggregate3', [
      [
        [true, '0x01'],
        [false, '0x08c379a0'],
      ],
    ]) as Hex;
    expect(decodeReads(answer, 2)).toEqual(['0x01', undefined]);
  });

  it.each<[string, Hex, number]>([
    ['nothing: no contract is there', '0x', 1],
    ['a single word', word(1n) as Hex, 1],
    ['an answer to fewer reads', recordedAnswer, 8],
    ['an answer to more reads', recordedAnswer, 6],
    ['a cut answer', recordedAnswer.slice(0, -64) as Hex, 7],
    ['another thing altogether', `0x${'ff'.repeat(300)}`, 7],
  ])('does not take %s for an answer', (_, answer, count) => {
    expect(decodeReads(answer, count)).toBeUndefined();
  });
});

describe('wordOf', () => {
  it('reads exactly one word', () => {
    expect(wordOf(word(7n) as Hex)).toBe(7n);
    for (const other of [undefined, '0x', '0x07', `${word(7n)}00`, `${word(7n)}${word(7n).slice(2)}`]) {
      expect(wordOf(other as Hex | undefined)).toBeUndefined();
    }
  });
});
