import type { Lie } from '@isochain/conformance';
import { expect } from 'vitest';
import { hex } from '../scripted-node.ts';
import {
  bounded,
  type Check,
  eachOnce,
  fails,
  ignored,
  leftOut,
  lies,
  noneAdded,
  onlyOthers,
  twofold,
} from './expected.ts';
import { hashOf, idOf } from './read-scenes.ts';

// Lies about one transaction, and about the blocks of a private chain's history.

const all = ['transaction', 'token transaction', 'optimism transaction'];
const plain = ['transaction', 'token transaction'];
const stranger = `0x${'99'.repeat(20)}`;
const word = 'A node’s word: nothing else of the answer changes.';

/** Lies that the answer itself shows: it is about something else, or impossible on every chain. */
const refusedOnes: readonly Lie[] = [
  ...lies(
    'eth_getTransactionByHash.hash',
    all,
    ['another account', hashOf(5), fails],
    ['missing', undefined, fails],
    ['impossible', '0x12', fails],
  ),
  ...lies(
    'eth_getTransactionReceipt.transactionHash',
    all,
    ['another account', hashOf(5), fails],
    ['missing', undefined, fails],
  ),
  ...lies('eth_getTransactionReceipt.status', all, ['impossible', '0x2', fails]),
  ...lies(
    'eth_getTransactionReceipt.gasUsed',
    all,
    ['impossible', hex(2n ** 64n), fails],
    ['missing', undefined, fails],
  ),
  ...lies(
    'eth_getTransactionReceipt.blockNumber',
    all,
    ['impossible', hex(2n ** 53n), fails],
    ['missing', undefined, fails],
  ),
  ...lies('eth_getTransactionReceipt.effectiveGasPrice', all, ['impossible', hex(2n ** 128n), fails]),
  ...lies('eth_getTransactionReceipt.logs', all, ['missing', undefined, fails]),
  ...lies('eth_getTransactionByHash.value', all, ['impossible', '-0x1', fails], ['missing', undefined, fails]),
  ...lies('eth_getTransactionByHash.nonce', all, [
    'impossible',
    hex(2n ** 64n),
    bounded('No nonce is told.', onlyOthers('nonce')),
  ]),
  ...lies('eth_getTransactionByHash.from', all, ['impossible', '0x', fails], ['missing', undefined, fails]),
  ...lies('eth_getTransactionByHash.input', all, ['impossible', '0x1', fails], ['missing', undefined, fails]),
  ...lies(
    'eth_blockNumber',
    all,
    ['too large', hex(1_000n), bounded(word, onlyOthers('confirmations'))],
    ['stale', '0x1', bounded('It says nothing of confirmations.', onlyOthers('confirmations'))],
    ['impossible', hex(2n ** 53n), fails],
    ['missing', undefined, fails],
  ),
  ...lies(
    'eth_getBlockByNumber by number.number',
    ['optimism transaction'],
    ['another account', '0x1', fails, 'another block'],
    ['missing', undefined, fails],
  ),
  ...lies(
    'eth_getBlockByNumber by number.timestamp',
    ['optimism transaction'],
    ['impossible', hex(2n ** 60n), fails],
    ['too large', hex(1_800_000_000n), bounded(word, onlyOthers('timestamp'))],
    ['missing', undefined, fails],
  ),
];

/** Lies about a transaction that nothing contradicts. */
const wordOfNode: readonly Lie[] = [
  ...lies('eth_getTransactionReceipt.status', plain, [
    'false',
    '0x0',
    bounded(`${word} A receipt is a node’s word.`, onlyOthers('state', 'mode', 'tokenId', 'senders', 'recipients')),
    'failed',
  ]),
  ...lies('eth_getTransactionReceipt.gasUsed', plain, [
    'too large',
    hex(30_000_000n),
    bounded(word, onlyOthers('gas', 'fees')),
  ]),
  ...lies(
    'eth_getTransactionReceipt.effectiveGasPrice',
    plain,
    ['too large', hex(10n ** 15n), bounded(word, onlyOthers('fees'))],
    ['missing', undefined, ignored],
  ),
  ...lies('eth_getTransactionReceipt.blockNumber', plain, [
    'too small',
    '0x1',
    bounded(word, onlyOthers('blockHeight', 'confirmations')),
  ]),
  ...lies(
    'eth_getTransactionReceipt.l1Fee',
    ['optimism transaction'],
    ['too large', hex(10n ** 18n), bounded(word, onlyOthers('fees'))],
    [
      'missing',
      undefined,
      bounded('No fees are told: a part would pass for the whole.', onlyOthers('fees', 'warnings')),
    ],
    ['impossible', '-0x1', fails],
  ),
  ...lies(
    'eth_getTransactionReceipt.operatorFeeConstant',
    ['optimism transaction'],
    ['too large', hex(10n ** 18n), bounded(word, onlyOthers('fees'))],
    ['impossible', '-0x1', fails],
  ),
  ...lies(
    'eth_getTransactionByHash.blockTimestamp',
    plain,
    ['too large', hex(1_900_000_000n), bounded(word, onlyOthers('timestamp'))],
    ['impossible', hex(2n ** 60n), bounded('The block is asked instead.', onlyOthers('timestamp'))],
  ),
  ...lies(
    'eth_getTransactionReceipt.logs',
    ['token transaction'],
    ['duplicated', twofold, ignored],
    ['impossible', [], bounded(word, onlyOthers('mode', 'tokenId', 'senders', 'recipients')), 'empty'],
  ),
];

const noUsdc: Check = (answer) => expect(JSON.stringify(answer)).not.toMatch(/"ticker":"(?:USDC|E\.T\.H)"/);

const pendingOnes: Check = (answer) => {
  const { transactions } = answer as { transactions: { parsed: { id: string; state: string } }[] };
  expect(transactions.map(({ parsed }) => [parsed.id, parsed.state])).toEqual([[hashOf(5), 'pending']]);
};

const moves = ['mode', 'tokenId', 'senders', 'recipients'];

const unread = bounded('The transfer is left out, with a warning.', onlyOthers(...moves, 'warnings'));

/** Another call may have moved coins, which nodes do not tell: a warning says so. */
const untold = 'warnings';

/** Lies about movements and the signer. The hash commits to them, but the bytes that would prove it are not asked for. */
const parts: readonly Lie[] = [
  ...lies(
    'eth_getTransactionByHash.to',
    all,
    ['another account', stranger, bounded(word, onlyOthers(...moves, untold))],
    ['impossible', '0x12', fails],
  ),
  ...lies('eth_getTransactionByHash.from', all, [
    'another account',
    stranger,
    bounded(word, onlyOthers(...moves, 'payer')),
  ]),
  ...lies('eth_getTransactionByHash.value', all, [
    'too large',
    hex(10n ** 30n),
    bounded(word, onlyOthers(...moves, untold)),
  ]),
  ...lies('eth_getTransactionByHash.nonce', all, ['too large', '0x99', bounded(word, onlyOthers('nonce'))]),
  ...lies('eth_getTransactionByHash.input', plain, [
    'false',
    '0x12345678',
    bounded(word, onlyOthers(...moves, untold)),
  ]),
  ...lies(
    'eth_getTransactionReceipt.logs[].topics',
    ['token transaction', 'optimism transaction', 'scan'],
    ['impossible', [], bounded('It is no transfer of tokens then.', onlyOthers(...moves)), 'empty'],
    ['duplicated', twofold, bounded('It is no transfer of tokens then.', onlyOthers(...moves))],
    ['missing', undefined, unread],
  ),
  ...lies(
    'eth_getTransactionReceipt.logs[].topics[]',
    ['token transaction', 'optimism transaction', 'scan'],
    ['another account', hashOf(5), bounded('It is no transfer of tokens then.', onlyOthers(...moves))],
    ['impossible', '0x1', unread],
  ),
  ...lies(
    'eth_getTransactionReceipt.logs[].data',
    ['token transaction'],
    ['impossible', '0x1', unread],
    ['too large', hex(10n ** 30n), unread, 'no whole bytes'],
    ['false', hashOf(7), bounded(word, onlyOthers('amount'))],
  ),
  ...lies(
    'eth_getTransactionReceipt.logs[].address',
    ['token transaction'],
    ['another account', stranger, bounded(word, onlyOthers('tokenId', 'ticker'))],
    ['impossible', '0x12', unread],
  ),
];

/** The block in which the two transactions are. */
const inBlock = 'eth_getBlockByNumber by number';

const scan: readonly Lie[] = [
  ...lies(
    `${inBlock}.number`,
    ['scan'],
    ['another account', hex(7n), fails, 'another block'],
    ['missing', undefined, fails],
  ),
  ...lies(
    `${inBlock}.timestamp`,
    ['scan'],
    ['impossible', hex(2n ** 60n), fails],
    ['too large', hex(1_800_000_000n), bounded(word, onlyOthers('timestamp'))],
  ),
  ...lies(
    `${inBlock}.transactions`,
    ['scan'],
    ['duplicated', twofold, bounded('Each is listed once.', eachOnce, noneAdded)],
    ['missing', undefined, fails],
    ['impossible', [], bounded('A history is what the node shows: it can hide, and not add.', noneAdded), 'empty'],
  ),
  ...lies(
    `${inBlock}.transactions[].hash`,
    ['scan'],
    // All have one hash, so the node answers the receipt of another transaction for it.
    ['duplicated', idOf('native'), bounded('Each is listed once.', eachOnce, noneAdded)],
    ['another account', hashOf(5), bounded('What a node makes up has no receipt, and is called pending.', pendingOnes)],
    ['impossible', '0x1', leftOut],
  ),
  ...lies(
    `${inBlock}.transactions[].from`,
    ['scan'],
    ['another account', `0x${'99'.repeat(20)}`, bounded('It can hide, and not add.', eachOnce, noneAdded)],
    ['impossible', '0x', leftOut],
  ),
  ...lies(`${inBlock}.transactions[].value`, ['scan'], ['impossible', '-0x1', leftOut]),
  ...lies(
    `${inBlock}.transactions[].to`,
    ['scan'],
    ['another account', stranger, bounded(word, onlyOthers(...moves, untold))],
    ['impossible', '0x12', leftOut],
  ),
  ...lies(
    `${inBlock}.transactions[].input`,
    ['scan'],
    ['false', '0x12345678', bounded(word, onlyOthers(...moves, untold))],
    ['impossible', '0x1', leftOut],
  ),
  ...lies('eth_getTransactionReceipt.transactionHash', ['scan'], ['another account', hashOf(5), fails]),
  ...lies('eth_getTransactionReceipt.status', ['scan'], ['impossible', '0x7', fails]),
  ...lies(
    'eth_getLogs[].transactionHash',
    ['scan'],
    ['another account', hashOf(5), ignored],
    ['impossible', '0x1', ignored],
  ),
  ...lies(
    'eth_getLogs[].blockNumber',
    ['scan'],
    ['impossible', hex(2n ** 53n), ignored],
    ['too large', hex(10n ** 6n), ignored],
  ),
  ...lies(
    'eth_getLogs[].transactionIndex',
    ['scan'],
    ['impossible', hex(2n ** 53n), ignored],
    ['too large', '0x7', ignored],
  ),
  ...lies('eth_getLogs[].topics[]', ['scan'], ['impossible', '0x1', ignored]),
  ...lies('eth_getLogs[].address', ['scan'], ['impossible', '0x1', ignored]),
  ...lies('eth_getLogs[].data', ['scan'], ['impossible', '0x1', ignored]),
  ...lies(
    'eth_blockNumber',
    ['scan'],
    [
      'too large',
      hex(10n ** 9n),
      bounded('Blocks that are not there have no transactions; older ones are on the next pages.', noneAdded),
    ],
    ['too small', '0x77', bounded(word, onlyOthers('confirmations', 'pagination'))],
    ['stale', '0x1', bounded('What came later is missing.', noneAdded)],
    ['impossible', hex(2n ** 53n), fails],
  ),
];

/** A token that nobody lists tells its ticker. */
const tickers: readonly Lie[] = lies(
  'eth_call symbol',
  ['token transaction', 'scan'],
  ['false', 'USDC', bounded('A part of its address, as it imitates a listed token.', onlyOthers('ticker'), noUsdc)],
  [
    'false',
    'E.T.H',
    bounded('A part of its address, as it imitates the coin.', onlyOthers('ticker'), noUsdc),
    'the coin',
  ],
  ['impossible', '0x', bounded('A part of its address.', onlyOthers('ticker'))],
);

export const transactionLies: readonly Lie[] = [...refusedOnes, ...wordOfNode, ...parts, ...scan, ...tickers];
