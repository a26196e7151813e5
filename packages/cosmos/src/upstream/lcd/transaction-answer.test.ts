import { describe, expect, it } from 'vitest';
import answers from '../../../fixtures/lcd/transactions.json' with { type: 'json' };
import { type ChainTransaction, transactionAnswer, transactionsAnswer } from './transaction-answer.ts';

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
    const found = contentOf(answers[name]);
    expect(found).toMatchObject({ height, time: Date.parse(timestamp), code: 0, fees: [fee], sequence, gasUsed });
    expect(found.keyType).toBe('/cosmos.crypto.secp256k1.PubKey');
    if (memo !== undefined) expect(found.memo).toBe(memo);
    expect(found.hash.startsWith(name) || name === 'cosmoshub').toBe(true);
    expect(found.events.length).toBeGreaterThan(0);
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
    const { sequence, keyType, messages } = contentOf(answers.ethereum);
    expect({ sequence, keyType, type: messages[0]?.['@type'] }).toEqual({
      sequence: undefined,
      keyType: undefined,
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
    const answer = { tx: { body: 'something new' }, tx_response: response };
    expect(transactionAnswer.parse(answer)).toEqual({
      hash: response.txhash,
      height: BigInt(response.height),
      time: Date.parse(response.timestamp),
      code: 0,
      content: undefined,
      raw: answer,
    });
  });

  it('is refused if it is not whole', () => {
    const { tx, tx_response: response } = answers.cosmoshub;
    for (const change of [{ txhash: 'x' }, { height: '-1' }, { timestamp: '' }, { code: null }]) {
      expect(transactionAnswer.safeParse({ tx, tx_response: { ...response, ...change } }).success).toBe(false);
    }
  });
});

describe('a page of a search', () => {
  const { tx, tx_response: response } = answers.cosmoshub;

  it('has transactions and their results side by side', () => {
    // cosmos-sdk proto/cosmos/tx/v1beta1/service.proto: GetTxsEventResponse
    const page = { txs: [tx, tx], tx_responses: [response, response], pagination: null, total: '12' };
    const found = transactionsAnswer.parse(page);
    expect(found.total).toBe(12n);
    expect(found.rows.map(({ hash }) => hash)).toEqual([response.txhash, response.txhash]);
  });

  it('has its number of all in another place up to cosmos-sdk 0.45', () => {
    const page = { txs: [tx], tx_responses: [response], pagination: { next_key: null, total: '7' } };
    expect(transactionsAnswer.parse(page).total).toBe(7n);
  });

  it('is refused if one is missing', () => {
    expect(transactionsAnswer.safeParse({ txs: [tx], tx_responses: [], total: '1' }).success).toBe(false);
  });
});
