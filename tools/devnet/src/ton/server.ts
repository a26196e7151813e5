import { createServer, type IncomingMessage } from 'node:http';
import { stringifyJson } from '../json.ts';
import { type LocalServer, serveLocally } from '../serve-locally.ts';
import { Refusal } from './refusal.ts';

/** A request to one of the interfaces. */
export interface Call {
  /** Behind the interface's base path, decoded: `/accounts/EQ.../events`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The JSON of a POST. An empty object if there is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The parts of the path that the route's pattern names. */
type Parts = Readonly<Record<string, string>>;

export type Handler = (call: Call, parts: Parts) => unknown;

/** One interface of the server. */
export interface Face {
  /** `/api/v3` */
  readonly base: string;
  /** Handlers by `GET /accounts/:id`. */
  readonly routes: Readonly<Record<string, Handler>>;
  /** The body of an answer. */
  success?(value: unknown): unknown;
  /** The body of a refusal. */
  failure(status: number, message: string): unknown;
}

/** Serves the interfaces on a free port of 127.0.0.1. It does not keep the process alive. */
export function serve(faces: readonly Face[]): Promise<LocalServer> {
  const compiled = faces.map((face) => ({
    face,
    routes: Object.entries(face.routes).map(([route, handler]) => ({ match: matcher(route), handler })),
  }));
  const server = createServer(async (request, response) => {
    const reply = (status: number, value: unknown): void => {
      const text = value === undefined ? '' : stringifyJson(value);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      response.writeHead(status, headers).end(text);
    };
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const found = compiled.find(({ face }) => url.pathname.startsWith(`${face.base}/`));
    // The request is read to the end in any case. Otherwise the client would see a broken connection instead of the answer.
    const text = await readBody(request);
    if (found === undefined) return reply(404, { error: 'Not Found' });
    const { face, routes } = found;
    try {
      const path = decodeURIComponent(url.pathname.slice(face.base.length));
      for (const { match, handler } of routes) {
        const parts = match(request.method ?? 'GET', path);
        if (parts === undefined) continue;
        const value = await handler({ path, query: url.searchParams, body: readJson(text) }, parts);
        return reply(200, face.success ? face.success(value) : value);
      }
      throw new Refusal(404, `Cannot ${request.method} ${url.pathname}`);
    } catch (cause) {
      const status = cause instanceof Refusal ? cause.status : 500;
      reply(status, face.failure(status, cause instanceof Error ? cause.message : String(cause)));
    }
  });
  return serveLocally(server);
}

function matcher(route: string): (method: string, path: string) => Parts | undefined {
  const [wanted, pattern = ''] = route.split(' ');
  const expression = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  return (method, path) => {
    const found = method === wanted ? expression.exec(path) : null;
    // A pattern without names has no groups.
    return found === null ? undefined : (found.groups ?? {});
  };
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Falls through: what is not an object is refused in the same way.
  }
  throw new Refusal(422, 'cannot parse body');
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
