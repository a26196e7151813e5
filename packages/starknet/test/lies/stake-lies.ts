import { down, ignored, type Lie, refused, says, twice } from '@isochain/conformance';
import { now, strk, thief } from '../world/cast.ts';
import { askedWorld } from '../world/honest.ts';
import { about, feltAt, hex, shows, takes } from './expected.ts';

// What nodes can say of the staking contract, and of its pools. An Option is 0 and its value, or 1 for none.

const entering = ['stake', 'stake of a member'];
const member = ['stake of a member', 'move of a stake', 'unstake', 'claim'];
const all = ['stake', ...member, 'withdraw'];
const fails = refused('transaction.fails');
const unclear = refused('stake.parametersUnclear', 'validator.notFound', 'validator.inactive', 'position.notFound');

const pools = 'call staker_pool_info_v3';

const { engine } = await askedWorld();
const atPool = (address: string) => feltAt(3, BigInt(address));

const contract: readonly Lie[] = [
  ...about(
    `${pools}[]`,
    ['stake'],
    [
      'false',
      atPool(engine.fakePool),
      takes(
        'With one node alone, a contract that it names for the pool gets what is staked, and no more. The answer shows its address. A second node contradicts it.',
        { disputed: 'fee.contradicted' },
      ),
      'a pool that nobody lists',
    ],
    [
      'another account',
      atPool(engine.bitcoinPool),
      refused('fee.contradicted', 'transaction.fails'),
      'a pool of another token',
    ],
  ),
  ...about('call is_paused', all, ['missing', says([]), unclear], ['duplicated', twice, unclear]),
  ...about(
    'call is_paused[]',
    all,
    ['false', says('0x1'), refused('validator.inactive', 'position.locked')],
    ['impossible', says('0x2'), unclear],
    ['impossible', says('no'), down, 'no felt'],
  ),
  ...about('call contract_parameters_v1', all, ['missing', says([]), unclear], ['duplicated', twice, unclear]),
  ...about(
    'call contract_parameters_v1[]',
    all,
    ['another account', feltAt(1, BigInt(thief.address)), unclear],
    ['impossible', says('strk'), down],
  ),
  ...about(
    'call contract_parameters_v1[]',
    ['unstake'],
    ['too small', feltAt(5, 1n), shows('The shown date is false. The chain has its own.')],
  ),
  ...about(pools, all, ['missing', says([]), unclear], ['duplicated', twice, unclear]),
  ...about(
    `${pools}[]`,
    all,
    [
      'another account',
      atPool(thief.address),
      refused('fee.contradicted', 'transaction.fails', 'position.notFound', 'stake.parametersUnclear'),
      'an account for a pool',
    ],
    [
      'false',
      feltAt(4, BigInt(thief.address)),
      refused('validator.inactive', 'validator.notFound', 'position.notFound'),
      'another token',
    ],
    ['impossible', says('pool'), down],
    ['impossible', feltAt(2, 2n ** 64n), unclear, 'a length that is not there'],
  ),
  ...about('call get_staker_info_v1', all, ['missing', says([]), unclear], ['duplicated', twice, unclear]),
  ...about(
    'call get_staker_info_v1[]',
    all,
    ['impossible', feltAt(0, 2n), unclear],
    ['impossible', says('staker'), down, 'no felt'],
  ),
];

const info = 'call get_pool_member_info_v1';
const somebody = ['0x0', hex(BigInt(thief.address)), hex(strk), '0x0', '0x3e8', '0x0', '0x1'];
const none = says(['0x1']);

const members: readonly Lie[] = [
  ...about(info, all, ['missing', says([]), unclear], ['duplicated', twice, unclear]),
  ...about(info, ['stake'], ['false', says(somebody), fails, 'a member']),
  ...about(info, ['stake of a member'], ['false', none, fails, 'no member']),
  ...about(info, ['unstake', 'withdraw', 'claim'], ['false', none, refused('position.notFound'), 'no member']),
  ...about(`${info}[]`, all, ['impossible', says('member'), down]),
  ...about(
    `${info}[]`,
    ['unstake'],
    ['too small', feltAt(2, 1n), refused('position.insufficient')],
    ['too large', feltAt(2, 10n ** 24n), ignored],
    [
      'too large',
      feltAt(5, strk),
      takes('More is unstaked than was asked for. It stays the account’s own, and comes back after the wait.'),
      'a pending part',
    ],
    ['too large', feltAt(5, 10n ** 24n), fails, 'a pending part beyond the stake'],
  ),
  ...about(
    `${info}[]`,
    ['withdraw'],
    ['too large', feltAt(5, 10n ** 24n), shows('The shown amount is false. The chain pays what is due.')],
    ['too small', feltAt(5, 1n), shows('The shown amount is false. The chain pays what is due.')],
    ['too large', feltAt(7, BigInt(now / 1000 + 1000)), refused('position.locked'), 'a later time'],
    ['too small', feltAt(7, 1n), ignored, 'an earlier time'],
  ),
  ...about(
    `${info}[]`,
    ['claim'],
    ['too large', feltAt(3, 10n ** 24n), shows('The shown rewards are false. The chain pays what there is.')],
    ['too small', feltAt(3, 0n), refused('rewards.none')],
    [
      'another account',
      feltAt(1, BigInt(thief.address)),
      shows('A warning is false. The chain pays the address that it has.'),
    ],
  ),
];

const itself = 'call contract_parameters_v1 of the pool';

const poolsThemselves: readonly Lie[] = [
  ...about(`${itself}[]`, all, ['impossible', says('pool'), down]),
  ...about(itself, entering, ['missing', says([]), ignored], ['duplicated', twice, ignored]),
];

export const stakeLies: readonly Lie[] = [...contract, ...members, ...poolsThemselves];
