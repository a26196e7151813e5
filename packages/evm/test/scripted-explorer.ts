// A stand-in for explorers: keeps rows in the shapes of blockscout/swaggers 11.2.7 and of Etherscan's account module (real rows:
// etherscan-rows-real.json of the captures), and pages them as those do. Like Blockscout it refuses unknown query parameters. Like Blockscout's older
// versions it repeats the request's parameters, keys included, in the parameters of the next page.

interface Tx {
  readonly hash: string;
  readonly block: number | null;
  readonly index: number;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly input?: string;
  readonly nonce?: number;
  readonly gasUsed?: string;
  readonly fee?: string;
  readonly isFailed?: boolean;
  /** Another one of the same nonce came into a block. */
  readonly isReplaced?: boolean;
  /** The contract that it created. */
  readonly created?: string;
}

export interface Transfer {
  readonly hash: string;
  readonly block: number;
  readonly logIndex: number;
  /** Place of the transaction in its block, which Blockscout does not tell. */
  readonly index?: number;
  readonly from: string;
  readonly to: string;
  readonly token: string;
  readonly symbol?: string;
  readonly value: string;
  readonly isScam?: boolean;
}

export interface Internal {
  readonly hash: string;
  readonly block: number;
  readonly index: number;
  /** Place within its transaction. */
  readonly inner?: number;
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly type?: string;
  readonly isFailed?: boolean;
}

export interface Ledger {
  readonly transactions: Tx[];
  readonly transfers: Transfer[];
  readonly internals: Internal[];
  /** Token balances in Blockscout's shape. */
  readonly balances?: readonly object[];
}

export interface Explorer {
  readonly fetch: typeof fetch;
  /** Paths and queries that were asked for. */
  readonly asked: URL[];
}

/** Seconds since 1970. */
export const time = (block: number) => 1_700_000_000 + 12 * block;
const iso = (block: number) => new Date(time(block) * 1000).toISOString().replace('Z', '000Z');
const party = (hash: string) => ({ hash, is_contract: false, name: null });

const toBlockscout = {
  transactions: (row: Tx) => ({
    hash: row.hash,
    block_number: row.block,
    position: row.index,
    timestamp: row.block === null ? null : iso(row.block),
    from: party(row.from),
    to: row.to === null ? null : party(row.to),
    created_contract: row.created === undefined ? null : party(row.created),
    value: row.value,
    raw_input: row.input ?? '0x',
    nonce: row.nonce ?? 7,
    gas_used: row.block === null ? null : (row.gasUsed ?? '21000'),
    fee: { type: row.block === null ? 'maximum' : 'actual', value: row.fee ?? '42000' },
    status: row.block === null ? null : row.isFailed ? 'error' : 'ok',
    result: row.isReplaced ? 'dropped/replaced' : row.block === null ? 'pending' : 'success',
  }),
  transfers: (row: Transfer) => ({
    transaction_hash: row.hash,
    block_number: row.block,
    log_index: row.logIndex,
    timestamp: iso(row.block),
    from: party(row.from),
    to: party(row.to),
    token: {
      address_hash: row.token,
      symbol: row.symbol ?? 'USDC',
      name: 'A token',
      decimals: '6',
      type: 'ERC-20',
      reputation: row.isScam ? 'scam' : 'ok',
    },
    total: { value: row.value, decimals: '6' },
    type: 'token_transfer',
  }),
  internals: (row: Internal) => ({
    transaction_hash: row.hash,
    block_number: row.block,
    transaction_index: row.index,
    index: row.inner ?? 1,
    timestamp: iso(row.block),
    from: party(row.from),
    to: party(row.to),
    value: row.value,
    success: row.isFailed !== true,
    type: row.type ?? 'call',
    error: row.isFailed ? 'Reverted' : null,
  }),
};

interface Place {
  readonly block: number;
  readonly index: number;
  readonly inner: number;
}

const placeOf = (row: Tx | Transfer | Internal): Place => ({
  block: row.block ?? Number.MAX_SAFE_INTEGER,
  index: 'logIndex' in row ? row.logIndex : row.index,
  inner: ('inner' in row ? row.inner : undefined) ?? 1,
});
const newestFirst = (a: Place, b: Place) => b.block - a.block || b.index - a.index || b.inner - a.inner;

/** Query parameters by list, as in the specification. */
const common = ['apikey', 'key', 'block_number', 'index', 'items_count'];
const knownParameters: Readonly<Record<string, readonly string[]>> = {
  transactions: [...common, 'inserted_at', 'hash', 'value', 'fee'],
  'token-transfers': [...common, 'type'],
  'internal-transactions': [...common, 'transaction_index'],
};

/** Serves the present content of a ledger. */
export function blockscoutOf(ledger: Ledger, pageSize: number): Explorer {
  const asked: URL[] = [];
  const lists: Record<string, () => { rows: readonly (Tx | Transfer | Internal)[]; toItem(row: unknown): object }> = {
    transactions: () => ({ rows: ledger.transactions, toItem: (row) => toBlockscout.transactions(row as Tx) }),
    'token-transfers': () => ({ rows: ledger.transfers, toItem: (row) => toBlockscout.transfers(row as Transfer) }),
    'internal-transactions': () => ({
      rows: ledger.internals,
      toItem: (row) => toBlockscout.internals(row as Internal),
    }),
  };
  return {
    asked,
    async fetch(input) {
      const url = new URL(input instanceof Request ? input.url : String(input));
      asked.push(url);
      const [, name = ''] = /^\/api\/v2\/addresses\/0x[0-9a-fA-F]{40}\/([\w-]+)$/.exec(url.pathname) ?? [];
      if (name === 'token-balances') return Response.json(ledger.balances ?? []);
      const list = lists[name]?.();
      if (list === undefined) return Response.json({ message: 'Not found' }, { status: 404 });
      const query = Object.fromEntries(url.searchParams);
      if (Object.keys(query).some((key) => knownParameters[name]?.includes(key) !== true)) {
        return Response.json({ errors: [{ title: 'Invalid value' }] }, { status: 422 });
      }
      const isInside = name === 'internal-transactions';
      const after: Place | undefined =
        query.block_number === undefined
          ? undefined
          : {
              block: Number(query.block_number),
              index: Number(isInside ? query.transaction_index : query.index),
              inner: isInside ? Number(query.index) : 1,
            };
      const rows = list.rows
        .map((row) => ({ place: placeOf(row), row }))
        .filter(({ place }) => after === undefined || newestFirst(after, place) < 0)
        .toSorted((a, b) => newestFirst(a.place, b.place));
      const shown = rows.slice(0, pageSize);
      const last = shown.at(-1)?.place;
      const isEnd = rows.length <= pageSize || last === undefined;
      const { type: _, ...echo } = query;
      const at = isInside ? { transaction_index: last?.index, index: last?.inner } : { index: last?.index };
      const next = isEnd ? null : { ...echo, block_number: last.block, ...at, items_count: pageSize };
      return Response.json({ items: shown.map(({ row }) => list.toItem(row)), next_page_params: next });
    },
  };
}

/** Serves what blocks of a ledger have, as Etherscan does: 100 rows a page, newest first. */
export function etherscanOf(ledger: Ledger): Explorer {
  const asked: URL[] = [];
  const common = (row: Tx | Transfer | Internal) => ({
    blockNumber: String(row.block),
    timeStamp: String(time(row.block ?? 0)),
    hash: row.hash,
    from: row.from.toLowerCase(),
  });
  const costs = {
    nonce: '7',
    gasPrice: '2',
    gasUsed: '21000',
    gas: '30000',
    cumulativeGasUsed: '1',
    confirmations: '1',
  };
  const lists: Record<string, () => { place: Place; row: object }[]> = {
    txlist: () =>
      ledger.transactions
        .filter(({ block }) => block !== null)
        .map((row) => ({
          place: placeOf(row),
          row: {
            ...common(row),
            ...costs,
            transactionIndex: String(row.index),
            to: row.to?.toLowerCase() ?? '',
            value: row.value,
            isError: row.isFailed ? '1' : '0',
            txreceipt_status: row.isFailed ? '0' : '1',
            input: row.input ?? '0x',
            contractAddress: row.created?.toLowerCase() ?? '',
          },
        })),
    tokentx: () =>
      ledger.transfers.map((row) => ({
        place: placeOf(row),
        row: {
          ...common(row),
          ...costs,
          transactionIndex: String(row.index ?? 3),
          to: row.to.toLowerCase(),
          value: row.value,
          contractAddress: row.token.toLowerCase(),
          tokenName: 'A token',
          tokenSymbol: row.symbol ?? 'USDC',
          tokenDecimal: '6',
          input: 'deprecated',
        },
      })),
    txlistinternal: () =>
      ledger.internals.map((row) => ({
        place: placeOf(row),
        row: {
          ...common(row),
          to: row.to.toLowerCase(),
          value: row.value,
          isError: row.isFailed ? '1' : '0',
          type: row.type ?? 'call',
        },
      })),
  };
  return {
    asked,
    async fetch(input) {
      const url = new URL(input instanceof Request ? input.url : String(input));
      asked.push(url);
      const query = Object.fromEntries(url.searchParams);
      const list = lists[query.action ?? ''];
      if (query.apikey !== 'secret' || query.module !== 'account' || list === undefined) {
        return Response.json({ status: '0', message: 'NOTOK', result: 'Invalid API Key (#err2)|secret' });
      }
      const rows = list()
        .filter(({ place }) => query.endblock === undefined || place.block <= Number(query.endblock))
        .toSorted((a, b) => newestFirst(a.place, b.place));
      const offset = Number(query.offset);
      const start = (Number(query.page) - 1) * offset;
      const result = rows.slice(start, start + offset).map(({ row }) => row);
      return result.length === 0
        ? Response.json({ status: '0', message: 'No transactions found', result: [] })
        : Response.json({ status: '1', message: 'OK', result });
    },
  };
}
