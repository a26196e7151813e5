import { toHex, UpstreamError } from '@isochain/core';
import { incomplete } from '@isochain/core/movements';
import { describe, expect, it } from 'vitest';
import {
  externalIn,
  internalMessage,
  type Json,
  messageCell,
  type Routes,
  type Scripted,
  scriptedIndexes,
  tonapiTrace,
  tonapiTransaction,
  transactionCell,
  v3Traces,
  v3Transaction,
} from '../../test/scripted-traces.ts';
import { canonicalAddress, walletAddress } from '../address/address.ts';
import { commentCell } from '../bytes/comment.ts';
import { jettonOps, jettonTransferCell } from '../bytes/jetton-messages.ts';
import type { TonKind } from '../options.ts';
import { Address, beginCell, Cell } from '../ton-core.ts';
import { normalizedHash, type OutMessage, signedBody, signingMessage } from '../wallets/signing-message.ts';
import { defaultWalletId } from '../wallets/wallet.ts';
import { readTransaction } from './transaction.ts';

const address = (digit: string) => Address.parseRaw(`0:${digit.repeat(64)}`);
const [ann, bob, eve, master] = [address('a'), address('b'), address('e'), address('d')];
const [annsTokens, bobsTokens] = [address('1'), address('2')];

/** The signed body with which Ann's wallet sends. The signature is not checked here: the chain did. */
function body(message: Partial<OutMessage> & Pick<OutMessage, 'to' | 'value'>): Cell {
  const wallet = { version: 'v4r2', walletId: defaultWalletId('v4r2', -239), publicKey: new Uint8Array(32) } as const;
  const whole = { bounce: false, mode: 3 as const, ...message };
  const signing = signingMessage({ wallet, seqno: 7, validUntil: 1_800_000_000, message: whole });
  return signedBody('v4r2', signing, new Uint8Array(64).fill(9));
}

/** The wallet's transaction, and the recipient's. */
function payment({ skips = false, bounce = false } = {}): [Scripted, Scripted] {
  const memo = commentCell('rent');
  const external = externalIn(ann, body({ to: bob, value: 500n, body: memo, bounce }));
  const sent = internalMessage(ann, bob, 500n, memo, { bounce });
  const common = { succeeds: true, skippedActions: 0, totalFees: 300n } as const;
  return [
    {
      ...common,
      account: ann,
      lt: 4n,
      incoming: external,
      outgoing: skips ? [] : [sent],
      skippedActions: skips ? 1 : 0,
    },
    { ...common, account: bob, lt: 6n, incoming: sent, outgoing: [] },
  ];
}

const idOf = (account: Address, signed: Cell) => toHex(normalizedHash(account, signed));
const paymentId = idOf(ann, body({ to: bob, value: 500n, body: commentCell('rent') }));
const nothing: Json = { traces: [] };

/** An index with one trace, under any id. */
function v3(answer: Json): Routes {
  return {
    '/traces': (query) => (query.has('msg_hash') ? answer : nothing),
    '/pendingTraces': () => nothing,
  };
}

async function read(routes: { readonly [K in TonKind]?: Routes }, id = paymentId) {
  const indexes = scriptedIndexes(routes);
  const found = await readTransaction(indexes.context, {}, id, indexes.operation());
  return { parsed: found?.parsed, raw: found?.raw, requests: indexes.requests };
}

async function rejection(routes: { readonly [K in TonKind]?: Routes }, id = paymentId): Promise<string> {
  const error = await read(routes, id).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UpstreamError)) throw new Error(`not refused: ${error}`);
  return error.attempts.map(({ detail }) => detail).join('; ');
}

const [sent, received] = payment();
const tonapi = (trace: Json): Routes => ({
  [`/traces/${paymentId}`]: () => trace,
  [`/events/${paymentId}`]: () => ({ actions: [] }),
});

describe.each([
  ['toncenter-v3', v3(v3Traces(payment()))],
  ['tonapi', tonapi(tonapiTrace(payment()))],
] as const)('a transaction from %s', (kind, routes) => {
  it('is read by the normalized hash', async () => {
    const { parsed, raw } = await read({ [kind]: routes });
    expect(parsed).toEqual({
      id: paymentId,
      mode: 'transfer',
      state: 'confirmed',
      memo: 'rent',
      nonce: '7',
      gas: '3308',
      // 300 of the transaction, and 44,445 to forward the message.
      fees: { amount: '44745', ticker: 'TON' },
      timestamp: '1780000000000',
      senders: [
        { address: walletAddress(ann), amount: '500', ticker: 'TON' },
        // What its own contract cost the recipient.
        { address: walletAddress(bob), amount: '300', ticker: 'TON' },
      ],
      recipients: [{ address: walletAddress(bob), amount: '500', ticker: 'TON' }],
      ...(kind === 'tonapi' ? {} : { blockHeight: '50000000' }),
    });
    expect(raw).toHaveProperty('account');
  });
});

describe('the transaction of another account', () => {
  const routes = { 'toncenter-v3': v3(v3Traces([sent, received])) };
  const wanted = {
    id: transactionCell(received).hash().toString('hex'),
    mode: 'transfer',
    state: 'confirmed',
    memo: 'rent',
    fees: { amount: '300', ticker: 'TON', payer: walletAddress(bob) },
    senders: [{ address: walletAddress(ann), amount: '500', ticker: 'TON' }],
    recipients: [{ address: walletAddress(bob), amount: '500', ticker: 'TON' }],
  };

  it('is read by the hash of the message and by its own hash', async () => {
    expect((await read(routes, messageCell(received.incoming).hash().toString('hex'))).parsed).toMatchObject(wanted);
    expect((await read(routes, wanted.id)).parsed).toMatchObject(wanted);
  });

  it('has contents that give the hash of the message', async () => {
    const hash = messageCell(received.incoming).hash().toString('hex');
    for (const lie of [{ value: '501' }, { source: eve.toRawString() }, { created_lt: '1' }, { bounce: true }]) {
      const traces = v3Traces([sent, received]);
      for (const row of Object.values<Json>(traces.traces[0].transactions)) {
        if (row.in_msg.source !== null) Object.assign(row.in_msg, lie);
        for (const message of row.out_msgs) Object.assign(message, lie);
      }
      expect(await rejection({ 'toncenter-v3': v3(traces) }, hash)).toContain('another transaction');
    }
  });
});

describe('an endpoint that lies', () => {
  const lying = (change: (row: Json) => void) => {
    const traces = v3Traces([sent, received]);
    change(Object.values<Json>(traces.traces[0].transactions).find((row) => row.in_msg.source === null));
    return { 'toncenter-v3': v3(traces) };
  };

  it.each<[string, (row: Json) => void]>([
    ['another amount', (row) => Object.assign(row.out_msgs[0], { value: '900' })],
    ['another recipient', (row) => Object.assign(row.out_msgs[0], { destination: eve.toRawString() })],
    ['a message that nobody asked for', (row) => row.out_msgs.push(row.out_msgs[0])],
    [
      'another text',
      (row) => {
        const text = commentCell('gift');
        row.out_msgs[0].message_content = { hash: null, body: text.toBoc().toString('base64') };
      },
    ],
  ])('about what the wallet sent is refused: %s', async (_, change) => {
    expect(await rejection(lying(change))).toContain('not asked to send');
  });

  it.each<[string, (row: Json) => void, string]>([
    [
      'another body',
      (row) => Object.assign(row.in_msg.message_content, { body: commentCell('x').toBoc().toString('base64') }),
      'its body has another hash',
    ],
    [
      'another normalized hash',
      (row) => Object.assign(row.in_msg, { hash_norm: Buffer.alloc(32).toString('base64') }),
      'another normalized hash',
    ],
    ['a negative fee', (row) => Object.assign(row, { total_fees: '-5' }), 'total_fees'],
    [
      'no compute phase',
      (row) => Object.assign(row.description, { compute_ph: null }),
      'does not tell whether the contract ran',
    ],
    [
      'no outcome',
      (row) => Object.assign(row.description.compute_ph, { success: null }),
      'does not tell whether the contract ran',
    ],
    [
      'no action phase',
      (row) => Object.assign(row.description, { action: null }),
      'does not tell whether the contract ran',
    ],
  ])('in the answer itself is refused: %s', async (_, change, reason) => {
    expect(await rejection(lying(change))).toContain(reason);
  });

  it('with another wallet is refused', async () => {
    const other = { ...sent, account: eve, incoming: externalIn(eve, body({ to: bob, value: 500n })) };
    expect(await rejection({ 'toncenter-v3': v3(v3Traces([other])) })).toContain('another transaction');
    expect(await rejection({ tonapi: tonapi(tonapiTrace([other])) })).toContain('another transaction');
  });

  it('with bytes that do not have the hash is refused', async () => {
    const trace = tonapiTrace([sent, received]);
    trace.transaction.raw = transactionCell({ ...sent, totalFees: 1n })
      .toBoc()
      .toString('hex');
    expect(await rejection({ tonapi: tonapi(trace) })).toContain('its bytes are not the transaction');
  });

  it('is passed over if another one answers', async () => {
    const lies = lying((row) => Object.assign(row.out_msgs[0], { value: '900' }));
    const { parsed } = await read({ ...lies, tonapi: tonapi(tonapiTrace(payment())) });
    expect(parsed?.recipients?.[0]?.amount).toBe('500');
  });
});

describe('the state', () => {
  const stateOf = async (traces: Json) => (await read({ 'toncenter-v3': v3(traces) })).parsed?.state;
  const changed = (more: object) => {
    const traces = v3Traces([sent, received]);
    for (const row of Object.values<Json>(traces.traces[0].transactions)) Object.assign(row, more);
    return traces;
  };

  it('is pending while the transaction is only expected, and unconfirmed until its block is final', async () => {
    const pending = {
      '/traces': () => nothing,
      '/pendingTraces': () => changed({ emulated: true, finality: 'pending' }),
    };
    expect((await read({ 'toncenter-v3': pending })).parsed?.state).toBe('pending');
    expect(await stateOf(changed({ finality: 'confirmed' }))).toBe('unconfirmed');
  });

  it('is read although an expected transaction has null for its messages', async () => {
    const traces = changed({ emulated: true, finality: 'pending' });
    Object.values<Json>(traces.traces[0].transactions)[1].out_msgs = null;
    expect(await stateOf(traces)).toBe('pending');
  });

  it('is unconfirmed until the recipient has the message', async () => {
    const traces = v3Traces([sent]);
    traces.traces[0].trace_info = { trace_state: 'pending' };
    expect(await stateOf(traces)).toBe('unconfirmed');
    expect((await read({ tonapi: tonapi(tonapiTrace([sent])) })).parsed?.state).toBe('unconfirmed');
  });

  it('is failed if the wallet skipped the message', async () => {
    const [skipped] = payment({ skips: true });
    expect((await read({ 'toncenter-v3': v3(v3Traces([skipped])) })).parsed).toMatchObject({
      state: 'failed',
      mode: 'transfer',
      memo: 'rent',
      senders: [{ address: walletAddress(ann), amount: '0', ticker: 'TON' }],
    });
  });

  it('is failed if the coins came back, and confirmed if a recipient that failed kept them', async () => {
    const [wallet, contract] = payment({ bounce: true });
    const id = idOf(ann, body({ to: bob, value: 500n, body: commentCell('rent'), bounce: true }));
    const back = internalMessage(bob, ann, 400n, beginCell().endCell(), { bounced: true });
    const refused = { ...contract, succeeds: false, outgoing: [back] };
    expect((await read({ 'toncenter-v3': v3(v3Traces([wallet, refused])) }, id)).parsed?.state).toBe('failed');
    const kept = { ...received, succeeds: false };
    expect(await stateOf(v3Traces([sent, kept]))).toBe('confirmed');
  });
});

describe('a part of a trace that does not fit costs only itself', () => {
  it.each<[string, Json]>([
    ['a node', 7],
    ['a transaction', { transaction: { hash: 'x' }, children: [] }],
    ['its bytes', { transaction: { ...tonapiTransaction(received), raw: '00' }, children: 'none' }],
  ])('of tonapi: %s', async (_, odd) => {
    const trace = tonapiTrace(payment());
    trace.children.push(odd);
    const actions = [7, { JettonTransfer: { jetton: 'x' } }];
    const routes = { ...tonapi(trace), [`/events/${paymentId}`]: () => ({ actions }) };
    const { parsed } = await read({ tonapi: routes });
    expect(parsed).toMatchObject({ id: paymentId, memo: 'rent', ...incomplete(['a transaction of its trace']) });
  });

  it('of toncenter: another trace, and another transaction', async () => {
    const traces = v3Traces(payment());
    Object.assign(traces.traces[0].transactions, { odd: { account: 'nobody' } });
    traces.traces.push({ trace_id: 7 });
    const { parsed } = await read({ 'toncenter-v3': v3(traces) });
    expect(parsed).toMatchObject({ id: paymentId, memo: 'rent', ...incomplete(['a transaction of its trace']) });
  });

  it('but nothing is told of a transaction that itself does not fit', async () => {
    expect(await rejection({ 'toncenter-v3': v3({ traces: [7] }) })).toContain('expected object');
    const alone = {
      ...v3({ traces: [{ trace_id: v3Transaction(sent).hash, is_incomplete: true }] }),
      '/transactionsByMessage': () => ({ transactions: [{ ...v3Transaction(sent), total_fees: -5 }] }),
      '/transactions': () => ({ transactions: [] }),
    };
    expect(await rejection({ 'toncenter-v3': alone })).toContain('total_fees');
  });
});

it('takes the transaction alone if the trace is too large', async () => {
  const large = {
    traces: [{ trace_id: v3Transaction(sent).hash, is_incomplete: true, warning: 'trace is too large' }],
  };
  const routes = {
    ...v3(large),
    '/transactionsByMessage': () => ({ transactions: [v3Transaction(sent)] }),
    '/transactions': () => ({ transactions: [] }),
  };
  expect((await read({ 'toncenter-v3': routes })).parsed).toMatchObject({ id: paymentId, state: 'confirmed' });
  const huge = {
    [`/traces/${paymentId}`]: () => 413,
    [`/events/${paymentId}`]: () => 413,
    [`/blockchain/messages/${paymentId}/transaction`]: () => tonapiTransaction(sent),
  };
  expect((await read({ tonapi: huge })).parsed).toMatchObject({ id: paymentId, state: 'confirmed' });
});

it('asks the other index if one does not know the transaction, and never toncenter v2', async () => {
  const { parsed, requests } = await read({
    'toncenter-v2': {},
    'toncenter-v3': v3(nothing),
    tonapi: tonapi(tonapiTrace(payment())),
  });
  expect(parsed?.id).toBe(paymentId);
  expect(requests.filter((each) => each.includes('v2'))).toEqual([]);
  expect((await read({ 'toncenter-v3': v3(nothing), tonapi: {} })).parsed).toBeUndefined();
});

it('reads from an index without a view of what is pending, but not from one that fails', async () => {
  // What ton-indexer answers without its emulator: ton-index-go/main.go, GetPendingTraces.
  const said = (error: string) => () => Response.json({ error }, { status: 500 });
  const routes = v3(v3Traces(payment()));
  const without = { ...routes, '/pendingTraces': said('emulatedTracesRepository is not initialized') };
  expect((await read({ 'toncenter-v3': without })).parsed?.id).toBe(paymentId);
  const failing = { ...routes, '/pendingTraces': said('failed to acquire connection') };
  expect(await rejection({ 'toncenter-v3': failing })).toContain('500');
});

describe('jettons', () => {
  const notice = (amount: bigint, text: string) =>
    beginCell()
      .storeUint(jettonOps.notification, 32)
      .storeUint(0, 64)
      .storeCoins(amount)
      .storeAddress(ann)
      .storeBit(true)
      .storeRef(commentCell(text))
      .endCell();
  const receipt = internalMessage(bobsTokens, bob, 1n, notice(70n, 'for you'));
  const told: Scripted = {
    account: bob,
    lt: 9n,
    incoming: receipt,
    outgoing: [],
    succeeds: true,
    skippedActions: 0,
    totalFees: 5n,
  };
  const id = transactionCell(told).hash().toString('hex');
  const routes = (...wallets: [Address, Address, Address][]) => ({ 'toncenter-v3': v3(v3Traces([told], wallets)) });

  it('came if the wallet is of the recipient and the index confirms it', async () => {
    expect((await read(routes([bobsTokens, bob, master]), id)).parsed).toMatchObject({
      mode: 'transferToken',
      tokenId: canonicalAddress(master),
      memo: 'for you',
      senders: [{ address: canonicalAddress(ann), amount: '70', ticker: 'EQDd..3Rl2' }],
      recipients: [
        { address: walletAddress(bob), amount: '70', tokenId: canonicalAddress(master) },
        { address: walletAddress(bob), amount: '1', ticker: 'TON' },
      ],
    });
  });

  it('did not come if anybody else said so', async () => {
    for (const list of [routes(), routes([bobsTokens, eve, master])]) {
      const { parsed } = await read(list, id);
      expect(parsed).toMatchObject({ mode: 'transfer', recipients: [{ amount: '1', ticker: 'TON' }] });
      expect(parsed?.tokenId).toBeUndefined();
    }
  });

  it('are those of a swap that tonapi tells as a whole', async () => {
    const common = { succeeds: true, skippedActions: 0, totalFees: 1n } as const;
    const signed = body({ to: eve, value: 500n });
    const paid = internalMessage(ann, eve, 500n, Cell.EMPTY);
    const moving = (amount: bigint) =>
      beginCell()
        .storeUint(jettonOps.internalTransfer, 32)
        .storeUint(0, 64)
        .storeCoins(amount)
        .storeAddress(eve)
        .storeAddress(ann)
        .storeCoins(0n)
        .storeBit(false)
        .endCell();
    const arrived = internalMessage(bobsTokens, annsTokens, 40n, moving(30n));
    const rest = internalMessage(annsTokens, ann, 20n, beginCell().storeUint(jettonOps.excesses, 32).endCell());
    const list: Scripted[] = [
      { ...common, account: ann, lt: 1n, incoming: externalIn(ann, signed), outgoing: [paid] },
      { ...common, account: eve, lt: 2n, incoming: paid, outgoing: [] },
      { ...common, account: annsTokens, lt: 3n, incoming: arrived, outgoing: [rest] },
      { ...common, account: ann, lt: 4n, incoming: rest, outgoing: [] },
    ];
    const card = (one: Address) => ({ address: one.toRawString() });
    const preview = { ...card(master), name: 'Demo', symbol: 'DEMO', decimals: 6 };
    const told = async (amount: string) => {
      const said = { amount_in: '', amount_out: amount, ton_in: 500, user_wallet: card(ann), router: card(eve) };
      const id = idOf(ann, signed);
      const routes = {
        [`/traces/${id}`]: () => tonapiTrace(list),
        [`/events/${id}`]: () => ({
          actions: [{ type: 'JettonSwap', JettonSwap: { ...said, jetton_master_out: preview } }],
        }),
      };
      return (await read({ tonapi: routes }, id)).parsed;
    };
    const demo = { amount: '30', ticker: 'DEMO', tokenId: canonicalAddress(master) };
    const swapped = await told('30');
    expect(swapped).toMatchObject({
      mode: 'unknown',
      senders: expect.arrayContaining([expect.objectContaining(demo)]),
    });
    expect(swapped?.recipients).toContainEqual({ address: walletAddress(ann), ...demo });
    // A wallet that got another amount is not the one that the swap tells of.
    expect((await told('31'))?.recipients?.some(({ tokenId }) => tokenId !== undefined)).toBe(false);
  });

  it('failed if the wallet of the recipient sent them back', async () => {
    const transfer = jettonTransferCell({ queryId: 0n, amount: 70n, to: bob, excessTo: ann, forwardAmount: 1n });
    const common = { succeeds: true, skippedActions: 0, totalFees: 1n } as const;
    const signed = body({ to: annsTokens, value: 50n, bounce: true, body: transfer });
    const order = internalMessage(ann, annsTokens, 50n, transfer, { bounce: true });
    const moving = beginCell().storeUint(jettonOps.internalTransfer, 32).storeUint(0, 64).storeCoins(70n).endCell();
    const moved = internalMessage(annsTokens, bobsTokens, 40n, moving, { bounce: true });
    const back = internalMessage(bobsTokens, annsTokens, 30n, moving, { bounced: true });
    const list: Scripted[] = [
      { ...common, account: ann, lt: 1n, incoming: externalIn(ann, signed), outgoing: [order] },
      { ...common, account: annsTokens, lt: 2n, incoming: order, outgoing: [moved] },
      { ...common, account: bobsTokens, lt: 3n, incoming: moved, outgoing: [back], succeeds: false },
      { ...common, account: annsTokens, lt: 4n, incoming: back, outgoing: [] },
    ];
    const traces = v3Traces(list, [[annsTokens, ann, master]]);
    expect((await read({ 'toncenter-v3': v3(traces) }, idOf(ann, signed))).parsed).toMatchObject({
      mode: 'transferToken',
      state: 'failed',
      tokenId: canonicalAddress(master),
      // Of 50 nanotons, 30 came back to the jetton wallet and no further.
      fees: { amount: String(50n + 1n + 44_445n), ticker: 'TON' },
      senders: [{ address: walletAddress(ann), amount: '0', ticker: 'TON' }],
    });
  });
});
