import { type AlgorandEngine, startAlgorand } from '@isochain/devnet/algorand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { algorand } from '../../src/index.ts';
import { intents } from '../hand-in/intents.ts';
import { sign } from '../hand-in/sign.ts';

// The development profile has no Algorand, so these examples of /docs are sent to the stand-in, in their order.

describe('the examples of /docs', { shuffle: false }, () => {
  let engine: AlgorandEngine;
  beforeAll(async () => {
    engine = await startAlgorand();
    const { address: creator } = engine.others.creator;
    engine.placeAsset({
      id: intents['algorand-enableToken'].data.tokenId,
      creator,
      name: 'Tether USDt',
      unitName: 'USDt',
    });
    // Rewards need 30,000 ALGO.
    await engine.fund(engine.accounts[0]?.address ?? '', 50_000_000_000n);
  });
  afterAll(() => engine?.stop());

  it.each(Object.entries(intents))('%s is carried out', async (name, { data }) => {
    // The last example is for an account without assets.
    const account = engine.accounts[name === 'algorand-transfer-closeAccount' ? 2 : 0];
    if (account === undefined) throw new Error('no account');
    const { endpoints } = engine.settings;
    const chain = algorand.connect('algorand', { endpoints, oldestBlockMs: 0, now: () => engine.now() });
    const own = { ...data, senderAddress: account.address };
    const { transaction, status } = await chain.encode(own as never);
    expect(status.errors).toEqual([]);
    const signature = await sign(transaction.encoded, account);
    const { hash } = await chain.broadcast({ ...transaction, signature } as never);
    const { transaction: found } = await chain.transaction(hash);
    expect(found.parsed?.state).toBe('confirmed');
  });
});
