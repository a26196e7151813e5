import { type CompletedData, catalogue } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { made } from '../test/made.ts';
import {
  connectTo,
  gasPriceOracleAddress,
  hex,
  justNow,
  type NodeScript,
  oracle,
  token,
} from '../test/scripted-node.ts';
import { ann, bob, numbersOf } from '../test/signers.ts';
import { type EvmChainId, evmChainIds } from './chains.ts';

// How many times a client waits for a node, one time after the other. A batch of up to ten calls is what most endpoints take; three is what
// the most restrictive public one takes. Nothing here depends on how many HTTP requests run side by side, up to the six that Workers allow.

const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const sender = ann.address.toLowerCase();

/** A node that answers everything that the chains need. */
const everything: NodeScript = {
  baseFee: 1_000_000_000n,
  tips: [1_000_000_000n, 1_000_000_000n],
  balances: { [sender]: 10n ** 20n },
  contracts: {
    [gold.toLowerCase()]: token({ balances: { [sender]: 5_000_000n } }),
    [gasPriceOracleAddress]: oracle({
      getL1FeeUpperBound: (size) => size,
      getOperatorFee: (gas) => gas,
      tokenRatio: () => 3_000n,
    }),
  },
  methods: {
    eth_gasPrice: () => hex(1_000_000_000),
    eth_maxPriorityFeePerGas: () => hex(1_000_000),
    linea_estimateGas: () => ({ gasLimit: '0x5208', baseFeePerGas: '0x7', priorityFeePerGas: '0x64' }),
    eth_getBlockByNumber: () => ({ number: '0x1', timestamp: justNow(), baseFeePerGas: '0x1' }),
  },
};

const transfer = { mode: 'transfer', senderAddress: ann.address, recipientAddress: bob.address };
const transferToken = { ...transfer, mode: 'transferToken', tokenId: gold };

async function tripsOf(chainId: EvmChainId, maxBatch: number, intent: object): Promise<number | undefined> {
  const { chain, node, onTrace, roundTrips } = connectTo(chainId, everything, { maxBatch });
  const { status } = await chain.encode(intent, { onTrace });
  expect(status.errors).toEqual([]);
  expect(Math.max(...node.batches)).toBeLessThanOrEqual(maxBatch);
  return roundTrips();
}

const encodable = evmChainIds.filter((id) => catalogue[id].paths.encode);

describe('round trips', () => {
  it('are counted on the chains that can encode', () => {
    expect(encodable).toContain('ethereum');
    expect(encodable).not.toContain('rootstock');
  });

  describe.each(encodable)('of %s', (chainId) => {
    it('to encode a transfer: one', async () => {
      expect(await tripsOf(chainId, 10, { ...transfer, amount: '1' })).toBe(1);
      expect(await tripsOf(chainId, 10, { ...transfer, useMaxAmount: true })).toBe(1);
    });

    it('to encode a transfer at an endpoint that takes batches of three: at most two', async () => {
      expect(await tripsOf(chainId, 3, { ...transfer, amount: '1' })).toBeLessThanOrEqual(2);
      expect(await tripsOf(chainId, 3, { ...transfer, useMaxAmount: true })).toBeLessThanOrEqual(2);
    });

    it('to encode a transfer of tokens: at most two', async () => {
      for (const maxBatch of [10, 3]) {
        expect(await tripsOf(chainId, maxBatch, { ...transferToken, amount: '1' })).toBeLessThanOrEqual(2);
        expect(await tripsOf(chainId, maxBatch, { ...transferToken, useMaxAmount: true })).toBeLessThanOrEqual(2);
      }
    });

    it('to read an account with its tokens: one with Multicall3', async () => {
      const { chain, onTrace, roundTrips } = connectTo(chainId, everything);
      await chain.accountState(ann.address, { onTrace });
      expect(roundTrips()).toBe(1);
    });

    it('to broadcast: one', async () => {
      const sending: NodeScript = {
        ...everything,
        methods: { ...everything.methods, eth_sendRawTransaction: () => hash },
      };
      const { chain, node, onTrace, roundTrips } = connectTo(chainId, sending);
      const { transaction } = await chain.encode({ ...transfer, amount: '1' });
      const { r, s } = numbersOf(ann, transaction.encoded[0]?.hash?.value ?? '');
      const asked = node.asked.length;
      let hash = '';
      // The node answers the hash of what it gets. Our hash is known only after signing.
      const { checksum: _, ...params } = transaction.data.params as { checksum: string };
      const data = { ...transaction.data, params } as unknown as CompletedData;
      hash = made(chainId, data).finalize(r + s).hash;
      const sent = await chain.broadcast({ ...transaction, signature: r + s }, { onTrace });
      expect(sent).toEqual({ chainId, hash });
      expect(roundTrips()).toBe(1);
      expect(node.asked.slice(asked).map(({ method }) => method)).toEqual(['eth_sendRawTransaction']);
    });
  });
});
