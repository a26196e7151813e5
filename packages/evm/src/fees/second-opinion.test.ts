import type { Chain } from '@isochain/core';
import { Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import { hex, type NodeScript, scriptedNode, token } from '../../test/scripted-node.ts';
import { ann, bob } from '../../test/signers.ts';
import { chains, type EvmChainId } from '../chains.ts';
import { type EvmOptions, evm } from '../index.ts';

// Several endpoints with scripts of their own. One of them may lie about prices.

const ether = 10n ** 18n;
const gwei = 10n ** 9n;
const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const sender = ann.address.toLowerCase();
const people = { senderAddress: ann.address, recipientAddress: bob.address };
const transfer = { ...people, mode: 'transfer', amount: ether.toString() };
const allTokens = { ...people, mode: 'transferToken', tokenId: gold, useMaxAmount: true };

const honest: NodeScript = {
  baseFee: gwei,
  tips: [gwei, gwei],
  balances: { [sender]: 100n * ether },
  contracts: { [gold.toLowerCase()]: token({ balances: { [sender]: 5_000_000n } }) },
};
const down = 'down' as const;

/** @param scripts - One a node, in the order of the endpoints. */
async function encode(
  chainId: EvmChainId,
  scripts: readonly (NodeScript | typeof down)[],
  intent: object = transfer,
  options: EvmOptions = { priceCheck: 'second' },
) {
  const nodes = scripts.map((script) =>
    scriptedNode(chains[chainId].id, script === down ? {} : { ...honest, ...script }),
  );
  const asked: string[] = [];
  let roundTrips: number | undefined;
  const chain: Chain = evm.connect(chainId, {
    endpoints: nodes.map((_, i) => ({ url: `https://node${i}.test`, name: `node${i}`, maxBatch: 20 })),
    async fetch(input, init) {
      const index = Number(/node(\d)/.exec(String(input))?.[1]);
      asked.push(`node${index}`);
      if (scripts[index] === down) return new Response('', { status: 503 });
      return (nodes[index] as (typeof nodes)[number]).fetch(input, init);
    },
    ...options,
  });
  const { transaction, status } = await chain.encode(intent, { onTrace: (trace) => (roundTrips = trace.roundTrips) });
  const raw = transaction.encoded[0]?.raw?.value;
  return {
    asked,
    roundTrips,
    methods: nodes.map((node) => node.asked.map(({ method }) => method)),
    errors: status.errors.map(({ code }) => code),
    warnings: status.warnings.map(({ code, message }) => [code, message]),
    bytes: raw === undefined ? undefined : Transaction.from(raw),
  };
}

describe('a second opinion on prices', () => {
  it('is not asked for unless the operator wants it', async () => {
    const { asked, warnings } = await encode('ethereum', [{}, {}], transfer, {});
    expect(asked).toEqual(['node0']);
    expect(warnings).toEqual([]);
    expect((await encode('ethereum', [{}, {}], transfer, { priceCheck: 'none' })).asked).toEqual(['node0']);
  });

  it('costs no round trip, and asks only for prices', async () => {
    const { asked, roundTrips, methods, warnings, bytes } = await encode('ethereum', [{}, {}, {}]);
    expect(roundTrips).toBe(1);
    expect(asked.toSorted()).toEqual(['node0', 'node1']);
    expect(methods[1]).toEqual(['eth_chainId', 'eth_getBlockByNumber', 'eth_feeHistory']);
    expect(warnings).toEqual([]);
    expect(bytes?.maxFeePerGas).toBe(3n * gwei);
  });

  it("changes nothing within a factor of two: the first endpoint's price counts, even if it is higher", async () => {
    // Caps of 3, 6 and 1.5 gwei.
    const twice = { baseFee: 2n * gwei, tips: [2n * gwei] };
    const half = { baseFee: gwei / 2n, tips: [gwei / 2n] };
    for (const other of [twice, half]) {
      const { warnings, bytes } = await encode('ethereum', [{}, other]);
      expect(warnings).toEqual([]);
      expect(bytes?.maxFeePerGas).toBe(3n * gwei);
    }
  });

  it.each<[string, NodeScript[]]>([
    ['the first says', [{ tips: [50n * gwei] }, {}]],
    ['the second says', [{}, { tips: [50n * gwei] }]],
  ])('beyond that the lower price counts, with a warning, if %s more', async (_, scripts) => {
    const { warnings, errors, bytes } = await encode('ethereum', scripts);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      [
        'fee.disputed',
        'Two endpoints name prices that differ by more than a factor of 2: 52 gwei and 3 gwei for one unit of gas. The lower one is offered',
      ],
    ]);
    expect(bytes?.maxFeePerGas).toBe(3n * gwei);
    expect(bytes?.maxPriorityFeePerGas).toBe(gwei);
  });

  it('counts from one wei above twice the price', async () => {
    const { warnings } = await encode('ethereum', [{}, { baseFee: 2n * gwei, tips: [2n * gwei + 1n] }]);
    expect(warnings.map(([code]) => code)).toEqual(['fee.disputed']);
  });

  it('makes a lie above the ceiling harmless', async () => {
    const { errors, bytes } = await encode('ethereum', [{ tips: [(98n * ether) / 21_000n] }, {}]);
    expect(errors).toEqual([]);
    expect(bytes?.maxFeePerGas).toBe(3n * gwei);
  });

  it('comes from another endpoint than the first answer', async () => {
    // node0 is down, so node1 answers everything: its prices are then no second opinion.
    const liar = { tips: [50n * gwei] };
    const { warnings, bytes } = await encode('ethereum', [down, liar, {}]);
    expect(warnings.map(([code]) => code)).toEqual(['fee.disputed']);
    expect(bytes?.maxFeePerGas).toBe(3n * gwei);
  });

  it('is asked of a third endpoint if the second is down', async () => {
    const { warnings, bytes } = await encode('ethereum', [{ tips: [50n * gwei] }, down, {}]);
    expect(warnings.map(([code]) => code)).toEqual(['fee.disputed']);
    expect(bytes?.maxFeePerGas).toBe(3n * gwei);
  });

  it.each<[string, (NodeScript | typeof down)[]]>([
    ['there is one endpoint', [{}]],
    ['the other is down', [{}, down]],
    ['the first is down', [down, {}]],
    ['the other serves another chain', [{}, { methods: { eth_chainId: () => '0x2105' } }]],
  ])('is missed with a warning where %s', async (_, scripts) => {
    const { errors, warnings } = await encode('ethereum', scripts);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      ['fee.unchecked', 'The price is what one endpoint of Ethereum says: no other could be asked'],
    ]);
  });

  it('counts on chains with a gas price', async () => {
    const says = (price: bigint) => ({ methods: { eth_gasPrice: () => hex(price) } });
    const { warnings, bytes } = await encode('fantom', [says(100n * gwei), says(10n * gwei)]);
    expect(warnings.map(([code]) => code)).toContain('fee.disputed');
    expect(bytes?.gasPrice).toBe(11n * gwei);
  });

  it('on Linea is about the same call, even when all tokens are sent', async () => {
    const says = (tip: bigint): NodeScript => ({
      methods: {
        eth_maxPriorityFeePerGas: () => hex(gwei),
        linea_estimateGas: () => ({ gasLimit: '0xcf08', baseFeePerGas: '0x7', priorityFeePerGas: hex(tip) }),
      },
    });
    for (const intent of [transfer, allTokens]) {
      const { warnings, bytes, roundTrips } = await encode('linea', [says(50n * gwei), says(gwei)], intent);
      expect(warnings.map(([code]) => code)).toEqual(['fee.disputed']);
      expect(bytes?.maxPriorityFeePerGas).toBe((gwei * 11n) / 10n);
      expect(roundTrips).toBe(intent === transfer ? 1 : 2);
    }
  });
});

describe('warnings about the numbers of a node', () => {
  it('name a gas price of zero', async () => {
    const free = { baseFee: 0n, tips: [0n] };
    const { warnings, errors } = await encode('arbitrum', [free], transfer, {});
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      [
        'fee.zero',
        'The network is said to take transactions for nothing: with a gas price of 0 the transaction may wait for ever',
      ],
    ]);
    expect((await encode('ethereum', [free], transfer, {})).warnings).toEqual([]);
  });

  // geth's AccountSlots and Reth's TXPOOL_MAX_ACCOUNT_SLOTS_PER_SENDER are 16.
  it.each([
    [16, ['sender.pendingTransactions']],
    [17, ['sender.pendingTransactions', 'nonce.farAhead']],
  ])('name a nonce that is %d ahead: %j', async (ahead, expected) => {
    const nonces = { nonces: { [sender]: 5 }, pendingNonces: { [sender]: 5 + ahead } };
    const script = { ...nonces, pendingBalances: { [sender]: 50n * ether } };
    const { warnings } = await encode('ethereum', [script], transfer, {});
    expect(warnings.map(([code]) => code)).toEqual(expected);
  });
});
