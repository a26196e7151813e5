import type { Codes } from './types.ts';

/** Upstreams that give no answer. */
export const upstream = {
  'upstream.unavailable': {
    kind: 'upstream',
    message: 'No upstream of {chain} gave a usable answer ({attempts} attempt(s)). A retry may help in {seconds} s.',
  },
  'upstream.timeout': {
    kind: 'timeout',
    message: 'No upstream of {chain} answered in time ({attempts} attempt(s)). A retry may help in {seconds} s.',
  },
} as const satisfies Codes<'upstream'>;
