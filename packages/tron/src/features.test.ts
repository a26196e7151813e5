import { describe, expect, it } from 'vitest';
import { tron } from './index.ts';
import type { TronKind } from './options.ts';

const featuresOf = (...kinds: TronKind[]) =>
  tron.connect('tron', { endpoints: kinds.map((kind) => ({ url: `https://${kind}.example`, kind })) }).detail()
    .supportedFeatures;

describe('what a node alone can do', () => {
  const { read, write } = featuresOf('node');

  it('is to make all transactions', () => {
    expect(write.transaction.type).toEqual({
      ...{ deployAccount: false, transfer: true, transferToken: true, enableToken: false, convertAsset: false },
      ...{ stake: true, registerStake: false, unstake: true, claimRewards: true, withdraw: true },
    });
    expect(write.transaction.field).toEqual({ memo: true });
  });

  it('is to read accounts, tokens and validators', () => {
    expect(read.account.balances).toMatchObject({ native: true, tokens: true });
    expect([read.token, read.validators]).toEqual([true, true]);
  });
});

describe('what only the index knows', () => {
  it('is which transactions an account had', () => {
    const history = (...kinds: TronKind[]) => featuresOf(...kinds).read.account.transactions;
    const all = (known: boolean) => ({ native: known, tokens: known, staking: known });
    expect(history('node')).toEqual(all(false));
    expect(history('node', 'trongrid')).toEqual(all(true));
  });

  it('is not how a transaction did', () => {
    expect(featuresOf('node').read.transaction).toEqual({ native: true, tokens: true, staking: true });
  });
});
