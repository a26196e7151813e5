import { describe, expect, it } from 'vitest';
import { stellarChainIds } from './chains.ts';
import { stellar } from './index.ts';

describe.each(stellarChainIds)('%s', (chainId) => {
  const { supportedFeatures } = stellar.connect(chainId).detail();

  it('makes transfers, and enables tokens', () => {
    const { write } = supportedFeatures;
    expect(write.transaction.type).toEqual({
      ...{ deployAccount: false, transfer: true, transferToken: true, enableToken: true, convertAsset: false },
      ...{ stake: false, registerStake: false, unstake: false, claimRewards: false, withdraw: false },
    });
    expect(write.transaction.field).toEqual({ memo: true });
  });

  it('reads everything but stakes, which the chain does not have', () => {
    const parts = { native: true, tokens: true, staking: false };
    const { read, utils } = supportedFeatures;
    expect(read.account.balances).toEqual(parts);
    expect(read.account.transactions).toEqual(parts);
    expect(read.transaction).toEqual(parts);
    expect([read.token, read.validators, utils.addresses]).toEqual([true, false, true]);
  });
});
