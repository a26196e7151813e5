import { type Address, normalType, shortAddress, toAddress } from '../address.ts';
import { MoveAbort } from '../framework/abort.ts';
import { knownAsset, primaryStore } from '../framework/assets.ts';
import { balanceOf, coinStore, isRegistered } from '../framework/coins.ts';
import { addStakeFee, isAllowed, pendingWithdrawal, requirePool, stakeOf } from '../framework/delegation-pool.ts';
import { canWithdrawPending, isValidator, stateNumbers } from '../framework/stake.ts';
import { NodeError } from '../node-error.ts';
import { typeInfo } from '../resources.ts';
import type { CoinInfo, Pool, State } from '../state.ts';

interface Request {
  readonly state: State;
  /** Seconds since 1970. */
  readonly now: number;
  readonly chainId: number;
  readonly types: readonly string[];
  readonly args: readonly unknown[];
}

type View = (request: Request) => unknown[];

const number = (value: bigint | number) => String(value);
const option = (value: unknown) => ({ vec: value === undefined ? [] : [value] });

/**
 * Views by their functions. Numbers of 64 bits and more are texts, smaller ones are numbers, objects are `{ inner }`.
 */
const views: Readonly<Record<string, View>> = {
  '0x1::delegation_pool::delegation_pool_exists': ({ state, args }) => [state.pools.has(address(args, 0))],
  '0x1::delegation_pool::get_stake': onPool((pool, { args }) => stakeOf(pool, address(args, 1)).map(number)),
  '0x1::delegation_pool::get_pending_withdrawal': onPool((pool, { args }) => {
    const [isInactive, amount] = pendingWithdrawal(pool, address(args, 1));
    return [isInactive, number(amount)];
  }),
  '0x1::delegation_pool::get_delegation_pool_stake': onPool(stakes),
  '0x1::delegation_pool::operator_commission_percentage': onPool(({ commission }) => [number(commission)]),
  '0x1::delegation_pool::operator_commission_percentage_next_lockup_cycle': onPool(({ commission }) => [
    number(commission),
  ]),
  '0x1::delegation_pool::get_add_stake_fee': onPool((pool, { state, args }) => [
    number(addStakeFee(state, pool, u64(args, 1))),
  ]),
  '0x1::delegation_pool::allowlisting_enabled': onPool(({ allowlist }) => [allowlist !== undefined]),
  '0x1::delegation_pool::delegator_allowlisted': onPool((pool, { args }) => [isAllowed(pool, address(args, 1))]),
  '0x1::delegation_pool::get_delegators_allowlist': onPool(({ allowlist }) => [
    [...(allowlist ?? [])].map(shortAddress),
  ]),
  '0x1::delegation_pool::can_withdraw_pending_inactive': onPool((pool, { now }) => [canWithdrawPending(pool, now)]),
  '0x1::delegation_pool::observed_lockup_cycle': onPool(({ cycle }) => [number(cycle)]),
  '0x1::delegation_pool::shareholders_count_active_pool': onPool(({ activeShares }) => [number(activeShares.of.size)]),
  '0x1::stake::get_stake': onPool(stakes),
  '0x1::stake::get_lockup_secs': onPool(({ lockedUntil }) => [number(lockedUntil)]),
  '0x1::stake::get_remaining_lockup_secs': onPool(({ lockedUntil }, { now }) => [
    number(Math.max(0, lockedUntil - now)),
  ]),
  '0x1::stake::get_validator_state': onPool(({ state }) => [number(stateNumbers[state])]),
  '0x1::stake::get_operator': onPool(({ operator }) => [shortAddress(operator)]),
  '0x1::stake::get_current_epoch_voting_power': onPool((pool) => [
    number(isValidator(pool) ? pool.stake.active + pool.stake.pendingInactive : 0n),
  ]),
  '0x1::stake::is_current_epoch_validator': onPool((pool) => [isValidator(pool)]),
  '0x1::staking_config::reward_rate': ({ state }) => [
    number(state.staking.rate),
    number(state.staking.rateDenominator),
  ],
  '0x1::coin::balance': ({ state, types, args }) => {
    const info = coin(state, types);
    return [
      number(balanceOf(state, address(args, 0), { coin: info.type, ...(info.paired && { asset: info.paired }) })),
    ];
  },
  '0x1::coin::is_account_registered': ({ state, types, args }) => [
    isRegistered(state, address(args, 0), coin(state, types)),
  ],
  '0x1::coin::is_coin_store_frozen': ({ state, types, args }) => [
    coinStore(state, address(args, 0), coin(state, types).type)?.frozen ?? false,
  ],
  '0x1::coin::name': ({ state, types }) => [coin(state, types).name],
  '0x1::coin::symbol': ({ state, types }) => [coin(state, types).symbol],
  '0x1::coin::decimals': ({ state, types }) => [coin(state, types).decimals],
  '0x1::coin::is_coin_initialized': ({ state, types }) => [state.coins.has(normalType(types[0] ?? ''))],
  '0x1::coin::paired_metadata': ({ state, types }) => {
    const paired = state.coins.get(normalType(types[0] ?? ''))?.paired;
    return [option(paired && { inner: shortAddress(paired) })];
  },
  '0x1::coin::paired_coin': ({ state, args }) => {
    const type = knownAsset(state, address(args, 0)).coin;
    return [option(type && typeInfo(type))];
  },
  '0x1::fungible_asset::name': ({ state, args }) => [knownAsset(state, address(args, 0)).name],
  '0x1::fungible_asset::symbol': ({ state, args }) => [knownAsset(state, address(args, 0)).symbol],
  '0x1::fungible_asset::decimals': ({ state, args }) => [knownAsset(state, address(args, 0)).decimals],
  '0x1::fungible_asset::icon_uri': ({ state, args }) => [knownAsset(state, address(args, 0)).iconUri],
  '0x1::fungible_asset::supply': ({ state, args }) => [option(number(knownAsset(state, address(args, 0)).supply))],
  '0x1::fungible_asset::maximum': ({ state, args }) => {
    const { maximum } = knownAsset(state, address(args, 0));
    return [option(maximum === undefined ? undefined : number(maximum))];
  },
  '0x1::primary_fungible_store::balance': ({ state, args }) => [number(store(state, args)?.balance ?? 0n)],
  '0x1::primary_fungible_store::is_frozen': ({ state, args }) => [store(state, args)?.frozen ?? false],
  '0x1::primary_fungible_store::primary_store_exists': ({ state, args }) => [store(state, args) !== undefined],
  '0x1::account::exists_at': ({ state, args }) => [state.accounts.has(address(args, 0))],
  '0x1::account::get_sequence_number': ({ state, args }) => [
    number(state.accounts.get(address(args, 0))?.sequenceNumber ?? 0n),
  ],
  '0x1::aptos_account::can_receive_direct_coin_transfers': ({ state, args }) => [!state.refusing.has(address(args, 0))],
  '0x1::chain_id::get': ({ chainId }) => [chainId],
  '0x1::timestamp::now_seconds': ({ now }) => [number(now)],
};

/**
 * Answers a view.
 *
 * @throws NodeError 400 for an unknown function, arguments that do not fit, or an abort.
 */
export function runView(body: unknown, place: Pick<Request, 'state' | 'now' | 'chainId'>): unknown[] {
  const { function: name, type_arguments: types, arguments: args } = (body ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || !Array.isArray(types) || !Array.isArray(args)) {
    throw new NodeError(400, 'web_framework_error', 'parse request payload error: the input is not a view request');
  }
  const view = views[normalType(name)];
  if (view === undefined) {
    throw new NodeError(400, 'invalid_input', `Failed to execute function: could not find entry function by ${name}`);
  }
  try {
    return view({ ...place, types: types.map((type) => normalType(String(type))), args });
  } catch (cause) {
    if (!(cause instanceof MoveAbort)) throw cause;
    const text = `Failed to execute function: ${cause.status}`;
    throw new NodeError(400, 'invalid_input', text, { vmErrorCode: 4016 });
  }
}

function onPool(view: (pool: Pool, request: Request) => unknown[]): View {
  return (request) => view(requirePool(request.state, address(request.args, 0)), request);
}

function stakes({ stake }: Pool): unknown[] {
  return [stake.active, stake.inactive, stake.pendingActive, stake.pendingInactive].map(number);
}

function address(args: readonly unknown[], index: number): Address {
  const given = args[index];
  const text = typeof given === 'object' && given !== null && 'inner' in given ? given.inner : given;
  try {
    return toAddress(String(text));
  } catch {
    throw new NodeError(400, 'invalid_input', `parse arguments[${index}] failed, expect string<address>`);
  }
}

function u64(args: readonly unknown[], index: number): bigint {
  const text = args[index];
  if (typeof text === 'string' && /^\d+$/.test(text) && BigInt(text) < 2n ** 64n) return BigInt(text);
  throw new NodeError(400, 'invalid_input', `parse arguments[${index}] failed, expect string<u64>`);
}

function coin(state: State, types: readonly string[]): CoinInfo {
  const info = state.coins.get(types[0] ?? '');
  if (info !== undefined) return info;
  throw new NodeError(400, 'invalid_input', 'Failed to execute function: LINKER_ERROR', { vmErrorCode: 2028 });
}

/** The primary store that a view names by owner and metadata. */
function store(state: State, args: readonly unknown[]) {
  return primaryStore(state, address(args, 0), knownAsset(state, address(args, 1)).address);
}
