import type { EncodedItem, TransactionData } from '@isochain/core';
import { chosen } from '@isochain/dial';
import { describe, expect, it } from 'vitest';
import {
  bytesOfAddress,
  type Fields,
  fieldsOf,
  judged,
  judgedBytes,
  judgedFields,
  judgedSigned,
  mainnet,
  msgpack,
  type Value,
} from '../../test/judge.ts';
import { dataOfMade, type Kind, kinds, type Made, madeOf, otherKey, senderKey } from '../../test/made.ts';
import { namedChain } from '../chains.ts';
import { explain } from './explain.ts';

const item = (value: string, more: EncodedItem = {}): EncodedItem => ({ raw: { format: 'MSGPACK', value }, ...more });
const explained = (value: string, more: EncodedItem = {}) => explain(namedChain('algorand'), [item(value, more)]);
const hashOf = (value: string): EncodedItem => ({ hash: { format: 'sha512_256', value } });

const unknown = {
  data: { mode: 'unknown' },
  errors: [expect.objectContaining({ code: 'request.invalid', field: 'transaction.encoded' })],
};

const other = bytesOfAddress(otherKey.address);
const made = madeOf('payment', { note: Buffer.from('invoice 7') });
const { raw, hash, fields, bytes } = judged(made);

describe('explain', () => {
  it.each(kinds)('says what %s does', (kind) => {
    const lease = Uint8Array.from({ length: 32 }, (_, i) => i);
    for (const each of [madeOf(kind), madeOf(kind, { note: Buffer.from('é'), lease })]) {
      const expected = { data: dataOfMade(each), errors: [] };
      expect(explained(judged(each).raw)).toEqual(expected);
      expect(explained(judged(each).raw, hashOf(judged(each).hash))).toEqual(expected);
    }
  });

  it('cannot say the amount of a position that ends as a whole', async () => {
    const { raw: ended } = judged(madeOf('goOffline'));
    const intent = { mode: 'unstake', senderAddress: senderKey.address, validatorAddress: senderKey.address };
    const said = (more: object) =>
      explain(namedChain('algorand'), [item(ended)], { ...intent, ...more } as TransactionData);
    expect(said({ useMaxAmount: true })).toMatchObject({ data: { useMaxAmount: true } });
    expect(said({ useMaxAmount: true })).not.toHaveProperty('untold');
    expect(said({ amount: '5' })).toMatchObject({ data: { useMaxAmount: undefined }, untold: ['amount'] });
  });

  it('says that a holding goes to somebody with all that is in it', () => {
    const { raw: closed } = judged(madeOf('assetClose', { amount: 0n }));
    const data = { mode: 'transferToken', recipientAddress: made.recipient, useMaxAmount: true };
    expect(explained(closed)).toMatchObject({ data: { ...data, params: { optOut: true } }, errors: [] });
    expect(explained(closed).data).not.toHaveProperty('amount');
  });

  it('says an amount above 2^53 exactly', () => {
    const amount = 2n ** 64n - 1n;
    expect(explained(judged(madeOf('assetTransfer', { amount })).raw).data).toMatchObject({
      amount: '18446744073709551615',
    });
  });

  it.each([
    ['another hash', judged({ ...made, amount: 1n }).hash],
    ['the transaction without "TX"', raw],
    ['the digest', 'ab'.repeat(32)],
    ['nothing', ''],
    ['upper case', hash.toUpperCase()],
    ['0x', `0x${hash}`],
  ])('finds %s beside the transaction', (_, value) => {
    const read = explained(raw, hashOf(value));
    expect(read.data).toEqual(dataOfMade(made));
    expect(read.errors).toMatchObject([{ message: expect.stringContaining('its hash is not "TX" and the bytes') }]);
  });

  it('finds further items', () => {
    const two = explain(namedChain('algorand'), [item(raw), item(raw)]);
    expect(two.errors).toMatchObject([{ message: expect.stringContaining('more items') }]);
    expect(explain(namedChain('algorand'), [item(raw), hashOf(hash)]).errors).toHaveLength(1);
  });

  it.each<[string, Partial<Made>]>([
    ['name', { genesisId: 'testnet-v1.0' }],
    ['hash', { genesisHash: 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' }],
    ['name and hash', { genesisId: 'betanet-v1.0', genesisHash: 'mFgazF+2uRS1tMiL9dsj01hJGySEmPN28B/TjjvpVW0=' }],
  ])('finds the %s of another network', (_, changes) => {
    const read = explained(judged({ ...made, ...changes }).raw);
    expect(read.data).toMatchObject({ mode: 'transfer', params: changes });
    expect(read.errors).toMatchObject([{ message: expect.stringContaining('it is for another network') }]);
  });

  it('finds that the name of the network is missing', () => {
    const read = explained(judged({ ...made, genesisId: undefined }).raw);
    expect(read.data).toMatchObject({ mode: 'transfer', params: { genesisHash: mainnet.genesisHash } });
    expect(read.errors).toMatchObject([{ message: expect.stringContaining('it does not name its network') }]);
  });

  it('reads upper-case hex, with 0x too', () => {
    for (const value of [raw.toUpperCase(), `0x${raw}`]) expect(explained(value)).toEqual(explained(raw));
  });

  it('asks for an item in format MSGPACK', () => {
    for (const each of [{}, hashOf(hash), item(''), { raw: { format: 'XDR' as const, value: raw } }])
      expect(() => explain(namedChain('algorand'), [each])).toThrow(
        expect.objectContaining({ code: 'request.invalid' }),
      );
    expect(() => explain(namedChain('algorand'), [])).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  });
});

/** A transaction of a kind with other fields. Undefined removes one. */
const changed = (kind: Kind, more: Fields) => judgedFields({ ...fieldsOf(madeOf(kind)), ...more }).raw;

/** The payment with a part of its bytes exchanged. */
const bytewise = (from: string | RegExp, to: string) => raw.replace(from, to);

/** The payment as a map with pairs as they stand. */
function map(...pairs: readonly (readonly [string, Value])[]): string {
  const all = pairs.map(([name, value]) => Buffer.concat([msgpack(name), msgpack(value)]));
  return Buffer.concat([Buffer.of(0x80 + pairs.length), ...all]).toString('hex');
}

describe('what encode never makes is unknown', () => {
  it('but not what these are made of', () => {
    for (const kind of kinds) expect(explained(changed(kind, {})).errors).toEqual([]);
    const sorted = Object.entries(fields).filter(([, value]) => value !== undefined);
    sorted.sort(([first], [second]) => (first < second ? -1 : 1));
    expect(map(...(sorted as [string, Value][]))).toBe(raw);
  });

  it.each<[string, string]>([
    ['a key that the account gets', changed('payment', { rekey: other })],
    ['its own key as the key that it gets', changed('payment', { rekey: bytesOfAddress(senderKey.address) })],
    ['a token transfer with a key that the account gets', changed('assetTransfer', { rekey: other })],
    ['an opt-in with a key that the account gets', changed('optIn', { rekey: other })],
    ['an online registration with a key that the account gets', changed('goOnline', { rekey: other })],
    ['an offline registration with a key that the account gets', changed('goOffline', { rekey: other })],
    ['a group', changed('payment', { grp: new Uint8Array(32).fill(7) })],
    ['everything for somebody else', changed('payment', { close: other })],
    ['everything for the sender', changed('payment', { close: bytesOfAddress(senderKey.address) })],
    ['everything without an amount', changed('closeAccount', { amt: undefined })],
    ['no amount', changed('payment', { amt: undefined })],
    ['no recipient', changed('payment', { rcv: undefined })],
    ['no sender', changed('payment', { snd: undefined })],
    ['no fee', changed('payment', { fee: undefined })],
    ['a fee above ours', changed('payment', { fee: 10_000_001n })],
    ['no first round', changed('payment', { fv: undefined })],
    ['no last round', changed('payment', { lv: undefined })],
    ['a last round before the first', changed('payment', { lv: 49_999_999n })],
    ['a window above 1000', changed('payment', { lv: 50_001_001n })],
    ['no hash of the network', changed('payment', { gh: undefined })],
    ['no type', changed('payment', { type: undefined })],
    ['another type', changed('payment', { type: 'axfer' })],
    ['an unknown type', changed('payment', { type: 'abc' })],
    ['a note that is not UTF-8', changed('payment', { note: Buffer.from('d1', 'hex') })],
    ['a note with half of a character', changed('payment', { note: Buffer.from('eda0bd', 'hex') })],
    ['an unknown field', changed('payment', { abc: 1n })],
    ['a field of another type', changed('payment', { xaid: 5n })],
    ['an asset with a field of payments', changed('assetTransfer', { amt: 5n })],
    ['a clawback', changed('assetTransfer', { asnd: other })],
    ['a clawback from the sender', changed('assetTransfer', { asnd: bytesOfAddress(senderKey.address) })],
    ['all of a token for somebody else', changed('assetTransfer', { aclose: other })],
    ['an opt-out to somebody else', changed('optOut', { aclose: other })],
    ['no amount of a token for somebody else', changed('assetTransfer', { aamt: undefined })],
    ['nothing of a token with the rest for a third', changed('assetTransfer', { aamt: undefined, aclose: other })],
    ['an opt-in that gives the holding away', changed('optIn', { aclose: other })],
    ['no token', changed('assetTransfer', { xaid: undefined })],
    ['a token without a recipient', changed('assetTransfer', { arcv: undefined })],
    ['an opt-out for another recipient', changed('optOut', { arcv: other })],
    ['a registration for ever', changed('goOffline', { nonpart: true })],
    ['a registration for ever with keys', changed('goOnline', { nonpart: true })],
    ['a registration with some keys', changed('goOffline', { votekey: new Uint8Array(32).fill(7) })],
    ['a registration without a key for votes', changed('goOnline', { votekey: undefined })],
    ['a registration without a selection key', changed('goOnline', { selkey: undefined })],
    ['a registration without a key for state proofs', changed('goOnline', { sprfkey: undefined })],
    ['a registration without a last round', changed('goOnline', { votelst: undefined })],
    ['a registration without a first round', changed('goOnline', { votefst: undefined })],
    ['a registration without a dilution', changed('goOnline', { votekd: undefined })],
    ['a registration that ends before it begins', changed('goOnline', { votelst: 49_999_999n })],
    ['a call of an application', changed('goOffline', { type: 'appl', apid: 5n })],
    ['the opt-in of an application', changed('goOffline', { type: 'appl', apid: 5n, apan: 1n })],
    ['a new asset', changed('goOffline', { type: 'acfg', apar: { t: 5n } })],
    ['a destroyed asset', changed('goOffline', { type: 'acfg', caid: 5n })],
    ['a frozen asset', changed('goOffline', { type: 'afrz', faid: 5n, fadd: other, afrz: true })],
    ['a state proof', changed('goOffline', { type: 'stpf' })],
    ['a heartbeat', changed('goOffline', { type: 'hb' })],
    ['signatures', judgedSigned(made, senderKey)],
    ['what is signed', hash],
    ['a byte more', `${raw}00`],
    ['a byte less', raw.slice(0, -2)],
    ['the transaction twice', raw + raw],
    ['a long amount', bytewise('a3616d74ce002625a0', 'a3616d74cf00000000002625a0')],
    ['a signed amount', bytewise('a3616d74ce002625a0', 'a3616d74d2002625a0')],
    ['an amount below 0', bytewise('a3616d74ce002625a0', 'a3616d74ff')],
    ['an amount with a fraction', bytewise('a3616d74ce002625a0', 'a3616d74cb4143d62000000000')],
    ['an amount as text', bytewise('a3616d74ce002625a0', 'a3616d74a135')],
    ['an amount of nil', bytewise('a3616d74ce002625a0', 'a3616d74c0')],
    ['a long fee', bytewise('a3666565cd03e8', 'a3666565ce000003e8')],
    ['a long note', bytewise('a46e6f7465c409', 'a46e6f7465c50009')],
    ['a note as text', bytewise('a46e6f7465c409', 'a46e6f7465a9')],
    ['an empty note', map(...without('note'), ['note', new Uint8Array()])],
    ['a long map', bytewise(/^8a/, 'de000a')],
    ['a field twice', bytewise(/^8aa3616d74ce002625a0/, '8ba3616d7401a3616d74ce002625a0')],
    ['another order', bytewise(/^8a(a3616d74ce002625a0)(a3666565cd03e8)/, '8a$2$1')],
    ['zeros as a lease', map(...without('note'), ['lx', new Uint8Array(32)])],
    ['a lease of 31 bytes', changed('payment', { lx: new Uint8Array(31).fill(7) })],
    ['a sender of 31 bytes', changed('payment', { snd: new Uint8Array(31).fill(7) })],
    ['a hash of 31 bytes', changed('payment', { gh: new Uint8Array(31).fill(7) })],
    ['an empty map', '80'],
    ['an empty list', '90'],
    ['a number', '05'],
    ['nothing that is msgpack', 'c1'],
    ['a map of four billion', 'dfffffffff'],
    ['a list of four billion', 'ddffffffff'],
    ['bytes of four billion', 'c6ffffffff00'],
    ['deep lists', '91'.repeat(100_000)],
    ['deep maps', '81a161'.repeat(100_000)],
    ['1 MB of zeros', '00'.repeat(1_000_000)],
    ['1 MB of ones', 'ff'.repeat(1_000_000)],
  ])('%s', (_, value) => {
    expect(value).not.toBe(raw);
    expect(explained(value)).toEqual(unknown);
  });

  /** The fields of the payment in their order, without one. It is the last one to be put behind them. */
  function without(name: string): readonly (readonly [string, Value])[] {
    const all = Object.entries(fields).filter(([each, value]) => each !== name && value !== undefined);
    return all.sort(([first], [second]) => (first < second ? -1 : 1)) as [string, Value][];
  }

  it('a note above 1024 bytes', () => {
    const note = (length: number) => changed('payment', { note: Buffer.alloc(length, 'x') });
    expect(explained(note(1_024)).errors).toEqual([]);
    expect(explained(note(1_025))).toEqual(unknown);
  });

  it('text that is no hex', () => {
    for (const value of ['x', raw.slice(1), ` ${raw}`, `${raw}\n`, Buffer.from(bytes).toString('base64')])
      expect(() => explained(value)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  });
});

describe('every bit of a transaction', () => {
  it.each(kinds)('of %s counts', (kind) => {
    const lease = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
    const all = judged(madeOf(kind, { note: Buffer.from('invoice 7'), lease })).bytes;
    const before = JSON.stringify(explained(Buffer.from(all).toString('hex')));
    expect(JSON.parse(before).errors).toEqual([]);
    const bits = Array.from({ length: all.length * 8 }, (_, i) => i);
    // One bit of each byte in an ordinary run.
    for (const bit of chosen(bits, (each) => each >> 3, 0)) {
      const flipped = Uint8Array.from(all, (byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      const read = explained(judgedBytes(flipped).raw);
      // It says something else, and never the fields with another id alone.
      const { params, ...rest } = read.data as { readonly params?: object };
      const said = JSON.stringify({ ...read, data: { ...rest, params: { ...params, txId: undefined } } });
      const told = JSON.parse(before);
      delete told.data.params.txId;
      expect([bit, said === JSON.stringify(told)]).toEqual([bit, false]);
    }
  });
});
