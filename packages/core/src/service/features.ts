import type { ChainIdentity } from '../catalogue.ts';
import type { ChainId } from '../chain-ids.ts';
import type { AssetKind, ChainAdapter, Stopped } from '../family.ts';
import { balanceParts } from '../schema/account-state.ts';
import type { ChainDetail, SupportedFeatures } from '../schema/chain-detail.ts';
import { modes } from '../schema/modes.ts';
import { wishesOf } from './wishes-of.ts';

/** The features that an adapter implements with the configured upstreams. None without an adapter. */
export function supportedFeaturesOf(adapter: ChainAdapter | undefined): SupportedFeatures {
  const reads = adapter?.reads;
  const kinds = (list: readonly AssetKind[] | undefined) =>
    Object.fromEntries(balanceParts.map((part) => [part, list?.includes(part) ?? false])) as Record<AssetKind, boolean>;
  return {
    read: {
      token: reads?.token !== undefined,
      validators: reads?.validators !== undefined,
      transaction: kinds(reads?.transaction?.kinds),
      account: { balances: kinds(reads?.accountState?.parts), transactions: kinds(reads?.history?.kinds) },
    },
    write: {
      transaction: {
        type: Object.fromEntries(modes.map((mode) => [mode, adapter?.modes[mode] !== undefined])) as Record<
          (typeof modes)[number],
          boolean
        >,
        field: { memo: adapter?.memo ?? false },
      },
    },
    utils: { addresses: reads?.addresses !== undefined },
  };
}

/**
 * The detail of a chain.
 *
 * @param adapter - Absent while the chain's family is not built.
 * @param end - Set for a stopped chain. Nothing works on it unless it has configured endpoints.
 */
export function chainDetailOf(
  chainId: ChainId,
  { paths: _, ...identity }: ChainIdentity,
  adapter: ChainAdapter | undefined,
  end?: Stopped & { readonly isServed: boolean },
): ChainDetail {
  const working = end?.isServed === false ? undefined : adapter;
  return {
    id: chainId,
    ...identity,
    ...(end === undefined ? {} : { stopped: { since: end.since, reason: end.reason } }),
    supportedFeatures: supportedFeaturesOf(working),
    wishes: wishesOf(working),
    ...(adapter?.facts === undefined ? {} : { params: { ...adapter.facts } }),
  };
}
