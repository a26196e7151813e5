import type { Help } from './types.ts';

/** What to do about keys and limits. */
export const keys: Help<'unauthorized' | 'forbidden' | 'rateLimited'> = {
  'key.missing': 'Ask the operator for a key. `Authorization: <key>` and `Authorization: Bearer <key>` both work.',
  'key.wrong': 'Ask the operator for a key.',
  'key.expired': 'Ask the operator for a new key.',
  'key.forbidden': 'Keys may be limited to some chains, and to reading. Ask the operator for another key.',
  'rate.limited': 'Wait as long as the Retry-After header says.',
};
