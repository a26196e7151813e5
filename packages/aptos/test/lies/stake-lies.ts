import { down, ignored, type Lie, refused, says, twice } from '@isochain/conformance';
import { apt, now, thief } from '../world/cast.ts';
import { about, at, shows, takes } from './expected.ts';

// What nodes can say of delegation pools, and of what the sender has there. A simulation that does not agree with the rules is refused.

const entering = ['stake', 'stake of all', 'addition'];
const leaving = ['unstake', 'adjusted unstake'];
const all = [...entering, 'reactivation', ...leaving, 'withdrawal'];
const unclear = refused('stake.parametersUnclear');
const none = refused('position.notFound');
const fails = refused('transaction.fails', 'stake.parametersUnclear');

const view = (name: string) => `view ${name}`;
const stake = view('delegation_pool::get_stake');
const state = view('stake::get_validator_state');
const lockup = view('stake::get_lockup_secs');
const exists = view('delegation_pool::delegation_pool_exists');
const pays = view('delegation_pool::can_withdraw_pending_inactive');
const commission = view('delegation_pool::operator_commission_percentage');
const allowed = view('delegation_pool::delegator_allowlisted');
const held = view('delegation_pool::get_add_stake_fee');
const staked = view('delegation_pool::get_delegation_pool_stake');

const shapes: readonly Lie[] = [
  ...[stake, state, lockup, exists, pays].flatMap((name) =>
    about(name, all, ['missing', says([]), down], ['duplicated', twice, down]),
  ),
  ...[commission, allowed, held].flatMap((name) =>
    about(name, [...entering, 'reactivation'], ['missing', says([]), down], ['duplicated', twice, down]),
  ),
  ...about(staked, [...entering, 'reactivation', ...leaving], ['missing', says([]), down], ['duplicated', twice, down]),
  ...[stake, state, lockup].flatMap((name) =>
    about(
      `${name}[]`,
      all,
      ['impossible', says('-1'), down],
      ['impossible', says('18446744073709551616'), down, 'beyond 64 bits'],
    ),
  ),
  ...[exists, pays].flatMap((name) => about(`${name}[]`, all, ['impossible', says('yes'), down])),
];

const pools: readonly Lie[] = [
  ...about(`${exists}[]`, all, ['false', says(false), refused('validator.notFound')]),
  ...about(
    `${state}[]`,
    entering,
    ['false', says('4'), shows('A warning is false.'), 'inactive'],
    ['false', says('3'), shows('A warning is false.'), 'leaving'],
    ['false', says('1'), shows('A warning is false.'), 'joining'],
  ),
  ...about(`${state}[]`, all, ['impossible', says('9'), unclear, 'a state that there is not']),
  ...about(
    `${commission}[]`,
    entering,
    ['too large', says('10000'), shows('A warning is false.')],
    ['too small', says('0'), shows('Nothing is shown of it.')],
    ['impossible', says('10001'), down],
  ),
  ...about(
    `${allowed}[]`,
    entering,
    ['false', says(false), refused('validator.inactive')],
    ['impossible', says('yes'), down],
  ),
  // They are named only where the pool is not in the validator set.
  ...about(`${staked}[]`, [...entering, 'reactivation'], ['too small', at(0, '0'), ignored]),
  ...about(
    'resource staking_config::StakingConfig other.data.minimum_stake',
    [...entering, 'reactivation'],
    ['too small', says('0'), ignored],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${held}[]`,
    ['stake', 'addition'],
    ['too large', says(String(10n ** 17n)), unclear, 'a tenth'],
    ['too large', says(String(10n ** 16n)), unclear, 'a hundredth'],
    ['too small', says('0'), unclear],
    ['impossible', says('-1'), down],
  ),
];

const positions: readonly Lie[] = [
  ...about(`${stake}[]`, ['stake', 'stake of all'], ['too large', at(0, String(50n * apt)), ignored, 'active stake']),
  ...about(
    `${stake}[]`,
    ['addition'],
    ['too small', at(0, '0'), refused('stake.belowMinimum'), 'no active stake'],
    ['too large', at(0, String(900n * apt)), ignored, 'active stake'],
  ),
  ...about(
    `${stake}[]`,
    ['reactivation'],
    ['too small', at(2, '0'), none, 'nothing unlocks'],
    ['too large', at(2, String(900n * apt)), ignored, 'what unlocks'],
    ['too small', at(2, String(12n * apt)), unclear, 'what unlocks'],
    ['too small', at(0, '0'), unclear, 'no active stake'],
  ),
  ...about(
    `${stake}[]`,
    ['unstake'],
    ['too small', at(0, '0'), refused('position.unlocking', 'position.notFound'), 'no active stake'],
    ['too small', at(0, String(20n * apt)), refused('position.insufficient'), 'less active stake'],
    ['too small', at(0, String(35n * apt)), unclear, 'a little more than asked for'],
    ['too large', at(0, String(900n * apt)), ignored, 'active stake'],
    ['too large', at(1, String(5n * apt)), unclear, 'something to withdraw'],
    [
      'too large',
      at(2, String(90n * apt)),
      shows('The shown amount that comes back is false. The chain pays what there is.'),
      'what unlocks',
    ],
  ),
  ...about(
    `${stake}[]`,
    ['adjusted unstake'],
    ['too large', at(0, String(90n * apt)), unclear, 'active stake'],
    ['too small', at(1, '0'), unclear, 'nothing to withdraw'],
  ),
  ...about(
    `${stake}[]`,
    ['withdrawal'],
    ['too small', at(1, '0'), refused('position.locked', 'position.notFound'), 'nothing to withdraw'],
    ['too small', at(1, String(apt)), takes('Less is withdrawn, and the answer says so.'), 'less to withdraw'],
    ['too large', at(1, String(90n * apt)), unclear, 'more to withdraw'],
  ),
  ...about(
    `${staked}[]`,
    leaving,
    ['too small', at(0, '0'), refused('position.locked'), 'the pool has no active stake'],
    ['too large', at(0, '18446744073709551615'), ignored, 'active stake of the pool'],
    ['impossible', at(0, '-1'), down],
  ),
  ...about(
    `${lockup}[]`,
    leaving,
    ['too small', says('1'), shows('The shown date is false. The chain has its own.')],
    ['too large', says(String(now)), shows('The shown date is false. The chain has its own.')],
  ),
  ...about(`${lockup}[]`, ['withdrawal'], ['too large', says(String(now)), ignored]),
  ...about(`${pays}[]`, ['withdrawal', 'unstake', 'stake'], ['false', says(true), ignored]),
];

const events = 'simulation[].events';
const movers = [
  ['AddStake', 'amount_added', ['stake', 'addition']],
  ['UnlockStake', 'amount_unlocked', leaving],
  ['ReactivateStake', 'amount_reactivated', ['reactivation']],
  ['WithdrawStake', 'amount_withdrawn', ['withdrawal', 'adjusted unstake']],
] as const;

const simulations: readonly Lie[] = [
  ...about(events, all, ['missing', says([]), fails]),
  ...['pool_address', 'delegator_address'].flatMap((part) =>
    about(
      `${events}[].data.${part}`,
      all,
      ['another account', says(thief.address), fails],
      ['impossible', says(7), fails],
      ['missing', says(undefined), fails],
    ),
  ),
  ...movers.flatMap(([, part, names]) =>
    about(
      `${events}[].data.${part}`,
      names,
      ['too large', says('99000000000'), unclear],
      ['too small', says('7'), unclear],
      ['impossible', says('-1'), fails],
      ['missing', says(undefined), fails],
    ),
  ),
  ...about(
    `${events}[].data.add_stake_fee`,
    ['stake', 'addition'],
    ['too large', says(String(apt)), unclear],
    ['too small', says('0'), unclear],
    ['impossible', says('-1'), fails],
    ['missing', says(undefined), fails],
  ),
];

export const stakeLies: readonly Lie[] = [...shapes, ...pools, ...positions, ...simulations];
