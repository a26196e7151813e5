import { refuse } from '@isochain/core';

/**
 * Refuses other methods for the steps of a transaction. In the path a step has the place of a transaction id, so a GET would look the step up as
 * an id.
 */
export function onlyPost(): never {
  throw refuse('route.methodNotAllowed', { allowed: 'POST' });
}
