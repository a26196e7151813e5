import type { Chain } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import { Keypair } from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stellar, toSign } from './index.ts';

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

/** A payment of the first account. */
async function payTo(recipientAddress: string): Promise<void> {
  const endpoints = engine.settings.endpoints as never;
  const chain = stellar.connect('stellar', { endpoints, oldestBlockMs: 0, now: () => engine.now() });
  const intent = { mode: 'transfer', senderAddress: at(0), recipientAddress, amount: '1' } as const;
  const { ok, transaction } = await chain.encode(intent);
  if (!ok) throw new Error('It was not encoded.');
  const key = Keypair.fromRawEd25519Seed(Buffer.from(engine.accounts[0]?.privateKey.slice(2) ?? '', 'hex'));
  const signature = key.sign(Buffer.from(toSign(transaction).hash)).toString('hex');
  await chain.broadcast({ ...transaction, signature });
}

describe('reads', () => {
  it('of an account take one round', async () => {
    expect(await rounds((chain, onTrace) => chain.accountState(at(0), { onTrace }))).toEqual([1, 1]);
  });

  it('of a history take one round for a page', async () => {
    const address = at(1);
    await payTo(address);
    expect(await rounds((chain, onTrace) => chain.history(address, { onTrace }))).toEqual([1, 1]);
  });

  it('of a history that is empty take another round: a server is not believed at once', async () => {
    expect(await rounds((chain, onTrace) => chain.history(at(3), { onTrace }))).toEqual([2, 2]);
  });

  it('of a token take one round', async () => {
    expect(await rounds((chain, onTrace) => chain.token(engine.tokenIds.demo, { onTrace }))).toEqual([1, 1]);
  });
});
