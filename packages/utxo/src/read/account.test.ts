import { balanceParts, refuse, UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { recording } from '../../test/recorded-transactions.ts';
import { type Routes, scriptedRest } from '../../test/scripted-rest.ts';
import { chains } from '../chains.ts';
import type { Coin } from '../coin.ts';
import { contextOf } from '../context.ts';
import { createEsplora } from '../upstream/esplora.ts';
import { readAccountState } from './account.ts';

const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const script = '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2';
const text =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status });
const id = (digit: string) => digit.repeat(64);

interface Side {
  readonly funded?: number;
  readonly spent?: number;
}
const side = ({ funded = 0, spent = 0 }: Side) => ({
  tx_count: 1,
  funded_txo_count: 1,
  funded_txo_sum: funded,
  spent_txo_count: 1,
  spent_txo_sum: spent,
});

/** An Esplora, as its API.md has the answers. */
function esplora(
  chain: Side,
  mempool: Side,
  coins: unknown,
  transactions: readonly unknown[] = [],
  tip = '900000',
): Routes {
  return {
    [`/address/${address}`]: { address, chain_stats: side(chain), mempool_stats: side(mempool) },
    [`/address/${address}/utxo`]: coins,
    [`/address/${address}/txs`]: transactions,
    '/blocks/tip/height': text(tip),
    '/block-height/961632': text(chains.bitcoin.checkpoints.bitcoin.hash),
  };
}

const confirmed = (height: number) => ({ confirmed: true, block_height: height, block_time: 1_750_000_000 });
const coin = (txid: string, value: number, status: object) => ({ txid, vout: 0, value, status });
const transaction = (txid: string, from: string, status: object, isCoinbase = false) => ({
  txid,
  vin: [
    isCoinbase
      ? { txid: '00'.repeat(32), vout: 0xffff_ffff, is_coinbase: true, prevout: null }
      : { txid: id('9'), vout: 0, is_coinbase: false, prevout: { scriptpubkey: from, value: 100_000 } },
  ],
  vout: [{ scriptpubkey: script, value: 1 }],
  fee: 0,
  status,
});

async function stateOn(routes: Routes, parts: readonly (typeof balanceParts)[number][] = ['native']) {
  const { context, operation, requests } = scriptedRest('bitcoin', { server: { kind: 'esplora', routes } });
  const wanted = { parts: new Set(parts), publicKey: undefined };
  const asking = operation();
  const state = await readAccountState(context, createEsplora(context), address, wanted, asking);
  return { state, trace: asking.trace, paths: requests.map((request) => request.replace('server ', '')) };
}

describe('native coins', () => {
  it('are confirmed, waiting and spendable amounts, in one round trip', async () => {
    const { state, trace, paths } = await stateOn(
      esplora(
        { funded: 60_000, spent: 5_000 },
        { funded: 7_000, spent: 20_000 },
        [
          // 20,000 of the 55,000 in blocks are being spent; 4,000 come back as change, 3,000 come from somebody else.
          coin(id('a'), 30_000, confirmed(890_000)),
          coin(id('b'), 5_000, confirmed(899_999)),
          coin(id('c'), 4_000, { confirmed: false }),
          coin(id('d'), 3_000, { confirmed: false }),
        ],
        [
          transaction(id('c'), script, { confirmed: false }),
          transaction(id('d'), `0014${'77'.repeat(20)}`, { confirmed: false }),
          transaction(id('b'), '', confirmed(899_999), true),
        ],
      ),
    );
    // 30,000 and the change of 4,000: the 5,000 of a miner are not ripe.
    expect(state).toEqual({ native: { available: '34000', total: '42000', unconfirmed: '-13000' } });
    expect(trace.roundTrips).toBe(1);
    expect(paths.toSorted()).toEqual([
      `/address/${address}`,
      `/address/${address}/txs`,
      `/address/${address}/utxo`,
      // At first it is asked whether it is the right chain.
      '/block-height/961632',
      '/blocks/tip/height',
    ]);
  });

  it('may be only waiting', async () => {
    const { state } = await stateOn(
      esplora(
        {},
        { funded: 904 },
        [coin(id('d'), 904, { confirmed: false })],
        [transaction(id('d'), `0014${'77'.repeat(20)}`, { confirmed: false })],
      ),
    );
    expect(state.native).toEqual({ available: '0', total: '904', unconfirmed: '904' });
  });

  it.each([null, undefined, {}, '', -1, 0.5, 1e30, true, 'text\u0000\n'])(
    'have the whole total, and a warning, beside a coin that cannot be read: %j',
    async (odd) => {
      const whole = coin(id('b'), 5_000, confirmed(899_000));
      const rows = [
        odd,
        ...['txid', 'vout', 'value', 'status'].map((name) => ({ ...whole, [name]: odd })),
        ...['confirmed', 'block_height']
          .filter((name) => name !== 'confirmed' || odd !== true)
          .map((name) => ({ ...whole, status: { ...confirmed(899_000), [name]: odd } })),
      ];
      for (const row of rows) {
        const { state } = await stateOn(
          esplora({ funded: 42_000 }, {}, [
            coin(id('a'), 30_000, confirmed(890_000)),
            row,
            coin(id('c'), 7_000, confirmed(1)),
          ]),
        );
        // The server's own sum has the coin. It cannot be sent without its place.
        expect(state).toEqual({
          native: { available: '37000', total: '42000', unconfirmed: '0' },
          unread: ['a coin'],
        });
      }
    },
  );

  it('are not available if they wait, and come from a transaction without inputs of the account', async () => {
    const waiting = { confirmed: false };
    const { state } = await stateOn(
      esplora({}, { funded: 904 }, [coin(id('d'), 904, waiting)], [transaction(id('d'), '', waiting, true)]),
    );
    expect(state.native).toEqual({ available: '0', total: '904', unconfirmed: '904' });
  });

  it('of an unused address are zero', async () => {
    const { state } = await stateOn(esplora({}, {}, []));
    expect(state).toEqual({ native: { available: '0', total: '0', unconfirmed: '0' } });
  });

  it('of a recorded address', async () => {
    const coins = recording('esplora-utxo-many');
    const { state } = await stateOn(esplora({ funded: 16_707_906 }, {}, coins, [], '949548'));
    // 99 coins, all in blocks and not from mining. Their sum by `jq 'map(.value) | add'`.
    expect(state.native).toEqual({ available: '16707906', total: '16707906', unconfirmed: '0' });
  });

  it.each([
    [
      'Too many history entries',
      { funded: 90_000, spent: 10_000 },
      { funded: 1_000, spent: 30_000 },
      '50000',
      '51000',
      '-29000',
    ],
    [
      'Too many unspent transaction outputs (>500). Contact support to raise limits.',
      { funded: 90_000 },
      { funded: 1_000 },
      '90000',
      '91000',
      '1000',
    ],
    // A chain of unconfirmed transactions spends more than there is in blocks.
    ['Too many history entries', { funded: 90_000 }, { funded: 95_000, spent: 100_000 }, '0', '85000', '-5000'],
  ])(
    'that are too many to be listed are told by their sums: %s',
    async (refused, chain, mempool, available, total, unconfirmed) => {
      const { state } = await stateOn(esplora(chain, mempool, text(refused, 400)));
      expect(state.native).toEqual({ available, total, unconfirmed });
    },
  );
});

describe('failures of upstreams', () => {
  const list = {
    coins: [{ txid: id('a'), vout: 0, value: 5n, height: 1, isCoinbase: false } satisfies Coin],
    tip: 900_000,
  };
  const operation = scriptedRest('bitcoin', {}).operation();
  const read = (coins: () => Promise<typeof list>, totals = { confirmed: 70n, pending: -20n }) =>
    readAccountState(
      contextOf('bitcoin'),
      {
        coins,
        totals: async () => totals,
        tip: async () => 900_000,
        transaction: async () => undefined,
      },
      address,
      { parts: new Set(['native'] as const), publicKey: undefined },
      operation,
    );
  const failed = (outcome: 'unable' | 'timeout') =>
    new UpstreamError('bitcoin', [{ endpoint: 'one', outcome, detail: '', ms: 1 }]);

  it('are passed over if a list is too long for all of them', async () => {
    const expected = { native: { available: '50', total: '50', unconfirmed: '-20' } };
    expect(await read(() => Promise.reject(refuse('account.tooLarge', { chain: 'Bitcoin' })))).toEqual(expected);
    expect(await read(() => Promise.reject(failed('unable')))).toEqual(expected);
    expect(await read(() => Promise.reject(failed('unable')), { confirmed: 70n, pending: 20n })).toEqual({
      native: { available: '70', total: '90', unconfirmed: '20' },
    });
  });

  it('fail the request otherwise', async () => {
    await expect(read(() => Promise.reject(failed('timeout')))).rejects.toThrow(UpstreamError);
    const other = refuse('page.invalid', {});
    await expect(read(() => Promise.reject(other))).rejects.toBe(other);
    await expect(read(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
    expect(await read(async () => list)).toMatchObject({ native: { total: '5' } });
  });
});

describe('other parts', () => {
  it('tokens are empty, and nobody is asked for them', async () => {
    const { state, paths } = await stateOn({}, ['tokens']);
    expect(state).toEqual({ tokens: [] });
    expect(paths).toEqual([]);
  });

  it('stakes are left out without the key of the staker', async () => {
    const { state } = await stateOn(esplora({}, {}, []), balanceParts);
    expect(Object.keys(state)).toEqual(['native', 'tokens']);
  });

  it('stakes are looked up by the key, side by side with the coins', async () => {
    // Of the staking API, as its documentation has it.
    const key = '1e06e1ef408126703ed66447cd6972434396b252a22e843d8295d55ae7a9cfd1';
    const stakes = {
      data: [
        {
          staker_btc_pk_hex: key,
          finality_provider_btc_pks_hex: [id('c')],
          state: 'ACTIVE',
          delegation_staking: { staking_tx_hash_hex: id('e'), staking_amount: 50_000, end_height: 900_010 },
          delegation_unbonding: { unbonding_timelock: 1008, unbonding_tx: '' },
        },
      ],
      pagination: { next_key: '' },
    };
    const rest = scriptedRest(
      'bitcoin',
      {
        server: { kind: 'esplora', routes: esplora({}, {}, []) },
        index: { kind: 'babylon-staking', routes: { [`/v2/delegations?staker_pk_hex=${key}`]: stakes } },
      },
      1_000_000,
    );
    const wanted = { parts: new Set(balanceParts), publicKey: `02${key}` };
    const backend = createEsplora(rest.context);
    // The first operation also asks which chain it is.
    await readAccountState(rest.context, backend, address, wanted, rest.operation());
    rest.requests.length = 0;
    const operation = rest.operation();
    const state = await readAccountState(rest.context, backend, address, wanted, operation);
    expect(state.staking).toEqual({
      total: '50000',
      locked: '50000',
      unlocking: '0',
      unlocked: '0',
      // Ten blocks of 600 seconds.
      positions: [
        {
          validatorAddresses: [id('c')],
          amount: '50000',
          status: 'locked',
          stakeId: id('e'),
          completionDate: '7000000',
        },
      ],
      rewards: { native: [], tokens: [] },
    });
    expect(state.native).toEqual({ available: '0', total: '0', unconfirmed: '0' });
    // Coins, transactions, totals and stakes: the height was just read.
    expect(rest.requests).toHaveLength(4);
    expect(operation.trace.roundTrips).toBe(1);
  });
});
