import type { SignedTransaction } from '@isochain/core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKey } from '../test/keys.ts';
import { addressOf } from '../test/vectors.ts';
import { assemble, makePlan, type SolanaPlan, transfer } from './bytes/assemble.ts';
import { finalize } from './bytes/finalize.ts';
import { chains } from './chains.ts';
import { solana } from './index.ts';

/** What a node answers to sendTransaction: a result, or an error. */
type Answer =
  | { readonly result: unknown }
  | { readonly error: { code: number; message: string; data?: unknown } }
  | 'dead';

interface Node {
  readonly send: Answer | readonly Answer[];
  readonly status?: unknown;
  readonly blockHeight?: number;
  readonly genesisHash?: string;
  /** Signatures of the transactions of every account, newest first. */
  readonly uses?: readonly string[];
}

const preflight = (err: unknown) => ({
  error: { code: -32002, message: 'Transaction simulation failed: …', data: { err, logs: [], unitsConsumed: 0 } },
});

describe('submit', () => {
  let plan: SolanaPlan;
  let signed: SignedTransaction;
  let ok: Answer;

  beforeAll(async () => {
    const sender = await testKey(new Uint8Array(32).fill(7));
    const terms = { blockhash: addressOf(4), lastValidBlockHeight: 1000n };
    plan = makePlan(sender.address, undefined, terms, transfer(sender.address, addressOf(3), 1000n));
    const { unsigned } = assemble(plan);
    signed = finalize(plan, unsigned, Buffer.from(await sender.sign(unsigned)).toString('hex'));
    ok = { result: signed.hash };
  });

  /** Nodes that answer by script, and the requests that they got. */
  function open(...nodes: readonly Node[]) {
    const asked: string[] = [];
    const sent = nodes.map(() => 0);
    const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const index = Number(new URL(String(url)).hostname.replace(/\D/g, ''));
      const node = nodes[index];
      const body = JSON.parse(String(init?.body));
      const one = ({ id, method }: { id: number; method: string }) => {
        asked.push(`${index}:${method}`);
        const answers: Record<string, () => Answer> = {
          sendTransaction: () => {
            const all = Array.isArray(node?.send) ? node.send : [node?.send];
            sent[index] = (sent[index] ?? 0) + 1;
            return all[Math.min((sent[index] ?? 1) - 1, all.length - 1)] as Answer;
          },
          getGenesisHash: () => ({ result: node?.genesisHash ?? chains.solana.genesisHash }),
          getSignatureStatuses: () => ({ result: { context: { slot: 1 }, value: [node?.status ?? null] } }),
          getSignaturesForAddress: () => ({
            result: (node?.uses ?? []).map((signature) => ({ signature, slot: 5, err: null })),
          }),
          getBlockHeight: () => ({ result: node?.blockHeight ?? 900 }),
        };
        const answer = answers[method]?.();
        if (answer === 'dead' || answer === undefined) throw new TypeError('fetch failed');
        return { jsonrpc: '2.0', id, ...answer };
      };
      return Response.json(Array.isArray(body) ? body.map(one) : one(body));
    };
    const chain = solana.connect('solana', {
      endpoints: nodes.map((_, i) => ({ url: `https://node${i}.example`, maxBatch: 10 })),
      fetch,
    });
    const run = () => chain.adapter.submit(signed, plan, chain.adapter.upstream.operation());
    return { run, asked };
  }

  const landed = { err: null, slot: 5, confirmationStatus: 'confirmed' };

  it('answers the id', async () => {
    const { run, asked } = open({ send: ok });
    expect(await run()).toBe(signed.hash);
    expect(asked).toEqual(['0:sendTransaction']);
  });

  it('answers the id of a transaction that the chain has already', async () => {
    expect(await open({ send: preflight('AlreadyProcessed') }).run()).toBe(signed.hash);
  });

  it.each([
    ['succeeded', landed],
    [
      'failed there: it was carried out, and looking it up tells how',
      { ...landed, err: { InstructionError: [0, { Custom: 1 }] } },
    ],
  ])('looks a refused transaction up, which may have %s', async (_, status) => {
    for (const err of ['BlockhashNotFound', 'InsufficientFundsForFee', { InstructionError: [0, { Custom: 1 }] }]) {
      expect(await open({ send: preflight(err), status }).run()).toBe(signed.hash);
    }
  });

  it('looks the transaction up when no node answered', async () => {
    expect(await open({ send: 'dead', status: landed }).run()).toBe(signed.hash);
    await expect(open({ send: 'dead' }).run()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('sends to all nodes side by side, and answers as soon as one took it', async () => {
    const { run, asked } = open({ send: preflight('InsufficientFundsForFee') }, { send: ok }, { send: 'dead' });
    expect(await run()).toBe(signed.hash);
    expect(asked).toEqual(['0:sendTransaction', '1:sendTransaction', '2:sendTransaction']);
  });

  it('tells the refusal of all nodes, not that of one node', async () => {
    const { run } = open(
      { send: preflight('BlockhashNotFound') },
      { send: preflight('SanitizeFailure') },
      { send: preflight('InsufficientFundsForFee') },
    );
    await expect(run()).rejects.toMatchObject({ code: 'broadcast.invalid' });
  });

  it('asks the next node if one does not know the blockhash, is behind, or is too busy', async () => {
    const refusals: Answer[] = [
      preflight('BlockhashNotFound'),
      preflight('WouldExceedMaxBlockCostLimit'),
      { error: { code: -32005, message: 'Node is unhealthy', data: { numSlotsBehind: 200 } } },
      { error: { code: -32016, message: 'Minimum context slot has not been reached', data: { contextSlot: 1 } } },
      { error: { code: -32603, message: 'Internal error' } },
      { error: { code: -32601, message: 'Method not found' } },
      { error: { code: 429, message: 'Too many requests for a specific RPC call' } },
    ];
    for (const send of refusals) {
      const { run, asked } = open({ send }, { send: ok });
      expect(await run()).toBe(signed.hash);
      expect(asked).toEqual(['0:sendTransaction', '1:sendTransaction']);
    }
  });

  it('distrusts a node that answers another id, or serves another cluster', async () => {
    const { run, asked } = open({ send: { result: '1'.repeat(64) } }, { send: ok });
    expect(await run()).toBe(signed.hash);
    expect(asked).toEqual(['0:sendTransaction', '1:sendTransaction']);
    const other = open({ send: preflight('BlockhashNotFound'), genesisHash: addressOf(9), blockHeight: 2000 });
    await expect(other.run()).rejects.toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it('looks the transaction up at every endpoint', async () => {
    expect(await open({ send: preflight('BlockhashNotFound') }, { send: 'dead', status: landed }).run()).toBe(
      signed.hash,
    );
    const late = open({ send: preflight('BlockhashNotFound'), blockHeight: 990 }, { send: 'dead', blockHeight: 1001 });
    await expect(late.run()).rejects.toMatchObject({ code: 'broadcast.expired' });
  });

  it('tells expiry from a node that is behind', async () => {
    const expired = open({ send: preflight('BlockhashNotFound'), blockHeight: 1001 });
    await expect(expired.run()).rejects.toMatchObject({ code: 'broadcast.expired' });
    const behind = open({ send: preflight('BlockhashNotFound'), blockHeight: 1000 });
    await expect(behind.run()).rejects.toMatchObject({ code: 'broadcast.nodeBehind' });
  });

  it('calls nothing expired before its time, even if a node claims a higher block', async () => {
    const before = plan;
    const at = async (expiresAt: bigint) => {
      plan = { ...before, expiresAt };
      return open({ send: preflight('BlockhashNotFound'), blockHeight: 1001 }).run();
    };
    await expect(at(8_640_000_000_000_000n)).rejects.toMatchObject({ code: 'broadcast.nodeBehind' });
    await expect(at(1n)).rejects.toMatchObject({ code: 'broadcast.expired' });
    plan = before;
  });

  it('does not call a transaction expired that nodes may have forgotten', async () => {
    const atHeight = (blockHeight: number) => open({ send: preflight('BlockhashNotFound'), blockHeight }).run();
    await expect(atHeight(151_000)).rejects.toMatchObject({ code: 'broadcast.expired' });
    await expect(atHeight(151_001)).rejects.toMatchObject({ code: 'broadcast.uncertain', hash: signed.hash });
  });

  describe('beside an endpoint that may have taken it', () => {
    it.each([
      preflight('InsufficientFundsForFee'),
      preflight({ InstructionError: [2, { Custom: 1 }] }),
      preflight('SanitizeFailure'),
      { error: { code: -32123, message: 'strange words' } },
    ])('is in doubt, whatever another node says: %j', async (send) => {
      for (const nodes of [[{ send: 'dead' }, { send }] as const, [{ send }, { send: 'dead' }] as const]) {
        const error = await open(...nodes)
          .run()
          .catch((caught: unknown) => caught);
        expect(error).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: signed.hash });
        expect(String(error)).not.toContain('Encode again');
      }
    });

    it('is expired if a node without it is past its last block', async () => {
      const send = preflight('BlockhashNotFound');
      await expect(open({ send: 'dead' }, { send, blockHeight: 1001 }).run()).rejects.toMatchObject({
        code: 'broadcast.expired',
      });
      await expect(open({ send: 'dead' }, { send, blockHeight: 1000 }).run()).rejects.toMatchObject({
        code: 'upstream.unavailable',
        maybeSent: true,
        hash: signed.hash,
      });
    });
  });

  describe('of a durable nonce that is used', () => {
    const refused = { send: preflight('BlockhashNotFound'), blockHeight: 1 };
    const other = '2'.repeat(88);
    const useNonce = () => {
      plan = { ...plan, lastValidBlockHeight: undefined, nonceAccount: addressOf(5) };
    };
    let before: SolanaPlan;
    beforeEach(() => {
      before = plan;
      useNonce();
    });
    afterEach(() => {
      plan = before;
    });

    it('says that the transaction expired if only another transaction of the nonce account is found', async () => {
      await expect(open({ ...refused, uses: [other] }).run()).rejects.toMatchObject({ code: 'broadcast.expired' });
    });

    it('answers the id if this transaction used the nonce', async () => {
      expect(await open(refused, { ...refused, uses: [other, signed.hash] }).run()).toBe(signed.hash);
    });

    it.each([
      ['nobody knows what used it', []],
      ['the list may go on', Array.from({ length: 100 }, () => other)],
    ])('does not say so where %s', async (_, uses) => {
      await expect(open({ ...refused, uses }).run()).rejects.toMatchObject({
        code: 'broadcast.uncertain',
        maybeSent: true,
        problems: [{ context: { maybeSent: true, hash: signed.hash, reason: 'blockhash not found' } }],
      });
    });
  });

  it.each([
    [preflight('AccountNotFound'), 'broadcast.insufficientFunds'],
    [preflight({ InstructionError: [0, { Custom: 1 }] }), 'broadcast.insufficientFunds'],
    [preflight({ InsufficientFundsForRent: { account_index: 1 } }), 'broadcast.fails'],
    [preflight('WouldExceedMaxAccountCostLimit'), 'broadcast.congested'],
    [preflight('SanitizeFailure'), 'broadcast.invalid'],
    [preflight('SomethingNew'), 'broadcast.refused'],
    [{ error: { code: -32003, message: 'Transaction signature verification failure' } }, 'broadcast.invalid'],
    [
      {
        error: {
          code: -32602,
          message: 'base64 encoded solana_transaction::versioned::VersionedTransaction too large: 1684 bytes',
        },
      },
      'broadcast.invalid',
    ],
    [
      { error: { code: -32002, message: 'Transaction simulation failed: This transaction has been dropped' } },
      'broadcast.fails',
    ],
    // Nobody knows when a node says this: it may have sent the transaction on before.
    [{ error: { code: -32123, message: 'a policy of https://node.example/key forbids it' } }, 'broadcast.uncertain'],
  ])('says why a node refused: %j', async (send, code) => {
    const { run } = open({ send });
    const error = await run().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code });
    expect(JSON.stringify((error as { problems: unknown }).problems)).not.toContain('node.example');
  });

  it('understands providers that leave the data out', async () => {
    const text = (message: string) => ({ error: { code: -32002, message } });
    expect(
      await open({ send: text('Transaction simulation failed: This transaction has already been processed') }).run(),
    ).toBe(signed.hash);
    const { run } = open({ send: text('Transaction simulation failed: Blockhash not found'), blockHeight: 2000 });
    await expect(run()).rejects.toMatchObject({ code: 'broadcast.expired' });
  });
});
