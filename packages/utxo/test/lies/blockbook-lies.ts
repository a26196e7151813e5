import type { Lie } from '@isochain/conformance';
import { strangerAddress, strangerScript } from './accounts.ts';
import { otherId } from './esplora-lies.ts';
import { about, down, ignored, only, ratesWithin, refused, says, shown, warned } from './tell.ts';

// Answers of a Blockbook about coins, their transactions, fees and heights, during encode.

const list = 'GET /api/v2/utxo/:id';
const tooMuch = '2100000000000001';
const maximum = '500000000';

const lists: readonly Lie[] = [
  ...about(
    'GET /api/v2/block-index/:id.blockHash',
    ['blockbook', 'dogecoin'],
    ['another chain', says('12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /api/.blockbook.lastBlockTime',
    ['blockbook', 'dogecoin'],
    ['stale', says('2023-11-01T00:00:00.123456789Z'), refused('chain.standsStill')],
    ['impossible', says('2023-11-16T00:00:00Z'), down, 'of the future'],
    ['impossible', says('yesterday'), down, 'no time'],
    ['missing', says(undefined), down],
  ),
  ...about(
    list,
    ['blockbook', 'dogecoin', 'blockbook extended'],
    ['missing', says([]), refused('coins.none'), 'no coins'],
    ['duplicated', (coins: object[]) => [...coins, ...coins], down],
    ['stale', (coins: object[]) => coins.slice(0, 1), refused('balance.insufficient'), 'one coin alone'],
  ),
  ...about(
    `${list}[].value`,
    ['blockbook', 'blockbook extended'],
    ['too large', says('120000000'), down, 'all of them'],
    ['too small', only(0, says('90000000')), down, 'one of them'],
    ['impossible', says(tooMuch), down],
    ['impossible', says('-1'), down, 'negative'],
    ['impossible', says('0'), refused('coins.none'), 'nothing'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${list}[].value`,
    ['dogecoin'],
    ['too large', says('1200000000'), down],
    ['too small', says('900000000'), down],
    ['impossible', says('9223372036854775808'), down],
  ),
  ...about(
    `${list}[].value`,
    ['blockbook, twice'],
    [
      'split',
      (honest, { indices, nth }) => (indices[0] === (nth >> 1) % 2 ? '90000000' : honest),
      down,
      'the amount of one coin first, and of the other then',
    ],
  ),
  ...about(
    `${list}[].value`,
    ['litecoin'],
    ['too large', says('200000000'), shown],
    ['too small', says('90000000'), shown],
  ),
  ...about(`${list}[].txid`, ['blockbook'], ['impossible', says('x'), down], ['missing', says(undefined), down]),
  ...about(
    `${list}[].txid`,
    ['dogecoin'],
    ['another account', only(0, says(otherId)), refused('balance.insufficient')],
    ['impossible', says('x'), down],
  ),
  ...about(
    `${list}[].vout`,
    ['blockbook', 'dogecoin'],
    ['another account', says(1), down],
    ['impossible', says(2 ** 32), down],
  ),
  ...about(
    `${list}[].confirmations`,
    ['blockbook'],
    ['too large', says(499_999_999), shown],
    ['too small', says(0), shown, 'as if it waited'],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${list}[].confirmations`,
    ['dogecoin', 'litecoin'],
    ['too large', says(100_000), shown, 'old enough'],
    ['too small', says(1), shown],
  ),
  ...about(
    `${list}[].height`,
    ['blockbook'],
    ['too small', says(1), shown],
    ['too large', says(2_000_000), shown],
    ['impossible', says(500_000_000), down],
    ['missing', says(undefined), shown],
  ),
  ...about(
    `${list}[].address`,
    ['blockbook extended'],
    ['another account', says(strangerAddress), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${list}[].path`,
    ['blockbook extended'],
    ['another account', says("m/84'/0'/0'/0/7"), down],
    ['impossible', says("m/84'/0'/0'/2/0"), down],
    ['impossible', says("m/84'/0'/0'/0/2147483648"), down, 'a hardened place'],
    ['missing', says(undefined), down],
  ),
];

const transactions: readonly Lie[] = [
  ...about(
    'GET /api/v2/tx/:id.hex.outputs[].value',
    ['blockbook'],
    ['too large', says(900_000_000n), warned('coins.believed')],
    ['too small', says(1n), warned('coins.believed')],
  ),
  ...about(
    'GET /api/v2/tx/:id.hex.outputs[].value',
    ['dogecoin'],
    ['too large', says(9_000_000_000n), down],
    ['too small', says(1n), down],
  ),
  ...about('GET /api/v2/tx/:id.hex.outputs[].script', ['dogecoin'], ['another account', says(strangerScript), down]),
  ...about(
    'GET /api/v2/tx/:id.hex.outputs',
    ['dogecoin'],
    ['missing', says([]), down],
    ['duplicated', (outputs: object[]) => [...outputs, ...outputs], down],
  ),
  ...about('GET /api/v2/tx/:id.hex.inputs', ['dogecoin'], ['missing', says([]), down]),
  ...about('GET /api/v2/tx/:id.hex.inputs[].txid', ['dogecoin'], ['another account', says(otherId), down]),
  ...about('GET /api/v2/tx/:id.hex.inputs[].vout', ['dogecoin'], ['another account', says(9), down]),
  ...about('GET /api/v2/tx/:id.hex.inputs[].script', ['dogecoin'], ['false', says('00'), down]),
  ...about('GET /api/v2/tx/:id.hex.inputs[].sequence', ['dogecoin'], ['false', says(9), down]),
  ...about('GET /api/v2/tx/:id.hex.version', ['dogecoin'], ['false', says(1), down]),
  ...about('GET /api/v2/tx/:id.hex.locktime', ['dogecoin'], ['false', says(999), down]),
  ...about(
    'GET /api/v2/address/:id.transactions[].vin[].isOwn',
    ['blockbook, unconfirmed'],
    ['false', (honest: boolean) => !honest, shown, 'change is a stranger’s, and the other way round'],
    ['missing', says(undefined), shown],
  ),
  ...about(
    'GET /api/v2/address/:id.transactions',
    ['blockbook, unconfirmed'],
    ['missing', says([]), shown],
    ['duplicated', (all: object[]) => [...all, ...all], ignored],
  ),
  ...about(
    'GET /api/v2/address/:id.transactions[].txid',
    ['blockbook, unconfirmed'],
    ['another account', says(otherId), shown],
    ['impossible', says('x'), down],
  ),
  ...about('GET /api/v2/address/:id.transactions', ['litecoin'], ['missing', says([]), refused('coins.none')]),
  ...about(
    'GET /api/v2/address/:id.transactions[].txid',
    ['litecoin'],
    ['another account', says(otherId), refused('coins.none')],
  ),
  ...about('GET /api/v2/address/:id.transactions[].vout', ['litecoin'], ['missing', says([]), shown]),
  ...about(
    'GET /api/v2/address/:id.transactions[].vout[].hex',
    ['litecoin'],
    [
      'false',
      says(`5820${'00'.repeat(32)}`),
      { refused: ['coins.none', 'balance.insufficient'] },
      'all left MWEB just now',
    ],
    ['missing', says(undefined), shown],
    ['impossible', says('0'), { refused: ['coins.none', 'balance.insufficient'] }],
  ),
  ...about(
    'GET /api/v2/address/:id.balance',
    ['blockbook, unconfirmed'],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /api/v2/address/:id.txs',
    ['blockbook, unconfirmed'],
    ['too large', says(9_999), ignored],
    ['impossible', says(-1), down],
  ),
  ...about(
    'GET /api/v2/xpub/:id.tokens',
    ['blockbook extended'],
    ['missing', says([]), shown],
    [
      'too large',
      () =>
        Array.from({ length: 130 }, (_, i) => ({
          type: 'XPUBAddress',
          name: 'x',
          path: `m/84'/0'/0'/1/${i}`,
          transfers: 1,
          decimals: 8,
        })),
      shown,
      '130 addresses for change were used',
    ],
  ),
  ...about(
    'GET /api/v2/xpub/:id.tokens[].path',
    ['blockbook extended'],
    ['impossible', says("m/84'/0'/0'/7/7"), shown],
    ['another account', says("m/84'/0'/0'/1/1"), shown],
  ),
  ...about('GET /api/v2/xpub/:id.balance', ['blockbook extended'], ['impossible', says('-1'), down]),
  ...about(
    'GET /api/v2/xpub/:id.txs',
    ['blockbook extended'],
    ['impossible', says(-1), down],
    ['too large', says(9_999), ignored],
  ),
];

const surroundings: readonly Lie[] = [
  ...about(
    'GET /api/v2/estimatefee/:id.result',
    ['blockbook', 'blockbook extended', 'litecoin'],
    ['too large', says(maximum), warned('fee.capped')],
    ['too large', says('0.00499000'), ratesWithin(1n, 500n), 'below the limit'],
    ['too small', says('0.00000001'), ratesWithin(1n, 500n)],
  ),
  ...about('GET /api/v2/estimatefee/:id.result', ['blockbook'], ['impossible', says('much'), down]),
  ...about('GET /api/v2/estimatefee/:id.result', ['litecoin'], ['impossible', says('much'), ratesWithin(1n, 500n)]),
  ...about(
    'GET /api/v2/estimatefee/:id.result',
    ['dogecoin'],
    ['too large', says(maximum), warned('fee.capped')],
    ['too large', says('0.49900000'), ratesWithin(1_000n, 50_000n), 'below the limit'],
    ['too small', says('0.00000001'), ratesWithin(1_000n, 50_000n)],
    ['missing', says('-1'), ratesWithin(1_000n, 50_000n), 'no estimate'],
  ),
];

export const blockbookLies: readonly Lie[] = [...lists, ...transactions, ...surroundings];
