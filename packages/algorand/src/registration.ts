import type { Registration } from '@isochain/core';
import { keyLikeIds } from './secrets.ts';

/** What a gateway knows of the family before one of its chains is asked for. */
export const registration: Registration = {
  keyLikeIds,
  load: () => import('./index.ts').then(({ algorand }) => algorand),
};
