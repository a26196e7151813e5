import type { Document } from './open-api.ts';

/** What the document shows of one operation: a request as a client would send it, and its answer. */
export interface Example {
  readonly name: string;
  readonly method: string;
  /** The path with the examples of its parameters. A parameter without an example stays as in the document: `{name}`. */
  readonly path: string;
  readonly body: unknown;
  readonly answer: unknown;
  readonly takesBody: boolean;
}

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** All examples of a body. Of several, the first goes with the example of the answer. */
export function shownIn({ example, examples }: Media): unknown[] {
  return examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);
}

interface Shown {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly example?: unknown;
    readonly examples?: NonNullable<Media['examples']>;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
}

/** The examples of all operations, in the order of the document. */
export function examplesOf(document: Document): Example[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { parameters = [], requestBody, responses } = operation as Shown;
      const filled = parameters
        .filter((one) => one.in === 'path')
        .map((one) => ({ ...one, example: shownIn(one)[0] }))
        .filter(({ example }) => example !== undefined)
        .reduce((path, { name, example }) => path.replace(`{${name}}`, encodeURIComponent(String(example))), template);
      // Lists are written as `a,b`: explode is false.
      const query = parameters
        .filter((one) => one.in === 'query' && one.example !== undefined)
        .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
      return {
        name: `${method.toUpperCase()} ${template}`,
        method: method.toUpperCase(),
        path: [filled, ...(query.length === 0 ? [] : [query.join('&')])].join('?'),
        body: shownIn(requestBody?.content['application/json'] ?? {})[0],
        answer: responses[200]?.content?.['application/json']?.example,
        takesBody: requestBody !== undefined,
      };
    }),
  );
}
