import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../test/rig.ts';
import { ScriptedChain } from '../../test/scripted-upstream.ts';

// Signatures of p2pkh inputs do not commit to amounts, so the transactions that the coins come from are read and hashed.

const senderAddress = vectorAccount('bitcoin', 44).addresses['0/0'] ?? '';
const recipientAddress = vectorAccount('bitcoin', 84).addresses['0/0'] ?? '';
const book = { endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' as const }] };

describe('a transfer of p2pkh coins', () => {
  it('gets the previous transactions, each read once', async () => {
    const { ledger, encode } = createRig('bitcoin', book);
    const [first, second] = ledger.fundTogether(senderAddress, [10_000n, 20_000n]);
    const third = ledger.fund(senderAddress, 30_000n);
    const { data, codes } = await encode({ senderAddress, recipientAddress, useMaxAmount: true });
    expect(codes).toEqual([]);
    // 40 + 3 x 592 + 124 = 1,940 weight units, 485 vB
    expect(data).toMatchObject({ amount: '59030', fees: '970' });
    expect(Object.keys(data.params.prevTxs ?? {}).sort()).toEqual([first?.txid, third.txid].sort());
    expect(second?.txid).toBe(first?.txid);
    const read = ledger.requests.filter((request) => request.includes('/tx/'));
    expect(read.sort()).toEqual([first?.txid, third.txid].sort().map((txid) => `book GET /api/v2/tx/${txid}`));
  });

  it('takes one more round of requests than a transfer of a single segwit coin, the first time', async () => {
    let now = 0;
    const { ledger, encode } = createRig('bitcoin', { ...book, now: () => now });
    for (let i = 0; i < 4; i++) ledger.fund(senderAddress, 10_000n);
    const intent = { senderAddress, recipientAddress, useMaxAmount: true };
    expect((await encode(intent)).roundTrips).toBe(2);
    // Which chain it is, coins, fees; and the four transactions.
    expect(ledger.requests).toHaveLength(3 + 4);
    now += 1_000;
    ledger.requests.length = 0;
    expect((await encode(intent)).roundTrips).toBe(1);
    expect(ledger.requests).toHaveLength(2);
  });

  it('takes no more rounds if Esplora shows the transactions among the newest', async () => {
    const { ledger, encode } = createRig('bitcoin');
    for (let i = 0; i < 4; i++) ledger.fund(senderAddress, 10_000n);
    const { data, roundTrips } = await encode({ senderAddress, recipientAddress, useMaxAmount: true });
    expect(Object.keys(data.params.prevTxs ?? {})).toHaveLength(4);
    expect(roundTrips).toBe(1);
  });

  it('reads no more than four transactions at a time', async () => {
    const ledger = new ScriptedChain('bitcoin');
    // Esplora shows 25 of them with the list.
    for (let i = 0; i < 35; i++) ledger.fund(senderAddress, 10_000n);
    const answer = ledger.fetch({ 'https://one.test': ledger.esplora() });
    let [running, most] = [0, 0];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (!String(input).endsWith('/hex')) return answer(input, init);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return answer(input, init);
    };
    const { encode } = createRig('bitcoin', { fetch }, ledger);
    const { data } = await encode({ senderAddress, recipientAddress, useMaxAmount: true });
    expect(data.params.inputs).toHaveLength(35);
    expect(most).toBe(4);
  });

  it('spends coins that left MWEB, although their transaction has another format', async () => {
    const { addresses } = vectorAccount('litecoin', 44);
    const { ledger, encode } = createRig('litecoin');
    const coin = ledger.fund(addresses['0/0'] ?? '', 1_000_000n, { pegOut: true });
    const intent = { senderAddress: addresses['0/0'], recipientAddress: addresses['0/1'], useMaxAmount: true };
    const { data, codes } = await encode(intent);
    expect(codes).toEqual([]);
    expect(data.params.inputs).toMatchObject([{ txid: coin.txid, vout: 1 }]);
  });
});

describe('an upstream that lies about the amount of a p2pkh coin', () => {
  const endpoints = [
    { url: 'https://one.test', name: 'one', kind: 'esplora' as const },
    { url: 'https://two.test', name: 'two', kind: 'esplora' as const },
  ];

  /** The first says less than there is: who believes it pays the rest to miners. */
  function begin(honest: boolean) {
    const ledger = new ScriptedChain('bitcoin');
    const coin = ledger.fund(senderAddress, 1_000_000n);
    const liar = ledger.esplora({ [coin.txid]: 20_000n });
    const fetch = ledger.fetch({ 'https://one.test': liar, 'https://two.test': honest ? ledger.esplora() : liar });
    return createRig('bitcoin', { endpoints, fetch }, ledger);
  }

  it('is not believed, and another upstream is asked', async () => {
    const { data, codes } = await begin(true).encode({ senderAddress, recipientAddress, amount: '10000' });
    expect(codes).toEqual([]);
    expect(data.params.inputs).toMatchObject([{ value: '1000000' }]);
    // 40 + 592 + 124 + 136 = 892 weight units, 223 vB
    expect(data.fees).toBe('446');
    expect(data.params.outputs[1]).toMatchObject({ value: String(1_000_000 - 10_000 - 446) });
  });

  it('is a failure if there is no other upstream', async () => {
    const encoding = begin(false).encode({ senderAddress, recipientAddress, amount: '10000' });
    await expect(encoding).rejects.toMatchObject({
      code: 'upstream.unavailable',
      message: expect.stringContaining('No upstream of bitcoin gave a usable answer (2 attempts).'),
    });
  });

  it('is noticed for segwit coins if their transactions are requested', async () => {
    const ledger = new ScriptedChain('bitcoin');
    const coin = ledger.fund(recipientAddress, 1_000_000n);
    const fetch = ledger.fetch({ 'https://one.test': ledger.esplora({ [coin.txid]: 20_000n }) });
    const { encode } = createRig('bitcoin', { fetch }, ledger);
    const intent = { senderAddress: recipientAddress, recipientAddress, amount: '10000' };
    await expect(encode({ ...intent, params: { includePrevTxs: true } })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
    // Their signatures commit to the amounts: with a wrong one the transaction is merely invalid.
    expect((await encode(intent)).codes).toEqual([]);
  });
});

describe('transactions that are too large to go along', () => {
  it('are not spent from if other coins suffice', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(senderAddress, 50_000n, { padding: 160_000 });
    const small = ledger.fund(senderAddress, 20_000n);
    const { data, codes } = await encode({ senderAddress, recipientAddress, amount: '10000' });
    expect(codes).toEqual([]);
    expect(data.params.inputs).toMatchObject([{ txid: small.txid }]);
  });

  it('leave coins behind if everything is sent', async () => {
    const { ledger, encode } = createRig('bitcoin');
    for (const value of [20_000n, 50_000n]) ledger.fund(senderAddress, value, { padding: 90_000 });
    ledger.fund(senderAddress, 10_000n);
    const { data, status } = await encode({ senderAddress, recipientAddress, useMaxAmount: true });
    // 40 + 2 x 592 + 124 = 1,348 weight units, 337 vB
    expect(data).toMatchObject({ amount: String(60_000 - 674), fees: '674' });
    expect(status.warnings).toMatchObject([
      { code: 'coins.left', message: '0.0002 BTC stay in the account: so many coins do not fit into one transaction' },
    ]);
  });

  it('limit the amount that can be sent', async () => {
    const { ledger, encode } = createRig('bitcoin');
    for (const value of [20_000n, 50_000n]) ledger.fund(senderAddress, value, { padding: 90_000 });
    const { status } = await encode({ senderAddress, recipientAddress, amount: '60000' });
    // 40 + 592 + 124 = 756 weight units, 189 vB
    expect(status.errors).toMatchObject([
      { code: 'inputs.tooMany', context: { limit: 1, sendable: String(50_000 - 378) } },
    ]);
  });

  it.each([{ amount: '10000' }, { useMaxAmount: true }])(
    'leave nothing to send, where there is no other: %j',
    async (wish) => {
      const { ledger, encode } = createRig('bitcoin');
      ledger.fund(senderAddress, 50_000n, { padding: 160_000 });
      const { status, transaction } = await encode({ senderAddress, recipientAddress, ...wish });
      expect(status.errors).toMatchObject([{ code: 'inputs.tooMany', context: { limit: 0, sendable: '0' } }]);
      expect(transaction.encoded).toEqual([]);
    },
  );
});

describe('a transfer of p2sh-p2wpkh coins', () => {
  const sender = vectorAccount('bitcoin', 49).addresses['0/0'] ?? '';
  const key = '039b3b694b8fc5b5e07fb069c783cac754f5d38c3e08bed1960e31fdb1dda35c24';
  /** 0014 and the hash160 of the key (BIP141), by Node's own hashes. */
  const redeemScript = '0014f990679acafe25c27615373b40bf22446d24ff44';

  it('finds the script in an earlier spend', async () => {
    const { ledger, encode } = createRig('bitcoin');
    ledger.fund(sender, 100_000n, { from: sender, scriptSig: `16${redeemScript}` });
    const intent = { senderAddress: sender, recipientAddress, amount: '10000' };
    const { data, codes, transaction } = await encode(intent);
    expect(codes).toEqual([]);
    expect(data.params.redeemScript).toBe(redeemScript);
    // With the key nothing has to be found, and the bytes are the same.
    const withKey = await encode({ ...intent, senderPubKey: key });
    expect(withKey.data.params).not.toHaveProperty('redeemScript');
    expect(withKey.transaction.encoded).toEqual(transaction.encoded);
  });
});
