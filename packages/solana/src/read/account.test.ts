import { type Address, getAddressEncoder, getU32Encoder, getU64Encoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import mainnet from '../../fixtures/mainnet-accounts.json' with { type: 'json' };
import { someAddress } from '../../test/addresses.ts';
import { recordedWallet } from '../../test/recordings.ts';
import {
  account,
  accountsOf,
  atSlot,
  Fault,
  type Script,
  scriptedNode,
  scriptedNodes,
} from '../../test/scripted-node.ts';
import { metaplexMetadataAddress } from '../address/pda.ts';
import { programs, sysvars } from '../well-known.ts';
import { readAccountState } from './account.ts';

const sol = 1_000_000_000n;
const owner = '4abvSWugzSRhpAk4rpvdSruFAFoNG1D1JTStmzpGt7xA';
const all = { parts: new Set(['native', 'tokens', 'staking'] as const), publicKey: undefined };
const only = (part: 'native' | 'tokens' | 'staking') => ({ parts: new Set([part]), publicKey: undefined });

const key = (text: string) => getAddressEncoder().encode(text as Address);
const u32 = (value: number) => getU32Encoder().encode(value);
const u64 = (value: bigint) => getU64Encoder().encode(value);
const bytes = (...parts: Iterable<number>[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** A token account as the slice that was asked for. */
const holding = (mint: string, amount: bigint, number = 0, program: string = programs.token) => ({
  pubkey: someAddress(number, 7),
  account: account(program, bytes(key(mint), key(owner), u64(amount))),
});

/** A mint of the classic program, without authorities. */
const mint = (decimals: number, supply: bigint, program: string = programs.token) =>
  account(program, bytes(new Uint8Array(36), u64(supply), [decimals, 1], new Uint8Array(36)));

const named = (of: string, name: string, symbol: string) =>
  account(
    programs.metaplexMetadata,
    bytes(
      [4],
      key(owner),
      key(of),
      ...[name, symbol, ''].flatMap((text) => [u32(Buffer.byteLength(text)), Buffer.from(text)]),
    ),
  );

const never = 2n ** 64n - 1n;

const stake = (of: string, lamports: bigint, number: number, activation: bigint, deactivation = never) => ({
  pubkey: someAddress(number, 9),
  account: account(
    programs.stake,
    bytes(
      ...[u32(2), u64(2_282_880n), key(of), key(of), new Uint8Array(48), key(someAddress(1, 8))],
      ...[u64(lamports - 2_282_880n), u64(activation), u64(deactivation), new Uint8Array(20)],
    ),
    lamports,
  ),
});

const sysvarAccounts = {
  [sysvars.clock]: account(
    'Sysvar1111111111111111111111111111111111111',
    bytes(...[437_184_000n, 1_780_000_000n, 1012n, 1013n, 1_780_069_120n].map(u64)),
  ),
  [sysvars.stakeHistory]: account(
    'Sysvar1111111111111111111111111111111111111',
    bytes(u64(1n), ...[1011n, 4n * 10n ** 17n, 10n ** 15n, 10n ** 15n].map(u64)),
  ),
  [sysvars.epochSchedule]: account(
    'Sysvar1111111111111111111111111111111111111',
    bytes(u64(432_000n), u64(432_000n), [0], u64(0n), u64(0n)),
  ),
};

/** A node that knows of a wallet and of nothing else. */
const quiet: Script = {
  getAccountInfo: () => atSlot(account(programs.system, '', 5n * sol)),
  getTokenAccountsByOwner: () => atSlot([]),
  getProgramAccounts: () => [],
  getMultipleAccounts: accountsOf(sysvarAccounts),
};

const read = (node: ReturnType<typeof scriptedNode>, request: Parameters<typeof readAccountState>[3] = all) =>
  readAccountState(node.context, {}, owner, request, node.operation);

describe('account state', () => {
  it('takes one request if the account holds no tokens', async () => {
    const node = scriptedNode({
      ...quiet,
      getProgramAccounts: () => [stake(owner, 3n * sol, 1, 1000n), stake(owner, 2n * sol, 2, 1012n)],
    });
    expect(await read(node)).toEqual({
      native: { available: '5000000000', total: '5000000000', unconfirmed: '0' },
      tokens: [],
      staking: {
        total: '5000000000',
        locked: '5000000000',
        unlocking: '0',
        unlocked: '0',
        positions: [
          {
            stakeId: someAddress(1, 9),
            validatorAddresses: [someAddress(1, 8)],
            amount: '3000000000',
            status: 'locked',
          },
          {
            stakeId: someAddress(2, 9),
            validatorAddresses: [someAddress(1, 8)],
            amount: '2000000000',
            status: 'locked',
          },
        ],
        rewards: { native: [], tokens: [] },
      },
    });
    expect(node.requests).toHaveLength(1);
    expect(node.operation.trace.roundTrips).toBe(1);
    expect(node.calls('getProgramAccounts')[0]?.params).toEqual([
      programs.stake,
      {
        encoding: 'base64',
        commitment: 'confirmed',
        filters: [{ dataSize: 200 }, { memcmp: { offset: 44, bytes: owner } }],
      },
    ]);
  });

  it('takes two requests if it holds tokens', async () => {
    const node = scriptedNode({
      ...quiet,
      getTokenAccountsByOwner: ([, { programId }]) =>
        atSlot(programId === programs.token ? [holding(mainnet.USDC.address, 1_500_000n)] : []),
      getMultipleAccounts: accountsOf({
        ...sysvarAccounts,
        [mainnet.USDC.address]: account(programs.token, mainnet.USDC.data),
        [mainnet['USDC metadata'].address]: account(programs.metaplexMetadata, mainnet['USDC metadata'].data),
      }),
    });
    const { tokens } = await read(node);
    expect(tokens).toEqual([
      {
        amount: '1500000',
        token: {
          type: 'SPL',
          id: mainnet.USDC.address,
          contractAddress: mainnet.USDC.address,
          name: 'USD Coin',
          ticker: 'USDC',
          decimals: '6',
        },
      },
    ]);
    expect(node.requests).toHaveLength(2);
    expect(node.operation.trace.roundTrips).toBe(2);
  });

  it('asks only for the requested parts', async () => {
    const node = scriptedNode(quiet);
    expect(await read(node, only('native'))).toEqual({
      native: { available: '5000000000', total: '5000000000', unconfirmed: '0' },
    });
    expect(node.requests.flat().map(({ method }) => method)).toEqual(['getAccountInfo']);
  });

  it('is zero for an account that does not exist', async () => {
    const node = scriptedNode({ ...quiet, getAccountInfo: () => atSlot(null) });
    expect(await read(node)).toEqual({
      native: { available: '0', total: '0', unconfirmed: '0' },
      tokens: [],
      staking: expect.objectContaining({ total: '0', positions: [] }),
    });
  });

  it('does not count coins as available if only a program can move them', async () => {
    const native = async (holder: unknown) =>
      (await read(scriptedNode({ getAccountInfo: () => atSlot(holder) }), only('native'))).native;
    expect(await native(account(programs.token, mainnet['USDC account'].data))).toEqual({
      available: '0',
      total: '2039280',
      unconfirmed: '0',
    });
    expect((await native(account(programs.system, mainnet['nonce account'].data)))?.available).toBe('0');
  });

  it('keeps lamports beyond 2^53 to the last unit', async () => {
    const most = 2n ** 64n - 1n;
    const node = scriptedNode({ getAccountInfo: () => atSlot(account(programs.system, '', most)) });
    expect((await read(node, only('native'))).native?.total).toBe(most.toString());
  });
});

describe('tokens', () => {
  /** Balances in a scripted node: `[mint, amount, decimals, supply]`. */
  const wallet = (balances: readonly [string, bigint, number, bigint][], more: Record<string, unknown> = {}) =>
    scriptedNode({
      ...quiet,
      getTokenAccountsByOwner: ([, { programId }]) =>
        atSlot(programId === programs.token ? balances.map(([of, amount], i) => holding(of, amount, i)) : []),
      getMultipleAccounts: accountsOf({
        ...Object.fromEntries(balances.map(([of, , decimals, supply]) => [of, mint(decimals, supply)])),
        ...more,
      }),
    });

  it("of the recorded wallet equal the node's own reading", async () => {
    const accounts = { [programs.token]: recordedWallet.token, [programs.token2022]: recordedWallet.token2022 };
    const held = Object.entries(accounts).flatMap(([program, all]) => all.map((one) => ({ ...one, program })));
    const node = scriptedNode({
      getTokenAccountsByOwner: ([, { programId }]) =>
        atSlot(accounts[programId]?.map(({ mint: of, amount }, i) => holding(of, BigInt(amount), i, programId))),
      getMultipleAccounts: accountsOf(
        // The mints of Token-2022 without their extensions.
        Object.fromEntries(held.map(({ mint: of, decimals, program }) => [of, mint(decimals, 10n ** 15n, program)])),
      ),
    });
    const { tokens = [] } = await read(node, only('tokens'));
    // 8 of the 21 classic accounts are empty. Both accounts of Token-2022 hold tokens.
    expect(tokens).toHaveLength(14);
    expect(
      Object.fromEntries(tokens.map(({ token, amount }) => [token.id, [token.type, amount, token.decimals]])),
    ).toEqual({
      '4tARAT4ssRYhrENCTxxZrmjL741eE2G23Q1zLPDW2ipf': ['SPL', '370932', '9'],
      '5AnfPCyLB4qfjk93fiYHT8x2WzFFwC6d4VS34qcXwj4Z': ['SPL', '100021029', '6'],
      // Of nine decimals: no collectible.
      mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: ['SPL', '1', '9'],
      '5EimGAoJgREtAAAd28WVz8LzZrJssELst5hnwVMnmzor': ['SPL', '3774651583132', '9'],
      DEkqHyPN7GMRJ5cArtQFAWefqbZb33Hyf6s5iCwjEonT: ['SPL', '10866706267951', '9'],
      JC7BvYcFkh1FV9WXdegbDgMsVyETdExWEQagKAMeVPup: ['SPL', '29295756260', '9'],
      EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: ['SPL', '66800016745', '6'],
      BenJy1n3WTx9mTjEvy63e8Q1j4RqUc6E4VBMz3ir4Wo6: ['SPL', '300799820', '6'],
      '46MSKWYHLbisoE18nTEwvYPKmEaEec5LUgpXtVhdvx4y': ['SPL', '51247499', '6'],
      '7rPAVmyDjHZuEEEvJU3Z1LHRQabaAwESb2tw2cyditAV': ['SPL', '100030269', '6'],
      KMNo3nJsBXfcpJTVhZcXLW7RmTwTt4GVFE7suUBo9sS: ['SPL', '13363', '6'],
      DULZCXSifNRdM5uBkREbkRoWnr9AHEUXArqz4saVBxE9: ['SPL', '100364083', '6'],
      '7atgF8KQo4wJrD5ATGX7t1V2zVvykPJbFfNeVf1icFv1': ['SPL2022', '38400000', '2'],
      HeLp6NuQkmYB4pYWo2zYs22mESHXPQYzXbB8n4V98jwC: ['SPL2022', '5237433774994', '9'],
    });
  });

  it('leave out empty accounts, collectibles, and accounts without a mint', async () => {
    const [a, b, c, d] = [1, 2, 3, 4].map((number) => someAddress(number));
    const node = wallet(
      [
        [a as string, 0n, 6, 1n],
        [b as string, 1n, 0, 1n],
        [c as string, 1n, 0, 5n],
        [d as string, 7n, 6, 100n],
      ],
      { [d as string]: null },
    );
    const { tokens } = await read(node, only('tokens'));
    expect(tokens?.map(({ token }) => token.id)).toEqual([c]);
  });

  it('add up several accounts of one token', async () => {
    const of = someAddress(1);
    const { tokens } = await read(
      wallet([
        [of, 2n ** 63n, 6, 1n],
        [of, 2n ** 63n, 6, 1n],
        [of, 5n, 6, 1n],
      ]),
      only('tokens'),
    );
    expect(tokens).toMatchObject([{ amount: (2n ** 64n + 5n).toString() }]);
  });

  it('include wrapped SOL, without a look-up', async () => {
    const node = wallet([['So11111111111111111111111111111111111111112', 86_840_850n, 9, 0n]]);
    expect((await read(node, only('tokens'))).tokens).toMatchObject([
      { amount: '86840850', token: { ticker: 'WSOL', name: 'Wrapped SOL', decimals: '9' } },
    ]);
    expect(node.requests).toHaveLength(1);
  });

  it('have names that are safe to show', async () => {
    const of = someAddress(1);
    const evil = named(of, `\u202EUSD\n Coin${'x'.repeat(100)}`, 'US\u200BDC');
    const { tokens } = await read(wallet([[of, 5n, 6, 100n]], { [metaplexMetadataAddress(of)]: evil }), only('tokens'));
    expect(tokens).toMatchObject([{ token: { name: `USD Coin${'x'.repeat(56)}`, ticker: 'USDC' } }]);
  });

  it('in 5,000 accounts take batches of 100, names for the first 500, and no more requests than Workers allow', async () => {
    const balances = Array.from({ length: 5000 }, (_, i): [string, bigint, number, bigint] => [
      someAddress(i),
      // The first 4,000 are dust that looks like collectibles.
      i < 4000 ? 1n : 10n ** 6n,
      i % 10,
      10n ** 12n,
    ]);
    const names = Object.fromEntries(
      balances.slice(4000, 4500).map(([of]) => [metaplexMetadataAddress(of), named(of, 'A token', 'TKN')]),
    );
    const script = (): Script => ({
      ...quiet,
      getTokenAccountsByOwner: ([, { programId }]) =>
        atSlot(programId === programs.token ? balances.map(([of, amount], i) => holding(of, amount, i)) : []),
      getMultipleAccounts: accountsOf({
        ...sysvarAccounts,
        ...names,
        ...Object.fromEntries(balances.map(([of, , decimals, supply]) => [of, mint(decimals, supply)])),
      }),
    });
    // Calls in one batch, the HTTP requests that it takes, and the round trips: six requests are in flight at a time.
    for (const [maxBatch, requests, roundTrips] of [
      [10, 8, 3],
      [3, 27, 6],
    ] as const) {
      const node = scriptedNode(script(), { maxBatch });
      const { tokens = [] } = await read(node);
      expect(tokens).toHaveLength(5000);
      expect(node.requests).toHaveLength(requests);
      expect(node.operation.trace.requests).toBeLessThanOrEqual(50);
      expect(node.operation.trace.roundTrips).toBe(roundTrips);
      // 10 calls of 50 mints and 50 names, 45 of 100 mints, and one for the sysvars.
      expect(node.calls('getMultipleAccounts')).toHaveLength(56);
      const byId = new Map(tokens.map(({ token }) => [token.id, token]));
      expect(byId.get(someAddress(4007))).toMatchObject({ ticker: 'TKN', decimals: '7' });
      // Without a name, and yet with the right decimals.
      expect(byId.get(someAddress(4998))?.decimals).toBe('8');
      expect(byId.get(someAddress(17))?.decimals).toBe('7');
    }
  });

  it("are asked for in requests below 50 KiB, which is a node's limit", async () => {
    const balances = Array.from({ length: 5000 }, (_, i): [string, bigint, number, bigint] => [
      someAddress(i),
      5n,
      6,
      9n,
    ]);
    const node = wallet(balances);
    await read(node, only('tokens'));
    for (const request of node.requests) expect(JSON.stringify(request).length).toBeLessThan(50 * 1024);
  });
});

describe('stakes', () => {
  it('are searched at another endpoint if a provider does not allow it', async () => {
    const refusing = {
      ...quiet,
      getProgramAccounts: () => new Fault(-32010, 'excluded from account secondary indexes'),
    };
    const searching = { ...quiet, getProgramAccounts: () => [stake(owner, 3n * sol, 1, 1000n)] };
    const node = scriptedNodes([refusing, searching]);
    expect((await read(node)).staking).toMatchObject({ locked: '3000000000' });
  });

  it('are not shown as absent if no endpoint would search', async () => {
    const node = scriptedNode({ ...quiet, getProgramAccounts: () => new Fault(-32601, 'Method not found') });
    await expect(read(node)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  describe('that end with the epoch', () => {
    const ending = {
      stakeId: someAddress(1, 9),
      validatorAddresses: [someAddress(1, 8)],
      amount: '3000000000',
      status: 'unlocking',
    };
    // In the words of anza-xyz/agave, rpc-client-api/src/custom_error.rs.
    const skipped = (slot: number) =>
      slot % 2 === 0
        ? new Fault(-32007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
        : new Fault(-32009, `Slot ${slot} was skipped, or missing in long-term storage`);
    const positionsWith = async (getBlockTime: Script['getBlockTime'] & object) => {
      const node = scriptedNode({
        ...quiet,
        getBlockTime,
        getProgramAccounts: () => [stake(owner, 3n * sol, 1, 1000n, 1012n)],
      });
      return { positions: (await read(node, only('staking'))).staking?.positions, node };
    };

    it('name the time, from the length of the epoch before', async () => {
      // Epoch 1011 began with slot 436,752,000. Epoch 1012 began at 1,780,000,000 by the clock of the chain.
      const { positions, node } = await positionsWith(([slot]) =>
        slot < 436_752_002 ? skipped(slot) : 1_779_850_000 + slot - 436_752_002,
      );
      const duration = Math.floor((150_000_000 * 432_000) / 431_998);
      expect(positions).toEqual([{ ...ending, completionDate: String(1_780_000_000_000 + duration) }]);
      expect(node.requests).toHaveLength(2);
    });

    it.each<[string, () => unknown]>([
      ['has forgotten that block', () => new Fault(-32001, 'Block cleaned up, does not exist on node')],
      ['does not know the method', () => new Fault(-32601, 'Method not found')],
      ['does not know the time', () => null],
      ['says nonsense', () => 'soon'],
    ])('have no date where the node %s', async (_, answer) => {
      expect((await positionsWith(answer)).positions).toEqual([ending]);
    });
  });
});

describe('a part that cannot be read', () => {
  /** In place of an element or a field. */
  const oddValues = [null, undefined, {}, [], '', -1, 0.5, 1e30, true, 'text\u0000\n', '1e3'];
  const [gold, silver] = [someAddress(1), someAddress(2)] as const;

  const tokensOf = async (rows: readonly unknown[], mints: Readonly<Record<string, unknown>> = {}) => {
    const node = scriptedNode({
      ...quiet,
      getTokenAccountsByOwner: ([, { programId }]) => atSlot(programId === programs.token ? rows : []),
      getMultipleAccounts: accountsOf({ [gold]: mint(6, 100n), [silver]: mint(2, 100n), ...mints }),
    });
    const { tokens, unread } = await read(node, only('tokens'));
    return { unread, tokens: tokens?.map(({ token, amount }) => [token.id, amount, token.decimals]) };
  };
  const bothAnd = (row: unknown) => [holding(gold, 5n, 1), row, holding(silver, 7n, 2)];
  const shownBoth = [
    [gold, '5', '6'],
    [silver, '7', '2'],
  ];

  it.each(oddValues)('costs only itself among token accounts: %j', async (odd) => {
    const { pubkey, account: whole } = holding(gold, 5n, 3) as { pubkey: string; account: Record<string, unknown> };
    const rows = [
      odd,
      { pubkey: odd, account: whole },
      { pubkey, account: odd },
      { pubkey, account: { ...whole, owner: odd } },
      { pubkey, account: { ...whole, data: odd } },
      { pubkey, account: { ...whole, data: [odd, 'base64'] } },
      { pubkey, account: { ...whole, data: [(whole.data as string[])[0], odd] } },
    ];
    for (const row of rows)
      expect(await tokensOf(bothAnd(row))).toEqual({ tokens: shownBoth, unread: ['a token balance'] });
  });

  it('costs only itself if the data of a token account is cut', async () => {
    const cut = { pubkey: someAddress(3, 7), account: account(programs.token, bytes(key(gold), key(owner), [5])) };
    expect(await tokensOf(bothAnd(cut))).toEqual({ tokens: shownBoth, unread: ['a token balance'] });
  });

  it.each(oddValues)('costs only the token whose mint it is: %j', async (odd) => {
    const whole = mint(9, 100n) as Record<string, unknown>;
    for (const told of [odd, { ...whole, owner: odd }, { ...whole, data: odd }, { ...whole, data: [odd, 'base64'] }]) {
      const rows = bothAnd(holding(someAddress(3), 9n, 3));
      const expected = { tokens: shownBoth, unread: ['a token balance'] };
      expect(await tokensOf(rows, { [someAddress(3)]: told })).toEqual(expected);
      const listed = bothAnd(holding(mainnet.USDC.address, 9n, 3));
      expect(await tokensOf(listed, { [mainnet.USDC.address]: told })).toEqual({
        ...{ tokens: shownBoth, unread: ['the balance of USDC'] },
      });
    }
  });

  it('is no empty account, and no collectible', async () => {
    const rows = bothAnd(holding(someAddress(3), 0n, 3));
    const collectible = holding(someAddress(4), 1n, 4);
    expect(await tokensOf([...rows, collectible], { [someAddress(4)]: mint(0, 1n) })).toEqual({
      ...{ tokens: shownBoth, unread: undefined },
    });
  });

  it.each(oddValues)('costs only itself among stakes: %j', async (odd) => {
    const good = [stake(owner, 3n * sol, 1, 1000n), stake(owner, 2n * sol, 2, 1000n)];
    const { pubkey, account: whole } = stake(owner, sol, 3, 1000n) as {
      pubkey: string;
      account: Record<string, unknown>;
    };
    const rows = [
      odd,
      { pubkey: odd, account: whole },
      { pubkey, account: odd },
      ...['lamports', 'owner', 'data'].map((name) => ({ pubkey, account: { ...whole, [name]: odd } })),
    ];
    for (const row of rows) {
      const node = scriptedNode({ ...quiet, getProgramAccounts: () => [good[0], row, good[1]] });
      const { staking, unread } = await read(node, only('staking'));
      expect(staking?.positions.map(({ amount }) => amount)).toEqual(['3000000000', '2000000000']);
      expect({ total: staking?.total, unread }).toEqual({ total: '5000000000', unread: ['a stake'] });
    }
  });

  it.each([
    ['of another program', { owner: programs.token }],
    ['without data', { data: ['', 'base64'] }],
    ['in a state that is none', { data: [Buffer.from(new Uint8Array(200).fill(9)).toString('base64'), 'base64'] }],
  ])('is named if a stake is %s', async (_, changed) => {
    const odd = stake(owner, sol, 3, 1000n);
    const row = { ...odd, account: { ...(odd.account as object), ...changed } };
    const node = scriptedNode({ ...quiet, getProgramAccounts: () => [stake(owner, 3n * sol, 1, 1000n), row] });
    expect(await read(node, only('staking'))).toMatchObject({ staking: { total: '3000000000' }, unread: ['a stake'] });
  });
});
