import type { Codes } from './types.ts';

/** The service itself. */
export const service = {
  'service.stopping': {
    kind: 'stopping',
    message: 'The service is shutting down.',
  },
  'config.invalid': {
    kind: 'internal',
    message: '{setting}: {reason}',
  },
  'internal.error': {
    kind: 'internal',
    message: 'Something went wrong in the service. Quote the request id {requestId} when you report it.',
  },
} as const satisfies Codes<'service' | 'config' | 'internal'>;
