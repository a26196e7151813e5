import { describe, expect, it } from 'vitest';
import type { ParsedTransaction, Party } from '../schema/transaction-record.ts';
import { poisoningOf, withWarnings } from './poisoning.ts';

const me = '0x1111111111111111111111111111111111111111';
/** They agree in the first five and the last five digits, as those of poisoners do. */
const [friend, twin] = ['0xabcde00000000000000000000000000000012345', '0xABCDEfffffffffffffffffffffffffffff012345'];
const stranger = '0x9999999999999999999999999999999999999999';

const party = (address: string, amount: string): Party => ({ address, amount, ticker: 'ETH' });
const entry = (from: string, to: string, amount: string, more: Partial<ParsedTransaction> = {}): ParsedTransaction => ({
  ...{ id: `${from} ${to} ${amount}`, mode: 'transfer', state: 'confirmed' },
  ...{ senders: [party(from, amount)], recipients: [party(to, amount)], fees: { amount: '21', ticker: 'ETH' } },
  ...more,
});
const owner = { account: me, owns: (address: string) => address === me };
const codesOf = (entries: readonly ParsedTransaction[]) =>
  poisoningOf(owner, entries).map((problems) => problems.map(({ code }) => code));

describe('an entry of a stranger', () => {
  it.each([
    ['a transfer of nothing to the account', entry(stranger, me, '0')],
    [
      'a transfer of nothing in its name',
      entry(me, stranger, '0', { fees: { amount: '9', ticker: 'ETH', payer: stranger } }),
    ],
    ['a call that only names it', entry(stranger, twin, '5', { mode: 'unknown' })],
  ])('is marked if it moved nothing of the account: %s', (_, one) => {
    expect(codesOf([one])).toEqual([['transaction.nothingMoved']]);
  });

  it.each([
    ['that pays', entry(stranger, me, '1')],
    ['that failed', entry(stranger, me, '5', { state: 'failed', senders: [], recipients: [party(me, '0')] })],
    ['that waits', entry(stranger, me, '0', { state: 'pending' })],
    [
      'that says what it leaves out',
      withWarnings(entry(stranger, me, '0'), poisoningOf(owner, [entry(stranger, me, '0')])[0] ?? []),
    ],
    ['of which nobody tells what moved', { id: '1', mode: 'unknown', state: 'confirmed' } as const],
    ['about a stake', entry(stranger, twin, '0', { mode: 'unstake' })],
  ])('is not marked otherwise: one %s', (_, one) => {
    expect(codesOf([one])).toEqual([[]]);
  });

  it('is no transaction that the account paid for', () => {
    expect(codesOf([entry(me, stranger, '0')])).toEqual([[]]);
    const call = entry(stranger, twin, '5', { mode: 'unknown', fees: { amount: '9', ticker: 'ETH', payer: me } });
    expect(codesOf([call])).toEqual([[]]);
  });
});

describe('an address that looks like another', () => {
  const [paid, dust] = [entry(me, friend, '1000'), entry(twin, me, '1')];

  it('is marked, with both addresses', () => {
    expect(poisoningOf(owner, [dust, paid])).toMatchObject([
      [{ code: 'transaction.lookAlike', context: { address: twin, like: friend } }],
      [],
    ]);
  });

  it('is marked if the payment of the account came later', () => {
    expect(codesOf([paid, dust])).toEqual([[], ['transaction.lookAlike']]);
  });

  it('is the newer one of two that paid the account', () => {
    const older = entry(friend, me, '700');
    expect(codesOf([dust, older])).toEqual([['transaction.lookAlike'], []]);
  });

  it('is marked beside a transfer of nothing', () => {
    const nothing = entry(me, twin, '0', { fees: { amount: '9', ticker: 'ETH', payer: stranger } });
    expect(codesOf([nothing, paid])).toEqual([['transaction.nothingMoved', 'transaction.lookAlike'], []]);
  });

  it('is not one that the account has paid itself, nor one of an entry that moved nothing', () => {
    expect(codesOf([dust, entry(me, twin, '5'), paid])).toEqual([[], [], []]);
    expect(codesOf([dust, entry(stranger, friend, '0')])[0]).toEqual([]);
  });

  it.each([
    ['bech32', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1qar0zzzzzzzzzzzzzzzzzzzzzzzzzzzzzwf5mdq', true],
    [
      'bech32 with another end',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'bc1qar0zzzzzzzzzzzzzzzzzzzzzzzzzzzzzwf5mdp',
      false,
    ],
    ['base58', 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL', 'TVKGxxxxxxxxxxxxxxxxxxxxxxxxxxxxkogL', true],
    [
      'base58 that only begins alike',
      'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL',
      'TVKGxxxxxxxxxxxxxxxxxxxxxxxxxxxxkogM',
      false,
    ],
    [
      'the same name of the chain',
      'cosmos1aaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbwxyz',
      'cosmos1cccbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbwxyz',
      false,
    ],
  ])('is told by the ends that people compare: %s', (_, one, other, isAlike) => {
    expect(codesOf([entry(other, me, '1'), entry(me, one, '5')])[0]).toEqual(isAlike ? ['transaction.lookAlike'] : []);
  });
});
