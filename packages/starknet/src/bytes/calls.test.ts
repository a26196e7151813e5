import fc from 'fast-check';
import { cairo } from 'starknet';
import { describe, expect, it } from 'vitest';
import { parties, selectors, strkNumber } from '../../test/made.ts';
import { toAddress } from '../address/address.ts';
import {
  approveCall,
  type Call,
  executeCalldata,
  readExecuteCalldata,
  readTransferCall,
  transferCall,
} from './calls.ts';

const strk = toAddress(strkNumber);
const recipient = toAddress(parties.recipient);

const felt = fc.bigInt(0n, 2n ** 251n);
const anyCall: fc.Arbitrary<Call> = fc.record({
  to: felt.map(toAddress),
  selector: felt,
  calldata: fc.array(felt, { maxLength: 6 }),
});

describe('transfer and approve', () => {
  it('have the low half of the amount first, as starknet.js writes a u256', () => {
    for (const amount of [1n, 2n ** 128n - 1n, 2n ** 128n, 5n * 2n ** 128n + 7n, 2n ** 256n - 1n]) {
      const { low, high } = cairo.uint256(amount);
      const expected = [BigInt(low), BigInt(high)];
      const call = transferCall(strk, recipient, amount);
      expect(call).toEqual({ to: strk, selector: selectors.transfer, calldata: [parties.recipient, ...expected] });
      expect(approveCall(strk, recipient, amount)).toEqual({ ...call, selector: selectors.approve });
      expect(readTransferCall(call)).toEqual({ token: strk, recipient, amount });
    }
  });

  it.each<[string, Partial<Call>]>([
    ['another function', { selector: selectors.approve }],
    ['an amount of one felt', { calldata: [parties.recipient, 5n] }],
    ['no amount', { calldata: [parties.recipient] }],
    ['nothing', { calldata: [] }],
    ['a felt too many', { calldata: [parties.recipient, 5n, 0n, 0n] }],
    ['a low half of more than 128 bits', { calldata: [parties.recipient, 2n ** 128n, 0n] }],
    ['a high half of more than 128 bits', { calldata: [parties.recipient, 0n, 2n ** 128n] }],
  ])('are not read from a call with %s', (_, changes) => {
    expect(readTransferCall({ ...transferCall(strk, recipient, 5n), ...changes })).toBeUndefined();
  });
});

describe('the calldata of an account', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 5 }), (calls) => {
        expect(readExecuteCalldata(executeCalldata(calls))).toEqual(calls);
      }),
    );
  });

  it('is not read if a felt is missing or too many', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { minLength: 1, maxLength: 3 }), (calls) => {
        const felts = executeCalldata(calls);
        expect(readExecuteCalldata(felts.slice(0, -1))).toBeUndefined();
        expect(readExecuteCalldata([...felts, 0n])).toBeUndefined();
      }),
    );
  });

  it.each<[string, readonly bigint[]]>([
    ['nothing', []],
    ['more calls than there are', [2n, 1n, 2n, 0n]],
    ['a number of calls that never ends', [2n ** 251n, 1n, 2n, 0n]],
    ['a length beyond the end', [1n, 1n, 2n, 2n ** 64n]],
    ['a length that is a whole felt', [1n, 1n, 2n, 2n ** 251n, 1n]],
    // Accounts of Cairo 0: the calls, then all their data.
    ['the older form', [1n, strkNumber, selectors.transfer, 0n, 3n, 3n, parties.recipient, 5n, 0n, 9n]],
  ])('is not read from %s', (_, felts) => {
    expect(readExecuteCalldata(felts)).toBeUndefined();
  });
});
