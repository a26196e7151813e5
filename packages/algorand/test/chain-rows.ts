import { base32nopad } from '@scure/base';
import { addressOf, bytesOfAddress, type Fields, judgedFields, mainnet, type Value } from './judge.ts';
import { now, recipient, round, sender } from './scripted-node.ts';

// Transactions by the names of their fields on the chain, written as indexers and as nodes write them. Ids are computed by other libraries than the package's.
// Shapes: algorand/indexer, api/converter_utils.go; algorand/go-algorand, daemon/algod/api/server/v2/handlers.go: PreEncodedTxInfo.

/** A payment of 1 ALGO from `sender` to `recipient`. */
export const payment: Fields = {
  type: 'pay',
  snd: bytesOfAddress(sender),
  rcv: bytesOfAddress(recipient),
  amt: 1_000_000n,
  fee: 1_000n,
  fv: BigInt(round - 20),
  lv: BigInt(round + 980),
  gen: mainnet.genesisId,
  gh: Buffer.from(mainnet.genesisHash, 'base64'),
};

/** The payment's header with other fields. */
export function made(type: string, fields: Fields, changed: Fields = {}): Fields {
  const { rcv, amt, ...header } = payment;
  return { ...header, type, ...fields, ...changed };
}

export const bytes = bytesOfAddress;

export const idOf = (fields: Fields): string => judgedFields(fields).txId;

const zero = addressOf(new Uint8Array(32));
const addresses = ['snd', 'rcv', 'close', 'arcv', 'aclose', 'asnd', 'rekey', 'fadd'];

function json(name: string, value: Value | undefined): unknown {
  if (!(value instanceof Uint8Array)) return value;
  return addresses.includes(name) ? addressOf(value) : Buffer.from(value).toString('base64');
}

type Json = Readonly<Record<string, unknown>>;

/** Members that are not left out. */
function named(fields: Fields, names: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, wire]) =>
      fields[name] === undefined ? [] : [[wire, json(name, fields[name])]],
    ),
  );
}

const parts: Readonly<Record<string, { readonly name: string; readonly of: (fields: Fields) => Json }>> = {
  pay: {
    name: 'payment-transaction',
    of: (fields) => ({
      amount: 0,
      'close-amount': 0,
      receiver: zero,
      ...named(fields, { amt: 'amount', rcv: 'receiver', close: 'close-remainder-to' }),
    }),
  },
  axfer: {
    name: 'asset-transfer-transaction',
    of: (fields) => ({
      amount: 0,
      'close-amount': 0,
      receiver: zero,
      ...named(fields, { aamt: 'amount', xaid: 'asset-id', arcv: 'receiver', aclose: 'close-to', asnd: 'sender' }),
    }),
  },
  keyreg: {
    name: 'keyreg-transaction',
    of: (fields) => ({
      'non-participation': false,
      'vote-first-valid': 0,
      'vote-last-valid': 0,
      'vote-key-dilution': 0,
      ...named(fields, {
        votekey: 'vote-participation-key',
        selkey: 'selection-participation-key',
        sprfkey: 'state-proof-key',
        votefst: 'vote-first-valid',
        votelst: 'vote-last-valid',
        votekd: 'vote-key-dilution',
        nonpart: 'non-participation',
      }),
    }),
  },
  afrz: {
    name: 'asset-freeze-transaction',
    of: (fields) => ({
      'new-freeze-status': false,
      ...named(fields, { faid: 'asset-id', fadd: 'address', afrz: 'new-freeze-status' }),
    }),
  },
};

/**
 * A transaction as an indexer writes it.
 *
 * @param changed - Replaces members. Undefined takes one away.
 * @param inPart - Replaces members of the part that depends on the type, such as `close-amount`.
 */
export function indexed(fields: Fields, changed: Json = {}, inPart: Json = {}): Json & { readonly id: string } {
  const type = String(fields.type);
  const part = parts[type];
  return {
    'close-rewards': 0,
    'closing-amount': 0,
    'confirmed-round': round - 10,
    'intra-round-offset': 3,
    'receiver-rewards': 0,
    'round-time': Math.floor(now / 1_000) - 28,
    'sender-rewards': 0,
    signature: { sig: Buffer.alloc(64, 1).toString('base64') },
    'tx-type': type,
    fee: 0,
    ...named(fields, {
      snd: 'sender',
      fee: 'fee',
      fv: 'first-valid',
      lv: 'last-valid',
      gen: 'genesis-id',
      gh: 'genesis-hash',
      note: 'note',
      lx: 'lease',
      grp: 'group',
      rekey: 'rekey-to',
    }),
    ...(part === undefined ? {} : { [part.name]: { ...part.of(fields), ...inPart } }),
    id: idOf(fields),
    ...changed,
  };
}

/** A transaction as a node writes it that knows it. @param known - What it tells beside it. By default the transaction waits. */
export function pending(fields: Fields, known: Json = {}): Json {
  const txn = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, json(name, value)]));
  return { 'pool-error': '', txn: { sig: Buffer.alloc(64, 1).toString('base64'), txn }, ...known };
}

/** An id that nothing has. */
export const otherId: string = base32nopad.encode(new Uint8Array(32).fill(7));
