import type { SignerSpec } from '../../../packages/core/src/schema/signer-spec.ts';
import { renderChainRows } from './chain-rows.ts';
import { unique } from './check.ts';
import type { CosmosSource, CosmosSources } from './cosmos-source.ts';
import { header } from './header.ts';

/** One row of the chain table that the cosmos package ships. */
export interface CosmosChain {
  prefix: string;
  /** Of validators. */
  validatorPrefix: string;
  denom: string;
  keys: CosmosSource['keys'];
  blockTimeMs: number;
  feeModel: CosmosSource['fees']['model'];
  gasPrice: CosmosSource['fees']['gasPrice'];
  gas?: Omit<NonNullable<CosmosSource['gas']>, 'source'>;
  maxGas?: string;
  otherFees?: { denom: string; average: string }[];
  staking?: 'epoching';
  rewards?: 'kept';
  bitcoin?: 'bitcoin' | 'bitcoin-signet';
  otherCoinTypes?: string[];
  replacedNativeId?: string;
  rest: string[];
  rpc: string[];
  explorer: string | null;
  sunset?: string;
  stopped?: { since: string; reason: string };
}

/** What the catalogue says of a chain. */
interface Identity {
  readonly nativeId: string;
  readonly signerSpec: Pick<SignerSpec, 'coinType' | 'hashFunction'>;
}

/**
 * The Cosmos chains with everything that is particular to each.
 *
 * @param identities - Those of the catalogue, by id, in their order.
 * @throws When a chain has no row or a row no chain, or a row contradicts itself or the catalogue. The message names row and field.
 */
export function buildCosmosChains(
  identities: Readonly<Record<string, Identity>>,
  { chains, blockTime }: Pick<CosmosSources, 'chains' | 'blockTime'>,
): Record<string, CosmosChain> {
  const extra = Object.keys(chains).filter((id) => !Object.hasOwn(identities, id));
  if (extra.length > 0) throw new Error(`cosmos-chains.json: ${extra.join(', ')}: the catalogue has no such chain.`);
  const rows = Object.entries(identities).map(([id, identity]) => {
    const row = chains[id];
    if (row === undefined) throw new Error(`cosmos-chains.json lacks ${id}.`);
    checkRow(`cosmos-chains.json: ${id}`, row, identity);
    return [id, toChain(row, blockTime.ms)] as const;
  });
  return Object.fromEntries(rows);
}

/** What fields of a row say of each other, and of the catalogue. */
function checkRow(where: string, row: CosmosSource, { nativeId, signerSpec }: Identity): void {
  const { keys, otherCoinTypes, replaces, fees, denom } = row;
  checkEndpoints(where, row);
  // Nodes hash what keys of Ethereum's kind sign with Ethereum's function: ethermint crypto/ethsecp256k1.
  if ((keys === 'secp256k1') !== (signerSpec.hashFunction === 'sha256')) {
    throw new Error(`${where}.keys: the hash function of the catalogue, ${signerSpec.hashFunction}, is not theirs.`);
  }
  if (otherCoinTypes?.coinTypes.includes(signerSpec.coinType)) {
    throw new Error(`${where}.otherCoinTypes has that of the catalogue.`);
  }
  if (replaces?.nativeId === nativeId) throw new Error(`${where}.replaces is the chain itself.`);
  unique([denom, ...(fees.others ?? []).map((other) => other.denom)], `${where}.fees.others`);
  const { min = '0', low, average, high, ceiling } = fees.gasPrice;
  if ((ceiling === undefined) !== (fees.ceilingSource === undefined)) {
    throw new Error(`${where}.fees: a ceiling and its source stand together.`);
  }
  const [first, ...others] = [min, low, average, high, ceiling ?? high].map(scaled);
  let last = first as bigint;
  for (const price of others) {
    if (price < last) throw new Error(`${where}.fees.gasPrice has to rise from min to high and ceiling.`);
    last = price;
  }
}

/** Public nodes of a chain that has stopped serve a frozen copy: a chain has them, or it has stopped. */
function checkEndpoints(where: string, { rest, rpc, explorer, stopped, sunset }: CosmosSource): void {
  for (const [name, urls] of Object.entries({ rest, rpc })) {
    unique(
      urls.map((url) => new URL(url).host),
      `${where}.${name}`,
    );
  }
  if (stopped === undefined) {
    if (rest.length === 0 || rpc.length === 0) throw new Error(`${where}: rest and rpc have to have an endpoint each.`);
    return;
  }
  if (rest.length + rpc.length > 0 || explorer !== null) {
    throw new Error(`${where}.stopped: then it can have no endpoints and no explorer.`);
  }
  if (sunset !== undefined) throw new Error(`${where}.sunset: it has stopped, so it is not being retired any more.`);
}

/** A decimal number in units of 10^-18, which no price has more digits than. */
function scaled(price: string): bigint {
  const [whole = '0', fraction = ''] = price.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

function toChain(row: CosmosSource, blockTimeMs: number): CosmosChain {
  const { prefix, otherPrefixes, denom, keys, fees, staking, otherCoinTypes, replaces, rest, rpc, explorer } = row;
  const { sunset, stopped } = row;
  const { source: _, ...gas } = row.gas ?? {};
  return {
    prefix,
    validatorPrefix: otherPrefixes?.validator ?? `${prefix}valoper`,
    denom,
    keys,
    blockTimeMs: row.blockTime?.ms ?? blockTimeMs,
    feeModel: fees.model,
    gasPrice: fees.gasPrice,
    ...(row.gas && { gas }),
    ...(row.maxGas && { maxGas: row.maxGas.units }),
    ...(fees.others && { otherFees: fees.others }),
    ...(staking && { staking: staking.module }),
    ...(row.rewards && { rewards: row.rewards.onChange }),
    ...(row.bitcoin && { bitcoin: row.bitcoin.chainId }),
    ...(otherCoinTypes && { otherCoinTypes: otherCoinTypes.coinTypes }),
    ...(replaces && { replacedNativeId: replaces.nativeId }),
    rest,
    rpc,
    explorer,
    ...(sunset && { sunset: sunset.text }),
    ...(stopped && { stopped: { since: stopped.since, reason: stopped.reason } }),
  };
}

/** The text of `packages/cosmos/src/chains.data.ts`. */
export function renderCosmosChains(chains: Readonly<Record<string, CosmosChain>>): string {
  const rows = Object.fromEntries(Object.entries(chains).map(([id, chain]) => [id, { ...chain }]));
  return `${header}
// Sources: tools/chain-data/sources/cosmos-chains.json, which names where everything is from.

export const cosmosChains = {
${renderChainRows(rows)}
} as const;
`;
}
