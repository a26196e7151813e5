import { describe, expect, it } from 'vitest';
import { signatureOf } from '../test/keys.ts';
import { connectTo, transfer } from '../test/scripted-node.ts';

// How many times a client waits for a node, one time after the other.

const deploy = {
  mode: 'deployAccount',
  senderPubKey: '0x0cba95c75b37b5db31c2a9894e740dea2eee902ac448dc154a8b171d94a7be1',
};

describe('round trips', () => {
  it.each([{ amount: '1' }, { useMaxAmount: true, amount: undefined }])(
    'to encode a transfer: two, and the second is the estimate alone (%j)',
    async (wanted) => {
      const { chain, onTrace, roundTrips, batches, asked } = connectTo('starknet', {});
      const { status } = await chain.encode({ ...transfer, ...wanted }, { onTrace });
      expect(status.errors).toEqual([]);
      expect(roundTrips()).toBe(2);
      expect(batches).toHaveLength(2);
      expect(asked.filter(({ method }) => method === 'starknet_estimateFee')).toHaveLength(1);
    },
  );
  it('to encode a transfer at an endpoint that takes batches of three: two', async () => {
    const { chain, onTrace, roundTrips, batches } = connectTo('starknet', {}, { maxBatch: 3 });
    const { status } = await chain.encode(transfer, { onTrace });
    expect(status.errors).toEqual([]);
    expect(Math.max(...batches)).toBe(3);
    expect(roundTrips()).toBe(2);
  });

  it('to encode a transfer of tokens: two', async () => {
    const tokenId = '0x053c91253bc9682c04929ca02ed00b3e423f6710d2ee7e0d5ebb06f3ecf368a8';
    const token = {
      balanceOf: () => [5_000_000n, 0n],
      decimals: [6n],
      symbol: ['0x55534443'],
      name: ['0x55534420436f696e'],
    };
    const { chain, onTrace, roundTrips } = connectTo('starknet', { contracts: { [tokenId]: token } });
    const intent = { ...transfer, mode: 'transferToken', tokenId, amount: '1000000' };
    const { status } = await chain.encode(intent, { onTrace });
    expect(status.errors).toEqual([]);
    expect(roundTrips()).toBe(2);
  });

  it('to encode what cannot be: one', async () => {
    const { chain, onTrace, roundTrips } = connectTo('starknet', { accounts: {} });
    const { status } = await chain.encode(transfer, { onTrace });
    expect(status.errors).toMatchObject([{ code: 'sender.notFound' }]);
    expect(roundTrips()).toBe(1);
  });

  it('to encode a deployment: two', async () => {
    const { chain, onTrace, roundTrips } = connectTo('starknet', { accounts: {} });
    const { status } = await chain.encode(deploy, { onTrace });
    expect(status.errors).toEqual([]);
    expect(roundTrips()).toBe(2);
  });

  it('to broadcast after encode: one, with nothing else in it', async () => {
    const { chain, asked, onTrace, roundTrips, sends } = connectTo('starknet', [{}, {}, {}]);
    const { transaction } = await chain.encode(transfer, {});
    const signature = signatureOf(transaction.encoded[0]?.hash?.value ?? '');
    const before = asked.length;
    const { hash } = await chain.broadcast({ ...transaction, signature }, { onTrace });
    expect(hash).toMatch(/^0x[1-9a-f]/);
    expect(roundTrips()).toBe(1);
    expect(sends()).toHaveLength(3);
    expect(asked.slice(before)).toHaveLength(3);
  });

  it('to broadcast first of all: two, because it is asked whether the chain moves', async () => {
    const encoded = connectTo('starknet', {});
    const { transaction } = await encoded.chain.encode(transfer, {});
    const signature = signatureOf(transaction.encoded[0]?.hash?.value ?? '');
    const { chain, onTrace, roundTrips, asked, sends } = connectTo('starknet', [{}, {}]);
    await chain.broadcast({ ...transaction, signature }, { onTrace });
    expect(roundTrips()).toBe(2);
    expect(asked.map(({ method }) => method).slice(0, 3)).toEqual([
      'starknet_chainId',
      'starknet_specVersion',
      'starknet_getBlockWithTxHashes',
    ]);
    expect(sends()).toHaveLength(2);
  });
});
