import type { SignedTransaction } from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import answers from '../fixtures/lcd/answers.json' with { type: 'json' };
import { complete } from '../test/complete.ts';
import { namesOn, senderKey } from '../test/completed.ts';
import { type NodeFacts, now, openScripted, Refused, type Said } from '../test/scripted-endpoints.ts';
import { signDirect } from '../test/signers.ts';
import { assemble } from './bytes/assemble.ts';
import { finalize } from './bytes/finalize.ts';
import type { CosmosPlan } from './bytes/index.ts';
import { type CosmosChainId, namedChain } from './chains.ts';
import type { CosmosKind, CosmosOptions } from './options.ts';

/** The sender's. From trustwallet/wallet-core, rust/tw_cosmos_sdk/tests/sign.rs. */
const privateKey = '80e81ea269e66a0a05b11236df7919fb7fbeedba87452d667489d7403a02f005';
const other = 'AB'.repeat(32);

const mismatch = (expected: number, got: number): Said => ({
  code: 32,
  log: `account sequence mismatch, expected ${expected}, got ${got}: incorrect account sequence`,
});
const used = mismatch(9, 8);

describe('submit', () => {
  let plan: CosmosPlan;
  let signed: SignedTransaction;

  beforeAll(async () => {
    ({ plan, signed } = await made('cosmoshub'));
  });

  async function made(chainId: CosmosChainId) {
    const named = namedChain(chainId);
    const names = namesOn(chainId);
    const transfer = complete(chainId, {
      ...{ mode: 'transfer', senderAddress: names.sender, recipientAddress: names.recipient, amount: '1000' },
      ...{ senderPubKey: senderKey, fees: '2791', gas: '111635', nonce: '8' },
      params: { nativeId: named.identity.nativeId, accountNumber: '1037', feeDenom: named.chain.denom },
    }).plan();
    const { items, unsigned } = assemble(named, transfer);
    const signature = await signDirect({ address: names.sender, privateKey }, items);
    return { plan: transfer, signed: finalize(named, transfer, unsigned, signature) };
  }

  function open(nodes: readonly (readonly [CosmosKind, NodeFacts | 'dead'])[], options: Partial<CosmosOptions> = {}) {
    const scripted = openScripted('cosmoshub', nodes, options);
    const { adapter } = scripted.chain;
    const sends = () => scripted.asked(/broadcast_tx_sync/).length + scripted.sent.filter(isSend).length;
    return { ...scripted, sends, run: () => adapter.submit(signed, plan, adapter.upstream.operation()) };
  }
  const isSend = ({ what, body }: { what: string; body: unknown }) =>
    what === '/cosmos/tx/v1beta1/txs' && body !== undefined;

  const both: readonly CosmosKind[] = ['rest', 'rpc'];

  it.each(both)('answers the hash of a transaction that %s takes', async (kind) => {
    const { run, sends } = open([[kind, {}]]);
    expect(await run()).toBe(signed.hash);
    expect(sends()).toBe(1);
  });

  it('sends to all endpoints of both kinds, and answers as soon as one took it', async () => {
    const { run, sends } = open([
      ['rest', { says: { code: 5, log: 'spendable balance 5uatom is smaller than 10uatom: insufficient funds' } }],
      ['rest', 'dead'],
      ['rpc', {}],
    ]);
    expect(await run()).toBe(signed.hash);
    expect(sends()).toBe(3);
  });

  describe('counts a transaction as sent if a node has it already', () => {
    it.each<[string, CosmosKind, Said]>([
      ['code 19 over REST, without words', 'rest', { code: 19, log: '' }],
      ['code 19 over CometBFT', 'rpc', { code: 19, log: 'tx already in mempool' }],
      ['the error of CometBFT', 'rpc', new Refused(200, answers.transactions.jsonRpcDuplicate)],
      ['the same in words over REST', 'rest', new Refused(500, { code: 2, message: 'tx already exists in cache' })],
    ])('%s', async (_, kind, says) => {
      expect(await open([[kind, { says }]]).run()).toBe(signed.hash);
    });

    it.each(both)('%s: whatever the node answers, if the transaction is in a block', async (kind) => {
      const mined = [{ hash: signed.hash, sequence: 8n }];
      for (const says of [used, { code: 13, log: 'insufficient fee' }, 'dead'] as const) {
        expect(await open([[kind, { says, mined }]]).run()).toBe(signed.hash);
      }
    });

    it('another endpoint may have it', async () => {
      const { run } = open([
        ['rest', { says: used }],
        ['rpc', { says: 'dead', mined: [{ hash: signed.hash, sequence: 8n }] }],
      ]);
      expect(await run()).toBe(signed.hash);
    });
  });

  describe('of a sequence that is used', () => {
    const newer = [
      { hash: 'CC'.repeat(32), sequence: 10n },
      { hash: 'DD'.repeat(32), sequence: 9n },
    ];

    it.each([
      ['rest', 'query'],
      ['rest', 'events'],
      ['rpc', 'query'],
    ] as const)('names the transaction that used it: %s, %s', async (kind, searches) => {
      const mined = [...newer, { hash: other, sequence: 8n, key: senderKey }, { hash: 'EE'.repeat(32), sequence: 7n }];
      const error = await open([[kind, { says: used, mined, searches }]])
        .run()
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({
        code: 'broadcast.nonceUsed',
        problems: [{ context: { nonce: '8', transaction: other } }],
      });
    });

    it.each(both)('looks at further pages over %s', async (kind) => {
      const many = Array.from({ length: 40 }, (_, i) => ({ hash: 'CC'.repeat(32), sequence: BigInt(60 - i) }));
      const { run } = open([[kind, { says: used, mined: [...many, { hash: other, sequence: 8n }] }]]);
      await expect(run()).rejects.toMatchObject({ code: 'broadcast.nonceUsed' });
    });

    it('asks an older node for further pages only in the form that it takes', async () => {
      const mined = Array.from({ length: 40 }, (_, i) => ({ hash: 'CC'.repeat(32), sequence: BigInt(60 - i) }));
      const { run, asked } = open([['rest', { says: used, searches: 'events', mined }]]);
      await expect(run()).rejects.toThrow();
      // The first page in both forms, the second page in one.
      expect(asked(/\/txs$/).filter(({ body }) => body === undefined)).toHaveLength(3);
    });

    it.each<[string, NodeFacts]>([
      ['nobody keeps an index', { searches: 'never' }],
      ['nothing is found', { mined: [] }],
      ['only others are found', { mined: [...newer, { hash: other, sequence: 7n }] }],
      // The transaction has another signer: its sequence proves nothing.
      ['the signer is another one', { mined: [{ hash: other, sequence: 8n, key: `03${'11'.repeat(32)}` }] }],
    ])('does not say so if %s', async (_, facts) => {
      for (const kind of both) {
        const error = await open([[kind, { says: used, ...facts }]])
          .run()
          .catch((caught: unknown) => caught);
        expect(error).toMatchObject({
          code: 'broadcast.uncertain',
          maybeSent: true,
          hash: signed.hash,
          problems: [{ context: { maybeSent: true, hash: signed.hash } }],
        });
      }
    });

    it('does not believe a node that says so while another took the transaction', async () => {
      const { run } = open([
        ['rest', { says: used, mined: [{ hash: other, sequence: 8n }] }],
        ['rest', { says: { code: 0 } }],
      ]);
      expect(await run()).toBe(signed.hash);
    });

    it('says that the transaction may have been sent if an endpoint did not answer', async () => {
      const { run } = open([
        ['rest', { says: used, searches: 'never' }],
        ['rest', { says: 'dead' }],
      ]);
      await expect(run()).rejects.toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: signed.hash });
    });
  });

  describe('beside an endpoint that may have taken it', () => {
    const insufficient: Said = { code: 5, log: 'insufficient funds' };
    const lowFee: Said = { code: 13, log: 'insufficient fee' };
    const inWords = new Refused(200, {
      code: -32603,
      message: 'Internal error',
      data: 'broadcast confirmation not received',
    });

    it.each([insufficient, lowFee, mismatch(5, 8), { code: 18, log: 'invalid request' }])(
      'is in doubt, whatever another node says: %j',
      async (says) => {
        for (const lost of [['rest', { says: 'dead' }] as const, ['rpc', { says: inWords }] as const]) {
          for (const nodes of [
            [lost, ['rpc', { says }] as const] as const,
            [['rest', { says }] as const, lost] as const,
          ]) {
            const error = await open(nodes)
              .run()
              .catch((caught: unknown) => caught);
            expect(error).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: signed.hash });
            expect(String(error)).not.toContain('Encode again');
          }
        }
      },
    );

    it('is refused if the transaction that used the sequence is found', async () => {
      const { run } = open([
        ['rest', { says: 'dead' }],
        ['rpc', { says: used, mined: [{ hash: other, sequence: 8n }] }],
      ]);
      await expect(run()).rejects.toMatchObject({ code: 'broadcast.nonceUsed' });
    });

    it('is not called congested', async () => {
      const { run } = open([
        ['rest', { says: 'dead' }],
        ['rest', { says: { code: 20, log: 'mempool is full' } }],
      ]);
      await expect(run()).rejects.toMatchObject({ code: 'upstream.unavailable', maybeSent: true, hash: signed.hash });
    });
  });

  it.each(both)('tells a sequence that is too far ahead, over %s', async (kind) => {
    const { run } = open([[kind, { says: mismatch(5, 8) }]]);
    await expect(run()).rejects.toMatchObject({
      code: 'broadcast.nonceGap',
      problems: [{ context: { nonce: '8' } }],
    });
    // One node lags, and the other one knows that the sequence is used.
    const mined = [{ hash: other, sequence: 8n }];
    const mixed = open([
      [kind, { says: mismatch(5, 8) }],
      [kind, { says: used, mined }],
    ]);
    await expect(mixed.run()).rejects.toMatchObject({ code: 'broadcast.nonceUsed' });
  });

  describe('while the chain stands still', () => {
    const hourAgo = now - 3_600_000;

    it.each(both)('sends nothing, over %s', async (kind) => {
      const { run, sends } = open([[kind, { latestAt: hourAgo }]]);
      await expect(run()).rejects.toMatchObject({ code: 'chain.standsStill' });
      expect(sends()).toBe(0);
    });

    it('sends nothing if the endpoints of both kinds stand still', async () => {
      const { run, sends } = open([
        ['rest', { latestAt: hourAgo }],
        ['rest', 'dead'],
        ['rpc', { latestAt: hourAgo }],
      ]);
      await expect(run()).rejects.toMatchObject({ code: 'chain.standsStill' });
      expect(sends()).toBe(0);
    });

    it('sends if one endpoint moves, or if the operator does not check it', async () => {
      const { run } = open([
        ['rest', { latestAt: hourAgo }],
        ['rpc', {}],
      ]);
      expect(await run()).toBe(signed.hash);
      expect(await open([['rest', { latestAt: hourAgo }]], { oldestBlockMs: 0 }).run()).toBe(signed.hash);
    });
  });

  it('believes no endpoint of another network that it took the transaction', async () => {
    for (const kind of both) {
      const { run } = open([[kind, { network: 'theta-testnet-001' }]]);
      await expect(run()).rejects.toMatchObject({ code: 'upstream.unavailable' });
    }
  });

  it('believes no endpoint that says it took another transaction', async () => {
    for (const kind of both) {
      const { run } = open([[kind, { answersHash: other }]]);
      await expect(run()).rejects.toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    }
  });

  describe('says why nodes refuse', () => {
    const { refusals, refused } = answers.transactions;
    const sdk = Object.entries(refusals);

    it.each(sdk)('cosmos-sdk 0.54: %s', async (name, { code, codespace, log }) => {
      const says = { code, codespace, log };
      for (const kind of both) {
        const result = await open([[kind, { says }]])
          .run()
          .catch((caught: { code: string }) => caught.code);
        const expected: Record<string, string> = {
          ...{ 'bc fee low': 'broadcast.feeTooLow', 'bc fee wrong denom': 'broadcast.feeTooLow' },
          ...{ 'bc gas tiny': 'broadcast.gasRefused', 'bc insufficient for fee': 'broadcast.insufficientFunds' },
          ...{ 'bc sum over balance': 'broadcast.insufficientFunds', 'bc seq high': 'broadcast.uncertain' },
          ...{ 'dup at once': signed.hash, 'dup after inclusion': signed.hash },
        };
        expect(result, name).toBe(
          name === 'bc seq high' ? 'broadcast.nonceGap' : (expected[name] ?? 'broadcast.refused'),
        );
      }
    });

    it.each(Object.entries(answers.transactions.refusedByInjective))('injectived 1.20.1: %s', async (name, body) => {
      const expected: Record<string, string> = {
        ...{ 'bc low fee': 'broadcast.feeTooLow', 'bc gas over': 'broadcast.gasRefused' },
        'bc ethermint': 'broadcast.invalid',
      };
      const { run, sends } = open([['rest', { says: new Refused(500, body) }]]);
      await expect(run()).rejects.toMatchObject({ code: expected[name] ?? 'broadcast.refused' });
      // A refusal is not a failure of the endpoint, so nothing is sent twice.
      expect(sends()).toBe(1);
    });

    it('with the account number and the chain id that were signed, if the signature is refused', async () => {
      const { code, codespace, raw_log: log } = refused.tx_response;
      const error = await open([['rest', { says: { code, codespace, log } }]])
        .run()
        .catch((caught: Error) => caught);
      expect((error as Error).message).toMatch(/verify account number \(1343971\) and chain-id \(cosmoshub-4\)/);
      expect((error as Error).message).toMatch(/It was signed for account number 1037 and chain id cosmoshub-4$/);
    });

    it.each([
      ['insufficient fees; got: 2791uatom required: 7500uatom: insufficient fee', 'sdk', '7500', '0.0075 ATOM'],
      ['insufficient fees; got: 1uatom required: 5ibc/AB,7500uatom: insufficient fee', 'sdk', '7500', '0.0075 ATOM'],
      // skip-mev/feemarket x/feemarket/ante/fee.go
      [
        'error checking fee: got: 1uatom required: 689uatom, minGasPrice: 0.005uatom',
        'feemarket',
        '689',
        '0.000689 ATOM',
      ],
      // celestia-app app/ante/fee.go
      [
        'insufficient minimum gas price for this node; got: 1uatom, required: 400uatom (min gas price: 0.004uatom): insufficient fee',
        ...(['sdk', '400', '0.0004 ATOM'] as const),
      ],
    ] as const)('with the least fee that is taken: %s', async (log, codespace, minimum, written) => {
      const error = await open([['rest', { says: { code: 13, codespace, log } }]])
        .run()
        .catch((caught: Error) => caught);
      expect(error).toMatchObject({ code: 'broadcast.feeTooLow', problems: [{ context: { minimum } }] });
      expect((error as Error).message).toContain(`at least ${written}`);
    });

    it('without it if the node does not say it in the coin of the fee', async () => {
      for (const log of ['insufficient fee', 'got: 1uatom required: 7500uosmo', 'got: required: ']) {
        const error = await open([['rest', { says: { code: 13, log } }]])
          .run()
          .catch((caught: Error) => caught);
        expect((error as Error).message).toBe('Network fees rose above the encoded fee. Encode again.');
      }
    });

    it.each<[Said, string]>([
      [{ code: 2, log: 'tx parse error' }, 'broadcast.invalid'],
      [{ code: 8, log: 'pubKey does not match signer address' }, 'broadcast.refused'],
      [{ code: 9, log: 'account cosmos1… does not exist: unknown address' }, 'broadcast.insufficientFunds'],
      [{ code: 11, log: 'Too much gas wanted: 10000001, maximum is 10000000: out of gas' }, 'broadcast.gasRefused'],
      [
        { code: 12, log: 'maximum number of characters is 256 but received 258 characters: memo too large' },
        'broadcast.refused',
      ],
      [{ code: 18, log: 'invalid request' }, 'broadcast.refused'],
      [{ code: 21, log: 'tx too large' }, 'broadcast.tooLarge'],
      [
        { code: 41, log: 'tx gas limit 80000000 exceeds block max gas 10000000: invalid gas limit' },
        'broadcast.gasRefused',
      ],
      [{ code: 5, codespace: 'bank', log: 'send transactions are disabled' }, 'broadcast.refused'],
      [{ code: 1, codespace: 'undefined', log: 'invalid fee' }, 'broadcast.invalid'],
    ])('%j', async (says, code) => {
      for (const kind of both) {
        await expect(open([[kind, { says }]]).run()).rejects.toMatchObject({ code });
      }
    });

    it('prefers a reason that holds at all nodes to one that holds at one node', async () => {
      const { run } = open([
        ['rest', { says: { code: 13, log: 'insufficient fee' } }],
        ['rest', { says: { code: 5, log: 'insufficient funds' } }],
      ]);
      await expect(run()).rejects.toMatchObject({ code: 'broadcast.insufficientFunds' });
    });
  });

  it('goes on if a node itself fails', async () => {
    const failures: Said[] = [
      { code: 1, codespace: 'undefined', log: 'internal error' },
      { code: 111222, codespace: 'undefined', log: 'panic' },
      { code: 39, log: 'disk is full: I/O error' },
      { code: 20, log: 'mempool is full' },
      new Refused(502, 'bad gateway'),
      new Refused(500, { code: 13, message: 'https://node.example/secret is broken' }),
    ];
    for (const says of failures) {
      const { run } = open([
        ['rest', { says }],
        ['rest', {}],
      ]);
      expect(await run()).toBe(signed.hash);
      const error = await open([['rest', { says }]])
        .run()
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: expect.stringMatching(/Error$/) });
      expect(JSON.stringify(error)).not.toContain('node.example');
    }
  });

  it('says that all mempools are full', async () => {
    const { run } = open([
      ['rest', { says: { code: 20, log: 'mempool is full' } }],
      ['rpc', { says: new Refused(200, { code: -32603, message: 'Internal error', data: 'mempool is full: 5000' }) }],
    ]);
    await expect(run()).rejects.toMatchObject({ code: 'broadcast.congested' });
  });

  it('says that it may have been sent if no endpoint answers', async () => {
    for (const kind of both) {
      const error = await open([[kind, { says: 'dead' }]])
        .run()
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    }
  });
});
