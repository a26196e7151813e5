import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { type Json, type Routes, scriptedIndexes } from '../../../test/scripted-traces.ts';
import { canonicalAddress } from '../../address/address.ts';
import type { TonKind } from '../../options.ts';
import { Address } from '../../ton-core.ts';
import { askOne } from '../ask.ts';
import type { Query } from '../query.ts';
import { jettonsOf } from './jetton-list.ts';
import { poolsOf, stakingPools } from './staking.ts';

// Lists that others can write into: an element that does not fit costs only itself.

const address = (digit: string) => Address.parseRaw(`0:${digit.repeat(64)}`);
const [ann, bob, master] = [address('a'), address('b'), address('d')];
const raw = (one: Address) => one.toRawString();
const path = canonicalAddress(ann);

function ask<T>(kind: TonKind, routes: Routes, query: Query<T>): Promise<T> {
  const { context, operation } = scriptedIndexes({ [kind]: routes });
  return askOne(context, query, operation());
}

const wallet = (owner: Address) => ({ address: raw(bob), balance: '5', owner: raw(owner), jetton: raw(master) });
const balance = {
  balance: '5',
  wallet_address: { address: raw(bob) },
  jetton: { address: raw(master), name: 'Demo', symbol: 'DEMO', decimals: 6 },
};
const pool = { address: raw(bob), name: 'Pool', implementation: 'tf', total_amount: 5 };
const info = { type: 'jetton_masters', valid: true, name: 'Demo', symbol: 'DEMO', extra: { decimals: '6' } };
const odd: readonly Json[] = [7, null, 'x', [], {}];

describe.each(odd.map((each) => [JSON.stringify(each), each] as const))('beside %s', (_, bad) => {
  it('jettons of toncenter are listed', async () => {
    const metadata = {
      ...{ x: bad, [`0:${'9'.repeat(64)}`]: bad },
      [raw(master)]: { is_indexed: bad, token_info: [bad, { ...info, is_scam: bad }, info] },
    };
    const rows = [bad, wallet(ann), { ...wallet(ann), balance: '-1' }];
    const answer = await ask(
      'toncenter-v3',
      { '/jetton/wallets': () => ({ jetton_wallets: rows, metadata }) },
      jettonsOf(ann),
    );
    expect(answer.jettons).toMatchObject([{ master: raw(master), amount: 5n, facts: { ticker: 'DEMO', decimals: 6 } }]);
    expect(answer.isCut).toBe(false);
  });

  it('jettons of tonapi are listed, and decimals are not guessed', async () => {
    const nameless = { ...balance, jetton: { ...balance.jetton, address: raw(bob), decimals: bad } };
    const rows = [bad, balance, nameless];
    const answer = await ask('tonapi', { [`/accounts/${path}/jettons`]: () => ({ balances: rows }) }, jettonsOf(ann));
    const facts = bad === 7 || bad === 'x' ? expect.anything() : undefined;
    expect(answer.jettons[0]).toMatchObject({ master: raw(master), amount: 5n, facts: { ticker: 'DEMO' } });
    expect(answer.jettons[1]).toMatchObject({ master: raw(bob), amount: 5n });
    expect(answer.jettons[1]?.facts).toEqual(bad === 'x' ? undefined : facts);
  });

  it('pools are listed', async () => {
    const pools = [bad, pool, { ...pool, total_amount: 'much' }];
    expect(await ask('tonapi', { '/staking/pools': () => ({ pools }) }, stakingPools)).toMatchObject([
      { name: 'Pool' },
    ]);
  });

  it('stakes are listed', async () => {
    const v3 = { '/staking/nominatorPools/nominator': () => ({ nominator_pools: [bad, { pool_address: raw(bob) }] }) };
    const tonapi = { [`/staking/nominator/${path}/pools`]: () => ({ pools: [bad, { pool: raw(bob) }] }) };
    for (const found of [await ask('toncenter-v3', v3, poolsOf(ann)), await ask('tonapi', tonapi, poolsOf(ann))])
      expect([found.pools.map(raw), found.isShort]).toEqual([[raw(bob)], true]);
  });
});

it('an answer about another account is refused as a whole', async () => {
  const routes = { '/jetton/wallets': () => ({ jetton_wallets: [wallet(bob)] }) };
  await expect(ask('toncenter-v3', routes, jettonsOf(ann))).rejects.toThrow(UpstreamError);
});
