import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type Fetch, type FetchAnswer, type FetchInit, isWholeJson } from '@isochain/core/upstream';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

export interface NodeFetch {
  readonly fetch: Fetch;
  /** Aborts open requests, and closes all connections. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Some providers refuse requests without a user agent. */
const usual = { 'accept-encoding': 'gzip, br', 'user-agent': 'isochain' };

const decoders = { gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), br: promisify(brotliDecompress) } as const;

/**
 * The part of `fetch` that upstream clients use, for a quarter of the cost of Node's global `fetch`. That one wraps every request and answer into
 * objects and streams that nothing here needs. The wrapping took longer than the rest of an answer.
 *
 * @param environment - With `NODE_USE_ENV_PROXY=1`, `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` count, as they do for Node itself.
 */
export function createNodeFetch(environment: Environment): NodeFetch {
  // The caller sets time limits.
  const options = { headersTimeout: 0, bodyTimeout: 0 };
  const agent =
    environment.NODE_USE_ENV_PROXY === '1'
      ? new EnvHttpProxyAgent({ ...options, ...proxiesOf(environment) })
      : new Agent(options);
  return {
    async fetch(url, init) {
      const { status, headers, bytes, broken } = await exchange(agent, new URL(url), init);
      const encoding = headers.get('content-encoding')?.toLowerCase() ?? 'identity';
      const decompressed = decompress(bytes, encoding, init.maxBytes);
      if (broken === undefined) return { status, headers, body: await decompressed };
      const body = await decompressed.catch(() => undefined);
      // As core reads streams: see `readBody`.
      if (body === undefined || !isWholeJson(new TextDecoder().decode(body))) throw broken;
      return { status, headers, body };
    },
    stop: () => agent.destroy(),
  };
}

/** In lower case first, as Node does it. */
function proxiesOf(environment: Environment) {
  const read = (name: string) => environment[name] ?? environment[name.toUpperCase()] ?? '';
  return { httpProxy: read('http_proxy'), httpsProxy: read('https_proxy'), noProxy: read('no_proxy') };
}

interface Exchanged extends Pick<FetchAnswer, 'status' | 'headers'> {
  /** The bytes as they came, cut off beyond `maxBytes`. */
  readonly bytes: Buffer;
  /** Set if the connection broke after the head, and no length was announced: perhaps everything came. */
  readonly broken?: Error | undefined;
}

function exchange(agent: Dispatcher, url: URL, init: FetchInit): Promise<Exchanged> {
  const { method, body = null, signal, maxBytes } = init;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let controller: Dispatcher.DispatchController | undefined;
    const abort = () => {
      // Without a controller the request has not started; it is aborted when it starts.
      controller?.abort(Object(signal.reason));
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    const over = () => signal.removeEventListener('abort', abort);

    const chunks: Buffer[] = [];
    let length = 0;
    let status = 0;
    let headers: Record<string, string | string[] | undefined> = {};
    const finish = (broken?: Error) => {
      over();
      resolve({
        status,
        headers: reading(headers),
        broken,
        bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
      });
    };
    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...usual, ...init.headers },
        body,
      },
      {
        onRequestStart(started) {
          controller = started;
          if (signal.aborted) started.abort(Object(signal.reason));
        },
        onResponseStart(_, code, received) {
          status = code;
          headers = received;
        },
        onResponseData(started, chunk) {
          length += chunk.length;
          chunks.push(chunk);
          if (length <= maxBytes) return;
          finish();
          started.abort(new Error('longer than allowed'));
        },
        onResponseEnd: () => finish(),
        onResponseError(_, error) {
          if (chunks.length > 0 && headers['content-length'] === undefined) return finish(error);
          over();
          reject(error);
        },
      },
    );
  });
}

function reading(headers: Readonly<Record<string, string | string[] | undefined>>): FetchAnswer['headers'] {
  return {
    get(name) {
      const value = headers[name.toLowerCase()];
      return value === undefined ? null : String(value);
    },
  };
}

/** Cuts the body off when it gets too long. */
async function decompress(bytes: Buffer, encoding: string, maxBytes: number): Promise<Uint8Array> {
  if (encoding === 'identity' || bytes.length === 0 || bytes.length > maxBytes) return bytes;
  const decode = decoders[encoding as keyof typeof decoders];
  if (decode === undefined) throw new Error(`content-encoding ${encoding}`);
  try {
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    // The caller only needs to know that it is larger than allowed.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return new Uint8Array(maxBytes + 1);
    throw error;
  }
}
