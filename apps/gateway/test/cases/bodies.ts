import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { key, open, type Serve, type Subject } from '../harness.ts';

const encode = '/api/sepolia/transaction/encode';
const broadcast = '/api/sepolia/transaction/broadcast';

const data = {
  mode: 'transfer',
  senderAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
  recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
  amount: '1000',
};

export function bodiesCases(serve: Serve): void {
  const node = createFakeNode();
  let subject: Subject;
  beforeAll(async () => {
    subject = await open(serve, { fetch: node.fetch, settings: { limits: { bodyBytes: 4096 } } });
  });
  afterAll(() => subject.close());

  it.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['half an object', '{"transaction":'],
    ['two values', '{} {}'],
    ['a trailing comma', '{"transaction":{},}'],
  ])('answers 400 to %s instead of JSON', async (_, body) => {
    const answer = await subject.send('POST', encode, body);
    expect(answer.status).toBe(400);
    expect(answer.body.status?.errors[0]?.code).toBe('request.malformed');
  });

  it('answers 400 to bytes that are not UTF-8', async () => {
    const init = { method: 'POST', headers: { authorization: key, 'content-type': 'application/json' } };
    const response = await subject.request(encode, { ...init, body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) });
    expect(await response.json()).toMatchObject({ status: { errors: [{ code: 'request.malformed' }] } });
  });

  it.each([
    [
      'a field of the transaction',
      `{"transaction":{"data":{"mode":"transfer","amount":"1","amount":"900"}}}`,
      'transaction.data.amount',
    ],
    [
      'a field in another spelling',
      String.raw`{"transaction":{"data":{"amount":"1","\u0061mount":"1"}}}`,
      'transaction.data.amount',
    ],
    ['the transaction itself', '{"transaction":{},"transaction" : {}}', 'transaction'],
    [
      'a wish',
      '{"transaction":{"data":{"params":{"speed":"slow","other":{},"speed":"fast"}}}}',
      'transaction.data.params.speed',
    ],
    [
      'an item of a list',
      '{"transaction":{"encoded":[{},{"raw":{"value":"","value":""}}]}}',
      'transaction.encoded.1.raw.value',
    ],
    ['a name that may be a secret', `{"${'a1'.repeat(32)}":1,"${'a1'.repeat(32)}":1}`, '(not shown)'],
  ])('answers 400 to %s that is there twice, on every step', async (_, body, field) => {
    for (const step of ['encode', 'validate', 'broadcast']) {
      const answer = await subject.send('POST', `/api/sepolia/transaction/${step}`, body);
      expect([answer.status, answer.body.status?.errors[0]]).toEqual([
        400,
        {
          ...{ code: 'request.invalid', field },
          message: `${field}: must not be there twice: only one of the values could count`,
          context: { expected: 'must not be there twice: only one of the values could count' },
        },
      ]);
    }
  });

  it('answers 400 to an account of a list that names two chains', async () => {
    const body = '{"accounts":[{"chainId":"sepolia","accountId":"x","chainId":"base"}]}';
    const answer = await subject.send('POST', '/api/account/state', body);
    expect([answer.status, answer.body.status?.errors[0]?.field]).toEqual([400, 'accounts.0.chainId']);
  });

  it('drops one byte order mark, and takes no other', async () => {
    const text = JSON.stringify({ transaction: { data } });
    const init = { method: 'POST', headers: { authorization: key, 'content-type': 'application/json' } };
    const statusOf = async (body: BodyInit) => (await subject.request(encode, { ...init, body })).status;
    expect(await statusOf(`\ufeff${text}`)).toBe(200);
    expect(await statusOf(`\ufeff\ufeff${text}`)).toBe(400);
    const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0)).buffer);
    expect(await statusOf(utf16)).toBe(400);
  });

  it.each([
    [encode, '[]', 'body', 'body: must be an object'],
    [encode, '"text"', 'body', 'body: must be an object'],
    [encode, 'null', 'body', 'body: must be an object'],
    [encode, '{}', 'transaction', 'transaction: is required'],
    [encode, '{"transaction":null}', 'transaction', 'transaction: must be an object'],
    [encode, '{"transaction":[]}', 'transaction', 'transaction: must be an object'],
    [encode, '{"transaction":{}}', 'transaction.data', 'transaction.data: must be an object'],
    [encode, '{"transaction":{"data":"x"}}', 'transaction.data', 'transaction.data: must be an object'],
    ['/api/sepolia/transaction/validate', '{"transaction":1}', 'transaction', 'transaction: must be an object'],
    [broadcast, '{"transaction":{"data":[]}}', 'transaction.data', 'transaction.data: must be an object'],
    ['/api/sepolia/address/encode', '{}', 'pubkey', 'pubkey: is required'],
    ['/api/sepolia/address/encode', '{"pubkey":7}', 'pubkey', 'pubkey: must be a string'],
    ['/api/account/state', '{}', 'chainId', 'chainId: is required'],
    ['/api/account/state', '{"chainId":"sepolia"}', 'accountId', 'accountId: is required'],
  ])('%s answers 400 to %s, naming %s', async (path, body, field, message) => {
    const answer = await subject.send('POST', path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.status?.errors[0]).toMatchObject({ code: 'request.invalid', field, message });
  });

  it.each([
    ['a number as amount', { ...data, amount: 1000 }, 'transaction.data.amount', /must be a string/],
    [
      'a missing recipient',
      { ...data, recipientAddress: undefined },
      'transaction.data.recipientAddress',
      /is required/,
    ],
    ['an empty recipient', { ...data, recipientAddress: '' }, 'transaction.data.recipientAddress', /is required/],
    ['useMaxAmount as text', { ...data, useMaxAmount: 'yes' }, 'transaction.data.useMaxAmount', /must be a boolean/],
  ])('answers 400 to %s, naming the field', async (_, changed, field, message) => {
    const answer = await subject.send('POST', encode, { transaction: { data: changed } });
    expect(answer.status).toBe(400);
    expect(answer.body.status?.errors[0]).toMatchObject({
      code: 'request.invalid',
      field,
      message: expect.stringMatching(message),
    });
  });

  it('names every field that is wrong, and asks nobody', async () => {
    node.sent.length = 0;
    const answer = await subject.send('POST', encode, {
      transaction: { data: { mode: 'transfer', amount: 1, senderAddress: null } },
    });
    expect(answer.body.status?.errors.map(({ field }) => field)).toEqual([
      'transaction.data.senderAddress',
      'transaction.data.recipientAddress',
      'transaction.data.amount',
    ]);
    expect(node.sent).toEqual([]);
  });

  it('answers 400 with a code of its own to a mode that is none', async () => {
    const answer = await subject.send('POST', encode, { transaction: { data: { ...data, mode: 'gift' } } });
    expect([answer.status, answer.body.status?.errors[0]?.code]).toEqual([400, 'mode.unknown']);
  });

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/jsonp', 415],
    ['', 415],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
    ['application/vnd.isochain+json', 200],
  ])('answers Content-Type %j with %i', async (type, status) => {
    const answer = await subject.send('POST', encode, JSON.stringify({ transaction: { data } }), {
      'content-type': type,
    });
    expect(answer.status).toBe(status);
    if (status === 415) expect(answer.body.status?.errors[0]?.code).toBe('request.mediaType');
  });

  describe('size', () => {
    const padding = { transaction: { data, padding: '.'.repeat(4096) } };

    it('refuses a body that is declared too large', async () => {
      const answer = await subject.send('POST', encode, padding);
      expect(answer.status).toBe(413);
      expect(answer.body.status?.errors[0]).toMatchObject({ code: 'request.tooLarge', context: { limit: 4096 } });
    });

    it('refuses a body that turns out too large while it arrives', async () => {
      const chunk = new TextEncoder().encode('.'.repeat(1000));
      let sent = 0;
      // It never ends: the answer must come before.
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1;
          if (sent <= 20) controller.enqueue(chunk);
          else return new Promise(() => {});
        },
      });
      const init = {
        method: 'POST',
        headers: { authorization: key, 'content-type': 'application/json' },
        body,
        duplex: 'half',
      };
      const response = await subject.request(encode, init as RequestInit);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ status: { errors: [{ code: 'request.tooLarge' }] } });
    });

    it('takes a body of just the limit', async () => {
      const text = JSON.stringify({ transaction: { data } });
      const answer = await subject.send('POST', encode, text.padEnd(4096, ' '));
      expect(answer.status).toBe(200);
    });
  });

  it('goes on after a body that it refused', async () => {
    await subject.send('POST', encode, 'x'.repeat(100_000));
    expect((await subject.send('POST', encode, { transaction: { data } })).status).toBe(200);
  });
}
