import { UpstreamError } from '@isochain/core';
import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { account, blockTime, made, transferData, transferLog } from '../../test/made-transactions.ts';
import { type Asked, blockJson, gridPage, type Json, openScripted, type Script } from '../../test/scripted-history.ts';

type Account = ReturnType<typeof account>;
const [ann, bob, eve, token] = ['a1', 'b2', 'ee', '70'].map(account) as [Account, Account, Account, Account];
const head = { number: 77_000_100, timestamp: blockTime + 300_000 };
const solid = { number: 77_000_080, timestamp: blockTime + 240_000 };

/** The time of a block of a script. */
const timeOf = (block: number) => blockTime + 3_000 * block;

let made10 = 0;

/** A row of `/transactions`. Each is another transaction. */
function native(block: number, type: string, value: Json, more: Json = {}) {
  const expiration = timeOf(block) + 60_000 + made10++;
  return {
    ...made(type, { owner_address: ann.hex, ...value }, { expiration }),
    ret: [{ contractRet: 'SUCCESS', fee: 1000 }],
    ...{ net_usage: 268, net_fee: 0, energy_usage: 0, energy_fee: 0, energy_usage_total: 0 },
    blockNumber: 77_000_000 + block,
    block_timestamp: timeOf(block),
    internal_transactions: [],
    ...more,
  };
}
const coins = (block: number, amount = 5) => native(block, 'TransferContract', { to_address: bob.hex, amount });
const tokenCall = (block: number, amount: bigint) =>
  native(block, 'TriggerSmartContract', { contract_address: token.hex, data: transferData(bob.word, amount) });

/** A row of `/transactions/trc20`. */
const tokens = (id: string, block: number, from: Account, to: Account, value: bigint, more: Json = {}) => ({
  transaction_id: id,
  // What the contract calls itself proves nothing.
  token_info: { symbol: 'USDT', address: token.text, decimals: 6, name: 'Tether USD' },
  block_timestamp: timeOf(block),
  from: from.text,
  to: to.text,
  type: 'Transfer',
  value: value.toString(),
  ...more,
});

/** A row of `/internal-transactions`, and of `/transactions` too. */
const internal = (id: string, block: number, value: Json, more: Json = {}) => ({
  internal_tx_id: `${id}-${made10++}`,
  tx_id: id,
  data: { note: '63616c6c', rejected: false, call_value: value },
  block_timestamp: timeOf(block),
  from_address: token.hex,
  to_address: ann.hex,
  ...more,
});

const idOf = (digits: string) => digits.repeat(64 / digits.length);

interface Lists {
  readonly native?: readonly Json[];
  readonly trc20?: readonly Json[];
  readonly internal?: readonly Json[];
}

/** How TronGrid pages, newest first. */
interface Paging {
  /** Pages that lack their fingerprint: a number of rows before the page. */
  readonly lacks?: (from: number) => boolean;
  /** Called for each page: new blocks arrive. */
  readonly onPage?: () => void;
  /** Fewer rows than were asked for. */
  readonly most?: number;
}

function gridOf(lists: () => Lists, { lacks = () => false, onPage, most = 200 }: Paging = {}): Script {
  const path = `/v1/accounts/${ann.text}`;
  const page =
    (name: keyof Lists) =>
    ({ query }: Asked) => {
      onPage?.();
      const until = Number(query.get('max_timestamp') ?? Number.POSITIVE_INFINITY);
      const limit = Math.min(Number(query.get('limit')), most);
      // A fingerprint is the number of rows that were listed from a moment on, so later blocks do not move it.
      const [count = 0, top = Number.POSITIVE_INFINITY] = (query.get('fingerprint') ?? '').split('~').map(Number);
      const all = (lists()[name] ?? [])
        .filter((row) => row.block_timestamp <= until && (count === 0 || row.block_timestamp <= top))
        .toSorted((a, b) => b.block_timestamp - a.block_timestamp);
      const newest = count === 0 ? all[0]?.block_timestamp : top;
      const end = count + limit;
      const hasMore = end < all.length && !lacks(count);
      return gridPage(all.slice(count, end), hasMore ? `${end}~${newest}` : undefined);
    };
  return {
    [`${path}/transactions`]: page('native'),
    [`${path}/transactions/trc20`]: page('trc20'),
    [`${path}/internal-transactions`]: page('internal'),
  };
}

const open = (lists: Lists | (() => Lists), paging: Paging = {}, options: Json = {}) =>
  openScripted(gridOf(typeof lists === 'function' ? lists : () => lists, paging), { head, solid, ...options });

type Chain = ReturnType<typeof open>['chain'];

async function readAll(chain: Chain, limit: number, onPage: () => void = () => undefined) {
  const found: Json[] = [];
  let nextPage: string | null | undefined;
  for (let pages = 0; pages < 500; pages++) {
    const page = await chain.history(ann.text, { limit, ...(nextPage ? { nextPage } : {}) });
    expect(page.transactions.length).toBeLessThanOrEqual(limit);
    found.push(...page.transactions.map(({ parsed }) => parsed));
    nextPage = page.pagination.nextPage;
    if (nextPage === null) return found;
    onPage();
  }
  throw new Error('The history has no end.');
}

const first = async (lists: Lists, options: Json = {}, nodes: Script = {}) => {
  const { chain } = openScripted({ ...gridOf(() => lists), ...nodes }, { head, solid, ...options });
  return (await chain.history(ann.text)).transactions.map(({ parsed }) => parsed as Json);
};

const lacking = (...parts: readonly string[]) => [
  expect.objectContaining({ code: 'transaction.incomplete', context: { parts: parts.join(', ') } }),
];

/** What a node says of transactions in blocks. */
const nodeWith = (...known: readonly (readonly [transaction: Json, block: number, info: Json])[]): Script => ({
  '/wallet/gettransactionbyid': ({ body }) => {
    const [transaction] = known.find(([{ txID }]) => txID === body.value) ?? [];
    return transaction && { ...transaction, ret: [{ contractRet: 'SUCCESS' }] };
  },
  '/wallet/gettransactioninfobyid': ({ body }) => {
    const [, block = 0, info] = known.find(([{ txID }]) => txID === body.value) ?? [];
    return (
      info && { id: body.value, blockNumber: 77_000_000 + block, blockTimeStamp: timeOf(block), receipt: {}, ...info }
    );
  },
});

const usd = `${token.text.slice(0, 4)}..${token.text.slice(-4)}`;
const tokenIds: Json = { BTT: '1002000', [usd]: token.text, MINE: token.text, DEMO: token.text };
const party = ({ text }: Account, amount: bigint | number, ticker = 'TRX') => ({
  address: text,
  amount: String(amount),
  ticker,
  ...(tokenIds[ticker] ? { tokenId: tokenIds[ticker] } : {}),
});

describe('a page of a history', () => {
  it('takes one round trip, and asks only our endpoint', async () => {
    const rows = Array.from({ length: 80 }, (_, i) => coins(i));
    const { chain, asked } = open({ native: rows });
    await chain.history(ann.text);
    asked.splice(0);
    let roundTrips = 0;
    const page = await chain.history(ann.text, {
      onTrace: (trace) => {
        roundTrips = trace.roundTrips;
      },
    });
    expect([page.transactions.length, roundTrips]).toEqual([25, 1]);
    expect(asked.map(({ host, path }) => `${host}${path.replace(ann.text, 'A')}`).toSorted()).toEqual([
      'trongrid1.example/v1/accounts/A/internal-transactions',
      'trongrid1.example/v1/accounts/A/transactions',
      'trongrid1.example/v1/accounts/A/transactions/trc20',
      'trongrid1.example/walletsolidity/getblock',
    ]);
    expect(asked.find(({ path }) => path.endsWith('transactions'))?.query.get('order_by')).toBe('block_timestamp,desc');
  });

  it('needs TronGrid, and the chain says so', () => {
    const { chain } = openScripted({}, { head, kinds: ['node'] });
    const { read } = chain.detail().supportedFeatures;
    expect(read.account.transactions).toEqual({ native: false, tokens: false, staking: false });
    expect(open({}).chain.detail().supportedFeatures.read.account.transactions).toEqual({
      native: true,
      tokens: true,
      staking: true,
    });
  });

  it('follows no link of TronGrid', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => coins(i));
    const plain = gridOf(() => ({ native: rows }), { most: 5 });
    const linked = Object.fromEntries(
      Object.entries(plain).map(([path, answer]) => [
        path,
        (asked: Asked) => {
          const page = answer(asked) as Json;
          const next = 'https://elsewhere.example/v1/accounts/x/transactions?fingerprint=y';
          return { ...page, meta: { ...page.meta, links: { next } } };
        },
      ]),
    );
    const { chain, asked } = openScripted(linked, { head, solid });
    expect((await readAll(chain, 30)).length).toBe(40);
    expect(new Set(asked.map(({ host }) => host))).toEqual(new Set(['trongrid1.example']));
  });

  it('refuses a cursor that is none', async () => {
    const { chain } = open({});
    await expect(chain.history(ann.text, { nextPage: 'x' })).rejects.toMatchObject({ code: 'page.invalid' });
  });

  it('comes with a warning while the chain stands still', async () => {
    const { chain } = open({ native: [coins(4)] }, {}, { now: () => head.timestamp + 3_600_000 });
    const { transactions, status } = await chain.history(ann.text);
    expect(transactions.length).toBe(1);
    expect(status?.warnings).toMatchObject([{ code: 'chain.standsStill' }]);
  });

  it('comes from an index that goes on, if another stands still', async () => {
    const old = blockJson({ number: 1, timestamp: head.timestamp - 3_600_000 });
    const script: Script = {
      ...gridOf(() => ({ native: [coins(4)] })),
      '/wallet/getblock': ({ host, body }) =>
        body.id_or_num !== '0' && host.startsWith('trongrid0') ? old : undefined,
    };
    const { chain, asked } = openScripted(script, { head, solid, kinds: ['trongrid', 'trongrid', 'node'] });
    const { transactions, status } = await chain.history(ann.text);
    expect([transactions.length, status?.warnings ?? []]).toEqual([1, []]);
    const lists = asked.filter(({ host, path }) => path.startsWith('/v1/') && host.startsWith('trongrid1'));
    expect(lists.length).toBe(3);
  });

  it('is empty for an account without transactions', async () => {
    const { transactions, pagination } = await open({}).chain.history(ann.text);
    expect([transactions, pagination.nextPage]).toEqual([[], null]);
  });
});

describe('pages of a history', () => {
  /** Rows of all three lists, some with one transaction in several lists, and several in a block. */
  function life(count: number): Required<{ [K in keyof Lists]: Json[] }> {
    const all = { native: [] as Json[], trc20: [] as Json[], internal: [] as Json[] };
    for (let i = 0; i < count; i++) {
      const block = Math.floor(i / 3) * 2;
      if (i % 4 === 0) all.native.push(coins(block));
      else if (i % 4 === 1) {
        const call = tokenCall(block, 9n);
        all.native.push(call);
        // Equal movements of one transaction are two movements.
        all.trc20.push(tokens(call.txID, block, ann, bob, 4n), tokens(call.txID, block, ann, bob, 4n));
      } else if (i % 4 === 2) all.trc20.push(tokens(coins(block).txID, block, bob, ann, 3n));
      else {
        const row = internal(coins(block).txID, block, 7);
        all.native.push(row);
        all.internal.push(row);
      }
    }
    return all;
  }

  const amounts = (found: readonly Json[]) => found.map(({ id, recipients }) => `${id} ${recipients?.[0]?.amount}`);

  it.each([1, 2, 3, 7, 25, 100])('of %d show each transaction once and whole, while blocks arrive', async (limit) => {
    const lists = life(40);
    const whole = await readAll(open(lists).chain, 100);
    expect(whole.length).toBe(40);
    const counts = ['5', '8', '3', '7'].map(
      (amount) => whole.filter(({ recipients: [one] }) => one.amount === amount).length,
    );
    expect(counts).toEqual([10, 10, 10, 10]);
    const times = whole.map(({ timestamp }) => Number(timestamp));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    let block = 60;
    const growing = { native: [...lists.native], trc20: lists.trc20, internal: lists.internal };
    const arrive = () => growing.native.push(coins(block++));
    const { chain } = open(() => growing, { onPage: arrive });
    expect(amounts(await readAll(chain, limit, arrive)).filter((line) => amounts(whole).includes(line))).toEqual(
      amounts(whole),
    );
  });

  it('go on after a full page without a fingerprint, and count nothing twice', async () => {
    const lists = life(60);
    const whole = amounts(await readAll(open(lists).chain, 100));
    for (const lacks of [() => true, (from: number) => from % 2 === 0]) {
      const { chain } = open(lists, { lacks });
      expect(amounts(await readAll(chain, 4))).toEqual(whole);
    }
  });

  it('are right however lists are cut', async () => {
    const size = fc.integer({ min: 1, max: 9 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        size,
        size,
        fc.boolean(),
        async (count, limit, most, isLacking) => {
          const lists = life(count);
          const whole = amounts(await readAll(open(lists).chain, 100));
          expect(whole.length).toBe(count);
          // A page that is cut says where the list goes on, or is as long as was asked for.
          const paging = isLacking ? { lacks: () => true } : { most };
          expect(amounts(await readAll(open(lists, paging).chain, limit))).toEqual(whole);
        },
      ),
      { numRuns: turns(25) },
    );
  });

  it('go on in a block with more rows than a page of TronGrid', async () => {
    const rows = [coins(9), ...Array.from({ length: 230 }, () => coins(5)), coins(2)];
    const found = await readAll(open({ native: rows }).chain, 100);
    expect(new Set(found.map(({ id }) => id)).size).toBe(232);
    expect(found.length).toBe(232);
  });
});

describe('an entry', () => {
  it('is one transaction with all that it moved', async () => {
    const call = native(4, 'TriggerSmartContract', {
      contract_address: token.hex,
      data: 'deadbeef',
      call_value: 10,
    });
    const row = internal(call.txID, 4, { _: 6, 1002000: 2 });
    const [entry, ...others] = await first({
      native: [{ ...call, energy_usage_total: 900, internal_transactions: [row] }, row],
      trc20: [tokens(call.txID, 4, token, ann, 3n)],
      internal: [row],
    });
    expect(others).toEqual([]);
    expect(entry).toEqual({
      id: call.txID,
      mode: 'unknown',
      state: 'confirmed',
      fees: { amount: '1000', ticker: 'TRX' },
      gas: '900',
      blockHeight: '77000004',
      timestamp: String(timeOf(4)),
      senders: [party(ann, 10), party(token, 2, 'BTT'), party(token, 6), party(token, 3, usd)],
      recipients: [party(token, 10), party(ann, 2, 'BTT'), party(ann, 6), party(ann, 3, usd)],
    });
  });

  it('has movements by contracts that stand beside the transaction alone, if they concern the account', async () => {
    const call = native(4, 'TriggerSmartContract', { contract_address: token.hex, data: 'deadbeef' });
    const inner = [internal(call.txID, 4, 6), internal(call.txID, 4, 2, { to_address: eve.hex })];
    const [entry] = await first({ native: [{ ...call, internal_transactions: inner }] });
    expect(entry).toMatchObject({ senders: [party(token, 6)], recipients: [party(ann, 6)] });
  });

  it('is a transfer if a contract of others paid coins, whatever shape they have', async () => {
    const base58 = { from_address: token.text, to_address: ann.text };
    const rejected = internal(idOf('03'), 3, 5);
    const found = await first({
      native: [internal(idOf('01'), 5, 6), internal(idOf('02'), 4, { _: 7 }, base58)],
      internal: [
        { ...rejected, data: { ...rejected.data, rejected: true } },
        {
          ...internal(idOf('04'), 2, 0),
          data: { note: '63616c6c', rejected: false, call_token_value: 8, token_id: '1002000' },
        },
        internal(idOf('06'), 1, 5, { from_address: ann.hex, to_address: null }),
        // A loan of a resource pays nobody.
        {
          ...internal(idOf('05'), 1, 5),
          data: { note: Buffer.from('delegateResourceOfEnergy').toString('hex'), call_value: 5 },
        },
      ],
    });
    expect(found.map(({ id, mode, tokenId, recipients }) => [id.slice(0, 2), mode, tokenId, recipients])).toEqual([
      ['01', 'transfer', undefined, [party(ann, 6)]],
      ['02', 'transfer', undefined, [party(ann, 7)]],
      ['04', 'transferToken', '1002000', [party(ann, 8, 'BTT')]],
    ]);
  });

  it('names tokens by their contract, and never by what they call themselves', async () => {
    const [entry] = await first({ trc20: [tokens(idOf('0a'), 4, bob, ann, 9n)] });
    expect(entry).toEqual({
      id: idOf('0a'),
      mode: 'transferToken',
      tokenId: token.text,
      state: 'confirmed',
      timestamp: String(timeOf(4)),
      senders: [party(bob, 9, usd)],
      recipients: [party(ann, 9, usd)],
      warnings: lacking('the fee'),
    });
    const known = [{ id: token.text, name: 'Mine', ticker: 'MINE', decimals: 6 }];
    const [named] = await first({ trc20: [tokens(idOf('0a'), 4, bob, ann, 9n)] }, { tokens: known });
    expect(named.recipients).toEqual([party(ann, 9, 'MINE')]);
  });

  it('of a zero amount in the name of the account shows no address to copy', async () => {
    const own = tokenCall(3, 0n);
    const [poison, mine] = await first({
      native: [own],
      trc20: [tokens(idOf('0b'), 4, ann, eve, 0n), tokens(own.txID, 3, ann, bob, 0n)],
    });
    expect(poison).toEqual({
      id: idOf('0b'),
      mode: 'transferToken',
      tokenId: token.text,
      state: 'confirmed',
      timestamp: String(timeOf(4)),
      warnings: lacking('the fee'),
    });
    expect(mine.recipients).toEqual([party(bob, 0, usd)]);
  });

  it('is no approval, which moves nothing', async () => {
    const found = await first({ trc20: [tokens(idOf('0c'), 4, ann, eve, 2n ** 256n - 1n, { type: 'Approval' })] });
    expect(found).toEqual([]);
  });

  it('says nothing of amounts if the list of tokens lacks the transfer', async () => {
    const [entry] = await first({ native: [tokenCall(4, 9n)] });
    expect(entry).toMatchObject({ mode: 'transferToken', tokenId: token.text });
    expect(entry.senders ?? entry.recipients).toBeUndefined();
  });

  it('that failed moved nothing but its fee', async () => {
    const failed = { ret: [{ contractRet: 'REVERT', fee: 7000 }] };
    const call = { ...tokenCall(4, 9n), ...failed };
    const inner = [internal(call.txID, 4, 6)];
    const [entry] = await first({
      native: [{ ...call, internal_transactions: inner }],
      trc20: [tokens(call.txID, 4, ann, bob, 9n)],
      internal: inner,
    });
    expect(entry).toMatchObject({ state: 'failed', fees: { amount: '7000' }, senders: [party(ann, 0)] });
    expect(entry.recipients).toBeUndefined();
  });

  it('is unconfirmed until its block is solid', async () => {
    const found = await first({ native: [coins(81), coins(80)] });
    expect(found.map(({ state }) => state)).toEqual(['unconfirmed', 'confirmed']);
  });

  it('shows the rows that it is made of', async () => {
    const call = tokenCall(4, 9n);
    const { chain } = open({ native: [call], trc20: [tokens(call.txID, 4, ann, bob, 9n)] });
    const { transactions } = await chain.history(ann.text, { include: ['raw'] });
    expect(transactions[0]?.raw).toMatchObject({
      transaction: { txID: call.txID, raw_data_hex: call.raw_data_hex },
      tokenTransfers: [{ value: '9', token_info: { name: 'Tether USD' } }],
      internal: [],
    });
  });

  it('reads rewards and withdrawals from the row', async () => {
    const found = await first({
      native: [
        native(4, 'WithdrawBalanceContract', {}, { withdraw_amount: 8 }),
        native(3, 'WithdrawExpireUnfreezeContract', {}, { withdraw_expire_amount: 9 }),
        native(2, 'WithdrawBalanceContract', {}),
      ],
    });
    expect(found.map(({ mode, recipients }) => [mode, recipients])).toEqual([
      ['claimRewards', [party(ann, 8)]],
      ['withdraw', [party(ann, 9)]],
      ['claimRewards', undefined],
    ]);
  });
});

describe('an entry of a transaction that others sent', () => {
  /** Eve pays for bob's tokens, which go to ann. Her memo is not one of bob's. */
  const relayed = made(
    'TriggerSmartContract',
    { owner_address: eve.hex, contract_address: token.hex, data: '23b872dd' },
    { memo: Buffer.from('order 7').toString('hex'), expiration: timeOf(4) + 60_000 },
  );
  const log = [transferLog(token.hex, bob.word, ann.word, 9n)];
  const info = { fee: 4_000_000, log, receipt: { energy_usage_total: 30_000 } };
  const lists = { trc20: [tokens(relayed.txID, 4, bob, ann, 9n)] };

  it('has its fee, who paid it and its block, as the transaction has them', async () => {
    const node = nodeWith([relayed, 4, info]);
    const [entry] = await first(lists, {}, node);
    expect(entry).toEqual({
      id: relayed.txID,
      mode: 'transferToken',
      tokenId: token.text,
      state: 'confirmed',
      fees: { amount: '4000000', ticker: 'TRX', payer: eve.text },
      gas: '30000',
      blockHeight: '77000004',
      timestamp: String(timeOf(4)),
      senders: [party(bob, 9, usd)],
      recipients: [party(ann, 9, usd)],
    });
    const { chain } = openScripted(node, { head, solid });
    const { confirmations, ...whole } = (await chain.transaction(relayed.txID)).transaction.parsed as Json;
    expect(whole).toEqual(entry);
  });

  it('is read in one more round, from the endpoint of the lists', async () => {
    const { chain, asked } = openScripted(
      { ...gridOf(() => lists), ...nodeWith([relayed, 4, info]) },
      { head, solid, kinds: ['node', 'trongrid'] },
    );
    await chain.history(ann.text);
    asked.splice(0);
    let roundTrips = 0;
    await chain.history(ann.text, { onTrace: (trace) => (roundTrips = trace.roundTrips) });
    expect(roundTrips).toBe(2);
    expect(new Set(asked.map(({ host }) => host))).toEqual(new Set(['trongrid1.example']));
  });

  it('has no memo if nobody tells all that a call moved', async () => {
    const memoOf = async (from: Account, to: Account, node: (call: Json, info: Json) => Script) => {
      const value = { owner_address: from.hex, contract_address: token.hex, data: transferData(to.word, 9n) };
      const memo = Buffer.from('order 7').toString('hex');
      const call = native(4, 'TriggerSmartContract', value, made('TriggerSmartContract', value, { memo }));
      const rows = { native: [call], trc20: [tokens(call.txID, 4, from, to, 9n)] };
      const log = [transferLog(token.hex, from.word, to.word, 9n)];
      return (await first(rows, {}, node(call, { log })))[0].memo;
    };
    const tells = (call: Json, info: Json) => nodeWith([call, 4, info]);
    expect(await memoOf(eve, ann, tells)).toBe('order 7');
    expect(await memoOf(eve, ann, () => ({}))).toBeUndefined();
    // The account knows what it wrote itself.
    expect(await memoOf(ann, eve, () => ({}))).toBe('order 7');
  });

  it('is what it was for all, and shows what the account got', async () => {
    const both = [...log, transferLog(eve.hex, bob.word, eve.word, 3n)];
    const [entry] = await first(lists, {}, nodeWith([relayed, 4, { ...info, log: both }]));
    expect(entry).toMatchObject({ mode: 'unknown', recipients: [party(ann, 9, usd)] });
    expect(entry.senders).toEqual([party(bob, 9, usd)]);
  });

  it.each([
    ['a node that does not know it', {}],
    ['another block', nodeWith([relayed, 5, info])],
    ['another transaction', nodeWith([relayed, 4, { ...info, id: idOf('0f') }])],
    ['other bytes', nodeWith([{ ...relayed, raw_data_hex: coins(4).raw_data_hex }, 4, info])],
  ])('has no fee, and says so, with %s', async (_, node) => {
    const [entry] = await first(lists, {}, node);
    expect(entry).toMatchObject({ recipients: [party(ann, 9, usd)], warnings: lacking('the fee') });
    expect(entry.fees ?? entry.memo).toBeUndefined();
  });

  it('is one of few enough that a page stays below fifty requests', async () => {
    const many = {
      trc20: Array.from({ length: 60 }, (_, i) => tokens(`${i + 100}`.repeat(22).slice(0, 64), i, bob, ann, 9n)),
    };
    const { chain, asked } = open(many);
    const page = await chain.history(ann.text, { limit: 50 });
    expect(page.transactions.length).toBe(18);
    expect(asked.length).toBeLessThan(50);
    expect((await readAll(open(many).chain, 50)).map(({ timestamp }) => Number(timestamp))).toEqual(
      many.trc20.map((row) => row.block_timestamp).toReversed(),
    );
  });
});

describe('a ticker', () => {
  const named = (symbol: Json, id = token) => ({
    trc20: [tokens(idOf('0a'), 4, bob, ann, 9n, { token_info: { symbol, address: id.text, decimals: 6, name: 'x' } })],
  });
  const shown = async (lists: Lists, nodes: Script = {}) => {
    const [entry] = await first(lists, {}, nodes);
    return entry.recipients[0].ticker;
  };

  it('is what a token that nobody lists calls itself, unless it imitates another', async () => {
    expect(await shown(named('DEMO'))).toBe('DEMO');
    for (const symbol of ['USDT', 'usdt', 'U S D T', 'TRX', 'BTT', 'USD₮', '', undefined, null, 7])
      expect(await shown(named(symbol))).toBe(usd);
  });

  it('of a TRC-10 token is asked of the chain', async () => {
    const value = { to_address: bob.hex, amount: 5, asset_name: Buffer.from('1005065').toString('hex') };
    const lists = { native: [native(4, 'TransferAssetContract', value)] };
    const hex = (text: string) => Buffer.from(text).toString('hex');
    const asset = ({ body }: Asked) => ({ id: body.value, name: hex('Demo'), abbr: hex('TEN') });
    expect(await shown(lists, { '/wallet/getassetissuebyid': asset })).toBe('TEN');
    expect(await shown(lists)).toBe('1005065');
  });
});

describe('one odd row costs one row', () => {
  const odd = { ...tokens(idOf('0a'), 5, bob, ann, 9n) };
  const good = tokens(idOf('0c'), 4, bob, ann, 9n);
  const rows: readonly (readonly [string, Json])[] = [
    ['an empty token_info', { ...odd, token_info: {} }],
    ['null for token_info', { ...odd, token_info: null }],
    ['no token_info', { ...odd, token_info: undefined }],
    ['a collectible, which has no decimals', { ...odd, token_info: { ...odd.token_info, decimals: 0 } }],
    ['null for decimals', { ...odd, token_info: { ...odd.token_info, decimals: null } }],
    ['no decimals', { ...odd, token_info: { symbol: 'X', address: token.text } }],
    ['negative decimals', { ...odd, token_info: { ...odd.token_info, decimals: -6 } }],
    ['a collectible by its standard', { ...odd, token_info: { ...odd.token_info, type: 'trc721' } }],
    ['a token without an address', { ...odd, token_info: { symbol: 'X', address: 'x' } }],
    ['an empty value', { ...odd, value: '' }],
    ['no value', { ...odd, value: undefined }],
    ['null for a value', { ...odd, value: null }],
    ['a negative value', { ...odd, value: '-9' }],
    ['a value that is no number', { ...odd, value: '0x9' }],
    ['a value beyond 256 bits', { ...odd, value: (2n ** 256n).toString() }],
    ['no sender', { ...odd, from: null }],
    ['no recipient', { ...odd, to: '' }],
    ['no type', { ...odd, type: null }],
  ];

  it.each(rows)('of tokens, with %s', async (_, row) => {
    const lists = { native: [coins(3)], trc20: [row, good] };
    const found = await first(lists);
    expect(found.map(({ mode }) => mode)).toEqual(['unknown', 'transferToken', 'transfer']);
    const [entry] = found;
    expect(entry).toEqual({
      id: odd.transaction_id,
      mode: 'unknown',
      state: 'confirmed',
      timestamp: String(timeOf(5)),
      warnings: lacking('a token transfer', 'the fee'),
    });
  });

  it.each(rows)('of tokens, with %s, and is read from the transaction itself', async (_, row) => {
    const sent = made(
      'TriggerSmartContract',
      { owner_address: bob.hex, contract_address: token.hex, data: transferData(ann.word, 9n) },
      { expiration: timeOf(5) + 60_000 },
    );
    const log = [transferLog(token.hex, bob.word, ann.word, 9n)];
    const node = nodeWith([sent, 5, { fee: 7, log }]);
    const [entry, ...others] = await first({ trc20: [{ ...row, transaction_id: sent.txID }, good] }, {}, node);
    expect(others.length).toBe(1);
    expect(entry).toMatchObject({ mode: 'transferToken', fees: { amount: '7' }, recipients: [party(ann, 9, usd)] });
    expect(entry.warnings).toBeUndefined();
  });

  it('of a contract, without the party that is asked for, costs itself only', async () => {
    const row = { ...internal(idOf('0a'), 5, 5), to_address: null };
    const [entry, ...others] = await first({ internal: [row], trc20: [good] });
    expect(others.length).toBe(1);
    expect(entry.warnings).toEqual(lacking('a movement by a contract', 'the fee'));
  });

  it('with null in place of what its bytes say in JSON is read', async () => {
    const [entry] = await first({ native: [{ ...coins(3), raw_data: null }] });
    expect(entry).toMatchObject({ mode: 'transfer', recipients: [party(bob, 5)] });
  });

  it('without its bytes says that nobody tells what it moved', async () => {
    const [entry] = await first({ native: [{ ...coins(3), raw_data_hex: null }] });
    expect(entry.recipients).toBeUndefined();
    expect(entry.warnings).toEqual(lacking('what it moved'));
  });

  it('of tokens that no event of its transaction tells moves nothing, and the entry says so', async () => {
    const value = { owner_address: bob.hex, contract_address: token.hex, data: transferData(ann.word, 9n) };
    const sent = made('TriggerSmartContract', value, { expiration: timeOf(5) + 60_000 });
    const row = { ...odd, transaction_id: sent.txID };
    const [entry] = await first({ trc20: [row] }, {}, nodeWith([sent, 5, { fee: 7, log: [] }]));
    expect(entry.recipients).toBeUndefined();
    expect(entry.warnings).toContainEqual(lacking('a token transfer')[0]);
  });

  it('that is left out is counted', async () => {
    const lists = { native: [coins(3), { ...coins(2), txID: null }], trc20: [{ ...odd, block_timestamp: null }, good] };
    const { transactions, status } = await open(lists).chain.history(ann.text);
    expect(transactions).toHaveLength(2);
    expect(status?.warnings).toMatchObject([{ code: 'transaction.unlisted', context: { count: 2 } }]);
  });

  it('of tokens whose event tells a collectible moves nothing', async () => {
    const data = `23b872dd${bob.word}${ann.word}${'9'.padStart(64, '0')}`;
    const value = { owner_address: bob.hex, contract_address: token.hex, data };
    const sent = made('TriggerSmartContract', value, { expiration: timeOf(5) + 60_000 });
    const { topics, ...log } = transferLog(token.hex, bob.word, ann.word, 9n);
    const node = nodeWith([
      sent,
      5,
      { fee: 7, log: [{ ...log, topics: [...topics, '9'.padStart(64, '0')], data: '' }] },
    ]);
    for (const decimals of [0, 6]) {
      const row = { ...odd, transaction_id: sent.txID, token_info: { ...odd.token_info, decimals } };
      const [entry, ...others] = await first({ trc20: [row, good] }, {}, node);
      expect(others.length).toBe(1);
      expect(entry).toMatchObject({ mode: 'unknown', fees: { amount: '7' } });
      expect(entry.recipients ?? entry.tokenId).toBeUndefined();
    }
  });

  it.each<[string, Json, unknown]>([
    ['the sign of coins in hex', { call_value: { '5f': 5 } }, { amount: '5', ticker: 'TRX' }],
    ['the sign of coins in hex of hex', { call_value: { 3566: 5 } }, { amount: '5', ticker: 'TRX' }],
    ['a number in hex', { call_token_value: 5, token_id: '31303032303030' }, { amount: '5', tokenId: '1002000' }],
    ['null for a token', { call_value: 5, token_id: null }, { amount: '5', ticker: 'TRX' }],
    ['an empty token', { call_value: 5, token_id: '' }, { amount: '5', ticker: 'TRX' }],
  ])('of a contract, with %s, is read', async (_, data, got) => {
    const row = internal(idOf('0a'), 5, 0, { data: { note: '63616c6c', rejected: false, ...data } });
    const [entry] = await first({ internal: [row] });
    expect(entry.recipients).toMatchObject([got]);
  });

  it.each<[string, Json]>([
    ['the name of a token', { call_token_value: 5, token_id: 'BTT' }],
    ['a number that is none of a token', { call_value: { 7: 5 } }],
    ['coins told twice', { call_value: 5, call_token_value: 5, token_id: '_' }],
  ])('of a contract, with %s, moves nothing that is known', async (_, data) => {
    const row = internal(idOf('0a'), 5, 0, { data: { note: '63616c6c', rejected: false, ...data } });
    const [entry, ...others] = await first({ internal: [row], trc20: [good] });
    expect(others.length).toBe(1);
    expect(entry.recipients).toBeUndefined();
    expect(entry.warnings).toEqual(lacking('a movement by a contract', 'the fee'));
  });

  it('that is an approval is none', async () => {
    expect(await first({ trc20: [{ ...odd, type: 'Approval', value: null }] })).toEqual([]);
  });

  it.each([
    ['no time', { ...odd, block_timestamp: null }],
    ['the time 0', { ...odd, block_timestamp: 0 }],
    ['no id', { ...odd, transaction_id: undefined, value: '' }],
  ])('with %s is left out', async (_, row) => {
    const found = await first({ native: [coins(3)], trc20: [row, good] });
    expect(found.map(({ id }) => id).slice(0, 1)).toEqual([good.transaction_id]);
    expect(found.length).toBe(2);
  });

  it('and a number is a value, too', async () => {
    const [entry] = await first({ trc20: [{ ...good, value: 9 }] });
    expect(entry).toMatchObject({ recipients: [party(ann, 9, usd)] });
  });

  it.each([
    ['the number of its block', { blockNumber: null }, undefined],
    ['its energy', { energy_usage_total: null }, undefined],
    ['its internal transactions', { internal_transactions: null }, undefined],
    ['its result', { ret: null }, lacking('the transaction', 'the fee')],
    ['its fee', { ret: [{ contractRet: 'SUCCESS', fee: 'much' }] }, lacking('the transaction', 'the fee')],
    ['one of its internal transactions', { internal_transactions: [{}] }, lacking('a movement by a contract')],
  ])('of transactions, without %s', async (_, more, warnings) => {
    const row = native(5, 'TransferContract', { to_address: bob.hex, amount: 5 }, more);
    const found = await first({ native: [row, coins(3)] });
    expect(found.map(({ id }) => id)).toContain(row.txID);
    expect(found.length).toBe(2);
    expect(found[0].warnings).toEqual(warnings);
    if (row.ret?.[0]?.fee === 1000)
      expect(found[0]).toMatchObject({ fees: { amount: '1000' }, recipients: [party(bob, 5)] });
  });

  it.each([
    ['no recipient that is an address', { to_address: 'x' }],
    ['an odd value', { data: { note: '63616c6c', call_value: '-5' } }],
    ['no data', { data: null }],
  ])('of coins from contracts, with %s', async (_, more) => {
    const found = await first({
      native: [coins(3)],
      internal: [internal(idOf('0a'), 5, 6, more), internal(idOf('0b'), 4, 7)],
    });
    expect(found.map(({ mode }) => mode)).toEqual(['unknown', 'transfer', 'transfer']);
    expect(found[0].warnings).toEqual(lacking('a movement by a contract', 'the fee'));
  });

  it('also one that is no object, but a page of such rows is none', async () => {
    const scriptOf = (rows: readonly unknown[]) => ({
      ...gridOf(() => ({})),
      [`/v1/accounts/${ann.text}/transactions/trc20`]: () => gridPage(rows),
    });
    const { chain } = openScripted(scriptOf([null, 'x', good, 7]), { head, solid });
    expect((await chain.history(ann.text)).transactions.length).toBe(1);
    const script = scriptOf(Array.from({ length: 56 }, () => null));
    await expect(openScripted(script, { head, solid }).chain.history(ann.text)).rejects.toBeInstanceOf(UpstreamError);
  });
});

describe('an index that lies is not believed', () => {
  const row = coins(4);
  const other = coins(4, 6);
  const strange = native(4, 'TransferContract', { owner_address: eve.hex, to_address: bob.hex, amount: 1 });
  const json = structuredClone(row.raw_data) as Json;
  json.contract[0].parameter.value.amount = 6;
  const lies: readonly (readonly [string, Lists])[] = [
    ['bytes of another transaction', { native: [{ ...row, raw_data_hex: other.raw_data_hex }] }],
    ['other JSON than the bytes', { native: [{ ...row, raw_data: json }] }],
    ['a transaction of others', { native: [strange] }],
    ['tokens of others', { trc20: [tokens(idOf('0a'), 4, bob, eve, 9n)] }],
    ['coins of others', { internal: [internal(idOf('0a'), 4, 9, { to_address: eve.hex })] }],
    ['a block after the expiration', { native: [{ ...row, block_timestamp: timeOf(50) }] }],
  ];

  it.each(lies)('%s', async (_, lists) => {
    await expect(open(lists).chain.history(ann.text)).rejects.toBeInstanceOf(UpstreamError);
    const honest = gridOf(() => ({ native: [row] }));
    const lying = gridOf(() => lists);
    const script = Object.fromEntries(
      Object.keys(honest).map((path) => [
        path,
        (asked: Asked) => (asked.host.startsWith('trongrid0') ? lying : honest)[path]?.(asked),
      ]),
    );
    const { chain } = openScripted(script, { head, solid, kinds: ['trongrid', 'trongrid', 'node'] });
    const { transactions } = await chain.history(ann.text);
    expect(transactions.map(({ parsed }) => parsed?.id)).toEqual([row.txID]);
  });

  it('a list in another order, or beyond what was asked for', async () => {
    const rows = [coins(3), coins(9)];
    const script = { ...gridOf(() => ({})), [`/v1/accounts/${ann.text}/transactions`]: () => gridPage(rows) };
    await expect(openScripted(script, { head, solid }).chain.history(ann.text)).rejects.toBeInstanceOf(UpstreamError);
    const many = Array.from({ length: 30 }, (_, i) => coins(i)).toReversed();
    const deaf = {
      ...gridOf(() => ({})),
      [`/v1/accounts/${ann.text}/transactions`]: () => gridPage(many.slice(0, 20), 'x'),
    };
    const { chain } = openScripted(deaf, { head, solid });
    const { pagination } = await chain.history(ann.text, { limit: 7 });
    const nextPage = pagination.nextPage as string;
    await expect(chain.history(ann.text, { limit: 7, nextPage })).rejects.toBeInstanceOf(UpstreamError);
  });

  it('an error with status 200', async () => {
    const script = {
      [`/v1/accounts/${ann.text}/transactions`]: () => ({ success: false, error: 'x', statusCode: 400 }),
    };
    await expect(openScripted(script, { head, solid }).chain.history(ann.text)).rejects.toBeInstanceOf(UpstreamError);
  });
});
