import type { Lie } from '@isochain/conformance';
import { strangerScript } from './accounts.ts';
import { about, down, ignored, only, ratesWithin, refused, says, shown, warned } from './tell.ts';

// Answers of an Esplora about coins, their transactions, fees and heights, during encode.

export const otherId = 'cd'.repeat(32);
const list = 'GET /address/:id/utxo';
const page = 'GET /address/:id/txs';
/** One more than there can be (src/consensus/amount.h: MAX_MONEY). */
const tooMuch = 2_100_000_000_000_001;

interface Listed {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
  readonly status: object;
}

const lists: readonly Lie[] = [
  ...about(
    'GET /block-height/:id',
    ['transfer', 'stake'],
    ['another chain', says('000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'), down],
    ['missing', says(''), down],
  ),
  ...about(
    'GET /blocks[].timestamp',
    ['transfer', 'stake'],
    // Ten thousand minutes ago, and a day ahead.
    ['stale', (seconds: number) => seconds - 600_000, refused('chain.standsStill')],
    ['impossible', (seconds: number) => seconds + 86_400, down, 'of the future'],
    ['missing', says(undefined), down],
  ),
  ...about('GET /blocks', ['transfer'], ['missing', says([]), down]),
  ...about(
    list,
    ['transfer', 'two coins', 'taproot'],
    ['missing', says({}), down, 'no list'],
    ['missing', says([]), refused('coins.none'), 'no coins'],
    ['duplicated', (coins: Listed[]) => [...coins, ...coins], down],
    [
      'false',
      (coins: Listed[]) => [...coins, { ...coins[0], txid: otherId, value: 900_000_000 }],
      shown,
      'a coin that does not exist',
    ],
  ),
  ...about(
    list,
    ['maximum'],
    ['too large', (coins: Listed[]) => coins.map((coin) => ({ ...coin, value: tooMuch - 1 })), down, 'in sum'],
    ['stale', (coins: Listed[]) => coins.slice(1), shown, 'one coin less'],
  ),
  ...about(
    list,
    ['unconfirmed and young'],
    [
      'stale',
      (coins: Listed[]) =>
        coins.map((coin) => ({ ...coin, status: { confirmed: true, block_height: 1, block_time: 1_300_000_000 } })),
      shown,
      'all coins old and deep',
    ],
  ),
  ...about(
    `${list}[].value`,
    ['transfer', 'taproot'],
    ['too large', says(900_000_000), shown],
    ['too small', says(90_000_000), shown],
    ['impossible', says(tooMuch), down, 'more than the supply'],
    ['impossible', says(-1), down, 'negative'],
    ['impossible', says(0), refused('coins.none'), 'nothing'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${list}[].value`,
    ['two coins', 'maximum', 'legacy', 'nested', 'extended'],
    ['too large', only(0, says(120_000_000)), down, 'one of them'],
    ['too small', only(0, says(90_000_000)), down, 'one of them'],
    ['too small', says(90_000_000), down, 'all of them'],
  ),
  ...about(
    `${list}[].value`,
    ['two coins, twice'],
    [
      'split',
      (honest, { indices, nth }) => (indices[0] === (nth >> 1) % 2 ? 90_000_000 : honest),
      down,
      'the amount of one coin first, and of the other then',
    ],
  ),
  ...about(
    `${list}[].txid`,
    ['transfer', 'taproot'],
    ['another account', only(0, says(otherId)), shown],
    ['impossible', says('xyz'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${list}[].vout`,
    ['transfer', 'taproot'],
    ['another account', says(1), shown],
    ['impossible', says(2 ** 32), down],
    ['impossible', says(-1), down, 'negative'],
    ['missing', says(undefined), down],
  ),
  ...about(`${list}[].vout`, ['two coins', 'legacy'], ['another account', only(0, says(1)), down]),
  ...about(
    `${list}[].status.confirmed`,
    ['transfer', 'unconfirmed and young'],
    ['stale', says(false), shown, 'not yet'],
    ['missing', says(undefined), down],
  ),
  // Coins that do not fit are left aside, beside others that do.
  ...about(
    `${list}[].status.confirmed`,
    ['unconfirmed and young'],
    ['false', says(true), refused('balance.insufficient'), 'without a height'],
  ),
  ...about(
    `${list}[].status.block_height`,
    ['transfer', 'unconfirmed and young'],
    ['too large', says(2_000_000), shown, 'in a block to come'],
    ['too small', says(1), shown],
  ),
  ...about(
    `${list}[].status.block_height`,
    ['transfer'],
    ['impossible', says(500_000_000), down],
    ['impossible', says(-1), down, 'negative'],
    ['missing', says(undefined), down],
  ),
  ...about(
    `${list}[].status.block_height`,
    ['unconfirmed and young'],
    ['impossible', says(500_000_000), shown],
    ['impossible', says(-1), shown, 'negative'],
    ['missing', says(undefined), shown],
  ),
];

const transactions: readonly Lie[] = [
  ...about(
    page,
    ['two coins', 'legacy'],
    ['missing', says([]), ignored],
    ['missing', says({}), down, 'no list'],
    ['duplicated', (all: object[]) => [...all, ...all], ignored],
  ),
  ...about(
    `${page}[].txid`,
    ['two coins', 'legacy'],
    ['another account', says(otherId), ignored],
    ['impossible', says('x'), down],
  ),
  ...about(
    `${page}[].vout[].value`,
    ['two coins', 'legacy'],
    ['too large', says(900_000_000), ignored],
    ['too small', says(1), ignored],
    ['impossible', says(tooMuch), ignored],
    ['missing', says(undefined), ignored],
  ),
  ...about(`${page}[].vout`, ['two coins', 'legacy'], ['missing', says([]), ignored]),
  ...about(
    `${page}[].vout[].scriptpubkey`,
    ['two coins', 'legacy'],
    ['another account', says(strangerScript), ignored],
    ['impossible', says('0'), ignored],
  ),
  ...about(`${page}[].vin`, ['two coins'], ['missing', says([]), ignored]),
  ...about(
    `${page}[].vin[].txid`,
    ['two coins', 'legacy'],
    ['another account', says(otherId), ignored],
    ['missing', says(undefined), ignored],
  ),
  ...about(
    `${page}[].vin[].vout`,
    ['two coins', 'legacy'],
    ['another account', says(1), ignored],
    ['impossible', says(2 ** 32), ignored],
  ),
  ...about(
    `${page}[].vin[].scriptsig`,
    ['nested'],
    ['another account', says(`160014${'ab'.repeat(20)}`), refused('publicKey.required')],
    ['missing', says(''), refused('publicKey.required')],
    ['impossible', says('0'), refused('publicKey.required')],
  ),
  ...about(`${page}[].vin[].sequence`, ['two coins'], ['false', says(1), ignored], ['impossible', says(-1), ignored]),
  ...about(
    `${page}[].vin[].is_coinbase`,
    ['transfer', 'unconfirmed and young'],
    ['false', (honest: boolean) => !honest, shown],
    ['missing', says(undefined), ignored],
  ),
  ...about(
    `${page}[].vin[].prevout.scriptpubkey`,
    ['unconfirmed and young'],
    ['another account', says(strangerScript), shown, 'own change is a stranger’s'],
  ),
  ...about(
    `${page}[].vin[].prevout.value`,
    ['two coins', 'legacy'],
    ['too large', says(900_000_000), ignored],
    ['impossible', says(tooMuch), ignored],
  ),
  ...about(`${page}[].status.confirmed`, ['two coins'], ['stale', says(false), ignored]),
  ...about(
    `${page}[].status.block_height`,
    ['two coins'],
    ['too small', says(1), ignored],
    ['impossible', says(500_000_000), down],
  ),
  ...about(
    'GET /tx/:id/hex.outputs[].value',
    ['extended'],
    ['too large', says(900_000_000n), warned('coins.believed')],
    ['too small', says(1n), warned('coins.believed')],
  ),
  ...about(
    'GET /tx/:id/hex.outputs[].script',
    ['extended'],
    ['another account', says(strangerScript), warned('coins.believed')],
  ),
  ...about('GET /tx/:id/hex.outputs', ['extended'], ['missing', says([]), warned('coins.believed')]),
  ...about('GET /tx/:id/hex.inputs[].txid', ['extended'], ['another account', says(otherId), warned('coins.believed')]),
  ...about('GET /tx/:id/hex.inputs[].vout', ['extended'], ['another account', says(3), warned('coins.believed')]),
  ...about('GET /tx/:id/hex.inputs[].script', ['extended'], ['false', says('00'), warned('coins.believed')]),
  ...about('GET /tx/:id/hex.inputs[].sequence', ['extended'], ['false', says(5), warned('coins.believed')]),
  ...about('GET /tx/:id/hex.inputs', ['extended'], ['missing', says([]), warned('coins.believed')]),
  ...about('GET /tx/:id/hex.version', ['extended'], ['false', says(1), warned('coins.believed')]),
  ...about('GET /tx/:id/hex.locktime', ['extended'], ['false', says(1_000), warned('coins.believed')]),
];

/** Facts that only an upstream tells, and the bound of each. */
const surroundings: readonly Lie[] = [
  ...about(
    'GET /blocks/tip/height',
    ['transfer', 'unconfirmed and young', 'taproot'],
    ['too large', says('2000000'), shown],
    ['impossible', says('500000000'), down],
    ['impossible', says('-1'), down, 'negative'],
    ['missing', says(''), down],
  ),
  ...about('GET /blocks/tip/height', ['transfer', 'taproot'], ['stale', says('800000'), ignored]),
  ...about(
    'GET /fee-estimates.3',
    ['transfer', 'two coins', 'maximum', 'legacy', 'taproot'],
    ['too large', says(1_000_000), warned('fee.capped')],
    ['too large', says(1_000_000), ratesWithin(1n, 500n), 'in numbers'],
    ['too large', says(499), ratesWithin(1n, 500n), 'below the limit'],
    ['too small', says(0.001), ratesWithin(1n, 500n)],
    ['impossible', says(-1), down],
    ['missing', says(undefined), ratesWithin(1n, 500n)],
  ),
  ...about(
    'GET /fee-estimates.1',
    ['transfer'],
    ['too large', says(1_000_000), ignored],
    ['impossible', says(-1), down],
  ),
  ...about(
    'GET /fee-estimates.144',
    ['transfer'],
    ['too large', says(1_000_000), ignored],
    ['impossible', says(-1), down],
  ),
  ...about(
    'GET /v1/fees/precise.halfHourFee',
    ['precise fees'],
    ['too large', says(1_000_000), warned('fee.capped')],
    ['too large', says(1_000_000), ratesWithin(1n, 500n), 'in numbers'],
    ['too small', says(0.001), ratesWithin(1n, 500n)],
    ['impossible', says(-1), ignored],
    ['missing', says(undefined), ignored],
  ),
];

const replacements: readonly Lie[] = [
  ...about('GET /tx/:id.txid', ['replacement'], ['another account', says(otherId), down]),
  ...about(
    'GET /tx/:id.vout[].value',
    ['replacement'],
    ['too small', says(1), ignored],
    ['too large', says(900_000_000), ignored],
    ['impossible', says(tooMuch), down],
  ),
  ...about(
    'GET /tx/:id.vout[].scriptpubkey',
    ['replacement'],
    ['another account', says(strangerScript), ignored],
    ['impossible', says('0'), down],
  ),
  ...about('GET /tx/:id.vout', ['replacement'], ['missing', says([]), down]),
  ...about('GET /tx/:id.vin', ['replacement'], ['missing', says([]), down]),
  ...about(
    'GET /tx/:id.vin[].txid',
    ['replacement'],
    ['another account', says(otherId), refused('replacement.impossible')],
  ),
  ...about('GET /tx/:id.vin[].vout', ['replacement'], ['another account', says(7), refused('replacement.impossible')]),
  ...about('GET /tx/:id.vin[].is_coinbase', ['replacement'], ['false', says(true), refused('replacement.impossible')]),
  ...about('GET /tx/:id.vin[].sequence', ['replacement'], ['false', says(7), ignored]),
  ...about(
    'GET /tx/:id.vin[].prevout.scriptpubkey',
    ['replacement'],
    ['another account', says(strangerScript), refused('replacement.impossible')],
  ),
  ...about(
    'GET /tx/:id.vin[].prevout.value',
    ['replacement'],
    // As if the replaced transaction had paid most of it. Nobody can pay more than that.
    ['too large', says(900_000_000), refused('balance.insufficient')],
    ['too small', says(60_000_000), shown],
    ['impossible', says(tooMuch), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'GET /tx/:id.fee',
    ['replacement'],
    ['too large', says(900_000_000), ignored],
    ['impossible', says(-1), down],
  ),
  ...about(
    'GET /tx/:id.status.confirmed',
    ['replacement'],
    ['false', says(true), down, 'without a height'],
    ['missing', says(undefined), down],
  ),
];

/** Which addresses of an extended key were used. */
const scans: readonly Lie[] = [
  ...about(
    'GET /address/:id.chain_stats.tx_count',
    ['extended'],
    ['too large', says(5), { refused: 'account.tooLarge' }, 'all addresses were used'],
    ['too small', says(0), refused('coins.none')],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about('GET /address/:id.mempool_stats.tx_count', ['extended'], ['impossible', says(-1), down]),
  ...about(
    'GET /address/:id.chain_stats.funded_txo_sum',
    ['extended'],
    ['too small', says(0), refused('coins.none')],
    ['too large', (honest: number) => honest + 900_000_000, ignored],
    ['impossible', says(tooMuch), down],
  ),
  ...about(
    'GET /address/:id.chain_stats.spent_txo_sum',
    ['extended'],
    ['impossible', says(tooMuch), down, 'more than it got'],
    ['impossible', says(-1), down],
  ),
  ...about('GET /address/:id.mempool_stats.funded_txo_sum', ['extended'], ['impossible', says(-1), down]),
  ...about('GET /address/:id.mempool_stats.spent_txo_sum', ['extended'], ['impossible', says(tooMuch), down]),
];

export const esploraLies: readonly Lie[] = [...lists, ...transactions, ...surroundings, ...replacements, ...scans];
