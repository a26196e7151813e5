import { anyOf } from './send-to-all.ts';
import { silent } from './silent.ts';

/**
 * Asks all endpoints in parallel if they know a transaction. The answer is true as soon as one says yes. Endpoints that do not answer do not count.
 *
 * @param knows - Asks one endpoint. Its second argument is the maximum of attempts: 1 if there are other endpoints. An `UpstreamError` of it counts
 *   as no answer.
 */
export function isKnownAnywhere<Endpoint>(
  endpoints: readonly Endpoint[],
  knows: (endpoint: Endpoint, maxAttempts: number | undefined) => Promise<boolean>,
): Promise<boolean> {
  const maxAttempts = endpoints.length > 1 ? 1 : undefined;
  return anyOf(endpoints.map(async (endpoint) => (await silent(knows(endpoint, maxAttempts))) === true));
}
