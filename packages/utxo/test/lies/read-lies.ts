import type { Lie } from '@isochain/conformance';
import { otherId } from './esplora-lies.ts';
import { about, down, says, tells } from './tell.ts';

// Answers of upstreams to reads. Possible answers are believed (believed.ts), and impossible ones are refused.

const tooMuch = 2_100_000_000_000_001;

const pending = tells(
  'A transaction is pending or confirmed as the upstream says; nothing that is sent depends on it.',
);

const unread = tells('A transaction of a history that does not fit is shown by its place, with a warning.');

export const readLies: readonly Lie[] = [
  ...about(
    'GET /address/:id.chain_stats.funded_txo_sum',
    ['state (esplora)', 'extended state (esplora)'],
    ['impossible', says(tooMuch + 900_000_000), down],
    ['missing', says(undefined), down],
  ),
  ...about('GET /address/:id.chain_stats.spent_txo_sum', ['state (esplora)'], ['impossible', says(tooMuch), down]),
  ...about(
    'GET /address/:id.mempool_stats.funded_txo_sum',
    ['state (esplora)'],
    ['impossible', says(tooMuch + 900_000_000), down],
  ),
  ...about('GET /address/:id.mempool_stats.spent_txo_sum', ['state (esplora)'], ['impossible', says(-1), down]),
  ...about('GET /address/:id.chain_stats.tx_count', ['history (esplora)'], ['impossible', says(-1), down]),
  ...about(
    'GET /address/:id/utxo[].value',
    ['state (esplora)', 'extended state (esplora)'],
    ['impossible', says(tooMuch), down],
  ),
  ...about(
    'GET /api/v2/utxo/:id[].value',
    ['state (blockbook)', 'extended state (blockbook)'],
    ['impossible', says(String(tooMuch)), down],
  ),
  ...about('GET /api/v2/address/:id.balance', ['state (blockbook)'], ['impossible', says(String(tooMuch)), down]),
  ...about(
    'GET /api/v2/address/:id.unconfirmedBalance',
    ['state (blockbook)'],
    ['impossible', says(`-${tooMuch}`), down],
  ),
  ...about('GET /api/v2/xpub/:id.balance', ['extended state (blockbook)'], ['impossible', says('-1'), down]),
  ...about(
    'GET /api/v2/xpub/:id.unconfirmedBalance',
    ['extended state (blockbook)'],
    ['impossible', says(`-${tooMuch}`), down],
  ),
  ...about(
    'scantxoutset.unspents[].amount',
    ['state (core)', 'extended state (core)'],
    ['impossible', says(21_000_001), down],
  ),
  ...about(
    'GET /tx/:id.txid',
    ['transaction (esplora)'],
    ['another account', says(otherId), down],
    ['impossible', says('x'), down],
  ),
  ...about(
    'GET /tx/:id.status.block_height',
    ['transaction (esplora)'],
    ['impossible', says(500_000_000), down],
    ['missing', says(undefined), down],
  ),
  ...about('GET /tx/:id.status.block_time', ['transaction (esplora)'], ['impossible', says(2 ** 32), down]),
  ...about('GET /tx/:id.status.confirmed', ['transaction (esplora)'], ['stale', says(false), pending]),
  ...about('GET /tx/:id.vout[].value', ['transaction (esplora)'], ['impossible', says(tooMuch), down]),
  ...about('GET /api/v2/tx/:id.txid', ['transaction (blockbook)'], ['another account', says(otherId), down]),
  ...about(
    'GET /api/v2/tx/:id.blockHeight',
    ['transaction (blockbook)'],
    ['impossible', says(500_000_000), down],
    ['stale', says(-1), pending],
  ),
  ...about('GET /api/v2/tx/:id.blockTime', ['transaction (blockbook)'], ['impossible', says(2 ** 32), down]),
  ...about(
    'GET /api/v2/tx/:id.confirmations',
    ['transaction (blockbook)'],
    ['impossible', says('many'), down],
    ['false', says(-1), pending],
    ['stale', says(0), pending],
  ),
  ...about('GET /api/v2/tx/:id.vout[].value', ['transaction (blockbook)'], ['impossible', says(String(tooMuch)), down]),
  ...about('getrawtransaction verbose.txid', ['transaction (core)'], ['another account', says(otherId), down]),
  ...about(
    'getrawtransaction verbose.hex.outputs[].value',
    ['transaction (core)'],
    ['too large', says(900_000_000n), down],
    ['too small', says(1n), down],
  ),
  ...about(
    'getrawtransaction verbose.hex.outputs[].script',
    ['transaction (core)'],
    ['another account', says('51'), down],
  ),
  ...about('getrawtransaction verbose.hex.outputs', ['transaction (core)'], ['missing', says([]), down]),
  ...about('getrawtransaction verbose.hex.inputs', ['transaction (core)'], ['missing', says([]), down]),
  ...about(
    'getrawtransaction verbose.hex.inputs[].txid',
    ['transaction (core)'],
    ['another account', says(otherId), down],
  ),
  ...about('getrawtransaction verbose.hex.inputs[].vout', ['transaction (core)'], ['another account', says(9), down]),
  ...about('getrawtransaction verbose.hex.inputs[].script', ['transaction (core)'], ['false', says('00'), down]),
  ...about('getrawtransaction verbose.hex.inputs[].sequence', ['transaction (core)'], ['false', says(9), down]),
  ...about('getrawtransaction verbose.hex.version', ['transaction (core)'], ['false', says(1), down]),
  ...about('getrawtransaction verbose.hex.locktime', ['transaction (core)'], ['false', says(999), down]),
  ...about('getrawtransaction verbose.vin[].scriptSig.hex', ['transaction (core)'], ['impossible', says('0'), down]),
  ...about('getrawtransaction verbose.blocktime', ['transaction (core)'], ['impossible', says(2 ** 32), down]),
  ...about(
    'getrawtransaction verbose.blockhash',
    ['transaction (core)'],
    ['missing', says(undefined), pending],
    ['impossible', says('x'), down],
  ),
  ...about('getblockheader.height', ['transaction (core)'], ['impossible', says(500_000_000), down]),
  ...about('getblockheader.confirmations', ['transaction (core)'], ['impossible', says('many'), down]),
  ...about(
    'getblockcount',
    ['transaction (core)'],
    ['impossible', says(500_000_000), down],
    ['too small', says(0), pending],
  ),
  ...about(
    'GET /api/v2/address/:id.transactions[].blockHeight',
    ['history (blockbook)'],
    ['impossible', says(500_000_000), down],
  ),
  ...about(
    'GET /api/v2/address/:id.transactions[].vout[].value',
    ['history (blockbook)'],
    ['impossible', says(String(tooMuch)), unread],
  ),
  ...about(
    'GET /api/v2/xpub/:id.transactions[].vout[].value',
    ['extended history (blockbook)'],
    ['impossible', says(String(tooMuch)), unread],
  ),
  ...about('GET /address/:id/txs[].status.block_time', ['history (esplora)'], ['impossible', says(2 ** 32), unread]),
  ...about('GET /address/:id/txs[].fee', ['history (esplora)'], ['impossible', says(tooMuch), unread]),
];
