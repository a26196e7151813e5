import type { Lie } from '@isochain/conformance';
import { time } from '../scripted-explorer.ts';
import { hex } from '../scripted-node.ts';
import { bounded, everyEncoding, fails, ignored, lies, onlyOthers, refused, warned } from './expected.ts';
import { tip } from './upstream.ts';

// Lies about the time of the latest block. A node that stands still tells the truth there, and only this time shows it.

const field = 'eth_getBlockByNumber latest.timestamp';
/** What the clock of every scene says, in seconds. */
const now = time(tip + 1);
const day = 86_400;
/** Young enough on every chain. */
const minute = 60;

const reads = [
  ...['state', 'token', 'listed token', 'transaction', 'token transaction', 'optimism transaction', 'scan'],
  ...['blockscout tokens', 'etherscan tokens', 'alchemy tokens'],
];
const histories = ['blockscout', 'etherscan'];
const broadcasts = ['broadcast', 'nonce used, by index', 'nonce used, by search', 'known by look-up'];

/** Times that no latest block has: the endpoint has failed. */
const noTimes = [
  ['impossible', '0x0', 'the beginning of time'],
  ['impossible', hex(now + day), 'a day ahead'],
  ['impossible', hex(2n ** 60n), 'beyond all years'],
  ['impossible', '-0x1', 'negative'],
  ['missing', undefined, ''],
] as const;

const youngEnough: readonly Lie[] = lies(
  field,
  [...everyEncoding, ...reads, ...histories, ...broadcasts],
  ['stale', hex(now - minute), ignored, 'a minute'],
  // Clocks differ, and blocks of some chains may be ahead.
  ['too large', hex(now + 60 * minute), ignored, 'an hour ahead'],
);

const tooOld: readonly Lie[] = [
  ...lies(field, everyEncoding, ['stale', hex(now - day), refused('chain.standsStill')]),
  ...lies(
    field,
    [...reads, ...histories],
    ['stale', hex(now - day), warned('chain.standsStill', onlyOthers('status'))],
  ),
  // Before anything is sent.
  ...lies(field, broadcasts, ['stale', hex(now - day), refused('chain.standsStill')]),
];

const noTime: readonly Lie[] = noTimes.flatMap(([kind, told, says]) => [
  ...lies(field, [...everyEncoding, ...reads], [kind, told, fails, says]),
  ...lies(field, histories, [
    kind,
    told,
    bounded('Without a height there are no confirmations.', onlyOthers('confirmations')),
    says,
  ]),
  // A node that does not say so may still take a transaction.
  ...lies(field, ['broadcast'], [kind, told, ignored, says]),
]);

export const blockTimeLies: readonly Lie[] = [...youngEnough, ...tooOld, ...noTime];
