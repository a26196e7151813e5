import type { Address } from '@ton/core';
import { liquidPosition, readLiquidPool, readNominatorPool } from '../pool-reads.ts';
import type { Pool } from '../pools.ts';
import type { World } from '../world.ts';

const coin = 1_000_000_000n;

/** What tonapi says of each kind of pool. */
export const implementations = {
  tf: { name: 'TON Nominators', description: 'Nominator pools', url: 'https://tonvalidators.org/', socials: [] },
  liquidTF: {
    name: 'Liquid staking',
    description: 'Liquid staking pools',
    url: 'https://tonstakers.com/',
    socials: [],
  },
} as const;

/** A pool as tonapi writes it (schema PoolInfo). */
export async function poolJson(
  { chain, jettons }: World,
  { address, name, kind }: Pool,
): Promise<Record<string, unknown>> {
  const common = { address: address.toRawString(), name, implementation: kind, verified: true, cycle_length: 131_072 };
  if (kind === 'tf') {
    const state = await readNominatorPool(chain, address);
    const staked = state?.positions.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n;
    const validatorStake = state?.validatorAmount ?? 0n;
    return {
      ...common,
      total_amount: staked + validatorStake,
      apy: 4.1,
      // With the coin that a pool keeps of each deposit.
      min_stake: (state?.minNominatorStake ?? 0n) + coin,
      cycle_start: state?.stakeAt ?? 0,
      cycle_end: (state?.stakeAt ?? 0) + 129_600,
      current_nominators: state?.count ?? 0,
      max_nominators: state?.maxNominators ?? 0,
      nominators_stake: staked,
      validator_stake: validatorStake,
    };
  }
  const state = await readLiquidPool(chain, address);
  const master = state?.minter;
  const holders = master ? (await jettons.walletsOf([], [master])).filter(({ balance }) => balance > 0n) : [];
  return {
    ...common,
    total_amount: state?.totalBalance ?? 0n,
    apy: 3.2,
    min_stake: coin,
    cycle_start: 0,
    cycle_end: 0,
    current_nominators: holders.length,
    max_nominators: -1,
    ...(master ? { liquid_jetton_master: master.toRawString() } : {}),
    nominators_stake: state?.totalBalance ?? 0n,
    validator_stake: 0,
  };
}

/** The positions of an account (schema AccountStaking). */
export async function positionsJson({ chain, jettons, pools }: World, account: Address): Promise<unknown> {
  const rows = await Promise.all(
    pools.list().map(async ({ address, kind }) => {
      if (kind === 'tf') {
        const position = (await readNominatorPool(chain, address))?.positions.find(({ nominator }) =>
          nominator.equals(account),
        );
        if (position === undefined) return [];
        const { amount, pending, leaves } = position;
        return [row(address, amount, pending, leaves ? amount + pending : 0n)];
      }
      const amount = await liquidPosition(chain, jettons, address, account);
      return amount === 0n ? [] : [row(address, amount, 0n, 0n)];
    }),
  );
  return { pools: rows.flat() };
}

function row(pool: Address, amount: bigint, pendingDeposit: bigint, leaving: bigint): Record<string, unknown> {
  return {
    pool: pool.toRawString(),
    amount,
    pending_deposit: pendingDeposit,
    // tonapi rounds it to hundredths of a coin (roundTons in opentonapi, pkg/api/staking_handlers.go).
    pending_withdraw: leaving < coin ? leaving : ((leaving + 5_000_000n) / 10_000_000n) * 10_000_000n,
    ready_withdraw: 0,
  };
}
