import { openKinds } from '@isochain/core';
import { createUpstream } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import { Fault, type NodeScript, scriptedNode } from '../../test/scripted-node.ts';
import { ann, bob } from '../../test/signers.ts';
import { toLower } from '../address.ts';
import { contextOf } from '../context.ts';
import { evm } from '../index.ts';
import { findNonceUser } from './nonce-user.ts';

const ethereum = contextOf('ethereum');
const use = { sender: toLower(ann.address), nonce: 7n };
const other = `0x${'ab'.repeat(32)}`;
const unsupported = new Fault(-32601, 'the method does not exist');

interface World {
  readonly tip: bigint;
  /** The block in which the nonce was used. */
  readonly usedIn: bigint;
  /** Blocks below the tip whose states the node has. */
  readonly depth?: bigint;
  readonly more?: NodeScript['methods'];
}

async function find({ tip, usedIn, depth = tip, more = {} }: World, chainId = 1) {
  const node = scriptedNode(chainId, {
    methods: {
      eth_blockNumber: () => `0x${tip.toString(16)}`,
      eth_getTransactionBySenderAndNonce: () => unsupported,
      eth_getTransactionCount: ([, at]) => {
        const block = at === 'latest' ? tip : BigInt(String(at));
        if (block < tip - depth) return new Fault(-32000, 'missing trie node');
        return block >= usedIn ? '0xa' : '0x7';
      },
      eth_getBlockByNumber: ([number, full]) => {
        if (number === 'latest') return undefined;
        expect(full).toBe(true);
        const found = { hash: other, from: ann.address.toLowerCase(), nonce: '0x7', blockNumber: number };
        const before = { ...found, hash: `0x${'01'.repeat(32)}`, nonce: '0x6' };
        const foreign = { ...found, hash: `0x${'02'.repeat(32)}`, from: bob.address.toLowerCase() };
        return { transactions: BigInt(String(number)) === usedIn ? [before, foreign, found] : [before] };
      },
      ...more,
    },
  });
  const upstream = createUpstream({
    chainId: 'ethereum',
    endpoints: ['https://a.test'],
    fetch: node.fetch,
    kinds: openKinds(evm.family.upstreams, ethereum),
  });
  const operation = upstream.operation();
  const found = await findNonceUser(['endpoint-1'], use, operation);
  return { found, trace: operation.trace, methods: node.asked.map(({ method }) => method) };
}

describe('findNonceUser', () => {
  it.each([0n, 1n, 3n, 4n, 5n, 31n, 32n, 100n, 121n, 5_000n, 9_999n, 54_321n, 99_999n])(
    'finds a transaction of %i blocks ago, in few requests',
    async (ago) => {
      const { found, trace } = await find({ tip: 20_000_000n, usedIn: 20_000_000n - ago });
      expect(found).toBe(other);
      expect(trace.roundTrips).toBeLessThanOrEqual(14);
      expect(trace.requests).toBeLessThanOrEqual(16);
    },
  );

  it.each([0n, 1n, 2n, 3n, 4n])('finds it in block %i of a young chain', async (usedIn) => {
    expect((await find({ tip: 4n, usedIn })).found).toBe(other);
  });

  it('looks past an odd transaction of the block', async () => {
    const found = { hash: other, from: ann.address.toLowerCase(), nonce: '0x7', blockNumber: '0x2' };
    const odd = { hash: `0x${'03'.repeat(32)}`, from: bob.address.toLowerCase() };
    const eth_getBlockByNumber = ([number]: readonly unknown[]) =>
      number === 'latest' ? undefined : { transactions: [odd, null, found] };
    expect((await find({ tip: 4n, usedIn: 2n, more: { eth_getBlockByNumber } })).found).toBe(other);
  });

  it('needs no archive node for a nonce that was used lately', async () => {
    expect((await find({ tip: 20_000_000n, usedIn: 19_999_930n, depth: 128n })).found).toBe(other);
  });

  it('finds nothing if the node does not know the states', async () => {
    expect((await find({ tip: 20_000_000n, usedIn: 19_999_000n, depth: 128n })).found).toBeUndefined();
  });

  it('asks nodes that have a method for it only once', async () => {
    const answer = { hash: other, from: ann.address, nonce: '0x7', blockNumber: '0x10' };
    const more = { eth_getTransactionBySenderAndNonce: () => answer };
    const { found, trace } = await find({ tip: 20_000_000n, usedIn: 10n, more });
    expect(found).toBe(other);
    expect(trace.roundTrips).toBe(1);
  });

  it.each([
    ['waits', { blockNumber: null }],
    ['is of somebody else', { from: bob.address }],
    ['has another nonce', { nonce: '0x8' }],
  ])('does not take one that %s', async (_, change) => {
    const answer = { hash: other, from: ann.address, nonce: '0x7', blockNumber: '0x10', ...change };
    const more = { eth_getTransactionBySenderAndNonce: () => answer };
    expect((await find({ tip: 20_000_000n, usedIn: 10n, more })).found).toBeUndefined();
  });

  it('finds nothing if the nonce is unused', async () => {
    const { found, methods } = await find({ tip: 100n, usedIn: 101n });
    expect(found).toBeUndefined();
    expect(methods).toHaveLength(5);
  });

  it('finds nothing at a node of another chain', async () => {
    expect((await find({ tip: 100n, usedIn: 90n }, 5)).found).toBeUndefined();
  });
});
