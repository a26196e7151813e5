import { startTron, type TronEngine } from '@isochain/devnet/tron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tron } from '../../src/index.ts';
import { intents } from '../hand-in/intents.ts';
import { sign } from '../hand-in/sign.ts';

// The development profile has no Tron, so these examples of /docs are sent to the stand-in, in their order.

describe('the examples of /docs', { shuffle: false }, () => {
  let engine: TronEngine;
  beforeAll(async () => {
    engine = await startTron();
    const [account] = engine.accounts;
    const holders = [account?.address ?? ''];
    const { tokenId: usdt } = intents['tron-transferToken'].data;
    await engine.deployTrc20({ address: usdt, kind: 'usdt', holders, amountEach: 1_000_000_000n });
    await engine.createTrc10({ id: intents['tron-transferToken-trc10'].data.tokenId, holders, amountEach: 10n ** 9n });
  });
  afterAll(() => engine?.stop());

  const chain = () =>
    tron.connect('tron', { endpoints: engine.settings.endpoints, oldestBlockMs: 0, now: () => engine.now() });

  async function carryOut(data: object): Promise<void> {
    const [account] = engine.accounts;
    if (account === undefined) throw new Error('no account');
    const { transaction, status } = await chain().encode(data as never);
    expect(status.errors).toEqual([]);
    const signature = await sign(transaction.encoded, account);
    await chain().broadcast({ ...transaction, signature } as never);
    await engine.mine();
  }

  it.each(Object.entries(intents))('%s is carried out', async (name, { data: shown }) => {
    const { senderAddress } = shown;
    // The stand-in has representatives of its own.
    const known = engine.witnesses()[0]?.address ?? '';
    const data = Object.fromEntries(
      Object.entries(shown).map(([field, value]) => [field, /validatorAddress$/i.test(field) ? known : value]),
    );
    if (name === 'tron-withdraw') await engine.endUnfreezing(senderAddress);
    if (name === 'tron-claimRewards') await engine.addReward(senderAddress, 1_000_000n);
    // The first stake freezes, the second votes.
    if (name === 'tron-stake') await carryOut(data);
    await carryOut(data);
  });
});
