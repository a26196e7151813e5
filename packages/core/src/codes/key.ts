import type { Codes } from './types.ts';

/** API keys and rate limits. */
export const key = {
  'key.missing': {
    kind: 'unauthorized',
    message: 'An API key is needed: send it in the Authorization header.',
  },
  'key.wrong': { kind: 'unauthorized', message: 'The API key is not valid.' },
  'key.expired': {
    kind: 'unauthorized',
    message: 'The API key expired on {date}.',
  },
  'key.forbidden': {
    kind: 'forbidden',
    message: 'The API key may not be used {what}.',
  },
  'rate.limited': {
    kind: 'rateLimited',
    message: 'Too many requests: try again in {seconds} second(s).',
  },
} as const satisfies Codes<'key' | 'rate'>;
