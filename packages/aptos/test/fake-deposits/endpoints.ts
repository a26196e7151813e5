import type { FakeDeposit } from '@isochain/conformance';
import { type Json, nodeWith } from '../made-transactions.ts';
import { connectTo, now, recipient, sender } from '../scripted-node.ts';

// A transaction of a thief, as nodes tell it. With an indexer, the history of the account lists what others sent, too.

type Telling = Awaited<ReturnType<Exclude<FakeDeposit['told'][string], string>>>;

export const upstreams = ['indexer and node', 'node'] as const;

/** The account that looks richer. */
export const account: string = recipient;
export const thief: string = sender;

interface Around {
  /** Resources of tokens, by `address/type`. */
  readonly resources?: Readonly<Record<string, object>>;
  /** True while no block has the transaction. */
  readonly isWaiting?: boolean;
  /** When the latest block was made, in milliseconds since 1970. */
  readonly at?: number;
}

type Told = Omit<Telling, 'chain' | 'account' | 'id'> & Around;

export function told(transaction: Json, rest: Told = {}) {
  return {
    'indexer and node': () => tell(transaction, rest, true),
    // A node lists what an account sent.
    node: () => tell(transaction, { ...rest, isListed: false }, false),
  };
}

function tell(transaction: Json, { resources = {}, isWaiting = false, at = now, ...rest }: Told, isIndexed: boolean) {
  const node = nodeWith(transaction);
  const rows = isWaiting || rest.isListed === false ? [] : [rowOf(transaction)];
  const tables = { account_transactions: rows, fungible_asset_activities: [], processor_status: [] };
  const { chain } = connectTo(
    { ...node, resources, own: { ...(isWaiting ? {} : node.own), ...sentNothing }, latestAt: at },
    { indexers: isIndexed ? [{ tables }] : [], now: () => at, ...(at === now ? {} : { oldestBlockMs: 0 }) },
  );
  return { chain, account, id: transaction.hash, ...rest };
}

const sentNothing = { [`/accounts/${account}/transaction_summaries`]: [] };

function rowOf({ version }: Json): object {
  return { transaction_version: Number(version), account_address: account };
}
