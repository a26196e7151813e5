import { expect, it } from 'vitest';
import { jsonRpc } from './json-rpc-stand-in.ts';

const standIn = jsonRpc({ eth_chainId: () => '0x1', echo: ([first]) => first });

const answerTo = (body: unknown) => JSON.parse(standIn({ method: 'POST', path: '', body: JSON.stringify(body) }).body);

it('answers a call with its id', () => {
  const call = { jsonrpc: '2.0', id: 7, method: 'echo', params: ['hello'] };
  expect(answerTo(call)).toEqual({ jsonrpc: '2.0', id: 7, result: 'hello' });
});

it('answers a batch, in its order', () => {
  const batch = ['echo', 'eth_chainId'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: [id] }));
  expect(answerTo(batch)).toEqual([
    { jsonrpc: '2.0', id: 0, result: 0 },
    { jsonrpc: '2.0', id: 1, result: '0x1' },
  ]);
});

it('says what it does not know', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_coinbase', params: [] };
  expect(answerTo(call)).toMatchObject({ error: { code: -32601, message: 'The stand-in has no eth_coinbase' } });
});
