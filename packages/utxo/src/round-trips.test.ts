import { describe, expect, it } from 'vitest';
import { deriveAddresses } from '../test/derive-addresses.ts';
import { createRig, vectorAccount } from '../test/rig.ts';
import { accountOf } from './address/account-id.ts';
import { contextOf } from './context.ts';
import type { UtxoKind } from './upstream/kind-names.ts';

const { addresses, xpub } = vectorAccount('bitcoin', 84);
const senderAddress = addresses['0/0'] ?? '';
const recipientAddress = addresses['0/1'] ?? '';
const intent = { senderAddress, recipientAddress, amount: '20000' };
const endpoint = (kind: UtxoKind) => ({
  url: kind === 'blockbook' ? 'https://book.test' : 'https://one.test',
  name: kind,
  kind,
});

describe('encode of segwit coins asks', () => {
  it('Esplora in one round: for coins, newest transactions, height and fees, and at first which chain it serves', async () => {
    let now = 0;
    const { ledger, encode } = createRig('bitcoin', { now: () => now });
    ledger.fund(senderAddress, 100_000n);
    expect((await encode(intent)).roundTrips).toBe(1);
    const path = `one GET /address/${senderAddress}`;
    const usual = ['one GET /blocks/tip/height', 'one GET /fee-estimates', `${path}/txs`, `${path}/utxo`];
    expect(ledger.requests.toSorted()).toEqual(
      [...usual, 'one GET /block-height/961632', 'one GET /v1/fees/precise'].toSorted(),
    );
    now = 1_000;
    ledger.requests.length = 0;
    expect((await encode(intent)).roundTrips).toBe(1);
    expect(ledger.requests.toSorted()).toEqual(usual.toSorted());
    // What is the same for everybody was just asked.
    now = 1_999;
    ledger.requests.length = 0;
    expect((await encode(intent)).roundTrips).toBe(1);
    expect(ledger.requests.toSorted()).toEqual([`${path}/txs`, `${path}/utxo`]);
  });

  it('Blockbook for coins and fees', async () => {
    let now = 0;
    const { ledger, encode } = createRig('bitcoin', { endpoints: [endpoint('blockbook')], now: () => now });
    ledger.fund(senderAddress, 100_000n);
    await encode(intent);
    now = 1_000;
    ledger.requests.length = 0;
    expect((await encode(intent)).roundTrips).toBe(1);
    expect(ledger.requests.toSorted()).toEqual([
      'book GET /api/v2/estimatefee/3',
      `book GET /api/v2/utxo/${senderAddress}`,
    ]);
  });

  it('Blockbook once more for the transactions of more than one coin of segwit v0, which are kept', async () => {
    let now = 0;
    const { ledger, encode } = createRig('bitcoin', { endpoints: [endpoint('blockbook')], now: () => now });
    for (let i = 0; i < 3; i++) ledger.fund(senderAddress, 15_000n);
    const { data, roundTrips } = await encode({ ...intent, amount: '40000' });
    expect(Object.keys(data.params.prevTxs ?? {})).toHaveLength(3);
    expect(roundTrips).toBe(2);
    now = 1_000;
    ledger.requests.length = 0;
    expect((await encode({ ...intent, amount: '40000' })).roundTrips).toBe(1);
    expect(ledger.requests).toHaveLength(2);
  });

  it('Esplora in one round for more than one coin, as it shows the newest transactions', async () => {
    const { ledger, encode } = createRig('bitcoin');
    for (let i = 0; i < 3; i++) ledger.fund(senderAddress, 15_000n);
    const { data, roundTrips } = await encode({ ...intent, amount: '40000' });
    expect(Object.keys(data.params.prevTxs ?? {})).toHaveLength(3);
    expect(roundTrips).toBe(1);
  });

  it('one kind for coins, and all for fees', async () => {
    let now = 0;
    const endpoints = [endpoint('esplora'), endpoint('blockbook')];
    const { ledger, encode } = createRig('bitcoin', { endpoints, now: () => now });
    ledger.fund(senderAddress, 100_000n);
    await encode(intent);
    now = 1_000;
    ledger.requests.length = 0;
    expect((await encode(intent)).roundTrips).toBe(1);
    expect(ledger.requests.filter((request) => request.startsWith('book'))).toEqual(['book GET /api/v2/estimatefee/3']);
  });

  it('no fees where they were wished for', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(senderAddress, 100_000n);
    for (const wish of [{ fees: '500' }, { params: { feeRate: '3' } }]) {
      ledger.requests.length = 0;
      await encode({ ...intent, ...wish });
      expect(ledger.requests.filter((request) => request.includes('fee'))).toEqual([]);
    }
  });

  it('little more where there are 10,000 coins', async () => {
    const { ledger, encode } = createRig('bitcoin');
    for (let i = 0; i < 100; i++) {
      ledger.fundTogether(
        senderAddress,
        Array.from({ length: 100 }, (_, k) => BigInt(5_000 + 100 * i + k)),
      );
    }
    const { data, roundTrips } = await encode({ ...intent, amount: '1000000' });
    expect(data.params.inputs.length).toBeLessThan(100);
    // Those that Esplora shows with the list do not have to be read.
    const sources = new Set(data.params.inputs.map(({ txid }) => txid));
    const read = ledger.requests.filter((request) => request.endsWith('/hex'));
    expect(read.length).toBeLessThanOrEqual(sources.size);
    expect(ledger.requests).toHaveLength(6 + read.length);
    expect(roundTrips).toBe(read.length > 0 ? 2 : 1);
    // And no request is made twice.
    ledger.requests.length = 0;
    expect((await encode({ ...intent, amount: '1000000' })).roundTrips).toBe(1);
    expect(ledger.requests.filter((request) => request.endsWith('/hex'))).toEqual([]);
  });

  it('no more where an extended key has 1,000 addresses', async () => {
    const { ledger, encode } = createRig('bitcoin', { endpoints: [endpoint('blockbook')] });
    const { network } = contextOf('bitcoin');
    const account = accountOf(network, xpub);
    if (account.kind !== 'extended') throw new Error('not an extended key');
    for (const { address, index } of deriveAddresses(network, account, 0, 0, 1_000)) {
      ledger.fund(address, 10_000n, { path: `m/84'/0'/0'/0/${index}` });
    }
    const { data, roundTrips, codes } = await encode({ ...intent, amount: '5000', senderAddress: xpub });
    expect(codes).toEqual([]);
    expect(data.params.inputs).toHaveLength(1);
    expect(roundTrips).toBe(1);
    // Which chain it is, coins, used addresses, and fees.
    expect(ledger.requests).toHaveLength(4);
  });
});

describe('encode asks nobody', () => {
  it.each([
    ['dust', { amount: '293' }],
    ['a fee rate beyond the limits', { params: { feeRate: '0.09' } }],
    ['a sender that cannot be', { senderAddress: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' }],
  ])('for %s', async (_, more) => {
    const { ledger, encode } = createRig('bitcoin');
    const { codes, roundTrips } = await encode({ ...intent, ...more });
    expect(codes).toHaveLength(1);
    expect(roundTrips).toBe(0);
    expect(ledger.requests).toEqual([]);
  });
});
