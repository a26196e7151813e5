import { settings as settingsSchema } from '../src/config/settings.ts';
import type { Families } from '../src/families.ts';
import { createGateway, type Platform } from '../src/gateway.ts';
import { createLog } from '../src/log.ts';
import { fakeFamilies } from './fake-family.ts';
import { checkAnswer, type Document } from './open-api.ts';

/** The key of all tests, and its SHA-256 (made with sha256sum). */
export const key = 'a key for tests';
export const keyHash = 'aae24849842d7082b66f57ce8270bd04da2c39ffb97df22803c270983032c4e5';

/** Something that answers requests: the app itself, or a server around it. */
interface Service {
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export type Serve = (app: { fetch(request: Request): Response | Promise<Response> }) => Promise<Service>;

export interface Options extends Partial<Platform> {
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A gateway under test. Every answer that goes through `send` is checked against the document. */
export interface Subject {
  /** With the key, unless `headers` has another one. A body that is not a string is sent as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The raw answer, unchecked. */
  readonly request: Service['request'];
  /** Lines of the log. */
  readonly log: string[];
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

/** What tests look at in bodies. */
interface Body {
  readonly [name: string]: unknown;
  readonly status?: { readonly errors: readonly Entry[]; readonly warnings: readonly Entry[] };
}

export interface Entry {
  readonly message: string;
  readonly code?: string;
  readonly field?: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

const documents = new Map<string, Document>();

/**
 * The document of a gateway. To make it, and to read its schemas, takes longer than most tests.
 *
 * @param kind - What the document depends on beside the code: `createDocument` says it.
 */
async function documentOf({ request }: Service, kind: string): Promise<Document> {
  const document = documents.get(kind) ?? ((await (await request('/openapi.json')).json()) as Document);
  documents.set(kind, document);
  return document;
}

/**
 * A gateway with one key, and two families whatever else is built: EVM, and one that is made for tests. The others stand for those that
 * are not built yet.
 */
export async function open(serve: Serve, { settings, ...platform }: Options = {}): Promise<Subject> {
  const log: string[] = [];
  const all = settingsSchema.parse({
    keys: { tests: keyHash },
    ...settings,
    // Tests make more requests than any client should.
    limits: { rate: null, ...Object(settings?.limits) },
  });
  const families: Families = platform.families ?? {
    evm: () => import('@isochain/evm').then(({ evm }) => evm),
    ...fakeFamilies,
  };
  const app = createGateway(all, {
    log: createLog('debug', (line) => log.push(line)),
    coalesce: 'operation',
    ...platform,
    families,
  });
  const service = await serve(app);
  const document = await documentOf(service, [all.chainLists, ...Object.keys(families).toSorted()].join(' '));
  return {
    log,
    request: service.request,
    close: service.close,
    async send(method, path, body, headers = {}) {
      const isJson = body !== undefined && typeof body !== 'string';
      const response = await service.request(path, {
        method,
        headers: {
          authorization: key,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as string) }),
      });
      const text = await response.text();
      const answer = text === '' ? {} : (JSON.parse(text) as Body);
      if (method !== 'HEAD') checkAnswer(document, method, path.replace(/\?.*/, ''), response.status, answer);
      return { status: response.status, headers: response.headers, text, body: answer };
    },
  };
}
