import { parseJson, stringifyJson } from '@isochain/core/upstream';
import { stableJson } from './stable-json.ts';

/** One call of JSON-RPC. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** What an upstream says to one question: to a call of JSON-RPC, or to an HTTP request. */
export type Says =
  | { readonly result: unknown }
  | { readonly error: unknown }
  | {
      /** Left out for 200. */
      readonly status?: number;
      /** A JSON object or list. */
      readonly json?: unknown;
      readonly text?: string;
      /** Hex, of what is no text. */
      readonly bytes?: string;
      /** Those that the family reads, by lower-case name. */
      readonly headers?: Readonly<Record<string, string>>;
    };

/** One question, and what an endpoint said to it. */
export interface Exchange {
  /** Method and params in stable JSON; or method, path and body of an HTTP request. */
  readonly ask: string;
  readonly says: Says;
}

/** What was asked of each endpoint, by its name. */
export type Conversation = ReadonlyMap<string, readonly Exchange[]>;

/** A question as it goes out. */
export interface Question {
  readonly ask: string;
  /** Absent for what is no JSON-RPC. */
  readonly call?: Call;
  /** Absent for JSON-RPC. */
  readonly request?: { readonly method: string; readonly path: string; readonly body: string };
}

/**
 * How a call that holds several questions is taken apart, so that records do not depend on which questions travel together: aggregated calls
 * of contracts, or a list of accounts.
 */
export interface Split {
  /** The questions in it; undefined where it holds one only. */
  parts(call: Call): readonly Call[] | undefined;
  /** What the result says to each of them. */
  take(result: unknown, call: Call): readonly Says[];
  /** The result that says all of this; what cannot be said in it, such as an error of the whole call, is answered as it is. */
  join(parts: readonly Says[], call: Call): Says;
}

/** An HTTP request, read. */
export interface Asked {
  readonly isBatch: boolean;
  /** Of JSON-RPC: with the id that the answer has to have. */
  readonly calls: readonly (Call & { readonly id: unknown })[];
  /** Of anything else. */
  readonly question: Question | undefined;
}

export function askOf({ method, params }: Call): string {
  return `${method} ${stableJson(params ?? [])}`;
}

export function readRequest(url: URL, init: RequestInit | undefined): Asked {
  const body = textOf(init?.body);
  const method = init?.method ?? 'GET';
  const parsed = method === 'POST' ? tryJson(body) : undefined;
  const list = (Array.isArray(parsed) ? parsed : [parsed]) as (Call & { id: unknown })[];
  if (list.length > 0 && list.every((call) => typeof call?.method === 'string' && call.id !== undefined)) {
    return { isBatch: Array.isArray(parsed), calls: list, question: undefined };
  }
  const path = decodeURIComponent(url.pathname + url.search);
  const ask = `${method} ${path}${body === '' ? '' : ` ${body}`}`;
  return { isBatch: false, calls: [], question: { ask, request: { method, path, body } } };
}

/** Answers of JSON-RPC, by id; undefined if the body holds none. */
export function readAnswers(body: string): Map<unknown, Says> | undefined {
  const parsed = tryJson(body);
  const list = (Array.isArray(parsed) ? parsed : [parsed]) as { id?: unknown; result?: unknown; error?: unknown }[];
  const answers = new Map<unknown, Says>();
  for (const { id, result, error } of list.filter((entry) => typeof entry === 'object' && entry !== null)) {
    answers.set(id, error === undefined || error === null ? { result } : { error });
  }
  return answers.size === 0 ? undefined : answers;
}

/** @param names - Of headers that are kept, in lower case. */
export async function readResponse(response: Response, names: readonly string[] = []): Promise<Says> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = Object.fromEntries(
    names.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const status = {
    ...(response.status === 200 ? {} : { status: response.status }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const parsed = /^\s*[[{]/.test(text) ? tryJson(text) : undefined;
    return parsed === undefined ? { ...status, text } : { ...status, json: parsed };
  } catch {
    return { ...status, bytes: Buffer.from(bytes).toString('hex') };
  }
}

export function writeResponse(says: Exclude<Says, { result: unknown } | { error: unknown }>): Response {
  const { status = 200, json, text, bytes, headers = {} } = says;
  if (bytes !== undefined) return new Response(Buffer.from(bytes, 'hex'), { status, headers });
  return new Response(json === undefined ? (text ?? '') : stringifyJson(json), { status, headers });
}

/** The body as text, or in hex if it is none. */
function textOf(body: RequestInit['body']): string {
  if (body === undefined || body === null) return '';
  if (!(body instanceof Uint8Array)) return String(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return Buffer.from(body).toString('hex');
  }
}

function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
