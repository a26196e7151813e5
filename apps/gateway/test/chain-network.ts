import type { ChainId, CompletedData, EncodedItem } from '@isochain/core';
import type { Families } from '../src/families.ts';
import { type Answer, type Entry, open, type Subject } from './harness.ts';

// A gateway in front of one chain. Endpoints may change what the chain answers.

/** A request to an endpoint. */
export interface Asked {
  readonly node: string;
  readonly method: string;
  /** Decoded, behind the base path and without the query: `/accountStates`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Answers in the place of the chain, or after it. */
export type Behaviour = (asked: Asked, forward: () => Promise<Response>) => Promise<Response> | Response;

/** As an endpoint without own opinions does. */
export const honest: Behaviour = (_, forward) => forward();

/** What encode answered. */
export interface Encoded {
  readonly data: CompletedData & Readonly<Record<string, unknown>>;
  readonly encoded: readonly EncodedItem[];
}

export interface ChainNetwork extends Pick<Subject, 'send' | 'log' | 'close'> {
  /** All requests to endpoints. */
  readonly asked: readonly Asked[];
  encode(data: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Encodes, and fails if there are errors. */
  encoded(data: Readonly<Record<string, unknown>>): Promise<Encoded>;
  broadcast(transaction: Encoded, signature: string): Promise<Answer>;
}

export interface ChainNetworkSetup {
  readonly chainId: ChainId;
  readonly families: Families;
  /** Endpoints by name, in the order in which they are asked. The name is the first part of the host. */
  readonly behaviours: Readonly<Record<string, Behaviour | undefined>>;
  /** What is configured of an endpoint beside its name and URL. */
  readonly endpointOf: (name: string) => { readonly kind: string; readonly basePath?: string };
  /** Set if the operator names no endpoints. */
  readonly endpoints?: 'none' | undefined;
  /** Settings of the chain beside its endpoints. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly limits?: Readonly<Record<string, unknown>> | undefined;
  /** Asks the chain. */
  readonly forward: (url: URL, init: RequestInit | undefined) => Promise<Response>;
}

export async function openChainNetwork(setup: ChainNetworkSetup): Promise<ChainNetwork> {
  const { chainId, families, behaviours, endpointOf, endpoints, settings, limits } = setup;
  const asked: Asked[] = [];
  const named = Object.keys(behaviours).map((name) => {
    const { kind, basePath = '' } = endpointOf(name);
    return { name, kind, url: `https://${name}.test${basePath}` };
  });
  const subject = await open(
    async (app) => ({
      request: async (route, init) => app.fetch(new Request(`http://gateway.test${route}`, init)),
      close: async () => {},
    }),
    {
      families,
      async fetch(input, init) {
        const url = new URL(String(input));
        const node = url.hostname.replace('.test', '');
        const { method = 'GET', body, signal } = init ?? {};
        const { basePath = '' } = endpointOf(node);
        const request: Asked = {
          node,
          method,
          path: decodeURIComponent(url.pathname.slice(basePath.length)),
          query: url.searchParams,
          body: body === undefined || body === null ? undefined : await new Response(body).text(),
          signal: signal ?? undefined,
        };
        asked.push(request);
        return (behaviours[node] ?? honest)(request, () => setup.forward(url, init));
      },
      settings: {
        chains: { [chainId]: { ...(endpoints === 'none' ? {} : { endpoints: named }), ...settings } },
        limits,
      },
    },
  );
  const encode = (data: Readonly<Record<string, unknown>>) =>
    subject.send('POST', `/api/${chainId}/transaction/encode`, { transaction: { data } });
  return {
    ...{ asked, encode, send: subject.send, log: subject.log, close: subject.close },
    async encoded(data) {
      const answer = await encode(data);
      const { errors } = errorsOf(answer);
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return answer.body.transaction as Encoded;
    },
    broadcast: ({ data, encoded }, signature) =>
      subject.send('POST', `/api/${chainId}/transaction/broadcast`, { transaction: { data, encoded, signature } }),
  };
}

/** Changes an answer of the chain before it is given out. */
export function lies(path: RegExp, change: (told: never, asked: Asked) => unknown): Behaviour {
  return async (asked, forward) => {
    const answer = await forward();
    return path.test(asked.path) && answer.ok ? Response.json(change((await answer.json()) as never, asked)) : answer;
  };
}

/** Codes, fields and messages of the errors of an answer. */
export function errorsOf({ status, body }: Answer): { readonly status: number; readonly errors: readonly Entry[] } {
  return { status, errors: body.status?.errors ?? [] };
}

export function warningsOf({ body }: Answer): readonly (string | undefined)[] {
  return (body.status?.warnings ?? []).map(({ code }) => code);
}
