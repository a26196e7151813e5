import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createUpstream } from './client.ts';
import { keysOf, withoutKeys } from './endpoint-keys.ts';

// Forms of keys as the documentation of providers shows them. None of them was ever given out.
const hex = '0123456789abcdef0123456789abcdef';
const uuid = '01234567-89ab-4cde-8f01-23456789abcd';
const mixed = 'Ab3dEf-hIj_lMn0pQrSt';

describe('keys of an endpoint', () => {
  it.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
    ['in the path', `https://rpc.test/v2/${hex}`, {}, [hex]],
    ['in the path, before a name', `https://rpc.test/${mixed}/mainnet`, {}, [mixed]],
    ['in the query', `https://rpc.test/?apikey=short-key&chain=1`, {}, ['short-key']],
    ['in the query under any name', `https://rpc.test/?app=${uuid}`, {}, [uuid]],
    ['in a header', 'https://rpc.test', { 'x-api-key': 'short-key', accept: 'application/json' }, ['short-key']],
    ['behind a scheme', 'https://rpc.test', { Authorization: `Bearer ${hex}` }, [`Bearer ${hex}`, hex]],
    ['nowhere', 'https://rpc.test/ext/bc/C/rpc?network=mainnet', { accept: 'application/json' }, []],
    // Chain ids stand in paths and in answers.
    [
      'nowhere: a name',
      'https://rpc.test/crypto-org-chain-mainnet-1/dymension_1100-1/cosmos-rest-archive-node',
      {},
      [],
    ],
    ['nowhere: too short', 'https://rpc.test/?key=1234567', {}, []],
  ])('are found %s', (_, url, headers, keys) => {
    expect(keysOf(new URL(url), headers)).toEqual(keys);
  });

  it('are found in front of the host, as they are written and as they are meant', () => {
    expect(keysOf(new URL('https://rpc.test'), {}, ['reader', 'pass%2Fword'])).toEqual(['pass%2Fword', 'pass/word']);
  });

  it('are replaced in texts, each time', () => {
    const text = `{"error":{"message":"API key ${hex} is not allowed (${hex})"}}`;
    expect(withoutKeys(text, [hex])).toBe('{"error":{"message":"API key (hidden) is not allowed ((hidden))"}}');
    expect(withoutKeys(text, [])).toBe(text);
  });

  it('leave no rest of a longer key', () => {
    const keys = keysOf(new URL('https://rpc.test'), { authorization: 'Basic Zm9vYmFyMTI=' });
    expect(withoutKeys('you sent Basic Zm9vYmFyMTI=', keys)).toBe('you sent (hidden)');
  });
});

describe('an answer that repeats a key', () => {
  const says = `API key ${hex} is not allowed to send`;
  const open = (body: unknown, status = 200) =>
    createUpstream({
      chainId: 'testchain',
      endpoints: [`https://rpc.test/${hex}`],
      fetch: async () => new Response(JSON.stringify(body), { status }),
    }).operation();

  it('has no key in the error of a call', async () => {
    const error = { code: 3, message: says, data: { more: [says] } };
    const outcome = await open({ jsonrpc: '2.0', id: 1, error }).tryRpc(
      { method: 'send', params: [], schema: z.string(), optional: true },
      { write: 'idempotent' },
    );
    expect(outcome).toEqual({
      ok: false,
      error: {
        code: 3,
        message: 'API key (hidden) is not allowed to send',
        data: { more: ['API key (hidden) is not allowed to send'] },
      },
    });
  });

  it.each([200, 400])('has none in an answer with status %i', async (status) => {
    const schema = z.object({ message: z.string() });
    const answer = await open({ id: 7, message: says }, status).http({
      path: '/send',
      schema,
      refusals: { statuses: [400], schema },
    });
    expect(answer.ok ? answer.value : answer.error).toEqual({ message: 'API key (hidden) is not allowed to send' });
  });
});
