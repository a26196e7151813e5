import { readNominatorPool } from '../pool-reads.ts';
import { Refusal } from '../refusal.ts';
import type { Handler } from '../server.ts';
import { readAddress, upperRaw } from '../text.ts';
import type { World } from '../world.ts';
import { addressBook } from './address-book.ts';

/** Nominator pools and the positions in them (toncenter v3, API 1.2.6). */
export function stakingRoutes(world: World): Record<string, Handler> {
  const { chain, pools } = world;
  return {
    'GET /staking/nominatorPools/nominator': async ({ query }) => {
      const text = query.get('nominator');
      if (text === null) throw new Refusal(422, 'nominator is required');
      const nominator = readAddress(text);
      const found = await Promise.all(
        pools.list().map(async ({ address }) => {
          const state = await readNominatorPool(chain, address);
          const position = state?.positions.find((one) => one.nominator.equals(nominator));
          return position === undefined ? [] : [{ address, position }];
        }),
      );
      const list = found.flat();
      return {
        nominator_pools: list.map(({ address, position }) => ({
          pool_address: upperRaw(address),
          balance: String(position.amount),
          pending_balance: String(position.pending),
        })),
        address_book: await addressBook(world, [nominator, ...list.map(({ address }) => address)]),
      };
    },
    'GET /staking/nominatorPools/pool': async ({ query }) => {
      const text = query.get('pool');
      if (text === null) throw new Refusal(422, 'pool is required');
      const address = readAddress(text);
      const state = await readNominatorPool(chain, address);
      if (state === undefined) throw new Refusal(404, 'pool not found');
      return {
        state: state.state,
        nominators_count: state.count,
        stake_amount_sent: String(state.sent),
        validator_amount: String(state.validatorAmount),
        validator_address: upperRaw(state.validator),
        validator_reward_share: state.rewardShare,
        max_nominators_count: state.maxNominators,
        min_validator_stake: String(state.minValidatorStake),
        min_nominator_stake: String(state.minNominatorStake),
        active_nominators: state.positions.map(({ nominator, amount, pending }) => ({
          address: upperRaw(nominator),
          balance: String(amount),
          pending_balance: String(pending),
        })),
        address_book: await addressBook(world, [state.validator, ...state.positions.map(({ nominator }) => nominator)]),
      };
    },
  };
}
