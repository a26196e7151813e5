import { fromAddress } from '../address.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { RestError } from '../rest-error.ts';
import { transactionJson } from './transaction.ts';

type Transaction = Readonly<Record<string, unknown>>;

const [defaultLimit, maxLimit] = [1_000, 10_000];

const types = ['unknown', 'pay', 'keyreg', 'acfg', 'axfer', 'afrz', 'appl', 'stpf', 'hb'];

/** One condition of a search: the name of the parameter, and what transactions must be like. */
type Condition = (value: string) => (transaction: Transaction) => boolean;

const roundOf = (transaction: Transaction): number => Number(transaction['confirmed-round']);
const timeOf = (transaction: Transaction): number => Number(transaction['round-time']) * 1000;

/** algorand/indexer:api/converter_utils.go transactionParamsToTransactionFilter, idb/postgres/postgres.go. */
const conditions: Readonly<Record<string, Condition>> = {
  txid: (id) => (one) => one.id === id,
  'tx-type': (type) => (one) => one['tx-type'] === type,
  round: (round) => (one) => roundOf(one) === Number(round),
  'min-round': (round) => (one) => roundOf(one) >= Number(round),
  'max-round': (round) => (one) => roundOf(one) <= Number(round),
  'before-time': (time) => (one) => timeOf(one) < readTime('before-time', time),
  'after-time': (time) => (one) => timeOf(one) > readTime('after-time', time),
  'note-prefix': (prefix) => (one) => {
    const bytes = Buffer.from(prefix, 'base64');
    const note = Buffer.from(String(one.note ?? ''), 'base64');
    return note.subarray(0, bytes.length).equals(bytes);
  },
  'asset-id': (id) => (one) => withInner(one).some((each) => assetsOf(each).includes(id)),
  'application-id': (id) => (one) => withInner(one).some((each) => memberOf(each, 'application-id').includes(id)),
  'sig-type': (type) => (one) =>
    Object.keys((one.signature ?? {}) as object).some((name) => signatureNames[name] === type),
  'rekey-to': () => (one) => one['rekey-to'] !== undefined,
};

const signatureNames: Readonly<Record<string, string>> = { sig: 'sig', multisig: 'msig', logicsig: 'lsig' };

/**
 * Transactions that meet the conditions: of an account newest first, otherwise oldest first. There is a next token unless the page is empty.
 *
 * @throws RestError 400
 */
export function searchTransactions(ledger: Ledger, query: URLSearchParams, address?: string): Record<string, unknown> {
  checkQuery(query);
  const wanted = Object.entries(conditions).flatMap(([name, condition]) => {
    const value = query.get(name);
    return value === null ? [] : [condition(value)];
  });
  if (address !== undefined) {
    wanted.push((one) => withInner(one).some((each) => participantsOf(each).includes(address)));
  }
  const all = ledger.history.map(transactionJson).filter((one) => wanted.every((meets) => meets(one)));
  const isDescending = address !== undefined;
  if (isDescending) all.reverse();
  const next = query.get('next');
  const after = next === null ? undefined : readToken(next);
  const rest =
    after === undefined ? all : all.filter((one) => (isDescending ? compare(one, after) < 0 : compare(one, after) > 0));
  const page = rest.slice(0, Math.min(Number(query.get('limit') ?? defaultLimit) || defaultLimit, maxLimit));
  const last = page.at(-1);
  return {
    'current-round': ledger.indexerRound,
    ...(last && { 'next-token': writeToken(placeOf(last)) }),
    transactions: page,
  };
}

/** @throws RestError 400 */
function checkQuery(query: URLSearchParams): void {
  const type = query.get('tx-type');
  if (type !== null && !types.includes(type)) {
    throw invalid(`unknown tx-type [valid types: ${types.join(',')}]: '${type}'`);
  }
  for (const name of ['limit', 'round', 'min-round', 'max-round', 'asset-id', 'application-id']) {
    const value = query.get(name);
    if (value !== null && !/^\d+$/.test(value)) {
      throw new RestError(400, `Invalid format for parameter ${name}: error binding string parameter: ${value}`);
    }
  }
  const address = query.get('address');
  if (address !== null) readAddress(address);
  const [round, least, most] = ['round', 'min-round', 'max-round'].map((name) => query.get(name));
  if (round && (least || most)) throw invalid('cannot specify round and min-round/max-round');
  if (least && most && Number(least) > Number(most)) throw invalid('min-round must be less than max-round');
}

const invalid = (reason: string) => new RestError(400, `invalid input: ${reason}`);

/** @throws RestError 400. The texts are those of algorand/go-algorand-sdk:types/address.go. */
export function readAddress(text: string): string {
  try {
    fromAddress(text);
    return text;
  } catch (cause) {
    const reason = cause instanceof Error && cause.message.includes('checksum');
    throw new RestError(
      400,
      `unable to parse address: ${
        reason
          ? 'address checksum is incorrect, did you copy the address correctly?'
          : 'decoded address is the wrong length, should be 36 bytes'
      }`,
    );
  }
}

function readTime(name: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new RestError(400, `Invalid format for parameter ${name}: error parsing '${text}' as RFC3339`);
  return time;
}

/** A transaction and those that it caused. */
function withInner(transaction: Transaction): Transaction[] {
  const inner = (transaction['inner-txns'] ?? []) as readonly Transaction[];
  return [transaction, ...inner.flatMap(withInner)];
}

/** The values of a member in the parts of a transaction, as texts. */
function memberOf(transaction: Transaction, name: string): string[] {
  const parts = Object.entries(transaction).flatMap(([part, value]) =>
    part.endsWith('-transaction') && typeof value === 'object' && value !== null ? [value as Transaction] : [],
  );
  return parts.flatMap((part) => (part[name] === undefined ? [] : [String(part[name])]));
}

const assetsOf = (transaction: Transaction): string[] => [
  ...memberOf(transaction, 'asset-id'),
  ...(transaction['created-asset-index'] === undefined ? [] : [String(transaction['created-asset-index'])]),
];

const participantFields = ['receiver', 'close-remainder-to', 'close-to', 'sender', 'address'];

function participantsOf(transaction: Transaction): string[] {
  return [String(transaction.sender), ...participantFields.flatMap((name) => memberOf(transaction, name))];
}

interface Place {
  readonly round: number;
  readonly offset: number;
}

const placeOf = (transaction: Transaction): Place => ({
  round: roundOf(transaction),
  offset: Number(transaction['intra-round-offset']),
});

function compare(transaction: Transaction, place: Place): number {
  const { round, offset } = placeOf(transaction);
  return round - place.round || offset - place.offset;
}

/** Round and place in it, little-endian, as base64 (algorand/indexer:idb/idb.go TxnRow.Next). */
function writeToken({ round, offset }: Place): string {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64LE(BigInt(round), 0);
  bytes.writeUInt32LE(offset, 8);
  return bytes.toString('base64url');
}

/** @throws RestError 400 */
function readToken(token: string): Place {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 12) throw new RestError(400, `unable to parse next token: ${token}`);
  return { round: Number(bytes.readBigUInt64LE(0)), offset: bytes.readUInt32LE(8) };
}
