import { parseJson, stringifyJson } from '@isochain/core/upstream';
import type { RpcQuestion } from '../json-rpc-wire.ts';
import { type Change, changeField, fieldsOf, leaveOut } from './fields.ts';
import { type LiesHandIn, RpcFailure } from './setup.ts';

/** An answer as it passes by: with the name that catalogues give it, and decoded. */
export interface PassingAnswer {
  readonly name: string;
  readonly value: unknown;
  readonly question: RpcQuestion | undefined;
}

type Rewrite = (answer: PassingAnswer) => unknown;

/** How answers are named and opened. */
export interface Names extends Pick<LiesHandIn, 'nameOf' | 'nameOfRequest' | 'codecs'> {
  /** Told what went wrong in the test itself: to the family it would look like an upstream that is down. */
  readonly onDefect?: (defect: unknown) => void;
}

/** Tells every answer of an upstream, and changes none. */
export function listenTo(upstream: typeof fetch, names: Names, hear: (answer: PassingAnswer) => void): typeof fetch {
  return rewriting(upstream, names, (answer) => {
    hear(answer);
    return answer.value;
  });
}

/** Changes one field in every answer of an upstream. */
export function lieAbout(
  upstream: typeof fetch,
  names: Names,
  field: string,
  change: (value: unknown, indices: readonly number[], question: RpcQuestion | undefined) => unknown,
): typeof fetch {
  const lie: Rewrite = ({ name, value, question }) => {
    const told: Change = (honest, indices) => change(honest, indices, question);
    return changeField(name, value, field, told);
  };
  // Only what holds the field is opened, and what stands in it: opening takes longer than all the rest.
  const { codecs = {} } = names;
  const onTheWay = Object.fromEntries(
    Object.entries(codecs).filter(([name]) => field.startsWith(name) || name.startsWith(field)),
  );
  return rewriting(upstream, { ...names, codecs: onTheWay }, lie);
}

function rewriting(upstream: typeof fetch, names: Names, rewrite: Rewrite): typeof fetch {
  return async (input, init) => {
    const response = await upstream(input, init);
    if (!response.ok) return response;
    const body = await bodyOf(response);
    const answers = watched(names, () => rewriteBody(body, { input, init }, names, rewrite));
    if (answers instanceof Response) return answers;
    const { status, headers } = response;
    const plain = new Headers(headers);
    plain.delete('content-length');
    return new Response(answers, { status, headers: plain });
  };
}

function watched<T>({ onDefect }: Names, run: () => T): T {
  try {
    return run();
  } catch (error) {
    onDefect?.(error);
    throw error;
  }
}

interface Asked {
  readonly input: Parameters<typeof fetch>[0];
  readonly init: RequestInit | undefined;
}

function rewriteBody(body: unknown, asked: Asked, names: Names, rewrite: Rewrite): BodyInit | Response {
  const questions = questionsOf(asked.init?.body);
  const one = (answer: unknown): unknown => {
    const { id, result } = answer as { id?: unknown; result?: unknown };
    const question = questions.length === 1 ? questions[0] : questions.find((asking) => asking.id === id);
    if (question === undefined || result === undefined) return answer;
    const name = names.nameOf?.(question) ?? question.method;
    const changed = decoded({ name, value: result, question }, names, rewrite);
    if (changed instanceof RpcFailure) return { jsonrpc: '2.0', id, error: { ...changed } };
    return { ...(answer as object), result: changed === leaveOut ? undefined : changed };
  };
  if (questions.length > 0) return stringifyJson(Array.isArray(body) ? body.map(one) : one(body));
  const changed = decoded({ name: restName(asked, names), value: body, question: undefined }, names, rewrite);
  if (changed instanceof Response) return changed;
  if (changed instanceof Uint8Array) return changed as Uint8Array<ArrayBuffer>;
  if (changed === leaveOut || changed === undefined) return '';
  return typeof changed === 'string' && typeof body === 'string' ? changed : stringifyJson(changed);
}

/** Passes the answer on with all its codecs opened, the outer ones first, and closes them again. */
function decoded(answer: PassingAnswer, names: Names, rewrite: Rewrite): unknown {
  const { codecs = {} } = names;
  const { name, question } = answer;
  const isOpened = Object.keys(codecs).some((field) => field.startsWith(name));
  const fields = isOpened ? [...new Set([name, ...fieldsOf(name, answer.value).map((field) => field.name)])] : [];
  const opened = fields.filter((field) => codecs[field] !== undefined);
  const value = opened.reduce(
    (all, field) => changeField(name, all, field, (inner) => codecs[field]?.decode(inner, question)),
    answer.value,
  );
  const told = rewrite({ ...answer, value });
  if (told instanceof RpcFailure) return told;
  return opened.reduceRight(
    (all, field) => changeField(name, all, field, (inner) => codecs[field]?.encode(inner, question)),
    told,
  );
}

/** Bytes where they are no text; parsed where it is JSON; else text, as some REST interfaces answer it. */
async function bodyOf(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // A number alone is text to those who read it: a height, an amount.
    return /^\s*[[{"]/.test(text) ? parseJson(text) : text;
  } catch {
    return bytes;
  }
}

function textOf(body: RequestInit['body']): string | undefined {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  return typeof text === 'string' ? text : undefined;
}

function questionsOf(body: RequestInit['body']): RpcQuestion[] {
  const text = textOf(body);
  if (text === undefined) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    const all = Array.isArray(parsed) ? parsed : [parsed];
    // Other interfaces name methods too, without ids.
    return all.filter((question) => typeof question?.method === 'string' && question.id !== undefined);
  } catch {
    return [];
  }
}

/** What names one thing among many: a number, a hash, an address, an extended key. */
const identifier = /^(?:\d+|[0-9a-fA-F]{16,}|0x[0-9a-fA-F]{8,}|[a-zA-Z0-9]{25,}|.*[(].*)$/;

function restName({ input, init }: Asked, { nameOfRequest }: Names): string {
  const url = new URL(String(input instanceof Request ? input.url : input));
  const own = nameOfRequest?.(url, textOf(init?.body));
  if (own !== undefined) return own;
  const segments = url.pathname
    .split('/')
    .map((segment) => (identifier.test(decodeURIComponent(segment)) ? ':id' : segment));
  return `${init?.method ?? 'GET'} ${segments.join('/')}`;
}
