import type { FakeDeposit } from '@isochain/conformance';
import { idOf, indexed, pending } from '../chain-rows.ts';
import type { Fields } from '../judge.ts';
import { connectTo, recipient, round, type ScriptedAsset, sender } from '../scripted-node.ts';

// A transaction of a thief, as an indexer and as a node tell it.

type Telling = Awaited<ReturnType<Exclude<FakeDeposit['told'][string], string>>>;

export const upstreams = ['indexer', 'algod'] as const;

/** The account that looks richer. */
export const account: string = recipient;
export const thief: string = sender;

/** A transaction, with those that an application made in it. */
export interface MadeRow {
  readonly fields: Fields;
  readonly inner?: readonly MadeRow[];
  /** What `close` got. */
  readonly closed?: bigint;
}

interface Around {
  readonly assets?: Readonly<Record<string, ScriptedAsset>>;
}

type Told = Omit<Telling, 'chain' | 'account' | 'id'> & Around;

export function told(made: MadeRow, rest: Told = {}) {
  return { indexer: () => byIndexer(made, rest), algod: () => byNode(made, rest, { 'confirmed-round': round - 10 }) };
}

const latestOnly = 'An indexer tells only transactions of blocks.';

/** A transaction that stands in no block. @param poolError - Why the node threw it out of its pool. */
export function toldByNode(made: MadeRow, poolError = ''): FakeDeposit['told'] {
  return { indexer: latestOnly, algod: () => byNode(made, {}, { 'pool-error': poolError }) };
}

function byIndexer(made: MadeRow, { assets = {}, ...rest }: Told): Telling {
  const row = { ...rowOf(made), id: idOf(made.fields) };
  const { chain } = connectTo({ algod: { assets }, indexer: { known: { [row.id]: row }, sent: { [account]: [row] } } });
  return { chain, account, id: row.id, ...rest };
}

function rowOf({ fields, inner = [], closed = 0n }: MadeRow): Readonly<Record<string, unknown>> {
  const isCall = fields.type === 'appl';
  return indexed(
    fields,
    {
      id: undefined,
      ...(isCall ? { 'application-transaction': { 'application-id': 1 }, logs: ['cGF5IDkwMDAwMDA='] } : {}),
      ...(inner.length === 0 ? {} : { 'inner-txns': inner.map(rowOf) }),
    },
    { 'close-amount': closed },
  );
}

/** A node has no histories: the indexer beside it has nothing yet. */
function byNode(made: MadeRow, { assets = {}, ...rest }: Told, known: Readonly<Record<string, unknown>>): Telling {
  const id = idOf(made.fields);
  const { chain } = connectTo({ algod: { assets, pending: { [id]: answerOf(made, known) } }, indexer: {} });
  return { chain, account, id, ...rest, isListed: false };
}

function answerOf({ fields, inner = [], closed = 0n }: MadeRow, known: Readonly<Record<string, unknown>>): object {
  return pending(fields, {
    ...(closed === 0n ? {} : { [fields.type === 'pay' ? 'closing-amount' : 'asset-closing-amount']: closed }),
    ...(inner.length === 0 ? {} : { 'inner-txns': inner.map((each) => answerOf(each, {})) }),
    ...known,
  });
}
