import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cosmosIdentities } from '../../../packages/core/src/catalogue.data.ts';
import answers from '../../../packages/cosmos/fixtures/lcd/answers.json' with { type: 'json' };
import { checkTokenId } from '../../../packages/cosmos/src/address/token-id.ts';
import { type CosmosChainId, namedChain } from '../../../packages/cosmos/src/chains.ts';
import { registryChain } from './chain-registry.ts';
import { buildCosmosTokens, ibcDenom } from './cosmos-tokens.ts';
import { generateFiles, tokenListFolders } from './files.ts';
import { sources } from './sources.ts';

const testNetworks = Object.entries(cosmosIdentities).flatMap(([id, row]) => ('isTestnetFor' in row ? [id] : []));
const lists = buildCosmosTokens(sources.cosmos, testNetworks, sources.cosmosTokens);
const rows = Object.entries(lists);
const all = rows.flatMap(([id, { tokens }]) => tokens.map((token) => [id, token] as const));

describe('the token lists of the Cosmos chains', () => {
  it('are of the chains that run', () => {
    const running = Object.keys(sources.cosmos.chains).filter((id) => !sources.cosmos.chains[id]?.stopped);
    expect(Object.keys(lists)).toEqual(running);
    expect(all.length).toBeGreaterThan(500);
  });

  it('are modest', () => {
    for (const [id, { tokens }] of rows) expect(tokens.length, id).toBeLessThanOrEqual(60);
    const files = generateFiles().filter(({ path }) => path.startsWith(`${tokenListFolders.cosmos}/`));
    const sizes = files.map(({ text }) => gzipSync(text).length);
    // Hashes cannot be compressed: a list of 60 has 60 times 32 bytes of them.
    expect(Math.max(...sizes)).toBeLessThan(5_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(45_000);
  });

  it.each(rows)('have ids of %s, as its identifiers are read', (id, { tokens }) => {
    for (const [token] of tokens) {
      const read = checkTokenId(namedChain(id as CosmosChainId), token);
      expect(read.ok && read.canonical, token).toBe(token);
    }
  });

  it.each(rows)('have no id and no ticker twice on %s, and none of its coin', (id, { tokens }) => {
    const { ticker } = cosmosIdentities[id as CosmosChainId];
    const tickers = [ticker, ...tokens.map(([, text]) => text)].map((text) => text.toLowerCase());
    expect(new Set(tickers).size).toBe(tokens.length + 1);
    expect(new Set(tokens.map(([token]) => token)).size).toBe(tokens.length);
  });

  it('have the trace of every denomination of IBC, and it is the hash of it', () => {
    for (const [id, { tokens, traces }] of rows) {
      const ibc = tokens.flatMap(([token]) => (token.startsWith('ibc/') ? [token] : []));
      expect(Object.keys(traces).sort(), id).toEqual(ibc.sort());
      for (const [token, trace] of Object.entries(traces)) {
        expect(ibcDenom(trace), token).toBe(token);
        // The second generation of IBC has clients in the place of channels: cosmos/ibc-go v10, 08-wasm-1369.
        expect(trace).toMatch(/^((transfer|wasm\.[a-z0-9]+)\/(channel|\d\d-[a-z]+)-\d+\/)+[^/]/);
      }
    }
  });

  it('have the decimals that the coin has on its own chain', () => {
    let compared = 0;
    for (const [id, { tokens, traces }] of rows) {
      for (const [token, , , decimals] of tokens) {
        const [, , base, ...more] = traces[token]?.split('/') ?? [];
        const home = Object.entries(sources.cosmos.chains).find(([, { denom }]) => denom === base);
        if (home === undefined || more.length > 0 || home[0].endsWith('-testnet')) continue;
        compared += 1;
        expect(decimals, `${id} ${token}`).toBe(cosmosIdentities[home[0] as CosmosChainId].decimals);
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('have what everybody knows', () => {
    // The first two are in every wallet; docs.osmosis.zone and developers.circle.com (USDC on Cosmos Hub, Osmosis, dYdX).
    const known: [CosmosChainId, string, string, number][] = [
      ['osmosis', 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2', 'ATOM', 6],
      ['cosmoshub', 'ibc/14F9BC3E44B8A9C1BE1FB08980FAB87034C9905EF17CF2F5008FC085218811CC', 'OSMO', 6],
      ['osmosis', 'ibc/498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4', 'USDC', 6],
      ['cosmoshub', 'ibc/F663521BF1836B00F5F177680F74BFB9A8B5654A694D0D2BC249E03CF2509013', 'USDC', 6],
      ['dydx', 'ibc/8E27BA2D5493AF5636760E354E46004562C46AB7EC0CC4C1CA14E9E20E2545B5', 'USDC', 6],
      ['injective', 'peggy0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT', 6],
    ];
    for (const [id, token, ticker, decimals] of known) {
      expect(lists[id]?.tokens, id).toContainEqual([token, ticker, expect.any(String), decimals]);
    }
    // What became of the coin of Stargaze.
    const stars = /factory\/\w+\/ustars/.exec(sources.cosmos.chains.stargaze?.stopped?.reason ?? '')?.[0];
    expect(lists.cosmoshub?.tokens).toContainEqual([stars, 'STARS', 'Stargaze', 6]);
  });
});

describe('the chain registry', () => {
  it('has no denomination of IBC that is not the hash of its trace, in all its lists of these chains', () => {
    let compared = 0;
    for (const { registry } of Object.values(sources.cosmos.chains)) {
      for (const { base, traces } of registryChain(registry)?.assets ?? []) {
        if (!base.startsWith('ibc/')) continue;
        compared += 1;
        expect(ibcDenom(traces?.at(-1)?.chain?.path ?? ''), base).toBe(base);
      }
    }
    expect(compared).toBeGreaterThan(600);
  });

  it('has the same channels in its lists of tokens and in its lists of channels', () => {
    let compared = 0;
    for (const [id, { registry }] of Object.entries(sources.cosmos.chains)) {
      for (const { base, traces, deprecated } of registryChain(registry)?.assets ?? []) {
        const last = traces?.at(-1);
        const coin = Object.values(sources.cosmos.chains).find(
          (row) => row.registry === last?.counterparty.chainName && row.denom === last.counterparty.baseDenom,
        );
        if (!base.startsWith('ibc/') || coin === undefined || coin.stopped !== undefined || deprecated) continue;
        compared += 1;
        expect(
          lists[id]?.tokens.map(([token]) => token),
          `${id}: ${coin.registry}`,
        ).toContain(base);
      }
    }
    expect(compared).toBeGreaterThan(40);
  });
});

describe('traces', () => {
  it('are what nodes answer, wherever both know a denomination', () => {
    const answered = Object.entries(answers.ibc).map(([id, { denom_trace: trace }]) => [
      id,
      `${trace.path}/${trace.base_denom}`,
    ]);
    for (const [id, trace] of answered) expect(ibcDenom(trace ?? '')).toBe(id);
    const listed = new Map(rows.flatMap(([, { traces }]) => Object.entries(traces)));
    const both = answered.filter(([id]) => listed.has(id ?? ''));
    expect(both.length).toBeGreaterThan(10);
    for (const [id, trace] of both) expect(listed.get(id ?? '')).toBe(trace);
  });
});
