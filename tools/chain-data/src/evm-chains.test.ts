import { describe, expect, it } from 'vitest';
import { buildCatalogue, identitiesOf } from './catalogue.ts';
import { checksummed } from './check.ts';
import { buildEvmChains } from './evm-chains.ts';
import {
  corrections,
  evmCuration,
  evmSources,
  mainNetworksElsewhere,
  specifiedChains,
  tokensSource,
} from './sources.ts';

const catalogue = buildCatalogue(specifiedChains, corrections, mainNetworksElsewhere);
const identities = identitiesOf('evm', catalogue);
const evmIds = Object.keys(identities);
const chains = buildEvmChains(identities, evmSources, evmCuration);
const rows = Object.entries(chains);

describe('the EVM chains', () => {
  it('are those of the catalogue, in its order', () => {
    expect(Object.keys(chains)).toEqual(evmIds);
    expect(evmIds).toContain('ethereum');
  });

  it('have the native ids of the catalogue', () => {
    for (const [id, chain] of rows) expect(String(chain.id), id).toBe(catalogue[id]?.nativeId);
  });

  it('have unique ids', () => {
    expect(new Set(rows.map(([, { id }]) => id)).size).toBe(rows.length);
  });

  it('have addresses with the right checksum', () => {
    for (const [id, { multicall3, nativePseudoTokens = [] }] of rows) {
      for (const address of [multicall3, ...nativePseudoTokens]) {
        if (address !== null) expect(checksummed(address, id)).toBe(address);
      }
    }
  });

  it('have https endpoints, each host once, and no key in any of them', () => {
    for (const [id, { rpc, blockscout, explorer, explorers = [], stopped }] of rows) {
      if (stopped === undefined) expect(rpc.length, id).toBeGreaterThanOrEqual(2);
      const urls = rpc.map(({ url }) => new URL(url));
      expect(new Set(urls.map(({ host }) => host)).size, id).toBe(urls.length);
      for (const url of [...[...rpc, ...explorers].map(({ url }) => url), blockscout, explorer]) {
        if (url === null) continue;
        expect(url, id).toMatch(/^https:\/\//);
        expect(url, id).not.toMatch(/[0-9a-f]{32}|[?#@]|\/$/i);
      }
    }
  });

  it('batch three calls at most where the host is dRPC, and none where a host takes no batches', () => {
    const limited = rows.flatMap(([, { rpc }]) => rpc).filter(({ maxBatch }) => maxBatch !== undefined);
    const drpc = limited.filter(({ url }) => new URL(url).hostname.endsWith('.drpc.org'));
    expect(drpc.length).toBeGreaterThan(20);
    expect(new Set(drpc.map(({ maxBatch }) => maxBatch))).toEqual(new Set([3]));
    expect(limited.filter((endpoint) => !drpc.includes(endpoint))).toEqual([
      { url: 'https://rpc-testnet.monadinfra.com', maxBatch: 1 },
    ]);
  });

  it('have the floors of the pools', () => {
    expect(chains.polygon).toMatchObject({ minTip: '25000000000', suggestedTip: '30000000000' });
    expect(chains['polygon-amoy']).toMatchObject({ minTip: '25000000000', suggestedTip: '30000000000' });
    expect(chains.bsc).toMatchObject({ minTip: '50000000' });
    expect(chains.gnosis).toMatchObject({ minTip: '1', suggestedTip: '1000000000' });
    expect(chains.moonbeam).toMatchObject({ minGasPrice: '31250000000' });
    expect(chains.moonriver).toMatchObject({ minGasPrice: '312500000' });
    expect(chains.moonbase).toMatchObject({ minGasPrice: '31250000' });
    expect(chains['monad-testnet']).toMatchObject({ minGasPrice: '100000000000' });
    expect(chains.base).not.toHaveProperty('minTip');
    // Pools of geth, and of what is made from it, take no tip below 1 wei. Mantle's takes none at all (mantle-xyz/op-geth, PriceLimit 0).
    const ofGeth = ['avalanche', 'avalanche-fuji', 'berachain', 'berachain-bepolia', 'chiliz', 'chiliz-testnet'];
    for (const id of ofGeth) expect(chains[id]?.minTip, id).toBe('1');
    expect(chains.mantle).not.toHaveProperty('minTip');
  });

  it('suggest a tip on every OP chain, where blocks hold deposits without one', () => {
    const op = rows.filter(([, { feeClass }]) => feeClass === 'op');
    expect(op.length).toBeGreaterThan(5);
    for (const [id, { suggestedTip }] of op) expect(suggestedTip, id).toBe('1000000');
  });

  it('say where the pending state is none', () => {
    const ids = rows.filter(([, { pendingIsLatest }]) => pendingIsLatest).map(([id]) => id);
    expect(ids.toSorted()).toEqual(['avalanche', 'avalanche-fuji', 'base', 'base-sepolia']);
  });

  it('make blocks every 200 ms on Base', () => {
    for (const id of ['base', 'base-sepolia']) expect(chains[id]?.blockTimeMs).toBe(200);
  });

  it('have precompiles of their own among the system addresses', () => {
    const isSystem = (id: string, address: string) =>
      (chains[id]?.systemAddresses ?? []).some(([from, to]) => from <= address && address <= to);
    const at = (number: string) => `0x${number.padStart(40, '0')}`;
    for (const id of ['bsc', 'bsc-testnet']) {
      expect(['64', '69', '70', '1000', '3000'].filter((number) => !isSystem(id, at(number)))).toEqual([]);
      expect(['63', '71', 'fff'].filter((number) => isSystem(id, at(number)))).toEqual([]);
    }
    expect(['1000', '1001'].filter((number) => !isSystem('monad-testnet', at(number)))).toEqual([]);
    expect(isSystem('monad-testnet', at('1002'))).toBe(false);
  });

  it('have a ceiling of at least four times the highest price that is known, and a fee for a token transfer at it', () => {
    for (const { chains: ids, set, seen } of evmCuration.ceilings) {
      if (seen !== undefined) {
        const { minGasPrice = '0', minTip = '0' } = chains[ids[0] ?? ''] ?? {};
        expect(BigInt(seen), ids[0]).toBeGreaterThanOrEqual(BigInt(minTip));
        // What is the floor, and no record, is multiplied by more.
        const times = minGasPrice === seen || minTip === seen ? 1_000n : 4n;
        expect(BigInt(set.gasPrice), ids[0]).toBeGreaterThanOrEqual(BigInt(seen) * times);
      }
      if (set.tip !== undefined) expect(BigInt(set.tip), ids[0]).toBeLessThanOrEqual(BigInt(set.gasPrice));
    }
    // 25,000 gwei for 100,000 gas: 2.5 ether.
    expect(chains.ethereum?.ceilings).toEqual({
      gasPrice: '25000000000000',
      tip: '1000000000000',
      fee: '2500000000000000000',
    });
    expect(chains.mantle?.ceilings).toEqual({ gasPrice: '500000000000', fee: '10000000000000000000' });
    // Where gas that is not used is charged all the same.
    expect(rows.filter(([, { ceilings }]) => ceilings.gas !== undefined).map(([id]) => id)).toEqual([
      'injective-evm-testnet',
      'avalanche',
      'avalanche-fuji',
      'monad-testnet',
      'cronos',
    ]);
  });

  it('have ranges of system addresses in ascending order, in lower case', () => {
    for (const [id, { systemAddresses = [] }] of rows) {
      const ends = systemAddresses.flat();
      expect(ends, id).toEqual([...ends].sort());
      for (const address of ends) expect(address, id).toMatch(/^0x[0-9a-f]{40}$/);
    }
    const withPredeploys = rows.filter(([, { feeClass }]) => feeClass === 'op' || feeClass === 'op-mantle');
    for (const [id, { systemAddresses }] of withPredeploys) {
      expect(systemAddresses, id).toEqual([
        ['0x4200000000000000000000000000000000000000', '0x42000000000000000000000000000000000000ff'],
      ]);
    }
  });

  it('name an explorer of theirs by their own chain id', () => {
    const ofRoutescan = rows.flatMap(([id, { explorers = [] }]) =>
      explorers.map((explorer) => [id, explorer] as const),
    );
    expect(ofRoutescan.map(([id]) => id)).toContain('avalanche');
    for (const [id, { url }] of ofRoutescan) {
      const net = catalogue[id]?.isTestnetFor === undefined ? 'mainnet' : 'testnet';
      expect(url).toBe(`https://api.routescan.io/v2/network/${net}/evm/${catalogue[id]?.nativeId}/etherscan/api`);
    }
  });

  it('say which networks are about to end', () => {
    expect(rows.filter(([, { sunset }]) => sunset).map(([id]) => id)).toEqual(['fantom']);
  });

  it('say which networks have stopped, and know nobody who would answer for one', () => {
    const stopped = rows.filter(([, chain]) => chain.stopped !== undefined);
    expect(stopped.map(([id]) => id)).toEqual(['holesky', 'moonbeam', 'moonriver', 'moonbase']);
    for (const [id, chain] of stopped) {
      expect(chain, id).toMatchObject({ rpc: [], blockscout: null, explorer: null, etherscanV2: 'removed' });
      expect(chain, id).not.toHaveProperty('explorers');
      expect(tokensSource.chains, id).not.toHaveProperty(id);
    }
    // DefiLlama/dimension-adapters#8778: the last blocks.
    expect(chains.moonbeam?.stopped).toMatchObject({ since: '2026-08-10', reason: expect.stringMatching(/16796699/) });
    expect(chains.moonriver?.stopped).toMatchObject({ since: '2026-08-10', reason: expect.stringMatching(/17381654/) });
  });
});

describe('building the EVM chains', () => {
  it('refuses a chain that one of the two sides does not have', () => {
    expect(() => buildEvmChains({ ...identities, celo: { nativeId: '42220' } }, evmSources, evmCuration)).toThrow(
      'evm-chains.json lacks celo',
    );
    expect(() =>
      buildEvmChains(Object.fromEntries(Object.entries(identities).slice(1)), evmSources, evmCuration),
    ).toThrow('has ethereum, which the catalogue');
  });

  it('refuses a curation of an unknown chain', () => {
    const sunset = [{ chain: 'goerli', text: 'Gone.', source: 'a test' }];
    expect(() => buildEvmChains(identities, evmSources, { ...evmCuration, sunset })).toThrow('goerli');
  });

  it.each([
    ['that has endpoints', 'bsc', '2026-08-10', 'bsc has stopped: it can have no'],
    ['with a day that is none', 'bsc', '2026-8-10', 'since is a day'],
    ['with a day that never was', 'bsc', '2026-13-10', 'since is a day'],
    ['that is about to end', 'fantom', '2026-08-10', 'not being retired any more'],
    ['that is none', 'goerli', '2026-08-10', 'goerli'],
  ])('refuses a stopped chain %s', (_, chain, since, message) => {
    const stopped = [...evmCuration.stopped, { chain, since, reason: 'It ended.', source: 'a test' }];
    expect(() => buildEvmChains(identities, evmSources, { ...evmCuration, stopped })).toThrow(message);
  });

  it('refuses a chain without endpoints that has not stopped', () => {
    const build = () => buildEvmChains(identities, evmSources, { ...evmCuration, stopped: [] });
    expect(build).toThrow('holesky has no endpoints, and has not stopped');
  });

  it('refuses two rules for the same fee', () => {
    const fees = [...evmCuration.fees, { chains: ['bsc'], set: { minTip: '1' }, source: 'a test' }];
    expect(() => buildEvmChains(identities, evmSources, { ...evmCuration, fees })).toThrow(
      'fees of bsc has "minTip" more than once',
    );
  });

  it('refuses a chain without a ceiling, or with two', () => {
    const [first, ...rest] = evmCuration.ceilings;
    const build = (ceilings: typeof evmCuration.ceilings) => () =>
      buildEvmChains(identities, evmSources, { ...evmCuration, ceilings });
    expect(build(rest)).toThrow('ethereum needs one entry in ceilings');
    expect(build([...evmCuration.ceilings, ...(first === undefined ? [] : [first])])).toThrow(
      'ethereum needs one entry',
    );
  });

  it('refuses a malformed range', () => {
    const ranges = [['0x42000000000000000000000000000000000000ff', '0x4200000000000000000000000000000000000000']];
    const systemAddresses = [{ chains: ['base'], ranges, source: 'a test' }];
    expect(() => buildEvmChains(identities, evmSources, { ...evmCuration, systemAddresses })).toThrow(
      'the lower one first',
    );
  });

  it('every curated fact has a source', () => {
    const { fees, ceilings, sunset, stopped, explorers, maxBatch, ...rest } = evmCuration;
    const { systemAddresses, nativePseudoTokens, nativeStandIns } = rest;
    for (const { source } of [
      ...fees,
      ...evmCuration.pendingIsLatest,
      ...ceilings,
      ...sunset,
      ...stopped,
      ...explorers,
      ...maxBatch,
      ...systemAddresses,
      ...nativePseudoTokens,
      nativeStandIns,
    ]) {
      expect(source.length).toBeGreaterThan(10);
    }
  });
});
