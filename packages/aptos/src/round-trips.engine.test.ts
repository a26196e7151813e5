import type { Chain } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aptos } from './index.ts';

// Sequential rounds to the stand-in. Each is counted cold, with the guards, and warm.

let engine: AptosEngine;
beforeAll(async () => {
  engine = await startAptos();
});
afterAll(() => engine?.stop());

type Run = (chain: Chain, onTrace: (trace: Trace) => void) => Promise<unknown>;

async function rounds(run: Run): Promise<readonly number[]> {
  const endpoints = engine.settings.endpoints as never;
  const chain = aptos.connect('aptos', { endpoints, oldestBlockMs: 0, now: () => engine.now() }) as Chain;
  const counted: number[] = [];
  const onTrace = ({ roundTrips }: Trace) => void counted.push(roundTrips);
  await run(chain, onTrace);
  await run(chain, onTrace);
  return counted;
}

const at = (index: number) => engine.accounts[index]?.address ?? '';
const by = (index: number) => ({ senderAddress: at(index), senderPubKey: engine.accounts[index]?.publicKey });

describe('encode takes two rounds', () => {
  const pool = () => engine.validators()[0]?.address;
  it.each([
    ['a transfer', () => ({ mode: 'transfer', recipientAddress: at(1), amount: '1' })],
    [
      'a fungible asset',
      () => ({ mode: 'transferToken', tokenId: engine.tokenIds.demo, recipientAddress: at(1), amount: '1' }),
    ],
    [
      'all of an asset',
      () => ({ mode: 'transferToken', tokenId: engine.tokenIds.usdc, recipientAddress: at(1), useMaxAmount: true }),
    ],
    [
      'a coin',
      () => ({ mode: 'transferToken', tokenId: engine.tokenIds.migratedCoin, recipientAddress: at(1), amount: '1' }),
    ],
    [
      'a paired asset',
      () => ({ mode: 'transferToken', tokenId: engine.tokenIds.pairedAsset, recipientAddress: at(1), amount: '1' }),
    ],
    ['a stake', () => ({ mode: 'stake', targetValidatorAddress: pool(), amount: '2000000000' })],
    ['all as stake', () => ({ mode: 'stake', targetValidatorAddress: pool(), useMaxAmount: true })],
  ])('for %s', async (_, intent) => {
    const counted = await rounds(async (chain, onTrace) => {
      const { status } = await chain.encode({ ...by(0), ...intent() } as never, { onTrace });
      expect(status.errors).toEqual([]);
    });
    expect(counted).toEqual([2, 2]);
  });
});

describe('reads', () => {
  it('of an account take one round with its tokens, and another one for its stakes', async () => {
    const include = ['native', 'tokens'] as const;
    expect(await rounds((chain, onTrace) => chain.accountState(at(1), { onTrace, include }))).toEqual([1, 1]);
    const all = await rounds((chain, onTrace) => chain.accountState(at(1), { onTrace }));
    expect(Math.max(...all)).toBeLessThanOrEqual(2);
  });

  it('of an account take another round once for what may be a piece of a collection', async () => {
    const include = ['native', 'tokens'] as const;
    expect(await rounds((chain, onTrace) => chain.accountState(at(0), { onTrace, include }))).toEqual([2, 1]);
  });

  it('of histories take two rounds for a page', async () => {
    const counted = await rounds((chain, onTrace) => chain.history(at(0), { onTrace }));
    expect(Math.max(...counted)).toBeLessThanOrEqual(2);
  });

  it('of validators take one round', async () => {
    expect(await rounds((chain, onTrace) => chain.validators({ onTrace }))).toEqual([1, 1]);
  });

  it('of a token take one round', async () => {
    expect((await rounds((chain, onTrace) => chain.token(engine.tokenIds.demo, { onTrace })))[0]).toBe(1);
  });
});
