import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { evm } from '../../index.ts';

// Rows as explorers really answer them, unlike their documentation.

const me = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const bob = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const eve = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

/** A chain with one explorer, and a node that knows the height. */
function connect(kind: 'blockscout' | 'etherscan' | 'routescan', answer: (what: string) => Response) {
  return evm.connect('ethereum', {
    endpoints: [
      { url: 'https://node.test', name: 'node' },
      { url: 'https://explorer.test/api', name: kind, kind },
    ],
    async fetch(input, init) {
      const url = new URL(String(input));
      if (url.hostname === 'explorer.test')
        return answer(url.searchParams.get('action') ?? url.pathname.split('/').at(-1) ?? '');
      const calls = JSON.parse(String(init?.body)) as { id: number; method: string }[];
      const answers = calls.map(({ id, method }) => ({
        jsonrpc: '2.0',
        id,
        result: method === 'eth_chainId' ? '0x1' : '0x78',
      }));
      return Response.json(answers);
    },
  });
}

const misleading = `\u202eCDSU\u0000\n\u200b${'X'.repeat(5_000)}`;
const cleaned = `CDSU${'X'.repeat(28)}`;
/** A token that nobody lists. */
const unlisted = eve;
const shortened = '0xfB..d359';
const leftOut = (count: number) => expect.objectContaining({ code: 'transaction.unlisted', context: { count } });
const incomplete = (parts: string) => expect.objectContaining({ code: 'transaction.incomplete', context: { parts } });

describe('rows of Etherscan', () => {
  const place = { blockNumber: '100', timeStamp: '1700001200', from: bob.toLowerCase(), transactionIndex: '3' };
  const costs = { nonce: '7', gasPrice: '2', gasUsed: '21000' };
  const sent = {
    ...{ ...place, ...costs, hash: hash(1), to: me.toLowerCase(), value: '5', input: '0x' },
    ...{ isError: '0', txreceipt_status: '1', contractAddress: '' },
  };
  const token = {
    ...{ ...place, ...costs, hash: hash(2), to: me.toLowerCase(), value: '9', contractAddress: usdc.toLowerCase() },
    ...{ tokenName: 'USD Coin', tokenSymbol: 'USDC', tokenDecimal: '6', input: 'deprecated' },
  };
  const inside = { ...place, hash: hash(3), to: me.toLowerCase(), value: '4', isError: '0', type: 'call' };
  type Answers = Readonly<Record<string, object>>;
  const list = (...result: readonly object[]) => ({ status: '1', message: 'OK', result });
  const none = { status: '0', message: 'No transactions found', result: [] };
  const history = async (answers: Answers) =>
    (await connect('etherscan', (action) => Response.json(answers[action] ?? none)).history(me)).transactions.map(
      ({ parsed }) => parsed,
    );

  it.each([
    ['txlist', 'No transactions found'],
    ['tokentx', 'No token transfers found'],
    ['txlistinternal', 'No internal transactions found'],
    ['txlistinternal', 'No records found'],
  ])('are none where %s says %j', async (action, message) => {
    const answers = { txlist: list(sent), tokentx: list(token), txlistinternal: list(inside) };
    const found = await history({ ...answers, [action]: { status: '0', message, result: [] } });
    expect(found).toHaveLength(2);
  });

  it('count once if Routescan lists them twice', async () => {
    const twice = (row: object) => list(row, { ...row, confirmations: '9' });
    const answers: Answers = { txlist: twice(sent), tokentx: twice(token), txlistinternal: twice(inside) };
    const of = async (kind: 'etherscan' | 'routescan') => {
      const chain = connect(kind, (action) => Response.json(answers[action] ?? none));
      const { transactions } = await chain.history(me);
      return transactions.map(({ parsed }) => parsed?.recipients?.map(({ amount }) => amount));
    };
    expect((await of('routescan')).toSorted()).toEqual([['4'], ['5'], ['9']]);
    // Etherscan's rows have nothing that tells two equal movements of one transaction apart: there they are two.
    expect((await of('etherscan')).toSorted()).toEqual([['18'], ['5'], ['8']]);
  });

  it.each([
    ['no list', { status: '0', message: 'No transactions found', result: 'none' }],
    ['a text instead of a list', { status: '1', message: 'OK', result: 'soon' }],
    ['nothing instead of a list', { status: '1', message: 'OK', result: null }],
  ])('are not none where it answers %s', async (_, answer) => {
    await expect(history({ txlist: answer })).rejects.toThrow(UpstreamError);
  });

  it('lack coins from genesis: nobody sent them, and they have no hash', async () => {
    // As Etherscan has it for accounts of the presale (rotki issue 4459).
    const genesis = {
      ...{ ...sent, blockNumber: '0', timeStamp: '1438269973', hash: `GENESIS_${me.slice(2)}`, from: 'GENESIS' },
      ...{ nonce: '', blockHash: '', transactionIndex: '0', value: '1000', input: '', txreceipt_status: '' },
    };
    const answers: Answers = { txlist: list(sent, genesis), txlistinternal: list(inside, genesis) };
    const found = await connect('etherscan', (action) => Response.json(answers[action] ?? none)).history(me);
    expect(found.transactions.map(({ parsed }) => parsed?.id)).toEqual([hash(1), hash(3)]);
    expect(found.status?.warnings).toEqual([leftOut(1)]);
  });

  it.each([
    ['no hash', { hash: undefined }],
    ['half a hash', { hash: '0x12' }],
    ['no block', { blockNumber: null }],
  ])('are counted if they have %s', async (_, odd) => {
    const answers: Answers = { txlist: list(sent, { ...sent, ...odd }), tokentx: list(token, { ...token, ...odd }) };
    const found = await connect('etherscan', (action) => Response.json(answers[action] ?? none)).history(me);
    expect(found.transactions.map(({ parsed }) => parsed?.id).toSorted()).toEqual([hash(1), hash(2)]);
    expect(found.status?.warnings).toEqual([leftOut(2)]);
  });

  it('cost only themselves if they have no recipient', async () => {
    const nobody = { ...sent, hash: hash(4), from: eve.toLowerCase(), to: '' };
    const found = await history({ txlist: list(sent, nobody) });
    expect(found).toMatchObject([
      { id: hash(1), mode: 'transfer' },
      { id: hash(4), mode: 'unknown' },
    ]);
    expect(found[1]).not.toHaveProperty('recipients');
    expect(found[1]?.warnings).toEqual([incomplete('the transaction')]);
  });

  it('have no time if it is too large for a date', async () => {
    const [parsed] = await history({ txlist: list({ ...sent, timeStamp: '1152921504606846976' }) });
    expect(parsed).toMatchObject({ mode: 'transfer', blockHeight: '100' });
    expect(parsed).not.toHaveProperty('timestamp');
  });

  it('of collectibles are left out', async () => {
    const collectible = { ...token, hash: hash(4), value: undefined, tokenID: '1409' };
    const found = await history({ tokentx: list(token, collectible) });
    expect(found.map((parsed) => parsed?.id)).toEqual([hash(2)]);
  });

  it.each([
    ['null', null, shortened],
    ['misleading and endless', misleading, cleaned],
    ['that of the coin', 'E\u200bTH', shortened],
    ['that of a listed token', 'USDС', shortened],
  ])('may have a symbol that is %s', async (_, tokenSymbol, ticker) => {
    const row = { ...token, contractAddress: unlisted.toLowerCase(), tokenSymbol, tokenDecimal: '-1' };
    const [parsed] = await history({ tokentx: list(row) });
    expect(parsed?.senders).toEqual([{ address: bob, amount: '9', ticker, tokenId: unlisted }]);
    expect(parsed?.recipients).toEqual([{ address: me, amount: '9', ticker, tokenId: unlisted }]);
  });

  it('have the ticker of the list where the token is listed', async () => {
    const [parsed] = await history({ tokentx: list({ ...token, tokenSymbol: 'USDT' }) });
    expect(parsed?.recipients).toEqual([{ address: me, amount: '9', ticker: 'USDC', tokenId: usdc }]);
  });

  it.each([
    ['call', 'call', true],
    ['CALL', 'CALL', true],
    ['create', 'create', true],
    ['create2', 'create2', true],
    ['selfdestruct', 'selfdestruct', true],
    ['callcode', 'callcode', false],
    ['delegatecall', 'delegatecall', false],
    ['staticcall', 'staticcall', false],
  ])('of the kind %s move what that kind moves', async (_, type, moves) => {
    const found = await history({ txlist: list(sent), txlistinternal: list({ ...inside, type }) });
    expect(found.map((parsed) => parsed?.id)).toEqual(moves ? [hash(1), hash(3)] : [hash(1)]);
  });

  it.each(['xcall', '', undefined])('of the kind %j move nothing, and are named', async (type) => {
    const [, parsed] = await history({ txlist: list(sent), txlistinternal: list({ ...inside, type }) });
    expect(parsed).toMatchObject({
      id: hash(3),
      mode: 'unknown',
      warnings: [incomplete('a movement inside the transaction')],
    });
    expect(parsed).not.toHaveProperty('recipients');
  });

  it('name the contract that coins went to when it was made', async () => {
    const row = { ...inside, from: me.toLowerCase(), to: '', contractAddress: bob.toLowerCase(), type: 'create' };
    const [parsed] = await history({ txlistinternal: list(row) });
    expect(parsed).toMatchObject({
      senders: [{ address: me, amount: '4' }],
      recipients: [{ address: bob, amount: '4' }],
    });
  });

  it('of a failed call move nothing', async () => {
    expect(await history({ txlistinternal: list({ ...inside, isError: '1' }) })).toEqual([]);
  });

  it.each([
    ['txlist', { ...sent, value: '-1' }, 'the transaction'],
    ['txlist', { ...sent, from: '0x12' }, 'the transaction'],
    ['txlist', { ...sent, isError: '2' }, 'the transaction'],
    ['tokentx', { ...token, value: '-1' }, 'a token transfer'],
    ['tokentx', { ...token, value: {} }, 'a token transfer'],
    ['tokentx', { ...token, to: '' }, 'a token transfer'],
    ['tokentx', { ...token, contractAddress: null }, 'a token transfer'],
    ['txlistinternal', { ...inside, value: 'much' }, 'a movement inside the transaction'],
    ['txlistinternal', { ...inside, isError: null }, 'a movement inside the transaction'],
  ])('of %s that do not fit are named, and the others are read (%#)', async (action, odd, part) => {
    const good = { txlist: sent, tokentx: token, txlistinternal: inside }[action] ?? {};
    const [entry, other] = await history({ [action]: list(good, { ...odd, hash: hash(9) }) });
    const [found, named] = entry?.id === hash(9) ? [other, entry] : [entry, other];
    expect(found?.warnings).toBeUndefined();
    expect(named).toMatchObject({ id: hash(9), mode: 'unknown', warnings: [incomplete(part)] });
    expect(named).not.toHaveProperty('recipients');
  });

  it.each([
    ['a hash', { hash: '0x12' }],
    ['a height', { blockNumber: 'soon' }],
    ['anything', { hash: undefined, blockNumber: undefined }],
  ])('without %s are left out', async (_, more) => {
    const found = await history({
      txlist: list(sent, { ...sent, ...more }),
      tokentx: list({ ...token, ...more }, token),
      txlistinternal: list(inside, { ...inside, ...more }),
    });
    expect(found.map((parsed) => parsed?.id)).toEqual([hash(1), hash(2), hash(3)]);
  });

  it('tell no fee without a gas price', async () => {
    const [native, moved] = await history({
      txlist: list({ ...sent, transactionIndex: '4', gasPrice: '' }),
      tokentx: list({ ...token, gasPrice: '' }),
    });
    expect(native).toMatchObject({ id: hash(1), nonce: '7', gas: '21000' });
    expect(native?.fees).toBeUndefined();
    expect(moved?.fees).toBeUndefined();
  });

  it("have their hash in transactionHash in Blockscout's list of internal transactions", async () => {
    const { hash: id, ...rest } = inside;
    const row = { ...rest, transactionHash: id, index: '1', callType: 'call', errCode: '' };
    const delegated = { ...row, transactionHash: hash(6), callType: 'delegatecall' };
    const found = await history({ txlistinternal: list(row, delegated) });
    expect(found).toMatchObject([{ id: hash(3), recipients: [{ address: me, amount: '4', ticker: 'ETH' }] }]);
  });

  it.each([
    ['a hash', { hash: '0x12' }],
    ['a height', { blockNumber: 'soon' }],
  ])('make the answer malformed if none has %s', async (_, more) => {
    await expect(history({ txlist: list({ ...sent, ...more }) })).rejects.toMatchObject({
      attempts: expect.arrayContaining([expect.objectContaining({ outcome: 'malformed' })]),
    });
  });

  it.each(['Error! Missing Or invalid Action name', 'Error! This action is not supported', 'Unknown action'])(
    'are no history without those that contracts made: %s',
    async (result) => {
      const answers = { txlist: list(sent), txlistinternal: { status: '0', message: 'NOTOK', result } };
      const error = await history(answers).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UpstreamError);
      // The explorer did not fail: it keeps its place for its other lists.
      expect((error as UpstreamError).attempts).toMatchObject([
        { outcome: 'unable', detail: 'it does not serve txlistinternal' },
      ]);
    },
  );
});

describe('rows of Blockscout', () => {
  const row = (symbol: unknown, more: object = {}, total: unknown = { value: '9', decimals: '6' }) => ({
    transaction_hash: hash(2),
    block_number: 100,
    log_index: 1,
    timestamp: '2023-11-14T22:33:20.000000Z',
    from: { hash: bob },
    to: { hash: me },
    token: { address_hash: usdc, symbol, name: 'A', decimals: '6', type: 'ERC-20', reputation: 'ok', ...more },
    total,
    type: 'token_transfer',
  });
  const history = async (...items: readonly object[]) => {
    const answer = (path: string) =>
      Response.json({ items: path === 'token-transfers' ? items : [], next_page_params: null });
    return (await connect('blockscout', answer).history(me)).transactions.map(({ parsed }) => parsed);
  };

  it.each([
    ['is misleading and endless', misleading, cleaned],
    ['is null', null, shortened],
    ['is no text', 7, shortened],
  ])('may have a symbol that %s', async (_, symbol, ticker) => {
    const [parsed] = await history(row(symbol, { address_hash: unlisted }));
    expect(parsed?.senders).toEqual([{ address: bob, amount: '9', ticker, tokenId: unlisted }]);
  });

  it.each([
    ['dropped/replaced', 'failed'],
    ['pending', 'pending'],
    [null, 'pending'],
  ])('that are in no block and whose result is %s are %s', async (result, state) => {
    const waiting = {
      ...{ hash: hash(5), block_number: null, timestamp: null, from: { hash: me }, to: { hash: bob }, value: '5' },
      ...{ nonce: 7, gas_used: null, fee: null, raw_input: '0x', status: null, result },
    };
    const answer = (path: string) =>
      Response.json({ items: path === 'transactions' ? [waiting] : [], next_page_params: null });
    const { transactions } = await connect('blockscout', answer).history(me);
    expect(transactions.map(({ parsed }) => [parsed?.id, parsed?.state])).toEqual([[hash(5), state]]);
  });

  it.each([
    ['no hash', { transaction_hash: null }],
    ['no block', { block_number: 'x' }],
  ])('are counted if they have %s', async (_, odd) => {
    const items = [row('USDC'), { ...row('USDC'), ...odd }];
    const answer = (path: string) =>
      Response.json({ items: path === 'token-transfers' ? items : [], next_page_params: null });
    const { transactions, status } = await connect('blockscout', answer).history(me);
    expect(transactions).toHaveLength(1);
    expect(status?.warnings).toEqual([leftOut(1)]);
  });

  it.each(['-1', '1000', '1.5', null, {}])('are read with decimals %j', async (decimals) => {
    expect(await history(row('USDC', { decimals, name: 7 }))).toHaveLength(1);
  });

  it.each([
    ['none', null],
    ['one of nothing', { value: null }],
    ['those of collectibles', [{ value: '1', token_id: '7' }]],
  ])('lose only themselves where their amounts are %s', async (_, total) => {
    const found = await history(row('USDC'), { ...row('USDC', {}, total), transaction_hash: hash(4) });
    expect(found.map((parsed) => parsed?.id)).toEqual([hash(2)]);
  });

  const place = { block_number: 100, timestamp: '2023-11-14T22:33:20.000000Z', from: { hash: bob } };
  const sent = {
    ...{ ...place, hash: hash(1), position: 3, to: { hash: me }, value: '5', raw_input: '0x', nonce: 7 },
    ...{ gas_used: '21000', fee: { type: 'actual', value: '42000' }, status: 'ok', result: 'success' },
  };
  const inside = {
    ...{ ...place, transaction_hash: hash(3), transaction_index: 2, index: 1, to: { hash: me } },
    ...{ value: '4', success: true, type: 'call' },
  };
  const read = async (lists: Readonly<Record<string, readonly object[]>>) => {
    const answer = (path: string) => Response.json({ items: lists[path] ?? [], next_page_params: null });
    return (await connect('blockscout', answer).history(me)).transactions.map(({ parsed }) => parsed);
  };

  it.each([
    ['call', undefined, true],
    ['call', 'call', true],
    ['create', null, true],
    ['create2', null, true],
    ['selfdestruct', null, true],
    ['callcode', undefined, false],
    ['call', 'callcode', false],
    ['call', 'delegatecall', false],
    ['staticcall', undefined, false],
  ])('of the kind %s, %s move what that kind moves', async (type, callType, moves) => {
    const found = await read({ 'internal-transactions': [{ ...inside, type, call_type: callType }] });
    expect(found.map((parsed) => parsed?.recipients?.[0]?.amount)).toEqual(moves ? ['4'] : []);
  });

  it.each([
    ['xcall', null],
    [null, null],
    ['call', 'xcall'],
  ])('of the kind %s, %s move nothing, and are named', async (type, callType) => {
    const [parsed] = await read({ 'internal-transactions': [{ ...inside, type, call_type: callType }] });
    expect(parsed).toMatchObject({ mode: 'unknown', warnings: [incomplete('a movement inside the transaction')] });
    expect(parsed).not.toHaveProperty('recipients');
  });

  it.each([
    ['transactions', { ...sent, value: '-1', hash: hash(9) }, 'the transaction'],
    ['transactions', { ...sent, from: null, hash: hash(9) }, 'the transaction'],
    ['token-transfers', { ...row('USDC', {}, { value: '-1' }), transaction_hash: hash(9) }, 'a token transfer'],
    ['token-transfers', { ...row('USDC', { address_hash: '0x' }), transaction_hash: hash(9) }, 'a token transfer'],
    ['token-transfers', { ...row('USDC'), token: null, transaction_hash: hash(9) }, 'a token transfer'],
    [
      'internal-transactions',
      { ...inside, success: null, transaction_hash: hash(9) },
      'a movement inside the transaction',
    ],
    ['internal-transactions', { ...inside, value: {}, transaction_hash: hash(9) }, 'a movement inside the transaction'],
  ])('of %s that do not fit are named, and the others are read (%#)', async (list, odd, part) => {
    const good = { transactions: sent, 'token-transfers': row('USDC'), 'internal-transactions': inside }[list] ?? {};
    const found = await read({ [list]: [good, odd] });
    expect(found).toHaveLength(2);
    const named = found.find((parsed) => parsed?.id === hash(9));
    expect(named).toMatchObject({ mode: 'unknown', warnings: [incomplete(part)] });
    expect(named).not.toHaveProperty('recipients');
  });

  it.each(['timestamp', 'position', 'nonce', 'gas_used', 'fee', 'status', 'result', 'created_contract'])(
    'are read without %s, in whatever form it comes',
    async (field) => {
      for (const value of [null, undefined, {}, 'odd', -1]) {
        const [parsed] = await read({ transactions: [{ ...sent, [field]: value }] });
        expect(parsed).toMatchObject({ id: hash(1), mode: 'transfer', recipients: [{ address: me, amount: '5' }] });
      }
    },
  );
});
