import type { HistoryPage } from '@isochain/core';
import { incomplete } from '@isochain/core/movements';
import { describe, expect, it } from 'vitest';
import { chainTransaction, feesTaken, type MadeTransaction, moved } from '../../test/chain-transaction.ts';
import { type ScriptedNode, type ScriptedNodes, scriptedNodes, transfer } from '../../test/scripted-index.ts';
import { notImplemented, refusal } from '../../test/scripted-rest.ts';
import { ibcDenom } from '../address/ibc-denom.ts';
import { readTokenFacts } from '../upstream/token-facts.ts';
import { readHistory } from './history.ts';
import { readTransaction } from './transaction.ts';

const ann = 'cosmos1ann';
const bob = 'cosmos1bob';
const eve = 'cosmos1eve';

const heights = ({ transactions }: HistoryPage) => transactions.map(({ parsed }) => Number(parsed.blockHeight));
const ids = ({ transactions }: HistoryPage) => transactions.map(({ parsed }) => parsed.id);

async function read(nodes: ScriptedNodes, limit: number, cursor?: string, account = ann) {
  const operation = nodes.operation();
  const page = await readHistory(nodes.context, account, { limit, cursor }, operation);
  return { page, roundTrips: operation.trace.roundTrips };
}

/** All pages, with the round trips of each. `between` is called after each. */
async function readAll(nodes: ScriptedNodes, limit: number, between = () => {}) {
  const seen: string[] = [];
  const trips: number[] = [];
  let cursor: string | undefined;
  do {
    const { page, roundTrips } = await read(nodes, limit, cursor);
    expect(page.transactions.length).toBeLessThanOrEqual(limit);
    seen.push(...ids(page));
    trips.push(roundTrips);
    cursor = page.next;
    between();
  } while (cursor !== undefined && trips.length < 300);
  return { seen, trips };
}

/** `count` transfers: every third one comes in, the others go out, and every tenth goes to Ann herself. Two in each block. */
function life(count: number): MadeTransaction[] {
  return Array.from({ length: count }, (_, i) => {
    const height = 100 + Math.floor(i / 2);
    const [from, to] = i % 10 === 0 ? [ann, ann] : i % 3 === 0 ? [bob, ann] : [ann, bob];
    return transfer(from, to, height, { sequence: i, memo: `number ${i}` });
  });
}

const generations = ['0.50', '0.46', '0.45'] as const;

describe.each(generations)('the history from a node of cosmos-sdk %s', (generation) => {
  const open = (transactions: MadeTransaction[], more: Partial<ScriptedNode> = {}) => {
    const node: ScriptedNode = { transactions, generation, ...more };
    return { node, nodes: scriptedNodes({ a: node }) };
  };

  it('has what was sent and what came in, each once, newest first', async () => {
    const { nodes } = open([
      transfer(bob, ann, 3),
      transfer(ann, bob, 7),
      transfer(ann, ann, 9),
      transfer(bob, eve, 11),
      transfer(ann, eve, 12, { code: 5 }),
    ]);
    const { page } = await read(nodes, 25);
    expect(heights(page)).toEqual([12, 9, 7, 3]);
    expect(page.next).toBeUndefined();
    expect(page.transactions[0]?.parsed).toMatchObject({ state: 'failed', mode: 'transfer', confirmations: '6' });
    expect(page.transactions[3]?.raw).toHaveProperty('tx.body.messages');
  });

  it('of an account without transactions is empty', async () => {
    const { nodes } = open([transfer(bob, eve, 3)]);
    expect((await read(nodes, 25)).page).toEqual({ transactions: [], next: undefined });
  });

  it.each([
    [1, 14],
    [2, 20],
    [7, 40],
    [25, 80],
    [94, 210],
    [100, 210],
  ])('is whole in pages of %i', async (limit, count) => {
    const { nodes } = open(life(count));
    const { seen } = await readAll(nodes, limit);
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
  });

  it('stays whole while blocks arrive, and shows nothing that came later', async () => {
    const { node, nodes } = open(life(50));
    const expected = (await readAll(scriptedNodes({ a: { transactions: life(50), generation } }), 100)).seen;
    let height = 1000;
    const arrive = () => {
      for (let i = 0; i < 9; i++) node.transactions.push(transfer(i % 2 === 0 ? ann : bob, ann, height++));
    };
    expect((await readAll(nodes, 10, arrive)).seen).toEqual(expected);
  });

  it('is whole even if one block fills several pages', async () => {
    const many = Array.from({ length: 60 }, (_, i) => transfer(bob, ann, 50, { memo: `number ${i}` }));
    const { nodes } = open([transfer(ann, bob, 49), ...many, transfer(ann, bob, 51)]);
    const { seen } = await readAll(nodes, 20);
    expect([seen.length, new Set(seen).size]).toEqual([62, 62]);
  });

  it('is whole although the node gives short pages', async () => {
    const { nodes } = open(life(70), generation === '0.45' ? {} : { cap: 10 });
    const { seen } = await readAll(nodes, 30);
    expect([seen.length, new Set(seen).size]).toEqual([70, 70]);
  });

  it('is whole although the node does not count', async () => {
    const lie = ({ txs, tx_responses }: { txs: unknown[]; tx_responses: unknown[] }) => ({ txs, tx_responses });
    const { nodes } = open(life(70), { lie });
    const { seen } = await readAll(nodes, 20);
    expect([seen.length, new Set(seen).size]).toEqual([70, 70]);
  });

  it('takes one round trip for a page, after the first', async () => {
    const { nodes } = open(life(160));
    const { trips } = await readAll(nodes, 25);
    // Older nodes refuse the first form of the search. That is remembered.
    expect(trips).toEqual([generation === '0.50' ? 1 : 2, ...trips.slice(1).map(() => 1)]);
    expect((await read(nodes, 25)).roundTrips).toBe(1);
  });

  it('asks all lists for one page', async () => {
    const { nodes } = open(life(30));
    await read(nodes, 5);
    nodes.requests.length = 0;
    const { page } = await read(nodes, 5);
    const staked = `a delegate.delegator='${ann}'`;
    expect(nodes.requests).toEqual([
      ...[`a message.sender='${ann}' 1x11`, `a transfer.recipient='${ann}' 1x11`, `${staked} 1x11`],
    ]);
    nodes.requests.length = 0;
    await read(nodes, 5, page.next);
    // A list that has ended is not asked again. If pages are counted, the pages that hold the place are asked for at the same time.
    expect(nodes.requests).toEqual(
      generation === '0.50'
        ? [`a message.sender='${ann}' AND tx.height<=112 1x11`, `a transfer.recipient='${ann}' AND tx.height<=112 1x11`]
        : [`a message.sender='${ann}' 1x11`, `a message.sender='${ann}' 2x11`, `a transfer.recipient='${ann}' 1x11`],
    );
  });

  it('puts the transactions of an account in one block in their order', async () => {
    const { nodes } = open([1, 2, 3, 4].map((sequence) => transfer(ann, bob, 60, { sequence })));
    const { page } = await read(nodes, 10);
    expect(page.transactions.map(({ parsed }) => parsed.nonce)).toEqual(['4', '3', '2', '1']);
  });
});

describe('a long page', () => {
  it.each(generations)('comes in one round trip from cosmos-sdk %s, after the first page', async (generation) => {
    const nodes = scriptedNodes({ a: { transactions: life(320), generation } });
    const { page } = await read(nodes, 100);
    const { roundTrips } = await read(nodes, 100, page.next);
    expect(roundTrips).toBe(1);
  });
});

describe('a page token', () => {
  it('is refused if it is malformed', async () => {
    const nodes = scriptedNodes({ a: { transactions: life(60) } });
    const { page } = await read(nodes, 5);
    const { next = '' } = page;
    const wrong = [
      '',
      'x',
      '#0,0',
      '{}#0,0',
      next.replace('#', ''),
      `${next},1`,
      next.replace('rest', 'rpc'),
      `${next}1234567890`,
    ];
    nodes.requests.length = 0;
    for (const cursor of wrong) await expect(read(nodes, 5, cursor)).rejects.toMatchObject({ code: 'page.invalid' });
    expect(nodes.requests).toEqual([]);
  });

  it('is valid at every other node, of any version', async () => {
    const expected = (await readAll(scriptedNodes({ a: { transactions: life(30) } }), 100)).seen;
    for (const first of generations) {
      for (const second of generations) {
        const { page } = await read(scriptedNodes({ a: { transactions: life(30), generation: first } }), 5);
        const other = scriptedNodes({ b: { transactions: life(30), generation: second } });
        const { page: next } = await read(other, 5, page.next);
        expect([...ids(page), ...ids(next)]).toEqual(expected.slice(0, 10));
        expect([...ids(next), ...ids((await read(other, 5, next.next)).page)]).toEqual(expected.slice(5, 15));
      }
    }
  });

  it('is good at a node that has fewer transactions than the one before', async () => {
    const all = life(80);
    const first = scriptedNodes({ a: { transactions: all, generation: '0.46' } });
    const { page } = await read(first, 60);
    const expected = ids((await read(first, 10, page.next)).page);
    // This node does not have the newest ones yet.
    const lagging = scriptedNodes({ a: { transactions: all.slice(0, 25), generation: '0.46' } });
    expect(ids((await read(lagging, 10, page.next)).page)).toEqual(expected);
  });
});

describe('a node', () => {
  const good = () => ({ transactions: life(30) });
  const expected = async () => ids((await read(scriptedNodes({ a: good() }), 10)).page);

  it.each([
    ['keeps no index', refusal(500, 13, 'transaction indexing is disabled due to no kvEventSink')],
    ['has no index', refusal(500, 13, 'transaction indexing is disabled')],
    ['has dropped old blocks', refusal(500, 2, 'height 5 is not available, lowest height is 900')],
    ['does not have the route', notImplemented],
    // What grpc-go answers (server.go).
    ['does not serve the query', refusal(501, 12, 'unknown service cosmos.tx.v1beta1.Service')],
    ['is out of order', refusal(500, 13, 'runtime error: index out of range')],
    ['is behind a proxy that is not', () => new Response('<html>', { status: 502 })],
    ['answers no page', () => Response.json({ txs: 5 })],
  ])('that %s is passed over', async (_, instead) => {
    const nodes = scriptedNodes({ a: { transactions: [], instead }, b: good() });
    expect(ids((await read(nodes, 10)).page)).toEqual(await expected());
    // If there is no other, the history cannot be read. It is not empty.
    const alone = scriptedNodes({ a: { transactions: [], instead } });
    await expect(read(alone, 10)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('without an index is asked last from then on', async () => {
    const instead = refusal(500, 13, 'transaction indexing is disabled');
    const nodes = scriptedNodes({ a: { transactions: [], instead }, b: good() });
    await read(nodes, 10);
    nodes.requests.length = 0;
    await read(nodes, 10);
    expect(nodes.requests.every((request) => request.startsWith('b '))).toBe(true);
  });

  it('that was upgraded is asked in the new form', async () => {
    const changing = { transactions: life(30), generation: '0.46' as '0.46' | '0.50' };
    const nodes = scriptedNodes({ a: changing });
    await read(nodes, 10);
    changing.generation = '0.50';
    expect(ids((await read(nodes, 10)).page)).toEqual(await expected());
    expect((await read(nodes, 10)).roundTrips).toBe(1);
  });

  it('that takes neither form is passed over', async () => {
    const instead = refusal(400, 3, 'must declare at least one event to search');
    await expect(read(scriptedNodes({ a: { transactions: [], instead } }), 10)).rejects.toMatchObject({
      attempts: [{ endpoint: 'a', outcome: 'malformed', detail: 'it takes no form of the search' }],
    });
  });

  type Lie = NonNullable<ScriptedNode['lie']>;
  const reversed: Lie = (page) => ({
    ...page,
    txs: page.txs.toReversed(),
    tx_responses: page.tx_responses.toReversed(),
  });
  const strange: Lie = (page) => {
    const foreign = chainTransaction(transfer(bob, eve, 90));
    return {
      ...page,
      txs: [...page.txs, foreign.tx],
      tx_responses: [...page.tx_responses, foreign.tx_response],
      total: '99',
    };
  };
  const short: Lie = (page) => ({ ...page, txs: page.txs.slice(1) });
  const fewer: Lie = (page) => ({ ...page, total: '1' });
  const noHash: Lie = (page) => ({
    ...page,
    tx_responses: page.tx_responses.map((each) => ({ ...each, txhash: undefined })),
  });

  it.each([
    ['gives the oldest first', reversed],
    ['gives a transaction of another account', strange],
    ['leaves out the body of one', short],
    ['counts fewer than it gives', fewer],
    ['does not say which they are', noHash],
  ])('that %s is not believed', async (_, lie) => {
    const nodes = scriptedNodes({ a: { ...good(), lie }, b: good() });
    expect(ids((await read(nodes, 10)).page)).toEqual(await expected());
    await expect(read(scriptedNodes({ a: { ...good(), lie } }), 10)).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it('that ignores the height is not believed', async () => {
    const ignore = (transactions: MadeTransaction[]): ScriptedNode => {
      const node: ScriptedNode = { transactions };
      const lie: Lie = (page, url) => {
        if (!url.searchParams.get('query')?.includes('tx.height')) return page;
        const { tx, tx_response } = chainTransaction(transfer(ann, bob, 500));
        return { ...page, txs: [tx, ...page.txs.slice(1)], tx_responses: [tx_response, ...page.tx_responses.slice(1)] };
      };
      return { ...node, lie };
    };
    const { page } = await read(scriptedNodes({ a: good() }), 5);
    const nodes = scriptedNodes({ a: ignore(life(30)) });
    await expect(read(nodes, 5, page.next)).rejects.toMatchObject({
      attempts: [{ detail: 'a transaction above the height that was asked for' }],
    });
  });

  it.each(generations)('of %s that gives the same page for ever is not believed', async (generation) => {
    const one = chainTransaction(transfer(ann, bob, 150));
    const lie: Lie = (page) => ({
      ...page,
      txs: [one.tx],
      tx_responses: [one.tx_response],
      total: '50',
      pagination: null,
    });
    const nodes = scriptedNodes({ a: { transactions: life(200), generation, lie } });
    await expect(read(nodes, 5)).rejects.toMatchObject({ code: 'upstream.unavailable' });
    expect(nodes.requests.length).toBeLessThan(20);
  });

  it('that gives transactions twice shows them once', async () => {
    const lie: Lie = (page) => ({
      ...page,
      txs: page.txs.flatMap((tx) => [tx, tx]).slice(0, 9),
      tx_responses: page.tx_responses.flatMap((each) => [each, each]).slice(0, 9),
    });
    const { page } = await read(scriptedNodes({ a: { ...good(), lie } }), 3);
    expect(new Set(ids(page)).size).toBe(page.transactions.length);
  });

  it.each([
    ['time', { timestamp: 'today' }],
    ['block', { height: null }],
    ['result', { code: 'fine' }],
  ])('that writes an odd %s hides nothing else, and the entry says so', async (part, change) => {
    const lie: Lie = (page) => ({
      ...page,
      tx_responses: page.tx_responses.map((each, i) => (i === 1 ? { ...each, ...change } : each)),
    });
    const transactions = [1, 2, 3].map((height) => transfer(ann, bob, height));
    const { page } = await read(scriptedNodes({ a: { transactions, lie } }), 10);
    expect(page.transactions.length).toBe(3);
    const odd = page.transactions.map(({ parsed }) => parsed).find(({ warnings }) => warnings !== undefined);
    expect(odd?.warnings).toEqual(incomplete([`the ${part}`]).warnings);
    // What is in no block, or has no result, is not told as done.
    expect(odd?.state).toBe(part === 'time' ? 'confirmed' : 'unknown');
    if (part === 'result') expect(odd).not.toHaveProperty('recipients');
  });

  it('that writes a transaction without a hash hides nothing else', async () => {
    const lie: Lie = (page) => ({
      ...page,
      tx_responses: page.tx_responses.map((each, i) => (i === 1 ? { ...each, txhash: '?' } : each)),
    });
    const transactions = [1, 2, 3].map((height) => transfer(ann, bob, height));
    const { page } = await read(scriptedNodes({ a: { transactions, lie } }), 10);
    expect(heights(page)).toEqual([3, 1]);
    expect(page.unlisted).toBe(1);
  });

  it('that writes a transaction of an unknown shape hides nothing else', async () => {
    const lie: Lie = (page) => ({ ...page, txs: page.txs.map((tx, i) => (i === 1 ? { new: true, of: ann } : tx)) });
    const { page } = await read(
      scriptedNodes({ a: { transactions: [1, 2, 3].map((height) => transfer(ann, bob, height)), lie } }),
      10,
    );
    expect(page.transactions.map(({ parsed }) => parsed.mode)).toEqual(['transfer', 'unknown', 'transfer']);
  });
});

describe('tokens of a history', () => {
  const demo = 'factory/cosmos1ann/demo';
  const fake = 'factory/cosmos1eve/fake';
  const odd = 'factory/cosmos1eve/odd';
  const plain = 'uthing';
  // Its hash is the denomination.
  const voucher = ibcDenom('transfer/channel-9/ugold');
  const contract = `cosmos1${'q'.repeat(58)}`;
  const words = (symbol: string) => ({ name: `${symbol} token`, symbol, display: '', denom_units: [] });
  const facts: Record<string, object> = {
    [demo]: words('DEMO'),
    [fake]: words('A.T0M'),
    [odd]: { ...words('x'), base: 5 },
  };

  const node = (denoms: readonly string[]): ScriptedNode => ({
    transactions: denoms.map((denom, i) => ({
      ...transfer(bob, ann, i + 1),
      messages: [
        {
          '@type': '/cosmos.bank.v1beta1.MsgSend',
          from_address: bob,
          to_address: ann,
          amount: [{ denom, amount: '5' }],
        },
      ],
      events: moved(bob, ann, `5${denom}`, 0),
    })),
    instead(url) {
      const denom = url.searchParams.get('denom') ?? '';
      if (url.pathname.includes('denoms_metadata_by_query_string')) {
        const found = facts[denom];
        return found === undefined
          ? refusal(404, 5, 'not found')()
          : Response.json({ metadata: { base: denom, ...found } });
      }
      if (!url.pathname.includes('/ibc/apps/transfer/v1/denoms/')) return undefined;
      return Response.json({ denom: { base: 'ugold', trace: [{ port_id: 'transfer', channel_id: 'channel-9' }] } });
    },
  });
  const named = (page: HistoryPage) =>
    page.transactions.map(({ parsed }) => parsed.recipients?.map(({ ticker, tokenId }) => [tokenId, ticker])[0]);

  it('have the tickers of the account state and of the token, all asked for at once', async () => {
    const nodes = scriptedNodes({ a: node([voucher, plain, demo]) });
    const { page, roundTrips } = await read(nodes, 10);
    expect(named(page)).toEqual([
      [demo, 'DEMO'],
      [plain, plain],
      [voucher, 'ugold'],
    ]);
    expect(roundTrips).toBe(2);
    const state = await readTokenFacts(nodes.context, {}, [demo, plain, voucher], nodes.operation());
    expect([...state.values()].map(({ ticker }) => ticker)).toEqual(expect.arrayContaining(['DEMO', plain, 'ugold']));
    // Then they are known.
    expect((await read(nodes, 10)).roundTrips).toBe(1);
  });

  it('do not call themselves like the coin, and one odd answer costs only its own name', async () => {
    const { page } = await read(scriptedNodes({ a: node([odd, fake, demo]) }), 10);
    expect(named(page)).toEqual([
      [demo, 'DEMO'],
      [fake, 'fact..fake'],
      [odd, odd],
    ]);
  });

  it('are called by their ids if nobody answers, and the history is there', async () => {
    const silentNode: ScriptedNode = {
      ...node([demo]),
      instead: (url) => (url.pathname.endsWith('/txs') ? undefined : new Response('', { status: 502 })),
    };
    expect(named((await read(scriptedNodes({ a: silentNode }), 10)).page)).toEqual([[demo, demo]]);
  });

  it('of contracts are asked of the contract', async () => {
    const message = {
      '@type': '/cosmwasm.wasm.v1.MsgExecuteContract',
      sender: bob,
      contract,
      msg: { transfer: { recipient: ann, amount: '7' } },
      funds: [],
    };
    const events = [
      { type: 'message', attributes: { action: '/cosmwasm.wasm.v1.MsgExecuteContract', sender: ann }, message: 0 },
      {
        type: 'wasm',
        attributes: { _contract_address: contract, action: 'transfer', from: bob, to: ann, amount: '7' },
        message: 0,
      },
    ];
    const token_info = { name: '\u202eevil\u0000', symbol: 'CAR\u200bROT', decimals: 6 };
    const asked: ScriptedNode = {
      transactions: [{ height: 5, messages: [message], events }],
      instead: (url) =>
        url.pathname.includes(`/contract/${contract}/smart/`) ? Response.json({ data: token_info }) : undefined,
    };
    expect(named((await read(scriptedNodes({ a: asked }), 10)).page)).toEqual([[contract, 'CARROT']]);
  });
});

it('stakes that another account began are in the history, though no coins were sent', async () => {
  const stake = { '@type': '/cosmos.staking.v1beta1.MsgDelegate', delegator_address: ann, validator_address: 'val' };
  const exec = {
    ...{ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: bob },
    msgs: [{ ...stake, amount: { denom: 'uatom', amount: '400' } }],
  };
  const events = [
    ...feesTaken(bob),
    { type: 'coin_spent', attributes: { spender: ann, amount: '400uatom' }, message: 0 },
    { type: 'coin_received', attributes: { receiver: 'cosmos1pool', amount: '400uatom' }, message: 0 },
    { type: 'delegate', attributes: { validator: 'val', delegator: ann, amount: '400uatom' }, message: 0 },
  ];
  const nodes = scriptedNodes({ a: { transactions: [{ height: 5, messages: [exec], events }] } });
  const [entry] = (await read(nodes, 5)).page.transactions;
  expect(entry?.parsed).toMatchObject({
    mode: 'stake',
    senders: [{ address: ann, amount: '400' }],
    fees: { amount: '2500', payer: bob },
  });
});

it('an entry of a history and the transaction of the same id agree', async () => {
  const messages = [ann, eve].map((from) => ({
    ...{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: from, to_address: bob },
    amount: [{ denom: 'uatom', amount: '5' }],
  }));
  const events = [...feesTaken(ann), ...moved(ann, bob, '5uatom', 0), ...moved(eve, bob, '5uatom', 1)];
  const made = { height: 5, messages, events, memo: 'note' };
  const nodes = scriptedNodes({ a: { transactions: [made] } });
  const { txhash } = chainTransaction(made).tx_response;
  const whole = (await readTransaction(nodes.context, txhash, nodes.operation()))?.parsed;
  for (const account of [ann, bob, eve]) {
    const [entry] = (await read(nodes, 5, undefined, account)).page.transactions.map(({ parsed }) => parsed);
    const { fees, state, timestamp, mode, memo, warnings, blockHeight, gas, nonce } = entry ?? {};
    expect(whole).toMatchObject({ fees, state, timestamp, mode, memo, blockHeight, gas, nonce });
    expect(whole?.warnings).toEqual(warnings);
    expect(fees).toEqual({ amount: '2500', ticker: 'ATOM', payer: ann });
  }
});
