import { describe, expect, it } from 'vitest';
import answers from '../../../fixtures/lcd/transactions.json' with { type: 'json' };
import { type ChainTransaction, pageOf, transactionAnswer, transactionsAnswer } from './transaction-answer.ts';

function contentOf(answer: unknown): ChainTransaction {
  const { content } = transactionAnswer.parse(answer);
  if (content === undefined) throw new Error('it was not read');
  return content;
}

describe('a transaction', () => {
  // Read from the answers by hand.
  it.each([
    ['EB72983F', 131822066n, '2025-02-15T15:56:17Z', { denom: 'usei', amount: 328515n }, 41n, 122924n, ''],
    ['7AF2329A', 102944972n, '2024-09-18T18:33:16Z', { denom: 'usei', amount: 350000n }, 0n, 101164n, '0'],
    ['cosmoshub', 26257963n, '2025-06-20T04:09:19Z', { denom: 'uatom', amount: 1600n }, 447n, 105321n, undefined],
  ] as const)('%s has what the chain says of it', (name, height, timestamp, fee, sequence, gasUsed, memo) => {
    const found = transactionAnswer.parse(answers[name]);
    expect(found).toMatchObject({ height, blockHeight: height, time: Date.parse(timestamp), code: 0, gaps: [] });
    const content = contentOf(answers[name]);
    expect(content).toMatchObject({ code: 0, fees: [fee], sequence, gasUsed });
    if (memo !== undefined) expect(content.memo).toBe(memo);
    expect(found.hash.startsWith(name) || name === 'cosmoshub').toBe(true);
    expect(content.events.length).toBeGreaterThan(0);
  });

  it('of every chain is read, with all kinds of messages', () => {
    for (const answer of Object.values(answers)) {
      const { messages, events } = contentOf(answer);
      expect(messages.length).toBeGreaterThan(0);
      expect(
        events.flatMap(({ attributes }) => attributes).some(({ key }) => key === 'spender' || key === 'action'),
      ).toBe(true);
    }
  });

  it('of an EVM has no signer', () => {
    const { sequence, messages } = contentOf(answers.ethereum);
    expect({ sequence, type: messages[0]?.['@type'] }).toEqual({
      sequence: undefined,
      type: '/ethermint.evm.v1.MsgEthereumTx',
    });
  });

  it('has events in plain text if nodes write them in base64', () => {
    const { tx, tx_response: response } = answers.ethereum;
    const { events } = contentOf({ tx, tx_response: { ...response, logs: [] } });
    expect(events[0]).toMatchObject({ type: 'coin_spent', attributes: [{ key: 'spender' }, { key: 'amount' }] });
    expect(events[0]?.attributes[0]?.value).toMatch(/^dym1/);
    // Events in plain text stay as they are.
    const { events: plain } = contentOf(answers.cosmoshub);
    expect(plain[0]?.attributes[0]?.key).toBe('acc_seq');
  });

  it('names the message of each event: by its attribute, by the actions, or by the logs', () => {
    const rewardsOf = (answer: unknown) =>
      contentOf(answer).events.flatMap(({ type, message }) => (type === 'withdraw_rewards' ? [message] : []));
    const { tx, tx_response: response } = answers.D33EA9DD;
    expect(rewardsOf(answers.D33EA9DD)).toEqual([0]);
    const events = response.logs[0]?.events ?? [];
    const byActions = [...events.filter(({ type }) => type === 'message'), ...events];
    expect(rewardsOf({ tx, tx_response: { ...response, logs: [], events } })).toEqual([0]);
    // Two actions for one message tell nothing.
    expect(rewardsOf({ tx, tx_response: { ...response, logs: [], events: byActions } })).toEqual([undefined]);
    const fees = contentOf(answers.cosmoshub).events.filter(({ message }) => message === undefined);
    expect(fees.map(({ type }) => type)).toContain('coin_spent');
  });

  it('is known by its outline even if its content is of an unknown shape', () => {
    const { tx_response: response } = answers.cosmoshub;
    const answer = { tx: 'something new', tx_response: response };
    expect(transactionAnswer.parse(answer)).toEqual({
      hash: response.txhash,
      height: BigInt(response.height),
      blockHeight: BigInt(response.height),
      time: Date.parse(response.timestamp),
      code: 0,
      content: undefined,
      gaps: ['the content'],
      raw: answer,
    });
  });

  // One odd part among good ones costs only itself, and is named.
  it.each([
    ['a message', { body: { messages: [{ '@type': '/a' }, null, { '@type': 7 }], memo: 'm' } }, {}],
    ['a message', { body: { messages: 'none', memo: 'm' } }, {}],
    [
      'the fees that were offered',
      { auth_info: { fee: { amount: [{ denom: 'uatom', amount: '1' }, { amount: -1 }] } } },
      {},
    ],
    ['the fees that were offered', { auth_info: null }, {}],
    ['an event', {}, { events: [null, { type: 7 }, { type: 'good', attributes: [{ key: 'k', value: 'v' }] }] }],
    ['an event', {}, { events: 'none' }],
    ['an event', {}, { events: [{ type: 'coin_spent', attributes: [{ key: 'spender', value: 'a' }, null] }] }],
    [
      'an event',
      {},
      {
        events: ['0', 'x'].map((value) => ({ type: 'coin_spent', attributes: [{ key: 'msg_index', value }] })),
      },
    ],
    ['an event', {}, { events: [], logs: [{ msg_index: 0, events: [{}, { type: 'good', attributes: [] }] }] }],
    ['the time', {}, { timestamp: 'today' }],
  ])('without %s is read otherwise', (gap, changeOfTx, changeOfResponse) => {
    const { tx, tx_response: response } = answers.cosmoshub;
    const found = transactionAnswer.parse({
      tx: { ...tx, ...changeOfTx },
      tx_response: { ...response, ...changeOfResponse },
    });
    expect(found.gaps).toEqual([gap]);
    expect(found.content).toBeDefined();
  });

  it('keeps the good ones among odd events and attributes', () => {
    const { tx, tx_response: response } = answers.cosmoshub;
    const good = { type: 'good', attributes: [{ key: 'k', value: 'v' }] };
    const attributes = [{ key: 5, value: 'x' }, null, { key: 'k', value: 'v' }, { key: 'n', value: null }];
    const events = [null, good, { type: 'good', attributes }, { type: 'bare', attributes: null }];
    expect(contentOf({ tx, tx_response: { ...response, events } }).events).toEqual([
      good,
      {
        type: 'good',
        attributes: [
          { key: 'k', value: 'v' },
          { key: 'n', value: '' },
        ],
        isOdd: true,
      },
      { type: 'bare', attributes: [] },
    ]);
  });

  it('does not take the index of a message from a contract', () => {
    const { tx, tx_response: response } = answers.cosmoshub;
    const event = (type: string, ...indexes: string[]) => ({
      type,
      attributes: indexes.map((value) => ({ key: 'msg_index', value })),
    });
    const indexes = (...events: object[]) =>
      contentOf({ tx, tx_response: { ...response, events } }).events.map(({ message }) => message);
    // The contract wrote 7, and the node 0 behind it.
    expect(indexes(event('message', '0'), event('wasm', '7', '0'))).toEqual([0, 0]);
    // A node that writes no indexes.
    expect(indexes(event('coin_spent'), event('wasm', '7'))).toEqual([undefined, undefined]);
  });

  it('is refused if its hash, block or result is missing', () => {
    const { tx, tx_response: response } = answers.cosmoshub;
    for (const change of [{ txhash: 'x' }, { height: '-1' }, { code: null }]) {
      expect(transactionAnswer.safeParse({ tx, tx_response: { ...response, ...change } }).success).toBe(false);
    }
  });
});

describe('a page of a search', () => {
  const { tx, tx_response: response } = answers.cosmoshub;

  it('has transactions and their results side by side', () => {
    // cosmos-sdk proto/cosmos/tx/v1beta1/service.proto: GetTxsEventResponse
    const page = { txs: [tx, tx], tx_responses: [response, response], pagination: null, total: '12' };
    const found = pageOf(transactionsAnswer.parse(page));
    expect(found.total).toBe(12n);
    expect(found.rows.map(({ hash }) => hash)).toEqual([response.txhash, response.txhash]);
  });

  it('reads each transaction when it is asked to, and once', () => {
    const { reads } = transactionsAnswer.parse({ txs: [tx, tx], tx_responses: [response, { txhash: 5 }], total: '2' });
    const first = reads.map((read) => read());
    expect(first.map((row) => row?.hash)).toEqual([response.txhash, undefined]);
    expect(reads[0]?.()).toBe(first[0]);
  });

  it('has its number of all in another place up to cosmos-sdk 0.45', () => {
    const page = { txs: [tx], tx_responses: [response], pagination: { next_key: null, total: '7' } };
    expect(transactionsAnswer.parse(page).total).toBe(7n);
  });

  it('shows a row without block or result near the row before it, and leaves out one without a hash', () => {
    const { height, code, ...bare } = response;
    const responses = [
      { ...response, height: '12' },
      { ...bare, height: null },
      { txhash: 5 },
      null,
      { ...response, height: '9' },
    ];
    const page = { txs: responses.map(() => tx), tx_responses: responses, total: '5' };
    const { rows, unlisted } = pageOf(transactionsAnswer.parse(page));
    expect(unlisted).toBe(2);
    expect(rows.map((row) => [row.height, row.blockHeight, row.code])).toEqual([
      [12n, 12n, 0],
      [12n, undefined, undefined],
      [9n, 9n, 0],
    ]);
    expect(rows[1]?.gaps).toEqual(['the block', 'the result']);
    const nameless = { txs: [tx], tx_responses: [{ txhash: 'x' }], total: '1' };
    expect(() => pageOf(transactionsAnswer.parse(nameless))).toThrow('it answers no transactions');
  });

  it('is refused if one is missing', () => {
    expect(transactionsAnswer.safeParse({ txs: [tx], tx_responses: [], total: '1' }).success).toBe(false);
  });
});
