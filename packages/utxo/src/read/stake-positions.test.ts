import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { recordedStakes } from '../../../babylon/test/babylon.ts';
import { type Routes, refusal, scriptedRest } from '../../test/scripted-rest.ts';
import type { Backend } from '../upstream/backend.ts';
import { readStaking } from './stake-positions.ts';

const [active] = recordedStakes;
const staker = active.stakerPk;
const path = `/v2/delegations?staker_pk_hex=${staker}`;
const now = 1_700_000_000_000;
const id = (number: number) => number.toString(16).padStart(64, '0');

/** Written by hand: 2,500 go to the script of the parameters, and 42,500 are left. */
const slashingTx = `0200000001${'11'.repeat(32)}0000000000ffffffff02c4090000000000001600145be12624d08a2b424095d7c07221c33450d14bf104a6000000000000225120${'22'.repeat(32)}00000000`;

/** A recorded stake as the index writes it. */
const stake = (state: string, fields: object = {}) => ({
  params_version: active.paramsVersion,
  staker_btc_pk_hex: staker,
  finality_provider_btc_pks_hex: active.finalityProviderPks,
  delegation_staking: {
    staking_tx_hash_hex: active.stakingTxid,
    staking_tx_hex: active.stakingTxHex,
    staking_output_idx: 0,
    staking_timelock: active.stakingTime,
    staking_amount: active.stakingAmountSat,
    start_height: active.startHeight,
    end_height: active.endHeight,
    bbn_inception_height: 37_776,
    bbn_inception_time: '2025-01-13T05:15:57Z',
    slashing: { slashing_tx_hex: '', spending_height: 0 },
    ...fields,
  },
  delegation_unbonding: {
    unbonding_timelock: active.unbondingTime,
    unbonding_tx: active.unbondingTxHex,
    covenant_unbonding_signatures: active.covenantUnbondingSignatures,
    slashing: { unbonding_slashing_tx_hex: '', spending_height: 0 },
  },
  state,
});

const list = (stakes: unknown[], next = '') => ({ data: stakes, pagination: { next_key: next } });

async function read(...given: Parameters<typeof readWithUnread>) {
  return (await readWithUnread(...given)).value;
}

function readWithUnread(
  routes: Routes,
  {
    publicKey = `02${staker}`,
    tip = 250_000,
    transaction = async () => undefined,
    spender = async () => undefined,
  }: {
    publicKey?: string;
    tip?: number;
    transaction?: Backend['transaction'];
    spender?: NonNullable<Backend['spender']>;
  } = {},
) {
  const rest = scriptedRest('bitcoin-signet', { index: { kind: 'babylon-staking', routes } }, now);
  return readStaking(rest.context, { transaction, spender }, publicKey, tip, rest.operation());
}

const confirmedAt =
  (height: number | undefined): Backend['transaction'] =>
  async (txid) =>
    txid === active.unbondingTxid
      ? ({ transaction: { txid, height }, tip: 250_000 } as Awaited<ReturnType<Backend['transaction']>>)
      : undefined;

describe('readStaking', () => {
  it('shows an active stake with the time of its end', async () => {
    expect(await read({ [path]: list([stake('ACTIVE')]) })).toEqual({
      total: '50000',
      locked: '50000',
      unlocking: '0',
      unlocked: '0',
      positions: [
        {
          validatorAddresses: ['c20acf33c17e5a6c92cced9f1d530cccab7aa3e53400456202f02fac95e9c481'],
          amount: '50000',
          status: 'locked',
          stakeId: 'd3ef0f9fdbc556bcbc9272d168f4aca8e420880ba624f1691b177a36018c736b',
          // 262,690 - 250,000 blocks of ten minutes.
          completionDate: '1707614000000',
        },
      ],
      rewards: { native: [], tokens: [] },
    });
  });

  it.each([
    ['PENDING', 'pending', undefined],
    ['VERIFIED', 'pending', undefined],
    ['TIMELOCK_UNBONDING', 'unlocking', '1707614000000'],
    ['TIMELOCK_WITHDRAWABLE', 'unlocked', undefined],
    ['EARLY_UNBONDING_WITHDRAWABLE', 'unlocked', undefined],
    ['SLASHED', 'slashed', undefined],
  ])('%s is %s', async (state, status, completionDate) => {
    const { positions, ...sums } = await read({ [path]: list([stake(state)]) });
    expect(positions).toHaveLength(1);
    expect(positions[0]).toMatchObject({ status, amount: '50000' });
    expect(positions[0]?.completionDate).toBe(completionDate);
    // What is not on Bitcoin, or is lost, is not counted.
    const counted = status === 'unlocking' || status === 'unlocked';
    expect(sums).toMatchObject({
      total: counted ? '50000' : '0',
      locked: '0',
      ...(counted ? { [status]: '50000' } : {}),
    });
  });

  it.each([
    'TIMELOCK_WITHDRAWN',
    'EARLY_UNBONDING_WITHDRAWN',
    'TIMELOCK_SLASHING_WITHDRAWN',
    'EARLY_UNBONDING_SLASHING_WITHDRAWN',
    'EXPANDED',
  ])('%s is no position any more', async (state) => {
    expect(await read({ [path]: list([stake(state)]) })).toMatchObject({ total: '0', positions: [] });
  });

  it('shows the rest after slashing', async () => {
    const slashed = stake('TIMELOCK_SLASHING_WITHDRAWABLE', {
      slashing: { slashing_tx_hex: slashingTx, spending_height: 1 },
    });
    expect(await read({ [path]: list([slashed]) })).toMatchObject({ total: '42500', unlocked: '42500' });
    const early = stake('EARLY_UNBONDING_SLASHING_WITHDRAWABLE');
    early.delegation_unbonding.slashing = { unbonding_slashing_tx_hex: slashingTx, spending_height: 1 };
    expect(await read({ [path]: list([early]) })).toMatchObject({
      positions: [{ status: 'unlocked', amount: '42500' }],
    });
    // Nobody knows how much is left without the transaction.
    const untold = stake('TIMELOCK_SLASHING_WITHDRAWABLE');
    await expect(read({ [path]: list([untold]) })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('looks on Bitcoin for the end of a stake that was ended early', async () => {
    const routes = { [path]: list([stake('EARLY_UNBONDING')]) };
    const position = async (transaction: Backend['transaction']) => (await read(routes, { transaction })).positions[0];
    // 249,500 + 1008 - 250,000 blocks.
    expect((await position(confirmedAt(249_500)))?.completionDate).toBe(String(now + 508 * 600_000));
    // The lock is over, and the index has not noticed yet.
    expect((await position(confirmedAt(248_000)))?.completionDate).toBe(String(now));
    expect(await position(confirmedAt(undefined))).not.toHaveProperty('completionDate');
    const unreachable = async () => {
      throw new UpstreamError('bitcoin-signet', []);
    };
    expect(await position(unreachable)).toMatchObject({ status: 'unlocking', amount: '50000' });
  });

  // Babylon may never activate it. Then only Bitcoin counts.
  describe.each(['PENDING', 'VERIFIED'])('a stake that is %s', (state) => {
    const routes = { [path]: list([stake(state)]) };
    const found =
      (heights: Readonly<Record<string, number | undefined>>): Backend['transaction'] =>
      async (txid) =>
        Object.hasOwn(heights, txid)
          ? ({ transaction: { txid, height: heights[txid] }, tip: 250_000 } as Awaited<
              ReturnType<Backend['transaction']>
            >)
          : undefined;
    const { stakingTxid, unbondingTxid, stakingTime, unbondingTime } = active;

    it('is locked as soon as it is confirmed on Bitcoin', async () => {
      const { positions, ...sums } = await read(routes, { transaction: found({ [stakingTxid]: 249_000 }) });
      expect(sums).toMatchObject({ total: '50000', locked: '50000' });
      const completionDate = String(now + (stakingTime - 1_000) * 600_000);
      expect(positions).toMatchObject([{ status: 'locked', amount: '50000', completionDate }]);
    });

    it('is pending while it waits in the mempool, or is unknown', async () => {
      for (const transaction of [
        found({ [stakingTxid]: undefined }),
        async () => {
          throw new UpstreamError('bitcoin-signet', []);
        },
      ]) {
        const { positions, total } = await read(routes, { transaction });
        expect({ positions, total }).toMatchObject({ total: '0', positions: [{ status: 'pending' }] });
      }
    });

    it('is unlocking once it was ended early, then unlocked, and gone once it was withdrawn', async () => {
      const ended = (height: number | undefined) => found({ [stakingTxid]: 230_000, [unbondingTxid]: height });
      const waiting = await read(routes, { transaction: ended(249_500) });
      const completionDate = String(now + (unbondingTime - 500) * 600_000);
      expect(waiting).toMatchObject({ total: '50000', unlocking: '50000', positions: [{ completionDate }] });
      expect(await read(routes, { transaction: ended(undefined) })).toMatchObject({ unlocking: '50000' });
      // The next block may hold the withdrawal: 250,001 is 1,008 blocks later.
      const over = ended(250_001 - unbondingTime);
      expect(await read(routes, { transaction: ended(250_002 - unbondingTime) })).toMatchObject({ unlocking: '50000' });
      expect(await read(routes, { transaction: over })).toMatchObject({ total: '50000', unlocked: '50000' });
      const spender: NonNullable<Backend['spender']> = async ({ txid, vout }) =>
        txid === unbondingTxid && vout === 0 ? id(9) : undefined;
      expect(await read(routes, { transaction: over, spender })).toMatchObject({ total: '0', positions: [] });
    });

    it('is unlocked when its time is over', async () => {
      const transaction = found({ [stakingTxid]: 250_001 - stakingTime });
      expect(await read(routes, { transaction })).toMatchObject({ total: '50000', unlocked: '50000' });
    });
  });

  describe('with a part that cannot be read', () => {
    const oddValues = [null, undefined, {}, [], '', -1, 0.5, 1e30, true, 'text\u0000\n'];
    const good = stake('ACTIVE', { staking_tx_hash_hex: id(2) });
    const noStake = { total: '50000', positions: [{ stakeId: id(2), amount: '50000' }] };

    it.each(oddValues)('shows the other stakes, and names what is left out: %j', async (odd) => {
      const whole = stake('ACTIVE');
      const rows = [
        odd,
        ...['staker_btc_pk_hex', 'finality_provider_btc_pks_hex', 'delegation_staking', 'delegation_unbonding', 'state']
          // A stake without providers can be read.
          .filter((name) => !(name === 'finality_provider_btc_pks_hex' && Array.isArray(odd)))
          .map((name) => ({ ...whole, [name]: odd })),
        { ...whole, finality_provider_btc_pks_hex: [odd] },
        stake('ACTIVE', { staking_tx_hash_hex: odd }),
        stake('ACTIVE', { staking_amount: odd }),
        // A stake without an end can be read.
        ...(odd === undefined
          ? []
          : [stake('ACTIVE', { end_height: odd }), stake('ACTIVE', { staking_timelock: odd })]),
        { ...whole, delegation_unbonding: { ...whole.delegation_unbonding, unbonding_timelock: odd } },
      ];
      for (const row of rows) {
        const { value, unread } = await readWithUnread({ [path]: list([row, good]) });
        expect(value).toMatchObject(noStake);
        expect({ count: value.positions.length, unread }).toEqual({ count: 1, unread: ['a stake'] });
      }
    });

    it('names a stake in a state that we do not know', async () => {
      const { value, unread } = await readWithUnread({ [path]: list([stake('HIBERNATING'), good]) });
      expect(value).toMatchObject(noStake);
      expect(unread).toEqual(['a stake']);
    });

    it('counts a stake once that two pages have', async () => {
      const routes = { [path]: list([good], 'two'), [`${path}&pagination_key=two`]: list([good]) };
      expect(await read(routes)).toMatchObject(noStake);
    });

    it.each(['transaction', 'spender'] as const)(
      'shows it as pending if the %s fails, counts it in no sum',
      async (name) => {
        const fails = async () => {
          throw new UpstreamError('bitcoin-signet', []);
        };
        const upstreams = { transaction: confirmedAt(1), spender: async () => undefined, [name]: fails };
        const { value, unread } = await readWithUnread({ [path]: list([stake('VERIFIED')]) }, upstreams);
        expect(value).toMatchObject({ total: '0', positions: [{ status: 'pending' }] });
        expect(unread).toEqual(['the status of a stake']);
      },
    );
  });

  it('adds up all pages', async () => {
    const routes = {
      [path]: list([stake('ACTIVE'), stake('VERIFIED', { staking_tx_hash_hex: id(2) })], 'two'),
      [`${path}&pagination_key=two`]: list([
        stake('ACTIVE', { staking_tx_hash_hex: id(3), staking_amount: 35_000_000_000 }),
        stake('TIMELOCK_WITHDRAWABLE', { staking_tx_hash_hex: id(4), staking_amount: 1 }),
      ]),
    };
    const { positions, ...sums } = await read(routes);
    expect(positions).toHaveLength(4);
    expect(sums).toMatchObject({ total: '35000050001', locked: '35000050000', unlocking: '0', unlocked: '1' });
  });

  it('has none for a staker that the index does not know', async () => {
    const unknown = refusal(404, { errorCode: 'NOT_FOUND', message: 'staker not found' });
    expect(await read({ [path]: unknown })).toMatchObject({ total: '0', positions: [] });
    expect(await read({ [path]: { data: null, pagination: { next_key: '' } } })).toMatchObject({ positions: [] });
    // A 404 of something in front of it says nothing of the staker.
    await expect(read({ [path]: refusal(404, { message: 'no route' }) })).rejects.toBeInstanceOf(UpstreamError);
  });

  it('takes the key with or without its first byte', async () => {
    const routes = { [path]: list([]) };
    for (const publicKey of [staker, `03${staker}`, `0x02${staker}`, staker.toUpperCase()])
      expect(await read(routes, { publicKey })).toMatchObject({ positions: [] });
  });

  it.each([
    ['', 'it has 0 bytes: expected 33 (compressed) or 65 (uncompressed)'],
    ['tb1q', 'it is not hexadecimal'],
    [id(5), 'it has 32 bytes: expected 33 (compressed) or 65 (uncompressed)'],
    [`02${id(5)}`, 'it is not a point of the curve secp256k1'],
  ])('refuses %j', async (publicKey, reason) => {
    await expect(read({}, { publicKey })).rejects.toMatchObject({
      code: 'publicKey.invalid',
      message: `publicKey is not a public key of Bitcoin Signet: ${reason}.`,
    });
  });

  it('passes over stakes of others', async () => {
    const foreign = { ...stake('ACTIVE'), staker_btc_pk_hex: id(2) };
    expect(await read({ [path]: list([foreign]) })).toMatchObject({ total: '0', positions: [] });
  });
});
