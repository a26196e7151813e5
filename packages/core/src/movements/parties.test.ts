import { describe, expect, it } from 'vitest';
import { type AssetOf, feesOf, pair, partiesOf } from './parties.ts';

/** Two tokens call themselves DEMO. */
const assetOf: AssetOf = (token) => (token === undefined ? { ticker: 'COIN' } : { ticker: 'DEMO', tokenId: token });

describe('partiesOf', () => {
  it('adds up what each gave and got, by asset', () => {
    const legs = [...pair('a', 'b', 3n), ...pair('a', 'c', 4n), ...pair('a', 'b', 5n), ...pair('b', 'a', 7n, 't1')];
    expect(partiesOf(legs, undefined, assetOf)).toEqual({
      senders: [
        { address: 'a', amount: '12', ticker: 'COIN' },
        { address: 'b', amount: '7', ticker: 'DEMO', tokenId: 't1' },
      ],
      recipients: [
        { address: 'b', amount: '8', ticker: 'COIN' },
        { address: 'c', amount: '4', ticker: 'COIN' },
        { address: 'a', amount: '7', ticker: 'DEMO', tokenId: 't1' },
      ],
    });
  });

  it('keeps tokens with one ticker apart', () => {
    const { recipients } = partiesOf([...pair('a', 'b', 1n, 't1'), ...pair('a', 'b', 2n, 't2')], undefined, assetOf);
    expect(recipients).toEqual([
      { address: 'b', amount: '1', ticker: 'DEMO', tokenId: 't1' },
      { address: 'b', amount: '2', ticker: 'DEMO', tokenId: 't2' },
    ]);
  });

  it('shows who sent, with 0, where nothing left anybody', () => {
    expect(partiesOf([], 'a', assetOf)).toEqual({ senders: [{ address: 'a', amount: '0', ticker: 'COIN' }] });
    expect(partiesOf([{ way: 'in', address: 'b', amount: 1n }], 'a', assetOf)).toEqual({
      senders: [{ address: 'a', amount: '0', ticker: 'COIN' }],
      recipients: [{ address: 'b', amount: '1', ticker: 'COIN' }],
    });
  });

  it('shows nobody where nobody is known', () => {
    expect(partiesOf([], undefined, assetOf)).toEqual({});
  });
});

describe('feesOf', () => {
  const { senders } = partiesOf(pair('a', 'b', 1n), undefined, assetOf);

  it.each([
    ['the first sender', 'a', undefined, { amount: '5', ticker: 'COIN' }],
    ['somebody else', 'c', undefined, { amount: '5', ticker: 'COIN', payer: 'c' }],
    ['nobody that is known', undefined, undefined, { amount: '5', ticker: 'COIN' }],
    ['the first sender in a token', 'a', 't1', { amount: '5', ticker: 'DEMO', tokenId: 't1' }],
  ])('tells that %s paid', (_, payer, token, fees) => {
    expect(feesOf(5n, payer, senders, assetOf(token))).toEqual({ fees });
  });

  it('tells who paid where nobody sent', () => {
    expect(feesOf(5n, 'a', undefined, assetOf(undefined)).fees?.payer).toBe('a');
  });
});
