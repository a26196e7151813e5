import { renderChainRows } from './chain-rows.ts';
import { type Address, unique } from './check.ts';
import type { EvmSource, EvmSources } from './evm-source.ts';
import { header } from './header.ts';

/** One row of the chain table that the evm package ships. */
export interface EvmChain {
  /** EIP-155 chain id. */
  id: number;
  feeClass: EvmSource['feeClass'];
  blockTimeMs: number;
  multicall3: Address | null;
  rpc: { url: string; maxBatch?: number }[];
  blockscout: string | null;
  explorer: string | null;
  explorers?: { name: string; kind: string; url: string }[];
  etherscanV2: EvmSource['etherscanV2'];
  sunset?: string;
  stopped?: { since: string; reason: string };
  minTip?: string | undefined;
  suggestedTip?: string | undefined;
  minGasPrice?: string | undefined;
  usualTip?: string | undefined;
  usualGasPrice?: string | undefined;
  pendingIsLatest?: true;
  ceilings: Ceilings;
  systemAddresses?: (readonly [from: string, to: string])[];
  nativePseudoTokens?: Address[];
}

/** We offer nothing above these values unless the client asks for it. Wei per gas, units of gas, and wei. */
type Ceilings = {
  gasPrice: string;
  tip?: string | undefined;
  gas?: string | undefined;
  fee: string;
};

/** If no ceiling of the whole fee is known, it is the ceiling of the price times this gas. A token transfer needs less gas. */
const gasOfFee = 100_000n;

/**
 * The EVM chains with the facts of each.
 *
 * @param identities - The identities of the catalogue, by id, in their order.
 * @throws When a chain has no row, a row has no chain, or a row contradicts itself. The message names row and field.
 */
export function buildEvmChains(
  identities: Readonly<Record<string, { readonly nativeId: string }>>,
  { chains, hosts }: Pick<EvmSources, 'chains' | 'hosts'>,
): Record<string, EvmChain> {
  const extra = Object.keys(chains).filter((id) => !Object.hasOwn(identities, id));
  if (extra.length > 0) {
    throw new Error(
      `evm-chains.json: ${extra.join(', ')}: identity is missing, and chains.json has no such EVM chain.`,
    );
  }
  const rows = Object.entries(identities).map(([id, { nativeId }]) => {
    const row = chains[id];
    if (row === undefined) throw new Error(`evm-chains.json lacks ${id}.`);
    checkRow(`evm-chains.json: ${id}`, row);
    return [id, toChain(Number(nativeId), row, hosts)] as const;
  });
  return Object.fromEntries(rows);
}

/** Checks that the fields of a row do not contradict each other. */
function checkRow(where: string, row: EvmSource): void {
  unique(
    row.rpc.map((url) => new URL(url).host),
    `${where}.rpc`,
  );
  checkEndpoints(where, row);
  checkFees(where, row);
}

/** Public nodes and explorers of a chain that has stopped serve a frozen copy: a chain has them, or it has stopped. */
function checkEndpoints(where: string, row: EvmSource): void {
  const { rpc, blockscout, explorer, explorers = [], etherscanV2, stopped, sunset } = row;
  if (stopped === undefined) {
    if (rpc.length < 2) throw new Error(`${where}.rpc has to have two endpoints or more, of different operators.`);
    return;
  }
  const places = [...rpc, ...explorers, blockscout, explorer].filter((place) => place !== null);
  if (places.length > 0 || !['no', 'removed'].includes(etherscanV2)) {
    throw new Error(`${where}.stopped: then it can have no endpoints, no explorer and nothing at Etherscan.`);
  }
  if (sunset !== undefined) throw new Error(`${where}.sunset: it has stopped, so it is not being retired any more.`);
}

/** Checks that ceilings have room for every known price, and that chains of the OP stack have the facts which that stack needs. */
function checkFees(where: string, { feeClass, fees, ceilings, systemAddresses }: EvmSource): void {
  const { gasPrice, tip, seen } = ceilings;
  const price = BigInt(gasPrice);
  if (tip !== undefined && BigInt(tip) > price) throw new Error(`${where}.ceilings.tip is above that of gasPrice.`);
  if (seen !== undefined) {
    // If only the floor is known, and no highest price, the factor is larger.
    const times = [fees?.minGasPrice, fees?.minTip].includes(seen) ? 1_000n : 4n;
    if (price < BigInt(seen) * times)
      throw new Error(`${where}.ceilings.gasPrice is below ${times} times what was seen.`);
    if (BigInt(seen) < BigInt(fees?.minTip ?? 0)) throw new Error(`${where}.ceilings.seen is below the least tip.`);
  }
  // Blocks hold deposits, which pay no tip, so the median of tips is often 0.
  if (feeClass === 'op' && fees?.suggestedTip === undefined) {
    throw new Error(`${where}.fees.suggestedTip is missing: chains of class op need it.`);
  }
  if ((feeClass === 'op' || feeClass === 'op-mantle') && systemAddresses === undefined) {
    throw new Error(`${where}.systemAddresses are missing: chains of class ${feeClass} have predeploys.`);
  }
}

function toChain(id: number, row: EvmSource, hosts: EvmSources['hosts']): EvmChain {
  const { feeClass, blockTimeMs, multicall3, rpc, blockscout, explorer, explorers, etherscanV2, sunset, stopped } = row;
  const { fees, pendingIsLatest, ceilings, systemAddresses, nativePseudoTokens } = row;
  return {
    ...{ id, feeClass, blockTimeMs, multicall3 },
    rpc: rpc.map((url) => withLimit(url, hosts)),
    ...{ blockscout, explorer },
    ...(explorers && { explorers: explorers.map(({ name, kind, url }) => ({ name, kind, url })) }),
    etherscanV2,
    ...(sunset && { sunset: sunset.text }),
    ...(stopped && { stopped: { since: stopped.since, reason: stopped.reason } }),
    ...(fees && withoutNotes(fees)),
    ...(pendingIsLatest && { pendingIsLatest: true }),
    ceilings: { ...withoutNotes(ceilings), fee: ceilings.fee ?? String(BigInt(ceilings.gasPrice) * gasOfFee) },
    ...(systemAddresses && { systemAddresses: systemAddresses.flatMap(({ ranges }) => ranges) }),
    ...(nativePseudoTokens && { nativePseudoTokens: nativePseudoTokens.addresses }),
  };
}

/** A fact without its source: only that is shipped. */
function withoutNotes<T extends { source: string; seen?: string | undefined }>(fact: T): Omit<T, 'source' | 'seen'> {
  const { source: _, seen: __, ...rest } = fact;
  return rest;
}

/** An endpoint carries the batch limit of its host if that is known. The client has a careful default for all others. */
function withLimit(url: string, hosts: EvmSources['hosts']): EvmChain['rpc'][number] {
  const { hostname } = new URL(url);
  const limit = hosts.find(({ host }) => hostname === host || hostname.endsWith(`.${host}`));
  return { url, ...(limit && { maxBatch: limit.maxBatch }) };
}

/** The text of `packages/evm/src/chains.data.ts`. */
export function renderEvmChains(chains: Readonly<Record<string, EvmChain>>): string {
  const rows = Object.fromEntries(Object.entries(chains).map(([id, chain]) => [id, { ...chain }]));
  return `${header}
// Sources: tools/chain-data/sources/evm-chains.json, which names where every fee floor, ceiling and address is from.

export const evmChains = {
${renderChainRows(rows)}
} as const;
`;
}
