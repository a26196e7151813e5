import { describe, expect, it } from 'vitest';
import { aptosChainIds } from './chains.ts';
import { aptos } from './index.ts';
import type { AptosKind } from './options.ts';

const all = { native: true, tokens: true, staking: true };

describe.each(aptosChainIds)('%s', (chainId) => {
  const featuresOf = (...kinds: AptosKind[]) =>
    aptos.connect(chainId, { endpoints: kinds.map((kind) => ({ url: `https://${kind}.example`, kind })) }).detail()
      .supportedFeatures;

  it('makes all transactions with a node alone', () => {
    const { write } = featuresOf('node');
    expect(write.transaction.type).toEqual({
      ...{ deployAccount: false, transfer: true, transferToken: true, enableToken: true, convertAsset: false },
      ...{ stake: true, registerStake: false, unstake: true, claimRewards: false, withdraw: true },
    });
    expect(write.transaction.field).toEqual({ memo: false });
  });

  it('reads everything with an indexer', () => {
    const { read, utils } = featuresOf('node', 'indexer');
    expect(read.account.balances).toEqual(all);
    expect(read.account.transactions).toEqual(all);
    expect(read.transaction).toEqual(all);
    expect([read.token, read.validators, utils.addresses]).toEqual([true, true, true]);
  });

  it('does not know what others sent, and which tokens and stakes an account has, with a node alone', () => {
    const { read } = featuresOf('node');
    expect(read.account.balances).toEqual({ native: true, tokens: false, staking: false });
    expect(read.account.transactions).toEqual({ native: false, tokens: false, staking: true });
    expect(read.transaction).toEqual(all);
    expect(read.token).toBe(true);
  });
});
