import type { Lie } from '@isochain/conformance';
import { bounded, eachOnce, fails, ignored, leftOut, lies, noneAdded, onlyOthers, twofold } from './expected.ts';
import { both, cleanTickers, hides, stranger, word } from './explorers.ts';
import { hashOf } from './read-scenes.ts';

// Lies of a Blockscout in histories.

const at = (list: string) => `GET /api/v2/addresses/:id/${list}`;
const [transactions, transfers, internals] = ['transactions', 'token-transfers', 'internal-transactions'].map(at) as [
  string,
  string,
  string,
];
const timeless = bounded('No time is told.', onlyOthers('timestamp'));
const hashesOf: readonly (readonly [string, string])[] = [
  [transactions, 'hash'],
  [transfers, 'transaction_hash'],
  [internals, 'transaction_hash'],
];

const ofAllLists: readonly Lie[] = hashesOf.flatMap(([list, hash]) => [
  ...lies(
    `${list}.items`,
    both,
    ['missing', undefined, fails],
    ['stale', [], bounded(hides, eachOnce, noneAdded), 'empty'],
    ['duplicated', twofold, ignored],
  ),
  ...lies(`${list}.items[].${hash}`, both, ['missing', undefined, fails], ['impossible', '0x12', fails]),
  ...lies(`${list}.items[].block_number`, ['blockscout'], ['impossible', -1, fails], ['missing', undefined, fails]),
  ...lies(`${list}.items[].timestamp`, both, ['impossible', 'yesterday', timeless], ['missing', undefined, timeless]),
  ...lies(
    `${list}.items[].from.hash`,
    both,
    ['another account', stranger, list === internals ? bounded(word, onlyOthers('senders')) : fails],
    ['impossible', '0x', leftOut],
  ),
]);

const amounts: readonly Lie[] = [transactions, internals].flatMap((list) =>
  lies(`${list}.items[].value`, both, ['impossible', '-1', leftOut], ['missing', undefined, leftOut]),
);

const blockscout: readonly Lie[] = [
  ...lies(
    `${transactions}.items[].block_number`,
    ['blockscout'],
    ['too small', 5, bounded(`${word} But for the order.`, eachOnce, noneAdded)],
    ['too large', 20_000_000, bounded(word, onlyOthers('blockHeight', 'confirmations'))],
  ),
  // The time of the newest row is compared with a node.
  ...lies(`${transactions}.items[].timestamp`, ['blockscout'], ['another chain', '2020-01-01T00:00:00.000000Z', fails]),
  ...lies(
    `${transactions}.items[].nonce`,
    both,
    ['too large', 99, bounded(word, onlyOthers('nonce'))],
    ['impossible', -1, bounded('No nonce is told.', onlyOthers('nonce'))],
  ),
  ...lies(
    `${transactions}.items[].gas_used`,
    both,
    ['too large', '30000000', bounded(word, onlyOthers('gas'))],
    ['impossible', '-1', bounded('No gas is told.', onlyOthers('gas'))],
  ),
  ...lies(
    `${transactions}.items[].fee.value`,
    both,
    ['too large', String(10n ** 18n), bounded(word, onlyOthers('fees'))],
    ['impossible', 'much', bounded('No fees are told.', onlyOthers('fees', 'warnings'))],
  ),
  ...lies(`${transactions}.items[].fee.type`, both, [
    'false',
    'maximum',
    bounded('What is not said to be paid is not told.', onlyOthers('fees', 'warnings')),
    'not what was paid',
  ]),
  ...lies(
    `${transactions}.items[].value`,
    ['blockscout'],
    ['too large', String(10n ** 30n), bounded(word, onlyOthers('amount', 'senders', 'recipients', 'mode', 'tokenId'))],
  ),
  ...lies(
    `${transactions}.items[].status`,
    both,
    ['false', 'error', bounded(word, onlyOthers('state', 'mode', 'tokenId', 'senders', 'recipients')), 'failed'],
    ['impossible', 'splendid', bounded('The state is unknown.', onlyOthers('state'))],
    ['missing', undefined, bounded('The state is unknown.', onlyOthers('state'))],
  ),
  ...lies(
    `${transactions}.items[].to.hash`,
    both,
    ['another account', stranger, bounded(word, onlyOthers('recipients', 'address'))],
    ['impossible', '0x', leftOut],
  ),
  ...lies(
    `${transactions}.items[].created_contract.hash`,
    both,
    ['another account', stranger, ignored],
    ['impossible', '0x', ignored],
  ),
  ...lies(
    `${transfers}.items[].log_index`,
    both,
    ['impossible', 1.5, ignored],
    ['missing', undefined, ignored],
    ['too large', 7_777, ignored],
  ),
  ...lies(
    `${transfers}.items[].to.hash`,
    both,
    ['another account', stranger, bounded(word, onlyOthers('recipients'))],
    ['impossible', '0x', leftOut],
  ),
  ...lies(
    `${transfers}.items[].token.address_hash`,
    both,
    ['another account', stranger, bounded(word, onlyOthers('tokenId', 'ticker')), 'another token'],
    [
      'missing',
      undefined,
      bounded('The transfer is left out.', onlyOthers('mode', 'tokenId', 'senders', 'recipients', 'warnings')),
    ],
    ['impossible', '0x', leftOut],
  ),
  ...lies(
    `${transfers}.items[].token.symbol`,
    both,
    [
      'false',
      '\u202eCDSU\u0000',
      bounded('A text, without letters that mislead the eye.', onlyOthers('ticker'), cleanTickers),
    ],
    ['too large', 'U'.repeat(5_000), bounded('At most 32 letters.', onlyOthers('ticker'), cleanTickers)],
  ),
  ...lies(`${transfers}.items[].token.reputation`, both, ['false', 'scam', bounded(hides, eachOnce, noneAdded)]),
  ...lies(
    `${transfers}.items[].total.value`,
    both,
    ['too large', String(10n ** 30n), bounded(word, onlyOthers('amount'))],
    [
      'impossible',
      '-1',
      bounded('The transfer is left out.', onlyOthers('mode', 'tokenId', 'senders', 'recipients', 'warnings')),
    ],
  ),
  ...lies(`${internals}.items[].to.hash`, both, ['another account', stranger, fails, 'rows of a stranger']),
  ...lies(
    `${internals}.items[].success`,
    both,
    ['false', false, bounded(hides, eachOnce, noneAdded)],
    ['missing', undefined, leftOut],
  ),
  ...lies(
    `${internals}.items[].type`,
    both,
    ['false', 'delegatecall', bounded(hides, eachOnce, noneAdded)],
    ['false', 'xcall', leftOut, 'a kind that nobody knows'],
    ['missing', undefined, leftOut],
  ),
  ...lies(`${internals}.items[].value`, both, ['too large', String(10n ** 30n), bounded(word, onlyOthers('amount'))]),
  ...lies(
    `${transactions}.items[].hash`,
    ['blockscout'],
    ['duplicated', hashOf(8), bounded('Each is listed once.', eachOnce)],
  ),
  // Where the next page begins.
  ...lies(
    `${transactions}.next_page_params.block_number`,
    ['blockscout pages'],
    ['too large', 119, bounded('It goes no further than some pages, and lists nothing twice.', eachOnce, noneAdded)],
    ['too small', 1, bounded(hides, eachOnce, noneAdded)],
    [
      'missing',
      undefined,
      bounded('It goes no further than some pages, and lists nothing twice.', eachOnce, noneAdded),
    ],
    ['impossible', [], fails],
  ),
  ...lies(
    `${transactions}.next_page_params.index`,
    ['blockscout pages'],
    ['too large', 99, bounded('It goes no further than some pages, and lists nothing twice.', eachOnce, noneAdded)],
    [
      'missing',
      undefined,
      bounded('It goes no further than some pages, and lists nothing twice.', eachOnce, noneAdded),
    ],
  ),
];

export const blockscoutLies: readonly Lie[] = [...ofAllLists, ...amounts, ...blockscout];
