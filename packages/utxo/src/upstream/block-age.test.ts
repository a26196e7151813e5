import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { scriptedCore } from '../../test/scripted-core.ts';
import { type Handler, ScriptedChain, type ScriptedChainId } from '../../test/scripted-upstream.ts';
import { type UtxoOptions, utxo } from '../index.ts';

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const recipient = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const minute = 60_000;
const start = Date.parse('2026-11-22T12:00:00Z');

type Kind = 'esplora' | 'blockbook' | 'core';
const kinds: readonly Kind[] = ['esplora', 'blockbook', 'core'];

/** An upstream with a latest block of this age, in minutes. */
interface Node {
  readonly kind: Kind;
  readonly age: number;
  readonly held: bigint;
  /** What it answers instead. */
  readonly instead?: Handler;
}

function handlerOf({ kind, instead }: Node, chain: ScriptedChain): Handler {
  const usual = kind === 'esplora' ? chain.esplora() : kind === 'blockbook' ? chain.blockbook() : scriptedCore(chain);
  return (method, path, body) => instead?.(method, path, body) ?? usual(method, path, body);
}

/** Upstreams of one chain that differ in how far they are, asked in this order. */
function world(nodes: readonly Node[], options: UtxoOptions = {}, chainId: ScriptedChainId = 'bitcoin') {
  const clock = { now: start };
  const chains = nodes.map(({ age, held }) => {
    const chain = new ScriptedChain(chainId);
    chain.latestAt = start - age * minute;
    chain.fund(address, held);
    return chain;
  });
  const origins = nodes.map((_, i) => `https://n${i}.test`);
  const requests: string[] = [];
  const network = new ScriptedChain(chainId);
  const handlers = Object.fromEntries(
    nodes.map((node, i) => [origins[i], handlerOf(node, chains[i] as ScriptedChain)]),
  );
  const answer = network.fetch(handlers);
  const chain = utxo.connect(chainId, {
    endpoints: nodes.map(({ kind }, i) => ({ url: String(origins[i]), name: `n${i}`, kind })),
    now: () => clock.now,
    fetch: (input, init) => {
      requests.push(`${new URL(String(input)).host.split('.')[0]} ${new URL(String(input)).pathname}`);
      return answer(input, init);
    },
    ...options,
  });
  const codes = (entries: readonly { readonly code?: string | undefined }[] = []) => entries.map(({ code }) => code);
  return {
    chain,
    clock,
    requests,
    async read() {
      const { balances, status } = await chain.accountState(address, { include: ['native'] });
      return [balances.native?.total, codes(status?.warnings)];
    },
    async encode() {
      let roundTrips = 0;
      const { transaction, status } = await chain.encode(
        { mode: 'transfer', senderAddress: address, recipientAddress: recipient, amount: '20000' },
        {
          onTrace: (trace) => {
            roundTrips = trace.roundTrips;
          },
        },
      );
      return { encoded: transaction.encoded, errors: codes(status.errors), status, roundTrips };
    },
  };
}

// A hundred blocks of ten minutes.
const [fresh, old] = [999, 1_001];

describe.each(kinds)('an upstream that speaks %s', (kind) => {
  it('counts as long as its latest block is not too old', async () => {
    expect(await world([{ kind, age: fresh, held: 70_000n }]).read()).toEqual(['70000', []]);
  });

  it('is passed over for another one if its chain stands still', async () => {
    const nodes: Node[] = [
      { kind, age: old, held: 70_000n },
      { kind, age: 5, held: 90_000n },
    ];
    expect(await world(nodes).read()).toEqual(['90000', []]);
  });

  it.each(kinds.filter((other) => other !== kind))('is passed over for one that speaks %s', async (other) => {
    const nodes: Node[] = [
      { kind, age: old, held: 70_000n },
      { kind: other, age: 5, held: 90_000n },
    ];
    const { read, encode } = world(nodes);
    expect(await read()).toEqual(['90000', []]);
    expect((await encode()).errors).toEqual([]);
  });

  it.each(kinds)('warns, and encodes nothing, if all stand still, one that speaks %s too', async (other) => {
    const nodes: Node[] = [
      { kind, age: old, held: 70_000n },
      { kind: other, age: old + 1, held: 70_000n },
    ];
    const { read, encode } = world(nodes);
    expect(await read()).toEqual(['70000', ['chain.standsStill']]);
    const { errors, encoded, status } = await encode();
    expect(errors).toEqual(['chain.standsStill']);
    expect(encoded).toEqual([]);
    expect(status.errors[0]?.message).toContain('2026-11-21T19:19:00Z');
  });

  it('is asked again after a while', async () => {
    const { read, clock } = world([{ kind, age: fresh - 5, held: 70_000n }]);
    expect(await read()).toEqual(['70000', []]);
    clock.now += 11 * minute;
    expect(await read()).toEqual(['70000', ['chain.standsStill']]);
  });

  it('may be as old as the operator allows, or of any age', async () => {
    const node = { kind, age: 31, held: 70_000n };
    expect(await world([node], { oldestBlockMs: 30 * minute }).read()).toEqual(['70000', ['chain.standsStill']]);
    const { read, requests } = world([{ ...node, age: 1e6 }], { oldestBlockMs: 0 });
    expect(await read()).toEqual(['70000', []]);
    expect(requests.filter((request) => /\/blocks$|\/api\/$/.test(request))).toEqual([]);
  });

  it('may be up to two hours ahead of our clock, like blocks of testnet4', async () => {
    expect(await world([{ kind, age: -121, held: 70_000n }]).read()).toEqual(['70000', []]);
    await expect(world([{ kind, age: -200, held: 70_000n }]).read()).rejects.toThrow(UpstreamError);
  });

  it('is asked beside the other requests', async () => {
    const { encode } = world([{ kind, age: 5, held: 70_000n }]);
    expect(await encode()).toMatchObject({ errors: [], roundTrips: kind === 'core' ? 2 : 1 });
  });
});

describe('a broadcast', () => {
  const signed = { raw: '00', hash: 'ab'.repeat(32) };
  const isSending = (request: string) => request.endsWith('/tx');

  it('is refused, unsent, when all upstreams stood still a short while ago', async () => {
    const { chain, read, requests, clock } = world([{ kind: 'esplora', age: old, held: 70_000n }]);
    await read();
    clock.now += 9 * minute;
    const send = () => chain.adapter.submit(signed, {} as never, chain.adapter.upstream.operation());
    await expect(send()).rejects.toMatchObject({ code: 'chain.standsStill' });
    expect(requests.filter(isSending)).toEqual([]);
    // Nobody has looked since: they may move again.
    clock.now += 2 * minute;
    await expect(send()).rejects.toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    expect(requests.filter(isSending).length).toBeGreaterThan(0);
  });

  it('is sent if one of them moves', async () => {
    const { chain, read, requests } = world([
      { kind: 'esplora', age: old, held: 70_000n },
      { kind: 'blockbook', age: 5, held: 70_000n },
    ]);
    await read();
    await chain.adapter.submit(signed, {} as never, chain.adapter.upstream.operation()).catch(() => {});
    expect(requests.filter(isSending).length).toBeGreaterThan(0);
  });
});

it('an Esplora that lists no blocks is trusted without the check', async () => {
  const instead: Handler = (_method, path) => (path === '/blocks' ? { status: 404, body: 'Not found' } : undefined);
  expect(await world([{ kind: 'esplora', age: 1e6, held: 70_000n, instead }]).read()).toEqual(['70000', []]);
});

it('a node before Bitcoin Core 23 tells the time of a block that is a little older', async () => {
  const instead: Handler = (_method, _path, body) => {
    if (!body.includes('getblockchaininfo')) return undefined;
    const usual = scriptedCore(chain)('POST', '/', body) ?? { body: [] };
    return {
      body: (usual.body as { result: { time?: number } }[]).map(({ result, ...rest }) => ({
        ...rest,
        result: result?.time === undefined ? result : { ...result, time: undefined },
      })),
    };
  };
  const chain = new ScriptedChain('bitcoin');
  chain.latestAt = start - 970 * minute;
  chain.fund(address, 70_000n);
  // 970 and 50 minutes.
  expect(await world([{ kind: 'core', age: 0, held: 1n, instead }]).read()).toEqual(['70000', ['chain.standsStill']]);
});
