import type { Chain } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { someAddress, someSignature } from '../test/addresses.ts';
import { dataOf } from '../test/lies/account-data.ts';
import { account, accounts, alice, bob, now, programs, sol } from '../test/lies/world.ts';
import { accountsOf, atSlot, type Script, type SentCall, scriptedFetch } from '../test/scripted-node.ts';
import { solana } from './index.ts';
import { sysvars } from './well-known.ts';

const minute = 60_000;
const transfer = { mode: 'transfer', senderAddress: alice.address, recipientAddress: bob, amount: '1000' };

/** A node with a latest block of this age, and a sender with so many SOL. */
function nodeAt(age: number, held: bigint, more: Script = {}): Script {
  const clock = {
    ...{ slot: 437_000_000n, epochStartTimestamp: 1_779_990_000n, epoch: 1013n },
    unixTimestamp: BigInt((now - age) / 1000),
  };
  const table = {
    ...accounts,
    [alice.address]: account(programs.system, '', held * sol),
    [sysvars.clock]: account(programs.sysvar, dataOf('clock', clock)),
  };
  return {
    getMultipleAccounts: accountsOf(table),
    getAccountInfo: ([key]) => atSlot(table[key as string] ?? null),
    getLatestBlockhash: () => atSlot({ blockhash: someAddress(2, 25), lastValidBlockHeight: 150 }),
    getRecentPerformanceSamples: () => [],
    getSignaturesForAddress: () => [],
    getTokenAccountsByOwner: () => atSlot([]),
    getSignatureStatuses: () => atSlot([null]),
    getTransaction: () => null,
    getSlot: () => 437_000_000,
    getVoteAccounts: () => ({ current: [], delinquent: [] }),
    getProgramAccounts: () => [],
    ...more,
  };
}

function connect(nodes: readonly Script[], options: object = {}) {
  const requests: SentCall[][] = [];
  const fetch = scriptedFetch(nodes, (calls) => requests.push(calls));
  const endpoints = nodes.map((_, i) => ({ url: `https://node${i}.test`, maxBatch: 10 }));
  const chain: Chain = solana.connect('solana', { endpoints, fetch, now: () => now, ...options });
  return { chain, requests };
}

const heldBy = async ({ chain }: ReturnType<typeof connect>) =>
  (await chain.accountState(alice.address, { include: ['native'] })).balances.native?.total;

describe('a node whose latest block is older than ten minutes', () => {
  const still = nodeAt(10 * minute + 1000, 1n);

  it('is passed over', async () => {
    const nodes = connect([still, nodeAt(10 * minute, 2n)]);
    expect(await heldBy(nodes)).toBe('2000000000');
    const { transaction, status } = await nodes.chain.encode({ ...transfer, amount: undefined, useMaxAmount: true });
    expect(status.errors).toEqual([]);
    expect(transaction.data).toMatchObject({ amount: String(2n * sol - 5_000n) });
  });

  it('is asked once if two clients ask the same at the same time', async () => {
    const nodes = connect([nodeAt(minute, 2n)]);
    expect(await Promise.all([heldBy(nodes), heldBy(nodes)])).toEqual(['2000000000', '2000000000']);
    expect(nodes.requests).toHaveLength(1);
  });

  it('stops encode if it is the only one, and reads say so', async () => {
    const { chain } = connect([still, nodeAt(20 * minute, 3n)]);
    const date = new Date(now - 10 * minute - 1000).toISOString();
    const warned = { warnings: [{ code: 'chain.standsStill', context: { latestAt: String(Date.parse(date)) } }] };
    const { transaction, status } = await chain.encode(transfer);
    expect(status.errors).toMatchObject([{ code: 'chain.standsStill' }]);
    expect(transaction.encoded).toEqual([]);
    expect(await chain.accountState(alice.address, { include: ['native'] })).toMatchObject({
      balances: { native: { total: '1000000000' } },
      status: warned,
    });
    expect(await chain.accountState(alice.address)).toMatchObject({ status: warned });
    expect(await chain.history(alice.address)).toMatchObject({ transactions: [], status: warned });
    expect(await chain.validators()).toMatchObject({ validators: [], status: warned });
    await expect(chain.transaction(someSignature(1))).rejects.toMatchObject({
      problems: [{ code: 'transaction.notFound' }, { code: 'chain.standsStill' }],
    });
  });

  it('may be older if the operator allows it', async () => {
    expect(await heldBy(connect([still], { oldestBlockMs: 11 * minute }))).toBe('1000000000');
    const { status } = await connect([still], { oldestBlockMs: 0 }).chain.encode(transfer);
    expect(status.errors).toEqual([]);
  });
});

describe('the age of a block', () => {
  it('is part of requests that are made anyway, once in each', async () => {
    const { chain, requests } = connect([nodeAt(0, 1n)]);
    await chain.encode(transfer);
    await chain.accountState(alice.address);
    await chain.history(alice.address);
    await chain.validators();
    expect(requests).toHaveLength(4);
    for (const calls of requests) {
      const asked = calls.filter(({ params }) => JSON.stringify(params).includes(sysvars.clock));
      expect(asked).toHaveLength(1);
    }
  });

  it('is not read from data that others could have written', async () => {
    const forged = account(
      programs.system,
      dataOf('clock', { slot: 1n, epochStartTimestamp: 1n, epoch: 1n, unixTimestamp: BigInt(now / 1000) }),
    );
    const node = nodeAt(0, 1n, { getMultipleAccounts: accountsOf({ ...accounts, [sysvars.clock]: forged }) });
    await expect(connect([node]).chain.validators()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});
