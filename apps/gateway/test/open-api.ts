import * as z from 'zod';

/** What is used of an OpenAPI document. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, unknown>>;
        readonly content: Readonly<Record<string, { readonly schema: object }>>;
      }
    >
  >;
}

/** Finds the operation of a request, as a client that reads the document would. */
function operationOf(
  document: Document,
  method: string,
  path: string,
): { template: string; operation: Operation } | undefined {
  const matching = Object.keys(document.paths)
    .filter((template) => toPattern(template).test(path))
    .toSorted((a, b) => parameters(a) - parameters(b));
  for (const template of matching) {
    const operation = document.paths[template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
    if (operation !== undefined) return { template, operation };
  }
  return undefined;
}

function parameters(template: string): number {
  return template.split('{').length;
}

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{tokenId\}/g, '.+').replace(/\{\w+\}/g, '[^/]+')}$`);
}

const errorReference = { $ref: '#/components/schemas/Error' };

/**
 * Checks an answer against the document: its status is declared, and its body fits the schema of that status, without further fields.
 *
 * @throws Error with the differences.
 */
export function checkAnswer(document: Document, method: string, path: string, status: number, body: unknown): void {
  const found = operationOf(document, method, path);
  const schema =
    found === undefined || status === 405
      ? errorReference
      : found.operation.responses[status]?.content['application/json']?.schema;
  const name = `${method} ${found?.template ?? path} -> ${status}`;
  if (schema === undefined) throw new Error(`${name} is not declared`);
  const parsed = toZod(document, schema).safeParse(body);
  if (!parsed.success)
    throw new Error(`${name} does not fit its schema: ${z.prettifyError(parsed.error)}\n${JSON.stringify(body)}`);
}

const known = new WeakMap<object, z.ZodType>();

/** Zod reads JSON Schema without making code of it, which Workers would not run. */
export function toZod(document: Document, schema: object): z.ZodType {
  const made = known.get(schema) ?? fromSchema(document, schema);
  known.set(schema, made);
  return made;
}

function fromSchema(document: Document, schema: object): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas };
  const local = JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')) as object;
  return z.fromJSONSchema(closed(local) as z.core.JSONSchema.JSONSchema);
}

/** The document leaves objects open, so that fields may be added. Here objects are closed, so that no field is missing in the document. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isObject = 'properties' in inner && inner.type === 'object';
  return isObject && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner;
}
