import { describe, expect, it } from 'vitest';
import { fakeChain } from '../../test/fake-chain.ts';
import { catalogue } from '../catalogue.ts';
import { chainIds } from '../chain-ids.ts';
import type { Reads } from '../family.ts';
import { chainDetail } from '../schema/chain-detail.ts';
import { chainDetailOf, supportedFeaturesOf } from './features.ts';
import { wishesOf } from './wishes-of.ts';

const never = () => Promise.reject(new Error('not called'));
const none = { native: false, tokens: false, staking: false };
const noTypes = {
  deployAccount: false,
  transfer: false,
  transferToken: false,
  stake: false,
  unstake: false,
  claimRewards: false,
  withdraw: false,
  registerStake: false,
  convertAsset: false,
  enableToken: false,
};

describe('supportedFeatures', () => {
  it('are all false while the family is not built', () => {
    expect(supportedFeaturesOf(undefined)).toEqual({
      read: {
        token: false,
        validators: false,
        transaction: none,
        account: { balances: none, transactions: none },
      },
      write: { transaction: { type: noTypes, field: { memo: false } } },
      utils: { addresses: false },
    });
  });

  it('follow from the modes and the memo of the adapter', () => {
    const { adapter } = fakeChain();
    expect(supportedFeaturesOf(adapter).write).toEqual({
      transaction: {
        type: { ...noTypes, transfer: true, transferToken: true, withdraw: true, unstake: true },
        field: { memo: true },
      },
    });
    expect(supportedFeaturesOf({ ...adapter, modes: {}, memo: false }).write).toEqual({
      transaction: { type: noTypes, field: { memo: false } },
    });
  });

  it.each<[string, Reads, object]>([
    ['token', { token: { read: never } }, { token: true }],
    ['validators', { validators: { read: never } }, { validators: true }],
    [
      'balances',
      { accountState: { parts: ['native', 'tokens'], read: never } },
      { account: { balances: { native: true, tokens: true, staking: false }, transactions: none } },
    ],
    [
      'history',
      { history: { parts: ['native'], read: never } },
      { account: { balances: none, transactions: { native: true, tokens: false, staking: false } } },
    ],
    [
      'transaction',
      { transaction: { parts: ['native', 'staking'], read: never } },
      { transaction: { native: true, tokens: false, staking: true } },
    ],
  ])('follow from what can be read: %s', (_, reads, expected) => {
    const { read } = supportedFeaturesOf(undefined);
    expect(supportedFeaturesOf(fakeChain({ reads }).adapter).read).toEqual({ ...read, ...expected });
  });

  it('say whether a public key has addresses', () => {
    expect(supportedFeaturesOf(fakeChain({ reads: { addresses: () => [] } }).adapter).utils.addresses).toBe(true);
  });
});

describe('the detail of a chain', () => {
  it('has its identity, without the paths, and its features', () => {
    const { adapter } = fakeChain();
    expect(chainDetailOf('stellar', catalogue.stellar, { ...adapter, facts: { passphrase: 'x' } })).toEqual({
      id: 'stellar',
      family: 'stellar',
      nativeId: catalogue.stellar.nativeId,
      name: 'Stellar',
      ticker: 'XLM',
      decimals: 7,
      signerSpec: { curve: 'ed25519', hashFunction: 'sha256', signatureFormat: 'rs', coinType: '148' },
      supportedFeatures: supportedFeaturesOf(adapter),
      wishes: wishesOf(adapter),
      params: { passphrase: 'x' },
    });
  });

  it.each(chainIds)('%s fits its schema without an adapter', (id) => {
    const detail = chainDetailOf(id, catalogue[id], undefined);
    expect(chainDetail.parse(detail)).toEqual(detail);
    expect(detail.wishes).toEqual({});
    expect(detail).not.toHaveProperty('params');
    expect(detail).not.toHaveProperty('paths');
  });

  it('lists the wishes of each supported mode, with their meaning', () => {
    const { adapter } = fakeChain();
    const { transfer } = adapter.modes;
    if (transfer === undefined) throw new Error('The fake chain has transfers.');
    const modes = { ...adapter.modes, transfer: { ...transfer, honours: ['nonce', 'fees'] as const } };
    const detail = chainDetailOf('stellar', catalogue.stellar, { ...adapter, modes });
    expect(detail.wishes).toEqual({
      transfer: {
        fees: expect.stringContaining('smallest unit'),
        nonce: 'Sequence number of the sender. By default the next one.',
        'params.timeout': 'Seconds.',
      },
      transferToken: {},
      unstake: {},
      withdraw: {},
    });
    expect(chainDetail.parse(detail)).toEqual(detail);
  });

  it('has no wishes on a chain that has stopped, unless it is served', () => {
    const end = { since: '2026-01-02', reason: 'It ended.' };
    const { adapter } = fakeChain();
    expect(chainDetailOf('stellar', catalogue.stellar, adapter, { ...end, isServed: false }).wishes).toEqual({});
    expect(chainDetailOf('stellar', catalogue.stellar, adapter, { ...end, isServed: true }).wishes).toEqual(
      wishesOf(adapter),
    );
  });
});
