import { down, ignored, type Lie, refused, says } from '@isochain/conformance';
import { thief } from '../world/cast.ts';
import { about, shows, takes } from './expected.ts';
import { mostUint64 } from './network-lies.ts';

// What nodes can say of assets and of holdings.

const transfers = ['token', 'all of a token', 'leaving a token'];
const withAsset = [...transfers, 'opting in', 'opting out'];
const refusedByAll = (fails: RegExp) => takes('The node refuses the transaction, which costs nothing.', { fails });
const less = takes('Less is sent than could be, and the answer says how much.');
const missing = () => Response.json({ message: 'account asset info not found' }, { status: 404 });
const noAsset = () => Response.json({ message: 'asset does not exist' }, { status: 404 });

const assets: readonly Lie[] = [
  ...about(
    'asset',
    withAsset.filter((name) => name !== 'opting out'),
    ['missing', noAsset, refused('token.unknown')],
  ),
  ...about(
    'asset.index',
    ['token', 'opting in'],
    ['another account', says(31_566_704), down],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'asset.params.creator',
    ['token', 'opting in'],
    ['impossible', says('me'), down],
    ['missing', says(undefined), down],
    ['another account', says(thief.address), ignored],
  ),
  ...about(
    'asset.params.decimals',
    ['token', 'opting in'],
    ['impossible', says(20), down],
    ['missing', says(undefined), down],
    ['too large', says(19), ignored],
  ),
  ...about(
    'asset.params.total',
    ['token', 'opting in'],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
    ['too large', says(mostUint64), ignored],
  ),
  ...about(
    'asset.params.clawback',
    ['opting in'],
    ['missing', says(undefined), shows('A warning is missing.')],
    ['another account', says(thief.address), shows('A warning names somebody else.')],
    ['impossible', says('me'), down],
  ),
  ...about(
    'asset.params.default-frozen',
    ['opting in'],
    ['false', says(true), shows('A warning says that it begins frozen.')],
    ['impossible', says('no'), down],
  ),
];

const holdings: readonly Lie[] = [
  ...about('holding of sender', transfers, ['missing', missing, refused('token.nothingToSend', 'token.insufficient')]),
  ...about('holding of sender', ['opting out'], ['missing', missing, refused('token.unremovable')]),
  ...about('holding of recipient', transfers, ['missing', missing, refused('recipient.notEnabled')]),
  ...about(
    'holding of sender.asset-holding.amount',
    transfers,
    ['too small', says(0), refused('token.nothingToSend', 'token.insufficient')],
    ['impossible', says(-1), down],
    ['impossible', says(mostUint64 + 1n), down, 'beyond 64 bits'],
    ['missing', says(undefined), down],
  ),
  ...about('holding of sender.asset-holding.amount', ['token'], ['too large', says(mostUint64), ignored]),
  ...about(
    'holding of sender.asset-holding.amount',
    ['all of a token'],
    ['too small', (honest: number) => honest - 5, less, 'a little'],
    ['too large', (honest: number) => honest + 5, refusedByAll(/underflow/), 'a little'],
  ),
  ...about(
    'holding of sender.asset-holding.amount',
    ['leaving a token'],
    ['too large', (honest: number) => honest + 5, refusedByAll(/underflow/), 'a little'],
  ),
  ...about(
    'holding of sender.asset-holding.amount',
    ['opting out'],
    ['too large', says(5), refused('token.unremovable')],
    ['impossible', says(-1), down],
  ),
  ...['sender', 'recipient'].flatMap((who) => [
    ...about(
      `holding of ${who}.asset-holding.asset-id`,
      ['token'],
      ['another account', says(31_566_704), down],
      ['missing', says(undefined), down],
    ),
    ...about(
      `holding of ${who}.asset-holding.is-frozen`,
      ['token'],
      ['impossible', says('no'), down],
      ['missing', says(undefined), down],
      ['false', says(true), refused(`${who}.frozen`)],
    ),
  ]),
  ...about(
    'holding of recipient.asset-holding.amount',
    ['token'],
    ['too large', says(mostUint64), refused('recipient.tokenFull')],
    ['too small', says(0), ignored],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
];

export const assetLies: readonly Lie[] = [...assets, ...holdings];
