import { startTon, type TonEngine } from '@isochain/devnet/ton';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ton } from '../index.ts';
import type { TonKind } from '../options.ts';

let engine: TonEngine;
let far: string;
let plain: string;
beforeAll(async () => {
  engine = await startTon();
  far = await engine.deployJetton({
    name: 'Far',
    symbol: 'FAR',
    decimals: 3,
    offChain: 'https://example.com/far.json',
  });
  plain = await engine.deployJetton({ name: 'Plain', symbol: 'PLN' });
  await engine.mint(far, engine.accounts[0]?.address ?? '', 77n);
});
afterAll(() => engine.stop());

function open(kind: TonKind) {
  const { v3, v2, tonapi } = engine.urls;
  const url = { 'toncenter-v3': v3, 'toncenter-v2': v2, tonapi }[kind];
  return ton.connect('ton', { endpoints: [{ url, kind }], oldestBlockMs: 0 });
}

const unused = 'UQAQ113dWkP2MOfXN2uv0qPFB-097flcLBhyv0_lhgXEUhwz';

describe.each(['toncenter-v3', 'tonapi', 'toncenter-v2'] as const)('the local chain through %s', (kind) => {
  it('describes jettons', async () => {
    const [demo] = engine.tokens;
    expect(await open(kind).token(demo?.id ?? '')).toMatchObject({
      type: 'JETTON',
      id: demo?.id,
      name: 'Isochain Demo Dollar',
      ticker: 'DEMO',
      decimals: '6',
      contractAddress: demo?.id,
    });
    expect(await open(kind).token(plain)).toMatchObject({ ticker: 'PLN', decimals: '9' });
  });

  it('knows no jetton where there is another contract, or none', async () => {
    for (const id of [unused, engine.accounts[0]?.address ?? '']) {
      await expect(open(kind).token(id)).rejects.toMatchObject({ code: 'token.notFound' });
    }
  });

  it('tells coins', async () => {
    const { address = '' } = engine.accounts[1] ?? {};
    const { balance } = await engine.state(address);
    const all = { available: balance.toString(), total: balance.toString(), unconfirmed: '0' };
    expect((await open(kind).accountState(address, { include: ['native'] })).balances).toEqual({ native: all });
    const none = { available: '0', total: '0', unconfirmed: '0' };
    expect((await open(kind).accountState(unused, { include: ['native'] })).balances).toEqual({ native: none });
  });
});

describe.each(['toncenter-v3', 'tonapi'] as const)('the index of %s', (kind) => {
  it('knows documents that lie elsewhere', async () => {
    expect(await open(kind).token(far)).toMatchObject({ name: 'Far', ticker: 'FAR', decimals: '3' });
  });

  it('tells jettons', async () => {
    const { tokens } = (await open(kind).accountState(engine.accounts[0]?.address ?? '')).balances;
    const told = tokens?.map(({ token, amount }) => [token.id, token.ticker, token.decimals, amount]);
    expect(told).toEqual(
      expect.arrayContaining([
        [engine.tokens[0]?.id, 'DEMO', '6', '1000000000000'],
        [far, 'FAR', '3', '77'],
      ]),
    );
    expect(told).toHaveLength(2);
    expect((await open(kind).accountState(unused)).balances.tokens).toEqual([]);
  });
});

it('v2 cannot tell decimals that lie elsewhere, and does not guess them', async () => {
  await expect(open('toncenter-v2').token(far)).rejects.toMatchObject({ code: 'token.notFound' });
});
