import { type Row, rowsOf, type Snapshot } from './rows.ts';
import { tables } from './tables.ts';

/** The arguments of a table's field. They were checked against the schema. */
export interface Selection {
  readonly where?: Condition | null;
  readonly order_by?: readonly Readonly<Record<string, string>>[] | null;
  readonly limit?: number | null;
  readonly offset?: number | null;
  readonly distinct_on?: readonly string[] | null;
}

type Condition = Readonly<Record<string, unknown>>;

/** The most rows that a request gets, as at the public indexer. */
const mostRows = 100;

/** Rows of a table, as Hasura selects them. */
export function select(snapshot: Snapshot, table: string, selection: Selection, given?: readonly Row[]): Row[] {
  const { where, order_by: order, limit, offset, distinct_on: distinct } = selection;
  let rows = [...(given ?? rowsOf(snapshot, table))];
  if (where) rows = rows.filter((row) => holds(snapshot, table, row, where));
  if (order) rows.sort(byOrder([order].flat()));
  if (distinct && distinct.length > 0) rows = unique(rows, distinct);
  const from = offset ?? 0;
  return rows.slice(from, from + Math.min(limit ?? mostRows, mostRows));
}

/** Rows of another table that belong to a row. */
export function related(snapshot: Snapshot, table: string, row: Row, relation: string): Row[] {
  const found = tables[table]?.relations?.[relation];
  if (found === undefined) return [];
  return rowsOf(snapshot, found.table).filter((other) =>
    found.on.every(([own, theirs]) => same(row[own], other[theirs])),
  );
}

function same(a: unknown, b: unknown): boolean {
  return a !== undefined && a !== null && compare(a, b) === 0;
}

/** A condition of several members holds if all do. */
function holds(snapshot: Snapshot, table: string, row: Row, condition: Condition): boolean {
  return Object.entries(condition).every(([name, wanted]) => {
    if (wanted === null || wanted === undefined) return true;
    // The schema has lists of conditions for the first two, and one for the third.
    if (name === '_and') return [wanted].flat().every((part) => holds(snapshot, table, row, part as Condition));
    if (name === '_or') return [wanted].flat().some((part) => holds(snapshot, table, row, part as Condition));
    if (name === '_not') return !holds(snapshot, table, row, wanted as Condition);
    const relation = tables[table]?.relations?.[name];
    if (relation !== undefined) {
      const others = related(snapshot, table, row, name);
      return others.some((other) => holds(snapshot, relation.table, other, wanted as Condition));
    }
    return Object.entries(wanted as Condition).every(([operator, operand]) => fits(row[name], operator, operand));
  });
}

function fits(value: unknown, operator: string, operand: unknown): boolean {
  // A comparison with null is left out, as with a variable that is not given.
  if (operand === null || operand === undefined) return true;
  const isNull = value === null || value === undefined;
  if (operator === '_is_null') return isNull === operand;
  if (isNull) return false;
  const list = Array.isArray(operand) ? operand : [operand];
  if (operator === '_eq') return compare(value, operand) === 0;
  if (operator === '_neq') return compare(value, operand) !== 0;
  if (operator === '_gt') return compare(value, operand) > 0;
  if (operator === '_gte') return compare(value, operand) >= 0;
  if (operator === '_lt') return compare(value, operand) < 0;
  if (operator === '_lte') return compare(value, operand) <= 0;
  if (operator === '_in') return list.some((one) => compare(value, one) === 0);
  if (operator === '_nin') return list.every((one) => compare(value, one) !== 0);
  const pattern = String(operand)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  const isLike = new RegExp(`^${pattern}$`, operator.endsWith('ilike') ? 'i' : '').test(String(value));
  return operator.startsWith('_n') ? !isLike : isLike;
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'boolean' || typeof b === 'boolean') return Number(a) - Number(b);
  const numbers = [a, b].every(
    (one) => typeof one === 'bigint' || typeof one === 'number' || /^-?\d+$/.test(String(one)),
  );
  const [x, y] = numbers && typeof a !== 'string' ? [BigInt(String(a)), BigInt(String(b))] : [String(a), String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function byOrder(order: readonly Readonly<Record<string, string>>[]): (a: Row, b: Row) => number {
  const steps = order.flatMap((part) => Object.entries(part));
  return (a, b) => {
    for (const [column, direction] of steps) {
      const [x, y] = [a[column], b[column]];
      if (x === y) continue;
      const isDescending = direction.startsWith('desc');
      const absent = [x, y].map((one) => one === undefined || one === null);
      // Nulls come first in descending order and last in ascending order, as in PostgreSQL.
      const order = absent[0] ? 1 : absent[1] ? -1 : compare(x, y);
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  };
}

function unique(rows: readonly Row[], columns: readonly string[]): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = columns.map((column) => String(row[column])).join('|');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
