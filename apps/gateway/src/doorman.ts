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
  /** Absent if nothing is counted. */
  readonly observer: Pick<Observer, 'answered' | 'told'> | undefined;
}

/** A body up to this length, by the head of its request, is read and dropped. A request with a longer body goes to the app, which ends it. */
const shortBody = 64 * 1024;

/** The route under which refused requests are counted. */
const route = '/api/*';

/**
 * Refuses requests without a valid key, by their head alone and with the same answer as the app. It takes half the time of the app, so clients that
 * try keys do not slow down clients that have one. It lets nobody in: the app checks every other request as if there were no doorman.
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
  // The messages of these two are always the same. The message of an expired key has a date.
  const faults = [refuse('key.missing', {}), refuse('key.wrong', {})];
  const answers = new Map(faults.map((fault) => [fault.code, prepare(fault)]));

  return ({ method = '', url = '', headers }) => {
    // A preflight needs no key.
    if (!url.startsWith('/api/') || method === 'OPTIONS') return undefined;
    // What a page may read of the answer depends on its origin.
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
    if (code !== undefined) observer?.told({ chain: undefined, mode: undefined, code });
    log('info', 'request', { requestId, method, route, path, status, code, codes: [code], ms: 0 });
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
