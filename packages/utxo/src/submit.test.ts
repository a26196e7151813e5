import { readFileSync } from 'node:fs';
import { judgeRefusal, RefusedError, type SignedTransaction, UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { type RestScript, restWorld, Status } from '../test/rest-upstream.ts';
import { contextOf } from './context.ts';
import { submit } from './submit.ts';
import type { Registration } from './types.ts';
import type { Backend, SendOutcome } from './upstream/backend.ts';
import { createUpstreams } from './upstream/choose.ts';

// A transaction of the chain: its one input is output 4 of 7eed…902a.
const raw = readFileSync(new URL('../fixtures/esplora-tx-hex.txt', import.meta.url), 'utf8').trim();
const recorded = JSON.parse(readFileSync(new URL('../fixtures/esplora-tx.json', import.meta.url), 'utf8'));
const hash = 'f5d1f75e2f3fcc0afe3210d3ef9b5bde67b6e41bb3be2de3cd4e779c1a92c1f3';
const source = '7eed9441df2ef5e13ccd553f8533ea0b8bb510b8638bd0b72aafd616ca2e902a';
const signed: SignedTransaction = { raw, hash };
/** Nothing is registered. */
const plan = {};

const esploraSays = (code: number, message: string) =>
  new Status(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`);

/** An Esplora endpoint that has no such transaction, and answers this to sending it. */
const esplora = (answer: unknown, more: RestScript = {}): RestScript => ({
  'POST /tx': answer,
  [`/tx/${hash}`]: new Status(404, 'Transaction not found'),
  [`/tx/${source}/outspend/4`]: { spent: false },
  '/blocks/tip/height': '949548',
  ...more,
});

function open(scripts: Readonly<Record<string, RestScript>>) {
  const world = restWorld('bitcoin', scripts);
  const upstreams = createUpstreams(world.context);
  const run = async () => {
    const { context, operation } = world;
    return submit(context, upstreams, signed, plan, operation).catch((error: unknown) => {
      throw judgeRefusal(error, { chainId: 'bitcoin', hash, operation });
    });
  };
  return { ...world, run };
}

async function refusalOf(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error = await promise.then(
    () => expect.unreachable('must be refused'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RefusedError);
  const [problem] = (error as RefusedError).problems;
  expect(problem?.field).toBe('transaction');
  return { code: (error as RefusedError).code, message: (error as RefusedError).message };
}

describe('submit', () => {
  it('sends to all endpoints side by side, in one round, and answers the id', async () => {
    const { run, operation, sent } = open({ a: esplora(hash), b: esplora(hash) });
    expect(await run()).toBe(hash);
    expect(operation.trace.roundTrips).toBe(1);
    expect(sent.filter(({ path }) => path === 'POST /tx')).toEqual([
      { to: 'a', path: 'POST /tx', body: raw },
      { to: 'b', path: 'POST /tx', body: raw },
    ]);
    expect(sent).toHaveLength(4);
  });

  it('answers as soon as one endpoint took it, without waiting for the others', async () => {
    const others = ['silent', 'dead', esploraSays(-26, 'dust'), new Status(502)];
    for (const other of others) {
      const { run, operation } = open({ a: esplora(other), b: esplora(hash) });
      expect(await run()).toBe(hash);
      expect(operation.trace.roundTrips).toBe(1);
    }
  });

  it.each([
    ['sendrawtransaction RPC error: {"code":-27,"message":"Transaction already in block chain"}'],
    ['sendrawtransaction RPC error: {"code":-27,"message":"Transaction outputs already in utxo set"}'],
    ['sendrawtransaction RPC error: {"code":-26,"message":"txn-already-in-mempool"}'],
  ])('is content with “%s”', async (text) => {
    const { run, operation } = open({ a: esplora(new Status(400, text)), b: esplora('dead') });
    expect(await run()).toBe(hash);
    expect(operation.trace.roundTrips).toBe(1);
  });

  describe('passes on refusals of a node', () => {
    const rows: readonly (readonly [number, string, string, string])[] = [
      [
        -26,
        'insufficient fee, rejecting replacement 2d25',
        'broadcast.replacementFeeTooLow',
        'The transaction pays too little to replace the one that waits: insufficient fee, rejecting replacement 2d25. Encode again with a higher fee.',
      ],
      [
        -26,
        'min relay fee not met, 100 < 110',
        'broadcast.feeTooLow',
        'Network fees rose above the encoded fee. Encode again.',
      ],
      [
        -26,
        'mempool min fee not met, 100 < 500',
        'broadcast.feeTooLow',
        'Network fees rose above the encoded fee. Encode again.',
      ],
      [
        -26,
        '66: min relay fee not met',
        'broadcast.feeTooLow',
        'Network fees rose above the encoded fee. Encode again.',
      ],
      [-26, 'dust', 'broadcast.dust', 'The node does not relay outputs of so little.'],
      [
        -26,
        'dust, tx with dust output must be 0-fee',
        'broadcast.dust',
        'The node does not relay outputs of so little.',
      ],
      [-26, '64: dust', 'broadcast.dust', 'The node does not relay outputs of so little.'],
      [
        -26,
        'non-mandatory-script-verify-flag (Witness program hash mismatch)',
        'broadcast.invalid',
        'The node refused the transaction as invalid.',
      ],
      [
        -26,
        'mempool-script-verify-flag-failed (Invalid Schnorr signature)',
        'broadcast.invalid',
        'The node refused the transaction as invalid.',
      ],
      [
        -26,
        '16: mandatory-script-verify-flag-failed (Non-canonical DER signature)',
        'broadcast.invalid',
        'The node refused the transaction as invalid.',
      ],
      [
        -22,
        'TX decode failed. Make sure the tx has at least one input.',
        'broadcast.invalid',
        'The node refused the transaction as invalid.',
      ],
      [
        -25,
        'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
        'broadcast.feeCap',
        'The node refuses to relay a transaction with so high a fee.',
      ],
      [-26, 'non-final', 'broadcast.notFinal', 'The transaction is not valid yet: non-final.'],
      [-26, 'non-BIP68-final', 'broadcast.notFinal', 'The transaction is not valid yet: non-BIP68-final.'],
      [
        -26,
        'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1',
        'broadcast.immature',
        'A coin of the transaction is too young to be spent: bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1.',
      ],
      [
        -26,
        'bad-txns-premature-spend-of-pegout',
        'broadcast.immature',
        'A coin of the transaction is too young to be spent: bad-txns-premature-spend-of-pegout.',
      ],
      [-26, 'tx-size', 'broadcast.tooLarge', 'The transaction is larger than what nodes relay.'],
      [
        -26,
        'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]',
        'broadcast.chainTooLong',
        'Too many transactions of this account wait for confirmation: too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]. Try again after the next block.',
      ],
      [
        -26,
        'too-large-cluster',
        'broadcast.chainTooLong',
        'Too many transactions of this account wait for confirmation: too-large-cluster. Try again after the next block.',
      ],
      [-26, 'scriptpubkey', 'broadcast.refused', 'The node refused the transaction: scriptpubkey'],
      [
        -26,
        '18: txn-mempool-conflict',
        'broadcast.inputsSpent',
        'A coin of the transaction was spent meanwhile: another transaction that spends it waits. Encode again.',
      ],
    ];

    it.each(rows)('(%i) “%s” on Esplora: %s', async (code, text, expected, message) => {
      const { run } = open({ a: esplora(esploraSays(code, text)) });
      expect(await refusalOf(run())).toEqual({ code: expected, message });
    });

    it.each(rows)('(%i) “%s” on Blockbook: %s', async (code, text, expected, message) => {
      const { run } = open({
        'blockbook-a': {
          '/api/v2/block-index/961632': { blockHash: contextOf('bitcoin').checkpoint?.hash },
          'POST /api/v2/sendtx/': new Status(400, { error: `${code}: ${text}` }),
          [`/api/v2/tx/${hash}`]: new Status(400, { error: `Transaction '${hash}' not found` }),
        },
      });
      expect(await refusalOf(run())).toEqual({ code: expected, message });
    });
  });

  describe('looks a transaction up before it calls anything a failure', () => {
    const known = { [`/tx/${hash}`]: recorded };

    it.each([
      ['its inputs are spent: by itself', esploraSays(-25, 'bad-txns-inputs-missingorspent')],
      ['it is refused for whatever reason', esploraSays(-26, 'min relay fee not met, 100 < 110')],
      ['nobody answers', 'dead'],
      ['another id is answered', 'ab'.repeat(32)],
    ])('where %s', async (_, answer) => {
      const { run, operation } = open({ a: esplora(answer), b: esplora(answer, known) });
      expect(await run()).toBe(hash);
      expect(operation.trace.roundTrips).toBeLessThanOrEqual(3);
    });

    it('and is not misled by a silent endpoint', async () => {
      const answer = esploraSays(-25, 'bad-txns-inputs-missingorspent');
      const { run } = open({ a: esplora(answer, { [`/tx/${hash}`]: 'silent' }), b: esplora(answer, known) });
      expect(await run()).toBe(hash);
    });
  });

  it.each([
    [-25, 'bad-txns-inputs-missingorspent'],
    [-25, 'Missing inputs'],
  ])(
    'does not call a coin spent where nobody knows what spends it: (%i) “%s” may be said of the transaction itself',
    async (code, text) => {
      const { run } = open({ a: esplora(esploraSays(code, text)), b: esplora(esploraSays(code, text)) });
      const error = await run().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UpstreamError);
      expect(error).toMatchObject({
        code: 'broadcast.uncertain',
        maybeSent: true,
        problems: [{ field: 'transaction', context: { maybeSent: true, hash, reason: text } }],
      });
    },
  );

  it('names the transaction that came first', async () => {
    const other = 'cd'.repeat(32);
    const outspend = { [`/tx/${source}/outspend/4`]: { spent: true, txid: other, vin: 0 } };
    for (const text of ['bad-txns-inputs-missingorspent', 'txn-mempool-conflict']) {
      const { run } = open({ a: esplora(esploraSays(-26, text), outspend) });
      expect(await refusalOf(run())).toEqual({
        code: 'broadcast.inputsSpent',
        message: `A coin of the transaction was spent meanwhile: transaction ${other} spends output 4 of ${source}. Encode again.`,
      });
    }
  });

  it('accepts it if that is the transaction itself', async () => {
    const outspend = { [`/tx/${source}/outspend/4`]: { spent: true, txid: hash, vin: 0 } };
    const { run } = open({ a: esplora(esploraSays(-25, 'bad-txns-inputs-missingorspent'), outspend) });
    expect(await run()).toBe(hash);
  });

  describe('if nodes disagree', () => {
    const missing = esploraSays(-25, 'bad-txns-inputs-missingorspent');

    it('tells the refusal of all nodes, not that of one node', async () => {
      const { run } = open({
        a: esplora(esploraSays(-26, 'min relay fee not met, 100 < 110')),
        b: esplora(missing),
        c: esplora(esploraSays(-26, 'dust')),
      });
      expect((await refusalOf(run())).code).toBe('broadcast.dust');
    });

    it('believes a node that knows the coin, unless the spending transaction is found', async () => {
      const fee = esploraSays(-26, 'min relay fee not met, 100 < 110');
      expect((await refusalOf(open({ a: esplora(missing), b: esplora(fee) }).run())).code).toBe('broadcast.feeTooLow');
      const outspend = { [`/tx/${source}/outspend/4`]: { spent: true, txid: 'cd'.repeat(32) } };
      expect((await refusalOf(open({ a: esplora(missing, outspend), b: esplora(fee) }).run())).code).toBe(
        'broadcast.inputsSpent',
      );
    });

    it('does not tell the refusal of one node if another may have taken it', async () => {
      for (const lost of [
        'dead',
        new Status(502),
        new Status(400, 'sendrawtransaction RPC error: connection closed'),
      ]) {
        const { run } = open({ a: esplora(lost), b: esplora(esploraSays(-26, 'dust')) });
        await expect(run()).rejects.toMatchObject({
          code: 'broadcast.uncertain',
          maybeSent: true,
          hash,
          problems: [{ context: { reason: 'dust', hash } }],
        });
      }
    });

    it('calls a coin spent beside a lost answer only if a block has what spends it', async () => {
      const other = 'cd'.repeat(32);
      const outspend = { [`/tx/${source}/outspend/4`]: { spent: true, txid: other } };
      const found = (status: object) => ({
        ...outspend,
        [`/tx/${other}`]: { ...recorded, txid: other, status },
      });
      const { confirmed: _, ...block } = recorded.status;
      const codeWith = (script: RestScript) =>
        open({ a: esplora('dead', script), b: esplora(missing, script) })
          .run()
          .catch(({ code }) => code);
      expect(await codeWith(outspend)).toBe('broadcast.uncertain');
      expect(await codeWith(found({ confirmed: false }))).toBe('broadcast.uncertain');
      expect(await codeWith(found({ confirmed: true, ...block }))).toBe('broadcast.inputsSpent');
    });

    it('does not believe a node of another chain', async () => {
      const signet = { '/block-height/961632': new Status(404, 'Block not found') };
      const { run } = open({ a: esplora(missing, signet) });
      await expect(run()).rejects.toMatchObject({ name: 'UpstreamError', attempts: [{ outcome: 'rejected' }] });
    });
  });

  describe('without a clear answer', () => {
    it('says that it may have been sent', async () => {
      const error = await open({ a: esplora('dead'), b: esplora(new Status(504)) })
        .run()
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UpstreamError);
      expect(error).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
      expect(new Set((error as UpstreamError).attempts.map(({ endpoint }) => endpoint))).toEqual(new Set(['a', 'b']));
    });

    it('says so too if another id was answered', async () => {
      await expect(open({ a: esplora('ab'.repeat(32)) }).run()).rejects.toMatchObject({
        maybeSent: true,
        attempts: [{ endpoint: 'a', outcome: 'rejected', detail: 'it answered the id of another transaction' }],
      });
    });

    it('knows that a node that has not started took nothing', async () => {
      await expect(open({ a: esplora(esploraSays(-28, 'Loading block index…')) }).run()).rejects.toMatchObject({
        code: 'upstream.unavailable',
        maybeSent: false,
        attempts: [{ endpoint: 'a', outcome: 'unavailable', detail: 'its node is not ready (error -28)' }],
      });
    });

    it('is a timeout if there were only timeouts', async () => {
      const timeout = new UpstreamError(
        'bitcoin',
        [{ endpoint: 'a', outcome: 'timeout', detail: 'no complete answer within 8000 ms', ms: 8_000 }],
        { maybeSent: true },
      );
      const { context, operation } = restWorld('bitcoin', { a: {} });
      const backend = {
        kind: 'esplora',
        send: () => Promise.reject(timeout),
        transaction: () => Promise.reject(timeout),
      } as unknown as Backend;
      const upstreams = createUpstreams(context, [backend]);
      await expect(submit(context, upstreams, signed, plan, operation)).rejects.toMatchObject({
        code: 'upstream.timeout',
        maybeSent: true,
      });
    });
  });

  it('sends no stake before it is known to be registered', async () => {
    const { context, operation, sent } = restWorld('bitcoin', { a: esplora(hash) });
    const registration = { stake: { txid: hash }, isRequired: true } as Registration;
    const run = submit(context, createUpstreams(context), signed, { registration }, operation);
    await expect(run).rejects.toMatchObject({ code: 'upstream.unavailable' });
    expect(sent).toEqual([]);
  });

  it('does not hide a bug', async () => {
    const { context, operation } = restWorld('bitcoin', { a: {}, b: {} });
    const send = (_: string, endpoint: string): Promise<SendOutcome> =>
      endpoint === 'a' ? Promise.reject(new RangeError('bug')) : new Promise(() => {});
    const upstreams = createUpstreams(context, [{ kind: 'esplora', send } as unknown as Backend]);
    await expect(submit(context, upstreams, signed, plan, operation)).rejects.toThrow(RangeError);
  });
});
