import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { minedMessages, sdk, tonapiJettons, walletCore } from '../test/fixtures.ts';
import { Cell } from './ton-core.ts';

// The fixtures hold only what we read, under names of ours. These tests compare them with the recordings.

const path = (name: string) => `ton/${name}.json`;

describeCaptures('the messages of Trust Wallet Core', [path('vectors-wallet-core')], (read) => {
  it('equal the facts', () => {
    const recorded: Record<string, unknown>[] = JSON.parse(read(path('vectors-wallet-core')));
    expect(walletCore.map(({ seed, to, amount, external, hash }) => [seed, to, amount, external, hash])).toEqual(
      recorded.map((each) => [each.privateKey, each.dest, each.amount, each.encodedBocBase64, each.hash]),
    );
  });
});

describeCaptures('the messages of @ton/ton', [path('vectors-ton-ton-16.3')], (read) => {
  it('equal the facts', () => {
    const { cases }: { cases: Record<string, unknown>[] } = JSON.parse(read(path('vectors-ton-ton-16.3')));
    const facts = sdk.messages.filter(({ version }) => version !== 'v4r1');
    expect(
      facts.map(({ signing, signature, external, normalizedHash }) => [signing, signature, external, normalizedHash]),
    ).toEqual(
      cases.map((each) => [each.signingBocHex, each.signatureHex, each.externalBocBase64, each.normalizedHashHex]),
    );
  });
});

describeCaptures('mined transactions', [path('mined-transactions')], (read) => {
  it('hold the messages', () => {
    const recorded: { hash: string; transactionBoc: string }[] = JSON.parse(read(path('mined-transactions')));
    for (const { transaction, external } of minedMessages) {
      const whole = recorded.find(({ hash }) => hash === transaction);
      const message = whole && Cell.fromHex(whole.transactionBoc).refs[0]?.refs[0];
      expect([transaction, message?.toBoc().toString('hex')]).toEqual([transaction, external]);
    }
  });
});

describeCaptures('the jettons of tonapi', [path('tonapi-account-jettons')], (read) => {
  it('equal the facts', () => {
    const { balances }: { balances: RecordedJetton[] } = JSON.parse(read(path('tonapi-account-jettons')));
    expect(
      tonapiJettons.map(({ balance, wallet, ...jetton }) => ({ balance, wallet_address: { address: wallet }, jetton })),
    ).toEqual(
      balances.map(({ balance, wallet_address: { address }, jetton }) => ({
        balance,
        wallet_address: { address },
        jetton: {
          master: jetton.address,
          name: jetton.name,
          symbol: jetton.symbol,
          decimals: jetton.decimals,
          verification: jetton.verification,
        },
      })),
    );
  });
});

interface RecordedJetton {
  readonly balance: string;
  readonly wallet_address: { readonly address: string };
  readonly jetton: Readonly<Record<'address' | 'name' | 'symbol' | 'verification', string>> & {
    readonly decimals: number;
  };
}
