import type { FakeTelling } from '@isochain/conformance';
import { evm } from '../../src/index.ts';
import { bob, eve, hash, me } from '../explored-chain.ts';
import { blockscoutOf, type Explorer, etherscanOf, type Internal, type Ledger, time } from '../scripted-explorer.ts';
import { hex, scriptedNode, token } from '../scripted-node.ts';
import { type Log, tokenMovedBy } from './logs.ts';

// A transaction of a thief, as nodes and explorers tell it.

/** A node alone reads the blocks itself. An explorer alone stands beside a node that does not know the transaction. */
export const upstreams = ['node', 'blockscout', 'blockscout and a node', 'etherscan', 'etherscan and a node'] as const;
export type Upstream = (typeof upstreams)[number];

/** The account that looks richer. */
export const account: string = me;
export const thief: string = eve;
/** A contract of the thief. */
export const contract: string = bob;
/** A token that is on no list. */
export const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

const block = 100;
const height = 120;
const id = hash(1);

/** Coins that a call inside the transaction names, in the order of the calls. */
type Inner = Pick<Internal, 'from' | 'to' | 'type' | 'isFailed'> & { readonly value: bigint };

export interface Made {
  /** The thief by default. */
  readonly from?: string;
  readonly to: string;
  readonly value?: bigint;
  readonly input?: string;
  readonly logs?: readonly Log[];
  readonly inner?: readonly Inner[];
  readonly fails?: boolean;
  /** 21,000 by default. */
  readonly gasUsed?: number;
  /** No block has it, because it waits, or because another one took its nonce. */
  readonly missing?: 'waits' | 'replaced';
  /** How the contract of the gold calls itself. */
  readonly symbol?: string;
}

type Told = Partial<Omit<FakeTelling, 'chain' | 'account' | 'id'>>;

export function tell(upstream: Upstream, made: Made, told: Told = {}): FakeTelling {
  const hasNode = upstream === 'node' || upstream.endsWith('and a node');
  const node = scriptedNode(1, {
    contracts: { [gold.toLowerCase()]: token({ symbol: made.symbol ?? 'AU' }) },
    methods: methodsOf(made, hasNode),
  });
  const kind = (['blockscout', 'etherscan'] as const).find((each) => upstream.startsWith(each));
  const explorer: Explorer | undefined =
    kind === undefined
      ? undefined
      : kind === 'blockscout'
        ? blockscoutOf(ledgerOf(made), 50)
        : etherscanOf(ledgerOf(made));
  const chain = evm.connect('ethereum', {
    endpoints: [
      { url: 'https://node.test', name: 'node', maxBatch: 50 },
      ...(kind === undefined
        ? []
        : [{ url: `https://${kind}.test/${kind === 'etherscan' ? 'v2/api' : ''}?apikey=secret`, name: kind, kind }]),
    ],
    ...(kind === undefined ? { historyScanBlocks: height } : {}),
    fetch: (url, init) =>
      (new URL(String(url)).hostname === 'node.test' ? node.fetch : (explorer?.fetch ?? fetch))(url, init),
  });
  // A node forgets what it replaced.
  const isKnown = hasNode && made.missing !== 'replaced';
  return { chain, account, id, isKnown, ...told };
}

function methodsOf(made: Made, knows: boolean) {
  const { missing, logs = [] } = made;
  const mined = knows && missing === undefined;
  const transaction = knows && missing !== 'replaced' ? transactionOf(made) : null;
  const found = logs.map((log, logIndex) => ({ ...log, ...inBlock, logIndex: hex(logIndex) }));
  return {
    eth_blockNumber: () => hex(height),
    eth_getBlockByNumber: ([number]: readonly unknown[]) => {
      if (number === 'latest') return undefined;
      const transactions = mined && Number(number) === block ? [transaction] : [];
      return { number, timestamp: hex(time(Number(number))), transactions };
    },
    eth_getTransactionByHash: () => transaction,
    eth_getTransactionReceipt: () =>
      mined
        ? {
            ...inBlock,
            status: made.fails ? '0x0' : '0x1',
            ...{ gasUsed: hex(made.gasUsed ?? 21_000), effectiveGasPrice: '0x2', logs: found },
          }
        : null,
    // A node finds logs by their topics. It does not ask which contract wrote them.
    eth_getLogs: ([filter]: readonly unknown[]) => {
      const { topics } = filter as { topics: readonly (string | null)[] };
      return mined ? found.filter((log) => topics.every((topic, i) => topic === null || log.topics[i] === topic)) : [];
    },
  };
}

const inBlock = { transactionHash: id, blockNumber: hex(block), transactionIndex: '0x0' };

function transactionOf({ from = thief, to, value = 0n, input = '0x', missing }: Made) {
  return {
    ...{ hash: id, blockNumber: missing === undefined ? hex(block) : null, from, to, value: hex(value), input },
    ...{ nonce: '0x7', gas: '0x7530', gasPrice: '0x2' },
  };
}

/** The rows that an explorer lists for the account. */
function ledgerOf({
  from = thief,
  to,
  value = 0n,
  input = '0x',
  logs = [],
  inner = [],
  fails,
  missing,
  symbol,
}: Made): Ledger {
  const place = { hash: id, block: missing === undefined ? block : null, index: 0 };
  const isOwn = (one: { readonly from: string; readonly to: string }) => one.from === account || one.to === account;
  const moved =
    missing === undefined && !fails ? logs.flatMap((log, logIndex) => ({ ...tokenMovedBy(log), logIndex })) : [];
  return {
    transactions: isOwn({ from, to })
      ? [
          {
            ...place,
            from,
            to,
            value: String(value),
            input,
            isFailed: fails === true,
            isReplaced: missing === 'replaced',
          },
        ]
      : [],
    transfers: moved.flatMap(({ from: giver, to: taker, amount, contract: address, logIndex }) =>
      giver !== undefined && taker !== undefined && isOwn({ from: giver, to: taker })
        ? [
            {
              ...{ hash: id, block, index: 0, logIndex, from: giver, to: taker },
              ...{ token: address, value: String(amount), symbol: symbol ?? 'AU' },
            },
          ]
        : [],
    ),
    internals: inner
      .filter(isOwn)
      .map((each, i) => ({ ...each, ...{ hash: id, block, index: 0, inner: i + 1 }, value: String(each.value) })),
  };
}
