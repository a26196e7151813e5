import { type ChainId, catalogue, chainIds } from '@isochain/core';
import { families } from '@isochain/gateway/src/families.ts';
import { describe, expect, it } from 'vitest';
import { deadOperatorOf } from '../../chain-data/src/dead-operators.ts';
import { sources } from '../../chain-data/src/sources.ts';

interface Default {
  readonly url: string;
  /** Whether it is of a kind that makes the chain work: a node, not an explorer. */
  readonly isNode: boolean;
}

/** The public endpoints of every chain that runs. */
async function allDefaults(): Promise<ReadonlyMap<ChainId, readonly Default[]>> {
  const found = new Map<ChainId, readonly Default[]>();
  for (const id of chainIds) {
    const built = await families[catalogue[id].family]?.();
    if (built === undefined || built.family.stopped?.[id] !== undefined) continue;
    const { upstreams, publicEndpoints } = built.family;
    const [usual] = Object.entries(upstreams).flatMap(([kind, { isDefault }]) => (isDefault ? [kind] : []));
    const endpoints = publicEndpoints(id, {});
    found.set(
      id,
      endpoints.map((endpoint) => {
        const { url, kind = usual } = typeof endpoint === 'string' ? { url: endpoint } : endpoint;
        return { url, isNode: upstreams[kind ?? '']?.isNode === true };
      }),
    );
  }
  return found;
}

/** The last two labels of the host: no operator of ours has a longer suffix. */
const operatorOf = (url: string) => new URL(url).hostname.split('.').slice(-2).join('.');

describe('the default endpoints of all families', async () => {
  const defaults = await allDefaults();

  it('are found', () => {
    expect(defaults.size).toBeGreaterThan(80);
  });

  it('are of no operator that closed', () => {
    const dead = [...defaults].flatMap(([id, endpoints]) =>
      endpoints.flatMap(({ url }) => {
        const operator = deadOperatorOf(url, sources.deadOperators);
        return operator === undefined ? [] : [`${id}: ${url} (${operator.name})`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it('are nodes of two operators or more, but for the chains that docs/chains.md names', () => {
    const alone = [...defaults].flatMap(([id, endpoints]) => {
      const nodes = endpoints.filter(({ isNode }) => isNode);
      return new Set(nodes.map(({ url }) => operatorOf(url))).size < 2 ? [id] : [];
    });
    expect(alone.toSorted()).toEqual(Object.keys(sources.oneOperator).toSorted());
  });
});
