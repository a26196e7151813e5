import { down, ignored, type Lie, refused, says } from '@isochain/conformance';
import { zeroAddress } from '../../src/address/address.ts';
import { thief } from '../world/cast.ts';
import { about, takes } from './expected.ts';
import { every, mostUint64 } from './network-lies.ts';

// What nodes can say of accounts: what they hold, what must stay, whose key signs, and what they have.

const less = takes('Less is sent than could be, and the answer says how much.');
const refusedByAll = (fails: RegExp) => takes('The node refuses the transaction, which costs nothing.', { fails });
const short = [
  'balance.unspendable',
  'balance.insufficientBesideReserve',
  'balance.insufficientForDeposit',
  'balance.nothingToSend',
];
const named = ['transfer', 'opening', 'token', 'all of a token', 'opting in', 'opting out', 'stake', 'unstake'];

const balances: readonly Lie[] = [
  ...about(
    'account sender.amount',
    every,
    ['too small', says(0), refused(...short)],
    ['impossible', says(-1), down],
    ['impossible', says(mostUint64), down, 'more than there is in the world'],
    ['impossible', says('5'), down, 'a text'],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account sender.amount',
    named.filter((name) => name !== 'stake'),
    ['too large', (honest: number) => honest + 5_000_000, ignored],
  ),
  ...about(
    'account sender.amount',
    ['maximum'],
    ['too small', (honest: number) => honest - 5, less, 'a little'],
    ['too large', (honest: number) => honest + 5, refusedByAll(/below min/), 'a little'],
  ),
  ...about(
    'account sender.amount',
    ['closing'],
    ['too large', (honest: number) => honest + 5, refusedByAll(/overspend/), 'a little'],
  ),
  ...about(
    'account sender.min-balance',
    every.filter((name) => name !== 'closing'),
    ['too large', says(9_000_000_000_000_000), refused(...short)],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about('account sender.min-balance', named, ['too small', says(0), ignored]),
  ...about(
    'account sender.min-balance',
    ['maximum'],
    ['too small', says(0), refusedByAll(/below min/)],
    ['too large', (honest: number) => honest + 7, less, 'a little'],
  ),
  ...about('account recipient.amount', ['transfer', 'maximum', 'closing'], ['too small', says(0), ignored]),
  ...about(
    'account recipient.amount',
    ['transfer', 'opening'],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account recipient.min-balance',
    ['transfer', 'opening'],
    ['too large', says(9_000_000_000_000_000), refused('recipient.belowMinimum')],
    ['too small', says(0), ignored],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account recipient.round',
    ['transfer', 'opening'],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account recipient.status',
    ['transfer'],
    ['impossible', says('Alive'), down],
    ['missing', says(undefined), down],
  ),
];

const identities: readonly Lie[] = [
  ...about(
    'account sender.address',
    every,
    ['another account', says(thief.address), down],
    ['impossible', says('me'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account recipient.address',
    ['transfer', 'opening', 'closing'],
    ['another account', says(thief.address), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account sender.auth-addr',
    ['rekeyed'],
    ['another account', says(thief.address), refused('sender.otherSigner')],
    ['missing', says(undefined), refused('publicKey.mismatch')],
    ['false', says(zeroAddress), refused('publicKey.mismatch')],
    ['impossible', says('me'), down],
  ),
];

/** Numbers of things. They matter to an account that is closed. */
const counts: readonly Lie[] = [
  'total-assets-opted-in',
  'total-created-assets',
  'total-apps-opted-in',
  'total-created-apps',
].flatMap((count) => [
  ...about(
    `account sender.${count}`,
    every,
    ['impossible', says(-1), down],
    ['impossible', says('5'), down, 'a text'],
    ['missing', says(undefined), down],
  ),
  ...about(`account sender.${count}`, ['closing'], ['too large', says(5), refused('account.unclosable')]),
  ...about(`account sender.${count}`, ['transfer', 'maximum', 'opting out', 'stake'], ['too large', says(5), ignored]),
  ...about(
    `account recipient.${count}`,
    ['transfer', 'opening'],
    ['impossible', says(-1), down],
    ['too large', says(5), ignored],
  ),
]);

const consensus: readonly Lie[] = [
  ...about('account sender.status', every, ['impossible', says('Alive'), down], ['missing', says(undefined), down]),
  ...about('account sender.status', ['unstake'], ['false', says('Not Participating'), refused('position.notFound')]),
  ...about(
    'account sender.status',
    ['stake'],
    [
      'false',
      says('Not Participating'),
      refused(
        'sender.notWallet',
        'stake.unregistrable',
        'validator.inactive',
        'account.unclosable',
        'position.notFound',
      ),
    ],
  ),
  ...['vote-first-valid', 'vote-last-valid', 'vote-participation-key'].flatMap((field) =>
    about(
      `account sender.participation.${field}`,
      ['unstake'],
      ['impossible', says(-1), down],
      ['missing', says(undefined), down],
    ),
  ),
];

export const accountLies: readonly Lie[] = [...balances, ...identities, ...counts, ...consensus];
