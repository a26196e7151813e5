import { describe, expect, it } from 'vitest';
import { readWishes, withoutWishes } from './wishes.ts';

const none = {
  fees: undefined,
  feeRate: undefined,
  feeTarget: undefined,
  replaces: undefined,
  includePrevTxs: false,
  allowSmallUtxos: false,
  bip69: false,
  stakingTime: undefined,
  postStaking: false,
  registers: undefined,
};
const txid = 'ab'.repeat(32);

describe('wishes', () => {
  it('are none by default', () => {
    for (const params of [undefined, null, {}, { feeRate: '', feeTarget: '', replaces: '', stakingTime: '' }])
      expect(readWishes({ params })).toEqual(none);
  });

  it('are read', () => {
    const params = {
      feeRate: '2.5',
      replaces: txid.toUpperCase(),
      includePrevTxs: true,
      allowSmallUtxos: true,
      bip69: true,
    };
    expect(readWishes({ fees: '500', params })).toEqual({
      ...none,
      ...{ fees: 500n, feeRate: 2500n, replaces: txid, includePrevTxs: true, allowSmallUtxos: true, bip69: true },
    });
    expect(readWishes({ params: { feeTarget: '144', stakingTime: '1008', postStaking: true } })).toEqual({
      ...none,
      ...{ feeTarget: 144, stakingTime: 1008, postStaking: true },
    });
    expect(readWishes({ params: { stakingTime: 64_000 } }).stakingTime).toBe(64_000);
  });

  it('leave out what encode computes, so that its data may be encoded again', () => {
    const params = { v: 1, lockTime: 0, inputs: [], outputs: [], weight: 562, vsize: 141, checksum: '00' };
    expect(readWishes({ params })).toEqual(none);
  });

  it.each([
    [7, 'transaction.data.params cannot be wished for like this: it is not an object.'],
    ['fast', 'transaction.data.params cannot be wished for like this: it is not an object.'],
    [[], 'transaction.data.params cannot be wished for like this: it is not an object.'],
    [
      { feeRate: 2 },
      'transaction.data.params.feeRate cannot be wished for like this: it must be a price per virtual byte with up to 3 decimals, like "2.5".',
    ],
    [
      { feeRate: '-2' },
      'transaction.data.params.feeRate cannot be wished for like this: it must be a price per virtual byte with up to 3 decimals, like "2.5".',
    ],
    [
      { feeTarget: '2' },
      'transaction.data.params.feeTarget cannot be wished for like this: it must be a number of blocks: "1", "3", "6", "144".',
    ],
    [
      { feeRate: '2', feeTarget: '3' },
      'transaction.data.params.feeTarget cannot be wished for like this: give either feeRate or feeTarget.',
    ],
    [
      { replaces: 'ab' },
      'transaction.data.params.replaces cannot be wished for like this: it must be a transaction id.',
    ],
    [
      { allowSmallUtxos: 'yes' },
      'transaction.data.params.allowSmallUtxos cannot be wished for like this: it must be true or false.',
    ],
    [{ bip69: 1 }, 'transaction.data.params.bip69 cannot be wished for like this: it must be true or false.'],
    [
      { stakingTime: 65_536 },
      'transaction.data.params.stakingTime cannot be wished for like this: it must be a number of blocks from 1 to 65535.',
    ],
    [
      { stakingTime: '0' },
      'transaction.data.params.stakingTime cannot be wished for like this: it must be a number of blocks from 1 to 65535.',
    ],
  ])('are refused: %j', (params, message) => {
    expect(() => readWishes({ params })).toThrow(expect.objectContaining({ code: 'wish.invalid', message }));
  });

  it('are taken off an intent', () => {
    const intent = {
      mode: 'transfer' as const,
      ...{ senderAddress: 'a', recipientAddress: 'b', amount: '1', memo: 'm' },
      ...{ gas: '1', fees: '2', nonce: '3', params: { feeRate: '1' } },
    };
    expect(withoutWishes(intent)).toEqual({
      mode: 'transfer',
      senderAddress: 'a',
      recipientAddress: 'b',
      amount: '1',
      memo: 'm',
    });
  });
});
