import type { Kind } from '@isochain/core';

/** The HTTP status of an answer whose first error is of a kind. */
export const httpStatuses: Readonly<Record<Kind, number>> = {
  request: 400,
  mediaType: 415,
  tooLarge: 413,
  unauthorized: 401,
  rateLimited: 429,
  notFound: 404,
  methodNotAllowed: 405,
  notBuilt: 501,
  chain: 200,
  refused: 400,
  conflict: 409,
  warning: 200,
  upstream: 502,
  timeout: 504,
  internal: 500,
};
