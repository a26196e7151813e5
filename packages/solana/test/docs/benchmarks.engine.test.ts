import type { Chain } from '@isochain/core';
import { type SolanaEngine, startSolana } from '@isochain/devnet/solana';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { solana } from '../../src/index.ts';

// EVM chains are counted by the conformance suite of their family.
describe('round trips of Solana in docs/benchmarks.md', () => {
  let engine: SolanaEngine;
  beforeAll(async () => {
    engine = await startSolana();
  });
  afterAll(() => engine.stop());

  const row = (name: string) =>
    (readText('docs/benchmarks.md') ?? '')
      .split('\n')
      .find((line) => line.startsWith(`| ${name} |`))
      // An empty cell, the name, EVM, Solana.
      ?.split(/\s*\|\s*/)[3] ?? '';

  async function count(intent?: Record<string, unknown>): Promise<number | undefined> {
    const chain: Chain = solana.connect('solana', { endpoints: [{ url: engine.url, maxBatch: 10 }], oldestBlockMs: 0 });
    const [from, to] = engine.accounts.map(({ address }) => address);
    const trips: number[] = [];
    const onTrace = ({ roundTrips }: { roundTrips: number }) => trips.push(roundTrips);
    if (intent === undefined) await chain.accountState(from ?? '', { onTrace });
    else {
      const data = { senderAddress: from, recipientAddress: to, ...intent };
      const { status } = await chain.encode(data, { onTrace });
      expect(status.errors).toEqual([]);
    }
    return trips[0];
  }

  it.each(['transfer', 'transferToken'])('are right for %s', async (mode) => {
    const intent = { mode, ...(mode === 'transfer' ? {} : { tokenId: engine.tokens[0]?.id }) };
    expect(row(`encode \`${mode}\``)).toBe('1');
    expect(await count({ ...intent, amount: '1000000' })).toBe(1);
    expect(await count({ ...intent, useMaxAmount: true })).toBe(1);
  });

  it('are right for stakes', async () => {
    const stake = { mode: 'stake', targetValidatorAddress: engine.voteAccounts[0], amount: '3000000000' };
    expect(row('encode `stake`')).toContain('2 (the second is the simulation)');
    expect(await count(stake)).toBe(2);
  });

  it('are right for the state of an account with tokens', async () => {
    expect(row('account state')).toContain('2 with tokens that were not read in the last ten minutes');
    expect(await count()).toBe(2);
  });
});
