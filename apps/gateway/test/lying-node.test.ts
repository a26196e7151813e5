import { describe, expect, it } from 'vitest';
import { createFakeNode } from './fake-node.ts';
import { key, open } from './harness.ts';

// A node with impossible answers, alone and in front of an honest one. Over HTTP that is never the client's fault (400), nor our own bug (500).

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const data = { mode: 'transfer', senderAddress: ann, recipientAddress: bob, amount: '1000000000000000' };
const fees = '63000000000000';

const quantity = (value: bigint) => `0x${value.toString(16)}`;
const history = (base: bigint, tip: bigint) => ({
  baseFeePerGas: [quantity(base), quantity(base)],
  gasUsedRatio: [0.5],
  reward: [[quantity(tip)]],
});

/** Both endpoints of Sepolia answer over one `fetch`. */
async function gateway(lies: Readonly<Record<string, unknown>>, names: readonly string[], options: object = {}) {
  const nodes: Readonly<Record<string, ReturnType<typeof createFakeNode>>> = {
    liar: createFakeNode(lies),
    honest: createFakeNode(),
  };
  const endpoints = names.map((name) => ({ name, url: `https://${name}.test/` }));
  return open(
    async (app) => ({
      request: async (path, init) => app.fetch(new Request(`http://gateway.test${path}`, init)),
      close: async () => {},
    }),
    {
      fetch: async (input, init) => {
        const node = nodes[new URL(String(input)).hostname.replace('.test', '')];
        if (node === undefined) throw new Error(`No node at ${String(input)}`);
        return node.fetch(input, init);
      },
      settings: { chains: { sepolia: { endpoints, options } } },
    },
  );
}

const encode = '/api/sepolia/transaction/encode';

describe('impossible numbers', () => {
  const lies: [string, Readonly<Record<string, unknown>>][] = [
    ['no gas for a call', { eth_estimateGas: '0x0' }],
    ['gas of 65 bits', { eth_estimateGas: quantity(2n ** 64n) }],
    ['gas of 256 bits', { eth_estimateGas: quantity(2n ** 256n - 1n) }],
    ['a nonce of 2^53', { eth_getTransactionCount: quantity(2n ** 53n) }],
    ['the last nonce of EIP-2681', { eth_getTransactionCount: quantity(2n ** 64n - 2n) }],
    ['a nonce of 256 bits', { eth_getTransactionCount: quantity(2n ** 256n - 1n) }],
    ['a base fee of 65 bits', { eth_feeHistory: history(2n ** 64n, 1n) }],
    ['a base fee of 256 bits', { eth_feeHistory: history(2n ** 256n - 1n, 1n) }],
    ['a tip of 65 bits', { eth_feeHistory: history(1n, 2n ** 64n) }],
    ['a tip of 256 bits', { eth_feeHistory: history(1n, 2n ** 256n - 1n) }],
  ];

  describe.each(lies)('%s', (_, lie) => {
    // With a wish for fees a limit of 0 divided by zero.
    it.each([
      ['without a wish', data],
      ['with a wish for fees', { ...data, fees }],
      ['for everything', { ...data, amount: undefined, useMaxAmount: true }],
    ])('are answered with 502 %s where nobody else can be asked', async (__, intent) => {
      const subject = await gateway(lie, ['liar']);
      const { status, body } = await subject.send('POST', encode, { transaction: { data: intent } });
      expect([status, body.status?.errors.map(({ code }) => code)]).toEqual([502, ['upstream.unavailable']]);
    });

    it('make the gateway ask the next endpoint', async () => {
      const subject = await gateway(lie, ['liar', 'honest']);
      const { status, body } = await subject.send('POST', encode, { transaction: { data: { ...data, fees } } });
      expect(status).toBe(200);
      expect(body.status?.errors).toEqual([]);
      const { transaction } = body as unknown as { transaction: { data: Record<string, string>; encoded: unknown[] } };
      expect(transaction.data).toMatchObject({ nonce: '7', gas: '21000', fees });
      expect(transaction.encoded).toHaveLength(2);
    });
  });

  const id = `0x${'ab'.repeat(32)}`;
  const transaction = {
    hash: id,
    blockNumber: '0x10',
    from: ann,
    to: bob,
    value: '0x1',
    nonce: '0x0',
    gas: '0x5208',
    gasPrice: '0x1',
    input: '0x',
  };
  const receipt = {
    transactionHash: id,
    blockNumber: '0x10',
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    logs: [],
  };
  const known = { eth_getTransactionByHash: transaction, eth_getTransactionReceipt: receipt };

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['a height of 256 bits', { ...known, eth_blockNumber: quantity(2n ** 256n - 1n) }],
    [
      'a time after the year 9999',
      { ...known, eth_getBlockByNumber: { number: '0x10', timestamp: quantity(2n ** 40n) } },
    ],
    [
      'a transaction in a block of 54 bits',
      { ...known, eth_getTransactionReceipt: { ...receipt, blockNumber: quantity(2n ** 53n) } },
    ],
    ['gas used of 65 bits', { ...known, eth_getTransactionReceipt: { ...receipt, gasUsed: quantity(2n ** 64n) } }],
  ])('of a transaction (%s) are answered with 502', async (_, lie) => {
    const subject = await gateway(lie, ['liar']);
    const { status } = await subject.send('GET', `/api/sepolia/transaction/${id}`);
    expect(status).toBe(502);
  });
});

describe('a price that is possible but a lie', () => {
  // 98 of 100 ETH for 21,000 gas.
  const greed = {
    eth_feeHistory: history(10n ** 9n, (98n * 10n ** 18n) / 21_000n),
    eth_getBalance: quantity(10n ** 20n),
  };

  it('is answered with 200, an error, and nothing to sign', async () => {
    const subject = await gateway(greed, ['liar', 'honest']);
    const { status, body } = await subject.send('POST', encode, { transaction: { data } });
    expect(status).toBe(200);
    expect(body.status?.errors.map(({ code }) => code)).toEqual(['fee.aboveCeiling']);
    expect(body).toMatchObject({ transaction: { encoded: [] } });
  });

  it('is found by a second opinion, if the operator wants one', async () => {
    const subject = await gateway(greed, ['liar', 'honest'], { priceCheck: 'second' });
    const { status, body } = await subject.send('POST', encode, { transaction: { data } });
    expect(status).toBe(200);
    expect(body.status?.errors).toEqual([]);
    expect(body.status?.warnings.map(({ code }) => code)).toContain('fee.disputed');
    // Twice the base fee of 1 gwei, and a tip of 1 gwei.
    expect(body).toMatchObject({ transaction: { data: { fees, params: { maxFeePerGas: '3000000000' } } } });
  });

  it('is stopped by the ceiling of the configuration', async () => {
    const subject = await gateway({}, ['honest'], { ceilings: { fee: '62999999999999' } });
    const { body } = await subject.send('POST', encode, { transaction: { data } });
    expect(body.status?.errors.map(({ code }) => code)).toEqual(['fee.aboveCeiling']);
  });

  it('cannot be turned off by a ceiling that is no number', async () => {
    const subject = await gateway({}, ['honest'], { ceilings: { fee: '1e18' } });
    const response = await subject.request(encode, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify({ transaction: { data } }),
    });
    expect(response.status).toBe(500);
  });
});
