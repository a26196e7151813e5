import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aptos } from '../../src/index.ts';
import { intents } from '../hand-in/intents.ts';
import { sign } from '../hand-in/sign.ts';

// The development profile has no Aptos, so these examples of /docs are sent to the stand-in, in their order.

/** Longer than the lockup of a pool. */
const lockupSeconds = 15 * 24 * 60 * 60;

describe('the examples of /docs', { shuffle: false }, () => {
  let engine: AptosEngine;
  beforeAll(async () => {
    engine = await startAptos();
    const holders = [engine.accounts[0]?.address ?? ''];
    engine.createCoin({ type: intents['aptos-transferToken-coin'].data.tokenId, holders, amountEach: 10_000_000n });
    engine.createCoin({ type: intents['aptos-enableToken'].data.tokenId });
  });
  afterAll(() => engine?.stop());

  it.each(Object.entries(intents))('%s is carried out', async (name, { data }) => {
    const [account] = engine.accounts;
    if (account === undefined) throw new Error('no account');
    if (name === 'aptos-withdraw') await engine.advance(lockupSeconds);
    const { endpoints } = engine.settings;
    const chain = aptos.connect('aptos', { endpoints, oldestBlockMs: 0, now: () => engine.now() });
    const { transaction, status } = await chain.encode(data as never);
    expect(status.errors).toEqual([]);
    const signature = await sign(transaction.encoded, account);
    const { hash } = await chain.broadcast({ ...transaction, signature } as never);
    const { transaction: found } = await chain.transaction(hash);
    expect(found.parsed?.state).toBe('confirmed');
  });
});
