import { down, ignored, type Lie, refused, says } from '@isochain/conformance';
import { about, takes } from './expected.ts';

// What servers can say of the network: its name, its time, its reserve and its fees. Every mode reads them.

const transfers = ['transfer', 'maximum', 'creation', 'transfer of two keys'];
export const every: readonly string[] = [
  ...transfers,
  ...['closing', 'token', 'all of a token', 'claimable', 'enabling', 'limiting', 'removing'],
];
export const beyond63Bits = '9223372036854775808';
const testnet = 'Test SDF Network ; September 2015';
const yesterday = '2026-11-22T00:00:00Z';

const still = refused('chain.standsStill', 'upstream.unavailable');

const root: readonly Lie[] = [
  ...about(
    'root.network_passphrase',
    every,
    ['another chain', says(testnet), down],
    ['impossible', says(7), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'root.history_latest_ledger_closed_at',
    every,
    ['stale', says(yesterday), still],
    ['impossible', says('soon'), down],
    ['missing', says(undefined), down],
  ),
  ...['history_latest_ledger', 'history_elder_ledger', 'core_latest_ledger'].flatMap((field) =>
    about(`root.${field}`, ['transfer'], ['impossible', says(-1), down], ['missing', says(undefined), down]),
  ),
];

const ledger: readonly Lie[] = [
  ...about(
    'ledger._embedded.records[].closed_at',
    every,
    ['stale', says(yesterday), still],
    ['impossible', says('soon'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'ledger._embedded.records[].sequence',
    every,
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'ledger._embedded.records[].sequence',
    ['closing'],
    ['too small', says(3), refused('account.unclosable')],
    ['too large', says(4_000_000_000), ignored],
  ),
  ...about(
    'ledger._embedded.records',
    ['transfer', 'enabling'],
    ['missing', says([]), down],
    ['duplicated', (items: readonly unknown[]) => [...items, ...items], down],
  ),
  ...about(
    'ledger._embedded.records[].base_reserve_in_stroops',
    every,
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
    ['impossible', says('half'), down, 'a text'],
  ),
  ...about('ledger._embedded.records[].base_reserve_in_stroops', every, [
    'too large',
    says(1_000_000_000_000),
    down,
    'absurd',
  ]),
  ...about(
    'ledger._embedded.records[].base_reserve_in_stroops',
    ['maximum'],
    [
      'too large',
      says(10_000_000),
      takes('Less is sent than could be, and the answer says how much.'),
      'twice the true one',
    ],
    [
      'too small',
      says(1),
      takes('More is asked for than the account can send. The chain refuses that, and takes the fee alone.', {
        fails: /^tx_failed op_underfunded$/,
      }),
    ],
  ),
  ...about(
    'ledger._embedded.records[].base_reserve_in_stroops',
    ['transfer', 'creation', 'token', 'enabling'],
    ['too small', says(1), ignored],
  ),
  ...about(
    'ledger._embedded.records[].base_fee_in_stroops',
    every,
    ['too large', says(1_000_001), refused('fee.aboveCeiling'), 'absurd'],
    ['too small', says(0), down],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'ledger._embedded.records[].base_fee_in_stroops',
    ['transfer', 'maximum', 'token', 'enabling'],
    [
      'too large',
      says(9_999),
      takes('The bid is higher than it need be. The network takes the market price, and no more than 0.001 XLM.', {
        most: 10_000n,
      }),
      'below the ceiling',
    ],
  ),
];

const assumed = takes('The highest usual bid is offered, and a warning says so.', { most: 10_000n });

const fees: readonly Lie[] = [
  ...(['p90', 'p99'] as const).flatMap((field) =>
    about(`fees.fee_charged.${field}`, ['transfer', 'maximum'], ['missing', says(undefined), assumed]),
  ),
  ...about(
    'fees.fee_charged.p90',
    every,
    [
      'too large',
      says('5000000000'),
      takes('The bid is the highest usual one: 0.001 XLM.', { most: 10_000n }),
      'absurd',
    ],
    ['too small', says('0'), ignored],
  ),
  ...about(
    'fees.fee_charged.p90',
    ['transfer', 'maximum'],
    ['impossible', says('-1'), assumed],
    ['impossible', says(beyond63Bits), assumed, 'beyond 63 bits'],
  ),
  ...about('fees.fee_charged.p99', ['transfer'], ['too large', says('5000000000'), ignored]),
  ...about(
    'fees.ledger_capacity_usage',
    ['transfer', 'maximum'],
    ['too large', says('1'), ignored],
    ['too small', says('0'), ignored],
    ['impossible', says('full'), assumed],
    ['missing', says(undefined), assumed],
  ),
];

export const networkLies: readonly Lie[] = [...root, ...ledger, ...fees];
