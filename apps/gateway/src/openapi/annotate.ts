import { type Note, notes, notesOfData } from './notes.ts';

/** A schema of the document: the parts that are walked. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly items?: DocumentSchema;
  readonly additionalProperties?: DocumentSchema | boolean;
  readonly oneOf?: readonly DocumentSchema[];
  readonly anyOf?: readonly DocumentSchema[];
  readonly allOf?: readonly DocumentSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

type Schemas = Readonly<Record<string, DocumentSchema>>;

/** One place of a component: `''` is the component itself, `rewards.native[].amount` a property below it, `chains{}` the values of a record. */
export interface Place {
  readonly component: string;
  readonly path: string;
  readonly schema: DocumentSchema;
  /** Whether it is a property, rather than an item, a value or a choice. */
  readonly isProperty: boolean;
}

/** All places of all components. The target of a `$ref` is a component of its own. */
export function* placesOf(schemas: Schemas): Generator<Place> {
  for (const [component, schema] of Object.entries(schemas)) {
    for (const { path, ...place } of walk(schema, '', false))
      yield { component, path: path.replace(/^\./, ''), ...place };
  }
}

function* walk(schema: DocumentSchema, path: string, isProperty: boolean): Generator<Omit<Place, 'component'>> {
  yield { path, schema, isProperty };
  if (schema.$ref !== undefined) return;
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* walk(inner, `${path}.${name}`, true);
  if (schema.items !== undefined) yield* walk(schema.items, `${path}[]`, false);
  if (typeof schema.additionalProperties === 'object') yield* walk(schema.additionalProperties, `${path}{}`, false);
  // The choices of one place share its name: a property means the same in each choice.
  for (const choice of [schema.oneOf, schema.anyOf, schema.allOf].flatMap((list) => list ?? [])) {
    yield* walk(choice, path, false);
  }
}

/** The note of a place in notes.ts. */
export function noteOf(component: string, path: string): Note | undefined {
  const own = notes[component]?.[path];
  if (own !== undefined || !component.endsWith('Data')) return own;
  return notesOfData[path];
}

/** The schemas with the descriptions and examples of notes.ts. A schema's own description stays. */
export function annotate<Given extends Schemas>(schemas: Given): Given {
  const copy = structuredClone(schemas);
  for (const { component, path, schema } of placesOf(copy)) {
    const [description, ...examples] = noteOf(component, path) ?? [];
    if (description !== undefined && schema.$ref === undefined && schema.description === undefined) {
      Object.assign(schema, { description });
    }
    if (examples.length > 0) Object.assign(schema, { examples });
  }
  return copy;
}
