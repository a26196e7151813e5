import { anyOf } from './send-to-all.ts';
import { silent } from './silent.ts';

/**
 * Whether an endpoint knows a transaction, as soon as one says so. All are asked side by side. Those that do not answer do not count: what another one
 * said of the transaction stands.
 *
 * @param knows - Asks one endpoint. Takes how often it is asked at most: once where there are others. An `UpstreamError` of it counts as no answer.
 */
export function isKnownAnywhere<Endpoint>(
  endpoints: readonly Endpoint[],
  knows: (endpoint: Endpoint, maxAttempts: number | undefined) => Promise<boolean>,
): Promise<boolean> {
  const maxAttempts = endpoints.length > 1 ? 1 : undefined;
  return anyOf(endpoints.map(async (endpoint) => (await silent(knows(endpoint, maxAttempts))) === true));
}
