import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Fake, fakeChain, sign } from '../../test/fake-chain.ts';
import { node, type Reply, refused } from '../../test/scripted-upstream.ts';
import type { ModeVerbs } from '../contract/mode.ts';
import { RefusedError } from '../errors.ts';
import type { Reads } from '../family.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { createBlockAge, createUpstream, type Operation, type RpcOutcome } from '../upstream/index.ts';
import { type Chain, ChainService } from './chain.ts';
import { requireMoving } from './standing-still.ts';

const now = Date.parse('2026-08-13T00:00:00Z');
/** The last blocks of moonbeam and moonriver (DefiLlama/dimension-adapters#8778). */
const lastOfMoonbeam = Date.parse('2026-08-10T11:36:12Z');
const lastOfMoonriver = Date.parse('2026-08-10T08:27:48Z');

const hash = 'ab'.repeat(32);
const parsed = { id: hash, mode: 'transfer', state: 'confirmed' } as const;
const token = { type: 'ERC20', id: 'tok-gold', name: 'Gold', ticker: 'GLD', decimals: '2' } as const;

/** A chain that asks for the latest block in every call. An endpoint answers the time of its latest block, or does something else. */
function chainOf(...endpoints: readonly (number | Reply)[]) {
  const replies = endpoints.map((entry) => (typeof entry === 'number' ? node(() => entry) : entry));
  const age = createBlockAge({ blockTimeMs: 6_000, now: () => now });
  const accept = ([latest]: readonly RpcOutcome[]) => {
    if (latest?.ok === true) age.check(latest.value as number);
  };
  const ask = (operation: Operation) =>
    operation.rpcBatch([{ method: 'latest', params: [], schema: z.number() }], { accept });
  const answer = <T>(value: T) => {
    return async (...args: readonly unknown[]) => {
      await ask(args.at(-1) as Operation);
      return value;
    };
  };
  const fetch = async (url: string, init?: RequestInit) => {
    const index = Number(new URL(url).hostname.split('.')[0]);
    const json: unknown = JSON.parse(String(init?.body));
    return (replies[index] as Reply)({ json } as Parameters<Reply>[0], undefined as never);
  };
  const upstream = createUpstream({
    chainId: 'stellar',
    endpoints: endpoints.map((_, index) => `https://${index}.test`),
    fetch: fetch as typeof globalThis.fetch,
    random: () => 0,
    now: () => now,
  });
  const reads: Reads = {
    accountState: { parts: ['native', 'tokens'], read: answer({ tokens: [{ token, amount: '5' }] }) },
    history: { parts: ['native'], read: answer({ transactions: [{ parsed, raw: 1 }], next: undefined }) },
    transaction: {
      parts: ['native'],
      read: (id, operation) => answer(id === hash ? { parsed, raw: 1 } : undefined)(operation),
    },
    token: { read: (id, operation) => answer(id === 'tok-gold' ? token : { missing: 'there is none' })(operation) },
    validators: { read: answer({ validators: [], next: undefined }) },
  };
  const base = fakeChain();
  const transfer = base.adapter.modes.transfer as ModeVerbs<Fake, 'transfer'>;
  const fake = fakeChain({
    upstream,
    reads,
    modes: {
      transfer: {
        ...transfer,
        async ask(intent, operation) {
          await ask(operation);
          return transfer.ask(intent, operation);
        },
      },
    },
    async submit(signed, _, operation) {
      await ask(operation);
      requireMoving(fake.adapter.bytes, operation);
      fake.submitted.push(signed.raw);
      return signed.hash;
    },
  });
  return { chain: new ChainService(fake.adapter), fake };
}

const intent = { mode: 'transfer', senderAddress: 'acct-ann', recipientAddress: 'acct-bob', amount: '1000' };

/** The warning as an answer has it. */
const still = {
  code: 'chain.standsStill',
  message:
    'Stellar stands still: the newest block that any of its endpoints shows is of 2026-08-10T11:36:12Z. What is sent now may never be mined.',
  context: { chain: 'Stellar', date: '2026-08-10T11:36:12Z', latestAt: '1786361772000' },
};

describe('a chain that stands still at every endpoint', () => {
  const frozen = () => chainOf(lastOfMoonriver, lastOfMoonbeam, refused());

  it('encodes nothing', async () => {
    const { chain } = frozen();
    const { transaction, status } = await chain.encode(intent);
    expect(transaction.encoded).toEqual([]);
    expect(transaction.data).toMatchObject({ amount: '1000', fees: '10' });
    expect(transaction.data.params).not.toHaveProperty('checksum');
    expect(status).toEqual({ errors: [still], warnings: [] });
    expect((await chain.validate(intent)).status.errors).toEqual([still]);
  });

  it.each<[string, (chain: Chain) => Promise<object>]>([
    ['an account', (chain) => chain.accountState('acct-ann')],
    ['token balances', (chain) => chain.tokenBalances('acct-ann')],
    ['a history', (chain) => chain.history('acct-ann')],
    ['a transaction', (chain) => chain.transaction(hash)],
    ['a token', (chain) => chain.token('tok-gold')],
    ['validators', (chain) => chain.validators()],
  ])('warns with %s, and answers as else', async (_, read) => {
    const moving = await read(chainOf(now).chain);
    expect(await read(frozen().chain)).toEqual({ ...moving, status: { errors: [], warnings: [still] } });
  });

  it.each<[string, (chain: Chain) => Promise<object>]>([
    ['transaction.notFound', (chain) => chain.transaction('cd'.repeat(32))],
    ['token.notFound', (chain) => chain.token('tok-none')],
  ])('says so with %s, as others may know more', async (code, read) => {
    const error = await read(frozen().chain).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ code, problems: [{ code }, still] });
    await expect(read(chainOf(now).chain)).rejects.toMatchObject({ code, problems: [{ code }] });
  });

  it('sends nothing', async () => {
    const { transaction } = await chainOf(now).chain.encode(intent);
    const signature = sign(transaction.encoded, 'acct-ann');
    const input = { ...transaction, signature } as { data: CompletedData; encoded: unknown; signature: string };
    const { chain, fake } = frozen();
    await expect(chain.broadcast(input)).rejects.toMatchObject({ code: 'chain.standsStill', problems: [still] });
    expect(fake.submitted).toEqual([]);

    const moving = chainOf(lastOfMoonriver, now);
    expect(await moving.chain.broadcast(input)).toEqual({ chainId: 'stellar', hash: expect.any(String) });
    expect(moving.fake.submitted).toHaveLength(1);
  });
});

describe('a chain that moves at one endpoint', () => {
  it('is as always', async () => {
    const { chain } = chainOf(lastOfMoonbeam, now - 60_000);
    expect((await chain.encode(intent)).status).toEqual({ errors: [], warnings: [] });
    expect(await chain.accountState('acct-ann')).not.toHaveProperty('status');
  });
});
