import type { Family } from '@isochain/core';
import { expect, it } from 'vitest';
import { evm } from '../../src/index.ts';
import { bench } from './bench.ts';

it('answers as many zero balances as requested, so that none is requested again', async () => {
  const fetch = async (_: unknown, { body }: RequestInit = {}) => {
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
    return new Response(bench.answer({ method: 'POST', path: '', body: text }).body);
  };
  const family: Family = evm;
  const chain = family.connect('sepolia', { fetch, endpoints: [{ url: 'http://upstream.test', ...bench.endpoint }] });
  const trips: number[] = [];
  const { balances } = await chain.accountState(bench.account(1), { onTrace: (trace) => trips.push(trace.roundTrips) });
  expect(balances.tokens).toEqual([]);
  expect(trips).toEqual([1]);
});
