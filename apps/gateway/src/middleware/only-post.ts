import { refuse } from '@isochain/core';

/** For the steps of a transaction, where the method is another one: they stand where the id of one would, which other methods look for. */
export function onlyPost(): never {
  throw refuse('route.methodNotAllowed', { allowed: 'POST' });
}
