import { describe, expect, it } from 'vitest';
import { algorand } from './index.ts';

describe('algorand', () => {
  const features = (kinds: readonly ('algod' | 'indexer')[]) =>
    algorand
      .connect('algorand', { endpoints: kinds.map((kind) => ({ url: `https://${kind}.example`, kind })) })
      .detail().supportedFeatures;

  it('makes transfers, opts in to assets, and registers participation keys', () => {
    const { write } = features(['algod']);
    expect(write.transaction.type).toEqual({
      ...{ deployAccount: false, transfer: true, transferToken: true, enableToken: true, convertAsset: false },
      ...{ stake: true, registerStake: false, unstake: true, claimRewards: false, withdraw: false },
    });
    expect(write.transaction.field).toEqual({ memo: true });
  });

  it('reads everything but validators with a node and an indexer', () => {
    const { read, utils } = features(['algod', 'indexer']);
    const parts = { native: true, tokens: true, staking: true };
    expect(read.account.balances).toEqual(parts);
    expect(read.account.transactions).toEqual(parts);
    expect(read.transaction).toEqual(parts);
    expect([read.token, read.validators, utils.addresses]).toEqual([true, false, true]);
  });

  it('reads no histories with a node alone', () => {
    const { read } = features(['algod']);
    expect(read.account.transactions).toEqual({ native: false, tokens: false, staking: false });
    expect(read.account.balances).toEqual({ native: true, tokens: true, staking: true });
    expect(read.transaction).toEqual({ native: true, tokens: true, staking: true });
    expect(read.token).toBe(true);
  });
});
