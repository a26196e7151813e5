import type { Chain } from '@isochain/core';
import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longType } from '../../test/token-rig.ts';
import { type AptosOptions, aptos } from '../index.ts';

// On the stand-in of a node and its indexer, which follows the schema of the public one.

let engine: AptosEngine;
beforeAll(async () => {
  engine = await startAptos();
});
afterAll(() => engine?.stop());

const connect = (options: Partial<AptosOptions> = {}) =>
  aptos.connect('aptos', {
    endpoints: engine.settings.endpoints,
    oldestBlockMs: 0,
    now: () => engine.now(),
    ...options,
  }) as Chain;

/** Reads parts of an account, and counts rounds. */
async function read(of: string, include: readonly string[], options: Partial<AptosOptions> = {}) {
  let roundTrips = 0;
  const onTrace = (trace: { readonly roundTrips: number }) => {
    roundTrips = trace.roundTrips;
  };
  const { balances } = await connect(options).accountState(of, { include, onTrace } as never);
  const tokens = (balances.tokens ?? []).map(({ token: { id, ticker, decimals }, amount }) => [
    id,
    ticker,
    decimals,
    amount,
  ]);
  return { balances, tokens, roundTrips };
}

describe('an account', () => {
  it('has APT and tokens in one round, each token once', async () => {
    const [, { address } = { address: '' }] = engine.accounts;
    const { demo, migratedCoin, plainCoin, keeping, usdc, usdt } = engine.tokenIds;
    const { balances, tokens, roundTrips } = await read(address, ['native', 'tokens']);
    expect(roundTrips).toBe(1);
    expect(balances.native).toEqual({ available: '1000000000000', total: '1000000000000', unconfirmed: '0' });
    expect(balances.staking).toBeUndefined();
    expect(tokens.sort()).toEqual(
      [
        [demo, 'DEMO', '6', '1000000000000'],
        // 600 as coin and 400 as asset.
        [longType(migratedCoin), 'MIG', '6', '1000000000'],
        [longType(plainCoin), 'PLAIN', '8', '100000000000'],
        [keeping, 'KEEP', '6', '1000000000'],
        [usdc, 'USDC', '6', '5000000000'],
        [usdt, 'USDt', '6', '5000000000'],
      ].sort(),
    );
  });

  it('has no pieces of collections among its tokens', async () => {
    const [{ address } = { address: '' }] = engine.accounts;
    const { tokens } = await read(address, ['tokens']);
    expect(tokens.map(([id]) => id)).not.toContain(engine.tokenIds.nft);
  });

  it('may hold one of a token without decimals', async () => {
    const [owner = '', other = ''] = engine.accounts.slice(2).map(({ address }) => address);
    const id = engine.createAsset({ symbol: 'WHOLE', decimals: 0, holders: [owner, other], amountEach: 1n });
    const { tokens } = await read(owner, ['tokens']);
    expect(tokens).toContainEqual([id, 'WHOLE', '0', '1']);
  });

  it('that nobody used has nothing', async () => {
    const { balances } = await read(`0x${'6f'.repeat(32)}`, ['native', 'tokens']);
    expect(balances).toEqual({ native: { available: '0', total: '0', unconfirmed: '0' }, tokens: [] });
  });

  it('has exact amounts above 2^53', async () => {
    const owner = `0x${'6e'.repeat(32)}`;
    const amount = 2n ** 63n + 1n;
    const id = engine.createAsset({ symbol: 'MUCH', decimals: 18, holders: [owner], amountEach: amount });
    await engine.fund(owner, 2n ** 60n + 1n);
    const { balances, tokens } = await read(owner, ['native', 'tokens']);
    expect(tokens).toEqual([[id, 'MUCH', '18', amount.toString()]]);
    expect(balances.native?.available).toBe((2n ** 60n + 1n).toString());
  });

  it('can use the APT that it has as fungible asset, and not what is still a coin', async () => {
    const owner = `0x${'6a'.repeat(32)}`;
    await engine.fund(owner, 5n);
    engine.fundCoinStore(owner, 7n, '0x1::aptos_coin::AptosCoin');
    const { balances } = await read(owner, ['native']);
    expect(balances.native).toEqual({ available: '5', total: '12', unconfirmed: '0' });
  });

  it('keeps a frozen token in its balances', async () => {
    const owner = `0x${'6d'.repeat(32)}`;
    const id = engine.createAsset({ symbol: 'ICE', holders: [owner], amountEach: 3n });
    engine.freeze(id, owner);
    expect((await read(owner, ['tokens'])).tokens).toEqual([[id, 'ICE', '6', '3']]);
  });

  it('shows names without tricks', async () => {
    const owner = `0x${'6c'.repeat(32)}`;
    engine.createAsset({ name: 'US\u202eDC\n', symbol: 'U\u200bSDC', holders: [owner], amountEach: 3n });
    const { balances } = await read(owner, ['tokens']);
    expect(balances.tokens?.[0]?.token).toMatchObject({ type: 'APTOS_COIN', name: 'USDC', ticker: 'USDC' });
  });

  it('has more than a page of tokens', async () => {
    const owner = `0x${'6b'.repeat(32)}`;
    for (let i = 0; i < 150; i += 1) engine.createAsset({ symbol: `T${i}`, holders: [owner], amountEach: 1n });
    const { tokens, roundTrips } = await read(owner, ['tokens']);
    expect(tokens).toHaveLength(150);
    expect(roundTrips).toBe(2);
  });

  it('tells no tokens without an indexer', async () => {
    const endpoints = engine.settings.endpoints.filter(({ kind }) => kind === 'node');
    const { balances } = await read(engine.accounts[0]?.address ?? '', ['native'], { endpoints });
    expect(balances.native?.available).toBe('1000000000000');
    const { balances: parts } = connect({ endpoints }).detail().supportedFeatures.read.account;
    expect(parts).toEqual({ native: true, tokens: false, staking: false });
  });
});
