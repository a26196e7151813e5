import type { SupportedFeatures } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { sources } from '../../../tools/chain-data/src/sources.ts';
import { type CosmosChainId, cosmos } from './index.ts';

// What a public service with this interface offers on Cosmos chains: 478 features. All of them are here too, except on chains that have ended.
// The conformance suite and every-chain.engine.test.ts show that the features work.

const everywhere = [
  'read.token',
  'read.validators',
  'read.account.balances.native',
  'read.account.balances.tokens',
  'read.account.balances.staking',
  'write.transaction.type.transfer',
  'write.transaction.type.stake',
  'write.transaction.type.unstake',
  'write.transaction.type.claimRewards',
  'write.transaction.field.memo',
  'utils.addresses',
] as const;

/** Chains whose histories the service offers. */
const withHistory: readonly CosmosChainId[] = [
  ...(['cosmoshub', 'osmosis', 'celestia', 'dydx', 'axelar', 'injective', 'akash'] as const),
  ...(['evmos', 'juno', 'sei', 'stride', 'kava', 'babylon', 'babylon-testnet'] as const),
];
const withRegistration: readonly CosmosChainId[] = ['babylon', 'babylon-testnet'];
const ended: readonly CosmosChainId[] = ['stargaze', 'omniflix', 'evmos'];

function offeredOn(id: CosmosChainId): readonly string[] {
  return [
    ...everywhere,
    ...(withHistory.includes(id) ? ['read.account.transactions.native'] : []),
    ...(withRegistration.includes(id) ? ['write.transaction.type.registerStake'] : []),
  ];
}

function featuresOf(id: CosmosChainId, options: Parameters<typeof cosmos.connect>[1] = {}): Map<string, boolean> {
  const flags = new Map<string, boolean>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'boolean') flags.set(path, value);
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, path === '' ? key : `${path}.${key}`);
  };
  walk(cosmos.connect(id, options).detail().supportedFeatures satisfies SupportedFeatures, '');
  return flags;
}

const own = { endpoints: [{ url: 'http://node.invalid', kind: 'rest' }] } as const;

describe('features of Cosmos chains', () => {
  it('are 478 on the service, 34 of them on chains that have ended', () => {
    // The service has the chains of the specification. Others may be added here.
    const specified = cosmos.chainIds.filter((id) => id in sources.specified);
    expect(specified.flatMap(offeredOn).length).toBe(478);
    expect(ended.flatMap(offeredOn).length).toBe(34);
  });

  it.each(cosmos.chainIds.filter((id) => !ended.includes(id)))('are all here: %s', (id) => {
    const flags = featuresOf(id);
    expect(offeredOn(id).filter((feature) => flags.get(feature) !== true)).toEqual([]);
  });

  it.each(cosmos.chainIds.filter((id) => !ended.includes(id)))('are more here: %s', (id) => {
    const flags = featuresOf(id);
    expect(flags.get('write.transaction.type.transferToken')).toBe(true);
    for (const part of ['native', 'tokens', 'staking']) {
      expect(flags.get(`read.account.transactions.${part}`)).toBe(true);
    }
    expect(flags.get('read.transaction.native')).toBe(true);
  });

  it.each(ended)('are off if the chain has ended, and on with own endpoints: %s', (id) => {
    expect([...featuresOf(id).values()]).not.toContain(true);
    const flags = featuresOf(id, own);
    expect(offeredOn(id).filter((feature) => flags.get(feature) !== true)).toEqual([]);
  });

  it('are those of transfers over CometBFT alone', () => {
    const flags = featuresOf('babylon', { endpoints: [{ url: 'http://node.invalid', kind: 'rpc' }] });
    const on = [...flags].flatMap(([feature, isOn]) => (isOn ? [feature] : []));
    expect(on.filter((feature) => /type/.test(feature)).toSorted()).toEqual([
      'write.transaction.type.transfer',
      'write.transaction.type.transferToken',
    ]);
  });

  it('do not exist on chains without them', () => {
    expect(featuresOf('cosmoshub').get('write.transaction.type.registerStake')).toBe(false);
    for (const id of cosmos.chainIds) expect(featuresOf(id, own).get('write.transaction.type.withdraw')).toBe(false);
  });
});
