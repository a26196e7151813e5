import type { Chain } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { type StellarEngine, startStellar } from '@isochain/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stellar } from './index.ts';

// Sequential rounds to the stand-in. Each is counted cold, with the guard, and warm.

let engine: StellarEngine;
beforeAll(async () => {
  engine = await startStellar();
});
afterAll(() => engine?.stop());

type Run = (chain: Chain, onTrace: (trace: Trace) => void) => Promise<unknown>;

async function rounds(run: Run): Promise<readonly number[]> {
  const endpoints = engine.settings.endpoints as never;
  const chain = stellar.connect('stellar', { endpoints, oldestBlockMs: 0, now: () => engine.now() }) as Chain;
  const counted: number[] = [];
  const onTrace = ({ roundTrips }: Trace) => void counted.push(roundTrips);
  await run(chain, onTrace);
  await run(chain, onTrace);
  return counted;
}

const at = (index: number) => engine.accounts[index]?.address ?? '';

describe('encode takes one round', () => {
  it.each([
    ['a transfer', () => ({ mode: 'transfer', recipientAddress: at(1), amount: '1' })],
    ['a new account', () => ({ mode: 'transfer', recipientAddress: at(4), amount: '20000000' })],
    ['all coins', () => ({ mode: 'transfer', recipientAddress: at(1), useMaxAmount: true })],
    ['a token', () => ({ mode: 'transferToken', tokenId: engine.tokenIds.demo, recipientAddress: at(1), amount: '1' })],
    [
      'all of a token',
      () => ({ mode: 'transferToken', tokenId: engine.tokenIds.demo, recipientAddress: at(1), useMaxAmount: true }),
    ],
    ['a trustline', () => ({ mode: 'enableToken', tokenId: `NEW:${engine.issuers.demo.address}` })],
  ])('for %s', async (_, intent) => {
    const counted = await rounds(async (chain, onTrace) => {
      const { status } = await chain.encode({ senderAddress: at(0), ...intent() } as never, { onTrace });
      expect(status.errors).toEqual([]);
    });
    expect(counted).toEqual([1, 1]);
  });
});

describe('reads', () => {
  it('of an account take one round', async () => {
    expect(await rounds((chain, onTrace) => chain.accountState(at(0), { onTrace }))).toEqual([1, 1]);
  });

  it('of a history take one round for a page', async () => {
    expect(await rounds((chain, onTrace) => chain.history(at(3), { onTrace }))).toEqual([1, 1]);
  });

  it('of a token take one round', async () => {
    expect(await rounds((chain, onTrace) => chain.token(engine.tokenIds.demo, { onTrace }))).toEqual([1, 1]);
  });
});
