import { describe, expect, it } from 'vitest';
import { ton } from './index.ts';
import type { TonKind } from './options.ts';

const readsOf = (...kinds: TonKind[]) =>
  ton.connect('ton', { endpoints: kinds.map((kind) => ({ url: `https://${kind}.example`, kind })) }).detail()
    .supportedFeatures.read;

describe('what the kinds of endpoints can read', () => {
  it('toncenter v2 has no index: it finds no transaction, and lists no history', () => {
    const { transaction, account } = readsOf('toncenter-v2');
    expect([transaction, account.transactions]).toEqual([
      { native: false, tokens: false, staking: false },
      { native: false, tokens: false, staking: false },
    ]);
  });

  it.each<TonKind>(['toncenter-v3', 'tonapi'])('%s has all', (kind) => {
    const { transaction, account } = readsOf(kind, 'toncenter-v2');
    expect([transaction, account.transactions]).toEqual([
      { native: true, tokens: true, staking: true },
      { native: true, tokens: true, staking: true },
    ]);
  });
});
