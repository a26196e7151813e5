import { EngineError } from '../engine.ts';
import { askOnOwnConnection } from '../own-connection.ts';
import type { EngineProcess } from '../process.ts';

/** The REST interface of a node. The caller names the type of an answer: nothing checks it. */
export type Rest = <T>(path: string, body?: object) => Promise<T>;

/** @param name - The engine's name, for messages. */
export function createRest(name: string, url: string, process: EngineProcess): Rest {
  return async <T>(path: string, body?: object) => {
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const { status, text } = await askOnOwnConnection(`${url}${path}`, request).catch((cause: unknown) => {
      const ended = process.ended();
      const fate = ended === undefined ? 'did not answer' : `is gone (${ended}), so nothing answers`;
      throw new EngineError(`${name} ${fate} ${path}. It wrote last:\n${process.tail().trimEnd()}`, { cause });
    });
    if (status < 200 || status > 299) throw new EngineError(`${name} refused ${path}: HTTP ${status} ${text}`);
    return JSON.parse(text) as T;
  };
}
