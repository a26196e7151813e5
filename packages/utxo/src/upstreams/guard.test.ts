import { describe, expect, it } from 'vitest';
import { restWorld } from '../../test/rest-upstream.ts';
import { contextOf, type UtxoChainId } from '../chains.ts';
import { createEsplora } from './esplora.ts';
import { blockbookGuard, coreGuard, esploraGuard } from './guard.ts';

// Hashes of block 0, from Bitcoin Core, Litecoin Core and Dogecoin Core: src/chainparams.cpp.
const genesis: [UtxoChainId, 'testnet3' | undefined, string][] = [
  ['bitcoin', undefined, '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
  ['bitcoin-testnet', undefined, '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043'],
  ['bitcoin-testnet', 'testnet3', '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'],
  ['bitcoin-signet', undefined, '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'],
  ['litecoin', undefined, '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2'],
  ['dogecoin', undefined, '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691'],
];

describe('guards', () => {
  it.each(genesis)('of %s (%s) accept its block 0 and no other', (chainId, network, hash) => {
    const context = contextOf(chainId, { network });
    const answer = (value: unknown) => ({ ok: true, status: 200, headers: new Headers(), value }) as const;
    const core = coreGuard(context);
    for (const guard of [esploraGuard(context), blockbookGuard(context)]) {
      expect(() => guard?.accept(answer(hash))).not.toThrow();
    }
    expect(() => core?.accept([{ ok: true, value: hash }])).not.toThrow();
    for (const [, , other] of genesis.filter(([, , known]) => known !== hash)) {
      for (const guard of [esploraGuard(context), blockbookGuard(context)]) {
        expect(() => guard?.accept(answer(other))).toThrow('it serves another chain');
      }
      expect(() => core?.accept([{ ok: true, value: other }])).toThrow('it serves another chain');
    }
  });

  it('ask for block 0 in the words of their interface', () => {
    const context = contextOf('bitcoin');
    const hash = genesis[0]?.[2];
    expect(esploraGuard(context)?.request).toMatchObject({ path: '/block-height/0', as: 'text' });
    const blockbook = blockbookGuard(context)?.request;
    expect(blockbook).toMatchObject({ path: '/api/v2/block-index/0' });
    expect(blockbook?.schema.parse({ blockHash: hash })).toBe(hash);
    expect(coreGuard(context)?.call).toMatchObject({ method: 'getblockhash', params: [0] });
  });

  it('of a node that does not tell is as good as one that is down', () => {
    const refused = [{ ok: false, error: { code: -28, message: 'Loading block index…' } }] as const;
    expect(() => coreGuard(contextOf('bitcoin'))?.accept(refused)).toThrow('it does not tell its genesis block');
  });

  it('are none where the operator wants no check', async () => {
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

  it('take the hash that the operator names', async () => {
    const genesisHash = 'ab'.repeat(32);
    const world = restWorld('bitcoin', { a: { '/blocks/tip/height': '5' } }, { genesisHash });
    expect(await createEsplora(world.context).tip(world.operation)).toBe(5);
  });
});
