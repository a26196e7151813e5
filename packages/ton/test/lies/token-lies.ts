import { down, type Lie, refused, says, twice } from '@isochain/conformance';
import { rawOf, sender, stranger, thief } from '../world/cast.ts';
import { poolMinter, pools } from '../world/pools.ts';
import { token } from '../world/world.ts';
import { about, bounces, stakes, takes } from './expected.ts';
import { interfaces } from './interfaces.ts';

// What endpoints can say about jettons and pools.

const everywhere = Object.values(interfaces);
const tokens = ['tokens', 'all tokens'];
const rawThief = rawOf(thief);

/** What the master says decides where the coins and the jettons go. */
const masters: readonly Lie[] = everywhere.flatMap(({ kind, method, over }) => {
  const word = method('token', 'get_wallet_address');
  const mine = method('wallet', 'get_wallet_data');
  return [
    ...about(
      `${word}.stack.address0`,
      over(['tokens']),
      // v3 and tonapi list the wallet too, and v2 is asked what it says of itself. A liar who says both takes the attached coins, at most.
      [
        'another account',
        says(rawThief),
        kind === 'toncenter-v2'
          ? refused('token.walletUnconfirmed', 'token.insufficient')
          : refused('token.walletUnconfirmed'),
      ],
      ['another account', says(rawOf(token)), refused('token.walletUnconfirmed'), 'the master itself'],
      ['another account', says(rawOf(sender.address)), refused('token.walletUnconfirmed'), 'the sender'],
      ['impossible', says('nothing'), down, 'no address'],
      ['impossible', says(`-1:${'7'.repeat(64)}`), refused('token.untransferable'), 'in the masterchain'],
      ['missing', says(undefined), down],
    ),
    ...about(`${word}.stack`, over(['tokens']), ['missing', says({}), down]),
    ...(kind === 'toncenter-v2'
      ? [
          ...about(
            `${mine}.stack.number0`,
            over(tokens),
            ['too small', says(0n), refused('token.insufficient', 'token.nothingToSend')],
            ['impossible', says(-1n), down, 'negative'],
            ['impossible', says(2n ** 200n), down, 'beyond 120 bits'],
          ),
          ...about(`${mine}.stack.number0`, over(['all tokens']), [
            'too large',
            says(10n ** 12n),
            bounces('The jetton wallet refuses, and the coins come back.'),
          ]),
          ...about(
            `${mine}.stack.address1`,
            over(['tokens']),
            ['another account', says(rawOf(stranger.address)), refused('token.walletUnconfirmed')],
            ['missing', says('nothing'), refused('token.walletUnconfirmed')],
          ),
          ...about(`${mine}.stack.address2`, over(['tokens']), [
            'another account',
            says(rawOf(stranger.address)),
            refused('token.walletUnconfirmed'),
          ]),
        ]
      : []),
  ];
});

const rows = 'v3/jetton/wallets.jetton_wallets';
const row = 'tonapi/accounts/sender/jettons/token';

const listed: readonly Lie[] = [
  ...about(
    rows,
    tokens,
    ['missing', says([]), refused('token.insufficient', 'token.nothingToSend')],
    ['duplicated', twice, takes('The row is the same.')],
  ),
  ...about(
    `${rows}[].address`,
    tokens,
    ['another account', says(rawThief), refused('token.walletUnconfirmed')],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${rows}[].balance`,
    tokens,
    ['too small', says('0'), refused('token.insufficient', 'token.nothingToSend')],
    ['impossible', says('-1'), down, 'negative'],
    ['impossible', says(String(2n ** 130n)), down, 'beyond 120 bits'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${rows}[].balance`,
    ['all tokens'],
    ['too large', says('1000000000'), bounces('The jetton wallet refuses, and the coins come back.')],
  ),
  ...about(
    `${rows}[].owner`,
    tokens,
    ['another account', says(rawOf(stranger.address)), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${rows}[].jetton`,
    tokens,
    ['another account', says(rawOf(poolMinter)), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${row}.balance`,
    interfaces.tonapi.over(tokens),
    ['too small', says('0'), refused('token.insufficient', 'token.nothingToSend')],
    ['impossible', says('-1'), down, 'negative'],
    ['missing', says(undefined), down],
  ),
  ...about(`${row}.balance`, interfaces.tonapi.over(['all tokens']), [
    'too large',
    says('1000000000'),
    bounces('The jetton wallet refuses, and the coins come back.'),
  ]),
  ...about(
    `${row}.wallet_address.address`,
    interfaces.tonapi.over(tokens),
    ['another account', says(rawThief), refused('token.walletUnconfirmed')],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${row}.jetton.address`,
    interfaces.tonapi.over(tokens),
    ['another account', says(rawOf(poolMinter)), down],
    ['missing', says(undefined), down],
  ),
];

/** Pools of liquid staking answer with thirty values. */
const liquid: readonly Lie[] = [interfaces['toncenter-v3'], interfaces.tonapi].flatMap(({ method, over }) => {
  const pool = method('pool', 'get_pool_full_data');
  const both = over(['liquid stake', 'liquid unstake']);
  const unstake = over(['liquid unstake']);
  const stake = over(['liquid stake']);
  return [
    ...about(`${pool}.stack`, both, ['missing', says({}), down]),
    ...about(`${pool}.stack.number1`, both, [
      'false',
      says(1n),
      refused('validator.inactive', 'position.locked'),
      'halted',
    ]),
    ...about(`${pool}.stack.number5`, stake, ['false', says(0n), refused('validator.inactive'), 'takes no deposits']),
    ...about(
      `${pool}.stack.number2`,
      unstake,
      ['too large', (honest: bigint) => honest * 2n, stakes('It burns half of the pool tokens that it should.')],
      [
        'too small',
        (honest: bigint) => honest / 2n,
        stakes('It burns twice the pool tokens that it should, and the sender gets coins for all of them.'),
      ],
      ['impossible', says(-1n), down, 'negative'],
      ['impossible', says(2n ** 200n), down, 'beyond 120 bits'],
    ),
    ...about(
      `${pool}.stack.number13`,
      unstake,
      ['too small', (honest: bigint) => honest / 2n, stakes('It burns half of the pool tokens that it should.')],
      ['too large', (honest: bigint) => honest * 100n, refused('position.insufficient', 'position.locked')],
    ),
    ...about(`${pool}.stack.address12`, unstake, [
      'another account',
      says(rawOf(token)),
      refused('position.notFound', 'upstream.unavailable'),
    ]),
    ...about(
      `${method('token', 'get_wallet_address')}.stack.address0`,
      unstake,
      // What the wallet says of itself has to agree.
      ['another account', says(rawThief), refused('position.notFound', 'upstream.unavailable')],
    ),
    ...about(
      `${method('wallet', 'get_wallet_data')}.stack.number0`,
      unstake,
      ['too small', says(0n), refused('position.notFound')],
      ['impossible', says(-1n), down, 'negative'],
    ),
    ...about(`${method('wallet', 'get_wallet_data')}.stack.address1`, unstake, [
      'another account',
      says(rawOf(stranger.address)),
      refused('position.notFound', 'upstream.unavailable'),
    ]),
    ...about(`${method('wallet', 'get_wallet_data')}.stack.address2`, unstake, [
      'another account',
      says(rawOf(stranger.address)),
      refused('position.notFound', 'upstream.unavailable'),
    ]),
  ];
});

const nominators: readonly Lie[] = [
  ...about(
    'v3/accountStates.pool[].code_boc',
    ['stake', 'unstake'],
    ['false', says('te6cckEBAQEAAgAAAEysuc0='), refused('validator.inactive', 'position.notFound')],
    ['missing', says(undefined), refused('validator.inactive', 'position.notFound')],
  ),
  ...about(
    'v3/accountStates.pool[].data',
    ['stake', 'unstake'],
    ['false', says('te6cckEBAQEAAgAAAEysuc0='), refused('validator.inactive', 'position.notFound')],
    ['missing', says(undefined), refused('validator.inactive', 'position.notFound')],
  ),
  ...about(
    'v3/accountStates.pool[].status',
    ['stake', 'unstake'],
    ['false', says('uninit'), refused('validator.notFound', 'position.notFound')],
    ['missing', says(undefined), down],
  ),
  ...about(
    'v3/accountStates.pool[].balance',
    ['unstake'],
    ['too small', says('0'), refused('position.locked')],
    ['too large', says(String(10n ** 18n)), stakes('The pool pays what it owes.')],
  ),
  ...about(
    'v3/accountStates.pool[].address',
    ['stake', 'unstake'],
    ['another account', says(rawOf(pools.liquid)), down],
    ['missing', says(undefined), down],
  ),
];

export const tokenLies: readonly Lie[] = [...masters, ...listed, ...liquid, ...nominators];
