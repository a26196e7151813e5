import { getAddressEncoder, getBase58Decoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { someAddress, someSignature } from '../../test/addresses.ts';
import { account, accountsOf, atSlot, type Script, scriptedNode } from '../../test/scripted-node.ts';
import type { Address } from '../address/address.ts';
import { metaplexMetadataAddress, programDerivedAddress } from '../address/pda.ts';
import { programs, wrappedSol, wrappedSol2022 } from '../well-known.ts';
import { readAccountState } from './account.ts';
import { readHistory } from './history.ts';
import { readTransaction } from './transaction.ts';
import { readValidators } from './validators.ts';

// Transactions made by hand: who gives and gets, who paid, who may spend, and what is left of one with an odd part.

// biome-ignore lint/suspicious/noExplicitAny: as a node answers
type Json = any;

const id = someSignature(1);
const [payer, alice, bob, store, other] = [1, 2, 3, 4, 5].map((number) => someAddress(number, 7)) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const [gold, fake] = [someAddress(1, 8), someAddress(2, 8)] as [Address, Address];
const keys = [payer, alice, bob, store, other, programs.system, programs.token, programs.stake, programs.vote];

const toBase58 = (...parts: Iterable<number>[]) =>
  getBase58Decoder().decode(Uint8Array.from(parts.flatMap((part) => [...part])));
const u32 = (value: number) => [value, 0, 0, 0];
const key = (address: string) => getAddressEncoder().encode(address as never);

const call = (program: Address, accounts: readonly Address[], ...data: Iterable<number>[]) => ({
  programIdIndex: keys.indexOf(program),
  accounts: accounts.map((each) => keys.indexOf(each)),
  data: toBase58(...data),
});

const held = (holder: Address, owner: Address, mint: Address, amount: number) => ({
  ...{ accountIndex: keys.indexOf(holder), owner, mint },
  uiTokenAmount: { amount: String(amount) },
});

/** A transaction of one signer, for 5000 lamports. */
function made({ instructions = [], meta = {}, ...more }: Json = {}) {
  const balances = keys.map(() => 1_000_000);
  return {
    ...{ slot: 100, blockTime: 1_700_000_000 },
    transaction: {
      signatures: [id],
      message: { header: { numRequiredSignatures: 2 }, accountKeys: keys, instructions },
    },
    meta: {
      ...{ err: null, fee: 5_000, computeUnitsConsumed: 150 },
      preBalances: balances,
      postBalances: balances.map((balance, i) => (i === 0 ? balance - 5_000 : balance)),
      preTokenBalances: [],
      postTokenBalances: [],
      ...meta,
    },
    ...more,
  };
}

/** What was moved: 10 GLD from one owner to the other. */
const goldMoves = {
  preTokenBalances: [held(store, alice, gold, 30), held(other, bob, gold, 1)],
  postTokenBalances: [held(store, alice, gold, 20), held(other, bob, gold, 11)],
};

const text = (value: string, length: number) => {
  const bytes = new TextEncoder().encode(value);
  return [...u32(length), ...bytes, ...new Uint8Array(length - bytes.length)];
};

/** A mint with its name, as Metaplex keeps it. */
function namedMint(mint: Address, symbol: string): Record<string, unknown> {
  const data = new Uint8Array(82);
  data.set([6, 1], 44);
  data.set([255, 255, 255, 1], 36);
  const metadata = [4, ...key(payer), ...key(mint), ...text('Some token', 32), ...text(symbol, 10), ...text('', 200)];
  return {
    [mint]: account(programs.token, data),
    [metaplexMetadataAddress(mint)]: account(programs.metaplexMetadata, Uint8Array.from([...metadata, 0, 0, 0, 0, 0])),
  };
}

const nodeOf = (transaction: unknown, more: Script = {}): Script => ({
  getTransaction: () => transaction,
  getSignatureStatuses: () => atSlot([{ slot: 100, err: null, confirmationStatus: 'finalized' }]),
  getSlot: () => 109,
  getMultipleAccounts: accountsOf({ ...namedMint(gold, 'GLD'), ...namedMint(fake, 'S0L') }),
  getTokenAccountsByOwner: () => atSlot([]),
  getSignaturesForAddress: () => [row()],
  ...more,
});

const row = (more: object = {}) => ({
  ...{ signature: id, slot: 100, err: null, memo: null, blockTime: 1_700_000_000, confirmationStatus: 'finalized' },
  ...more,
});

async function read(transaction: unknown, more: Script = {}): Promise<Json> {
  const { context, operation } = scriptedNode(nodeOf(transaction, more));
  const alone = (await readTransaction(context, id, operation))?.parsed;
  const { transactions } = await readHistory(context, {}, alice, { limit: 5, cursor: undefined }, operation);
  const { confirmations, ...rest } = alone ?? {};
  expect(transactions.map(({ parsed }) => parsed)).toEqual([rest]);
  return rest;
}

const of = (address: string, amount: number, ticker: string, tokenId?: string) => ({
  ...{ address, amount: String(amount), ticker },
  ...(tokenId === undefined ? {} : { tokenId }),
});

describe('what moved names its token', () => {
  it('and the fee names who paid it', async () => {
    expect(await read(made({ meta: goldMoves }))).toMatchObject({
      ...{ mode: 'transferToken', tokenId: gold },
      senders: [of(alice, 10, 'GLD', gold)],
      recipients: [of(bob, 10, 'GLD', gold)],
      fees: { amount: '5000', ticker: 'SOL', payer },
    });
  });

  it('also two tokens of which one calls itself like SOL', async () => {
    const meta = {
      preTokenBalances: [held(store, alice, gold, 30), held(other, alice, fake, 7)],
      postTokenBalances: [held(store, bob, gold, 30), held(other, bob, fake, 7)],
    };
    const short = `${fake.slice(0, 4)}..${fake.slice(-4)}`;
    const parsed = await read(made({ meta }));
    expect(parsed).toMatchObject({
      mode: 'unknown',
      senders: [of(alice, 30, 'GLD', gold), of(alice, 7, short, fake)],
      recipients: [of(bob, 30, 'GLD', gold), of(bob, 7, short, fake)],
    });
    expect(parsed.tokenId).toBeUndefined();
  });

  it.each([
    ['the token program', wrappedSol],
    ['Token-2022', wrappedSol2022],
  ])('and wrapped SOL of %s is shown once: as the token', async (_, mint) => {
    const lamports = (change: bigint) => keys.map((_each, i) => Number(i === 3 ? 1_000_000n + change : 1_000_000n));
    const meta = {
      preBalances: lamports(0n),
      postBalances: lamports(-30n).map((each, i) => (i === 0 ? each - 5_000 : i === 4 ? each + 30 : each)),
      preTokenBalances: [held(store, alice, mint, 90), held(other, bob, mint, 1)],
      postTokenBalances: [held(store, alice, mint, 60), held(other, bob, mint, 31)],
    };
    const { senders, recipients } = await read(made({ meta }));
    expect(senders).toMatchObject([{ address: alice, amount: '30', tokenId: mint }]);
    expect(recipients).toMatchObject([{ address: bob, amount: '30', tokenId: mint }]);
    expect([senders.length, recipients.length]).toEqual([1, 1]);
  });

  it('and is called by its address where no node tells its name', async () => {
    const silent: Script = { getMultipleAccounts: () => ({ value: 'odd' }) };
    const parsed = await read(made({ meta: goldMoves }), silent);
    expect(parsed.senders).toEqual([of(alice, 10, `${gold.slice(0, 4)}..${gold.slice(-4)}`, gold)]);
  });

  it('is asked for its name once in ten minutes', async () => {
    const node = scriptedNode(nodeOf(made({ meta: goldMoves })));
    for (let i = 0; i < 2; i += 1) await readTransaction(node.context, id, node.operation);
    expect(node.calls('getMultipleAccounts')).toHaveLength(1);
  });
});

describe('wrapped SOL of Token-2022', () => {
  it('has the address that the program makes of its seed', () => {
    const seed = new TextEncoder().encode('native-mint');
    expect(programDerivedAddress([seed], programs.token2022)).toEqual({ address: wrappedSol2022, bump: 255 });
  });
});

describe('a change of who may spend', () => {
  const nobody = someAddress(9, 9);
  const cases: [string, object, string, string][] = [
    ['the owner of a token account', call(programs.token, [store, alice], [6, 2, 1], key(nobody)), store, nobody],
    ['who may close it', call(programs.token, [store, alice], [6, 3, 1], key(nobody)), store, nobody],
    ['a delegate', call(programs.token, [store, bob, alice], [4], [5, 0, 0, 0, 0, 0, 0, 0]), store, bob],
    [
      'a delegate, with decimals',
      call(programs.token, [store, other, bob, alice], [13], new Uint8Array(9)),
      store,
      bob,
    ],
    ['who may withdraw a stake', call(programs.stake, [store], u32(1), key(nobody), u32(1)), store, nobody],
    ['who may end a stake', call(programs.stake, [store], u32(1), key(nobody), u32(0)), store, nobody],
    ['one of a stake who signs', call(programs.stake, [store, other, alice, bob], u32(10), u32(1)), store, bob],
    ['a nonce', call(programs.system, [store, alice], u32(7), key(nobody)), store, nobody],
    ['a wallet that a program gets', call(programs.system, [alice], u32(1), key(nobody)), alice, nobody],
    ['a vote account', call(programs.vote, [store], u32(1), key(nobody), u32(1)), store, nobody],
  ];

  it.each(cases)('is told: %s', async (_, instruction, holder, by) => {
    const warning = [{ code: 'transaction.changesControl', context: { account: holder, by } }];
    expect((await read(made({ instructions: [instruction] }))).warnings).toMatchObject(warning);
    const inner = [{ index: 0, instructions: [instruction, instruction] }];
    expect((await read(made({ meta: { innerInstructions: inner } }))).warnings).toMatchObject(warning);
    const failed = made({ instructions: [instruction], meta: { err: 'AccountInUse' } });
    expect((await read(failed)).warnings).toBeUndefined();
  });

  it.each<[string, object]>([
    ['the authority of a mint', call(programs.token, [store, alice], [6, 0, 1], key(nobody))],
    ['an account that is only being made', call(programs.system, [bob], u32(1), key(nobody))],
    ['an instruction that is cut', call(programs.token, [store, alice], [6, 2, 1, 5])],
    ['another program', call(programs.system, [store, alice], [6, 2, 1], key(nobody))],
  ])('is not %s', async (_, instruction) => {
    expect((await read(made({ instructions: [instruction] }))).warnings).toBeUndefined();
  });

  it('moves what the account holds', async () => {
    const instructions = [call(programs.token, [store, alice], [6, 2, 1], key(bob))];
    const meta = {
      preTokenBalances: [held(store, alice, gold, 30)],
      postTokenBalances: [held(store, bob, gold, 30)],
    };
    expect(await read(made({ instructions, meta }))).toMatchObject({
      senders: [of(alice, 30, 'GLD', gold)],
      recipients: [of(bob, 30, 'GLD', gold)],
    });
  });
});

describe('one odd part of a transaction costs that part', () => {
  const { preTokenBalances: before, postTokenBalances: after } = goldMoves;
  const more = held(alice, alice, fake, 5);
  const balances = keys.map(() => 1_000_000);
  const incomplete = (parts: string) => [{ code: 'transaction.incomplete', context: { parts } }];

  it.each<[string, object, string]>([
    [
      'a token balance',
      {
        preTokenBalances: [...before, { ...more, uiTokenAmount: { amount: 'x' } }],
        postTokenBalances: [...after, more],
      },
      'a token balance',
    ],
    [
      'a token balance without an account',
      { preTokenBalances: before, postTokenBalances: [...after, null] },
      'a token balance',
    ],
    [
      'a token balance that is told twice',
      { preTokenBalances: [...before, more, more], postTokenBalances: after },
      'a token balance',
    ],
    [
      'the balance of somebody else',
      { ...goldMoves, preBalances: balances.with(2, -1), postBalances: balances.with(0, 995_000) },
      'a balance',
    ],
    ['an account of a lookup table', { ...goldMoves, loadedAddresses: { writable: [5], readonly: [] } }, 'an account'],
    ['lookup tables', { ...goldMoves, loadedAddresses: 'x' }, 'an account'],
    [
      'an inner instruction',
      { ...goldMoves, innerInstructions: [{ index: 0, instructions: [null] }] },
      'an instruction',
    ],
    ['inner instructions', { ...goldMoves, innerInstructions: 7 }, 'an instruction'],
    ['the gas', { ...goldMoves, computeUnitsConsumed: -1 }, 'the gas'],
  ])('%s', async (_, meta, parts) => {
    const parsed = await read(made({ meta }));
    expect(parsed).toMatchObject({
      senders: [of(alice, 10, 'GLD', gold)],
      recipients: [of(bob, 10, 'GLD', gold)],
      fees: { amount: '5000', payer },
      warnings: incomplete(parts),
    });
    expect(parsed.recipients).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['the time', { blockTime: 'soon' }, 'the time'],
    ['an instruction', { instructions: [{ programIdIndex: -1 }] }, 'an instruction'],
  ])('%s', async (_, changed, parts) => {
    const parsed = await read(made({ ...changed, meta: goldMoves }));
    expect(parsed).toMatchObject({ senders: [of(alice, 10, 'GLD', gold)], warnings: incomplete(parts) });
  });

  it.each<[string, object]>([
    ['before', { ...goldMoves, preTokenBalances: null }],
    ['after', { ...goldMoves, postTokenBalances: null }],
    ['before', { postTokenBalances: after, preTokenBalances: undefined }],
  ])('the token balances %s: none of the others seems to have come or gone', async (_, meta) => {
    const { senders, recipients, warnings } = await read(made({ meta }));
    expect([senders, recipients]).toEqual([undefined, undefined]);
    expect(warnings).toMatchObject(incomplete('a token balance'));
  });

  it.each([
    [0, 'preTokenBalances'],
    [1, 'preTokenBalances'],
    [0, 'postTokenBalances'],
    [1, 'postTokenBalances'],
  ] as const)('the owner of token account %i in %s: the other side tells it', async (at, side) => {
    const meta = {
      ...goldMoves,
      [side]: goldMoves[side].map((each, i) => (i === at ? { ...each, owner: null } : each)),
    };
    const { senders, recipients, warnings } = await read(made({ meta }));
    expect(senders).toEqual([of(alice, 10, 'GLD', gold)]);
    expect(recipients).toEqual([of(bob, 10, 'GLD', gold)]);
    expect(warnings).toBeUndefined();
  });

  it.each<[string, object]>([
    ['none before', { preBalances: [] }],
    ['too few after', { postBalances: balances.slice(1) }],
    ['more than accounts', { preBalances: [...balances, 5], postBalances: [...balances, 6] }],
  ])('balances: %s', async (_, meta) => {
    expect((await read(made({ meta }))).warnings).toMatchObject(incomplete('a balance'));
  });

  it('the fee', async () => {
    const parsed = await read(made({ meta: { ...goldMoves, fee: null } }));
    expect(parsed).toMatchObject({ senders: [of(alice, 10, 'GLD', gold)], warnings: incomplete('the fee') });
    expect([parsed.fees, parsed.senders.length, parsed.recipients.length]).toEqual([undefined, 1, 1]);
  });

  it.each<[string, Json]>([
    ['its place', { slot: -1 }],
    ['its outcome', { meta: { err: 5 } }],
    ['its balances', { meta: { preBalances: 5 } }],
  ])('%s: then it is known by its status', async (_, changed) => {
    const parsed = await read(made(changed));
    expect(parsed).toMatchObject({
      ...{ id, mode: 'unknown', state: 'confirmed', blockHeight: '100' },
      warnings: incomplete('what it does'),
    });
  });

  it('but another transaction is refused', async () => {
    const foreign = made();
    foreign.transaction.signatures = [someSignature(2)];
    await expect(read(foreign)).rejects.toThrow();
    await expect(read([made()])).rejects.toThrow();
  });

  it.each<[string, unknown]>([
    ['a number', 0],
    ['an empty text', ''],
    ['a list', [made()]],
    ['another transaction', made({ transaction: { ...made().transaction, signatures: [someSignature(2)] } })],
    ['no transaction in it', made({ transaction: null })],
  ])('and %s in the place of one costs one entry of a history', async (_, odd) => {
    const ids = [someSignature(31), someSignature(32), someSignature(33)];
    const found = (signature: unknown) => {
      const good = made({ meta: goldMoves });
      return { ...good, transaction: { ...good.transaction, signatures: [signature] } };
    };
    const { context, operation } = scriptedNode(
      nodeOf(null, {
        getTransaction: ([signature]) => (signature === ids[1] ? odd : found(signature)),
        getSignaturesForAddress: () => ids.map((signature) => row({ signature })),
      }),
    );
    const { transactions } = await readHistory(context, {}, alice, { limit: 5, cursor: undefined }, operation);
    expect(transactions.map(({ parsed }) => [parsed.id, parsed.mode])).toEqual([
      [ids[0], 'transferToken'],
      [ids[1], 'unknown'],
      [ids[2], 'transferToken'],
    ]);
    expect(transactions[1]?.parsed).toMatchObject({ state: 'confirmed', warnings: incomplete('what it does') });
  });

  it('amounts beyond 2^53 are exact', async () => {
    const amount = 2n ** 64n - 1n;
    const meta = {
      preTokenBalances: [{ ...held(store, alice, gold, 0), uiTokenAmount: { amount: String(amount) } }],
      postTokenBalances: [{ ...held(other, bob, gold, 0), uiTokenAmount: { amount: String(amount) } }],
      preBalances: balances.map((each, i) => (i === 3 ? 2n ** 53n + 1n : each)),
      postBalances: balances.map((each, i) =>
        i === 0 ? 995_000 : i === 4 ? 2n ** 53n + 1_000_001n : i === 3 ? 0 : each,
      ),
    };
    const { senders, recipients } = await read(made({ meta }));
    expect(senders).toEqual(
      [of(alice, 0, 'GLD', gold), { address: store, amount: '9007199254740993', ticker: 'SOL' }].map((each, i) =>
        i === 0 ? { ...each, amount: String(amount) } : each,
      ),
    );
    expect(recipients.map((each: Json) => each.amount)).toEqual([String(amount), '9007199254740993']);
  });
});

describe('one odd row of a list costs that row', () => {
  const rows = Array.from({ length: 9 }, (_, i) => row({ signature: someSignature(10 + i), slot: 200 - i }));
  const strange: unknown[] = [null, {}, { ...row(), signature: 'x' }, { ...row(), slot: -1 }];

  /** A node whose list has strange rows between the others. */
  const listing = (list: readonly Json[]): Script =>
    nodeOf(null, {
      getSignaturesForAddress: ([, { limit, before }]) => {
        const start = before === undefined ? 0 : list.findIndex((each) => each?.signature === before) + 1;
        return list.slice(start, start + limit);
      },
    });

  async function all(list: readonly Json[], limit: number) {
    const { context, operation } = scriptedNode(listing(list));
    const ids: string[] = [];
    let unlisted = 0;
    let cursor: string | undefined;
    do {
      const page = await readHistory(context, {}, alice, { limit, cursor }, operation);
      ids.push(...page.transactions.map(({ parsed }) => parsed.id));
      unlisted += page.unlisted ?? 0;
      cursor = page.next;
    } while (cursor !== undefined);
    return { ids, unlisted };
  }

  it.each([1, 2, 3, 25])('in pages of %i', async (limit) => {
    const list = [...strange, ...rows.flatMap((each, i) => [each, strange[i % strange.length]])];
    const { ids, unlisted } = await all(list, limit);
    expect(ids).toEqual(rows.map(({ signature }) => signature));
    expect(unlisted).toBeGreaterThan(0);
  });

  it.each<[string, object, object]>([
    ['a memo', { memo: 5 }, { state: 'confirmed' }],
    ['a time', { blockTime: 'x' }, { state: 'confirmed' }],
    ['a place in the block', { transactionIndex: -1 }, { state: 'confirmed' }],
    ['an outcome', { err: 5 }, { state: 'unknown' }],
    ['a status', { confirmationStatus: 5 }, { state: 'confirmed' }],
  ])('%s is left out', async (_, changed, expected) => {
    const { context, operation } = scriptedNode(listing([row(changed)]));
    const { transactions } = await readHistory(context, {}, alice, { limit: 5, cursor: undefined }, operation);
    expect(transactions.map(({ parsed }) => parsed)).toMatchObject([{ id, ...expected }]);
  });

  it('token accounts, mints and stakes', async () => {
    const holding = (mint: Address, amount: number) => {
      const data = new Uint8Array(72);
      data.set(key(mint));
      data.set(key(alice), 32);
      data[64] = amount;
      return data;
    };
    const kept = (number: number, mint: Address) => ({
      pubkey: someAddress(number, 6),
      account: account(programs.token, holding(mint, 5)),
    });
    const odd = { pubkey: 'x', account: account(programs.token, holding(gold, 5)) };
    const { context, operation } = scriptedNode(
      nodeOf(null, {
        getAccountInfo: () => atSlot(account(programs.system, '', 2n ** 53n + 1n)),
        getTokenAccountsByOwner: ([, { programId }]) =>
          atSlot(programId === programs.token ? [odd, kept(1, gold), null, kept(2, fake)] : []),
        getMultipleAccounts: ([asked]) =>
          atSlot(
            (asked as string[]).map((address) =>
              address === fake ? { lamports: 'x' } : ({ ...namedMint(gold, 'GLD') }[address] ?? null),
            ),
          ),
      }),
    );
    const parts = new Set(['native', 'tokens'] as const);
    const state = await readAccountState(context, {} as never, alice, { parts, publicKey: undefined }, operation);
    expect(state.native).toMatchObject({ total: '9007199254740993' });
    expect(state.tokens).toMatchObject([{ token: { id: gold, ticker: 'GLD' }, amount: '5' }]);
  });

  it('validators, and their names', async () => {
    const vote = (number: number, more: object = {}) => ({
      ...{
        votePubkey: someAddress(number, 5),
        nodePubkey: someAddress(number, 4),
        activatedStake: number,
        commission: 5,
      },
      ...more,
    });
    const { operation } = scriptedNode({
      getVoteAccounts: () => ({ current: [vote(1), vote(2, { commission: 'x' }), null, vote(3)], delinquent: [7] }),
      getProgramAccounts: () => [null, { pubkey: 'x' }],
    });
    const { validators } = await readValidators({ limit: 10, cursor: undefined }, operation);
    expect(validators.map(({ stakedAmount }) => stakedAmount)).toEqual(['3', '1']);
  });
});
