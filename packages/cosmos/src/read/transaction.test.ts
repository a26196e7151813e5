import { describe, expect, it } from 'vitest';
import { chainTransaction, hashOf } from '../../test/chain-transaction.ts';
import { type ScriptedNode, scriptedNodes, transfer } from '../../test/scripted-index.ts';
import { refusal } from '../../test/scripted-rest.ts';
import { readTransaction } from './transaction.ts';

const made = transfer('cosmos1ann', 'cosmos1bob', 9, { memo: 'hello' });
const id = chainTransaction(made).tx_response.txhash;
const has: ScriptedNode = { transactions: [made] };
const hasNot: ScriptedNode = { transactions: [] };

async function read(nodes: Readonly<Record<string, ScriptedNode>>, hash = id) {
  const { context, requests, operation } = scriptedNodes(nodes);
  const current = operation();
  const found = await readTransaction(context, hash, current);
  return { found, requests: requests.map((request) => request.split(' ')[0]), roundTrips: current.trace.roundTrips };
}

describe('one transaction', () => {
  it('is read in one round trip, with its confirmations', async () => {
    const { found, roundTrips } = await read({ a: has });
    expect(roundTrips).toBe(1);
    expect(found?.parsed).toMatchObject({
      ...{ id, mode: 'transfer', state: 'confirmed', blockHeight: '9', memo: 'hello', confirmations: '6' },
      senders: [{ address: 'cosmos1ann', amount: '9', ticker: 'ATOM' }],
    });
    expect(found?.raw).toEqual(chainTransaction(made));
  });

  it('has no confirmations if the node does not tell its latest block', async () => {
    const { found } = await read({ a: { transactions: [], instead: () => Response.json(chainTransaction(made)) } });
    expect(found?.parsed).not.toHaveProperty('confirmations');
  });

  it('is looked for at the other nodes, as many keep only new blocks', async () => {
    const { found, roundTrips } = await read({ a: hasNot, b: hasNot, c: has });
    expect([found?.parsed.id, roundTrips]).toEqual([id, 2]);
  });

  it('names tokens by their tickers: those of the operator, then those of the bundled list', async () => {
    // OSMO on the Cosmos Hub, by the chain registry.
    const osmo = 'ibc/14F9BC3E44B8A9C1BE1FB08980FAB87034C9905EF17CF2F5008FC085218811CC';
    const message = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: 'cosmos1ann', to_address: 'cosmos1bob' };
    const own = `factory/cosmos1ann/own`;
    const amount = [osmo, own].map((denom) => ({ denom, amount: '5' }));
    const tokens = { messages: [{ ...message, amount }] };
    const { context, operation } = scriptedNodes({ a: { transactions: [tokens] } });
    const options = { tokens: [{ id: own, ticker: 'OWN', name: 'Own', decimals: 6 }] };
    const { txhash } = chainTransaction(tokens).tx_response;
    const found = await readTransaction(context, txhash, operation(), options);
    expect(found?.parsed.senders?.map(({ ticker }) => ticker)).toEqual(['OSMO', 'OWN']);
  });

  it('that no node has is undefined', async () => {
    expect((await read({ a: hasNot })).found).toBeUndefined();
    expect((await read({ a: hasNot, b: hasNot })).found).toBeUndefined();
    expect((await read({ a: has, b: has }, hashOf('another'))).found).toBeUndefined();
    const broken: ScriptedNode = { transactions: [], instead: () => new Response('', { status: 502 }) };
    expect((await read({ a: hasNot, b: broken })).found).toBeUndefined();
  });

  it.each([
    ['is broken', () => new Response('', { status: 502 })],
    ['has no index', refusal(500, 13, 'transaction indexing is disabled')],
    ['does not have the route', refusal(404, 12, 'Not Found')],
    ['is behind a proxy that says 404', () => new Response('<html>', { status: 404 })],
    ['answers another transaction', () => Response.json(chainTransaction(transfer('cosmos1ann', 'cosmos1bob', 8)))],
    ['answers no transaction', () => Response.json({ tx: {}, tx_response: {} })],
  ])('is asked elsewhere if a node %s', async (_, instead) => {
    const odd: ScriptedNode = { transactions: [], instead };
    const { found, requests } = await read({ a: odd, b: has });
    expect([found?.parsed.id, requests]).toEqual([id, ['a', 'b']]);
    await expect(read({ a: odd })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});
