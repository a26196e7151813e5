import { Address, beginCell, Cell, loadMessage, storeMessage } from '@ton/core';
import type { TonKind, TonOptions } from '../src/index.ts';
import { ton } from '../src/index.ts';
import { mainnetConfig } from './mainnet-config.ts';

// Endpoints of the three kinds that answer by script. Shapes of answers: toncenter/ton-indexer ton-index-go/index/models (v3), toncenter/ton-http-api-cpp
// ton-http-api/schemas/v2.yaml (v2), tonkeeper/opentonapi api/openapi.yml (tonapi).

/** An answer with another status than 200. */
export class Refused {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** What an endpoint says to a message: takes it, says an error of its node, gives an answer of its own, fails or hangs. */
export type Said = 'takes' | { readonly error: string; readonly status?: number } | Refused | 'dead' | 'hangs';

/** What an endpoint knows of an account. */
export interface ScriptedAccount {
  readonly balance: bigint;
  readonly status: 'active' | 'uninit' | 'frozen';
  readonly code?: Cell;
  readonly data?: Cell;
  readonly lastLt?: bigint;
  /** Unix time in seconds. */
  readonly lastPaid?: number;
  readonly due?: bigint;
}

/** What one endpoint knows. */
export interface NodeFacts {
  /** By default mainnet's. */
  readonly globalId?: number;
  readonly zeroState?: string;
  /** When its latest block was made, in milliseconds since 1970. Now by default. */
  readonly latestAt?: number;
  /** By raw address. */
  readonly accounts?: Readonly<Record<string, ScriptedAccount>>;
  /** The dictionary of config params. */
  readonly config?: Cell;
  readonly says?: Said;
  /** Hashes that it answers to a message, in base64, if not the true ones. */
  readonly answersHash?: { readonly plain: string; readonly normalized: string };
  /** External messages that the account of the test took, newest first. */
  readonly taken?: readonly Cell[];
  /** Normalized hashes of messages that wait, in base64. Only v3 shows them. */
  readonly pending?: readonly string[];
  /** Answers of its own, by path. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** The time of all scripts, in milliseconds since 1970. */
export const now: number = Date.UTC(2026, 10, 22);

/** A request that an endpoint got. */
type SentRequest = {
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, string>> | undefined;
};

const bases: Readonly<Record<TonKind, string>> = {
  'toncenter-v3': '/api/v3',
  'toncenter-v2': '/api/v2',
  tonapi: '/v2',
};

/** Opens the chain over scripted endpoints. */
export function openScripted(
  nodes: readonly (readonly [kind: TonKind, facts: NodeFacts | 'dead'])[],
  options: Partial<TonOptions> = {},
) {
  const sent: SentRequest[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input));
    const [kind, facts] = nodes[Number(url.hostname.split('.')[1])] ?? [];
    if (kind === undefined || facts === undefined) throw new TypeError('unknown host');
    const path = decodeURIComponent(url.pathname.slice(bases[kind].length));
    const body = init?.body == null ? undefined : JSON.parse(String(init.body));
    sent.push({ host: url.hostname, path, query: url.searchParams, body });
    if (facts === 'dead') throw new TypeError('fetch failed');
    const own = facts.own?.[path];
    const answer = own ?? (await answers[kind](facts, { path, query: url.searchParams, body }));
    if (answer instanceof Refused) return Response.json(answer.body, { status: answer.status });
    return answer === undefined ? new Response('') : Response.json(answer);
  };
  const chain = ton.connect('ton', {
    endpoints: nodes.map(([kind], i) => ({
      url: `https://node.${i}.example${bases[kind]}`,
      kind,
      name: `${kind} ${i}`,
    })),
    fetch,
    now: () => now,
    ...options,
  });
  return { chain, sent, asked: (path: RegExp) => sent.filter((request) => path.test(request.path)) };
}

type Ask = Pick<SentRequest, 'path' | 'query' | 'body'>;

const answers: Readonly<Record<TonKind, (facts: NodeFacts, ask: Ask) => unknown>> = {
  'toncenter-v3': answerV3,
  'toncenter-v2': answerV2,
  tonapi: answerTonapi,
};

const configAddress = `-1:${'5'.repeat(64)}`;
const seconds = ({ latestAt = now }: NodeFacts) => Math.floor(latestAt / 1000);
const globalIdOf = ({ globalId = -239 }: NodeFacts) => globalId;
const base64 = (cell: Cell | undefined) => cell?.toBoc().toString('base64') ?? '';
const rawOf = (text: string | null) => Address.parse(text ?? '').toRawString();
const error = (status: number, text: string) => new Refused(status, { error: text });

/** config-code.fc: the dictionary, then numbers and votes. */
function configData(facts: NodeFacts): Cell {
  return beginCell()
    .storeRef(facts.config ?? mainnetConfig())
    .storeUint(7, 32)
    .storeUint(0n, 256)
    .storeBit(false)
    .endCell();
}

function accountOf(facts: NodeFacts, raw: string): ScriptedAccount | undefined {
  if (raw !== configAddress) return facts.accounts?.[raw];
  return { balance: 1_000_000_000n, status: 'active', code: Cell.EMPTY, data: configData(facts), lastLt: 1n };
}

/** The body, hash and normalized hash of an external message. */
function partsOf(message: Cell) {
  const { info, body } = loadMessage(message.beginParse());
  if (info.type !== 'external-in') throw new Error('Only external messages are scripted.');
  // TEP-467
  const normalized = storeMessage(
    { info: { ...info, src: null, importFee: 0n }, init: null, body },
    { forceRef: true },
  );
  return { to: info.dest, body, plain: message.hash(), normalized: beginCell().store(normalized).endCell().hash() };
}

async function say(facts: NodeFacts, boc: string | undefined): Promise<ReturnType<typeof partsOf> | Refused> {
  const { says = 'takes' } = facts;
  if (says === 'dead') throw new TypeError('fetch failed');
  if (says === 'hangs') return new Promise(() => {});
  if (says instanceof Refused) return says;
  if (says !== 'takes')
    return new Refused(says.status ?? 500, { ok: false, code: says.status ?? 500, error: says.error });
  return partsOf(Cell.fromBase64(boc ?? ''));
}

async function answerV3(facts: NodeFacts, { path, query, body }: Ask): Promise<unknown> {
  switch (path) {
    case '/masterchainInfo': {
      const block = { workchain: -1, shard: '8000000000000000', seqno: 48_000_000, global_id: globalIdOf(facts) };
      return {
        first: { ...block, seqno: 1, gen_utime: '1573822385' },
        last: { ...block, gen_utime: String(seconds(facts)) },
      };
    }
    case '/accountStates': {
      const rows = query.getAll('address').flatMap((text) => {
        const raw = rawOf(text);
        const account = accountOf(facts, raw);
        if (account === undefined) return [];
        const { balance, status, code, data, lastLt = 5n } = account;
        const last = { last_transaction_lt: String(lastLt), last_transaction_hash: `${'A'.repeat(43)}=` };
        const bocs = { ...(code ? { code_boc: base64(code) } : {}), ...(data ? { data_boc: base64(data) } : {}) };
        return [
          {
            address: raw.toUpperCase(),
            account_state_hash: `${'A'.repeat(43)}=`,
            balance: String(balance),
            extra_currencies: {},
            status,
            ...last,
            ...bocs,
            contract_methods: null,
            interfaces: [],
          },
        ];
      });
      return { accounts: rows, address_book: {}, metadata: {} };
    }
    case '/transactions': {
      const account = rawOf(query.get('account'));
      const { lastPaid } = facts.accounts?.[account] ?? {};
      return {
        transactions: v3Transactions(facts, account, lastPaid).slice(0, Number(query.get('limit'))),
        address_book: {},
      };
    }
    case '/transactionsByMessage': {
      const found = (facts.taken ?? []).filter(
        (each) => partsOf(each).normalized.toString('hex') === query.get('msg_hash'),
      );
      return { transactions: v3Transactions({ ...facts, taken: found }, undefined, 1), address_book: {} };
    }
    case '/pendingTraces': {
      const wanted = Buffer.from(query.get('ext_msg_hash') ?? '', 'hex').toString('base64');
      const found = (facts.pending ?? []).filter((each) => each === wanted);
      return {
        traces: found.map((hash) => ({ trace_id: null, external_hash: hash, is_incomplete: true })),
        address_book: {},
        metadata: {},
      };
    }
    case '/message': {
      const said = await say(facts, body?.boc);
      if (said instanceof Refused) return said;
      const { plain, normalized } = facts.answersHash ?? {
        plain: said.plain.toString('base64'),
        normalized: said.normalized.toString('base64'),
      };
      return { message_hash: plain, message_hash_norm: normalized };
    }
  }
  return error(404, `Cannot GET ${path}`);
}

function v3Transactions({ taken }: NodeFacts, account: string | undefined, lastPaid: number | undefined): unknown[] {
  if (taken === undefined || taken.length === 0) {
    return account === undefined || lastPaid === undefined
      ? []
      : [
          {
            account: account.toUpperCase(),
            hash: `${'A'.repeat(43)}=`,
            lt: '5',
            now: lastPaid,
            in_msg: null,
            out_msgs: [],
          },
        ];
  }
  return taken.map((message) => {
    const { to, body, plain, normalized } = partsOf(message);
    return {
      account: to.toRawString().toUpperCase(),
      hash: `${'A'.repeat(43)}=`,
      lt: '5',
      now: lastPaid ?? Math.floor(now / 1000) - 60,
      in_msg: {
        hash: plain.toString('base64'),
        hash_norm: normalized.toString('base64'),
        source: null,
        destination: to.toRawString().toUpperCase(),
        message_content: { hash: body.hash().toString('base64'), body: base64(body), decoded: null },
      },
      out_msgs: [],
    };
  });
}

const lite = (text: string, status = 500) =>
  new Refused(status, { ok: false, error: text, code: status, '@extra': '1:1' });
const ok = (result: unknown) => ({ ok: true, result, '@extra': '1:1' });

async function answerV2(facts: NodeFacts, { path, query, body }: Ask): Promise<unknown> {
  switch (path) {
    case '/getMasterchainInfo': {
      const block = {
        '@type': 'ton.blockIdExt',
        workchain: -1,
        shard: '-9223372036854775808',
        file_hash: 'XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=',
      };
      const init = { ...block, seqno: 0, root_hash: facts.zeroState ?? 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=' };
      return ok({
        '@type': 'blocks.masterchainInfo',
        init,
        last: { ...init, seqno: 48_000_000 },
        state_root_hash: init.root_hash,
      });
    }
    case '/getAddressInformation': {
      const { balance = 0n, status, code, data, lastLt = 5n } = accountOf(facts, rawOf(query.get('address'))) ?? {};
      const states = { active: 'active', frozen: 'frozen', uninit: 'uninitialized' } as const;
      const last = status === undefined ? '0' : String(lastLt);
      return ok({
        '@type': 'raw.fullAccountState',
        balance: String(balance),
        extra_currencies: [],
        code: base64(code),
        data: base64(data),
        last_transaction_id: { '@type': 'internal.transactionId', lt: last, hash: `${'A'.repeat(43)}=` },
        block_id: { '@type': 'ton.blockIdExt', workchain: -1, seqno: 48_000_000 },
        frozen_hash: status === 'frozen' ? `${'A'.repeat(43)}=` : '',
        sync_utime: seconds(facts),
        state: states[status ?? 'uninit'],
      });
    }
    case '/getTransactions': {
      const account = rawOf(query.get('address'));
      const { lastPaid } = facts.accounts?.[account] ?? {};
      const { taken = [] } = facts;
      const rows = taken.map((message) => {
        const { body: content, plain } = partsOf(message);
        return {
          in_msg: {
            '@type': 'ext.message',
            hash: plain.toString('base64'),
            source: '',
            destination: account,
            msg_data: { '@type': 'msg.dataRaw', body: base64(content), init_state: '' },
          },
          utime: lastPaid ?? Math.floor(now / 1000) - 60,
        };
      });
      if (rows.length === 0 && lastPaid !== undefined) rows.push({ utime: lastPaid, in_msg: undefined as never });
      const address = { '@type': 'accountAddress', account_address: Address.parse(account).toString() };
      return ok(
        rows
          .slice(0, Number(query.get('limit')))
          .map((row) => ({ '@type': 'ext.transaction', address, account, ...row })),
      );
    }
    case '/sendBocReturnHash': {
      const said = await say(facts, body?.boc);
      if (said instanceof Refused) return said;
      const { plain, normalized } = facts.answersHash ?? {
        plain: said.plain.toString('base64'),
        normalized: said.normalized.toString('base64'),
      };
      return ok({ '@type': 'raw.extMessageInfo', hash: plain, hash_norm: normalized });
    }
  }
  return lite(`Cannot GET ${path}`, 404);
}

async function answerTonapi(facts: NodeFacts, { path, body }: Ask): Promise<unknown> {
  if (path === '/blockchain/masterchain-head') {
    return { workchain_id: -1, seqno: 48_000_000, global_id: globalIdOf(facts), gen_utime: seconds(facts) };
  }
  if (path === '/blockchain/config') {
    // block.tlb: _ config_addr:bits256 config:^(Hashmap 32 ^Cell) = ConfigParams.
    const raw = beginCell()
      .storeBuffer(Buffer.alloc(32, 0x55))
      .storeRef(facts.config ?? mainnetConfig())
      .endCell();
    return { raw: raw.toBoc().toString('hex'), '0': configAddress };
  }
  if (path === '/blockchain/message') {
    const said = await say(facts, body?.boc);
    return said instanceof Refused ? said : undefined;
  }
  const [, account, rest] = /^\/blockchain\/accounts\/([^/]+)(\/transactions)?$/.exec(path) ?? [];
  if (account !== undefined) {
    const raw = rawOf(account);
    if (rest !== undefined) return { transactions: (facts.taken ?? []).map(tonapiTransaction) };
    const found = accountOf(facts, raw);
    if (found === undefined) return error(404, 'entity not found');
    const { balance, status, code, data, lastLt = 5n, lastPaid = Math.floor(now / 1000) - 60, due } = found;
    const storage = {
      used_cells: 22,
      used_bits: 5689,
      used_public_cells: 0,
      last_paid: lastPaid,
      due_payment: Number(due ?? 0n),
    };
    const bocs = {
      ...(code ? { code: code.toBoc().toString('hex') } : {}),
      ...(data ? { data: data.toBoc().toString('hex') } : {}),
    };
    return { address: raw, balance: Number(balance), ...bocs, last_transaction_lt: Number(lastLt), status, storage };
  }
  const [, hash] = /^\/blockchain\/messages\/([0-9a-f]+)\/transaction$/.exec(path) ?? [];
  if (hash !== undefined) {
    const found = (facts.taken ?? []).find((each) => partsOf(each).normalized.toString('hex') === hash);
    return found === undefined ? error(404, 'transaction not found') : tonapiTransaction(found);
  }
  return error(404, 'not found');
}

function tonapiTransaction(message: Cell) {
  const { to, body, normalized } = partsOf(message);
  return {
    hash: 'ab'.repeat(32),
    lt: 5,
    account: { address: to.toRawString(), is_scam: false, is_wallet: true },
    in_msg: { msg_type: 'ext_in_msg', hash: normalized.toString('hex'), raw_body: body.toBoc().toString('hex') },
    out_msgs: [],
  };
}
