import { type Address, beginCell, Cell, storeStateInit, type TupleItem } from '@ton/core';
import { configAddress } from '../config.ts';
import { runGetMethod } from '../get-method.ts';
import { interfacesOf } from '../interfaces.ts';
import type { Trace } from '../ledger.ts';
import { Refusal } from '../refusal.ts';
import type { Face } from '../server.ts';
import { hashOf, readAddress } from '../text.ts';
import { hexNumber, readNumber } from '../v3/stack.ts';
import type { World } from '../world.ts';
import { accountEventJson, eventJson } from './event-json.ts';
import { jettonBalanceJson, jettonInfoJson } from './jetton-json.ts';
import { implementations, poolJson, positionsJson } from './staking-json.ts';
import { hexBoc, traceJson, transactionJson } from './transaction-json.ts';

/** tonapi v2: tonkeeper/opentonapi. Amounts are JSON integers, addresses are raw, cells are hex. */
export function tonapi(world: World): Face {
  const { chain, jettons, pools } = world;
  const at = (text: string | undefined): Address => readAddress(text ?? '', 400);
  const traceAt = (text: string | undefined): Trace => {
    const hash = readHash(text);
    const trace = chain.ledger.traceOf(hash) ?? chain.pendingOf(hash);
    if (trace === undefined) throw new Refusal(404, 'entity not found');
    return trace;
  };

  return {
    base: '/v2',
    failure: (_, error) => ({ error }),
    routes: {
      'GET /blockchain/masterchain-head': () => headJson(world),
      'GET /blockchain/config': () => ({
        // _ config_addr:bits256 config:^(Hashmap 32 ^Cell) = ConfigParams
        raw: hexBoc(beginCell().storeBuffer(readAddress(configAddress).hash).storeRef(chain.config).endCell()),
        0: configAddress,
        1: `-1:${'3'.repeat(64)}`,
        2: `-1:${'0'.repeat(64)}`,
        4: '-1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c',
        44: { accounts: [], suspended_until: 0 },
      }),
      'POST /blockchain/message': async ({ body }) => {
        if (typeof body.boc !== 'string') throw new Refusal(400, 'boc not found');
        const cell = readBoc(body.boc);
        await chain.accept(cell).catch((cause: unknown) => {
          // What a node does not apply is not acceptable to tonapi, and what it has had is a bad request (SendBlockchainMessage).
          if (!(cause instanceof Refusal)) throw cause;
          if (cause.message.endsWith('duplicate message')) throw new Refusal(400, 'duplicate message');
          throw new Refusal(406, cause.message.replace('LITE_SERVER_UNKNOWN', 'lite server error, code: 0 message'));
        });
        return undefined;
      },
      'GET /blockchain/messages/:hash/transaction': async (_, { hash }) => {
        const wanted = readHash(hash);
        const found = chain.ledger
          .byMessage(wanted)
          .find(({ inMessage }) => inMessage?.hash === wanted || inMessage?.hashNorm === wanted);
        if (found === undefined) throw new Refusal(404, 'transaction not found');
        return transactionJson(world, found);
      },
      'GET /blockchain/transactions/:hash': async (_, { hash }) => {
        const wanted = readHash(hash);
        const found = chain.ledger.byHash(wanted) ?? chain.ledger.byMessage(wanted)[0];
        if (found === undefined) throw new Refusal(404, 'entity not found');
        return transactionJson(world, found);
      },
      'GET /traces/:hash': (_, { hash }) => traceJson(world, traceAt(hash).root),
      'GET /events/:hash': (_, { hash }) => eventJson(world, traceAt(hash)),
      'GET /accounts/:account': async (_, { account }) => {
        const address = at(account);
        if (!(await chain.isKnown(address))) {
          return {
            address: address.toRawString(),
            balance: 0,
            last_activity: 0,
            status: 'nonexist',
            get_methods: [],
            is_wallet: true,
            ...(chain.isSuspended(address) ? { is_suspended: true } : {}),
          };
        }
        const contract = await chain.contract(address);
        const state = contract.accountState;
        const interfaces = state?.type === 'active' ? interfacesOf(state.state.code) : [];
        return {
          address: address.toRawString(),
          balance: contract.balance,
          last_activity: chain.ledger.ofAccount(address)[0]?.transaction.now ?? 0,
          status: state?.type ?? 'nonexist',
          ...(interfaces.length > 0 ? { interfaces } : {}),
          get_methods: [],
          ...(chain.isSuspended(address) ? { is_suspended: true } : {}),
          is_wallet: state?.type !== 'active' || interfaces.some((name) => name.startsWith('wallet_')),
        };
      },
      'GET /blockchain/accounts/:account': async (_, { account }) => {
        const address = at(account);
        if (!(await chain.isKnown(address))) throw new Refusal(404, 'entity not found');
        const contract = await chain.contract(address);
        const { account: content, lastTransactionLt, lastTransactionHash } = contract.account;
        const state = content?.storage.state;
        const { code, data } = state?.type === 'active' ? state.state : {};
        return {
          address: address.toRawString(),
          balance: contract.balance,
          ...(code ? { code: hexBoc(code) } : {}),
          ...(data ? { data: hexBoc(data) } : {}),
          last_transaction_lt: lastTransactionLt,
          ...(lastTransactionHash === 0n
            ? {}
            : { last_transaction_hash: lastTransactionHash.toString(16).padStart(64, '0') }),
          ...(state?.type === 'frozen' ? { frozen_hash: state.stateHash.toString(16).padStart(64, '0') } : {}),
          status: state?.type ?? 'nonexist',
          storage: {
            used_cells: content?.storageStats.used.cells ?? 0n,
            used_bits: content?.storageStats.used.bits ?? 0n,
            used_public_cells: 0,
            last_paid: content?.storageStats.lastPaid ?? 0,
            due_payment: content?.storageStats.duePayment ?? 0n,
          },
        };
      },
      'GET /blockchain/accounts/:account/transactions': async ({ query }, { account }) => {
        const [before, after] = [query.get('before_lt'), query.get('after_lt')];
        const found = chain.ledger
          .ofAccount(at(account))
          .filter(({ lt }) => (before === null || lt < BigInt(before)) && (after === null || lt > BigInt(after)));
        const kept = (query.get('sort_order') === 'asc' ? found.reverse() : found).slice(0, limitOf(query, 100));
        return { transactions: await Promise.all(kept.map((one) => transactionJson(world, one))) };
      },
      'GET /blockchain/accounts/:account/methods/:method': async ({ query }, { account, method = '' }) => {
        const address = at(account);
        if (!(await chain.isKnown(address))) throw new Refusal(404, 'entity not found');
        const { exitCode, stack } = await runGetMethod(chain, address, method, query.getAll('args').map(readArgument));
        return { success: exitCode === 0 || exitCode === 1, exit_code: exitCode, stack: stack.map(recordJson) };
      },
      'GET /accounts/:account/events': async ({ query }, { account }) => {
        const address = at(account);
        const [before, after] = [query.get('before_lt'), query.get('after_lt')];
        const traces = [
          ...new Set([...chain.pending(), ...chain.ledger.ofAccount(address).map(({ trace }) => trace)]),
        ].filter(
          ({ root, entries }) =>
            entries.some((entry) => entry.account.equals(address)) &&
            (before === null || root.lt < BigInt(before)) &&
            (after === null || root.lt > BigInt(after)),
        );
        const kept = (query.get('sort_order') === 'asc' ? traces.reverse() : traces).slice(0, limitOf(query, 100));
        const events = await Promise.all(kept.map((trace) => accountEventJson(world, trace, address)));
        return { events, next_from: kept.at(-1)?.root.lt ?? 0 };
      },
      'GET /accounts/:account/jettons': async ({ query }, { account }) => {
        const wallets = await jettons.walletsOf([at(account)], []);
        const balances = await Promise.all(
          wallets.map((wallet) => jettonBalanceJson(world, wallet, withClaims(query))),
        );
        // A wallet that is not there has nothing but its claim.
        return {
          balances: balances.filter((row, index) => row.balance !== '0' || wallets[index]?.isDeployed !== false),
        };
      },
      'GET /accounts/:account/jettons/:master': async ({ query }, { account, master }) => {
        const [wallet] = await jettons.walletsOf([at(account)], [at(master)]);
        if (wallet === undefined || (wallet.isDeployed === false && !withClaims(query)))
          throw new Refusal(404, `account ${account} has no jetton wallet ${master}`);
        return jettonBalanceJson(world, wallet, withClaims(query));
      },
      'GET /jettons/:master': async (_, { master }) => {
        const found = await jettons.master(at(master));
        if (found === undefined) throw new Refusal(404, 'entity not found');
        return jettonInfoJson(world, found);
      },
      'GET /jettons/:master/transfer/:account/payload': async (_, { master, account }) => {
        if ((await jettons.master(at(master))) === undefined) throw new Refusal(404, 'entity not found');
        const unclaimed = await jettons.unclaimed(at(master), at(account));
        if (unclaimed === undefined) return {};
        const { customPayload, stateInit } = unclaimed;
        return {
          custom_payload: hexBoc(customPayload),
          ...(stateInit ? { state_init: hexBoc(beginCell().store(storeStateInit(stateInit)).endCell()) } : {}),
        };
      },
      'GET /staking/pools': async () => ({
        pools: await Promise.all(pools.list().map((pool) => poolJson(world, pool))),
        implementations,
      }),
      'GET /staking/pool/:account': async (_, { account }) => {
        const pool = pools.find(at(account));
        if (pool === undefined) throw new Refusal(404, 'pool not found');
        return { implementation: implementations[pool.kind], pool: await poolJson(world, pool) };
      },
      'GET /staking/nominator/:account/pools': (_, { account }) => positionsJson(world, at(account)),
    },
  };
}

function headJson({ chain }: World): Record<string, unknown> {
  const now = chain.now();
  return {
    value_flow: {},
    workchain_id: -1,
    shard: '8000000000000000',
    seqno: chain.seqno,
    root_hash: Buffer.alloc(32, chain.seqno % 251).toString('hex'),
    file_hash: Buffer.alloc(32, chain.seqno % 251).toString('hex'),
    global_id: -239,
    version: 0,
    after_merge: false,
    before_split: false,
    after_split: false,
    want_split: false,
    want_merge: true,
    key_block: false,
    gen_utime: now,
    start_lt: chain.blockchain.lt,
    end_lt: chain.blockchain.lt,
    tx_quantity: 0,
  };
}

/** Whether a client can send the payload that claims a mintless jetton. */
function withClaims(query: URLSearchParams): boolean {
  return query.getAll('supported_extensions').some((text) => text.split(',').includes('custom_payload'));
}

function readHash(text: string | undefined): string {
  const hash = hashOf(text ?? '');
  if (hash === undefined) throw new Refusal(400, 'invalid hash');
  return hash;
}

/** Hex or base64. */
function readBoc(text: string): Cell {
  try {
    const [root] = Cell.fromBoc(Buffer.from(text, /^[0-9a-fA-F]+$/.test(text) ? 'hex' : 'base64'));
    if (root !== undefined) return root;
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal(400, 'invalid boc');
}

function limitOf(query: URLSearchParams, standard: number): number {
  const limit = Number(query.get('limit') ?? standard);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new Refusal(400, 'invalid limit');
  return limit;
}

/** An argument of a get method: an address (a slice), a number, or a BOC in hex. */
function readArgument(text: string): TupleItem {
  if (/^-?(0x[0-9a-fA-F]+|\d+)$/.test(text)) return { type: 'int', value: readNumber(text) };
  try {
    return { type: 'slice', cell: beginCell().storeAddress(readAddress(text)).endCell() };
  } catch {
    // No address.
  }
  try {
    return { type: 'cell', cell: Cell.fromHex(text) };
  } catch {
    throw new Refusal(400, `can't parse arg '${text}' as any TVMStackValue`);
  }
}

/** An item of an answer. Slices are answered as cells. */
function recordJson(item: TupleItem): Record<string, unknown> {
  switch (item.type) {
    case 'int':
      return { type: 'num', num: hexNumber(item.value) };
    case 'cell':
    case 'slice':
    case 'builder':
      return { type: 'cell', cell: hexBoc(item.cell) };
    case 'tuple':
      return { type: 'tuple', ...(item.items.length > 0 ? { tuple: item.items.map(recordJson) } : {}) };
    default:
      return { type: item.type };
  }
}
