import { hashOfRpc } from './rpc-hash.ts';
import { hex, strk } from './scripted-node.ts';

// A chain with transactions, told by a node and by Voyager's index. Hashes are made by `hashOfRpc`, so not by our own code. Numbers are selectors of the fact sheet of
// the family: keccak of the names, without the six highest bits.

export const eth = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';

export const selectors = {
  transfer: '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e',
  approve: '0x219209e083275171774dab1df80982e9df2096516f06319c5c6d71ae0a8480c',
  Transfer: '0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9',
  TransactionExecuted: '0x1dcde06aabdbca2f80aa51392b345d7549d7757aa855f7e37f5d335ac8243b1',
  enter: '0x28d4193fb8ce46eddddb440a7045e0abfb03313d85424642281b927d824a9c',
  add: '0x2ec6c127d4ffe4bdc6597d95c3aeac9ab96edeb735da12054582c9a20034db2',
  intent: '0x3a8373903fa7946f74e89e626260495125e0bc54dcb43e90c895f69f69b00af',
  action: '0x1a1e389f01dfd06ed80e78e8bd82085fa725e99292dd3507d80bbfd8c889efa',
  claim: '0x89c7b1cc4866e9e58d867cb66844bcc9c17cfdabb8ab640b05d2bc53efc556',
  switch: '0xf6c64d1968e8a2fda72fc38a898e15653b6ed651d25142219ad011c1a7337c',
  NewDelegationPool: '0xc16f5edfc0dda1210073a603182c40a4007ec41ac763cd7b52f734f51311c9',
  decimals: '0x4c4fb1ab068f6039d5780c68dd0fa2f8742cceb3426d19667778ca7f3518a9',
  supportsInterface: '0x29e211664c0b63c79638fbea474206ca74016b3e9a3dc4f9ac300ffd8bdf2cd',
  supports_interface: '0xfe80f537b66d12a00b6d3c072b44afbb716e78dde5c3f0ef116ee93d3e3283',
  symbol: '0x216b05c387bab9ac31918a3e61672f4618601f3c598a2f3f2710f37053e1ea4',
  name: '0x361458367e696363fbcc70777d07ebbd2394e89fd0adcaf147faccd1d294d60',
} as const;

/** The staking contract of the main network. */
const staking = '0xca1702e64c81d9a07b86bd2c540188d92a2c73cf5cc0e508d949015e7e84a7';

/** The id of the main network: its short string as a number. */
const mainnet = '0x534e5f4d41494e';

const sequencer = '0x1176a1bd84444c89232ec27754698e5d2e7e1a7f1539f12027f28b23ec9f3d8';

export interface Event {
  readonly from_address: string;
  readonly keys: readonly string[];
  readonly data: readonly string[];
}

/** A transfer as STRK tells it: the parties in the data. */
export const dataTransfer = (token: string, from: string, to: string, amount: bigint): Event => ({
  from_address: token,
  keys: [selectors.Transfer],
  data: [from, to, hex(amount), '0x0'],
});

/** A transfer as tokens of OpenZeppelin for Cairo 1 tell it: the parties in the keys. */
export const keyTransfer = (token: string, from: string, to: string, amount: bigint): Event => ({
  from_address: token,
  keys: [selectors.Transfer, from, to],
  data: [hex(amount), '0x0'],
});

/** Calldata of `__execute__` for accounts of Cairo 1. */
export const calldataOf = (...calls: readonly (readonly [to: string, name: string, ...data: readonly string[]])[]) => [
  hex(calls.length),
  ...calls.flatMap(([to, name, ...data]) => [to, name, hex(data.length), ...data]),
];

const shorten = (text: string) => hex(BigInt(text));

export interface Made {
  readonly hash: string;
  readonly block: number;
  readonly sender: string;
  readonly transaction: Readonly<Record<string, unknown>>;
  readonly receipt: Readonly<Record<string, unknown>> & { readonly events: readonly Event[] };
}

export interface Wish {
  readonly block: number;
  readonly sender: string;
  readonly calldata: readonly string[];
  readonly events?: readonly Event[];
  readonly nonce?: number;
  readonly isReverted?: boolean;
  /** FRI. The sequencer takes it with a transfer of its own. */
  readonly fee?: bigint;
}

/** An INVOKE transaction of version 3 that was mined. */
export function invoke({ block, sender, calldata, events = [], nonce = 0, isReverted = false, fee = 77n }: Wish): Made {
  const bound = { max_amount: '0x100', max_price_per_unit: '0x2cb417800' };
  const transaction = {
    type: 'INVOKE',
    version: '0x3',
    sender_address: shorten(sender),
    calldata: calldata.map(shorten),
    signature: ['0x1', '0x2'],
    nonce: hex(nonce),
    resource_bounds: { l1_gas: bound, l2_gas: bound, l1_data_gas: bound },
    tip: '0x0',
    paymaster_data: [],
    account_deployment_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  };
  const hash = hex(hashOfRpc(transaction, 'SN_MAIN', sender));
  const paid = dataTransfer(strk, sender, sequencer, fee);
  const receipt = {
    type: 'INVOKE',
    transaction_hash: hash,
    actual_fee: { amount: hex(fee), unit: 'FRI' },
    execution_status: isReverted ? 'REVERTED' : 'SUCCEEDED',
    finality_status: 'ACCEPTED_ON_L2',
    block_number: block,
    messages_sent: [],
    events: [...(isReverted ? [] : events), paid].map((event) => ({
      from_address: shorten(event.from_address),
      keys: event.keys.map(shorten),
      data: event.data.map(shorten),
    })),
    execution_resources: { l1_gas: 0, l1_data_gas: 128, l2_gas: 1_000 },
  };
  return { hash, block, sender: shorten(sender), transaction: { transaction_hash: hash, ...transaction }, receipt };
}

/** How the node and the index behave. */
export interface Manners {
  /** The most blocks of a range of `starknet_getEvents`. More are refused with an error of the provider's own. */
  readonly mostBlocks?: number;
  /** The node does not answer in time where more blocks are asked for. */
  readonly slowFrom?: number;
  /** The most events of one answer. */
  readonly mostEvents?: number;
  /** Nodes of version 0.9 do not tell the places of transactions in blocks. */
  readonly withoutIndex?: boolean;
  /** Transactions that the node does not know yet. */
  readonly unknown?: readonly string[];
  /** Changes the events of `starknet_getEvents`. */
  readonly event?: (event: Record<string, unknown>) => unknown;
  /** Changes the pages of the index. */
  readonly page?:
    | ((page: { items: Record<string, unknown>[]; hasMore?: boolean; lastPage?: number }) => unknown)
    | undefined;
}

export interface Ledger {
  /** In the order of the chain. */
  readonly transactions: readonly Made[];
  readonly head: number;
  /** Stakers and their pools, as the staking contract announced them. */
  readonly pools?: readonly { readonly staker: string; readonly pool: string }[];
  /** What contracts call themselves: their symbols, by address. */
  readonly symbols?: Readonly<Record<string, string>>;
  /** Contracts without decimals: ERC-721. */
  readonly collectibles?: readonly string[];
  /** Contracts of ERC-721 that tell decimals, and the function by which each of them says what it is. */
  readonly collections?: Readonly<Record<string, 'supportsInterface' | 'supports_interface'>>;
  /** Transactions that stand in no block, and their statuses. Nobody has a receipt of them. */
  readonly waiting?: readonly { readonly made: Made; readonly status: object }[];
}

/** When blocks were made, in seconds since 1970. */
export const timeOf = (block: number) => 1_760_000_000 + 6 * block;

interface Filter {
  readonly from_block: { readonly block_number: number };
  readonly to_block: { readonly block_number: number };
  readonly address?: string;
  readonly keys?: readonly (readonly string[])[];
  readonly chunk_size: number;
  readonly continuation_token?: string;
}

function eventsOf(
  { transactions, pools = [] }: Ledger,
  filter: Filter,
  { mostBlocks, mostEvents, withoutIndex, event: changed = (event) => event }: Manners,
): unknown {
  const [low, high] = [filter.from_block.block_number, filter.to_block.block_number];
  if (high - low + 1 > (mostBlocks ?? Number.POSITIVE_INFINITY))
    return { error: { code: -32_602, message: 'block range is limited' } };
  if (filter.chunk_size > 1_024) return { error: { code: 31, message: 'Requested page size is too big' } };
  if (String(filter.keys?.[0]) === selectors.NewDelegationPool) {
    const events = pools.map(({ staker, pool }) => ({
      ...{ transaction_hash: '0x1', block_number: 1, from_address: staking, data: ['0x1'] },
      keys: [selectors.NewDelegationPool, shorten(staker), shorten(pool), strk],
    }));
    return { result: { events } };
  }
  const start = Number(filter.continuation_token ?? 0);
  const all = transactions
    .filter(({ block }) => block >= low && block <= high)
    .flatMap((made) =>
      made.receipt.events
        .filter((event) => event !== null)
        .filter(
          ({ from_address, keys }) =>
            (filter.address === undefined || filter.address === from_address) &&
            (filter.keys ?? []).every((allowed, i) => allowed.length === 0 || allowed.includes(keys[i] ?? '')),
        )
        .map((event) => ({
          ...event,
          transaction_hash: made.hash,
          block_hash: hex(made.block),
          block_number: made.block,
          ...(withoutIndex ? {} : { transaction_index: indexOf(transactions, made), event_index: 0 }),
        })),
    );
  const end = start + Math.min(filter.chunk_size, mostEvents ?? filter.chunk_size);
  return {
    result: {
      events: all.slice(start, end).map(changed),
      ...(end < all.length ? { continuation_token: String(end) } : {}),
    },
  };
}

/** How many blocks a filter asks for. */
const blocksOf = (filter: Filter | undefined) =>
  filter === undefined ? 0 : filter.to_block.block_number - filter.from_block.block_number + 1;

function indexOf(transactions: readonly Made[], { block, hash }: Made): number {
  return transactions.filter((other) => other.block === block).findIndex((other) => other.hash === hash);
}

function rpcAnswer(
  ledger: Ledger,
  manners: Manners,
  method: string,
  params: Readonly<Record<string, unknown>>,
): unknown {
  const { transactions, head } = ledger;
  const blockOf = (number: number) => ({
    block_number: number,
    timestamp: timeOf(number),
    transactions: transactions.filter(({ block }) => block === number).map(({ hash }) => hash),
    ...Object.fromEntries(
      ['l1_gas_price', 'l2_gas_price', 'l1_data_gas_price'].map((name) => [name, { price_in_fri: '0x1' }]),
    ),
  });
  const known = transactions.find(
    ({ hash }) => hash === params.transaction_hash && !(manners.unknown ?? []).includes(hash),
  );
  const waits = ledger.waiting?.find(({ made }) => made.hash === params.transaction_hash);
  const found = (value: unknown) =>
    value === undefined ? { error: { code: 29, message: 'Transaction hash not found' } } : { result: value };
  switch (method) {
    case 'starknet_chainId':
      return { result: mainnet };
    case 'starknet_specVersion':
      return { result: manners.withoutIndex ? '0.9.0' : '0.10.2' };
    case 'starknet_blockNumber':
      return { result: head };
    case 'starknet_getBlockWithTxHashes': {
      const at = params.block_id as { readonly block_number: number } | 'latest';
      return { result: blockOf(at === 'latest' ? head : at.block_number) };
    }
    case 'starknet_getTransactionByHash':
      return found(known?.transaction ?? waits?.made.transaction);
    case 'starknet_getTransactionReceipt':
      return found(known?.receipt);
    case 'starknet_getTransactionStatus':
      return found(
        known === undefined
          ? waits?.status
          : { finality_status: 'ACCEPTED_ON_L2', execution_status: known.receipt.execution_status },
      );
    case 'starknet_call': {
      const { contract_address: to, entry_point_selector: name } = params.request as Record<string, string>;
      const [, symbol] = Object.entries(ledger.symbols ?? {}).find(([id]) => shorten(id) === to) ?? [];
      const isCollectible = (ledger.collectibles ?? []).some((id) => shorten(id) === to);
      if (isCollectible && name === selectors.decimals)
        return { error: { code: 21, message: 'Invalid message selector' } };
      const [, spelling] = Object.entries(ledger.collections ?? {}).find(([id]) => shorten(id) === to) ?? [];
      if (spelling !== undefined && name === selectors[spelling]) return { result: ['0x1'] };
      if (symbol === undefined) return { error: { code: 20, message: 'Contract not found' } };
      return { result: [name === selectors.decimals ? '0x6' : `0x${Buffer.from(symbol).toString('hex')}`] };
    }
    case 'starknet_getEvents':
      return eventsOf(ledger, params.filter as Filter, manners);
    default:
      return { error: { code: -32_601, message: 'Method not found' } };
  }
}

const padded = (text: string) => `0x${BigInt(text).toString(16).padStart(64, '0')}`;

function indexAnswer({ transactions }: Ledger, { page }: Manners, url: URL): unknown {
  const [size, number] = ['ps', 'p'].map((name) => Number(url.searchParams.get(name))) as [number, number];
  const newest = transactions.map((made) => ({ made, index: indexOf(transactions, made) })).toReversed();
  const account = shorten(url.searchParams.get('to') ?? url.pathname.split('/').at(-2) ?? '');
  const items = url.pathname.endsWith('/txns')
    ? newest.flatMap(({ made, index }) =>
        made.sender === account
          ? [{ hash: made.hash, blockNumber: made.block, index, contractAddress: padded(account), type: 'INVOKE' }]
          : [],
      )
    : newest.flatMap(({ made }) =>
        made.receipt.events
          .filter((event) => event !== null)
          .flatMap(({ keys, data }) => {
            const [from = '0x0', to = '0x0'] = keys.length === 3 ? keys.slice(1) : data;
            if (keys[0] !== selectors.Transfer || (from !== account && to !== account)) return [];
            const row = { txHash: padded(made.hash), blockNumber: made.block };
            return [{ ...row, transferFrom: padded(from), transferTo: padded(to), transferValue: '1.5' }];
          }),
      );
  const end = number * size;
  const answer = { items: items.slice(end - size, end), hasMore: end < items.length };
  return page?.(answer) ?? answer;
}

/**
 * Answers requests for a ledger that may grow: for a node at `https://node.example`, and for the index at `https://voyager.example/beta`.
 *
 * @param current - Called for each request.
 */
export function serveLedger(current: () => Ledger, manners: () => Manners = () => ({})) {
  const asked: { readonly method: string; readonly params: unknown }[] = [];
  const urls: URL[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    if (url.hostname === 'voyager.example') {
      urls.push(url);
      return Response.json(indexAnswer(current(), manners(), url));
    }
    const { body } = init ?? {};
    const sent = JSON.parse(body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body));
    const { slowFrom = Number.POSITIVE_INFINITY } = manners();
    if ([sent].flat().some(({ params }) => blocksOf(params?.filter) >= slowFrom)) {
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new TypeError('fetch failed'))),
      );
    }
    const answers = [sent].flat().map(({ id, method, params }) => {
      asked.push({ method, params });
      return { jsonrpc: '2.0', id, ...(rpcAnswer(current(), manners(), method, params) as object) };
    });
    return Response.json(Array.isArray(sent) ? answers : answers[0]);
  };
  const node = { url: 'https://node.example', name: 'node', kind: 'node', maxBatch: 100 } as const;
  const index = { url: 'https://voyager.example/beta', name: 'index', kind: 'voyager' } as const;
  return { fetch, asked, urls, node, index };
}
