import { describe, expect, it } from 'vitest';
import { identitiesOf } from './catalogue.ts';
import { checksummed } from './check.ts';
import { buildEvmChains } from './evm-chains.ts';
import { readEvmSources } from './evm-source.ts';
import { catalogueOf } from './files.ts';
import { evmChainsWritten, sources } from './sources.ts';

const catalogue = catalogueOf(sources);
const identities = identitiesOf('evm', catalogue);
const evmIds = Object.keys(identities);
const chains = buildEvmChains(identities, sources.evm);
const rows = Object.entries(chains);

describe('the EVM chains', () => {
  it('are the EVM chains of the catalogue, in its order', () => {
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

  it('have https endpoints without keys, and each host once', () => {
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

  it('batch at most three calls on hosts of dRPC, and no calls on hosts that take no batches', () => {
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
    // The pools of geth and its forks take no tip below 1 wei. Mantle's pool takes transactions without a tip (mantle-xyz/op-geth, PriceLimit 0).
    const ofGeth = ['avalanche', 'avalanche-fuji', 'berachain', 'berachain-bepolia', 'chiliz', 'chiliz-testnet'];
    for (const id of ofGeth) expect(chains[id]?.minTip, id).toBe('1');
    expect(chains.mantle).not.toHaveProperty('minTip');
  });

  it('suggest a tip on every OP chain, because blocks there hold deposits without a tip', () => {
    const op = rows.filter(([, { feeClass }]) => feeClass === 'op');
    expect(op.length).toBeGreaterThan(5);
    for (const [id, { suggestedTip }] of op) expect(suggestedTip, id).toBe('1000000');
  });

  it('say on which chains the pending state is only the latest state', () => {
    const ids = rows.filter(([, { pendingIsLatest }]) => pendingIsLatest).map(([id]) => id);
    expect(ids).toEqual(expect.arrayContaining(['avalanche', 'avalanche-fuji', 'base', 'base-sepolia']));
    expect(ids).not.toContain('ethereum');
  });

  it('make blocks every 200 ms on Base', () => {
    for (const id of ['base', 'base-sepolia']) expect(chains[id]?.blockTimeMs).toBe(200);
  });

  it('list their own precompiles among the system addresses', () => {
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

  it('have a ceiling of the gas price, and a ceiling of the fee that allows a token transfer at that price', () => {
    // 25,000 gwei for 100,000 gas: 2.5 ether.
    expect(chains.ethereum?.ceilings).toEqual({
      gasPrice: '25000000000000',
      tip: '1000000000000',
      fee: '2500000000000000000',
    });
    expect(chains.mantle?.ceilings).toEqual({ gasPrice: '500000000000', fee: '10000000000000000000' });
    // These chains charge unused gas too.
    const boundGas = ['injective-evm-testnet', 'avalanche', 'avalanche-fuji', 'monad-testnet', 'cronos'];
    for (const id of boundGas) expect(chains[id]?.ceilings.gas, id).toBe('1000000');
    expect(chains.ethereum?.ceilings).not.toHaveProperty('gas');
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

  it('list explorers under their own chain id', () => {
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
    expect(chains.fantom?.sunset).toContain('end of 2026');
    expect(chains.ethereum).not.toHaveProperty('sunset');
  });

  it('say which networks have stopped, and have no endpoints for them', () => {
    const stopped = rows.filter(([, chain]) => chain.stopped !== undefined);
    const ids = stopped.map(([id]) => id);
    expect(ids).toEqual(expect.arrayContaining(['holesky', 'moonbeam', 'moonriver', 'moonbase']));
    for (const [id, chain] of stopped) {
      expect(chain, id).toMatchObject({ rpc: [], blockscout: null, explorer: null, etherscanV2: 'removed' });
      expect(chain, id).not.toHaveProperty('explorers');
      expect(sources.tokens.chains, id).not.toHaveProperty(id);
    }
    // Source of the last blocks: DefiLlama/dimension-adapters#8778.
    expect(chains.moonbeam?.stopped).toMatchObject({ since: '2026-08-10', reason: expect.stringMatching(/16796699/) });
    expect(chains.moonriver?.stopped).toMatchObject({ since: '2026-08-10', reason: expect.stringMatching(/17381654/) });
  });
});

type Row = Readonly<Record<string, unknown>>;

const { chains: written } = evmChainsWritten;

/** Builds the chains after a change of one row, or with one more row. */
function building(id: string, change: Row) {
  const old: Row = (written as Readonly<Record<string, Row>>)[id] ?? {};
  return () => {
    const evm = readEvmSources({ ...evmChainsWritten, chains: { ...written, [id]: { ...old, ...change } } });
    return buildEvmChains(identitiesOf('evm', catalogueOf({ ...sources, evm })), evm);
  };
}

const stopped = { since: '2026-08-10', reason: 'It ended.', source: 'a test of the generator' };
const source = 'a test of the generator';

describe('building the EVM chains', () => {
  it('copies a fact from the row that "as" names', () => {
    const tip = { minTip: '7', source };
    const built = building('ethereum', { fees: tip })();
    expect([built.ethereum?.minTip, built.sepolia?.minTip, built.polygon?.minTip]).toEqual(['7', '7', '25000000000']);
  });

  it('refuses a chain that the catalogue or the table lacks', () => {
    const added = { ...identities, celo: { nativeId: '42220' } };
    expect(() => buildEvmChains(added, sources.evm)).toThrow('evm-chains.json lacks celo');
    expect(building('celo', written.base)).toThrow('evm-chains.json: celo: identity is missing');
  });

  it('refuses a row with an identity for a chain of the specification', () => {
    const identity = { nativeId: '1', name: 'Ethereum', ticker: 'ETH', decimals: 18 };
    expect(building('ethereum', { identity })).toThrow("ethereum is in chains.json, the specification's list");
  });

  it.each<[what: string, id: string, change: Row, message: string]>([
    ['without a ceiling', 'bsc', { ceilings: undefined }, 'bsc.ceilings: '],
    ['without a fee class', 'bsc', { feeClass: undefined }, 'bsc.feeClass: '],
    ['with an unknown fee class', 'bsc', { feeClass: 'eip-1559' }, 'bsc.feeClass: Invalid option'],
    ['with a field that nobody knows', 'bsc', { blockTime: 3 }, 'bsc: Unrecognized key: "blockTime"'],
    ['whose block takes no time', 'bsc', { blockTimeMs: 0 }, 'bsc.blockTimeMs: '],
    ['with a wrong checksum', 'bsc', { multicall3: `0x${'aB'.repeat(20)}` }, 'bsc.multicall3: it is "0xaB'],
    ['with an endpoint that is no URL', 'bsc', { rpc: ['https://a.b', 'c.d'] }, 'bsc.rpc.1: it is "c.d"'],
    ['with one endpoint', 'bsc', { rpc: ['https://a.b'] }, 'bsc.rpc has to have two endpoints'],
    ['without endpoints', 'bsc', { rpc: [] }, 'bsc.rpc has to have two endpoints'],
    ['with one host twice', 'bsc', { rpc: ['https://a.b', 'https://a.b/c'] }, 'bsc.rpc has "a.b" more than once'],
    ['with gwei', 'bsc', { fees: { minTip: '0.05', source } }, 'bsc.fees.minTip: it is "0.05"'],
    ['with a fee floor from nowhere', 'bsc', { fees: { minTip: '1' } }, 'bsc.fees.source: '],
    ['with a ceiling from nowhere', 'bsc', { ceilings: { gasPrice: '1' } }, 'bsc.ceilings.source: '],
    ['as one that is none', 'bsc', { fees: { as: 'goerli' } }, 'bsc.fees: "goerli" is no row that has fees'],
    ['as one that refers itself', 'bsc', { fees: { as: 'sepolia' } }, 'bsc.fees: "sepolia" is no row that has fees'],
    ['as itself', 'bsc', { fees: { as: 'bsc' } }, 'bsc.fees: "bsc" is no row that has fees'],
    [
      'with a ceiling below four times the record',
      'cronos',
      { ceilings: { gasPrice: '399', seen: '100', source } },
      'cronos.ceilings.gasPrice is below 4 times',
    ],
    [
      'with a ceiling below a thousand times the floor',
      'bsc',
      { ceilings: { gasPrice: '99999', seen: '100', source }, fees: { minTip: '100', source } },
      'bsc.ceilings.gasPrice is below 1000 times',
    ],
    [
      'with a record below the floor',
      'bsc',
      { ceilings: { gasPrice: '400', seen: '100', source }, fees: { minTip: '101', source } },
      'bsc.ceilings.seen is below the least tip',
    ],
    [
      'with a tip above the price',
      'bsc',
      { ceilings: { gasPrice: '400', tip: '401', source } },
      'bsc.ceilings.tip is above that of gasPrice',
    ],
    [
      'with a range from high to low',
      'bsc',
      { systemAddresses: [{ ranges: [[`0x${'1'.repeat(40)}`, `0x${'0'.repeat(40)}`]], source }] },
      'bsc.systemAddresses.0.ranges.0: a range of system addresses is two addresses in lower case, the lower one first',
    ],
    ['of the OP stack without a tip', 'optimism', { fees: undefined }, 'optimism.fees.suggestedTip is missing'],
    [
      'of the OP stack without predeploys',
      'mantle',
      { systemAddresses: undefined },
      'mantle.systemAddresses are missing',
    ],
    ['that has stopped and has endpoints', 'bsc', { stopped }, 'bsc.stopped: then it can have no endpoints'],
    ['that stopped on no day', 'bsc', { stopped: { ...stopped, since: '2026-8-10' } }, 'bsc.stopped.since: it has to'],
    [
      'that stopped on a day that never was',
      'bsc',
      { stopped: { ...stopped, since: '2026-13-10' } },
      'bsc.stopped.since',
    ],
    [
      'that has stopped and is about to',
      'fantom',
      { stopped, rpc: [], blockscout: null, explorer: null, etherscanV2: 'removed' },
      'fantom.sunset: it has stopped',
    ],
  ])('refuses a chain %s', (_, id, change, message) => {
    expect(building(id, change)).toThrow(message);
  });
});
