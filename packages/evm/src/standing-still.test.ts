import { type Chain, catalogue } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { keccak256 } from 'ethers';
import { describe, expect, it } from 'vitest';
import { gasPriceOracleAddress, hex, type NodeScript, oracle, scriptedNode } from '../test/scripted-node.ts';
import { ann, bob, signWhole } from '../test/signers.ts';
import { type EvmChainId, type EvmOptions, evm } from './index.ts';

/** The last block of moonbeam: 16796699, at 11:36:12 (DefiLlama/dimension-adapters#8778). Public nodes showed it for days. */
const lastBlock = Date.parse('2026-08-10T11:36:12Z');
const ether = 10n ** 18n;
const sender = ann.address.toLowerCase();
const transfer = { mode: 'transfer', senderAddress: ann.address, recipientAddress: bob.address, amount: '1000' };

const l1Fees = oracle({ getL1FeeUpperBound: (size) => size, getOperatorFee: (gas) => gas });

/** A node whose latest block was made at some time: milliseconds since 1970. */
function nodeAt(latestAt: number, chainId: EvmChainId, script: NodeScript = {}) {
  return scriptedNode(Number(catalogue[chainId].nativeId), {
    baseFee: 10n ** 9n,
    balances: { [sender]: ether },
    ...script,
    methods: {
      eth_gasPrice: () => hex(10n ** 9n),
      eth_sendRawTransaction: ([raw]) => keccak256(String(raw)),
      eth_getBlockByNumber: ([number]) =>
        number === 'latest' ? { number: '0x10', timestamp: hex(latestAt / 1000), baseFeePerGas: '0x7' } : undefined,
      ...script.methods,
    },
  });
}

type Node = ReturnType<typeof nodeAt>;

/** Nodes named a, b, c... in this order. */
function connect(chainId: EvmChainId, nodes: readonly Node[], options: EvmOptions = {}): Chain {
  const hosts = new Map(nodes.map((node, i) => [`${'abc'[i]}.test`, node]));
  return evm.connect(chainId, {
    endpoints: [...hosts.keys()].map((host) => ({ url: `https://${host}`, name: host, maxBatch: 10 })),
    fetch: (url, init) => (hosts.get(new URL(url).hostname) as Node).fetch(url, init),
    ...options,
  });
}

const asked = ({ asked: calls }: Node, wanted: string) => calls.filter(({ method }) => method === wanted).length;
const codesOf = (entries: readonly { readonly code?: string | undefined }[] = []) => entries.map(({ code }) => code);

describe('a chain whose nodes all show a frozen head', () => {
  const now = () => Date.parse('2026-08-13T09:00:00Z');
  const frozen = () => [nodeAt(lastBlock, 'gnosis'), nodeAt(lastBlock - 6_000, 'gnosis')];

  it('encodes nothing', async () => {
    const { transaction, status } = await connect('gnosis', frozen(), { now }).encode(transfer);
    expect(transaction.encoded).toEqual([]);
    expect(status.errors).toMatchObject([
      { code: 'chain.standsStill', context: { date: '2026-08-10T11:36:12Z', latestAt: String(lastBlock) } },
    ]);
  });

  it('shows balances with a warning', async () => {
    const { balances, status } = await connect('gnosis', frozen(), { now }).accountState(ann.address);
    expect(balances.native?.total).toBe(String(ether));
    expect(codesOf(status?.warnings)).toEqual(['chain.standsStill']);
  });

  it('gets no transactions', async () => {
    const moving = connect('gnosis', [nodeAt(now() - 5_000, 'gnosis')], { now });
    const { transaction } = await moving.encode(transfer);
    const signature = signWhole(ann, transaction.encoded[0]?.raw?.value ?? '');
    const nodes = frozen();
    const sending = connect('gnosis', nodes, { now }).broadcast({ ...transaction, signature });
    await expect(sending).rejects.toMatchObject({ code: 'chain.standsStill' });
    expect(nodes.map((node) => asked(node, 'eth_sendRawTransaction'))).toEqual([0, 0]);
  });

  it('works as usual without a request for the block if the operator turns the check off', async () => {
    const nodes = frozen();
    const chain = connect('gnosis', nodes, { now, oldestBlockMs: 0 });
    const { transaction, status } = await chain.encode(transfer);
    expect(status.errors).toEqual([]);
    expect(transaction.encoded).not.toEqual([]);
    expect(nodes.map((node) => asked(node, 'eth_getBlockByNumber'))).toEqual([0, 0]);
  });

  it('works as usual if the operator allows blocks of that age', async () => {
    const chain = connect('gnosis', frozen(), { now, oldestBlockMs: now() - lastBlock });
    expect((await chain.encode(transfer)).status.errors).toEqual([]);
  });
});

describe('a node that lags', () => {
  const now = () => lastBlock;
  const ago = (seconds: number) => lastBlock - seconds * 1_000;

  it.each<[EvmChainId, number]>([
    ['ethereum', 1_200],
    ['bsc', 600],
    ['rootstock-testnet', 2_500],
  ])('is passed over on %s if its latest block is older than %i seconds', async (chainId, most) => {
    const read = async (latestAt: number) => {
      const balances = (wei: bigint) => ({ balances: { [sender]: wei } });
      const nodes = [nodeAt(latestAt, chainId, balances(1n)), nodeAt(ago(60), chainId, balances(2n))];
      const { balances: found, status } = await connect(chainId, nodes, { now }).accountState(ann.address, {
        include: ['native'],
      });
      expect(status).toBeUndefined();
      return found.native?.total;
    };
    expect(await read(ago(most))).toBe('1');
    expect(await read(ago(most + 1))).toBe('2');
  });

  it('gives no second opinion on prices', async () => {
    const nodes = [nodeAt(ago(0), 'gnosis'), nodeAt(ago(36_000), 'gnosis', { baseFee: 10n ** 12n })];
    const { status } = await connect('gnosis', nodes, { now, priceCheck: 'second' }).encode(transfer);
    expect(codesOf(status.errors)).toEqual([]);
    expect(codesOf(status.warnings)).toContain('fee.unchecked');
  });
});

describe('the latest block', () => {
  const now = () => lastBlock + 1_000;

  it.each<EvmChainId>(['ethereum', 'chiliz'])(
    'is asked for once on %s, whether or not the price is read from it',
    async (chainId) => {
      const node = nodeAt(lastBlock, chainId);
      await connect(chainId, [node], { now }).encode(transfer);
      expect(asked(node, 'eth_getBlockByNumber')).toBe(1);
    },
  );

  it.each<[EvmChainId, number]>([
    ['ethereum', 0],
    // Its block says how fast base fees move, too.
    ['optimism', 1],
    ['monad-testnet', 0],
  ])('costs no round trip on %s, not even where an endpoint takes one call at a time', async (chainId, askedAnyway) => {
    const trips = async (oldestBlockMs?: number) => {
      const node = nodeAt(lastBlock, chainId, { contracts: { [gasPriceOracleAddress]: l1Fees } });
      const endpoints = [{ url: 'https://a.test', maxBatch: 1 }];
      let roundTrips = 0;
      const onTrace = (trace: Trace) => {
        ({ roundTrips } = trace);
      };
      const chain = connect(chainId, [node], { now, oldestBlockMs, endpoints });
      expect((await chain.encode(transfer, { onTrace })).status.errors).toEqual([]);
      return { roundTrips, asked: asked(node, 'eth_getBlockByNumber') };
    };
    expect(await trips(0)).toEqual({ roundTrips: 2, asked: askedAnyway });
    expect(await trips()).toEqual({ roundTrips: 2, asked: 1 });
  });

  it('is asked for before a broadcast only if no young enough block is known', async () => {
    let time = lastBlock + 1_000;
    const node = nodeAt(lastBlock, 'gnosis');
    const chain = connect('gnosis', [node], { now: () => time });
    const { transaction } = await chain.encode(transfer);
    const signature = signWhole(ann, transaction.encoded[0]?.raw?.value ?? '');
    const seen = () => node.asked.splice(0).map(({ method }) => method);
    seen();

    await chain.broadcast({ ...transaction, signature });
    expect(seen()).toEqual(['eth_sendRawTransaction']);
    time = lastBlock + 600_000;
    await chain.broadcast({ ...transaction, signature });
    expect(seen()).toEqual(['eth_sendRawTransaction']);
    time += 1;
    await expect(chain.broadcast({ ...transaction, signature })).rejects.toMatchObject({ code: 'chain.standsStill' });
    expect(seen()).toEqual(['eth_chainId', 'eth_getBlockByNumber']);
  });

  it('does not stop a broadcast if it cannot be read', async () => {
    const { transaction } = await connect('gnosis', [nodeAt(lastBlock, 'gnosis')], { now }).encode(transfer);
    const signature = signWhole(ann, transaction.encoded[0]?.raw?.value ?? '');
    const node = nodeAt(lastBlock, 'gnosis', { methods: { eth_getBlockByNumber: () => null } });
    const answer = await connect('gnosis', [node], { now }).broadcast({ ...transaction, signature });
    expect(answer).toEqual({ chainId: 'gnosis', hash: keccak256(signature) });
  });
});
