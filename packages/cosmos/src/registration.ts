import type { Registration } from '@isochain/core';
import { keyLikeIds } from './secrets.ts';

/** What a gateway knows of the family before a request names one of its chains. */
export const registration: Registration = { keyLikeIds, load: () => import('./index.ts').then(({ cosmos }) => cosmos) };
