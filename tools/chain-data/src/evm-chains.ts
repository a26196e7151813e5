import { type Address, checksummed, httpsUrl, oneOf, unique, wei } from './check.ts';
import { header } from './header.ts';
import { definedEntries, inline, isList, type Literal, property } from './literal.ts';
import type { EvmCuration, EvmSource } from './sources.ts';

const feeClasses = [
  'eip1559',
  'auto',
  'legacy',
  'op',
  'op-mantle',
  'arbitrum',
  'zksync',
  'linea',
  'eip1559-gaslimit',
  'eip1559-hyperevm',
  'eip1559-cosmos',
] as const;

export const etherscanPlans = ['free', 'paid', 'yes', 'no', 'removed'] as const;

/** What the family can read without a key, beside Blockscout. */
const explorerKinds = ['etherscan', 'routescan'] as const;

/** One row of the chain table that the evm package ships. */
export interface EvmChain {
  /** EIP-155 chain id. */
  id: number;
  feeClass: (typeof feeClasses)[number];
  blockTimeMs: number;
  multicall3: Address | null;
  rpc: { url: string; maxBatch?: number }[];
  blockscout: string | null;
  explorer: string | null;
  explorers?: { name: string; kind: (typeof explorerKinds)[number]; url: string }[];
  etherscanV2: (typeof etherscanPlans)[number];
  sunset?: string;
  stopped?: { since: string; reason: string };
  minTip?: string;
  suggestedTip?: string;
  minGasPrice?: string;
  pendingIsLatest?: true;
  ceilings: Ceilings;
  systemAddresses?: (readonly [from: string, to: string])[];
  nativePseudoTokens?: Address[];
}

/** Above which nothing is offered that the client did not ask for. Wei per gas, units of gas, and wei. */
type Ceilings = {
  gasPrice: string;
  tip?: string;
  gas?: string;
  fee: string;
};

/** What a whole transaction may cost follows from the price where nothing else is known: a token transfer needs less gas than this. */
const gasOfFee = 100_000n;

/**
 * The EVM chains with everything that is particular to each.
 *
 * @param identities - Those of the catalogue, by id, in their order.
 * @throws When a value is malformed, or the curation speaks of a chain that is not there.
 */
export function buildEvmChains(
  identities: Readonly<Record<string, { readonly nativeId: string }>>,
  sources: Readonly<Record<string, EvmSource>>,
  curation: EvmCuration,
): Record<string, EvmChain> {
  const order = Object.keys(identities);
  const extra = Object.keys(sources).filter((id) => !order.includes(id));
  if (extra.length > 0) throw new Error(`evm-chains.json has ${extra.join(', ')}, which the catalogue does not have.`);
  const unknown = curatedChains(curation).filter((id) => !order.includes(id));
  if (unknown.length > 0) throw new Error(`evm-curation.json speaks of ${unknown.join(', ')}: no such EVM chain.`);

  const chains = Object.entries(identities).map(([id, { nativeId }]) => {
    const source = sources[id];
    if (source === undefined) throw new Error(`evm-chains.json lacks ${id}.`);
    return [id, toChain(id, nativeId, source, curation)] as const;
  });
  unique(
    chains.map(([, chain]) => String(chain.id)),
    'nativeId of EVM chains',
  );
  for (const [id, chain] of chains) checkEndpoints(id, chain);
  return Object.fromEntries(chains);
}

/** Public nodes and explorers of a chain that has stopped serve a frozen copy: a chain has them, or it has stopped. */
function checkEndpoints(
  id: string,
  { rpc, blockscout, explorer, explorers = [], etherscanV2, stopped }: EvmChain,
): void {
  const places = [...rpc, ...explorers, blockscout, explorer].filter((place) => place !== null);
  if (stopped === undefined && rpc.length === 0) throw new Error(`${id} has no endpoints, and has not stopped.`);
  if (stopped !== undefined && (places.length > 0 || !['no', 'removed'].includes(etherscanV2))) {
    throw new Error(`${id} has stopped: it can have no endpoints, no explorer and nothing at Etherscan.`);
  }
}

function curatedChains({
  fees,
  pendingIsLatest,
  ceilings,
  systemAddresses,
  nativePseudoTokens,
  sunset,
  stopped,
  explorers,
}: EvmCuration): string[] {
  return [
    ...[...fees, ...pendingIsLatest, ...ceilings, ...systemAddresses, ...nativePseudoTokens].flatMap(
      ({ chains }) => chains,
    ),
    ...[...sunset, ...stopped, ...explorers].map(({ chain }) => chain),
  ];
}

function toChain(id: string, nativeId: string, source: EvmSource, curation: EvmCuration): EvmChain {
  const { multicall3, blockscout, explorer } = source;
  return {
    id: Number(nativeId),
    feeClass: oneOf(source.feeClass, feeClasses, `${id}: feeClass`),
    blockTimeMs: source.blockTimeMs,
    multicall3: multicall3 === null ? null : checksummed(multicall3, `${id}: multicall3`),
    rpc: endpoints(id, source.rpc, curation),
    blockscout: blockscout === null ? null : httpsUrl(blockscout, `${id}: blockscout`),
    explorer: explorer === null ? null : httpsUrl(explorer, `${id}: explorer`),
    ...explorersOf(id, curation),
    etherscanV2: oneOf(source.etherscanV2, etherscanPlans, `${id}: etherscanV2`),
    ...sunsetOf(id, curation),
    ...stoppedOf(id, curation),
    ...feesOf(id, curation),
    ...(curation.pendingIsLatest.some(({ chains }) => chains.includes(id)) ? { pendingIsLatest: true } : {}),
    ceilings: ceilingsOf(id, curation),
    ...systemAddressesOf(id, curation),
    ...nativePseudoTokensOf(id, curation),
  };
}

/** Endpoints of hosts whose batch limit is known carry it; the client has a careful default for all others. */
function endpoints(id: string, urls: readonly string[], { maxBatch: limits }: EvmCuration): EvmChain['rpc'] {
  unique(
    urls.map((url) => new URL(url).host),
    `${id}: rpc`,
  );
  return urls.map((url) => {
    const { hostname } = new URL(httpsUrl(url, `${id}: rpc`));
    const limit = limits.find(({ host }) => hostname === host || hostname.endsWith(`.${host}`));
    return { url, ...(limit && { maxBatch: limit.maxBatch }) };
  });
}

function explorersOf(id: string, curation: EvmCuration): Pick<EvmChain, 'explorers'> {
  const explorers = curation.explorers
    .filter(({ chain }) => chain === id)
    .map(({ name, kind, url }) => ({
      name,
      kind: oneOf(kind, explorerKinds, `${id}: kind of an explorer`),
      url: httpsUrl(url, `${id}: explorers`),
    }));
  return explorers.length === 0 ? {} : { explorers };
}

function sunsetOf(id: string, { sunset }: EvmCuration): Pick<EvmChain, 'sunset'> {
  const entry = sunset.find(({ chain }) => chain === id);
  return entry ? { sunset: entry.text } : {};
}

function stoppedOf(id: string, { stopped, sunset }: EvmCuration): Pick<EvmChain, 'stopped'> {
  const entry = stopped.find(({ chain }) => chain === id);
  if (entry === undefined) return {};
  const { since, reason } = entry;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(since) || Number.isNaN(Date.parse(since))) {
    throw new Error(`${id}: since is a day, as YYYY-MM-DD.`);
  }
  if (sunset.some(({ chain }) => chain === id)) throw new Error(`${id} has stopped: it is not being retired any more.`);
  return { stopped: { since, reason } };
}

function feesOf(id: string, { fees }: EvmCuration): Pick<EvmChain, 'minTip' | 'suggestedTip' | 'minGasPrice'> {
  const entries = fees.filter(({ chains }) => chains.includes(id)).flatMap(({ set }) => Object.entries(set));
  unique(
    entries.map(([field]) => field),
    `evm-curation.json: fees of ${id}`,
  );
  return Object.fromEntries(entries.map(([field, value]) => [field, wei(value, `${id}: ${field}`)]));
}

function ceilingsOf(id: string, { ceilings }: EvmCuration): Ceilings {
  const [entry, ...more] = ceilings.filter(({ chains }) => chains.includes(id));
  if (entry === undefined || more.length > 0) throw new Error(`evm-curation.json: ${id} needs one entry in ceilings.`);
  const { gasPrice, fee = String(BigInt(gasPrice) * gasOfFee), ...rest } = entry.set;
  return Object.fromEntries(
    Object.entries({ gasPrice, ...rest, fee }).map(([field, value]) => [field, wei(value, `${id}: ${field}`)]),
  ) as unknown as Ceilings;
}

function systemAddressesOf(id: string, { systemAddresses }: EvmCuration): Pick<EvmChain, 'systemAddresses'> {
  const ranges = systemAddresses.filter(({ chains }) => chains.includes(id)).flatMap((entry) => entry.ranges);
  return ranges.length === 0 ? {} : { systemAddresses: ranges.map((range) => toRange(id, range)) };
}

/** Lower case, since ranges are compared as text. */
function toRange(id: string, [from, to, ...rest]: readonly string[]): readonly [from: string, to: string] {
  const address = /^0x[0-9a-f]{40}$/;
  if (
    from === undefined ||
    to === undefined ||
    rest.length > 0 ||
    !address.test(from) ||
    !address.test(to) ||
    from > to
  ) {
    throw new Error(`${id}: a range of system addresses is two addresses in lower case, the lower one first.`);
  }
  return [from, to];
}

function nativePseudoTokensOf(id: string, curation: EvmCuration): Pick<EvmChain, 'nativePseudoTokens'> {
  const addresses = curation.nativePseudoTokens
    .filter(({ chains }) => chains.includes(id))
    .flatMap((entry) => entry.addresses.map((address) => checksummed(address, `${id}: nativePseudoTokens`)));
  return addresses.length === 0 ? {} : { nativePseudoTokens: addresses };
}

/** The text of `packages/evm/src/chains.data.ts`. */
export function renderEvmChains(chains: Readonly<Record<string, EvmChain>>): string {
  const rows = Object.entries(chains).map(([id, chain]) => `  ${property(id)}: {\n${renderFields(chain)}\n  },`);
  return `${header}
// Sources: tools/chain-data/sources/evm-chains.json, and evm-curation.json, which names the source of every fee floor and address.

export const evmChains = {
${rows.join('\n')}
} as const;
`;
}

function renderFields(chain: EvmChain): string {
  return definedEntries({ ...chain })
    .map(([name, value]) => `    ${name}: ${renderField(value)},`)
    .join('\n');
}

/** Lists have a line for each item: endpoints come and go one by one. */
function renderField(value: Literal): string {
  if (!isList(value) || value.length === 0) return inline(value);
  return `[\n${value.map((item) => `      ${inline(item)},\n`).join('')}    ]`;
}
