import type { FakeDeposit } from '@isochain/conformance';
import { account as addressOf, blockNumber, blockTime, type made } from '../made-transactions.ts';
import { gridPage, type Json, openScripted, type Script } from '../scripted-history.ts';

// A transaction of a thief, as a node tells it, and as TronGrid lists it for the account. Both are there in either case.

type Telling = Awaited<ReturnType<Exclude<FakeDeposit['told'][string], string>>>;
type Named = ReturnType<typeof addressOf>;

export const upstreams = ['node', 'trongrid'] as const;

/** The account that looks richer. */
export const account: Named = addressOf('b2');
export const thief: Named = addressOf('ee');
/** Somebody whom the account knows. */
export const victim: Named = addressOf('a1');
export const other: Named = addressOf('c3');
/** A contract of anybody. */
export const contract: Named = addressOf('70');
/** The hex of USDT, TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t (tether.to, "Supported protocols"). */
export const usdt = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';

/** Coins or a TRC-10 token that a contract moved, or seems to have moved. */
export interface Inner {
  readonly from?: Named;
  readonly to?: Named;
  readonly amount: number;
  readonly asset?: string;
  readonly note?: string;
  readonly rejected?: boolean;
}

/** An event, as nodes write it. */
export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface MadeRow {
  readonly transaction: ReturnType<typeof made>;
  readonly logs?: readonly Log[];
  readonly inner?: readonly Inner[];
  /** What the block says. A success by default. */
  readonly result?: string;
}

interface Around {
  /** What the contract calls itself, and the TRC-10 token. */
  readonly symbol?: string;
  /** False while its block may still be replaced. */
  readonly isSolid?: boolean;
  /** True where the node has lost what came of it. */
  readonly isLost?: boolean;
}

type Told = Omit<Telling, 'chain' | 'account' | 'id'> & Around;

const head = { number: blockNumber + 100, timestamp: blockTime + 300_000 };
const path = `/v1/accounts/${account.text}`;
const paths = {
  native: `${path}/transactions`,
  tokens: `${path}/transactions/trc20`,
  inner: `${path}/internal-transactions`,
};
const nothingListed: Script = Object.fromEntries(Object.values(paths).map((each) => [each, () => gridPage([])]));

/** A transaction in a block. */
export function told(row: MadeRow, rest: Told = {}) {
  return {
    // A node has no histories, and the index has nothing yet.
    node: () => tell(row, { ...rest, isListed: false }, nothingListed),
    trongrid: () => tell(row, rest, listsOf(row, rest)),
  };
}

/**
 * A transaction that no block has.
 *
 * @param past - How long ago it expired, in milliseconds.
 * @param solidPast - The same, by the clock of the latest solid block.
 */
export function toldByPool(
  { transaction }: MadeRow,
  past: number,
  solidPast: number = past - 60_000,
): FakeDeposit['told'] {
  const { expiration } = transaction.raw_data;
  const at = (since: number) => ({ number: blockNumber, timestamp: expiration + since });
  const script = { ...nothingListed, '/wallet/gettransactionfrompending': () => transaction };
  return {
    node: () => ({
      chain: openScripted(script, { head: at(past), solid: at(solidPast) }).chain,
      ...{ account: account.text, id: transaction.txID, isListed: false },
    }),
    trongrid: 'TronGrid lists only transactions of blocks.',
  };
}

function tell(row: MadeRow, told: Told, lists: Script): Telling {
  const { symbol = 'GLD', isSolid = true, isLost = false, ...rest } = told;
  const { transaction, result = 'SUCCESS' } = row;
  const script: Script = {
    ...lists,
    '/wallet/gettransactionbyid': () => ({ ...transaction, ret: [{ contractRet: result }] }),
    '/wallet/gettransactioninfobyid': () => (isLost ? {} : infoOf(row)),
    '/wallet/triggerconstantcontract': ({ body }) => constantAnswer(symbol, body),
    '/wallet/getassetissuebyid': ({ body }) => ({ id: body.value, abbr: hexOf(symbol), name: hexOf(symbol) }),
  };
  const solid = isSolid ? head : { number: blockNumber - 1, timestamp: blockTime - 3_000 };
  const { chain } = openScripted(script, { head, solid });
  return { chain, account: account.text, id: transaction.txID, ...rest };
}

const hexOf = (text: string) => Buffer.from(text).toString('hex');

function infoOf({ transaction, logs = [], inner = [], result }: MadeRow): Json {
  return {
    ...{ id: transaction.txID, fee: 4_000_000, blockNumber, blockTimeStamp: blockTime },
    receipt: { energy_usage_total: 30_000, ...(result === undefined ? {} : { result }) },
    ...(result === undefined ? {} : { result: 'FAILED' }),
    log: logs,
    internal_transactions: inner.map(({ from = contract, to = account, amount, asset, note = 'call', rejected }) => ({
      ...{ caller_address: from.hex, transferTo_address: to.hex, note: hexOf(note), rejected },
      callValueInfo: [{ callValue: amount, ...(asset === undefined ? {} : { tokenId: asset }) }],
    })),
  };
}

/** `decimals()` is 6, and the name is what anybody wants. */
function constantAnswer(symbol: string, body: Json): Json {
  const output = body.data === '313ce567' ? '6'.padStart(64, '0') : hexOf(symbol).padEnd(64, '0');
  return {
    ...{ result: { result: true }, energy_used: 500, constant_result: [output] },
    transaction: { ret: [{}], raw_data: { contract: [{ parameter: { value: body } }] } },
  };
}

/** The lists of the account. A transaction stands in the first one if its bytes name the account. */
function listsOf(row: MadeRow, { symbol = 'GLD' }: Told): Script {
  const { transaction, logs = [], inner = [], result = 'SUCCESS' } = row;
  const isNamed = transaction.raw_data_hex.includes(account.hex.slice(2));
  const native = {
    ...transaction,
    ret: [{ contractRet: result, fee: 4_000_000 }],
    ...{ energy_usage_total: 30_000, blockNumber, block_timestamp: blockTime, internal_transactions: [] },
  };
  const pages: Readonly<Record<keyof typeof paths, readonly Json[]>> = {
    native: isNamed ? [native] : [],
    tokens: logs.flatMap((log) => tokenRow(log, transaction.txID, symbol)),
    inner: inner.flatMap((each, i) => innerRow(each, transaction.txID, i)),
  };
  return Object.fromEntries(
    Object.entries(pages).map(([name, rows]) => [paths[name as keyof typeof paths], () => gridPage(rows)]),
  );
}

/** First topics of the events that the list of tokens shows (TIP-20). */
const types: Readonly<Record<string, string>> = {
  ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef: 'Transfer',
  '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925': 'Approval',
};

function tokenRow({ address, topics, data }: Log, id: string, symbol: string): Json[] {
  const [topic = '', ...parties] = topics;
  const type = types[topic];
  if (type === undefined || parties.length !== 2 || data === '' || !parties.includes(account.word)) return [];
  const [from, to] = parties.map((word) => `41${word.slice(24)}`);
  const token_info = { symbol, address: `41${address}`, decimals: 6, name: symbol };
  return [
    { transaction_id: id, token_info, block_timestamp: blockTime, from, to, type, value: String(BigInt(`0x${data}`)) },
  ];
}

function innerRow(
  { from = contract, to = account, amount, asset, note = 'call', rejected }: Inner,
  id: string,
  i: number,
): Json[] {
  if (from !== account && to !== account) return [];
  const value =
    asset === undefined ? { call_value: amount } : { call_value: 0, call_token_value: amount, token_id: asset };
  return [
    {
      ...{ internal_tx_id: `${id}-${i}`, tx_id: id, block_timestamp: blockTime },
      ...{ from_address: from.hex, to_address: to.hex },
      data: { note: hexOf(note), rejected: rejected ?? false, ...value },
    },
  ];
}
