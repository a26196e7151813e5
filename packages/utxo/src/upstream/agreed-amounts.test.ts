import { UpstreamError } from '@isochain/core';
import { createUpstream } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import { coreWorld, recordedAnswer } from '../../test/core-world.ts';
import { restWorld } from '../../test/rest-upstream.ts';
import { vectorAccount } from '../../test/rig.ts';
import { accountOf } from '../address/account-id.ts';
import { addressDeriver } from '../address/derive.ts';
import type { Coin } from '../coin.ts';
import { contextOf } from '../context.ts';
import type { AskedEndpoint, Backend } from './backend.ts';
import { createUpstreams } from './choose.ts';
import { createEsplora } from './esplora.ts';

const { addresses, xpub } = vectorAccount('bitcoin', 84);
const { network } = contextOf('bitcoin');
const account = accountOf(network, addresses['0/0'] ?? '');
const coin = (vout: number, index?: number): Coin => ({
  ...{ txid: 'ab'.repeat(32), vout, value: 100n, height: 800_000, isCoinbase: false },
  position: index === undefined ? undefined : { branch: 0, index },
});
const coins = [coin(0), coin(1)];
const key = (vout: number) => `${'ab'.repeat(32)}:${vout}`;

const failure = (outcome: 'unable' | 'http') =>
  new UpstreamError('bitcoin', [{ endpoint: 'a', outcome, detail: '', ms: 0 }]);

/** Endpoints of one kind, with each one's amounts of the two coins, or its failure. */
async function ask(...said: readonly (readonly bigint[] | UpstreamError)[]) {
  const names = said.map((_, i) => `n${i}`);
  const endpoints = names.map((name) => ({ url: `https://${name}.test`, name, kind: 'esplora' as const }));
  const asked: string[] = [];
  const backend = {
    kind: 'esplora',
    async amounts(_: unknown, __: unknown, { endpoint }: AskedEndpoint) {
      asked.push(endpoint);
      const answer = said[names.indexOf(endpoint)];
      if (answer instanceof UpstreamError) throw answer;
      return new Map(answer?.map((value, vout) => [key(vout), value]));
    },
  } as unknown as Backend;
  const operation = createUpstream({ chainId: 'bitcoin', endpoints: [] }).operation();
  const opinions = await createUpstreams(contextOf('bitcoin', { endpoints }), [backend]).amounts(
    account,
    coins,
    operation,
  );
  return { ...opinions, asked };
}

describe('the amounts that endpoints tell of coins', () => {
  it.each<[string, readonly (readonly bigint[] | UpstreamError)[], [number, bigint][], boolean]>([
    [
      'both alike',
      [
        [1n, 2n],
        [1n, 2n],
      ],
      [
        [0, 1n],
        [1, 2n],
      ],
      false,
    ],
    [
      'one coin alike',
      [
        [1n, 2n],
        [1n, 3n],
      ],
      [[0, 1n]],
      false,
    ],
    [
      'two of three',
      [
        [9n, 2n],
        [1n, 2n],
        [1n, 2n],
      ],
      [
        [0, 1n],
        [1, 2n],
      ],
      false,
    ],
    [
      'all differ',
      [
        [1n, 1n],
        [2n, 2n],
        [3n, 3n],
      ],
      [],
      false,
    ],
    [
      'a coin that both do not know',
      [[1n], [1n]],
      [
        [0, 1n],
        [1, 0n],
      ],
      false,
    ],
    ['one is down', [[1n, 2n], failure('http')], [], false],
    [
      'one is down of three',
      [[1n, 2n], failure('http'), [1n, 2n]],
      [
        [0, 1n],
        [1, 2n],
      ],
      false,
    ],
    ['there is one', [[1n, 2n]], [], true],
    ['the other does not list so many', [[1n, 2n], failure('unable')], [], true],
  ])('is agreed where two say the same: %s', async (_, said, expected, expectedAlone) => {
    const { agreed, isAlone } = await ask(...said);
    expect([...agreed].toSorted()).toEqual(expected.map(([vout, amount]) => [key(vout), amount]));
    expect(isAlone).toBe(expectedAlone);
  });

  it('is asked of at most three endpoints', async () => {
    expect((await ask([1n], [2n], [3n], [4n])).asked).toEqual(['n0', 'n1', 'n2']);
  });
});

describe('amounts of coins', () => {
  it("are a node's amounts of unspent outputs", async () => {
    const answers = [{ ...(recordedAnswer('gettxout') as object), value: 0.001 }, null];
    const { backend, operation } = coreWorld('bitcoin', (method) =>
      method === 'gettxout' ? answers.shift() : undefined,
    );
    const found = await backend.amounts(account, coins, { endpoint: 'core' }, operation);
    expect([...found]).toEqual([[key(0), 100_000n]]);
  });

  it('are asked of Esplora address by address, if there are not too many', async () => {
    const owner = accountOf(network, xpub);
    if (owner.kind !== 'extended') throw new Error('not an extended key');
    const derive = addressDeriver(network, owner);
    const places = Array.from({ length: 61 }, (_, index) => derive(0, index));
    const listed = (vout: number) => [{ txid: 'ab'.repeat(32), vout, value: 100 + vout, status: { confirmed: false } }];
    const script = Object.fromEntries(places.map(({ address, index }) => [`/address/${address}/utxo`, listed(index)]));
    const { context, operation, paths } = restWorld('bitcoin', { a: script });
    const backend = createEsplora(context);
    const asked = { endpoint: 'a' };
    const some = [coin(0, 0), coin(5, 5), coin(7, 5)];
    const found = await backend.amounts(owner, some, asked, operation);
    expect([...found]).toEqual([
      [key(0), 100n],
      [key(5), 105n],
    ]);
    expect(paths()).toHaveLength(2);
    const all = places.map(({ index }) => coin(index, index));
    await expect(backend.amounts(owner, all, asked, operation)).rejects.toMatchObject({
      attempts: [{ outcome: 'unable' }],
    });
  });
});
