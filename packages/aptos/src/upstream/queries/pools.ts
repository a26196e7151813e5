import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { feeReference, type Holding } from '../../staking/rules.ts';
import { address, each, u64 } from '../fields.ts';
import { indexerQuery, type NodeError, nodeQuery, type Query } from '../query.ts';
import { resource } from './resources.ts';
import { view } from './view.ts';

// Delegation pools: what the views of the chain answer (aptos-labs/aptos-core, delegation_pool.move and stake.move), and what an indexer knows of all pools.

const framework = '0x1';

/** Whether there is a delegation pool at an address. */
export function poolExists(pool: Address): Query<boolean> {
  return view({
    function: `${framework}::delegation_pool::delegation_pool_exists`,
    arguments: [pool],
    schema: z.tuple([z.boolean()]),
    read: ([exists]) => exists,
  });
}

/** What a delegator has with a pool. Undefined if there is no such pool. */
export function delegatorStake(pool: Address, delegator: Address): Query<Holding | undefined> {
  return poolView({
    function: 'delegation_pool::get_stake',
    arguments: [pool, delegator],
    schema: z.tuple([u64, u64, u64]),
    read: ([active, inactive, pendingInactive]) => ({ active, inactive, pendingInactive }),
  });
}

/** Octas of a pool that are staked and take part in the current epoch. Undefined if there is no such pool. */
export function activeStake(pool: Address): Query<bigint | undefined> {
  return poolView({
    function: 'delegation_pool::get_delegation_pool_stake',
    arguments: [pool],
    schema: z.tuple([u64, u64, u64, u64]),
    read: ([active]) => active,
  });
}

/**
 * Octas of a pool that count for its place in the validator set (stake.move: get_next_epoch_voting_power). Undefined if there is no such pool.
 */
export function votingPower(pool: Address): Query<bigint | undefined> {
  return poolView({
    function: 'delegation_pool::get_delegation_pool_stake',
    arguments: [pool],
    schema: z.tuple([u64, u64, u64, u64]),
    read: ([active, , pendingActive, pendingInactive]) => active + pendingActive + pendingInactive,
  });
}

/** Octas that a pool needs to join the validator set. Undefined if the node does not tell them. */
export const requiredStake: Query<bigint | undefined> = resource({
  at: `0x${'1'.padStart(64, '0')}` as Address,
  type: '0x1::staking_config::StakingConfig',
  schema: z.object({ minimum_stake: u64 }),
  read: ({ minimum_stake: minimum }) => minimum,
});

/** What the operator keeps of rewards, in hundredths of a percent. Undefined if there is no such pool. */
export function commission(pool: Address): Query<bigint | undefined> {
  return poolView({
    function: 'delegation_pool::operator_commission_percentage',
    arguments: [pool],
    schema: z.tuple([basisPoints]),
    read: ([value]) => value,
  });
}

/** All of the rewards, in hundredths of a percent (MAX_FEE). */
export const wholeCommission = 10_000n;

const basisPoints = u64.refine((value) => value <= wholeCommission, 'more than all');

/** What a pool holds back of `feeReference` octas until the epoch ends. Undefined if there is no such pool. */
export function heldBackOfReference(pool: Address): Query<bigint | undefined> {
  return poolView({
    function: 'delegation_pool::get_add_stake_fee',
    arguments: [pool, feeReference.toString()],
    schema: z.tuple([u64]),
    read: ([value]) => value,
  });
}

/** Whether a pool takes stake from a delegator: it has no list, or the delegator is on it. Undefined if there is no such pool. */
export function takesStakeOf(pool: Address, delegator: Address): Query<boolean | undefined> {
  return poolView({
    function: 'delegation_pool::delegator_allowlisted',
    arguments: [pool, delegator],
    schema: z.tuple([z.boolean()]),
    read: ([value]) => value,
  });
}

/** Whether stake that is being unlocked can be withdrawn, because the pool left the validator set and its lockup is over. Undefined if there is no such pool. */
export function paysUnlocking(pool: Address): Query<boolean | undefined> {
  return poolView({
    function: 'delegation_pool::can_withdraw_pending_inactive',
    arguments: [pool],
    schema: z.tuple([z.boolean()]),
    read: ([value]) => value,
  });
}

/** When the lockup of a pool ends, in seconds since 1970. Undefined if there is no such pool. */
export function lockupEnd(pool: Address): Query<bigint | undefined> {
  return poolView({
    function: 'stake::get_lockup_secs',
    arguments: [pool],
    schema: z.tuple([u64]),
    read: ([value]) => value,
  });
}

/** How a pool stands in the validator set (stake.move: VALIDATOR_STATUS). `joining` and `leaving` take effect when the epoch ends. */
export type PoolState = 'joining' | 'active' | 'leaving' | 'inactive';

const states: readonly (PoolState | undefined)[] = [undefined, 'joining', 'active', 'leaving', 'inactive'];

export function poolState(pool: Address): Query<PoolState | undefined> {
  return poolView({
    function: 'stake::get_validator_state',
    arguments: [pool],
    schema: z.tuple([u64]),
    read: ([value]) => states[Number(value)],
  });
}

interface PoolView<Raw, T> {
  /** Without the framework's address. */
  readonly function: string;
  readonly arguments: readonly string[];
  readonly schema: z.ZodType<Raw>;
  read(values: Raw): T;
}

function poolView<Raw, T>({ function: name, ...rest }: PoolView<Raw, T>): Query<T | undefined> {
  return view<Raw, T | undefined>({
    ...rest,
    function: `${framework}::${name}`,
    refused: (error) => (isAbort(error) ? { value: undefined } : undefined),
  });
}

/** Views of pools abort where there is no pool. Nodes word that in different ways, and have one code for it. */
function isAbort({ error_code: code, message }: NodeError): boolean {
  return code === 'vm_error' || (code === 'invalid_input' && /abort|ERROR|DOES_NOT_EXIST|NOT_FOUND/i.test(message));
}

/** A validator of the current epoch. */
export interface ActiveValidator {
  readonly pool: Address;
  /** Octas that count in consensus. */
  readonly power: bigint;
}

const validatorSet = z.object({
  data: z.object({ active_validators: each(z.object({ addr: address, voting_power: u64 }), 10_000) }),
});

/** The validator set grows with the chain: it holds keys and network addresses of each validator. */
const setBytes = 4 * 1024 * 1024;

/** The validators of the current epoch, in no order. Some of them are no delegation pools. */
export const activeValidators: Query<readonly ActiveValidator[]> = nodeQuery({
  path: '/accounts/0x1/resource/0x1::stake::ValidatorSet',
  schema: validatorSet,
  maxBytes: setBytes,
  read: ({ data }) => data.active_validators.read.map(({ addr: pool, voting_power: power }) => ({ pool, power })),
});

/** What an indexer knows of a pool. */
export interface IndexedPool {
  readonly pool: Address;
  /** Of its operator, without `.apt`. */
  readonly domain: string | undefined;
  /** Hundredths of a percent. */
  readonly commission: bigint | undefined;
}

const names = z.array(z.object({ domain: z.string().nullish(), is_primary: z.boolean().nullish() })).max(1_000);

const indexedPools = z.object({
  delegated_staking_pools: each(
    z.object({
      staking_pool_address: address,
      current_staking_pool: z
        .object({ operator_aptos_name: z.union([names, names.element]).nullish() })
        .loose()
        .nullish()
        .catch(undefined),
    }),
    10_000,
  ),
  current_delegated_staking_pool_balances: each(
    z.object({ staking_pool_address: address, operator_commission_percentage: u64 }),
    10_000,
  ),
});

/** All delegation pools, with the names of their operators (the query of aptos-labs/explorer). */
export const allPools: Query<readonly IndexedPool[]> = indexerQuery({
  name: 'delegated_staking_pools',
  query: `query pools {
  delegated_staking_pools { staking_pool_address current_staking_pool { operator_address operator_aptos_name { domain is_primary } } }
  current_delegated_staking_pool_balances { staking_pool_address total_coins operator_commission_percentage }
}`,
  schema: indexedPools,
  maxBytes: setBytes,
  read({ delegated_staking_pools: pools, current_delegated_staking_pool_balances: balances }) {
    const commissions = new Map(
      balances.read.map((row) => [row.staking_pool_address, row.operator_commission_percentage] as const),
    );
    return pools.read.map(({ staking_pool_address: pool, current_staking_pool: current }) => {
      const found = [current?.operator_aptos_name ?? []].flat();
      const known = commissions.get(pool);
      return {
        pool,
        domain: found.find(({ is_primary }) => is_primary === true)?.domain ?? undefined,
        commission: known === undefined || known > wholeCommission ? undefined : known,
      };
    });
  },
});
