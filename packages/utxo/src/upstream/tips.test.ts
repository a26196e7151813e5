import { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { vectorAccount } from '../../test/rig.ts';
import { scriptedCore } from '../../test/scripted-core.ts';
import { type Handler, ScriptedChain } from '../../test/scripted-upstream.ts';
import { utxo } from '../index.ts';

// Nodes of Litecoin before 0.21.5.8 may follow a chain that newer ones refuse: same block 0, same addresses, other blocks.

type Kind = 'esplora' | 'blockbook' | 'core';

interface Node {
  readonly kind: Kind;
  readonly tip?: number;
  readonly splitAt?: number;
  readonly isDown?: boolean;
}

/** Upstreams of one chain that may have other blocks. */
function world(nodes: readonly Node[], chainId: 'litecoin' | 'bitcoin' = 'litecoin') {
  const { addresses } = vectorAccount(chainId, 84);
  const [senderAddress = '', recipientAddress = ''] = [addresses['0/0'], addresses['0/1']];
  const clock = { now: Date.now() };
  const requests: string[] = [];
  const handlers: Record<string, Handler> = {};
  for (const [i, { kind, tip = 900_000, splitAt, isDown = false }] of nodes.entries()) {
    const chain = new ScriptedChain(chainId);
    chain.tip = tip;
    if (splitAt !== undefined) chain.splitAt = splitAt;
    chain.fund(senderAddress, 5_000_000n);
    const usual = kind === 'esplora' ? chain.esplora() : kind === 'blockbook' ? chain.blockbook() : scriptedCore(chain);
    handlers[`https://n${i}.test`] = isDown ? () => ({ status: 503, body: 'down' }) : usual;
  }
  const network = new ScriptedChain(chainId);
  const answer = network.fetch(handlers);
  const chain = utxo.connect(chainId, {
    endpoints: nodes.map(({ kind }, i) => ({ url: `https://n${i}.test`, name: `n${i}`, kind })),
    now: () => clock.now,
    fetch: (input, init) => {
      const url = new URL(String(input));
      requests.push(`${url.host.split('.')[0]} ${url.pathname}`);
      return answer(input, init);
    },
  });
  return {
    clock,
    requests,
    chain,
    async encode() {
      let roundTrips = 0;
      const { transaction, status } = await chain.encode(
        { mode: 'transfer', senderAddress, recipientAddress, amount: '20000' },
        {
          onTrace: (trace) => {
            roundTrips = trace.roundTrips;
          },
        },
      );
      const codes = (entries: readonly { readonly code?: string | undefined }[]) => entries.map(({ code }) => code);
      const isEncoded = transaction.encoded.length > 0;
      return { errors: codes(status.errors), warnings: codes(status.warnings), isEncoded, status, roundTrips };
    },
  };
}

const well = { errors: [], warnings: [], isEncoded: true };

describe('before Litecoin is sent', () => {
  it.each([
    ['the same block', 900_000, 900_000],
    ['the first is some blocks behind', 899_997, 900_000],
    ['the second is some blocks behind', 900_000, 899_997],
    ['the second is far behind', 900_000, 899_950],
  ])('upstreams of one chain will do: %s', async (_, first, second) => {
    const pairs: [Kind, Kind][] = [
      ['esplora', 'blockbook'],
      ['blockbook', 'esplora'],
      ['core', 'blockbook'],
      ['esplora', 'core'],
    ];
    for (const [a, b] of pairs) {
      const { encode } = world([
        { kind: a, tip: first },
        { kind: b, tip: second },
      ]);
      expect(await encode()).toMatchObject(well);
    }
  });

  it.each([
    ['esplora', 'blockbook', 900_000],
    ['blockbook', 'esplora', 900_000],
    ['core', 'blockbook', 900_000],
    ['core', 'esplora', 899_950],
    ['esplora', 'core', 900_020],
    ['blockbook', 'core', 900_001],
  ] as const)('two chains refuse: %s and %s', async (first, second, tip) => {
    const { encode } = world([{ kind: first }, { kind: second, tip, splitAt: 899_900 }]);
    const { errors, isEncoded, status } = await encode();
    expect(errors).toEqual(['chain.divided']);
    expect(isEncoded).toBe(false);
    expect(status.errors[0]?.message).toContain(`at height ${Math.min(tip, 900_000)}`);
  });

  it('two chains of one kind refuse, too', async () => {
    const { encode } = world([{ kind: 'esplora' }, { kind: 'esplora', splitAt: 899_900 }]);
    expect((await encode()).errors).toEqual(['chain.divided']);
  });

  it('an ordinary fork of the newest blocks warns', async () => {
    const { encode } = world([{ kind: 'esplora' }, { kind: 'blockbook', splitAt: 899_999 }]);
    expect(await encode()).toMatchObject({ errors: [], warnings: ['chain.unsettled'], isEncoded: true });
  });

  it('an upstream that is down is not compared', async () => {
    const { encode } = world([{ kind: 'esplora' }, { kind: 'blockbook', isDown: true }]);
    expect(await encode()).toMatchObject(well);
  });

  it('tips are asked beside the other requests, once in ten seconds', async () => {
    const { encode, requests, clock } = world([{ kind: 'esplora' }, { kind: 'blockbook' }]);
    expect((await encode()).roundTrips).toBe(1);
    requests.length = 0;
    clock.now += 9_999;
    expect((await encode()).roundTrips).toBe(1);
    expect(requests.filter((request) => /\/blocks$|\/api\/$/.test(request))).toEqual([]);
    clock.now += 1;
    await encode();
    expect(requests.filter((request) => /\/blocks$|\/api\/$/.test(request)).toSorted()).toEqual([
      'n0 /blocks',
      'n1 /api/',
    ]);
  });

  it.each([
    ['of a single endpoint', 'litecoin', [{ kind: 'esplora' }]],
    ['on a chain whose nodes agree', 'bitcoin', [{ kind: 'esplora' }, { kind: 'blockbook', splitAt: 1 }]],
  ] as const)('nothing is asked %s', async (_, chainId, nodes) => {
    const { encode, requests } = world(nodes, chainId);
    expect(await encode()).toMatchObject(well);
    // Once each for how old the latest block is.
    const asked = requests.filter((request) => /\/blocks$|\/api\/$/.test(request));
    expect(asked).toHaveLength(nodes.length);
  });
});

describe('a broadcast of Litecoin', () => {
  it('is refused, unsent, when upstreams were on two chains a short while ago', async () => {
    const { chain, encode, requests, clock } = world([{ kind: 'esplora' }, { kind: 'blockbook', splitAt: 899_900 }]);
    await encode();
    clock.now += 60_000;
    requests.length = 0;
    const { upstream } = chain.adapter;
    const send = chain.adapter.submit({ raw: '00', hash: 'ab'.repeat(32) }, {} as never, upstream.operation());
    await expect(send).rejects.toThrow(RefusedError);
    await expect(send).rejects.toMatchObject({ code: 'chain.divided' });
    expect(requests.filter((request) => request.includes('tx'))).toEqual([]);
  });
});
