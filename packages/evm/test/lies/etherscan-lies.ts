import type { Lie } from '@isochain/conformance';
import { bob } from '../signers.ts';
import { bounded, eachOnce, fails, ignored, leftOut, lies, noneAdded, onlyOthers, twofold } from './expected.ts';
import { cleanTickers, hides, stranger, word } from './explorers.ts';
import { hashOf } from './read-scenes.ts';

// What lies an interface like Etherscan's tells in histories.

const [txlist, tokentx, txlistinternal] = ['txlist', 'tokentx', 'txlistinternal'].map(
  (action) => `etherscan ${action}`,
) as [string, string, string];

const etherscanLists: readonly Lie[] = [txlist, tokentx, txlistinternal].flatMap((list) => [
  ...lies(`${list}.status`, ['etherscan'], ['false', '0', fails, 'an error with rows'], ['missing', undefined, fails]),
  ...lies(`${list}.message`, ['etherscan'], ['missing', undefined, fails], ['false', 'No transactions found', ignored]),
  ...lies(
    `${list}.result`,
    ['etherscan'],
    ['missing', undefined, fails],
    ['stale', [], bounded(hides, eachOnce, noneAdded), 'empty'],
    ['impossible', 'Max rate limit reached', fails],
  ),
  ...lies(`${list}.result[].hash`, ['etherscan'], ['missing', undefined, fails], ['impossible', '0x12', fails]),
  ...lies(
    `${list}.result[].from`,
    ['etherscan'],
    ['another account', stranger, list === txlistinternal ? bounded(word, onlyOthers('senders')) : fails],
    ['impossible', '', leftOut],
  ),
  ...lies(`${list}.result[].blockNumber`, ['etherscan'], ['impossible', '-1', fails], ['missing', undefined, fails]),
  ...lies(
    `${list}.result[].value`,
    ['etherscan'],
    ['too large', String(10n ** 30n), bounded(word, onlyOthers('amount', 'mode', 'tokenId', 'senders', 'recipients'))],
  ),
]);

const etherscan: readonly Lie[] = [
  ...lies(`${txlist}.result`, ['etherscan'], ['duplicated', twofold, ignored]),
  ...lies(
    `${tokentx}.result`,
    ['etherscan'],
    // Etherscan's interface does not say which log a row is of: equal rows may be two transfers of one transaction.
    [
      'duplicated',
      twofold,
      bounded(
        'The transaction is listed once, with the transfer twice.',
        eachOnce,
        onlyOthers('senders', 'recipients'),
      ),
    ],
  ),
  ...lies(
    `${txlistinternal}.result`,
    ['etherscan'],
    [
      'duplicated',
      twofold,
      bounded(
        'The transaction is listed once, with the movement twice.',
        eachOnce,
        onlyOthers('senders', 'recipients'),
      ),
    ],
  ),
  ...lies(`${txlist}.result[].value`, ['etherscan'], ['impossible', '-1', leftOut], ['missing', undefined, leftOut]),
  ...lies(
    `${txlist}.result[].timeStamp`,
    ['etherscan'],
    ['another chain', '1500000000', fails],
    ['missing', undefined, bounded(word, onlyOthers('timestamp'))],
  ),
  ...lies(
    `${txlist}.result[].blockNumber`,
    ['etherscan'],
    ['too small', '5', bounded(`${word} But for the order.`, eachOnce, noneAdded)],
    ['too large', '20000000', bounded(word, onlyOthers('blockHeight', 'confirmations'))],
  ),
  ...lies(
    `${txlist}.result[].nonce`,
    ['etherscan'],
    ['too large', '99', bounded(word, onlyOthers('nonce'))],
    ['impossible', '-1', bounded('No nonce is told.', onlyOthers('nonce'))],
  ),
  ...lies(
    `${txlist}.result[].gasPrice`,
    ['etherscan'],
    ['too large', String(10n ** 18n), bounded(word, onlyOthers('fees'))],
    ['missing', undefined, bounded('No fees are told.', onlyOthers('fees', 'warnings'))],
  ),
  ...lies(
    `${txlist}.result[].gasUsed`,
    ['etherscan'],
    ['too large', '30000000', bounded(word, onlyOthers('fees', 'gas'))],
    ['impossible', 'much', bounded('No fees are told.', onlyOthers('fees', 'gas', 'warnings'))],
  ),
  ...lies(
    `${txlist}.result[].transactionIndex`,
    ['etherscan'],
    ['too large', '999', ignored],
    ['impossible', '-1', ignored],
  ),
  ...lies(
    `${txlist}.result[].to`,
    ['etherscan'],
    ['another account', bob.address.toLowerCase(), bounded(word, onlyOthers('recipients', 'mode'))],
    ['missing', undefined, leftOut],
  ),
  ...lies(
    `${txlist}.result[].isError`,
    ['etherscan'],
    ['false', '1', bounded(word, onlyOthers('state', 'mode', 'tokenId', 'senders', 'recipients'))],
    ['impossible', '2', leftOut],
  ),
  ...lies(
    `${txlist}.result[].txreceipt_status`,
    ['etherscan'],
    ['false', '0', bounded(word, onlyOthers('state', 'mode', 'tokenId', 'senders', 'recipients'))],
  ),
  ...lies(
    `${txlist}.result[].input`,
    ['etherscan'],
    ['false', '0x12345678', bounded(word, onlyOthers('mode'))],
    ['missing', undefined, bounded('The mode may be unknown.', onlyOthers('mode'))],
  ),
  ...lies(`${txlist}.result[].contractAddress`, ['etherscan'], ['another account', stranger, ignored]),
  ...lies(
    `${txlist}.result[].hash`,
    ['etherscan'],
    ['duplicated', hashOf(8), bounded('Each is listed once.', eachOnce)],
  ),
  ...lies(
    `${tokentx}.result[].contractAddress`,
    ['etherscan'],
    ['another account', stranger, bounded(word, onlyOthers('tokenId', 'ticker')), 'another token'],
    ['impossible', '0x', leftOut],
  ),
  ...lies(
    `${tokentx}.result[].tokenSymbol`,
    ['etherscan'],
    [
      'false',
      '\u202eCDSU\u0000',
      bounded('A text, without letters that mislead the eye.', onlyOthers('ticker'), cleanTickers),
    ],
    ['too large', 'U'.repeat(5_000), bounded('At most 32 letters.', onlyOthers('ticker'), cleanTickers)],
  ),
  ...lies(
    `${tokentx}.result[].to`,
    ['etherscan'],
    ['another account', stranger, bounded(word, onlyOthers('recipients'))],
    ['impossible', '0x', leftOut],
  ),
  ...lies(
    `${tokentx}.result[].transactionIndex`,
    ['etherscan'],
    ['impossible', '-1', ignored],
    ['too large', '99', ignored],
  ),
  ...lies(`${tokentx}.result[].nonce`, ['etherscan'], ['impossible', '-1', ignored], ['too large', '99', ignored]),
  ...lies(`${tokentx}.result[].gasUsed`, ['etherscan'], ['impossible', '-1', ignored], ['too large', '99', ignored]),
  ...lies(
    `${txlistinternal}.result[].timeStamp`,
    ['etherscan'],
    ['missing', undefined, bounded(word, onlyOthers('timestamp'))],
  ),
  ...lies(
    `${txlistinternal}.result[].to`,
    ['etherscan'],
    ['another account', stranger, fails, 'rows of a stranger'],
    ['missing', undefined, leftOut],
  ),
  ...lies(
    `${txlistinternal}.result[].isError`,
    ['etherscan'],
    ['false', '1', bounded(hides, eachOnce, noneAdded)],
    ['impossible', '2', leftOut],
  ),
  ...lies(
    `${txlistinternal}.result[].type`,
    ['etherscan'],
    ['false', 'callcode', bounded(hides, eachOnce, noneAdded)],
    ['false', 'xcall', leftOut, 'a kind that nobody knows'],
    ['missing', undefined, leftOut],
  ),
];

export const etherscanLies: readonly Lie[] = [...etherscanLists, ...etherscan];
