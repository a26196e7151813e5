import { describe, expect, it } from 'vitest';
import { connectTo, type IndexerScript, type NodeScript, refusal } from '../../test/scripted-node.ts';

const apt = 100_000_000n;

/** The address of the n-th validator. Nodes write those below 16 with 63 digits. */
const digits = (n: number) => n.toString(16).padStart(2, '0').repeat(32);
const long = (n: number) => `0x${digits(n)}`;
const ofNode = (n: number) => `0x${digits(n).replace(/^0+/, '')}`;

/** Validators 1 to 90, the first with the most stake. Each third is no delegation pool. */
const all = Array.from({ length: 90 }, (_, i) => i + 1);
const isPool = (n: number) => n % 3 !== 0;
const powerOf = (n: number) => BigInt(50_000_000 - Math.floor(n / 2) * 100_000) * apt;

const node: NodeScript = {
  resources: {
    '0x1/0x1::stake::ValidatorSet': {
      consensus_scheme: 0,
      active_validators: all.toReversed().map((n) => ({
        addr: ofNode(n),
        voting_power: powerOf(n).toString(),
        config: { consensus_pubkey: '0x', validator_index: String(n) },
      })),
      pending_active: [{ addr: long(200), voting_power: '1' }],
      pending_inactive: [],
    },
  },
  views: {
    '0x1::delegation_pool::operator_commission_percentage': ({ body }) => {
      const [pool] = (body as { readonly arguments: readonly string[] }).arguments;
      const n = Number.parseInt((pool ?? '').slice(2, 4), 16);
      if (isPool(n)) return [String(n * 10)];
      const text =
        'Failed to execute function: Move abort in 0x1::delegation_pool: EDELEGATION_POOL_DOES_NOT_EXIST(0x10003)';
      return refusal(400, 'invalid_input', text, 4016);
    },
  },
};

const pool = (n: number, names: unknown = []) => ({
  staking_pool_address: long(n),
  current_staking_pool: { operator_address: long(n + 100), operator_aptos_name: names },
});
const balance = (n: number, commission: unknown) => ({
  staking_pool_address: long(n),
  total_coins: '1',
  operator_commission_percentage: commission,
});

const pools: readonly object[] = [
  pool(1, [
    { domain: 'other', is_primary: false },
    { domain: 'first', is_primary: true },
  ]),
  pool(2, [{ domain: 'not-primary', is_primary: false }]),
  pool(4, { domain: 'alone', is_primary: true }),
  pool(5, [{ domain: '<b>Évil‮</b>', is_primary: true }]),
  pool(7, null),
  // It left the validator set.
  pool(120, [{ domain: 'gone', is_primary: true }]),
];

const indexer: IndexerScript = {
  tables: {
    delegated_staking_pools: pools,
    current_delegated_staking_pool_balances: [balance(1, '900'), balance(2, 2285), balance(4, 10_000), balance(5, '0')],
  },
};

describe('the list of validators, with an indexer', () => {
  it('has pools of the set with names and commissions, in one round', async () => {
    const { chain, onTrace, roundTrips, askedFor } = connectTo(node, {
      indexers: [{ tables: { ...indexer.tables, delegated_staking_pools: pools.slice(0, 4) } }],
    });
    const { validators, pagination } = await chain.validators({ onTrace });
    expect(validators).toEqual([
      { address: long(1), name: 'first.apt', commission: 0.09, stakedAmount: powerOf(1).toString() },
      { address: long(2), name: '0x02..0202', commission: 0.2285, stakedAmount: powerOf(2).toString() },
      { address: long(4), name: 'alone.apt', commission: 1, stakedAmount: powerOf(4).toString() },
      { address: long(5), name: '0x05..0505', commission: 0, stakedAmount: powerOf(5).toString() },
    ]);
    expect(pagination.nextPage).toBeNull();
    expect(askedFor('/view')).toHaveLength(0);
    expect(roundTrips()).toBe(1);
  });

  it.each([null, {}, '', -1, 1.5, 'x', true, '10001'])('leaves out one that keeps %j', async (odd) => {
    const name = '0x1::delegation_pool::operator_commission_percentage';
    const said: NodeScript['views'] = {
      [name]: ({ body }) => [(body as { readonly arguments: readonly string[] }).arguments[0] === long(2) ? odd : '10'],
    };
    const { chain } = connectTo({ ...node, views: said });
    const { validators } = await chain.validators({ limit: 3 } as never);
    expect(validators.map(({ address }) => address)).toEqual([long(1), long(3)]);
  });

  it('asks the node for a commission that the indexer does not know, and leaves out pools that left', async () => {
    const { chain, askedFor } = connectTo(node, { indexers: [indexer] });
    const { validators } = await chain.validators();
    expect(validators.map(({ address }) => address)).toEqual([1, 2, 4, 5, 7].map(long));
    expect(validators.at(-1)).toMatchObject({ name: '0x07..0707', commission: 0.007 });
    expect(askedFor('/view')).toHaveLength(1);
  });

  it('loses one pool by one odd row, and no other', async () => {
    const delegated_staking_pools = [null, { staking_pool_address: 5 }, ...pools.slice(0, 4)];
    const current_delegated_staking_pool_balances = [{ staking_pool_address: long(1) }, balance(2, 2285)];
    const tables = { delegated_staking_pools, current_delegated_staking_pool_balances };
    const { validators } = await connectTo(node, { indexers: [{ tables }] }).chain.validators();
    expect(validators.map(({ address }) => address)).toEqual([1, 2, 4, 5].map(long));
    const set = node.resources?.['0x1/0x1::stake::ValidatorSet'] as { active_validators: object[] };
    const odd = { ...set, active_validators: [null, { addr: 5, voting_power: '1' }, ...set.active_validators] };
    const other = { ...node, resources: { '0x1/0x1::stake::ValidatorSet': odd } };
    const again = await connectTo(other, { indexers: [{ tables }] }).chain.validators();
    expect(again.validators).toEqual(validators);
  });

  it('goes on without the indexer where it does not answer', async () => {
    const { chain } = connectTo(node, { indexers: ['dead'] });
    expect((await chain.validators({ limit: 2 } as never)).validators.map(({ name }) => name)).toEqual([
      '0x01..0101',
      '0x02..0202',
    ]);
  });
});

describe('the list of validators, without an indexer', () => {
  it('goes on page by page to the last pool, with 40 views for a page at most', async () => {
    const { chain, askedFor } = connectTo(node);
    const found: string[] = [];
    let nextPage: string | undefined;
    do {
      const before = askedFor('/view').length;
      const page = await chain.validators({ limit: 100, nextPage } as never);
      expect(askedFor('/view').length - before).toBeLessThanOrEqual(40);
      found.push(...page.validators.map(({ address }) => address));
      nextPage = page.pagination.nextPage ?? undefined;
    } while (nextPage !== undefined);
    expect(found).toEqual(all.filter(isPool).map(long));
  });
});
