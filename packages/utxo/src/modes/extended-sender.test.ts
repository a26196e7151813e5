import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../test/rig.ts';
import { ScriptedChain } from '../../test/scripted-upstream.ts';

const segwit = vectorAccount('bitcoin', 84);
const legacy = vectorAccount('bitcoin', 44);
const taproot = vectorAccount('bitcoin', 86);
const recipientAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const book = { endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' as const }] };

describe('an extended key as sender', () => {
  it('spends the coins of all its addresses, and takes change at the first that was never used', async () => {
    const { ledger, encode } = createRig('bitcoin', book);
    const coins = [
      ledger.fund(segwit.addresses['0/0'] ?? '', 10_000n, { path: "m/84'/0'/0'/0/0" }),
      ledger.fund(segwit.addresses['0/1'] ?? '', 20_000n, { path: "m/84'/0'/0'/0/1" }),
    ];
    const { data, codes, transaction } = await encode({
      senderAddress: segwit.xpub,
      recipientAddress,
      amount: '25000',
    });
    expect(codes).toEqual([]);
    // 42 + 2 x 272 + 2 x 124 = 834 weight units, 209 vB
    expect(data).toMatchObject({ senderAddress: segwit.xpub, fees: '418' });
    const paths = new Map([
      [coins[0]?.txid, '0/0'],
      [coins[1]?.txid, '0/1'],
    ]);
    for (const { txid, path } of data.params.inputs) expect(path).toBe(paths.get(txid));
    expect(data.params.outputs).toEqual([
      { address: recipientAddress, value: '25000', role: 'recipient' },
      { address: segwit.addresses['1/0'], value: '4582', role: 'change', path: '1/0' },
    ]);
    expect(transaction.encoded).toHaveLength(2);
  });

  it('takes no change at an address that was used before', async () => {
    const { ledger, encode } = createRig('bitcoin', book);
    ledger.fund(segwit.addresses['1/0'] ?? '', 100_000n, { path: "m/84'/0'/0'/1/0" });
    const { data } = await encode({ senderAddress: segwit.xpub, recipientAddress, amount: '25000' });
    // BIP84: m/84'/0'/0'/1/1
    expect(data.params.outputs[1]).toMatchObject({
      path: '1/1',
      address: 'bc1qggnasd834t54yulsep6fta8lpjekv4zj6gv5rf',
    });
  });

  it('is looked up address by address if an upstream knows no extended keys', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(segwit.addresses['0/1'] ?? '', 100_000n);
    const { data, codes } = await encode({ senderAddress: segwit.xpub, recipientAddress, amount: '25000' });
    expect(codes).toEqual([]);
    expect(data.params.inputs).toMatchObject([{ path: '0/1', value: '100000' }]);
    expect(data.params.outputs[1]).toMatchObject({ path: '1/0' });
  });

  it('of p2pkh gets the previous transactions', async () => {
    const { ledger, encode } = createRig('bitcoin', book);
    const coin = ledger.fund(legacy.addresses['0/1'] ?? '', 100_000n, { path: "m/44'/0'/0'/0/1" });
    const { data, codes } = await encode({ senderAddress: legacy.xpub, recipientAddress, amount: '25000' });
    expect(codes).toEqual([]);
    expect(Object.keys(data.params.prevTxs ?? {})).toEqual([coin.txid]);
    expect(data.fees).toBe('446');
  });

  it('of taproot is a descriptor', async () => {
    const { ledger, encode } = createRig('bitcoin', book);
    ledger.fund(taproot.addresses['0/0'] ?? '', 100_000n, { path: "m/86'/0'/0'/0/0" });
    const senderAddress = `tr([73c5da0a/86h/0h/0h]${taproot.xpub}/<0;1>/*)`;
    const { data, codes } = await encode({ senderAddress, recipientAddress, amount: '25000' });
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ senderAddress, fees: '284' });
    expect(data.params.outputs[1]).toMatchObject({ path: '1/0', address: taproot.addresses['1/0'] });
  });

  it('takes one request for coins, and one for used addresses', async () => {
    let now = 0;
    const ledger = new ScriptedChain('bitcoin');
    ledger.fund(segwit.addresses['0/0'] ?? '', 100_000n, { path: "m/84'/0'/0'/0/0" });
    const { encode } = createRig('bitcoin', { ...book, now: () => now }, ledger);
    const intent = { senderAddress: segwit.xpub, recipientAddress, amount: '25000' };
    await encode(intent);
    now += 1_000;
    ledger.requests.length = 0;
    const { roundTrips } = await encode(intent);
    expect(roundTrips).toBe(1);
    // Beside the fee rate.
    expect(ledger.requests).toHaveLength(3);
  });
});
