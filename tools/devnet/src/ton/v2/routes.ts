import { Cell, type TupleItem } from '@ton/core';
import { configParam } from '../config.ts';
import { runGetMethod } from '../get-method.ts';
import { Refusal } from '../refusal.ts';
import type { Call, Face } from '../server.ts';
import { boc64, hashOf, readAddress } from '../text.ts';
import { hexNumber, readNumber } from '../v3/stack.ts';
import type { World } from '../world.ts';
import { transactionJson } from './transaction-json.ts';

const noHash = Buffer.alloc(32).toString('base64');

/** toncenter v2: the liteserver over HTTP. */
export function v2(world: World): Face {
  const { chain } = world;

  function block() {
    const hash = Buffer.alloc(32, chain.seqno % 251).toString('base64');
    return {
      '@type': 'ton.blockIdExt',
      workchain: -1,
      shard: '-9223372036854775808',
      seqno: chain.seqno,
      root_hash: hash,
      file_hash: hash,
    };
  }

  const methods: Record<string, (call: Call) => unknown> = {
    // The first state is that of mainnet (zero_state in its global configuration), for which the engine stands.
    getMasterchainInfo: () => ({
      '@type': 'blocks.masterchainInfo',
      last: block(),
      state_root_hash: noHash,
      init: {
        '@type': 'ton.blockIdExt',
        workchain: -1,
        shard: '0',
        seqno: 0,
        root_hash: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
        file_hash: 'XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=',
      },
    }),
    getAddressInformation: async (call) => {
      const address = readAddress(text(call, 'address'), 416);
      const { account } = await chain.contract(address);
      const state = account.account?.storage.state;
      const active = state?.type === 'active' ? state.state : undefined;
      return {
        '@type': 'raw.fullAccountState',
        balance: String(account.account?.storage.balance.coins ?? 0n),
        extra_currencies: [],
        code: active?.code ? boc64(active.code) : '',
        data: active?.data ? boc64(active.data) : '',
        last_transaction_id: {
          '@type': 'internal.transactionId',
          lt: String(account.lastTransactionLt),
          hash: Buffer.from(account.lastTransactionHash.toString(16).padStart(64, '0'), 'hex').toString('base64'),
        },
        block_id: block(),
        frozen_hash:
          state?.type === 'frozen'
            ? Buffer.from(state.stateHash.toString(16).padStart(64, '0'), 'hex').toString('base64')
            : '',
        sync_utime: chain.now(),
        state: state?.type === 'active' ? 'active' : state?.type === 'frozen' ? 'frozen' : 'uninitialized',
        ...(chain.isSuspended(address) ? { suspended: true } : {}),
      };
    },
    getConfigParam: (call) => {
      const id = Number(call.query.get('config_id') ?? call.query.get('param') ?? call.body.config_id);
      const cell = configParam(chain.config, id);
      if (cell === undefined) throw new Refusal(500, `LITE_SERVER_UNKNOWN: configuration parameter ${id} not found`);
      return { '@type': 'configInfo', config: { '@type': 'tvm.cell', bytes: boc64(cell) } };
    },
    getConfigAll: () => ({
      '@type': 'configInfo',
      config: { '@type': 'tvm.cell', bytes: boc64(chain.config) },
    }),
    sendBoc: async (call) => {
      await chain.accept(readBoc(text(call, 'boc')));
      return { '@type': 'ok' };
    },
    sendBocReturnHash: async (call) => {
      const { hash, hashNorm } = await chain.accept(readBoc(text(call, 'boc')));
      const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
      return { '@type': 'raw.extMessageInfo', hash: base64(hash), hash_norm: base64(hashNorm as string) };
    },
    runGetMethod: async ({ body }) => {
      if (typeof body.address !== 'string' || !['string', 'number'].includes(typeof body.method)) {
        throw new Refusal(422, 'address and method are required');
      }
      const stack = Array.isArray(body.stack) ? (body.stack as unknown[]).map(readItem) : [];
      const outcome = await runGetMethod(chain, readAddress(body.address, 416), body.method as string | number, stack);
      return {
        '@type': 'smc.runResult',
        gas_used: outcome.gasUsed,
        stack: outcome.stack.map(itemJson),
        exit_code: outcome.exitCode,
        block_id: block(),
      };
    },
    getTransactions: ({ query }) => {
      const address = readAddress(query.get('address') ?? '', 416);
      const limit = Number(query.get('limit') ?? 10);
      if (!(limit >= 1 && limit <= 100)) throw new Refusal(422, 'limit must be between 1 and 100');
      const [lt, hash, toLt] = [query.get('lt'), query.get('hash'), BigInt(query.get('to_lt') ?? 0)];
      if ((lt === null) !== (hash === null)) throw new Refusal(422, 'lt and hash must be given together');
      const all = chain.ledger.ofAccount(address);
      const start =
        lt === null ? 0 : all.findIndex((one) => String(one.lt) === lt && one.hash === hashOf(hash as string));
      if (start < 0)
        throw new Refusal(500, 'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time');
      return all
        .slice(start, start + limit)
        .filter((one) => one.lt > toLt)
        .map(transactionJson);
    },
  };
  const routes = Object.entries(methods).flatMap(([name, handler]) => [
    [`GET /${name}`, handler] as const,
    [`POST /${name}`, handler] as const,
  ]);
  return {
    base: '/api/v2',
    routes: {
      ...Object.fromEntries(routes),
      'POST /jsonRPC': async (call) => {
        const { method, params } = call.body as { method?: unknown; params?: unknown };
        const handler = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined;
        if (handler === undefined) throw new Refusal(404, 'Method not found');
        const body = (params ?? {}) as Record<string, unknown>;
        const query = new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)]));
        return handler({ path: call.path, query, body });
      },
    },
    success: (result) => ({ ok: true, result, '@extra': `${chain.now()}:0:0.0` }),
    failure: (code, error) => ({ ok: false, error, code, '@extra': `${chain.now()}:0:0.0` }),
  };
}

function text({ query, body }: Call, name: string): string {
  const value = query.get(name) ?? body[name];
  if (typeof value !== 'string' || value === '') throw new Refusal(422, `${name} is required`);
  return value;
}

function readBoc(base64: string): Cell {
  try {
    return Cell.fromBase64(base64);
  } catch {
    throw new Refusal(500, 'Failed to parse BOC');
  }
}

/** `["num", "0x1"]`, `["tvm.Slice", base64]`, `["tvm.Cell", base64]`. */
function readItem(item: unknown): TupleItem {
  const [type, value] = Array.isArray(item) ? (item as unknown[]) : [];
  switch (type) {
    case 'num':
    case 'int':
      return { type: 'int', value: readNumber(String(value)) };
    case 'cell':
    case 'tvm.Cell':
      return { type: 'cell', cell: readBoc(String(value)) };
    case 'slice':
    case 'tvm.Slice':
      return { type: 'slice', cell: readBoc(String(value)) };
    default:
      throw new Refusal(422, `unsupported stack entry type: ${String(type)}`);
  }
}

function itemJson(item: TupleItem): unknown {
  switch (item.type) {
    case 'int':
      return ['num', hexNumber(item.value)];
    case 'cell':
      return ['cell', { bytes: boc64(item.cell) }];
    case 'slice':
    case 'builder':
      return ['slice', { bytes: boc64(item.cell) }];
    case 'tuple':
      return ['tuple', { '@type': 'tvm.tuple', elements: item.items.map(elementJson) }];
    case 'null':
      return ['list', { '@type': 'tvm.list', elements: [] }];
    case 'nan':
      return ['num', 'NaN'];
  }
}

/** An item within a tuple. */
function elementJson(item: TupleItem): unknown {
  switch (item.type) {
    case 'int':
      return { '@type': 'tvm.stackEntryNumber', number: { '@type': 'tvm.numberDecimal', number: String(item.value) } };
    case 'cell':
      return { '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes: boc64(item.cell) } };
    case 'slice':
    case 'builder':
      return { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes: boc64(item.cell) } };
    case 'tuple':
      return { '@type': 'tvm.stackEntryTuple', tuple: { '@type': 'tvm.tuple', elements: item.items.map(elementJson) } };
    default:
      return { '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.list', elements: [] } };
  }
}
