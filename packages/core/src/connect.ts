import { catalogue } from './catalogue.ts';
import type { ConnectOptions } from './connect-options.ts';
import type { FamilyTypes } from './contract/family-types.ts';
import type { ChainFamily } from './family.ts';
import { Chain } from './service/chain.ts';

/** What a family package exports under its own name: `evm.connect('base', { endpoints: [...] })`. */
export interface Family<T extends FamilyTypes = FamilyTypes> {
  readonly family: ChainFamily<T>;
  readonly chainIds: readonly T['chainId'][];
  /**
   * Opens one chain. Touches no network. A chain that has stopped opens too: without `endpoints` all that is asked of it is refused with
   * `chain.stopped`.
   *
   * @throws TypeError if the chain is not of this family, or an endpoint of no kind that it knows.
   */
  connect(chainId: T['chainId'], options?: T['options']): Chain;
}

/** Makes the public face of a family package from its implementation. */
export function createFamily<T extends FamilyTypes>(family: ChainFamily<T>): Family<T> {
  return {
    family,
    chainIds: family.chainIds,
    connect(chainId, options = {}) {
      if (!family.chainIds.includes(chainId)) {
        throw new TypeError(
          `${chainId} is not a chain of the ${family.name} family but of ${catalogue[chainId]?.family ?? 'none'}`,
        );
      }
      const wrong = wrongKind(family, options.endpoints);
      if (wrong !== undefined) throw new TypeError(`The kind of ${wrong.name} ${wrong.reason}.`);
      const { identifiersOf, endpoints = [] } = options;
      const bytes = family.bytes(chainId);
      const stopped = family.stopped?.[chainId];
      if (stopped === undefined) return new Chain(family.open({ chainId, bytes, options }), { identifiersOf });
      const end = { ...stopped, isServed: endpoints.length > 0 };
      return new Chain(family.open({ chainId, bytes, options: { ...options, endpoints } }), { end, identifiersOf });
    },
  };
}

/**
 * The first endpoint of a kind that a family does not know: nobody would ever ask it.
 *
 * @returns Its name and place, and what is wrong with its kind; never its URL.
 */
export function wrongKind(
  { endpointKinds = [], name: family }: Pick<ChainFamily, 'endpointKinds' | 'name'>,
  endpoints: ConnectOptions['endpoints'] = [],
): { readonly index: number; readonly name: string; readonly reason: string } | undefined {
  for (const [index, endpoint] of endpoints.entries()) {
    const { kind, name = `endpoint-${index + 1}` } = typeof endpoint === 'string' ? {} : endpoint;
    if (kind === undefined || endpointKinds.includes(kind)) continue;
    const reason =
      endpointKinds.length === 0
        ? `must be left out: ${family} has no kinds of endpoints`
        : `must be one of ${endpointKinds.join(', ')}`;
    return { index, name, reason };
  }
  return undefined;
}
