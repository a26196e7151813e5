import { type Code, IsochainError, refuse } from '@isochain/core';
import type { Settings } from './config/settings.ts';
import { hidePrivateKeys } from './hide-keys.ts';
import { readKeys } from './keys/api-keys.ts';
import type { Log } from './log.ts';
import { answerHeaders } from './middleware/answer-headers.ts';
import { requestIdOf } from './middleware/request-id.ts';
import { answerTo } from './render-error.ts';
import type { Doorman, EarlyAnswer } from './server.ts';
import type { Observer } from './telemetry/observer.ts';

export interface DoormanOptions {
  readonly settings: Pick<Settings, 'keys' | 'cors'>;
  readonly log: Log;
  /** None where nothing is counted. */
  readonly observer: Pick<Observer, 'answered'> | undefined;
}

/** What the head of a request says of its body: one up to this length is read and forgotten. A longer one is left to the app, which ends it. */
const shortBody = 64 * 1024;

/** Under which requests are counted that are not looked at any further. */
const route = '/api/*';

/**
 * Refuses requests without a key that exists, by their head alone and with the very answer of the app, for half of what the app would take: so that those who try
 * keys do not take the time of those who have one. It lets nobody in: the app looks at every request that is not refused here as if there were no doorman.
 */
export function createDoorman({ settings, log, observer }: DoormanOptions): Doorman {
  const keys = readKeys(settings.keys);
  const addHeaders = answerHeaders(settings.cors);
  const isOpenToAll = settings.cors.origins.includes('*');
  const prepare = (fault: IsochainError): EarlyAnswer => {
    const answer = answerTo(fault);
    const body = JSON.stringify(answer.body);
    const headers = new Headers({ ...answer.headers, 'content-type': 'application/json' });
    addHeaders(headers, '', undefined);
    headers.set('content-length', String(Buffer.byteLength(body)));
    return { status: answer.status, headers: Object.fromEntries(headers), body };
  };
  // These two say nothing that depends on the request; that a key expired says when.
  const faults = [refuse('key.missing', {}), refuse('key.wrong', {})];
  const answers = new Map(faults.map((fault) => [fault.code, prepare(fault)]));

  return ({ method = '', url = '', headers }) => {
    // A preflight needs no key.
    if (!url.startsWith('/api/') || method === 'OPTIONS') return undefined;
    // What it may read of the answer depends on the origin.
    if (headers.origin !== undefined && !isOpenToAll) return undefined;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > shortBody)
      return undefined;
    const code = refusalOf(() => keys.find(headers.authorization, Date.now()));
    const answer = code === undefined ? undefined : answers.get(code);
    if (answer === undefined) return undefined;
    const { status } = answer;
    const requestId = requestIdOf(headers['x-request-id']);
    const path = hidePrivateKeys(url.split('?', 1)[0] ?? '', code);
    observer?.answered({ method, route, chain: undefined, status, ms: 0, key: undefined, failovers: 0 });
    log('info', 'request', { requestId, method, route, path, status, code, ms: 0 });
    return { ...answer, headers: { ...answer.headers, 'x-request-id': requestId } };
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
