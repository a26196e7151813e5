import { RefusedError, toHex, UpstreamError } from '@isochain/core';
import { incomplete } from '@isochain/core/movements';
import { describe, expect, it } from 'vitest';
import {
  externalIn,
  internalMessage,
  type Json,
  type Routes,
  type Scripted,
  scriptedIndexes,
  scriptTime,
  transactionCell,
  v3Traces,
} from '../../test/scripted-traces.ts';
import { canonicalAddress, walletAddress } from '../address/address.ts';
import { commentCell } from '../bytes/comment.ts';
import { jettonOps } from '../bytes/jetton-messages.ts';
import type { TonKind } from '../options.ts';
import { Address, beginCell, Cell } from '../ton-core.ts';
import { normalizedHash, signedBody, signingMessage } from '../wallets/signing-message.ts';
import { defaultWalletId } from '../wallets/wallet.ts';
import { readHistory } from './history.ts';

const address = (digit: string) => Address.parseRaw(`0:${digit.repeat(64)}`);
const [ann, bob, master, annsTokens] = [address('a'), address('b'), address('d'), address('1')];
const common = { succeeds: true, skippedActions: 0, totalFees: 3n } as const;

/** A trace in a script: what the index lists of it, and its transactions. */
interface Life {
  readonly endLt: bigint;
  readonly actions: number;
  readonly transactions: readonly Scripted[];
  readonly jettonWallets?: readonly (readonly [Address, Address, Address])[];
  /** The index does not give traces of this size. */
  readonly isTooLarge?: boolean;
}

/** Coins that came. */
function receipt(lt: bigint, value: bigint, more: Partial<Life> = {}): Life {
  const incoming = internalMessage(bob, ann, value, commentCell(`number ${lt}`), { createdLt: lt });
  return { endLt: lt, actions: 1, transactions: [{ ...common, account: ann, lt, incoming, outgoing: [] }], ...more };
}

const known = new WeakMap<Life, Buffer>();

function idOf(life: Life): Buffer {
  const id = known.get(life) ?? transactionCell(life.transactions[0] as Scripted).hash();
  known.set(life, id);
  return id;
}

/** toncenter v3 with these traces. The list grows while it is read. */
function index(life: Life[], most = 1000): Routes {
  return {
    '/actions': (query) => {
      const end = BigInt(query.get('end_lt') ?? 2n ** 63n);
      const rows = life
        .filter(({ endLt }) => endLt <= end)
        .toSorted((a, b) => (a.endLt < b.endLt ? 1 : a.endLt > b.endLt ? -1 : 0))
        .flatMap((each) =>
          Array.from({ length: each.actions }, () => ({
            trace_id: idOf(each).toString('base64'),
            trace_end_lt: each.endLt.toString(),
            end_utime: scriptTime,
            type: 'ton_transfer',
          })),
        );
      return { actions: rows.slice(0, Math.min(Number(query.get('limit')), most)) };
    },
    '/traces': (query) => {
      const ids = query.getAll('trace_id');
      const found = life.filter((each) => ids.includes(idOf(each).toString('base64')));
      const answers: Json[] = found.map((each) => v3Traces(each.transactions, each.jettonWallets));
      found.forEach(({ isTooLarge }, i) => {
        if (isTooLarge) answers[i].traces[0].transactions = undefined;
      });
      return {
        traces: answers.flatMap(({ traces }) => traces),
        metadata: Object.assign({}, ...answers.map(({ metadata }) => metadata)),
      };
    },
  };
}

async function readAll(routes: Routes, limit: number, between = () => {}) {
  const { context, operation } = scriptedIndexes({ 'toncenter-v3': routes });
  const entries: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await readHistory(context, {}, ann, { limit, cursor }, operation());
    expect(page.transactions.length).toBeLessThanOrEqual(limit);
    entries.push(...page.transactions.map(({ parsed }) => parsed.id));
    cursor = page.next;
    between();
  } while (cursor !== undefined && entries.length < 1000);
  return entries;
}

async function readOne(life: Life) {
  const { context, operation } = scriptedIndexes({ 'toncenter-v3': index([life]) });
  const page = await readHistory(context, {}, ann, { limit: 5, cursor: undefined }, operation());
  expect(page.next).toBeUndefined();
  return page.transactions[0];
}

const many = (count: number, more: (i: number) => Partial<Life> = () => ({})) =>
  Array.from({ length: count }, (_, i) => receipt(BigInt(100 + i), BigInt(i + 1), more(i)));
const ids = (life: readonly Life[]) => life.map((each) => idOf(each).toString('hex')).toReversed();

describe('the pages of a history', () => {
  it('of an account without transactions are empty', async () => {
    expect(await readAll(index([]), 25)).toEqual([]);
  });

  it.each([
    [1, 12],
    [7, 40],
    [25, 90],
    [100, 230],
  ])('of %i have every trace once', async (limit, count) => {
    const life = many(count);
    expect(await readAll(index(life), limit)).toEqual(ids(life));
  });

  it('have traces with many actions, and traces that ended at one time, once', async () => {
    const life = many(60, (i) => ({ actions: i % 10 === 0 ? 30 : 1, endLt: BigInt(100 + Math.floor(i / 3)) }));
    for (const limit of [1, 4, 25]) {
      const shown = await readAll(index(life), limit);
      expect([shown.length, new Set(shown).size]).toEqual([60, 60]);
    }
  });

  it('go on below a trace with more actions than the index lists at once', async () => {
    const life = many(6, (i) => ({ actions: i === 3 ? 2_500 : 1 }));
    for (const limit of [1, 2, 25]) expect(await readAll(index(life), limit)).toEqual(ids(life));
  });

  it('show nothing that came after the first one, and miss nothing', async () => {
    const life = many(30);
    const expected = ids(life);
    let lt = 900n;
    const arrive = () => {
      for (let i = 0; i < 4; i++) life.push(receipt(lt++, 1n));
    };
    expect(await readAll(index(life), 7, arrive)).toEqual(expected);
  });
});

describe('an entry', () => {
  it('of a trace that is too large has its id alone', async () => {
    const life = receipt(5n, 1n, { isTooLarge: true });
    expect(await readOne(life)).toEqual({
      parsed: {
        ...{ id: idOf(life).toString('hex'), mode: 'unknown', state: 'confirmed', timestamp: '1780000000000' },
        ...incomplete(['what it moved']),
      },
      raw: { trace_id: idOf(life).toString('hex') },
    });
  });

  it('of coins in several messages adds them up', async () => {
    const [one, two] = [receipt(5n, 1n), receipt(6n, 20n)];
    const entry = await readOne({ ...one, transactions: [...one.transactions, ...two.transactions] });
    expect(entry?.parsed).toMatchObject({
      id: idOf(one).toString('hex'),
      mode: 'transfer',
      memo: 'number 5\nnumber 6',
      fees: { amount: '6', ticker: 'TON' },
      senders: [{ address: canonicalAddress(bob), amount: '21', ticker: 'TON' }],
      recipients: [{ address: walletAddress(ann), amount: '21', ticker: 'TON' }],
    });
  });

  it('of tokens that came without a message to their owner shows them', async () => {
    const body = beginCell()
      .storeUint(jettonOps.internalTransfer, 32)
      .storeUint(0, 64)
      .storeCoins(70n)
      .storeAddress(bob)
      .storeAddress(null)
      .storeCoins(0n)
      .storeBit(false)
      .endCell();
    const incoming = internalMessage(address('2'), annsTokens, 40n, body);
    const transactions = [{ ...common, account: annsTokens, lt: 5n, incoming, outgoing: [] }];
    const life: Life = { endLt: 5n, actions: 1, transactions, jettonWallets: [[annsTokens, ann, master]] };
    const entry = await readOne(life);
    expect(entry?.parsed).toMatchObject({
      mode: 'transferToken',
      tokenId: canonicalAddress(master),
      senders: [{ address: canonicalAddress(bob), amount: '70' }],
      recipients: [{ address: walletAddress(ann), amount: '70' }],
      // The account itself paid nothing.
      fees: { amount: '0', ticker: 'TON' },
    });
    // Without the index's word, nobody knows that the wallet is of this account.
    expect((await readOne({ ...life, jettonWallets: [] }))?.parsed.mode).toBe('unknown');
  });

  it('of what the wallet sent has the id that broadcast answered', async () => {
    const wallet = { version: 'v5r1', walletId: defaultWalletId('v5r1', -239), publicKey: new Uint8Array(32) } as const;
    const message = { to: bob, bounce: false, value: 9n, mode: 3 as const, body: undefined };
    const signing = signingMessage({ wallet, seqno: 3, validUntil: 1_800_000_000, message });
    const signed = signedBody('v5r1', signing, new Uint8Array(64));
    const sent = internalMessage(ann, bob, 9n, Cell.EMPTY);
    const transactions = [
      { ...common, account: ann, lt: 5n, incoming: externalIn(ann, signed), outgoing: [sent] },
      { ...common, account: bob, lt: 6n, incoming: sent, outgoing: [] },
    ];
    const life: Life = { endLt: 6n, actions: 1, transactions };
    const wanted = { id: toHex(normalizedHash(ann, signed)), nonce: '3', state: 'confirmed', mode: 'transfer' };
    expect((await readOne(life))?.parsed).toMatchObject(wanted);
    const lie = { ...life, transactions: [{ ...transactions[0], outgoing: [{ ...sent, body: commentCell('x') }] }] };
    await expect(readOne(lie as Life)).rejects.toThrow(UpstreamError);
  });
});

describe('a list that lies', () => {
  const details = async (routes: { readonly [K in TonKind]?: Routes }, cursor?: string) => {
    const { context, operation } = scriptedIndexes(routes);
    const error: unknown = await readHistory(context, {}, ann, { limit: 5, cursor }, operation()).catch((e) => e);
    if (!(error instanceof UpstreamError)) throw new Error(`not refused: ${error}`);
    return error.attempts.map(({ detail }) => detail).join('; ');
  };

  it('about the order is refused', async () => {
    const whole = index(many(4));
    const routes = {
      ...whole,
      '/actions': (query: URLSearchParams) => ({ actions: whole['/actions']?.(query).actions.toReversed() }),
    };
    expect(await details({ 'toncenter-v3': routes })).toContain('not in order');
    // It answers newer traces than it was asked for.
    const deaf = { ...whole, '/actions': () => whole['/actions']?.(new URLSearchParams({ limit: '9' })) };
    expect(await details({ 'toncenter-v3': deaf }, 'v3:101:')).toContain('not in order');
  });

  it('with other traces than those that were asked for is refused', async () => {
    const whole = index(many(4));
    const routes = { ...whole, '/traces': () => v3Traces(receipt(999n, 1n).transactions) };
    expect(await details({ 'toncenter-v3': routes })).toContain('another transaction');
  });

  it('of another account is refused', async () => {
    const event = {
      event_id: '11'.repeat(32),
      account: { address: bob.toRawString() },
      timestamp: scriptTime,
      actions: [],
      lt: 5,
      in_progress: false,
    };
    const path = `/accounts/${canonicalAddress(ann)}/events`;
    expect(await details({ tonapi: { [path]: () => ({ events: [event], next_from: 0 }) } })).toContain(
      'another account',
    );
  });
});

describe('a cursor', () => {
  it.each(['', 'x', 'v3:', 'v3:5', 'v3:5:abc', 'v2:5:', '{"k":"v3"}', 'tonapi:5:'])('%j is refused', async (cursor) => {
    const { context, operation } = scriptedIndexes({ 'toncenter-v3': index([]) });
    await expect(readHistory(context, {}, ann, { limit: 5, cursor }, operation())).rejects.toThrow(RefusedError);
  });
});

describe('events of tonapi', () => {
  const card = (one: Address) => ({ address: one.toRawString(), is_scam: false, is_wallet: true });
  const transfer = (sender: Address, recipient: Address, amount: number, status = 'ok') => ({
    type: 'TonTransfer',
    status,
    TonTransfer: { sender: card(sender), recipient: card(recipient), amount, comment: 'hello' },
    base_transactions: [],
  });
  const event = (lt: number, actions: readonly Json[], more: object = {}) => ({
    event_id: lt.toString(16).padStart(64, '0'),
    account: card(ann),
    timestamp: scriptTime,
    actions,
    lt,
    in_progress: false,
    ext_msg_hash: 'ff'.repeat(32),
    ...more,
  });
  const read = async (events: readonly Json[]) => {
    const path = `/accounts/${canonicalAddress(ann)}/events`;
    const routes = {
      [path]: (query: URLSearchParams) => {
        const before = Number(query.get('before_lt') ?? Number.MAX_SAFE_INTEGER);
        const rest = events.filter(({ lt }) => lt < before).slice(0, Number(query.get('limit')));
        return { events: rest, next_from: rest.length === Number(query.get('limit')) ? rest.at(-1)?.lt : 0 };
      },
    };
    const { context, operation } = scriptedIndexes({ tonapi: routes });
    const entries = [];
    let cursor: string | undefined;
    do {
      const page = await readHistory(context, {}, ann, { limit: 2, cursor }, operation());
      entries.push(...page.transactions.map(({ parsed }) => parsed));
      cursor = page.next;
    } while (cursor !== undefined);
    return entries;
  };

  it('show what the account itself took part in', async () => {
    const jetton = { address: master.toRawString(), name: 'Fake', symbol: 'USDT', decimals: 6 };
    const wallets = { senders_wallet: annsTokens.toRawString(), recipients_wallet: '' };
    const entries = await read([
      event(9, [transfer(ann, bob, 5)]),
      event(8, [transfer(bob, ann, 6), transfer(bob, address('c'), 7)], { in_progress: true }),
      event(7, [transfer(ann, bob, 1, 'failed')]),
      event(6, [
        {
          type: 'JettonTransfer',
          status: 'ok',
          JettonTransfer: { sender: card(ann), recipient: card(bob), amount: '8', jetton, ...wallets },
        },
      ]),
      event(5, [{ type: 'NftPurchase', status: 'ok', NftPurchase: {} }]),
    ]);
    expect(entries).toMatchObject([
      {
        id: 'ff'.repeat(32),
        mode: 'transfer',
        state: 'confirmed',
        memo: 'hello',
        senders: [{ address: walletAddress(ann), amount: '5', ticker: 'TON' }],
        recipients: [{ address: walletAddress(bob), amount: '5', ticker: 'TON' }],
      },
      { id: 'ff'.repeat(32), state: 'unconfirmed', recipients: [{ address: walletAddress(ann), amount: '6' }] },
      { id: 'ff'.repeat(32), state: 'failed' },
      // A jetton that calls itself USDT is named by its address.
      { mode: 'transferToken', tokenId: canonicalAddress(master), senders: [{ amount: '8', ticker: 'EQDd..3Rl2' }] },
      { id: 'ff'.repeat(32), mode: 'unknown', state: 'confirmed', ...incomplete(['an action']) },
    ]);
  });

  const price = (value: number, more: object = { currency_type: 'native', token_name: 'TON' }) => ({
    ...{ value: String(value), decimals: 9, image: '', verification: 'none' },
    ...more,
  });
  const jetton = { address: master.toRawString(), name: 'Demo', symbol: 'DEMO', decimals: 6 };
  const [me, them] = [walletAddress(ann), walletAddress(bob)];
  const [contract, tokenId] = [canonicalAddress(bob), canonicalAddress(master)];
  const coins = (by: string, amount: string) => ({ address: by, amount, ticker: 'TON' });
  const demo = (by: string, amount: string) => ({ address: by, amount, ticker: 'DEMO', tokenId });

  it.each<[string, Json, object]>([
    [
      'JettonSwap',
      {
        ...{ dex: 'stonfi', amount_in: '', amount_out: '30', ton_in: 103, user_wallet: card(ann), router: card(bob) },
        jetton_master_out: jetton,
      },
      { senders: [coins(me, '103'), demo(contract, '30')], recipients: [coins(contract, '103'), demo(me, '30')] },
    ],
    [
      'JettonSwap',
      {
        ...{ dex: 'dedust', amount_in: '30', amount_out: '', ton_out: 90, user_wallet: card(ann), router: card(bob) },
        jetton_master_in: jetton,
      },
      { senders: [demo(me, '30'), coins(contract, '90')], recipients: [demo(contract, '30'), coins(me, '90')] },
    ],
    [
      'NftPurchase',
      { auction_type: 'getgems', amount: price(7), nft: {}, seller: card(bob), buyer: card(ann) },
      { senders: [coins(me, '7')], recipients: [coins(them, '7')] },
    ],
    [
      'NftPurchase',
      {
        ...{ auction_type: 'getgems', nft: {}, seller: card(bob), buyer: card(ann) },
        amount: price(7, { currency_type: 'jetton', token_name: 'DEMO', jetton: master.toRawString() }),
      },
      {
        senders: [{ address: me, amount: '7', ticker: 'EQDd..3Rl2', tokenId }],
        recipients: [{ address: them, amount: '7', ticker: 'EQDd..3Rl2', tokenId }],
      },
    ],
    [
      'AuctionBid',
      { auction_type: 'DNS.ton', amount: price(8, { token_name: 'TON' }), bidder: card(ann), auction: card(bob) },
      { senders: [coins(me, '8')], recipients: [coins(contract, '8')] },
    ],
    [
      'Purchase',
      { source: card(ann), destination: card(bob), invoice_id: 'x', amount: price(9) },
      { senders: [coins(me, '9')], recipients: [coins(them, '9')] },
    ],
    [
      'Subscribe',
      { subscriber: card(ann), beneficiary: card(bob), price: price(4), initial: true, subscription: 'x' },
      { senders: [coins(me, '4')], recipients: [coins(them, '4')] },
    ],
    [
      'LiquidityDeposit',
      { protocol: {}, from: card(ann), tokens: [{ price: price(5), vault: card(bob) }] },
      { senders: [coins(me, '5')], recipients: [coins(contract, '5')] },
    ],
    ['GasRelay', { amount: 6, relayer: card(ann), target: card(bob) }, { senders: [coins(me, '6')] }],
    ['ElectionsDepositStake', { amount: 3, staker: card(ann) }, { senders: [coins(me, '3')] }],
    ['ElectionsRecoverStake', { amount: 3, staker: card(ann) }, { recipients: [coins(me, '3')] }],
    [
      'FlawedJettonTransfer',
      { sender: card(bob), recipient: card(ann), sent_amount: '100', received_amount: '90', jetton },
      { mode: 'transferToken', tokenId, senders: [demo(them, '100')], recipients: [demo(me, '90')] },
    ],
    [
      'JettonBurn',
      { sender: card(ann), senders_wallet: annsTokens.toRawString(), amount: '5', jetton },
      { tokenId, senders: [demo(me, '5')] },
    ],
  ])('show what %s moved, and what it cost', async (type, said, wanted) => {
    const [parsed] = await read([event(5, [{ type, status: 'ok', [type]: said }], { extra: -11 })]);
    expect(parsed).toMatchObject({
      mode: 'unknown',
      state: 'confirmed',
      fees: { amount: '11', ticker: 'TON' },
      ...wanted,
    });
    expect([parsed?.warnings, parsed?.recipients]).toEqual([undefined, (wanted as { recipients?: Json }).recipients]);
  });

  it('show a failed call as failed, with the coins that the contract kept', async () => {
    const said = { executor: card(ann), contract: card(bob), ton_attached: 2000, operation: '0x1' };
    const failed = { type: 'SmartContractExec', status: 'failed', SmartContractExec: said };
    const [bounced, kept, unknown] = await read([
      event(9, [failed], { extra: -5 }),
      event(8, [failed], { extra: -2005 }),
      event(7, [{ type: 'NewThing', status: 'failed', NewThing: {} }]),
    ]);
    const common = { mode: 'transfer', state: 'failed', fees: { amount: '5', ticker: 'TON' } };
    expect(bounced).toMatchObject({ ...common, senders: [coins(me, '0')] });
    expect(bounced?.recipients).toBeUndefined();
    expect(kept).toMatchObject({ ...common, senders: [coins(me, '2000')], recipients: [coins(contract, '2000')] });
    expect(unknown).toMatchObject({ mode: 'unknown', state: 'failed' });
  });

  it('show what came back beyond the actions, and what receiving cost', async () => {
    const call = { executor: card(ann), contract: card(bob), ton_attached: 100, operation: '0x1' };
    const [back, came] = await read([
      event(9, [{ type: 'SmartContractExec', status: 'ok', SmartContractExec: call }], { extra: 90 }),
      event(8, [transfer(bob, ann, 6)], { extra: -2 }),
    ]);
    expect(back).toMatchObject({
      ...{ mode: 'transfer', senders: [coins(me, '100')], recipients: [coins(contract, '100'), coins(me, '90')] },
      ...incomplete(['the fee']),
    });
    expect(back?.fees).toBeUndefined();
    expect(came).toMatchObject({ fees: { amount: '2', ticker: 'TON', payer: me }, recipients: [coins(me, '6')] });
  });

  it('cost only themselves if they do not fit', async () => {
    const entries = await read([
      event(9, [transfer(ann, bob, 5)]),
      { ...event(8, []), timestamp: 'yesterday' },
      event(7, [transfer(bob, ann, 6), { type: 'TonTransfer', status: 'ok', TonTransfer: { amount: -1 } }, 'x']),
      event(6, [transfer(ann, bob, 4)]),
    ]);
    expect(entries).toMatchObject([
      { senders: [coins(me, '5')] },
      { id: '8'.padStart(64, '0'), mode: 'unknown', state: 'unknown', ...incomplete(['what it did']) },
      { mode: 'unknown', recipients: [coins(me, '6')], ...incomplete(['an action']) },
      { senders: [coins(me, '4')] },
    ]);
    const path = `/accounts/${canonicalAddress(ann)}/events`;
    const routes = { [path]: () => ({ events: [7, event(6, []), null], next_from: 0 }) };
    const { context, operation } = scriptedIndexes({ tonapi: routes });
    const page = await readHistory(context, {}, ann, { limit: 5, cursor: undefined }, operation());
    expect([page.transactions.length, page.unlisted]).toEqual([1, 2]);
  });
});

describe('a part of a page that does not fit costs only itself', () => {
  const page = async (routes: Routes) => {
    const { context, operation } = scriptedIndexes({ 'toncenter-v3': routes });
    const { transactions, next } = await readHistory(context, {}, ann, { limit: 9, cursor: undefined }, operation());
    expect(next).toBeUndefined();
    return transactions.map(({ parsed }) => parsed);
  };
  const life = many(4);
  const whole = index(life);
  const [broken] = life;
  const changed = (path: string, change: (answer: Json) => void): Routes => ({
    ...whole,
    [path]: (query: URLSearchParams) => {
      const answer = whole[path]?.(query);
      change(answer);
      return answer;
    },
  });

  it.each<[string, Json]>([
    ['no object', 7],
    ['null', null],
    ['another place', { trace_id: 'x', trace_end_lt: '5', end_utime: scriptTime }],
    ['no time', { trace_id: idOf(broken as Life).toString('base64'), trace_end_lt: 'soon' }],
  ])('an action: %s', async (_, odd) => {
    const shown = await page(changed('/actions', ({ actions }) => void actions.splice(1, 0, odd)));
    expect(shown.map(({ id }) => id)).toEqual(ids(life));
  });

  it('and a trace that only such actions name is counted', async () => {
    const routes = changed(
      '/actions',
      ({ actions }) => void actions.splice(1, 2, null, { ...actions[1], end_utime: null }),
    );
    const { context, operation } = scriptedIndexes({ 'toncenter-v3': routes });
    const shown = await readHistory(context, {}, ann, { limit: 25, cursor: undefined }, operation());
    expect(shown.unlisted).toBeGreaterThan(0);
  });

  it.each([null, 'x', 7, undefined])('the id of a trace (%s)', async (odd) => {
    const routes = changed('/traces', ({ traces }) => void Object.assign(traces[1], { trace_id: odd }));
    const shown = await page(routes);
    expect(shown.filter(({ mode }) => mode === 'unknown')).toMatchObject([incomplete(['what it moved'])]);
    expect(shown).toHaveLength(life.length);
  });

  it.each<[string, (trace: Json) => void]>([
    ['its transactions', (trace) => Object.assign(trace, { transactions: 'none' })],
    ['all of its transactions', (trace) => Object.assign(trace, { transactions: { a: 7 } })],
    [
      'the body of a message',
      (trace) => {
        const [row] = Object.values<Json>(trace.transactions);
        row.in_msg.message_content.body = 'te6';
      },
    ],
  ])('a trace: %s', async (_, change) => {
    const id = idOf(broken as Life).toString('base64');
    const routes = changed('/traces', ({ traces }) => change(traces.find((each: Json) => each.trace_id === id)));
    const shown = await page(routes);
    expect(shown.map((each) => each.id)).toEqual(ids(life));
    expect(shown.at(-1)).toMatchObject({ mode: 'unknown', ...incomplete(['what it moved']) });
    expect(shown.slice(0, -1).every(({ mode }) => mode === 'transfer')).toBe(true);
  });

  it.each<[string, Json]>([
    ['an address', { nobody: { token_info: [] } }],
    ['no object', { [`0:${'99'.repeat(32)}`]: 7 }],
    ['a list', { [`0:${'99'.repeat(32)}`]: { is_indexed: 'yes', token_info: 'none' } }],
    ['an element', { [`0:${'99'.repeat(32)}`]: { is_indexed: true, token_info: [7, { type: 'jetton_wallets' }] } }],
  ])('metadata: %s', async (_, odd) => {
    const shown = await page(changed('/traces', ({ metadata }) => void Object.assign(metadata, odd)));
    expect(shown.every(({ mode }) => mode === 'transfer')).toBe(true);
  });

  it('a trace of a contract that takes orders in the form of a wallet, and sends something else', async () => {
    const wallet = { version: 'v5r1', walletId: defaultWalletId('v5r1', -239), publicKey: new Uint8Array(32) } as const;
    const message = { to: ann, bounce: false, value: 9n, mode: 3 as const, body: undefined };
    const signing = signingMessage({ wallet, seqno: 3, validUntil: 1_800_000_000, message });
    const signed = signedBody('v5r1', signing, new Uint8Array(64));
    const sent = internalMessage(bob, ann, 9n, commentCell('x'));
    const transactions = [
      { ...common, account: bob, lt: 500n, incoming: externalIn(bob, signed), outgoing: [sent] },
      { ...common, account: ann, lt: 501n, incoming: sent, outgoing: [] },
    ];
    const odd: Life = { endLt: 501n, actions: 1, transactions };
    const shown = await page(index([...life, odd]));
    expect(shown[0]).toMatchObject({
      id: idOf(odd).toString('hex'),
      mode: 'unknown',
      ...incomplete(['what it moved']),
    });
    expect(shown).toHaveLength(5);
  });
});
