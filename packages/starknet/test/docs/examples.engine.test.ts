import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { starknet } from '../../src/index.ts';
import { intents } from '../hand-in/intents.ts';
import { sign } from '../hand-in/sign.ts';

// Not every machine has the real engine, and it has no staking contracts. So these examples of /docs are sent to the stand-in, in their order.

describe('the examples of /docs', { shuffle: false }, () => {
  let engine: StarknetStandIn;
  beforeAll(async () => {
    engine = await startStarknet();
  });
  afterAll(() => engine?.stop());

  it.each(Object.entries(intents))('%s is carried out', async (name, { data }) => {
    const [first] = engine.validators();
    const address = intents['starknet-transfer'].data.senderAddress;
    if (name === 'starknet-withdraw') await engine.advance(8 * 86_400);
    if (name === 'starknet-claimRewards') engine.addReward(first?.pool ?? '', address, 10n ** 18n);
    const chain = starknet.connect('starknet', {
      endpoints: [{ url: engine.url, kind: 'node' }],
      oldestBlockMs: 0,
      now: () => engine.now() * 1000,
    });
    const { transaction, status } = await chain.encode(data as never);
    expect(status.errors).toEqual([]);
    const index = data.mode === 'deployAccount' ? engine.accounts.length - 1 : 0;
    const account = engine.accounts[index];
    if (account === undefined) throw new Error('There is no account.');
    const signature = await sign(transaction.encoded, account);
    const { hash } = await chain.broadcast({ ...transaction, signature } as never);
    const { execution_status: outcome } = await engine.rpc<{ execution_status: string }>(
      'starknet_getTransactionStatus',
      { transaction_hash: hash },
    );
    expect(outcome).toBe('SUCCEEDED');
  });
});
