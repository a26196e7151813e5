import { down, ignored, type Lie, refused, says, twice } from '@isochain/conformance';
import { thief } from '../world/cast.ts';
import { about, shows, takes } from './expected.ts';

// What nodes can say of tokens, and of the stores that hold them.

const assets = ['dollars', 'all dollars', 'asset', 'migrated asset'];
const beyond64Bits = '18446744073709551616';
const fails = refused('token.transferFails');

const held = 'balance sender of the token';
const heldAsCoin = 'balance sender of the coin';
const impossible = [
  ['impossible', says('-1'), down],
  ['impossible', says(beyond64Bits), down, 'beyond 64 bits'],
  ['missing', says(undefined), down],
] as const;
const none = refused('token.insufficient', 'token.nothingToSend');

const balances: readonly Lie[] = [
  ...about(held, assets, ...impossible),
  ...about(heldAsCoin, ['coin', 'migrated asset'], ...impossible),
  ...about(held, ['dollars', 'all dollars', 'asset'], ['too small', says('0'), none, 'nothing']),
  ...about(held, ['dollars', 'asset'], ['too large', says('99000000000000'), ignored]),
  ...about(
    held,
    ['all dollars'],
    ['too large', says('99000000000000'), fails],
    ['too small', says('5'), takes('Less is sent, and the answer says so.')],
  ),
  // What is missing as asset is looked for as coin.
  ...about(
    held,
    ['migrated asset'],
    ['too large', says('99000000000000'), fails],
    ['too small', says('0'), ignored, 'nothing'],
  ),
  ...about(
    heldAsCoin,
    ['coin', 'migrated asset'],
    ['too large', says('99000000000000'), ignored],
    ['too small', says('0'), none, 'nothing'],
  ),
];

const paired = 'view coin::paired_coin';
const coin = `${paired}[].vec[]`;

const migration: readonly Lie[] = [
  ...about(paired, assets, ['missing', says([]), down], ['duplicated', twice, down]),
  ...about(`${paired}[].vec`, ['migrated asset'], ['missing', says([]), none], ['duplicated', twice, down]),
  ...about(
    `${coin}.account_address`,
    ['migrated asset'],
    ['another account', says(thief.address), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${coin}.module_name`,
    ['migrated asset'],
    ['false', says('0x706c61696e'), down, 'another module'],
    ['missing', says(undefined), down],
    ['impossible', says('0x3c'), down],
  ),
  ...about(
    `${coin}.struct_name`,
    ['migrated asset'],
    ['false', says('0x436f696e73'), down, 'another name'],
    ['missing', says(undefined), down],
    ['impossible', says('0x'), down],
  ),
];

const stores: readonly Lie[] = [
  ...about(
    'resource fungible_asset::FungibleStore sender.data.frozen',
    assets,
    ['false', says(true), refused('sender.frozen')],
    ['impossible', says('no'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'resource fungible_asset::FungibleStore recipient.data.frozen',
    assets,
    ['false', says(true), refused('recipient.frozen')],
    ['impossible', says('no'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'resource coin::CoinStore sender.data.frozen',
    ['coin'],
    ['false', says(true), refused('sender.frozen')],
    ['impossible', says('no'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'resource coin::CoinStore recipient.data.frozen',
    ['coin'],
    ['false', says(true), refused('recipient.frozen')],
    ['impossible', says('no'), down],
    ['missing', says(undefined), down],
  ),
];

const shown = shows('A token that is on no list goes under a false name. Amounts are in its smallest unit.');

const facts: readonly Lie[] = [
  ['resource fungible_asset::Metadata token', ['asset', 'migrated asset']] as const,
  ['resource coin::CoinInfo token', ['coin', 'registration']] as const,
].flatMap(([name, scenes]) => [
  ...about(
    `${name}.data.decimals`,
    scenes,
    ['too large', says(77), shown],
    ['too small', says(0), shown],
    ['impossible', says(-1), down],
    ['impossible', says(1.5), down, 'a fraction'],
    ['missing', says(undefined), down],
  ),
  ...['name', 'symbol'].flatMap((part) =>
    about(
      `${name}.data.${part}`,
      scenes,
      ['false', says('USDC'), shown],
      ['too large', says('x'.repeat(20_000)), down],
      ['impossible', says(7), down],
      ['missing', says(undefined), down],
    ),
  ),
]);

const supply = 'view fungible_asset::supply';

const supplies: readonly Lie[] = [
  ...about(supply, ['asset', 'migrated asset'], ['missing', says([]), down], ['duplicated', twice, down]),
  ...about(`${supply}[].vec`, ['asset', 'migrated asset'], ['missing', says([]), shown], ['duplicated', twice, down]),
  ...about(
    `${supply}[].vec[]`,
    ['asset', 'migrated asset'],
    ['too small', says('1'), shown],
    ['impossible', says('-1'), down],
  ),
];

const events = 'simulation[].events';
/** Fungible assets may keep a part of what is sent, so what arrives is read from the simulation. */
const moved = ['dollars', 'all dollars', 'asset'];
const notWhole = refused('token.notWhole');

const credits: readonly Lie[] = [
  ...about(events, moved, ['missing', says([]), notWhole], ['duplicated', twice, notWhole]),
  ...about(
    `${events}[].data.amount`,
    moved,
    ['too large', says('9000000000'), notWhole],
    ['too small', says('1'), notWhole],
    ['impossible', says('-1'), notWhole],
    ['missing', says(undefined), notWhole],
  ),
  ...about(
    `${events}[].data.store`,
    moved,
    ['another account', says(thief.address), notWhole],
    ['impossible', says(7), notWhole],
    ['missing', says(undefined), notWhole],
  ),
];

const registered = 'view coin::is_account_registered';

const registrations: readonly Lie[] = [
  ...about(registered, ['registration'], ['missing', says([]), down], ['duplicated', twice, down]),
  ...about(
    `${registered}[]`,
    ['registration'],
    ['false', says(true), shows('A warning, or a refusal, is false.')],
    ['impossible', says('no'), down],
  ),
];

export const tokenLies: readonly Lie[] = [
  ...balances,
  ...migration,
  ...stores,
  ...facts,
  ...supplies,
  ...credits,
  ...registrations,
];
