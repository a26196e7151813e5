import { describe, expect, it } from 'vitest';
import { starknetChainIds } from './chains.ts';
import { starknet } from './index.ts';
import type { StarknetKind, StarknetOptions } from './options.ts';

describe.each(starknetChainIds)('%s', (chainId) => {
  const featuresOf = (kinds: readonly StarknetKind[], options: StarknetOptions = {}) =>
    starknet
      .connect(chainId, { ...options, endpoints: kinds.map((kind) => ({ url: `https://${kind}.example`, kind })) })
      .detail().supportedFeatures;

  it('makes all transactions with a node alone', () => {
    const { write } = featuresOf(['node']);
    expect(write.transaction.type).toEqual({
      ...{ deployAccount: true, transfer: true, transferToken: true, enableToken: false, convertAsset: false },
      ...{ stake: true, registerStake: false, unstake: true, claimRewards: true, withdraw: true },
    });
    expect(write.transaction.field).toEqual({ memo: false });
  });

  it('reads accounts, tokens, validators and transactions with a node alone', () => {
    const { read, utils } = featuresOf(['node']);
    const all = { native: true, tokens: true, staking: true };
    expect(read.account.balances).toEqual(all);
    expect(read.transaction).toEqual(all);
    expect([read.token, read.validators, utils.addresses]).toEqual([true, true, true]);
  });

  it('has whole histories with an index, or by scanning the blocks of a small chain', () => {
    const history = (kinds: readonly StarknetKind[], options?: StarknetOptions) =>
      featuresOf(kinds, options).read.account.transactions;
    const all = { native: true, tokens: true, staking: true };
    expect(history(['node', 'voyager'])).toEqual(all);
    expect(history(['node'], { historyScanBlocks: 1_000 })).toEqual(all);
    // Events tell all stakes, and not all payments.
    expect(history(['node'])).toEqual({ native: false, tokens: false, staking: true });
    expect(history(['node'], { historyFromEvents: false })).toEqual({ native: false, tokens: false, staking: false });
  });
});
