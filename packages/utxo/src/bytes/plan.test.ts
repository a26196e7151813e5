import { addChecksum, type CompletedData } from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { planFrom } from '../../test/completing.ts';
import { createRig, type Rig, vectorAccount } from '../../test/rig.ts';
import type { UtxoPlan } from './index.ts';
import type { PaymentParams } from './params.ts';

const segwit = vectorAccount('bitcoin', 84);
const legacy = vectorAccount('bitcoin', 44).addresses['0/0'] ?? '';
const nested = vectorAccount('bitcoin', 49).addresses['0/0'] ?? '';
const sender = segwit.addresses['0/0'] ?? '';
const recipientAddress = segwit.addresses['0/1'] ?? '';
const stranger = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

interface Data extends CompletedData<'transfer'> {
  readonly params: PaymentParams;
}

/** An answer of encode, without its checksum: a client that changes data can make a new one. */
async function completed(intent: object, prepare: (rig: Rig) => void, options = {}): Promise<Data> {
  const rig = createRig('bitcoin', options);
  prepare(rig);
  const { data, codes } = await rig.encode({ recipientAddress, amount: '30000', ...intent });
  expect(codes).toEqual([]);
  const { checksum: _, ...params } = data.params as PaymentParams & { checksum: string };
  return { ...data, params } as unknown as Data;
}

const twice =
  (address: string, options = {}) =>
  (rig: Rig) => {
    rig.ledger.fund(address, 20_000n, options);
    rig.ledger.fund(address, 25_000n, options);
  };

/** Without previous transactions, because segwit does not need them. */
const bare = (data: Data): Data => put(data, { prevTxs: undefined });
const put = (data: Data, changes: object): Data => ({ ...data, params: { ...data.params, ...changes } });
const input = (data: Data, changes: object, at = 0) =>
  put(data, { inputs: data.params.inputs.map((each, i) => (i === at ? { ...each, ...changes } : each)) });
const output = (data: Data, at: number, changes: object) =>
  put(data, { outputs: data.params.outputs.map((each, i) => (i === at ? { ...each, ...changes } : each)) });
const less = (value: string | undefined, by = 1) => String(Number(value) - by);

describe('data of a transfer', () => {
  let data: Data;
  beforeAll(async () => {
    data = await completed({ senderAddress: sender }, twice(sender));
  });

  it('is rebuilt into the transaction', () => {
    const plan = planFrom('bitcoin', data);
    expect(plan).toMatchObject({ version: 2, lockTime: 0 });
    expect(plan.inputs.map(({ value, sequence, spend }) => ({ value, sequence, spend }))).toEqual(
      data.params.inputs.map(({ value }) => ({
        value: BigInt(value),
        sequence: 0xffff_fffd,
        spend: { type: 'p2wpkh' },
      })),
    );
    // 45,000 less 30,000, and 209 vB at 2 satoshi
    expect(plan.outputs.map(({ value }) => value)).toEqual([30_000n, 14_582n]);
  });

  it.each<[string, string, (data: Data) => unknown]>([
    ['no params', 'params', ({ params: _, ...rest }) => rest],
    ['a member of params that nobody knows', 'params', (d) => put(d, { injected: '1' })],
    ['other fees', 'fees', (d) => ({ ...d, fees: '419' })],
    ['another amount', 'params.outputs', (d) => ({ ...d, amount: '30001' })],
    ['no amount', 'amount', ({ amount: _, ...rest }) => rest],
    ['another recipient', 'params.outputs', (d) => ({ ...d, recipientAddress: stranger })],
    ['another sender', 'params.prevTxs', (d) => ({ ...d, senderAddress: stranger })],
    ['another sender, proven or not', 'params.outputs', (d) => ({ ...bare(d), senderAddress: stranger })],
    [
      'a sender of another type',
      'params.inputs',
      (d) => ({ ...d, senderAddress: vectorAccount('bitcoin', 86).addresses['0/0'] }),
    ],
    [
      'the key of somebody else',
      'params.redeemScript',
      (d) => ({ ...d, senderPubKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' }),
    ],
    ['another fee rate', 'params.feeRate', (d) => put(d, { feeRate: '2.001' })],
    ['another weight', 'params.weight', (d) => put(d, { weight: d.params.weight - 1 })],
    ['another size', 'params.weight', (d) => put(d, { vsize: d.params.vsize + 1 })],
    ['inputs in another order', 'params.inputs', (d) => put(d, { inputs: d.params.inputs.toReversed() })],
    ['an input twice', 'params.inputs', (d) => put(d, { inputs: [...d.params.inputs, ...d.params.inputs.slice(-1)] })],
    ['an input less', 'params.prevTxs', (d) => put(d, { inputs: d.params.inputs.slice(1) })],
    ['an input less, proven or not', 'fees', (d) => put(bare(d), { inputs: d.params.inputs.slice(1) })],
    ['another amount of an input', 'params.prevTxs', (d) => input(d, { value: '25001' })],
    ['another amount of an input, proven or not', 'fees', (d) => input(bare(d), { value: '25001' })],
    ['another type of an input', 'params.inputs', (d) => input(d, { type: 'p2tr' })],
    ['another sequence', 'params.inputs', (d) => input(d, { sequence: 0xffff_ffff })],
    ['a path where there is none', 'params', (d) => input(d, { path: '0/0' })],
    ['change to somebody else', 'params.outputs', (d) => output(d, 1, { address: stranger })],
    ['less change', 'fees', (d) => output(d, 1, { value: less(d.params.outputs[1]?.value) })],
    ['no change', 'fees', (d) => put(d, { outputs: d.params.outputs.slice(0, 1) })],
    ['nobody who is paid', 'params.outputs', (d) => output(d, 0, { role: 'change', address: sender })],
    ['two who are paid', 'params.outputs', (d) => output(d, 1, { role: 'recipient', address: recipientAddress })],
    ['a script beside the address', 'params.outputs', (d) => output(d, 0, { script: '00' })],
    ['an address in capitals', 'params.outputs', (d) => output(d, 0, { address: recipientAddress.toUpperCase() })],
    ['a path of the recipient', 'params.outputs', (d) => output(d, 0, { path: '1/0' })],
    ['a path of change', 'params', (d) => output(d, 1, { path: '1/0' })],
    ['previous transactions of nothing', 'params.prevTxs', (d) => put(d, { prevTxs: {} })],
    ['a redeem script of nothing', 'params.redeemScript', (d) => put(d, { redeemScript: `0014${'00'.repeat(20)}` })],
  ])('is refused with %s', (_, field, change) => {
    expect(() => planFrom('bitcoin', change(data) as Data)).toThrow(
      expect.objectContaining({
        code: 'data.altered',
        message: `transaction.data is not what encode returned: ${field} does not follow from the rest.`,
      }),
    );
  });

  it('has all previous transactions', () => {
    const [first = ['', '']] = Object.entries(data.params.prevTxs ?? {});
    const some = put(data, { prevTxs: Object.fromEntries([first]) });
    const sources = ({ inputs }: UtxoPlan) =>
      inputs.filter(({ previous }) => previous !== undefined).map(({ txid }) => txid);
    expect(sources(planFrom('bitcoin', data))).toEqual(data.params.inputs.map(({ txid }) => txid));
    expect(sources(planFrom('bitcoin', some))).toEqual([first[0]]);
    expect(sources(planFrom('bitcoin', bare(data)))).toEqual([]);
  });

  it('is refused by broadcast even with a new checksum, and nothing is sent', async () => {
    const { ledger, chain } = createRig('bitcoin');
    const changed = output(data, 1, { value: less(data.params.outputs[1]?.value, 100) });
    const broadcasting = chain.broadcast({ data: addChecksum('bitcoin', changed), encoded: [{}], signature: '00' });
    await expect(broadcasting).rejects.toMatchObject({ code: 'data.altered' });
    expect(ledger.requests).toEqual([]);
  });
});

describe('data of a transfer of p2pkh coins', () => {
  let data: Data;
  beforeAll(async () => {
    data = await completed({ senderAddress: legacy }, twice(legacy));
  });
  const prevTxs = (d: Data, change: (entries: [string, string][]) => [string, string][]) =>
    put(d, { prevTxs: Object.fromEntries(change(Object.entries(d.params.prevTxs ?? {}))) });

  it('has the previous transactions', () => {
    const plan = planFrom('bitcoin', data);
    expect(plan.inputs.map(({ spend }) => spend)).toEqual(new Array(2).fill({ type: 'p2pkh', isUncompressed: false }));
    expect(plan.inputs.every(({ previous }) => previous !== undefined)).toBe(true);
  });

  it.each<[string, string, (data: Data) => unknown]>([
    ['none of them', 'params.prevTxs', (d) => put(d, { prevTxs: undefined })],
    ['one less', 'params.prevTxs', (d) => prevTxs(d, (entries) => entries.slice(1))],
    [
      'one more',
      'params.prevTxs',
      (d) => prevTxs(d, (entries) => [...entries, ['ab'.repeat(32), entries[0]?.[1] ?? '']]),
    ],
    [
      'one under the name of the other',
      'params.prevTxs',
      (d) => prevTxs(d, (entries) => entries.map(([txid], i) => [txid, entries[1 - i]?.[1] ?? ''])),
    ],
    [
      'a changed byte',
      'params.prevTxs',
      (d) => prevTxs(d, (entries) => entries.map(([txid, raw]) => [txid, raw.replace(/..$/, 'ff')])),
    ],
    [
      'bytes behind',
      'params.prevTxs',
      (d) => prevTxs(d, (entries) => entries.map(([txid, raw]) => [txid, `${raw}00`])),
    ],
    [
      'bytes that are no transaction',
      'params.prevTxs',
      (d) => prevTxs(d, (entries) => entries.map(([txid]) => [txid, '00'])),
    ],
    ['an amount that they do not show', 'params.prevTxs', (d) => input(d, { value: '19999' })],
    ['an output that they do not have', 'params.prevTxs', (d) => input(d, { vout: 1 })],
    [
      'an uncompressed key, which weighs more',
      'params.redeemScript',
      (d) => ({
        ...d,
        senderPubKey:
          '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
      }),
    ],
  ])('is refused with %s', (_, field, change) => {
    expect(() => planFrom('bitcoin', change(data) as Data)).toThrow(
      expect.objectContaining({
        code: 'data.altered',
        message: `transaction.data is not what encode returned: ${field} does not follow from the rest.`,
      }),
    );
  });
});

describe('data of a transfer of an extended key', () => {
  let data: Data;
  beforeAll(async () => {
    const options = { endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' }] };
    const prepare = (rig: Rig) => {
      rig.ledger.fund(sender, 20_000n, { path: "m/84'/0'/0'/0/0" });
      rig.ledger.fund(recipientAddress, 25_000n, { path: "m/84'/0'/0'/0/1" });
    };
    data = await completed({ senderAddress: segwit.xpub, recipientAddress: stranger }, prepare, options);
  });

  it('names the keys that sign, and the address of the change', () => {
    const plan = planFrom('bitcoin', data);
    const paths = plan.inputs.map(({ derivation }) => derivation?.path.join('/'));
    expect(paths.toSorted()).toEqual(['0/0', '0/1']);
    expect(plan.outputs[1]).toMatchObject({ type: 'p2wpkh', derivation: { path: [1, 0] } });
    // BIP84: the key of m/84'/0'/0'/1/0
    expect(Buffer.from(plan.outputs[1]?.derivation?.publicKey ?? []).toString('hex')).toBe(
      '03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6',
    );
  });

  it.each<[string, string, (data: Data) => unknown]>([
    ['no path of an input', 'params', (d) => input(d, { path: undefined })],
    ['change at a receiving address', 'params.outputs', (d) => output(d, 1, { path: '0/0', address: sender })],
    ['change at another address', 'params.outputs', (d) => output(d, 1, { path: '1/1' })],
    ['change to one without path', 'params', (d) => output(d, 1, { path: undefined })],
    ['another key', 'params.inputs', (d) => ({ ...d, senderAddress: vectorAccount('bitcoin', 49).xpub })],
  ])('is refused with %s', (_, field, change) => {
    expect(() => planFrom('bitcoin', change(data) as Data)).toThrow(
      expect.objectContaining({
        code: 'data.altered',
        message: expect.stringContaining(field),
      }),
    );
  });
});

describe('data of a transfer of p2sh-p2wpkh coins', () => {
  const key = '039b3b694b8fc5b5e07fb069c783cac754f5d38c3e08bed1960e31fdb1dda35c24';
  const redeemScript = '0014f990679acafe25c27615373b40bf22446d24ff44';

  it('has the redeem script from the key, or in itself', async () => {
    const data = await completed({ senderAddress: nested, senderPubKey: key }, twice(nested));
    const [found] = planFrom('bitcoin', data).inputs;
    expect(found?.spend).toEqual({
      type: 'p2sh-p2wpkh',
      redeemScript: Uint8Array.from(Buffer.from(redeemScript, 'hex')),
    });
    const { senderPubKey: _, ...without } = data;
    expect(() => planFrom('bitcoin', without as Data)).toThrow('params.redeemScript');
    const { publicKey: __, ...plan } = planFrom('bitcoin', data);
    expect(planFrom('bitcoin', put(without as Data, { redeemScript }))).toEqual(plan);
    expect(() => planFrom('bitcoin', put(data, { redeemScript }))).toThrow('params.redeemScript');
    expect(() => planFrom('bitcoin', put(without as Data, { redeemScript: `0014${'00'.repeat(20)}` }))).toThrow(
      'params.redeemScript',
    );
  });
});
