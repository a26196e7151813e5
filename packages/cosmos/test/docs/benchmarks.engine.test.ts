import type { Chain } from '@isochain/core';
import { type CosmosEngine, startCosmos } from '@isochain/devnet/cosmos';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { cosmos } from '../../src/index.ts';
import { describeWithNode } from '../real-node.ts';
import { signDirect } from '../signers.ts';

describeWithNode('round trips of Cosmos in docs/benchmarks.md', () => {
  let engine: CosmosEngine;
  beforeAll(async () => {
    // The stakes of the tests stay where they are.
    engine = await startCosmos({ unbondingSeconds: 600 });
  });
  afterAll(() => engine?.stop());

  const row = (name: string) =>
    (readText('docs/benchmarks.md') ?? '')
      .split('\n')
      .find((line) => line.startsWith(`| ${name} |`))
      // An empty cell, the name, EVM, Solana, Bitcoin, Cosmos.
      ?.split(/\s*\|\s*/)[5] ?? '';

  /** A newly opened chain: it knows nothing of its endpoints yet. */
  const open = (kind = 'rest'): Chain =>
    cosmos.connect('cosmoshub-testnet', {
      endpoints: engine.settings.endpoints.filter((endpoint) => endpoint.kind === kind),
    });

  const sender = () => engine.accounts[0]?.address ?? '';
  const at = (index: number) => engine.validators[index] ?? '';

  async function counted(act: (options: { onTrace(trace: { roundTrips: number }): void }) => Promise<unknown>) {
    const trips: number[] = [];
    await act({ onTrace: ({ roundTrips }) => void trips.push(roundTrips) });
    return trips[0];
  }

  function intentOf(mode: string, more: object = {}) {
    const { publicKey: senderPubKey } = engine.accounts[0] ?? {};
    return { mode, senderAddress: sender(), senderPubKey, ...more };
  }

  function countEncode(intent: Record<string, unknown>, kind?: string) {
    return counted(async (options) => {
      const { status } = await open(kind).encode(intent, options);
      expect(status.errors).toEqual([]);
    });
  }

  async function send(chain: Chain, intent: Record<string, unknown>, mined = true) {
    const { transaction, status } = await chain.encode(intent);
    expect(status.errors).toEqual([]);
    const signature = await signDirect(engine.accounts[0] as never, transaction.encoded);
    const signed = { ...transaction, signature } as Parameters<Chain['broadcast']>[0];
    const trips = await counted((options) => chain.broadcast(signed, options));
    if (mined) await engine.mine(2);
    return { trips, signed };
  }

  it('are right for every mode, with a simulation and with a wish for gas', async () => {
    const two = '2 (the second is the simulation); 1 with the wish `gas`';
    for (const name of ['encode `transfer`', 'encode `transferToken`', 'encode `stake`']) expect(row(name)).toBe(two);
    expect(row('encode `transfer`, maximum')).toBe('the same');
    await send(open(), intentOf('stake', { targetValidatorAddress: at(0), amount: '50000000' }));
    const recipientAddress = engine.accounts[1]?.address;
    const intents = [
      intentOf('transfer', { recipientAddress, amount: '1', memo: 'two rounds' }),
      intentOf('transfer', { recipientAddress, useMaxAmount: true }),
      intentOf('transferToken', { recipientAddress, tokenId: engine.tokens[0]?.id, useMaxAmount: true }),
      intentOf('stake', { targetValidatorAddress: at(1), amount: '1000000' }),
      intentOf('stake', { sourceValidatorAddress: at(0), targetValidatorAddress: at(1), useMaxAmount: true }),
      intentOf('unstake', { validatorAddress: at(0), useMaxAmount: true }),
      intentOf('claimRewards', { validatorAddress: at(0) }),
      intentOf('claimRewards', { validatorAddress: at(0), compound: true }),
    ];
    for (const intent of intents) {
      expect(await countEncode(intent)).toBe(2);
      expect(await countEncode({ ...intent, gas: '900000' })).toBe(1);
    }
    expect(await countEncode(intents[0] ?? {}, 'rpc')).toBe(2);
    expect(await countEncode({ ...intents[0], gas: '900000' }, 'rpc')).toBe(1);
  });

  it('are right for an account state', async () => {
    expect(row('account state')).toBe('1; 2 with tokens that are neither on the list nor remembered');
    expect(await counted((options) => open().accountState(sender(), { ...options, include: ['native'] }))).toBe(1);
    const chain = open();
    expect(await counted((options) => chain.accountState(sender(), options))).toBe(2);
    expect(await counted((options) => chain.accountState(sender(), options))).toBe(1);
  });

  it('are right for validators', async () => {
    expect(row('validators')).toBe('1');
    expect(await counted((options) => open().validators(options))).toBe(1);
  });

  it('are right for a page of a history', async () => {
    expect(row('history, a page')).toMatch(/^1; /);
    const recipientAddress = engine.accounts[2]?.address;
    for (let i = 0; i < 3; i++) await send(open(), intentOf('transfer', { recipientAddress, amount: '1' }));
    const chain = open();
    let nextPage: string | null = null;
    expect(
      await counted(async (options) => {
        ({ nextPage } = (await chain.history(sender(), { ...options, limit: 2 })).pagination);
      }),
    ).toBe(1);
    expect(nextPage).not.toBeNull();
    const next = { limit: 2, nextPage: nextPage ?? '' };
    expect(await counted((options) => chain.history(sender(), { ...options, ...next }))).toBe(1);
  });

  it('are right for a broadcast', async () => {
    expect(row('broadcast')).toBe('1; 2 where no young block was seen, which encode sees');
    const recipientAddress = engine.accounts[3]?.address;
    const { trips, signed } = await send(open(), intentOf('transfer', { recipientAddress, amount: '1' }), false);
    expect(trips).toBe(1);
    expect(await counted((options) => open().broadcast(signed, options))).toBe(2);
  });
});
