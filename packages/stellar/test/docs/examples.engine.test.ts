import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stellar } from '../../src/index.ts';
import { intents } from '../hand-in/intents.ts';
import { sign } from '../hand-in/sign.ts';

// The development profile has no Stellar, so these examples of /docs are sent to the stand-in, in their order.

describe('the examples of /docs', { shuffle: false }, () => {
  let engine: StellarEngine;
  beforeAll(async () => {
    engine = await startStellar();
    engine.placeTrustline(engine.accounts[1]?.address ?? '', intents['stellar-transferToken'].data.tokenId);
    for (const name of ['stellar-enableToken', 'stellar-enableToken-limit'] as const) {
      const [, issuer = ''] = intents[name].data.tokenId.split(':');
      await engine.fund(issuer, 10_000_000n);
    }
  });
  afterAll(() => engine?.stop());

  it.each(Object.entries(intents))('%s is carried out', async (name, { data }) => {
    // The last example is for an account without trustlines.
    const account = engine.accounts[name === 'stellar-transfer-closeAccount' ? 2 : 0];
    if (account === undefined) throw new Error('no account');
    const { endpoints } = engine.settings;
    const chain = stellar.connect('stellar', { endpoints, oldestBlockMs: 0, now: () => engine.now() });
    const { transaction, status } = await chain.encode({ ...data, senderAddress: account.address } as never);
    expect(status.errors).toEqual([]);
    const signature = await sign(transaction.encoded, account);
    const { hash } = await chain.broadcast({ ...transaction, signature } as never);
    const { transaction: found } = await chain.transaction(hash);
    expect(found.parsed?.state).toBe('confirmed');
  });
});
