import type { ConnectOptions } from './connect-options.ts';
import type { FamilyTypes } from './contract/family-types.ts';
import type { ChainAdapter, ChainFamily, OpenParts, UpstreamKind } from './family.ts';
import type { KeyLikeIds } from './secrets.ts';
import { type Chain, ChainService } from './service/chain.ts';
import { servedBy } from './service/served.ts';
import type { TypedChain } from './typed/typed-chain.ts';
import {
  createUpstream,
  defaultKindOf,
  type EndpointKinds,
  nameEndpoints,
  namePublicEndpoints,
} from './upstream/index.ts';

/** What a family package exports under its own name: `evm.connect('base', { endpoints: [...] })`. */
export interface Family<T extends FamilyTypes = FamilyTypes> {
  readonly family: ChainFamily<T>;
  readonly chainIds: readonly T['chainId'][];
  /**
   * Opens one chain. Touches no network. A stopped chain opens too: without `endpoints` it refuses every call with `chain.stopped`.
   *
   * @throws TypeError if the chain is not of this family, or if the family does not know the kind of an endpoint.
   */
  connect(chainId: T['chainId'], options?: T['options']): Opened<T>;
}

/** Typed if the family is known at compile time. */
type Opened<T extends FamilyTypes> = FamilyTypes extends T ? Chain : TypedChain<T>;

/** The export of a family's `registration.ts`, a package entry: all that a gateway knows about a family before it loads the family. */
export interface Registration {
  readonly keyLikeIds: KeyLikeIds;
  readonly load: () => Promise<Family>;
}

/** Makes the main export of a family package from its implementation. */
export function createFamily<T extends FamilyTypes>(family: ChainFamily<T>): Family<T> {
  return {
    family,
    chainIds: family.chainIds,
    connect(chainId, options = {}) {
      if (!family.chainIds.includes(chainId)) {
        throw new TypeError(
          `${chainId} is not a chain of the ${family.name} family, which has ${family.chainIds.join(', ')}`,
        );
      }
      const wrong = wrongKind(family, options.endpoints);
      if (wrong !== undefined) throw new TypeError(`The kind of ${wrong.name} ${wrong.reason}.`);
      const stopped = family.stopped?.[chainId];
      const kind = defaultKindOf(family.upstreams);
      const endpoints =
        options.endpoints === undefined
          ? namePublicEndpoints(stopped === undefined ? family.publicEndpoints(chainId, options) : [], kind)
          : nameEndpoints(options.endpoints, kind);
      const adapter = open(family, chainId, { ...options, endpoints });
      const end = stopped && { ...stopped, isServed: endpoints.length > 0 };
      // A `TypedChain` has the same methods as a `Chain`. It only has narrower types.
      return new ChainService(adapter, {
        end,
        identifiersOf: options.identifiersOf,
        notes: options.notes,
      }) as unknown as Opened<T>;
    },
  };
}

function open<T extends FamilyTypes>(
  family: ChainFamily<T>,
  chainId: T['chainId'],
  options: OpenParts<T>['options'],
): ChainAdapter<T> {
  const { endpoints, fetch, now, timeoutMs, coalesce, onAttempt, onRemark } = options;
  const context = family.context(chainId, options);
  const upstream = createUpstream({
    ...{ chainId, endpoints, fetch, now, timeoutMs, coalesce, onAttempt, onRemark },
    kinds: openKinds(family.upstreams, context),
    // `operation` is for Workers, and Workers allow no more connections than the default.
    maxConcurrent: coalesce === 'operation' ? undefined : family.maxConcurrent,
  });
  const adapter = family.open({ chainId, bytes: family.bytes(chainId), options, context, upstream });
  return servedBy(adapter, new Set(upstream.endpoints.map(({ kind }) => kind)));
}

/** The kinds of endpoints of an opened chain, with their guards. */
export function openKinds<Context>(
  kinds: Readonly<Record<string, UpstreamKind<Context>>>,
  context: Context,
): EndpointKinds {
  const entries = Object.entries(kinds).map(([name, kind]) => {
    const { isDefault, maxBatch } = kind;
    return [name, { isDefault, maxBatch, guard: kind.guard?.(context) }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Finds the first endpoint with a kind that the family does not know. It would never be asked.
 *
 * @returns Its index and name, and what is wrong with its kind. Never its URL: it may hold a key.
 */
export function wrongKind(
  { upstreams }: Pick<ChainFamily, 'upstreams'>,
  endpoints: ConnectOptions['endpoints'] = [],
): { readonly index: number; readonly name: string; readonly reason: string } | undefined {
  const named = nameEndpoints(endpoints);
  const index = named.findIndex(({ kind }) => kind !== undefined && !Object.hasOwn(upstreams, kind));
  const wrong = named[index];
  return wrong && { index, name: wrong.name, reason: `must be one of ${Object.keys(upstreams).join(', ')}` };
}
