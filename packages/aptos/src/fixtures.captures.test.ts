import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { mined, walletCore } from '../test/fixtures.ts';

// The fixtures hold only what we read, under names of ours. These tests compare them with the recordings.

const path = (name: string) => `aptos/${name}.json`;

interface RecordedVector {
  readonly name: string;
  readonly explorer: string;
  readonly sender: string;
  readonly privateKeyHex: string;
  readonly rawTxnBcs: string;
  readonly signature: string;
  readonly signedTxnBcs: string;
}

describeCaptures('the transactions of Trust Wallet Core', [path('vectors-trustwallet-aptos')], (read) => {
  const { vectors }: { vectors: readonly RecordedVector[] } = JSON.parse(read(path('vectors-trustwallet-aptos')));

  it('equal the facts, all of them', () => {
    const facts = walletCore.map(({ key, sender, raw, signature, publicKey }) => ({
      privateKeyHex: key,
      sender,
      rawTxnBcs: raw,
      signature,
      signedTxnBcs: `${raw}0020${publicKey}40${signature}`,
    }));
    expect(vectors).toMatchObject(facts);
    expect(vectors).toHaveLength(facts.length);
  });

  it('have the ids that their explorer links name', () => {
    const shown = vectors.map(({ explorer }) => /0x[0-9a-f]{64}/.exec(explorer)?.[0]);
    const differing = walletCore.filter(({ id }, i) => id !== shown[i]).map(({ name }) => name);
    // The links of these two name the transactions of two other vectors.
    expect(differing).toEqual(['blind_sign_staking', 'blind_sign_unstaking']);
  });
});

interface Recorded {
  readonly hash: string;
  readonly payload: { readonly function: string };
}

const single = ['tx-coin-transfer-v1747361321', 'tx-fa-transfer-v1642580695', 'getblock-transactions-by_hash'];

describeCaptures('mined transactions', [...single, 'mined-transactions'].map(path), (read) => {
  it('are those of the recordings', () => {
    const list: readonly { rest: Recorded; expect: { signedTransaction: string } }[] = JSON.parse(
      read(path('mined-transactions')),
    );
    const recorded: readonly Recorded[] = [
      ...list.map(({ rest }) => rest),
      ...single.map((name): Recorded => JSON.parse(read(path(name)))),
    ];
    expect(mined.map(({ id, what }) => [id, what])).toEqual(recorded.map((each) => [each.hash, each.payload.function]));
    expect(mined.slice(0, list.length).map(({ signed }) => signed)).toEqual(
      list.map((each) => each.expect.signedTransaction),
    );
  });
});
