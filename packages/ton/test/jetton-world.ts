import { Address, beginCell, Cell, Dictionary, type StateInit } from '@ton/core';
import type { TonKind } from '../src/options.ts';

// A chain with one jetton that answers by script, in the three interfaces. Shapes: toncenter/ton-indexer (ton-index-go/index/models), toncenter/ton-http-api
// and tonkeeper/opentonapi (api/openapi.yml).

/** An account of the script. */
interface ScriptedAccount {
  readonly balance: bigint;
  readonly init?: StateInit;
}

/** A jetton wallet as an index lists it. */
export interface ScriptedWallet {
  readonly address: Address;
  readonly owner: Address;
  readonly master: Address;
  readonly balance: bigint;
  /** Members beside these, in the interface's own shape. */
  readonly more?: object;
}

/** What the chain holds. */
export interface Script {
  readonly accounts?: ReadonlyMap<string, ScriptedAccount>;
  /** What get methods answer, by contract and name: numbers, cells, addresses and null. A number alone is an exit code. */
  readonly methods?: Readonly<Record<string, readonly (bigint | Cell | Address | null)[] | number>>;
  readonly wallets?: readonly ScriptedWallet[];
  /** Members of the masters' rows by raw address, in the interface's own shape. */
  readonly masters?: Readonly<Record<string, object>>;
  /** `metadata` of v3. */
  readonly metadata?: object;
  /** Replaces the answer for a path. */
  readonly instead?: Readonly<Record<string, () => Response>>;
}

/** The key of a get method in a script. With an address, it is the answer for that argument alone. */
export function methodOf(contract: Address, name: string, argument?: Address): string {
  return [contract.toRawString(), name, ...(argument === undefined ? [] : [argument.toRawString()])].join(' ');
}

/** Today's prices of the basechain (tonkeeper/tongo, ton/testdata/config_65466080.json), as the dictionary of config params. */
function configCell(): Cell {
  const all = Dictionary.empty(Dictionary.Keys.Int(32), Dictionary.Values.Cell());
  const message = (lump: bigint, bit: bigint, cell: bigint) =>
    beginCell().storeUint(0xea, 8).storeUint(lump, 64).storeUint(bit, 64).storeUint(cell, 64).endCell();
  const storage = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.Cell());
  const gas = beginCell().storeUint(0xd1, 8).storeUint(100, 64).storeUint(6_667, 64);
  all.set(0, beginCell().storeBuffer(Buffer.alloc(32, 0x55)).endCell());
  all.set(21, gas.storeUint(0xde, 8).storeUint(4_369_067, 64).endCell());
  all.set(24, message(10_000_000n, 655_360_000n, 65_536_000_000n));
  all.set(25, message(66_667n, 4_369_067n, 436_906_667n));
  const period = beginCell().storeUint(0xcc, 8).storeUint(0, 32);
  storage.set(0, period.storeUint(0, 64).storeUint(135, 64).storeUint(1_000, 64).storeUint(500_000, 64).endCell());
  const inline = Dictionary.empty(Dictionary.Keys.Uint(32), {
    serialize: (cell: Cell, builder) => void builder.storeSlice(cell.beginParse()),
    parse: (slice) => slice.asCell(),
  });
  for (const [key, cell] of storage) inline.set(key, cell);
  all.set(18, beginCell().storeDictDirect(inline).endCell());
  return beginCell().storeDictDirect(all).endCell();
}

/** With the address of the configuration in front: ConfigParams of block.tlb. */
function configParams(): Cell {
  return beginCell().storeBuffer(Buffer.alloc(32, 0x55)).storeRef(configCell()).endCell();
}

/** An endpoint's requests, and its `fetch`. */
export interface ScriptedEndpoints {
  /** `kind /path?query`, decoded, without those of guards. */
  readonly requests: string[];
  readonly fetch: (url: string | URL, init?: { readonly body?: unknown }) => Promise<Response>;
}

/** The endpoint of a kind. */
export function endpointOf(kind: TonKind): { readonly url: string; readonly kind: TonKind } {
  return { kind, url: `https://${kind}.example` };
}

/** Endpoints that all answer from one script. */
export function scriptedJettons(script: Script): ScriptedEndpoints {
  const requests: string[] = [];
  return {
    requests,
    async fetch(input, init) {
      const url = new URL(String(input));
      const kind = url.hostname.replace('.example', '') as TonKind;
      const guard = guards[url.pathname];
      if (guard !== undefined) return Response.json(guard);
      requests.push(`${kind} ${decodeURIComponent(url.pathname + url.search)}`);
      const instead = script.instead?.[url.pathname] ?? script.instead?.[`${kind} ${url.pathname}`];
      if (instead !== undefined) return instead();
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const answer = answers[kind](script, url, body);
      return answer === undefined
        ? Response.json({ error: 'entity not found' }, { status: 404 })
        : Response.json(answer);
    },
  };
}

const guards: Readonly<Record<string, object>> = {
  '/masterchainInfo': { last: { global_id: -239, gen_utime: '1800000000' } },
  '/blockchain/masterchain-head': { global_id: -239, gen_utime: 1_800_000_000 },
  '/getMasterchainInfo': { ok: true, result: { init: { root_hash: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=' } } },
};

interface MethodBody {
  readonly address: string;
  readonly method: string;
  readonly stack: readonly unknown[];
}

type Answer = (script: Script, url: URL, body: MethodBody | undefined) => unknown;

const answers: Readonly<Record<TonKind, Answer>> = { 'toncenter-v3': v3, 'toncenter-v2': v2, tonapi };

const raw = (text: string | null) => Address.parse(text ?? '').toRawString();
const upper = (address: Address) => address.toRawString().toUpperCase();
const base64 = (cell: Cell | null | undefined) => cell?.toBoc().toString('base64') ?? null;

function statesIn({ accounts = new Map() }: Script, address: string): ScriptedAccount | undefined {
  return accounts.get(raw(address));
}

function stackOf({ methods = {} }: Script, contract: string, name: string, argument?: string) {
  const key = `${raw(contract)} ${name}`;
  return methods[`${key} ${argument}`] ?? methods[key] ?? (11 as const);
}

/** The first argument of a get method, if it is an address: in raw form. */
function argumentIn({ stack: [first] }: MethodBody): string | undefined {
  const value = Array.isArray(first) ? first[1] : (first as { value?: string } | undefined)?.value;
  return value === undefined ? undefined : Cell.fromBase64(value).beginParse().loadAddress().toRawString();
}

function cellOf(item: Cell | Address): Cell {
  return 'beginParse' in item ? item : beginCell().storeAddress(item).endCell();
}

const hexNumber = (value: bigint) => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`);

function v3(script: Script, { pathname, searchParams }: URL, body: MethodBody | undefined) {
  switch (pathname) {
    case '/accountStates': {
      const accounts = searchParams.getAll('address').flatMap((address) => {
        if (raw(address) === `-1:${'5'.repeat(64)}`) {
          const data = beginCell().storeRef(configCell()).endCell();
          return [
            { address: raw(address), status: 'active', balance: '1', code_boc: base64(data), data_boc: base64(data) },
          ];
        }
        const state = statesIn(script, address);
        if (state === undefined) return [];
        const { init, balance } = state;
        return [
          {
            address: raw(address).toUpperCase(),
            balance: String(balance),
            status: init === undefined ? 'uninit' : 'active',
            code_boc: base64(init?.code),
            data_boc: base64(init?.data),
            last_transaction_lt: '7',
          },
        ];
      });
      return { accounts };
    }
    case '/transactions':
      return { transactions: [] };
    case '/runGetMethod': {
      const stack = stackOf(script, body?.address ?? '', body?.method ?? '', body && argumentIn(body));
      if (typeof stack === 'number') return { gas_used: 1, exit_code: stack, stack: [] };
      const items = stack.map((item) =>
        item === null
          ? { type: 'list', value: [] }
          : typeof item === 'bigint'
            ? { type: 'num', value: hexNumber(item) }
            : { type: 'beginParse' in item ? 'cell' : 'slice', value: base64(cellOf(item)) },
      );
      return { gas_used: 1, exit_code: 0, stack: items };
    }
    case '/jetton/wallets': {
      const [owner, master] = [searchParams.get('owner_address'), searchParams.get('jetton_address')];
      const rows = (script.wallets ?? []).filter(
        (row) =>
          row.owner.toRawString() === raw(owner) && (master === null || row.master.toRawString() === raw(master)),
      );
      return {
        jetton_wallets: rows.map(({ address, owner: of, master: jetton, balance, more }) => ({
          address: upper(address),
          balance: String(balance),
          owner: upper(of),
          jetton: upper(jetton),
          last_transaction_lt: '7',
          code_hash: null,
          data_hash: null,
          ...more,
        })),
        address_book: {},
        metadata: script.metadata ?? {},
      };
    }
    case '/jetton/masters': {
      const address = raw(searchParams.get('address'));
      const row = script.masters?.[address];
      return {
        jetton_masters:
          row === undefined ? [] : [{ address: address.toUpperCase(), total_supply: '1', mintable: true, ...row }],
        address_book: {},
        metadata: script.metadata ?? {},
      };
    }
  }
  return undefined;
}

function v2(script: Script, { pathname, searchParams }: URL, body: MethodBody | undefined) {
  const ok = (result: unknown) => ({ ok: true, result });
  switch (pathname) {
    case '/getAddressInformation': {
      const address = searchParams.get('address') ?? '';
      const isConfig = raw(address) === `-1:${'5'.repeat(64)}`;
      const config = beginCell().storeRef(configCell()).endCell();
      const own = isConfig ? { balance: 1n, init: { code: config, data: config } } : statesIn(script, address);
      const { balance = 0n, init } = own ?? {};
      return ok({
        balance: String(balance),
        code: base64(init?.code) ?? '',
        data: base64(init?.data) ?? '',
        state: init === undefined ? 'uninitialized' : 'active',
        last_transaction_id: { lt: '7', hash: '' },
        sync_utime: 1_800_000_000,
      });
    }
    case '/getTransactions':
      return ok([]);
    case '/runGetMethod': {
      const stack = stackOf(script, body?.address ?? '', body?.method ?? '', body && argumentIn(body));
      if (typeof stack === 'number') return ok({ '@type': 'smc.runResult', gas_used: 1, exit_code: stack, stack: [] });
      const items = stack.map((item) =>
        item === null
          ? ['list', { '@type': 'tvm.list', elements: [] }]
          : typeof item === 'bigint'
            ? ['num', hexNumber(item)]
            : ['cell', { bytes: base64(cellOf(item)), object: {} }],
      );
      return ok({ '@type': 'smc.runResult', gas_used: 1, exit_code: 0, stack: items });
    }
  }
  return undefined;
}

function tonapi(script: Script, { pathname, searchParams }: URL) {
  const hex = (cell: Cell | null | undefined) => cell?.toBoc().toString('hex');
  const method = /^\/blockchain\/accounts\/([^/]+)\/methods\/(\w+)$/.exec(pathname);
  if (method !== null) {
    const stack = stackOf(script, method[1] ?? '', method[2] ?? '', searchParams.get('args') ?? undefined);
    if (stack === -13) return undefined;
    if (typeof stack === 'number') return { success: false, exit_code: stack, stack: [] };
    // The server writes slices as cells, and the number 0 as `0x`.
    const items = stack.map((item) =>
      item === null
        ? { type: 'null' }
        : typeof item === 'bigint'
          ? { type: 'num', num: item === 0n ? '0x' : hexNumber(item) }
          : { type: 'cell', cell: hex(cellOf(item)) },
    );
    return { success: true, exit_code: 0, stack: items };
  }
  if (pathname === '/blockchain/config') return { raw: hex(configParams()), config: {} };
  const [, account] = /^\/blockchain\/accounts\/([^/]+)$/.exec(pathname) ?? [];
  if (account !== undefined) {
    const state = statesIn(script, account);
    if (state === undefined) return undefined;
    return {
      address: raw(account),
      balance: Number(state.balance),
      status: state.init === undefined ? 'uninit' : 'active',
      code: hex(state.init?.code),
      data: hex(state.init?.data),
      last_transaction_lt: 7,
      storage: { last_paid: 0 },
    };
  }
  const row = ({ address, master, balance, more }: ScriptedWallet) => ({
    balance: String(balance),
    wallet_address: { address: address.toRawString(), is_scam: false, is_wallet: false },
    jetton: { address: master.toRawString(), ...script.masters?.[master.toRawString()] },
    ...more,
  });
  const [, owner, , jetton] = /^\/accounts\/([^/]+)\/jettons(\/([^/]+))?$/.exec(pathname) ?? [];
  if (owner !== undefined) {
    const rows = (script.wallets ?? []).filter((each) => each.owner.toRawString() === raw(owner));
    if (jetton === undefined) return { balances: rows.map(row) };
    const found = rows.find((each) => each.master.toRawString() === raw(jetton));
    return found && row(found);
  }
  const [, described] = /^\/jettons\/([^/]+)$/.exec(pathname) ?? [];
  const info = described && script.masters?.[raw(described)];
  return (
    info && { mintable: true, total_supply: '1', metadata: { address: raw(described), ...info }, verification: 'none' }
  );
}
