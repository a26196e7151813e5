import { describe, expect, it } from 'vitest';
import {
  connectTo,
  type IndexerScript,
  type NodeScript,
  nowSeconds,
  refusal,
  sender,
} from '../../test/scripted-node.ts';

const apt = 100_000_000n;
const pools = ['12', '34', '56'].map((byte) => `0x${byte.repeat(32)}`) as [string, string, string];
const [first, second, unknown] = pools;
const end = nowSeconds + 86_400n;

interface Pool {
  readonly holding: readonly [active: bigint, inactive: bigint, pendingInactive: bigint];
  readonly lockedUntil?: bigint;
  readonly pays?: boolean;
}

function nodeWith(known: Readonly<Record<string, Pool>>): NodeScript {
  const of =
    (read: (pool: Pool) => readonly unknown[]) =>
    ({ body }: { readonly body: unknown }) => {
      const [address = ''] = (body as { readonly arguments: readonly string[] }).arguments;
      const pool = known[address];
      const text =
        'Failed to execute function: Move abort in 0x1::delegation_pool: EDELEGATION_POOL_DOES_NOT_EXIST(0x10003)';
      return pool === undefined ? refusal(400, 'invalid_input', text, 4016) : read(pool);
    };
  return {
    views: {
      '0x1::delegation_pool::get_stake': of(({ holding }) => holding.map(String)),
      '0x1::stake::get_lockup_secs': of(({ lockedUntil = end }) => [lockedUntil.toString()]),
      '0x1::delegation_pool::can_withdraw_pending_inactive': of(({ pays = false }) => [pays]),
    },
  };
}

const row = (pool: string, type: string, shares: unknown) => ({ pool_address: pool, pool_type: type, shares });

async function stakes(known: Readonly<Record<string, Pool>>, rows: IndexerScript['tables']) {
  const asked = connectTo(nodeWith(known), { indexers: [{ tables: rows ?? {} }] });
  const { balances } = await asked.chain.accountState(sender, { include: ['staking'], onTrace: asked.onTrace });
  return { staking: balances.staking, rounds: asked.roundTrips(), views: asked.askedFor('/view').length };
}

describe('what an account has at stake', () => {
  it('is nothing without shares, in one round', async () => {
    const { staking, rounds, views } = await stakes({}, {});
    expect(staking).toEqual({
      ...{ total: '0', locked: '0', unlocking: '0', unlocked: '0', positions: [] },
      rewards: { native: [], tokens: [] },
    });
    expect([rounds, views]).toEqual([1, 0]);
  });

  it('costs one position, if one row is odd', async () => {
    const pool = `0x${'d1'.repeat(32)}`;
    const rows = { current_delegator_balances: [null, row('none', 'x', 5), row(pool, 'active_shares', '5')] };
    const { staking } = await stakes({ [pool]: { holding: [7n, 0n, 0n] } }, rows);
    expect(staking?.positions).toMatchObject([{ validatorAddresses: [pool], amount: '7' }]);
  });

  it('is in parts, each with a status, and dates where something is being unlocked', async () => {
    const { staking, rounds } = await stakes(
      {
        [first]: { holding: [50n * apt, 0n, 20n * apt] },
        [second]: { holding: [11n * apt, 7n, 0n] },
      },
      {
        current_delegator_balances: [
          row(first, 'active_shares', '123456789012345678901234'),
          row(first, 'inactive_shares', 42),
          row(second, 'active_shares', '1'),
        ],
      },
    );
    const date = (end * 1_000n).toString();
    expect(staking?.positions).toEqual([
      ...[{ validatorAddresses: [first], stakeId: `${first}:active`, amount: '5000000000', status: 'locked' }],
      {
        validatorAddresses: [first],
        stakeId: `${first}:pending_inactive`,
        amount: '2000000000',
        status: 'unlocking',
        completionDate: date,
      },
      ...[{ validatorAddresses: [second], stakeId: `${second}:active`, amount: '1100000000', status: 'locked' }],
      ...[{ validatorAddresses: [second], stakeId: `${second}:inactive`, amount: '7', status: 'unlocked' }],
    ]);
    expect(staking).toMatchObject({
      total: '8100000007',
      locked: '6100000000',
      unlocking: '2000000000',
      unlocked: '7',
    });
    expect(rounds).toBe(2);
  });

  it('is unlocked in a pool that left the set, and has no date that is past', async () => {
    const rows = { current_delegator_balances: [row(first, 'x', '1'), row(second, 'x', '1')] };
    const past = nowSeconds - 1n;
    const { staking } = await stakes(
      {
        [first]: { holding: [0n, 0n, 20n * apt], lockedUntil: past, pays: true },
        [second]: { holding: [0n, 0n, 20n * apt], lockedUntil: past },
      },
      rows,
    );
    expect(staking?.positions.map(({ status, completionDate }) => [status, completionDate])).toEqual([
      ['unlocked', undefined],
      ['unlocking', undefined],
    ]);
  });

  it('leaves out pools without shares, and pools that the node does not know', async () => {
    const rows = {
      current_delegator_balances: [
        row(first, 'active_shares', '0'),
        row(second, 'active_shares', '5.000'),
        row(unknown, 'active_shares', '5'),
      ],
    };
    const { staking, views } = await stakes({ [second]: { holding: [3n, 0n, 0n] } }, rows);
    expect(staking?.positions.map(({ stakeId }) => stakeId)).toEqual([`${second}:active`]);
    expect(views).toBe(6);
  });
});
