import { down, ignored, type Lie, refused, says } from '@isochain/conformance';
import { about, takes } from './expected.ts';

// What nodes can say of the network: its name, its rounds and its fees. Every mode reads them.

const payments = ['transfer', 'maximum', 'opening', 'rekeyed', 'closing'];
export const every: readonly string[] = [
  ...payments,
  ...['token', 'all of a token', 'leaving a token', 'opting in', 'opting out', 'stake', 'unstake'],
];
export const mostUint64 = 18_446_744_073_709_551_615n;

const plus = (rounds: number) => (honest: number) => honest + rounds;
const early = takes('The window began earlier: it ends earlier, too.');

const rounds: readonly Lie[] = ['params.last-round', 'status.last-round', 'account sender.round'].flatMap((field) =>
  about(
    field,
    every,
    ['too large', plus(21), down, '21 rounds'],
    ['too large', plus(2_500_000_000), down, 'centuries'],
    ['too large', says(mostUint64), down, '64 bits'],
    ['too small', plus(-21), down, '21 rounds'],
    ['impossible', says(0), down],
    ['impossible', says(-1), down, 'negative'],
    ['impossible', says('5'), down, 'a text'],
    ['missing', says(undefined), down],
  ),
);

const nearRounds: readonly Lie[] = ['params.last-round', 'status.last-round', 'account sender.round'].flatMap((field) =>
  about(
    field,
    ['transfer', 'maximum', 'token', 'opting in'],
    ['too large', plus(20), ignored, '20 rounds'],
    ['too small', plus(-20), early, '20 rounds'],
  ),
);

const network: readonly Lie[] = [
  ...['params.genesis-hash', 'params.genesis-id'].flatMap((field) =>
    about(
      field,
      every,
      [
        'another chain',
        says(field.endsWith('id') ? 'testnet-v1.0' : 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI='),
        down,
      ],
      ['impossible', says(7), down],
      ['missing', says(undefined), down],
    ),
  ),
  ...about(
    'status.time-since-last-round',
    every,
    ['stale', says(86_400_000_000_000), refused('chain.standsStill', 'upstream.unavailable')],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'status.catchup-time',
    every,
    ['too large', says(5_000_000_000), down],
    ['impossible', says('soon'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'status.stopped-at-unsupported-round',
    every,
    ['false', says(true), down],
    ['impossible', says('no'), down],
    ['missing', says(undefined), down],
  ),
];

const higher = takes('The fee is higher than it need be, and stands in the answer: 0.1 ALGO at most.');
const tooLow = takes('The node refuses the transaction, which costs nothing.', {
  fails: /fees is less than|below threshold/,
});

const fees: readonly Lie[] = [
  ...about(
    'params.min-fee',
    every,
    ['too large', says(100_001), refused('fee.aboveCeiling'), 'above the ceiling'],
    ['too large', says(mostUint64), down, 'absurd'],
    ['too small', says(0), down],
    ['impossible', says(-1), down],
    ['impossible', says('1000'), down, 'a text'],
    ['missing', says(undefined), down],
  ),
  ...about(
    'params.min-fee',
    payments,
    ['too large', says(100_000), higher, 'the ceiling'],
    ['too small', says(999), tooLow, 'one microAlgo less'],
    ['too small', says(1), tooLow, 'almost nothing'],
  ),
  ...about(
    'params.fee',
    every,
    ['too large', says(1_000), refused('fee.aboveCeiling'), 'above the ceiling'],
    ['too large', says(mostUint64), down, 'absurd'],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about('params.fee', payments, ['too large', says(100), higher, 'below the ceiling']),
];

export const networkLies: readonly Lie[] = [...rounds, ...nearRounds, ...network, ...fees];
