import { buildSchema, GraphQLObjectType, GraphQLScalarType, type GraphQLSchema, Kind, type ValueNode } from 'graphql';
import type { Row, Snapshot } from './rows.ts';
import { related, type Selection, select } from './select.ts';
import { type Scalar, tables } from './tables.ts';

const scalars = ['String', 'Boolean', 'Int', 'bigint', 'numeric', 'timestamp'] as const;

const directions = ['asc', 'asc_nulls_first', 'asc_nulls_last', 'desc', 'desc_nulls_first', 'desc_nulls_last'];

/** The comparisons that Hasura has for a type. */
function comparison(scalar: Scalar): string {
  const simple = ['_eq', '_gt', '_gte', '_lt', '_lte', '_neq'].map((name) => `${name}: ${scalar}`);
  const texts = scalar === 'String' ? ['_ilike', '_like', '_nilike', '_nlike'].map((name) => `${name}: String`) : [];
  const members = [...simple, ...texts, `_in: [${scalar}!]`, `_nin: [${scalar}!]`, '_is_null: Boolean'];
  return `input ${scalar}_comparison_exp { ${members.join(' ')} }`;
}

const selectionOf = (table: string) =>
  `distinct_on: [${table}_select_column!], limit: Int, offset: Int, order_by: [${table}_order_by!], where: ${table}_bool_exp`;

function typesOf(table: string): string {
  const { columns, relations = {} } = tables[table] ?? { columns: {} };
  const fields = Object.entries(columns).map(([name, type]) => `${name}: ${type}`);
  const links = Object.entries(relations).map(([name, { table: other, isList }]) =>
    isList ? `${name}(${selectionOf(other)}): [${other}!]!` : `${name}: ${other}`,
  );
  const conditions = [
    ...Object.entries(columns).map(([name, type]) => `${name}: ${type.replace('!', '')}_comparison_exp`),
    ...Object.entries(relations).map(([name, { table: other }]) => `${name}: ${other}_bool_exp`),
  ];
  return [
    `type ${table} { ${[...fields, ...links].join(' ')} }`,
    `input ${table}_bool_exp { _and: [${table}_bool_exp!] _or: [${table}_bool_exp!] _not: ${table}_bool_exp ${conditions.join(' ')} }`,
    `input ${table}_order_by { ${Object.keys(columns)
      .map((name) => `${name}: order_by`)
      .join(' ')} }`,
    `enum ${table}_select_column { ${Object.keys(columns).join(' ')} }`,
  ].join('\n');
}

/** The indexer's schema, with resolvers that read rows of the snapshot in the context. */
export function createSchema(): GraphQLSchema {
  const names = Object.keys(tables);
  const schema = buildSchema(
    [
      'schema { query: query_root }',
      'scalar bigint',
      'scalar numeric',
      'scalar timestamp',
      `enum order_by { ${directions.join(' ')} }`,
      ...scalars.map(comparison),
      ...names.map(typesOf),
      `type query_root { ${names.map((table) => `${table}(${selectionOf(table)}): [${table}!]!`).join('\n')} }`,
    ].join('\n'),
  );
  for (const type of Object.values(schema.getTypeMap())) {
    if (type instanceof GraphQLScalarType && (type.name === 'bigint' || type.name === 'numeric')) exact(type);
    if (type instanceof GraphQLObjectType) resolveRows(type);
  }
  return schema;
}

/** Integers of full length. Arguments may be numbers or texts. */
function exact(type: GraphQLScalarType): void {
  const read = (value: unknown): bigint => {
    if (typeof value === 'bigint' || Number.isInteger(value) || /^-?\d+$/.test(String(value)))
      return BigInt(String(value));
    throw new TypeError(`invalid input syntax for type ${type.name}: "${String(value)}"`);
  };
  type.serialize = (value) => value;
  type.parseValue = read;
  type.parseLiteral = (node: ValueNode) => {
    if (node.kind === Kind.INT || node.kind === Kind.STRING) return read(node.value);
    throw new TypeError(`invalid input syntax for type ${type.name}`);
  };
}

function resolveRows(type: GraphQLObjectType): void {
  for (const [name, field] of Object.entries(type.getFields())) {
    const relation = tables[type.name]?.relations?.[name];
    if (type.name === 'query_root') {
      // The arguments have the types of the schema.
      field.resolve = (_, args, snapshot: Snapshot) => select(snapshot, name, args as Selection);
    } else if (relation !== undefined) {
      field.resolve = (row: Row, args, snapshot: Snapshot) => {
        const rows = related(snapshot, type.name, row, name);
        return relation.isList ? select(snapshot, relation.table, args as Selection, rows) : rows[0];
      };
    }
  }
}
