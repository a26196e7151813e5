import { createHash } from 'node:crypto';
import { type RegistryAsset, type RegistryChain, registryChain } from './chain-registry.ts';
import type { CosmosSources } from './cosmos-source.ts';
import type { CosmosTokensSource } from './cosmos-tokens-source.ts';
import { header } from './header.ts';
import { inline, property } from './literal.ts';
import { isLabel } from './token-lists.ts';

/** A token as the cosmos package ships it. */
type ListedToken = readonly [id: string, ticker: string, name: string, decimals: number];

/** The list of a chain. */
export interface CosmosTokenList {
  readonly tokens: readonly ListedToken[];
  /** Of the denominations of IBC, by id: ports and channels, and at the end the denomination on the chain that it is from. */
  readonly traces: Readonly<Record<string, string>>;
}

/** A coin on its own chain, by the name of the chain in the registry. */
interface Coin {
  readonly registry: string;
  readonly denom: string;
}

/** Where a contract is from. */
const contractMark = 'cw20';

/** A token that may be listed. */
interface Candidate {
  readonly id: string;
  readonly asset: RegistryAsset;
  /** The chain that it came from, or what it is. It stands behind the ticker if another token has the same. */
  readonly from: string;
  /** Whether CoinGecko has it. */
  readonly isKnown: boolean;
  /** Of a denomination of IBC. */
  readonly trace?: string;
}

/** The denomination that a chain gives to a token of a trace (cosmos/ibc-go modules/apps/transfer/types/denom.go: IBCDenom). */
export function ibcDenom(trace: string): string {
  return `ibc/${createHash('sha256').update(trace).digest('hex').toUpperCase()}`;
}

/**
 * The token lists of the chains that have one, in the order of the chains. A chain that has ended has none.
 *
 * @param testNetworks - Ids of the chains whose lists have only what is known elsewhere: anybody can list tokens of test networks.
 * @throws When the registry contradicts itself (the hash of a denomination is not that of its trace), or a token is no plain text.
 */
export function buildCosmosTokens(
  { chains }: Pick<CosmosSources, 'chains'>,
  testNetworks: readonly string[],
  source: CosmosTokensSource,
): Record<string, CosmosTokenList> {
  const rows = Object.entries(chains);
  const family = rows.map(([, { registry, denom }]) => ({ registry, denom }));
  const known = new Map([...family, ...source.stablecoins].map(({ registry }) => [registry, registryChain(registry)]));
  return Object.fromEntries(
    rows.flatMap(([id, { registry, denom, prefix, stopped }]) => {
      const chain = known.get(registry);
      if (chain === undefined || stopped !== undefined) return [];
      const direct = (coins: readonly Coin[]) =>
        coins.flatMap((coin) => overChannel(chain, registry, coin, known.get(coin.registry)) ?? []);
      const [coins, stablecoins] = [direct(family), direct(source.stablecoins)];
      const alsoKnown = source.alsoKnown[id] ?? {};
      const leftOut = [denom, ...Object.keys(source.leftOut[id] ?? {})];
      const others = chain.assets
        .filter(({ base, deprecated }) => deprecated !== true && !leftOut.includes(base))
        .map((asset) => candidateOf(asset, prefix, `${id}: ${asset.base}`))
        .map((one) => (Object.hasOwn(alsoKnown, one.asset.base) ? { ...one, isKnown: true } : one))
        .filter((candidate) => [...coins, ...stablecoins].every((coin) => coin.id !== candidate.id));
      const [own, ofFamily, ofOthers, ownUnknown, unknown] = ranked(others, new Set(known.keys()));
      const all = [...coins, ...own, ...stablecoins, ...ofFamily, ...ofOthers];
      if (!testNetworks.includes(id)) all.push(...ownUnknown, ...unknown);
      const ticker = chain.assets.find(({ base }) => base === denom)?.symbol ?? '';
      const list = toList(id, ticker, withinLimits(all, source));
      return list.tokens.length === 0 ? [] : [[id, list]];
    }),
  );
}

/** Tokens that CoinGecko knows: of the chain itself, of chains of the family, of others. Then those that it does not know: of the chain, of others. */
function ranked(
  candidates: readonly Candidate[],
  family: ReadonlySet<string>,
): [Candidate[], Candidate[], Candidate[], Candidate[], Candidate[]] {
  const rankOf = ({ isKnown, trace, from }: Candidate) => {
    if (!isKnown) return trace === undefined ? 3 : 4;
    if (trace === undefined) return 0;
    return family.has(from) ? 1 : 2;
  };
  const ofRank = (rank: number) => candidates.filter((candidate) => rankOf(candidate) === rank);
  return [ofRank(0), ofRank(1), ofRank(2), ofRank(3), ofRank(4)];
}

/** A coin of another chain, over the channel between the two chains. Undefined if there is none, or several without one that is preferred. */
function overChannel(
  own: RegistryChain,
  registry: string,
  coin: Coin,
  home: RegistryChain | undefined,
): Candidate | undefined {
  const asset = home?.assets.find(({ base }) => base === coin.denom);
  if (asset === undefined || coin.registry === registry) return undefined;
  const channels = own.connections.flatMap(({ chain1, chain2, channels }) => {
    const isFirst = chain1.chainName === registry && chain2.chainName === coin.registry;
    const isSecond = chain2.chainName === registry && chain1.chainName === coin.registry;
    if (!(isFirst || isSecond)) return [];
    return channels
      .filter(({ chain1, chain2 }) => chain1.portId === 'transfer' && chain2.portId === 'transfer')
      .filter(({ tags }) => (tags?.status ?? 'ACTIVE') === 'ACTIVE')
      .map(({ chain1, chain2, tags }) => ({ id: (isFirst ? chain1 : chain2).channelId, tags }));
  });
  const [channel, ...more] = channels.length > 1 ? channels.filter(({ tags }) => tags?.preferred === true) : channels;
  if (channel === undefined || more.length > 0) return undefined;
  const trace = `transfer/${channel.id}/${coin.denom}`;
  return { id: ibcDenom(trace), asset, from: coin.registry, isKnown: true, trace };
}

/** @throws When a denomination of IBC is not that of its trace. */
function candidateOf(asset: RegistryAsset, prefix: string, where: string): Candidate {
  const { base, address, traces } = asset;
  const isKnown = asset.coingeckoId !== undefined;
  // The address of a contract is its id, whatever explorers put before it.
  const contract = base.startsWith('cw20:') ? (address ?? base.slice('cw20:'.length)) : base;
  if (contract.startsWith(`${prefix}1`)) return { id: contract, asset, from: contractMark, isKnown };
  // `factory`, `peggy`, `erc20`.
  if (!base.startsWith('ibc/')) return { id: base, asset, from: /^[a-z]+/i.exec(base)?.[0] ?? base, isKnown };
  const last = traces?.at(-1);
  const trace = last?.chain?.path;
  if (last === undefined || trace === undefined || ibcDenom(trace) !== base) {
    throw new Error(`chain-registry: ${where} is not the hash of its trace, ${trace}.`);
  }
  return { id: base, asset, from: last.counterparty.chainName, isKnown, trace };
}

/** Contracts are few: the balance of each takes a query of its own. */
function withinLimits(candidates: readonly Candidate[], { most, mostContracts }: CosmosTokensSource): Candidate[] {
  let contracts = 0;
  const listed = candidates.filter(({ from, isKnown }) => {
    if (from !== contractMark) return true;
    contracts += isKnown ? 1 : 0;
    return isKnown && contracts <= mostContracts;
  });
  return listed.slice(0, most);
}

/**
 * The first token of a ticker keeps it. The others are told apart by where they are from, or somebody sends the wrong one.
 *
 * @param native - The ticker of the chain's own coin, which no token gets.
 */
function toList(chainId: string, native: string, candidates: readonly Candidate[]): CosmosTokenList {
  const taken = new Set([native.toLowerCase()]);
  const tokens = candidates.map(({ id, asset, from }): ListedToken => {
    const where = `chain-registry: ${chainId}: ${id}`;
    const { name, symbol, display, denomUnits } = asset;
    const decimals = denomUnits.find(({ denom }) => denom === display)?.exponent;
    if (decimals === undefined) throw new Error(`${where} does not say what ${display} is.`);
    const ticker = [symbol, `${symbol}.${from}`].find((text) => !taken.has(text.toLowerCase()));
    if (ticker === undefined) throw new Error(`${where}: ${symbol} stands three times.`);
    if (!isLabel(ticker, 48) || !isLabel(name, 128)) throw new Error(`${where}: ticker or name is not plain text.`);
    taken.add(ticker.toLowerCase());
    return [id, ticker, name, decimals];
  });
  const traces = candidates.flatMap(({ id, trace }) => (trace === undefined ? [] : [[id, trace]]));
  return { tokens, traces: Object.fromEntries(traces) };
}

/**
 * The text of `packages/cosmos/src/token-lists/<chain>.data.ts`. A denomination of IBC is the hash of its trace, so only the trace is written: hashes
 * do not compress.
 */
export function renderCosmosTokens({ tokens, traces }: CosmosTokenList): string {
  const isVoucher = ([id]: ListedToken) => Object.hasOwn(traces, id);
  const own = tokens.filter((token) => !isVoucher(token));
  const vouchers = tokens.filter(isVoucher).map(([id, ...facts]) => [traces[id] ?? id, ...facts] as const);
  const list = (name: string, rows: readonly ListedToken[]) =>
    rows.length === 0
      ? `export const ${name} = [] as const;`
      : `export const ${name} = [\n${rows.map((row) => `  ${inline(row)},\n`).join('')}] as const;`;
  return `${header}
${list('tokens', own)}

${list('vouchers', vouchers)}
`;
}

/** The text of `packages/cosmos/src/token-lists/index.data.ts`. */
export function renderCosmosTokenIndex(chains: readonly string[]): string {
  return `${header}
// Sources: npm chain-registry, by the rules of tools/chain-data/sources/cosmos-tokens.json. Each list is a module of its own, so that a request loads that of its chain alone.

type Row = readonly [id: string, ticker: string, name: string, decimals: number];

/** The list of a chain. */
interface TokenList {
  /** Denomination or address of a contract, ticker, name, decimals. */
  readonly tokens: readonly Row[];
  /** Denominations of IBC. The first member is the trace: ports and channels, and at the end the denomination on the chain that it is from. */
  readonly vouchers: readonly Row[];
}

/** Loads the list of a chain, by chain id. A chain without a list has no entry. */
export const tokenLists: Readonly<Record<string, () => Promise<TokenList>>> = {
${chains.map((id) => `  ${property(id)}: () => import('./${id}.data.ts'),`).join('\n')}
};
`;
}
