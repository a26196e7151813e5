import type { HttpAnswer, HttpRequest } from '@isochain/core/upstream';
import type { TonKind } from '../options.ts';

// Three interfaces tell the same facts in three ways. A query knows each way, so the rest of the code need not know which interface answered.

/** One question to an endpoint. */
export interface Query<T = unknown> {
  /** Without the form of a kind, endpoints of that kind are not asked. */
  readonly forms: { readonly [K in TonKind]?: Form<T> };
}

/** How one kind of endpoint is asked: all requests at once. */
export interface Form<T = unknown> {
  readonly requests: readonly AnyRequest[];
  /**
   * Reads the answers, in the order of the requests.
   *
   * @throws RejectedAnswer if the endpoint does not answer what was asked.
   */
  read(answers: readonly AnyAnswer[]): T;
}

type AnyRequest = HttpRequest<unknown, unknown>;
type AnyAnswer = HttpAnswer<unknown, unknown>;

/** A form with one request. */
export function form<A, T, E = never>(request: HttpRequest<A, E>, read: (answer: HttpAnswer<A, E>) => T): Form<T> {
  return { requests: [request as AnyRequest], read: ([answer]) => read(answer as HttpAnswer<A, E>) };
}

/** A form with a list of requests of one type. */
export function formOfAll<A, T, E = never>(
  requests: readonly HttpRequest<A, E>[],
  read: (answers: readonly HttpAnswer<A, E>[]) => T,
): Form<T> {
  return {
    requests: requests as readonly AnyRequest[],
    read: (answers) => read(answers as readonly HttpAnswer<A, E>[]),
  };
}

/** Two forms in one, asked together. */
export function both<A, B, T>(first: Form<A>, second: Form<B>, join: (a: A, b: B) => T): Form<T> {
  const { length } = first.requests;
  return {
    requests: [...first.requests, ...second.requests],
    read: (answers) => join(first.read(answers.slice(0, length)), second.read(answers.slice(length))),
  };
}

/**
 * The same question, with another reading of its answer.
 *
 * @param map - Throws RejectedAnswer if the endpoint does not answer what was asked. The next one is asked then.
 */
export function mapped<A, B>({ forms }: Query<A>, map: (value: A) => B): Query<B> {
  const entries = Object.entries(forms).map(([kind, each]) => [kind, mappedForm(each as Form<A>, map)]);
  return { forms: Object.fromEntries(entries) };
}

/** The same form, with another reading of its answer. */
export function mappedForm<A, B>({ requests, read }: Form<A>, map: (value: A) => B): Form<B> {
  return { requests, read: (answers) => map(read(answers)) };
}

/** Two questions in one, at the interfaces that know both. */
export function joined<A, B, T>(first: Query<A>, second: Query<B>, join: (a: A, b: B) => T): Query<T> {
  const kinds = Object.keys(first.forms) as TonKind[];
  const forms = kinds.flatMap((kind) => {
    const [one, other] = [first.forms[kind], second.forms[kind]];
    return one === undefined || other === undefined ? [] : [[kind, both(one, other, join)] as const];
  });
  return { forms: Object.fromEntries(forms) };
}
