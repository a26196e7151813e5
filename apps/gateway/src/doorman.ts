import { randomUUID } from 'node:crypto';
import { type Code, IsochainError } from '@isochain/core';
import type { Settings } from './config/settings.ts';
import { hidePrivateKeys } from './hide-keys.ts';
import { readKeys } from './keys/api-keys.ts';
import type { Log } from './log.ts';
import { requestIdOf } from './middleware/request-id.ts';
import type { Doorman, EarlyAnswer } from './server.ts';
import type { Observer } from './telemetry/observer.ts';

export interface DoormanOptions {
  readonly settings: Pick<Settings, 'keys' | 'cors'>;
  /** The app, as far as it is asked what it would answer. These requests are nobody's: it should neither log nor count them. */
  readonly ask: (request: Request) => Response | Promise<Response>;
  readonly log: Log;
  /** None where nothing is counted. */
  readonly observer: Pick<Observer, 'answered'> | undefined;
}

/** As far as its head shows, a body that is not worth a thought: it is read and forgotten. A longer one is left to the app, which ends it. */
const shortBody = 64 * 1024;

/** Under which requests are counted that are not looked at any further. */
const route = '/api/*';

/**
 * Refuses requests without a key that exists, by their head alone and with the very answer of the app, for a quarter of what it would cost the
 * app to come to the same result: so that those who try keys do not take the time of those who have one. It lets nobody in: who is not refused
 * is looked at by the app as if there were no doorman.
 */
export async function createDoorman({ settings, ask, log, observer }: DoormanOptions): Promise<Doorman> {
  const keys = readKeys(settings.keys);
  // These two say nothing that depends on the request; that a key expired says when.
  const answers = new Map<string, EarlyAnswer>([
    ['key.missing', await sample(ask, {})],
    ['key.wrong', await sample(ask, { authorization: randomUUID() })],
  ]);
  const isOpenToAll = settings.cors.origins.includes('*');

  return ({ method = '', url = '', headers }) => {
    // A preflight needs no key.
    if (!url.startsWith('/api/') || method === 'OPTIONS') return undefined;
    // What it may read of the answer depends on the origin.
    if (headers.origin !== undefined && !isOpenToAll) return undefined;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > shortBody)
      return undefined;
    const code = refusalOf(() => keys.find(headers.authorization, Date.now()));
    const answer = answers.get(code ?? '');
    if (answer === undefined) return undefined;
    const { status } = answer;
    const requestId = requestIdOf(headers['x-request-id']);
    const path = hidePrivateKeys(url.split('?', 1)[0] ?? '', code);
    observer?.answered({ method, route, chain: undefined, status, ms: 0, key: undefined, failovers: 0 });
    log('info', 'request', { requestId, method, route, path, status, code, ms: 0 });
    return { ...answer, headers: { ...answer.headers, 'x-request-id': requestId } };
  };
}

async function sample(ask: DoormanOptions['ask'], headers: Record<string, string>): Promise<EarlyAnswer> {
  const response = await ask(new Request('http://gateway.invalid/api/chains', { headers }));
  const body = await response.text();
  return {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'content-length': String(Buffer.byteLength(body)) },
    body,
  };
}

/** The code of the refusal, if it is one. */
function refusalOf(find: () => unknown): Code | undefined {
  try {
    find();
    return undefined;
  } catch (error) {
    if (error instanceof IsochainError) return error.code;
    throw error;
  }
}
