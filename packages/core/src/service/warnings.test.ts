import { describe, expect, it } from 'vitest';
import { fakeChain } from '../../test/fake-chain.ts';
import type { TransactionData } from '../schema/transaction-data.ts';
import { standardWarnings } from './warnings.ts';

const { adapter } = fakeChain();
const transfer = {
  mode: 'transfer',
  senderAddress: 'acct-ann',
  recipientAddress: 'acct-bob',
  amount: '1000',
  fees: '1',
} as const;

const warningsOf = (data: object, of = adapter, isToSelf = false, held?: bigint, usualFees?: bigint) =>
  standardWarnings(of, data as TransactionData, isToSelf, { held, usualFees }).map(({ code, field, message }) => [
    code,
    field,
    message,
  ]);

const high = ['fee.high', 'transaction.data.fees', 'Network fees are above 10% of the amount'];
const same = ['recipient.isSender', 'transaction.data.recipientAddress', 'Same sender and recipient address'];

describe('the warnings that hold on every chain', () => {
  it('do not appear for an ordinary transfer', () => {
    expect(warningsOf(transfer)).toEqual([]);
  });

  it('say that the recipient is the sender', () => {
    expect(warningsOf(transfer, adapter, true)).toEqual([same]);
  });

  it.each([
    ['100', []],
    ['101', [high]],
    ['1000', [high]],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', [high]],
  ])('of 1000 with fees of %s are %j', (fees, expected) => {
    expect(warningsOf({ ...transfer, fees })).toEqual(expected);
  });

  it('compare fees neither with an amount of tokens nor without an amount', () => {
    expect(warningsOf({ ...transfer, mode: 'transferToken', tokenId: 'tok-a', amount: '1' })).toEqual([]);
    const { amount: _, ...open } = transfer;
    expect(warningsOf(open)).toEqual([]);
  });

  it('compare fees with an amount that is staked', () => {
    const stake = { mode: 'stake', senderAddress: 'acct-ann', targetValidatorAddress: 'val-1', amount: '9', fees: '1' };
    expect(warningsOf(stake)).toEqual([high]);
  });

  it('name the compared numbers', () => {
    const [warning] = standardWarnings(adapter, { ...transfer, amount: '99', fees: '10' } as TransactionData, false);
    expect(warning).toMatchObject({ code: 'fee.high', context: { fees: '10', compared: '99' } });
  });

  it("compare fees with the sender's balance, in every mode", () => {
    const ofHeld = ['fee.high', 'transaction.data.fees', 'Network fees are above 10% of the XLM that the sender holds'];
    const tokens = { ...transfer, mode: 'transferToken', tokenId: 'tok-a', amount: '1', fees: '10' };
    const unstake = { mode: 'unstake', senderAddress: 'acct-ann', validatorAddress: 'val-1', amount: '1', fees: '10' };
    for (const data of [tokens, unstake]) {
      expect(warningsOf(data, adapter, false, 100n)).toEqual([]);
      expect(warningsOf(data, adapter, false, 99n)).toEqual([ofHeld]);
    }
    // There is only one warning, and none without fees.
    expect(warningsOf({ ...transfer, fees: '101' }, adapter, false, 99n)).toEqual([high]);
    expect(warningsOf({ ...tokens, fees: undefined }, adapter, false, 0n)).toEqual([]);
  });

  it('compare fees with what the chain usually costs, however small they are', () => {
    const unusual = (fees: string, usualFees: bigint) =>
      warningsOf({ ...transfer, amount: '1000000', fees }, adapter, false, undefined, usualFees);
    expect(unusual('300', 100n)).toEqual([]);
    expect(unusual('301', 100n)).toEqual([
      [
        'fee.unusual',
        'transaction.data.fees',
        'Network fees of 0.0000301 XLM are more than 3 times what such a transaction usually costs on Stellar, which is 0.00001 XLM',
      ],
    ]);
    // Free where it usually is: anything is unusual then.
    expect(unusual('0', 0n)).toEqual([]);
    expect(unusual('1', 0n).map(([code]) => code)).toEqual(['fee.unusual']);
    const [warning] = standardWarnings(adapter, { ...transfer, fees: '31' } as TransactionData, false, {
      usualFees: 10n,
    });
    expect(warning).toMatchObject({ code: 'fee.unusual', context: { fees: '31', usual: '10', factor: '3' } });
    expect(warningsOf({ ...transfer, fees: undefined }, adapter, false, undefined, 1n)).toEqual([]);
  });

  it('say that the memo is lost on a chain without memos', () => {
    const data = { ...transfer, memo: 'invoice 7' };
    expect(warningsOf(data)).toEqual([]);
    expect(warningsOf(data, fakeChain({ memo: false }).adapter)).toEqual([
      ['memo.ignored', 'transaction.data.memo', 'memo is not supported on Stellar: it is not part of the transaction'],
    ]);
  });
});
