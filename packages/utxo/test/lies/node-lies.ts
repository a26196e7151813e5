import type { Lie } from '@isochain/conformance';
import { strangerScript } from './accounts.ts';
import { otherId } from './esplora-lies.ts';
import { about, down, ignored, only, ratesWithin, refused, says, shown, warned } from './tell.ts';

// Answers of a node in JSON-RPC about coins, their transactions, fees and heights, during encode.

const scan = 'scantxoutset.unspents';

interface Unspent {
  readonly txid: string;
}

export const nodeLies: readonly Lie[] = [
  ...about(
    'getblockhash',
    ['node', 'broadcast (core)'],
    ['another chain', says('12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2'), down],
  ),
  ...about(
    'getblockchaininfo.time',
    ['node'],
    ['stale', (seconds: number) => seconds - 600_000, refused('chain.standsStill')],
    ['impossible', (seconds: number) => seconds + 86_400, down, 'of the future'],
    ['missing', says(undefined), ignored],
  ),
  ...about(
    'getblockchaininfo.mediantime',
    ['node'],
    ['stale', (seconds: number) => seconds - 600_000, ignored],
    ['missing', says(undefined), down],
  ),
  ...about('scantxoutset.success', ['node'], ['false', says(false), down], ['missing', says(undefined), down]),
  ...about(
    'scantxoutset.height',
    ['node'],
    ['too large', says(2_000_000), shown],
    ['stale', says(800_000), shown],
    ['impossible', says(500_000_000), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    scan,
    ['node', 'node extended'],
    ['missing', says([]), refused('coins.none')],
    ['duplicated', (coins: Unspent[]) => [...coins, ...coins], down],
    ['stale', (coins: Unspent[]) => coins.slice(0, 1), refused('balance.insufficient'), 'one coin alone'],
  ),
  ...about(
    `${scan}[].amount`,
    ['node', 'node extended'],
    ['too large', says(1.2), down, 'all of them'],
    ['too small', only(0, says(0.9)), down, 'one of them'],
    ['impossible', says(21_000_000.00000001), down],
    ['impossible', says(-1), down, 'negative'],
    ['impossible', says(0.000000001), down, 'a part of the smallest unit'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${scan}[].amount`,
    ['node, twice'],
    [
      'split',
      (honest, { indices, nth }) => (indices[0] === (nth >> 1) % 2 ? 0.9 : honest),
      down,
      'the amount of one coin first, and of the other then',
    ],
  ),
  ...about(
    `${scan}[].txid`,
    ['node'],
    ['another account', only(0, says(otherId)), warned('coins.believed')],
    ['impossible', says('x'), down],
  ),
  ...about(`${scan}[].vout`, ['node'], ['another account', says(1), down], ['impossible', says(2 ** 32), down]),
  ...about(
    `${scan}[].scriptPubKey`,
    ['node'],
    ['another account', says(strangerScript), refused('coins.none')],
    ['impossible', says('0'), down],
  ),
  ...about(`${scan}[].scriptPubKey`, ['node extended'], ['another account', says(strangerScript), down]),
  ...about(
    `${scan}[].desc`,
    ['node extended'],
    ['another account', says('wpkh([00000000/0/7]02aa)#00000000'), down],
    ['impossible', says('wpkh([00000000/0/2147483648]02aa)#00000000'), down],
    ['missing', says('none'), down],
  ),
  ...about(
    `${scan}[].height`,
    ['node'],
    ['too small', says(1), shown],
    ['too large', says(899_999), shown],
    ['impossible', says(-1), down],
  ),
  ...about(`${scan}[].coinbase`, ['node'], ['false', says(true), shown], ['missing', says(undefined), shown]),
  ...about(
    'getmempoolinfo.size',
    ['node, unconfirmed'],
    ['too small', says(0), refused('balance.insufficient')],
    ['too large', says(9_999), refused('balance.insufficient')],
    ['impossible', says(-1), down],
  ),
  ...about(
    'getmempoolinfo.mempoolminfee',
    ['node'],
    ['too large', says(1), warned('fee.capped')],
    ['too small', says(0), ignored],
    ['impossible', says(-1), down],
  ),
  ...about(
    'getrawmempool',
    ['node, unconfirmed'],
    ['missing', says([]), refused('balance.insufficient')],
    ['duplicated', (ids: string[]) => [...ids, ...ids], shown],
  ),
  ...about(
    'getrawmempool[]',
    ['node, unconfirmed'],
    ['another account', says(otherId), refused('balance.insufficient')],
    ['impossible', says('x'), down],
  ),
  ...about(
    'getrawtransaction.outputs[].value',
    ['node'],
    ['too large', says(900_000_000n), warned('coins.believed')],
    ['too small', says(1n), warned('coins.believed')],
  ),
  ...about(
    'getrawtransaction.outputs[].value',
    ['node, unconfirmed'],
    ['too large', says(120_000_000n), down, 'in the mempool'],
  ),
  ...about(
    'getrawtransaction.outputs[].script',
    ['node'],
    ['another account', says(strangerScript), warned('coins.believed')],
  ),
  ...about('getrawtransaction.outputs', ['node'], ['missing', says([]), warned('coins.believed')]),
  ...about('getrawtransaction.inputs', ['node'], ['missing', says([]), warned('coins.believed')]),
  ...about('getrawtransaction.inputs[].txid', ['node'], ['another account', says(otherId), warned('coins.believed')]),
  ...about('getrawtransaction.inputs[].vout', ['node'], ['another account', says(9), warned('coins.believed')]),
  ...about('getrawtransaction.inputs[].script', ['node'], ['false', says('00'), warned('coins.believed')]),
  ...about('getrawtransaction.inputs[].sequence', ['node'], ['false', says(9), warned('coins.believed')]),
  ...about('getrawtransaction.version', ['node'], ['false', says(1), warned('coins.believed')]),
  ...about('getrawtransaction.locktime', ['node'], ['false', says(999), warned('coins.believed')]),
  ...about(
    'estimatesmartfee.feerate',
    ['node', 'node extended'],
    ['too large', says(5), warned('fee.capped')],
    ['too large', says(0.00499), ratesWithin(1n, 500n), 'below the limit'],
    ['too small', says(0.00000001), ratesWithin(1n, 500n)],
    ['impossible', says('much'), down],
    ['missing', says(-1), down, 'no estimate'],
  ),
];
