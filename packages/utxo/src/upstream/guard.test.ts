import { describe, expect, it } from 'vitest';
import { restWorld } from '../../test/rest-upstream.ts';
import { chains, type UtxoChainId } from '../chains.ts';
import { contextOf } from '../context.ts';
import { createEsplora } from './esplora.ts';
import { blockbookGuard, coreGuard, esploraGuard } from './guard.ts';

// Hashes of block 0, from Bitcoin Core, Litecoin Core and Dogecoin Core: src/chainparams.cpp. Bitcoin's is that of block 961,632: bitcoin/bips, pull request 2245,
// and Spiral Pool's chain guard, which took it from blockstream.info and mempool.space on 2026-08-14.
const afterSplit = '00000000000000000000d1e01392faa65ceeaed307f0a3159144b84146ff24ba';
const blocks: [UtxoChainId, 'testnet3' | undefined, string][] = [
  ['bitcoin', undefined, afterSplit],
  ['bitcoin-testnet', undefined, '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043'],
  ['bitcoin-testnet', 'testnet3', '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'],
  ['bitcoin-signet', undefined, '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'],
  ['litecoin', undefined, '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2'],
  ['dogecoin', undefined, '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691'],
];

describe('guards', () => {
  it.each(blocks)('of %s (%s) accept only its block', (chainId, network, hash) => {
    const context = contextOf(chainId, { network });
    const answer = (value: unknown) => ({ ok: true, status: 200, headers: new Headers(), value }) as const;
    const core = coreGuard(context);
    for (const guard of [esploraGuard(context), blockbookGuard(context)]) {
      expect(() => guard?.accept(answer(hash))).not.toThrow();
    }
    expect(() => core?.accept({ ok: true, value: hash })).not.toThrow();
    for (const [, , other] of blocks.filter(([, , known]) => known !== hash)) {
      for (const guard of [esploraGuard(context), blockbookGuard(context)]) {
        expect(() => guard?.accept(answer(other))).toThrow('it serves another chain');
      }
      expect(() => core?.accept({ ok: true, value: other })).toThrow('it serves another chain');
    }
  });

  it.each([
    ['bitcoin', 961_632],
    ['litecoin', 0],
    ['dogecoin', 0],
    ['bitcoin-testnet', 0],
    ['bitcoin-signet', 0],
  ] as const)('of %s ask for block %i in the words of their interface', (chainId, height) => {
    const context = contextOf(chainId);
    const hash = context.checkpoint?.hash;
    expect(esploraGuard(context)?.request).toMatchObject({ path: `/block-height/${height}`, as: 'text' });
    const blockbook = blockbookGuard(context)?.request;
    expect(blockbook).toMatchObject({ path: `/api/v2/block-index/${height}` });
    expect(blockbook?.schema.parse({ blockHash: hash })).toBe(hash);
    expect(coreGuard(context)?.call).toMatchObject({ method: 'getblockhash', params: [height] });
  });

  it('have hashes with as much work as blocks of that height, which a mistyped hash would not have', () => {
    // A difficulty of some 130 T: 32 + 46 bits are 0. The branch shows as much, so this proves no chain.
    expect(BigInt(`0x${afterSplit}`) < 1n << (256n - 78n)).toBe(true);
    expect(contextOf('bitcoin').checkpoint).toEqual({ height: 961_632, hash: afterSplit });
  });

  it('treat a node that does not answer like one that is down', () => {
    const isAnswer = coreGuard(contextOf('bitcoin'))?.call.isAnswer;
    expect(isAnswer?.({ code: -28, message: 'Loading block index…' })).toBe(false);
    expect(isAnswer?.({ code: -8, message: 'Block height out of range' })).toBe(true);
    expect(() => coreGuard(contextOf('bitcoin'))?.accept(undefined)).toThrow('it does not tell which chain it serves');
  });

  it('can be turned off by the operator', async () => {
    const context = contextOf('bitcoin', { genesisHash: 'any' });
    expect([esploraGuard(context), blockbookGuard(context), coreGuard(context)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const world = restWorld('bitcoin', { a: { '/blocks/tip/height': '5' } }, { genesisHash: 'any' });
    expect(await createEsplora(world.context).tip(world.operation)).toBe(5);
    expect(world.sent.map(({ path }) => path)).toEqual(['/blocks/tip/height']);
  });

  it("take the operator's hash", async () => {
    const genesisHash = 'ab'.repeat(32);
    const world = restWorld('bitcoin', { a: { '/blocks/tip/height': '5' } }, { genesisHash });
    expect(await createEsplora(world.context).tip(world.operation)).toBe(5);
    expect(world.sent.map(({ path }) => path)).toContain('/block-height/0');
  });

  it.each([
    [{}, 961_632, afterSplit],
    // Block 0 of the chain itself: the operator means this chain.
    [{ genesisHash: chains.bitcoin.genesis.bitcoin }, 961_632, afterSplit],
    [{ genesisHash: 'ab'.repeat(32) }, 0, 'ab'.repeat(32)],
    [{ checkpoint: 'any' }, 0, chains.bitcoin.genesis.bitcoin],
    [{ checkpoint: `970000:${'cd'.repeat(32)}` }, 970_000, 'cd'.repeat(32)],
    [{ genesisHash: 'any', checkpoint: `970000:${'cd'.repeat(32)}` }, 970_000, 'cd'.repeat(32)],
    [{ genesisHash: 'ab'.repeat(32), checkpoint: 'any' }, 0, 'ab'.repeat(32)],
  ])('compare what %o asks for', (options, height, hash) => {
    expect(contextOf('bitcoin', options).checkpoint).toEqual({ height, hash });
  });

  it('compare block 0 of the right test network', () => {
    expect(contextOf('bitcoin-testnet', { network: 'testnet3' }).checkpoint).toEqual({
      height: 0,
      hash: chains['bitcoin-testnet'].genesis.testnet3,
    });
    expect(contextOf('bitcoin', { network: 'testnet3' }).checkpoint?.height).toBe(961_632);
    expect(contextOf('bitcoin', { genesisHash: 'any', checkpoint: 'any' }).checkpoint).toBeUndefined();
  });
});
