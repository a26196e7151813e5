import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { open, type Serve, type Subject } from '../harness.ts';

const data = {
  mode: 'transfer',
  senderAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
  recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
  amount: '1000000000000000',
};

export function encodeCases(serve: Serve): void {
  const node = createFakeNode();
  let subject: Subject;
  beforeAll(async () => {
    const chains = { sepolia: { endpoints: [{ url: 'https://node.invalid', maxBatch: 20 }] } };
    subject = await open(serve, { fetch: node.fetch, settings: { chains } });
  });
  beforeEach(() => {
    node.sent.length = 0;
  });
  afterAll(() => subject.close());

  it('answers the completed data and what to sign', async () => {
    const { status, body } = await subject.send('POST', '/api/sepolia/transaction/encode', { transaction: { data } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      chainId: 'sepolia',
      transaction: {
        data: { ...data, nonce: '7', gas: expect.stringMatching(/^\d+$/), fees: expect.stringMatching(/^\d+$/) },
        encoded: [{ raw: { format: 'RLP' }, hash: { format: 'keccak256' } }, { raw: { format: 'WALLET_CONNECT' } }],
      },
      status: { errors: [] },
    });
  });

  it('tolerates empty and unknown fields', async () => {
    const clutter = {
      ...data,
      chainId: 'sepolia',
      format: 'hex',
      type: 'x',
      memo: '',
      validatorAddress: '',
      tokenId: '',
    };
    const { status, body } = await subject.send('POST', '/api/sepolia/transaction/encode', {
      transaction: { data: clutter },
    });
    expect(status).toBe(200);
    expect(JSON.stringify(body.transaction)).not.toContain('format":"hex"');
  });

  it('answers 200 with errors and nothing to sign for what the chain would refuse', async () => {
    const rich = { ...data, amount: '2000000000000000000' };
    const { status, body } = await subject.send('POST', '/api/sepolia/transaction/encode', {
      transaction: { data: rich },
    });
    expect(status).toBe(200);
    expect(body.status?.errors[0]).toMatchObject({ code: 'balance.insufficient', field: 'transaction.data.amount' });
    expect(body).toMatchObject({ transaction: { data: rich, encoded: [] } });
  });

  it('validates without bytes to sign, and explains bytes', async () => {
    const completed = await subject.send('POST', '/api/sepolia/transaction/validate', { transaction: { data } });
    expect(completed.body).toMatchObject({ chainId: 'sepolia', transaction: { data: { ...data, nonce: '7' } } });
    expect(completed.text).not.toContain('encoded');

    const { body } = await subject.send('POST', '/api/sepolia/transaction/encode', { transaction: { data } });
    node.sent.length = 0;
    const explained = await subject.send('POST', '/api/sepolia/transaction/validate', {
      transaction: body.transaction,
    });
    expect(explained.body).toMatchObject({
      transaction: { data: { mode: 'transfer', amount: data.amount } },
      status: { errors: [] },
    });
    expect(node.sent).toEqual([]);
  });

  it('says what bytes do that an intent does not say', async () => {
    const { body } = await subject.send('POST', '/api/sepolia/transaction/encode', { transaction: { data } });
    const { encoded } = body.transaction as { encoded: { raw: object; hash: object }[] };
    const other = { ...data, recipientAddress: data.senderAddress };
    const thief = await subject.send('POST', '/api/sepolia/transaction/encode', { transaction: { data: other } });
    const [stolen] = (thief.body.transaction as { encoded: object[] }).encoded;
    const errorsOf = async (change: object, items: readonly object[]) => {
      const transaction = { data: { ...data, ...change }, encoded: items };
      const answer = await subject.send('POST', '/api/sepolia/transaction/validate', { transaction });
      return [answer.status, answer.body.status?.errors.map(({ field }) => field)];
    };
    expect(await errorsOf({}, encoded)).toEqual([200, []]);
    const twice = ['transaction.encoded', 'transaction.encoded'];
    expect(await errorsOf({}, [...encoded, stolen ?? {}])).toEqual([200, twice]);
    // The item that is left out tells the sender.
    const missing = ['transaction.encoded', 'transaction.data.senderAddress'];
    expect(await errorsOf({}, encoded.slice(0, 1))).toEqual([200, missing]);
    expect(await errorsOf({ senderAddress: data.recipientAddress }, encoded)).toEqual([
      200,
      ['transaction.data.senderAddress'],
    ]);
    expect(await errorsOf({ fees: '1' }, encoded)).toEqual([200, ['transaction.data.fees']]);
  });

  it('refuses a broadcast that is not what encode answered, and sends nothing', async () => {
    const { body } = await subject.send('POST', '/api/sepolia/transaction/encode', { transaction: { data } });
    const transaction = body.transaction as { data: object; encoded: object[] };
    node.sent.length = 0;
    const altered = { ...transaction, data: { ...transaction.data, amount: '1' }, signature: `0x${'11'.repeat(65)}` };
    const answer = await subject.send('POST', '/api/sepolia/transaction/broadcast', { transaction: altered });
    expect([answer.status, answer.body.status?.errors[0]?.code]).toEqual([400, 'data.altered']);
    const forged = await subject.send('POST', '/api/sepolia/transaction/broadcast', {
      transaction: { ...transaction, signature: `0x${'11'.repeat(65)}` },
    });
    expect(forged.status).toBe(400);
    expect(forged.body.status?.errors[0]?.code).toMatch(/^signature\./);
    const unsigned = await subject.send('POST', '/api/sepolia/transaction/broadcast', { transaction });
    expect(unsigned.body.status?.errors[0]).toMatchObject({ code: 'request.invalid', field: 'transaction.signature' });
    expect(node.sent).toEqual([]);
  });

  it('derives addresses', async () => {
    // Of the first account of the usual test mnemonic.
    const pubkey = '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75';
    const { body } = await subject.send('POST', '/api/rootstock/address/encode', { pubkey });
    expect(body).toMatchObject({
      chainId: 'rootstock',
      pubkey,
      addresses: [{ address: expect.stringMatching(/^0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266$/i) }],
    });
    const wrong = await subject.send('POST', '/api/sepolia/address/encode', { pubkey: '0x1234' });
    expect([wrong.status, wrong.body.status?.errors[0]?.code]).toEqual([400, 'publicKey.invalid']);
    expect(node.sent).toEqual([]);
  });
}
