import { execute, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import type { Chain } from '../chain/chain.ts';
import type { RestCall, RestReply } from '../engine.ts';
import type { Snapshot } from './rows.ts';
import { createSchema } from './schema.ts';

/** A model of the public indexer: Hasura over PostgreSQL. */
export class Indexer {
  /** How many versions it is behind. */
  lag = 0n;
  isDown = false;
  readonly #chain: Chain;
  #schema: GraphQLSchema | undefined;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** Answers a GraphQL request. Mistakes of the query are HTTP 200 with `errors`, as at Hasura. */
  async answer({ body }: RestCall): Promise<RestReply> {
    if (this.isDown) return { status: 503, body: { message: 'upstream connect error' } };
    const { query, variables, operationName } = (body ?? {}) as Record<string, unknown>;
    if (typeof query !== 'string') {
      return failed([new GraphQLError("the key 'query' was not present")], '$', 'parse-failed');
    }
    this.#schema ??= createSchema();
    let document: ReturnType<typeof parse>;
    try {
      document = parse(query);
    } catch (cause) {
      return failed([new GraphQLError(`not a valid graphql query: ${String(cause)}`)], '$.query', 'validation-failed');
    }
    const mistakes = validate(this.#schema, document);
    if (mistakes.length > 0) return failed(mistakes, '$.selectionSet', 'validation-failed');
    const { data, errors } = await execute({
      schema: this.#schema,
      document,
      contextValue: this.#snapshot(),
      // Whatever is there: the schema says what is wrong with it.
      variableValues: (variables ?? {}) as Record<string, unknown>,
      ...(typeof operationName === 'string' ? { operationName } : {}),
    });
    if (errors !== undefined) return failed(errors, '$.variableValues', 'validation-failed');
    return { status: 200, body: { data } };
  }

  #snapshot(): Snapshot {
    const chain = this.#chain;
    const version = chain.version - this.lag;
    return {
      chain,
      version,
      read: new Map(),
      state: chain.stateAt(version) ?? chain.state,
      entries: chain.entries.filter((entry) => entry.version <= version),
    };
  }
}

function failed(errors: readonly GraphQLError[], path: string, code: string): RestReply {
  return {
    status: 200,
    body: {
      errors: errors
        .slice(0, 1)
        .map(({ message }) => ({ message: hasuraText(message), extensions: { path: pathOf(path, message), code } })),
    },
  };
}

const unknownField = /^Cannot query field "(\w+)" on type "(\w+)"/;
const unknownMember = /^Field "(\w+)" is not defined by type "(\w+)"/;

/** The words of Hasura for the commonest mistakes. */
function hasuraText(message: string): string {
  const [, field, type] = unknownField.exec(message) ?? unknownMember.exec(message) ?? [];
  return field === undefined ? message : `field '${field}' not found in type: '${type}'`;
}

function pathOf(path: string, message: string): string {
  const field = unknownField.exec(message)?.[1];
  return field === undefined ? path : `${path}.${field}`;
}
