import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../../test/rig.ts';
import { ScriptedChain } from '../../../test/scripted-upstream.ts';

// More than a hundred transactions are not read for one encode: then endpoints have to agree.

const senderAddress = vectorAccount('bitcoin', 84).addresses['0/0'] ?? '';
const recipientAddress = vectorAccount('bitcoin', 84).addresses['0/1'] ?? '';
const everything = { senderAddress, recipientAddress, useMaxAmount: true };

const names = ['one', 'two', 'three'] as const;
type Handler = ReturnType<ScriptedChain['esplora']>;

/**
 * 150 coins. Esplora shows where the first 25 come from.
 *
 * @param handlers - Of endpoints, in their order, for the id of the last coin: `esplora` and `blockbook` are honest ones.
 */
function begin(handlers: (ledger: ScriptedChain, last: string) => readonly ('esplora' | 'blockbook' | Handler)[]) {
  const ledger = new ScriptedChain('bitcoin');
  const coins = Array.from({ length: 150 }, () => ledger.fund(senderAddress, 10_000n));
  const txid = coins.at(-1)?.txid ?? '';
  const made = handlers(ledger, txid);
  const endpoints = made.map((handler, i) => ({
    url: `https://${names[i]}.test`,
    name: names[i] ?? '',
    kind: handler === 'blockbook' ? ('blockbook' as const) : ('esplora' as const),
  }));
  const answers = made.map((handler) => (typeof handler === 'string' ? ledger[handler]() : handler));
  const fetch = ledger.fetch(Object.fromEntries(answers.map((handler, i) => [`https://${names[i]}.test`, handler])));
  return { ...createRig('bitcoin', { endpoints, fetch }, ledger), txid };
}

/** An endpoint that has no transactions in full, as one without an index of them. */
const withoutRaw =
  (handler: Handler): Handler =>
  (method, path, body) =>
    path.endsWith('/hex') ? undefined : handler(method, path, body);
const lying = (ledger: ScriptedChain, txid: string) => withoutRaw(ledger.esplora({ [txid]: 500n }));
const blind = (ledger: ScriptedChain) => withoutRaw(ledger.esplora());
const down: Handler = () => ({ status: 503, body: 'down' });
/** It lists no coins, as there are too many of them. */
const limited =
  (handler: Handler): Handler =>
  (method, path, body) =>
    path.endsWith('/utxo')
      ? { status: 400, body: 'Too many unspent transaction outputs' }
      : handler(method, path, body);

describe('amounts that cannot be proven by transactions in a short time', () => {
  it('are believed with a warning that names them, if there is only one endpoint', async () => {
    const { encode, ledger } = begin(() => ['esplora']);
    const { codes, status, data } = await encode(everything);
    expect(codes).toEqual([]);
    expect(data.params.inputs).toHaveLength(150);
    expect(ledger.requests.filter((request) => request.endsWith('/hex'))).toHaveLength(100);
    // 150 less the 25 that are shown and the 100 that were read.
    expect(status.warnings).toMatchObject([
      {
        code: 'coins.believed',
        field: 'transaction.data.senderAddress',
        context: { coins: 25, held: '250000' },
        message: expect.stringContaining('25 of the coins hold 0.0025 BTC together'),
      },
    ]);
    // What was read is kept, so that the next encode proves the rest.
    expect((await encode(everything)).warnings).toEqual([]);
  });

  it.each<[string, Parameters<typeof begin>[0]]>([
    ['Esplora', (ledger) => [blind(ledger), blind(ledger)]],
    ['Blockbook', (ledger) => [blind(ledger), 'blockbook']],
  ])('count where a second endpoint says the same: %s', async (_, handlers) => {
    const { codes, warnings, data } = await begin(handlers).encode(everything);
    expect([codes, warnings]).toEqual([[], []]);
    expect(data.params.inputs).toHaveLength(150);
  });

  it('are a failure if the second endpoint disagrees', async () => {
    const { encode } = begin((ledger, txid) => [lying(ledger, txid), blind(ledger)]);
    await expect(encode(everything)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('are a failure if the second endpoint is down', async () => {
    const { encode } = begin((ledger) => [blind(ledger), down]);
    await expect(encode(everything)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('are the amounts of two other endpoints if the first lies', async () => {
    const { encode, txid } = begin((ledger, last) => [lying(ledger, last), blind(ledger), blind(ledger)]);
    const { codes, warnings, data } = await encode(everything);
    expect([codes, warnings]).toEqual([[], []]);
    expect(data.params.inputs.find((input) => input.txid === txid)?.value).toBe('10000');
  });

  it('are believed if the others cannot list so many coins', async () => {
    const { encode } = begin((ledger) => [blind(ledger), limited(blind(ledger))]);
    expect((await encode(everything)).warnings).toEqual(['coins.believed']);
  });
});

describe('amounts of one coin', () => {
  it('are signed, so nothing is read for them', async () => {
    const { ledger, encode } = createRig('bitcoin', {
      endpoints: [{ url: 'https://book.test', name: 'book', kind: 'blockbook' }],
    });
    ledger.fund(senderAddress, 10_000n);
    const { data, roundTrips } = await encode(everything);
    expect(data.params).not.toHaveProperty('prevTxs');
    expect(roundTrips).toBe(1);
    expect(ledger.requests.filter((request) => request.includes('/tx/'))).toEqual([]);
  });
});
