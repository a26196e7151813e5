import { describe, expect, it } from 'vitest';
import { type Fake, fakeChain } from '../../test/fake-chain.ts';
import type { Needs } from '../contract/needs.ts';
import type { Reads } from '../family.ts';
import { createFamily } from '../index.ts';
import { supportedFeaturesOf } from './features.ts';
import { servedBy } from './served.ts';

const never = () => Promise.reject(new Error('not called'));

/** What of an adapter is left over these kinds of endpoints. */
const served = (reads: Reads, ...kinds: string[]) => servedBy(fakeChain({ reads }).adapter, new Set(kinds));

describe('what the configured upstreams serve', () => {
  it.each<[Needs | undefined, string[], boolean]>([
    [undefined, [], true],
    [[], [], true],
    [['indexer'], ['node'], false],
    [['indexer'], ['node', 'indexer'], true],
    [['node', 'indexer'], ['indexer'], false],
    [['node', 'indexer'], ['indexer', 'node'], true],
    [[['indexer', 'explorer']], ['node'], false],
    [[['indexer', 'explorer']], ['explorer'], true],
    [['node', ['indexer', 'explorer']], ['explorer'], false],
    [['node', ['indexer', 'explorer']], ['node', 'explorer'], true],
    [[[]], ['node'], false],
  ])('of a read that needs %j, over %j: %j', (needs, kinds, isServed) => {
    const declared = needs === undefined ? {} : { needs };
    const whole = served({ token: { ...declared, read: never }, validators: { ...declared, read: never } }, ...kinds);
    const { token, validators } = supportedFeaturesOf(whole).read;
    expect({ token, validators }).toEqual({ token: isServed, validators: isServed });

    const { adapter } = fakeChain();
    const { unstake, ...others } = adapter.modes;
    if (unstake === undefined) throw new Error('The fake chain has it.');
    const { modes } = servedBy(
      { ...adapter, modes: { ...others, unstake: { ...unstake, ...declared } } },
      new Set(kinds),
    );
    expect(Object.keys(modes)).toEqual(['transfer', 'transferToken', 'withdraw', ...(isServed ? ['unstake'] : [])]);
  });

  it('are the parts of a read that they can answer, and no read without any part', () => {
    const reads: Reads = {
      accountState: { parts: ['native', 'tokens'], needs: { tokens: ['indexer'] }, read: never },
      history: { parts: ['native'], needs: { native: ['indexer'], staking: ['node'] }, read: never },
      transaction: { parts: ['native', 'staking'], needs: { native: ['node'], staking: ['indexer'] }, read: never },
    };
    const parts = (...kinds: string[]) => {
      const { accountState, history, transaction } = served(reads, ...kinds).reads;
      return [accountState?.parts, history?.parts, transaction?.parts];
    };
    expect(parts('node', 'indexer')).toEqual([['native', 'tokens'], ['native'], ['native', 'staking']]);
    expect(parts('node')).toEqual([['native'], undefined, ['native']]);
    expect(parts()).toEqual([['native'], undefined, undefined]);
  });

  it('is found by the kinds of all endpoints when a chain is opened', async () => {
    const addresses = () => [];
    const validators = { needs: ['indexer'], read: async () => ({ validators: [], next: undefined }) };
    const family = createFamily<Fake>({
      name: 'stellar',
      chainIds: ['stellar'],
      upstreams: { horizon: { isDefault: true, isNode: true }, indexer: {} },
      publicEndpoints: () => ['https://node.test'],
      context: () => undefined,
      bytes: () => fakeChain().adapter.bytes,
      open: ({ upstream }) => fakeChain({ upstream, reads: { addresses, validators } }).adapter,
    });
    const alone = family.connect('stellar');
    expect(alone.detail().supportedFeatures).toMatchObject({ read: { validators: false }, utils: { addresses: true } });
    await expect(alone.validators()).rejects.toMatchObject({ code: 'feature.unsupported' });

    const endpoints = ['https://node.test', { url: 'https://indexer.test', kind: 'indexer' }];
    const both = family.connect('stellar', { endpoints });
    expect(both.detail().supportedFeatures.read.validators).toBe(true);
    expect((await both.validators()).validators).toEqual([]);
  });
});
