import { describe, expect, it } from 'vitest';
import answers from '../fixtures/lcd/answers.json' with { type: 'json' };
import { describeRefusal, describeRpcError } from './failures.ts';
import { refusalInWords } from './upstream/lcd/transactions.ts';

const { refusals, refusedByInjective, jsonRpcDuplicate, refused } = answers.transactions;

describe('refusals of cosmos-sdk 0.54.4', () => {
  it.each([
    ['bc fee low', 'broadcast.feeTooLow'],
    ['bc fee wrong denom', 'broadcast.feeTooLow'],
    ['bc wrong accn', 'broadcast.refused'],
    ['bc wrong chain', 'broadcast.refused'],
    ['bc seq high', 'sequence'],
    ['bc memo', 'broadcast.refused'],
    ['bc gas tiny', 'broadcast.gasRefused'],
    ['bc insufficient for fee', 'broadcast.insufficientFunds'],
    ['bc sum over balance', 'broadcast.insufficientFunds'],
    ['dup at once', 'known'],
    ['dup after inclusion', 'known'],
  ] as const)('%s: %s', (name, means) => {
    expect(describeRefusal(refusals[name]).means).toBe(means);
  });

  it('are all in the list above', () => {
    expect(Object.keys(refusals)).toHaveLength(11);
  });

  it('tell the sequence that the account has', () => {
    expect(describeRefusal(refusals['bc seq high']).sequences).toEqual({ expected: 0n, got: 99n });
  });

  it('keep the words of the node, without its sources', () => {
    expect(describeRefusal(refusals['bc fee low']).reason).toBe(
      'insufficient fees; got: 1uatom required: 7500uatom: insufficient fee',
    );
    const { code, codespace, raw_log: log } = refused.tx_response;
    expect(describeRefusal({ code, codespace, log }).reason).toMatch(/verify account number \(1343971\)/);
  });
});

describe('refusals of injectived 1.20.1', () => {
  it.each([
    ['bc sha256', 'broadcast.refused'],
    ['bc cosmos pk', 'broadcast.refused'],
    ['bc ethermint', 'broadcast.invalid'],
    ['bc low fee', 'broadcast.feeTooLow'],
    ['bc gas over', 'broadcast.gasRefused'],
  ] as const)('%s: %s', (name, means) => {
    expect(describeRefusal(refusalInWords.parse(refusedByInjective[name])).means).toBe(means);
  });
});

describe('other refusals', () => {
  it('from a broken node leave the transaction to other nodes', () => {
    for (const code of [1, 111222]) {
      expect(describeRefusal({ code, codespace: 'undefined', log: 'internal error' }).means).toBe('elsewhere');
    }
    expect(describeRefusal({ code: 20, codespace: 'sdk', log: 'mempool is full' }).means).toBe('full');
  });

  it('of modules are refusals, whatever their number: 19 of staking is no duplicate', () => {
    const log = 'no delegation for (address, validator) tuple';
    expect(describeRefusal({ code: 19, codespace: 'staking', log })).toMatchObject({
      means: 'broadcast.refused',
      reason: log,
    });
    expect(describeRefusal({ code: 32, codespace: 'staking', log: 'x' }).means).toBe('broadcast.refused');
  });

  it('of a malformed fee on Babylon mean an invalid transaction', () => {
    // babylonlabs-io/babylon app/ante/fee_checker.go
    expect(describeRefusal({ code: 1, codespace: 'undefined', log: 'invalid fee' }).means).toBe('broadcast.invalid');
  });

  it('come over JSON-RPC too', () => {
    expect(describeRpcError(jsonRpcDuplicate.data).means).toBe('known');
    expect(describeRpcError('mempool is full: number of txs 5000').means).toBe('full');
    expect(describeRpcError('tx too large. Max size is 1048576, but got 2000000').means).toBe('broadcast.tooLarge');
    expect(describeRpcError('what is this?').means).toBe('elsewhere');
  });
});
