import type { ChainId, ChainIdentity } from '@isochain/core';
import { bitcoinIdentities } from '@isochain/core/catalogue';
import { type BlockAge, createBlockAge, type Endpoint, nameEndpoints } from '@isochain/core/upstream';
import {
  type Checkpoint,
  chains,
  defaultKind,
  type Network,
  type Policy,
  publicEndpoints,
  type UtxoChain,
  type UtxoChainId,
} from './chains.ts';
import type { UtxoOptions } from './options.ts';
import type { BackendKind, UtxoKind } from './upstream/kind-names.ts';

/** A chain of the family, with what core knows of it and what the options set. */
export interface UtxoContext {
  readonly chainId: UtxoChainId;
  readonly chain: UtxoChain;
  readonly identity: ChainIdentity;
  readonly network: Network;
  /** With the operator's own limits of fees and of small coins. */
  readonly policy: Policy;
  /** The hash that block 0 must have; undefined if the operator wants no check. */
  readonly genesisHash: string | undefined;
  /** The block that every upstream must have: block 0, unless a later block is known. Undefined if the operator wants no check. */
  readonly checkpoint: Checkpoint | undefined;
  /** Checks how old the latest block of an upstream is. */
  readonly blockAge: BlockAge;
  /** When upstreams were last seen to stand still, and their latest block; in milliseconds since 1970. */
  readonly still: { latestAt?: number; seenAt?: number };
  /** Inputs of one transaction, at most. */
  readonly maxInputs: number;
  /** Addresses of an extended key that are looked up one by one, at most. */
  readonly maxScannedAddresses: number;
  /** Kinds of the configured endpoints that index or hold the chain, in their order. */
  readonly backends: readonly BackendKind[];
  /** Names of the endpoints of each kind. */
  readonly endpointsOf: (kind: UtxoKind) => readonly string[];
  /** The source of an endpoint's fee estimates, by the endpoint's name. Endpoints with one source are one opinion. */
  readonly feeSourceOf: (name: string) => string;
  readonly now: () => number;
  /** How long one attempt may take, in milliseconds, if the endpoint sets no time of its own. */
  readonly timeoutMs: number;
}

/** The source that an endpoint repeats fee estimates from. */
function repeatedSource({ feeSources = {} }: UtxoChain, { kind, url }: Endpoint): string | undefined {
  const { hostname } = new URL(url);
  const isIts = ({ hosts, kinds }: (typeof feeSources)[string]) =>
    kinds.some((each) => each === kind) || hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return Object.keys(feeSources).find((name) => isIts(feeSources[name] as (typeof feeSources)[string]));
}

/** The block that shows which chain an upstream serves. With a `genesisHash` of the operator the network has other blocks: then it is block 0. */
function checkpointOf(chain: UtxoChain, { genesisHash, network, checkpoint }: UtxoOptions): Checkpoint | undefined {
  const name = network !== undefined && network in chain.genesis ? network : Object.keys(chain.genesis)[0];
  const own = chain.genesis[name ?? ''];
  const first = genesisHash ?? own;
  if (checkpoint !== undefined && checkpoint !== 'any') {
    const [height, hash = ''] = checkpoint.split(':');
    return { height: Number(height), hash };
  }
  if (first === undefined || first === 'any') return undefined;
  const known = first === own && checkpoint === undefined ? chain.checkpoints?.[name ?? ''] : undefined;
  return known ?? { height: 0, hash: first };
}

export function contextOf(chainId: ChainId, options: UtxoOptions = {}): UtxoContext {
  const id = chainId as UtxoChainId;
  const chain: UtxoChain = chains[id];
  const { genesisHash = chain.genesis[options.network ?? ''] ?? Object.values(chain.genesis)[0] } = options;
  const { minFeeRate, maxFeeRate, smallUtxoLimit } = options;
  const endpoints = nameEndpoints(options.endpoints ?? publicEndpoints(chainId, options), defaultKind);
  const kinds: readonly BackendKind[] = ['esplora', 'blockbook', 'core'];
  const present = new Set(endpoints.map(({ kind }) => kind));
  return {
    chainId: id,
    chain,
    identity: bitcoinIdentities[id],
    network: chain.network,
    policy: {
      ...chain.policy,
      // What an operator sets holds, whatever nodes say.
      ...(minFeeRate === undefined
        ? {}
        : { minFeeRate: BigInt(Math.round(minFeeRate * 1000)), leastRelayRate: undefined }),
      ...(maxFeeRate === undefined ? {} : { maxFeeRate: BigInt(Math.round(maxFeeRate * 1000)) }),
      ...(smallUtxoLimit === undefined ? {} : { collectibleLimit: BigInt(smallUtxoLimit) }),
    },
    genesisHash: genesisHash === 'any' ? undefined : genesisHash,
    checkpoint: checkpointOf(chain, options),
    blockAge: createBlockAge({
      blockTimeMs: chain.blockTime * 1000,
      oldestBlockMs: options.oldestBlockMs,
      now: options.now,
    }),
    still: {},
    maxInputs: options.maxInputs ?? 500,
    maxScannedAddresses: options.maxScannedAddresses ?? 200,
    backends: [...present].filter((kind): kind is BackendKind => kinds.includes(kind as BackendKind)),
    endpointsOf: (kind) => endpoints.filter((endpoint) => endpoint.kind === kind).map(({ name }) => name),
    feeSourceOf(name) {
      const endpoint = endpoints.find((one) => one.name === name);
      return (endpoint && repeatedSource(chain, endpoint)) ?? name;
    },
    now: options.now ?? Date.now,
    timeoutMs: options.timeoutMs ?? 8_000,
  };
}
