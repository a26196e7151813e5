import type { Chain } from '@isochain/core';
import { parseJson, stringifyJson } from '@isochain/core/upstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestKey } from '../../test/keys.ts';
import { createRig, type Rig } from '../../test/rig.ts';
import { solana } from '../index.ts';
import type { SolanaOptions } from '../options.ts';
import { programs, sysvars } from '../well-known.ts';

// A node tells impossible numbers: a real node's, with one changed. Neither the client nor we get the blame.

// biome-ignore lint/suspicious/noExplicitAny: answers of all methods
type Loose = any;

interface Lie {
  readonly method: string;
  /** Changes the result of the method. */
  readonly tell: (result: Loose, params: Loose) => void;
}

const sol = 1_000_000_000n;

/** Impossible values in the place of a number. `stringifyJson` writes a bigint as a JSON number. */
const numbers: readonly [string, unknown][] = [
  ['negative', -1],
  ['2^64', 2n ** 64n],
  ['10^30', 10n ** 30n],
  ['a fraction', 0.5],
  ['a text', '5'],
  ['nothing', null],
];

describe('impossible numbers of a node', () => {
  let rig: Rig;
  let key: TestKey;
  let other: TestKey;
  let mint: string;
  let stakeId: string;
  let hash: string;

  beforeAll(async () => {
    rig = await createRig();
    [key, other] = [await rig.key(100n * sol), await rig.key(sol)];
    mint = await rig.engine.createMint({ extensions: { transferFee: { basisPoints: 100, maximumFee: 5n } } });
    await rig.engine.createTokenAccount({ mint, owner: key.address, amount: 1_000n });
    const stake = { mode: 'stake', senderAddress: key.address, targetValidatorAddress: rig.engine.voteAccounts[0] };
    const staked = await rig.walk(key, { ...stake, amount: String(5n * sol) });
    hash = staked.hash;
    stakeId = (staked.data.params as { newStake: { account: string } }).newStake.account;
    await rig.engine.advanceEpochs();
    await rig.walk(key, {
      mode: 'unstake',
      senderAddress: key.address,
      validatorAddress: stake.targetValidatorAddress ?? '',
      stakeId,
      useMaxAmount: true,
    });
  });
  afterAll(() => rig.engine.stop());

  /** @param honest - Whether there is another endpoint, which does not lie. */
  function connect(
    { method, tell }: Lie,
    honest: boolean,
    options: SolanaOptions = {},
  ): { chain: Chain; told: () => boolean } {
    let isTold = false;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const url = String(input);
      const response = await globalThis.fetch(rig.engine.url, init);
      if (!url.includes('liar')) return response;
      const calls = [JSON.parse(String(init?.body))].flat() as { id: number; method: string; params: Loose }[];
      const body = parseJson(await response.text()) as Loose;
      for (const answer of [body].flat() as { id: number; result: Loose }[]) {
        const call = calls.find(({ id }) => id === answer.id);
        if (call?.method !== method) continue;
        const holder = { result: answer.result };
        tell(holder, call.params);
        answer.result = holder.result;
        isTold = true;
      }
      return new Response(stringifyJson(body));
    };
    const urls = ['http://liar.example', ...(honest ? ['http://honest.example'] : [])];
    const endpoints = urls.map((url) => ({ url, maxBatch: 10 }));
    return { chain: solana.connect('solana', { oldestBlockMs: 0, ...options, endpoints, fetch }), told: () => isTold };
  }

  const transfer = (chain: Chain) =>
    chain.encode({ mode: 'transfer', senderAddress: key.address, recipientAddress: other.address, amount: '5000000' });
  const transferToken = (chain: Chain) =>
    chain.encode({
      mode: 'transferToken',
      senderAddress: key.address,
      recipientAddress: other.address,
      tokenId: mint,
      amount: '7',
    });
  const state = (chain: Chain) => chain.accountState(key.address);

  /** The place of an account in an answer of getMultipleAccounts. */
  const accountIn = ({ result }: Loose, [keys]: Loose, address: string) => result.value[keys.indexOf(address)];
  const inData = (account: Loose, write: (data: Buffer) => void) => {
    const data = Buffer.from(account.data[0], 'base64');
    write(data);
    account.data[0] = data.toString('base64');
  };
  const sysvar = (address: string, write: (data: Buffer) => void): Lie => ({
    method: 'getMultipleAccounts',
    tell: (holder, params) => {
      const found = params[0].includes(address) ? accountIn(holder, params, address) : undefined;
      if (found) inData(found, write);
    },
  });

  type Ask = (chain: Chain) => Promise<unknown>;

  type Place = readonly [string, string, (holder: Loose, number: unknown, params: Loose) => void, Ask];

  /** Each with all the impossible numbers. */
  const places: readonly Place[] = [
    [
      'the coins of the sender',
      'getMultipleAccounts',
      (holder, number, params) => Object.assign(accountIn(holder, params, key.address), { lamports: number }),
      transfer,
    ],
    [
      'the coins of a recipient',
      'getMultipleAccounts',
      (holder, number, params) => Object.assign(accountIn(holder, params, other.address), { lamports: number }),
      transfer,
    ],
    [
      'lastValidBlockHeight',
      'getLatestBlockhash',
      ({ result }, number) => Object.assign(result.value, { lastValidBlockHeight: number }),
      transfer,
    ],
    [
      'the coins of an account',
      'getAccountInfo',
      ({ result }, number) => Object.assign(result.value, { lamports: number }),
      state,
    ],
    [
      'the coins of a token account',
      'getTokenAccountsByOwner',
      ({ result }, number) => Object.assign(result.value[0].account, { lamports: number }),
      transferToken,
    ],
    [
      'the height of the chain',
      'getSlot',
      (holder, number) => Object.assign(holder, { result: number }),
      (chain) => chain.transaction(hash),
    ],
  ];

  const f64 = (value: number) => (data: Buffer) => void data.writeDoubleLE(value, 8);
  const i64 = (value: bigint, offset: number) => (data: Buffer) => void data.writeBigInt64LE(value, offset);
  const u64 = (value: bigint, offset: number) => (data: Buffer) => void data.writeBigUInt64LE(value, offset);
  const most = 2n ** 64n - 1n;

  const withAllNumbers = (all: readonly Place[]) =>
    all.flatMap(([what, method, change, ask]) =>
      numbers.map(([name, number]): [string, Lie, Ask] => [
        `${what}: ${name}`,
        { method, tell: (holder, params) => change(holder, number, params) },
        ask,
      ]),
    );

  const others: readonly [string, Lie, Ask][] = [
    [
      'a blockhash far ahead',
      {
        method: 'getLatestBlockhash',
        tell: ({ result }) => Object.assign(result.value, { lastValidBlockHeight: 2n ** 63n }),
      },
      transfer,
    ],
    [
      'a blockhash that was never good',
      { method: 'getLatestBlockhash', tell: ({ result }) => Object.assign(result.value, { lastValidBlockHeight: 0 }) },
      transfer,
    ],
    ['rent times NaN', sysvar(sysvars.rent, f64(Number.NaN)), transfer],
    ['rent times infinity', sysvar(sysvars.rent, f64(Number.POSITIVE_INFINITY)), transfer],
    ['rent times less than nothing', sysvar(sysvars.rent, f64(-1)), transfer],
    ['rent beyond all coins', sysvar(sysvars.rent, u64(most, 0)), transfer],
    ['a clock before 1970', sysvar(sysvars.clock, i64(-1n, 32)), transfer],
    ['a clock beyond all dates', sysvar(sysvars.clock, i64(2n ** 62n, 32)), state],
    ['an epoch that began beyond all dates', sysvar(sysvars.clock, i64(2n ** 62n, 8)), state],
    ['a slot of 64 bits', sysvar(sysvars.clock, u64(most, 0)), state],
    ['epochs of no slots', sysvar(sysvars.epochSchedule, u64(0n, 0)), state],
    [
      'a token that keeps more than was sent',
      {
        method: 'getMultipleAccounts',
        tell: (holder, params) => {
          const found = params[0].includes(mint) ? accountIn(holder, params, mint) : undefined;
          // The fee of now, in basis points: behind two authorities, the amount withheld, and epoch and maximum of the older one.
          if (found)
            inData(found, (data) => void [170 + 72 + 16, 170 + 90 + 16].map((at) => data.writeUInt16LE(10_001, at)));
        },
      },
      transferToken,
    ],
    [
      'an account of a gigabyte',
      {
        method: 'getMultipleAccounts',
        tell: (holder, params) => Object.assign(accountIn(holder, params, other.address), { space: 2 ** 30 }),
      },
      transfer,
    ],
  ];

  it.each([...withAllNumbers(places), ...others])(
    '%s: the next endpoint is asked, and without one it is an upstream failure',
    async (_, lie, ask) => {
      const { chain, told } = connect(lie, true);
      const honest = await ask(chain);
      expect(told()).toBe(true);
      expect((honest as Loose).status?.errors ?? []).toEqual([]);
      await expect(ask(connect(lie, false).chain)).rejects.toMatchObject({ code: 'upstream.unavailable' });
    },
  );

  /** Parts of what is read, with all the impossible numbers. */
  const parts: readonly Place[] = [
    [
      'the stake of a validator',
      'getVoteAccounts',
      ({ result }, number) => Object.assign(result.current[0], { activatedStake: number }),
      (chain) => chain.validators(),
    ],
    [
      'the fee of a transaction',
      'getTransaction',
      ({ result }, number) => Object.assign(result.meta, { fee: number }),
      (chain) => chain.transaction(hash),
    ],
    [
      'the slot of a transaction',
      'getTransaction',
      ({ result }, number) => Object.assign(result, { slot: number }),
      (chain) => chain.transaction(hash),
    ],
    [
      'a balance before a transaction',
      'getTransaction',
      ({ result }, number) => {
        result.meta.preBalances[0] = number;
      },
      (chain) => chain.transaction(hash),
    ],
    [
      'a slot in a history',
      'getSignaturesForAddress',
      ({ result }, number) => Object.assign(result[0] ?? {}, { slot: number }),
      (chain) => chain.history(key.address),
    ],
  ];

  const otherParts: readonly [string, Lie, Ask][] = [
    [
      'a time of a block before 1970',
      { method: 'getTransaction', tell: ({ result }) => Object.assign(result, { blockTime: -1 }) },
      (chain) => chain.transaction(hash),
    ],
    [
      'more of a token than 64 bits hold',
      {
        method: 'getTransaction',
        tell: ({ result }) =>
          Object.assign(result.meta, {
            preTokenBalances: [{ accountIndex: 0, mint, uiTokenAmount: { amount: '99999999999999999999' } }],
          }),
      },
      (chain) => chain.transaction(hash),
    ],
  ];

  it.each([...withAllNumbers(parts), ...otherParts])('%s: costs that part, and no more', async (_, lie, ask) => {
    const { chain, told } = connect(lie, false);
    const answer = await ask(chain);
    expect(told()).toBe(true);
    // The answer names it. Of validators there is one.
    expect(stringifyJson(answer)).toMatch(/"code":"transaction\.(?:incomplete|unlisted)"|"validators":\[\]/);
  });

  it('a time beyond all dates in a list costs nothing, as the transaction tells its own', async () => {
    const tell = ({ result }: Loose) => Object.assign(result[0] ?? {}, { blockTime: 2n ** 62n });
    const { chain, told } = connect({ method: 'getSignaturesForAddress', tell }, false);
    const honest = await rig.chain.history(key.address);
    expect(await chain.history(key.address)).toEqual(honest);
    expect(told()).toBe(true);
  });

  // Optional parts are left out, and the rest is right.
  it.each<[string, Lie]>([
    [
      'a minute of 10^305 seconds',
      {
        method: 'getRecentPerformanceSamples',
        tell: ({ result }) => Object.assign(result[0], { samplePeriodSecs: 1e305 }),
      },
    ],
    [
      'a minute of less than nothing',
      {
        method: 'getRecentPerformanceSamples',
        tell: ({ result }) => Object.assign(result[0], { samplePeriodSecs: -60 }),
      },
    ],
    [
      '2^50 slots in a minute',
      { method: 'getRecentPerformanceSamples', tell: ({ result }) => Object.assign(result[0], { numSlots: 2 ** 50 }) },
    ],
  ])('%s: the shortest slot is assumed', async (_, lie) => {
    const now = 1_790_000_000_000;
    const { chain, told } = connect(lie, false, { now: () => now });
    const { transaction, status }: Loose = await transfer(chain);
    expect(told()).toBe(true);
    expect(status.errors).toEqual([]);
    expect(Number(transaction.data.params.expiresAt)).toBe(now + 150 * 200);
  });

  it.each<[string, unknown]>([
    ['negative', -1],
    ['2^64', 2n ** 64n],
  ])('prices of compute units that are %s are not offered', async (_, price) => {
    const lie: Lie = {
      method: 'getRecentPrioritizationFees',
      tell({ result }) {
        for (const slot of result) slot.prioritizationFee = price;
      },
    };
    const { chain, told } = connect(lie, false, { priority: 'high' });
    const { transaction, status } = await transfer(chain);
    expect(told()).toBe(true);
    expect(status.errors).toEqual([]);
    expect(transaction.data.fees).toBe('5000');
  });

  it('leaves out a date that no calendar has', async () => {
    // A lockup until the end of all time, as anybody may set up for himself.
    const account = await rig.key();
    const stake = await rig.engine.rpc<Loose>('getAccountInfo', [stakeId, { encoding: 'base64' }]);
    const data = Buffer.from(stake.value.data[0], 'base64');
    data.writeUInt32LE(1, 0);
    data.writeBigInt64LE(2n ** 63n - 1n, 76);
    await rig.engine.setAccount(account.address, { lamports: sol, owner: programs.stake, data });
    const { balances } = await rig.chain.accountState(key.address, { include: ['staking'] });
    const found = balances.staking?.positions.find((position) => position.stakeId === account.address);
    expect(found).toMatchObject({ status: 'locked', amount: String(sol) });
    expect(found?.completionDate).toBeUndefined();
  });
});
