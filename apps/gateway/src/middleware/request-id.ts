import { findSecret } from '@isochain/core';

const sane = /^[A-Za-z0-9._-]{1,64}$/;

/** The id that a client gave, if it is sane, and no private key by the look of it; else a new one. */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && sane.test(given) && findSecret(given) === undefined ? given : crypto.randomUUID();
}
