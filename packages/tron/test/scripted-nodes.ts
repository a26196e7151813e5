import { createHash } from 'node:crypto';
import { writeMessage } from '@isochain/core/protobuf';
import { type Address, fromBase58Address } from '../src/address/address.ts';
import { tron } from '../src/index.ts';
import type { TronKind, TronOptions } from '../src/options.ts';

// Nodes that answer by script. Shapes of answers: tronprotocol/java-tron, framework/src/main/java/org/tron/core/services/http.

/** The time of all scripts, in milliseconds since 1970. */
export const now: number = Date.UTC(2026, 10, 22);

/** Id of block 0 of the main network (tronprotocol/documentation-en). */
const mainnetGenesis = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

/** An answer with another status than 200. A text is sent as it is. */
export class Status {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown = {}) {
    this.status = status;
    this.body = body;
  }
}

/** What a node says to a transaction. */
type Said =
  | 'takes'
  | 'dies'
  | 'hangs'
  | Status
  | { readonly code: string; readonly message?: string }
  | { readonly Error: string };

/** The object of wallets, or what a node says in its place. */
interface Known {
  readonly txID: string;
}

/** What one node knows. */
export interface NodeFacts {
  readonly genesis?: string;
  /** When its latest block was made, in milliseconds since 1970. */
  readonly latestAt?: number;
  readonly says?: Said;
  /** What it says to JSON, if it does not take bytes. */
  readonly saysToJson?: Said;
  /** Transactions in blocks. */
  readonly mined?: readonly Known[];
  /** Transactions that wait. Services may close the list. */
  readonly pending?: readonly Known[] | 'closed';
  /** Rows of the chain's parameters, changed. Undefined takes a row away. */
  readonly parameters?: Readonly<Record<string, number | string | bigint | undefined>>;
  /** Answers of its own, by path. A function gets the body of the request. */
  readonly own?: Readonly<Record<string, unknown>>;
}

interface SentRequest {
  readonly host: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The body as it was sent. */
  readonly text: string;
}

const latestNumber = 77_000_000;

interface Header {
  readonly number?: number;
  readonly timestamp: number;
}

/** A block as `getblock` answers it with `detail: false`. Its id is that of its header. */
export function blockOf({ number = latestNumber, timestamp }: Header) {
  const raw = {
    number,
    txTrieRoot: '0'.repeat(64),
    witness_address: `41${'b2'.repeat(20)}`,
    parentHash: `${(number - 1).toString(16).padStart(16, '0')}${'c6'.repeat(24)}`,
    version: 34,
    timestamp,
  };
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  const header = writeMessage([
    [1, BigInt(timestamp)],
    [2, bytes(raw.txTrieRoot)],
    [3, bytes(raw.parentHash)],
    [7, BigInt(number)],
    [9, bytes(raw.witness_address)],
    [10, 34n],
  ]);
  const hash = createHash('sha256').update(header).digest('hex');
  return {
    blockID: `${number.toString(16).padStart(16, '0')}${hash.slice(16)}`,
    block_header: { raw_data: raw, witness_signature: '00'.repeat(65) },
  };
}

/** Rows of mainnet that matter to fees. */
const parameterRows: Readonly<Record<string, number | undefined>> = {
  ...{ getTransactionFee: 1000, getCreateNewAccountFeeInSystemContract: 1_000_000, getCreateAccountFee: 100_000 },
  ...{ getCreateNewAccountBandwidthRate: 1, getEnergyFee: 100, getMaxFeeLimit: 15_000_000_000, getMemoFee: 1_000_000 },
  ...{ getUnfreezeDelayDays: 14, getForbidTransferToContract: 1, getAllowNewResourceModel: undefined },
};

/** Two accounts of the test. */
export const alice: string = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
export const bob: string = 'TRFc31J1drV7C8CYYjhpJxTxBe1Muf7MGg';

const refusesAll = Symbol('refuses');

/** Opens the chain over scripted endpoints. */
export function openNodes(
  nodes: readonly (NodeFacts | 'dead')[],
  options: Partial<TronOptions> = {},
  kinds: readonly TronKind[] = [],
) {
  const sent: SentRequest[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { hostname: host, pathname: path } = new URL(String(input));
    const facts = nodes[Number(host.split('.')[1])];
    const body = init?.body == null ? undefined : JSON.parse(String(init.body));
    sent.push({ host, path, body, text: String(init?.body ?? '') });
    if (facts === undefined || facts === 'dead') throw new TypeError('fetch failed');
    const answer = await answerOf(facts, path, body, init?.signal ?? undefined);
    if (answer === refusesAll) throw new TypeError('fetch failed');
    const { status, body: told } = answer instanceof Status ? answer : { status: 200, body: answer };
    const text = typeof told === 'string' ? told : JSON.stringify(told, (_, value) => rawNumber(value));
    return new Response(text.replaceAll(/"int64:(-?\d+)"/g, '$1'), { status });
  };
  const chain = tron.connect('tron', {
    endpoints: nodes.map((_, i) => ({
      url: `https://node.${i}.example`,
      kind: kinds[i] ?? 'node',
      name: `node ${i}`,
    })),
    fetch,
    now: () => now,
    ...options,
  });
  return {
    chain,
    sent,
    asked: (path: string) => sent.filter((request) => request.path === path),
    /** Broadcasts, as bytes or as JSON. */
    sends: () => sent.filter(({ path }) => path.startsWith('/wallet/broadcast')),
  };
}

/** JSON.stringify writes no bigint. */
function rawNumber(value: unknown): unknown {
  return typeof value === 'bigint' ? `int64:${value}` : value;
}

async function answerOf(
  facts: NodeFacts,
  path: string,
  body: Readonly<Record<string, unknown>> | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { own = {}, latestAt = now, says = 'takes', saysToJson = says } = facts;
  const said = own[path];
  if (typeof said === 'function') return said(body);
  if (path in own) return said;
  switch (path) {
    case '/wallet/getblock':
      if (body?.id_or_num === '0') return { blockID: facts.genesis ?? mainnetGenesis };
      return blockOf({ timestamp: latestAt });
    case '/walletsolidity/getblock':
      return blockOf({ number: latestNumber - 19, timestamp: latestAt - 57_000 });
    case '/wallet/getchainparameters': {
      const rows = { ...parameterRows, ...facts.parameters };
      const isGone = (key: string) =>
        facts.parameters !== undefined && key in facts.parameters && rows[key] === undefined;
      return { chainParameter: Object.entries(rows).flatMap(([key, value]) => (isGone(key) ? [] : [{ key, value }])) };
    }
    case '/wallet/getaccount':
      return { address: body?.address, balance: 50_000_000 };
    case '/wallet/getaccountresource':
      return { freeNetLimit: 600, TotalNetLimit: 43_200_000_000, TotalNetWeight: 27_907_349_371 };
    case '/wallet/gettransactionbyid':
      return facts.mined?.find(({ txID }) => txID === body?.value) ?? {};
    case '/wallet/gettransactionfrompending':
      if (facts.pending === 'closed') return new Status(404, { Error: 'this API is unavailable due to config' });
      return facts.pending?.find(({ txID }) => txID === body?.value) ?? {};
    case '/wallet/broadcasthex':
      return say(says, (message) => message, signal);
    case '/wallet/broadcasttransaction':
      return say(saysToJson, (message) => Buffer.from(message).toString('hex'), signal);
    default:
      return new Status(404, 'Not Found');
  }
}

function say(said: Said, write: (message: string) => string, signal: AbortSignal | undefined): unknown {
  if (said === 'dies') return refusesAll;
  if (said === 'hangs') {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new TypeError('fetch failed'))));
  }
  if (said === 'takes') return { result: true, code: 'SUCCESS', message: '' };
  if (said instanceof Status || 'Error' in said) return said;
  return { result: false, code: said.code, message: write(said.message ?? '') };
}

/** An address in hex, as nodes are asked. */
export function hexOf(base58: string): Address {
  const hex = fromBase58Address(base58);
  if (hex === undefined) throw new Error(`${base58} is no address.`);
  return hex;
}

/** What encode answered. */
interface Encoded {
  readonly transaction:
    | { readonly data: Readonly<Record<string, unknown>>; readonly encoded: readonly unknown[] }
    | undefined;
  readonly status: { readonly errors: readonly { readonly code: string }[] };
  readonly roundTrips: number;
}

/** Encodes a transfer of 1 TRX. */
export async function encodeTransfer(
  { chain }: Pick<ReturnType<typeof openNodes>, 'chain'>,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<Encoded> {
  const intent = { mode: 'transfer', senderAddress: alice, recipientAddress: bob, amount: '1000000', ...changed };
  let roundTrips = 0;
  const call = { onTrace: (trace: { readonly roundTrips: number }) => (roundTrips = trace.roundTrips) };
  const { transaction, status } = await chain.encode(intent as never, call as never);
  return { transaction: transaction as Encoded['transaction'], status, roundTrips };
}

/** Why endpoints were passed over. */
export async function complaints(
  scripted: Pick<ReturnType<typeof openNodes>, 'chain'>,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  return encodeTransfer(scripted, changed).then(
    () => [],
    (error: { attempts?: readonly { detail: string }[] }) => (error.attempts ?? []).map(({ detail }) => detail),
  );
}
