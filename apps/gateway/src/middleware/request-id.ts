import { findSecret } from '@isochain/core';

const sane = /^[A-Za-z0-9._-]{1,64}$/;

/** The client's id, if it is well formed and does not look like a private key; else a new one. */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && sane.test(given) && findSecret(given) === undefined ? given : crypto.randomUUID();
}
