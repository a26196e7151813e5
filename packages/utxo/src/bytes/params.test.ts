import { describe, expect, it } from 'vitest';
import { parseFeeRate, paymentSchema, writeFeeRate } from './params.ts';

const payment = {
  v: 1,
  feeRate: '2.114',
  lockTime: 0,
  inputs: [{ txid: 'ab'.repeat(32), vout: 1, value: '18192', type: 'p2wpkh', sequence: 0xffff_fffd }],
  outputs: [{ address: 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv', value: '1000', role: 'recipient' }],
  weight: 562,
  vsize: 141,
};

describe('a fee rate', () => {
  it.each([
    ['1', 1000n],
    ['2.114', 2114n],
    ['0.25', 250n],
    ['0.1', 100n],
    ['1000', 1_000_000n],
  ])('%s per virtual byte is %s per 1,000', (text, rate) => {
    expect(parseFeeRate(text)).toBe(rate);
    expect(writeFeeRate(rate)).toBe(text);
  });

  it('may end in zeros', () => {
    expect(parseFeeRate('1.500')).toBe(1500n);
  });

  it.each(['', '-1', '+1', '1.', '.5', '1.2345', '01', '1e3', '1,5', ' 1', '1 ', '0x1', '9999999999'])(
    'is not "%s"',
    (text) => {
      expect(parseFeeRate(text)).toBeUndefined();
    },
  );
});

describe('the params of a payment', () => {
  const isRead = (changes: object) => paymentSchema.safeParse({ ...payment, ...changes }).success;
  const input = (changes: object) => ({ inputs: [{ ...payment.inputs[0], ...changes }] });
  const output = (changes: object) => ({ outputs: [{ ...payment.outputs[0], ...changes }] });

  it('are read, with amounts as bigint', () => {
    expect(paymentSchema.parse(payment).inputs[0]?.value).toBe(18192n);
    expect(isRead({ prevTxs: { ['ab'.repeat(32)]: '02' }, redeemScript: `0014${'00'.repeat(20)}` })).toBe(true);
    // The place of an output has 32 bits.
    expect(isRead(input({ vout: 0 }))).toBe(true);
    expect(isRead(input({ vout: 0xffff_ffff }))).toBe(true);
    expect(isRead(input({ path: '0/0' }))).toBe(true);
    expect(isRead(input({ path: `1/${2 ** 31 - 1}` }))).toBe(true);
  });

  it.each([
    ['another version', { v: 2 }],
    ['a lock time', { lockTime: 1 }],
    ['a member that nobody knows', { injected: '1' }],
    ['no inputs', { inputs: [] }],
    ['more inputs than a transaction can have', { inputs: new Array(2_441).fill(payment.inputs[0]) }],
    ['a member of an input that nobody knows', input({ height: 1 })],
    ['an id in capitals', input({ txid: 'AB'.repeat(32) })],
    ['a short id', input({ txid: 'ab'.repeat(31) })],
    ['a negative place', input({ vout: -1 })],
    ['a place that is a text', input({ vout: '1' })],
    ['a place of 33 bits', input({ vout: 2 ** 32 })],
    ['an amount that is a number', input({ value: 18192 })],
    ['an amount with leading zeros', input({ value: '018192' })],
    ['an amount of 2^63', input({ value: (2n ** 63n).toString() })],
    ['another type', input({ type: 'p2wsh' })],
    ['a sequence of 33 bits', input({ sequence: 2 ** 32 })],
    ['a third branch', input({ path: '2/0' })],
    ['a hardened path', input({ path: '0/0h' })],
    ['an index of 32 bits', input({ path: `0/${2 ** 31}` })],
    ['no outputs', { outputs: [] }],
    ['three outputs', { outputs: new Array(3).fill(payment.outputs[0]) }],
    ['another role', output({ role: 'thief' })],
    ['a script that is no hex', output({ script: 'zz' })],
    ['a previous transaction under a wrong name', { prevTxs: { ab: '02' } }],
    ['a previous transaction that is no hex', { prevTxs: { ['ab'.repeat(32)]: '0' } }],
    ['a previous transaction that is no text', { prevTxs: { ['ab'.repeat(32)]: 2 } }],
    ['previous transactions with a prototype', { prevTxs: JSON.parse('{"__proto__":{"injected":"1"}}') }],
    ['another redeem script', { redeemScript: `5221${'00'.repeat(33)}` }],
    ['a weight above what nodes relay', { weight: 400_001 }],
  ])('are refused with %s', (_, changes) => {
    expect(isRead(changes)).toBe(false);
  });
});
