import type { Lie } from '@isochain/conformance';
import { hex } from '../scripted-node.ts';
import {
  belowCeilings,
  bounded,
  capAtMost,
  costsAtMost,
  fails,
  ignored,
  lies,
  refused,
  sameNonce,
  sameRecipient,
  sameTransfer,
  tipsAtMost,
  twofold,
  warned,
  warns,
} from './expected.ts';
import { baseFee, gas, waits } from './prices.ts';
import { gwei } from './upstream.ts';

// Lies about prices that do not come from eth_feeHistory.

const price = 'eth_gasPrice';

const gasPrices: readonly Lie[] = [
  ...lies(
    price,
    ['legacy', 'zksync', 'hyperliquid', 'cronos'],
    ['too large', hex(50_000n * gwei), refused('fee.aboveCeiling')],
    ['impossible', hex(2n ** 64n), fails],
    ['impossible', '0xzz', fails, 'no number'],
    ['missing', undefined, fails],
  ),
  ...lies(
    price,
    ['legacy'],
    [
      'too large',
      hex(40_000n * gwei),
      warned('fee.high', sameTransfer, belowCeilings('fantom'), costsAtMost(gas * 50_000n * gwei)),
      'just below the ceiling',
    ],
  ),
  ...lies(
    price,
    ['hyperliquid'],
    [
      'too large',
      hex(3_000n * gwei),
      warned('fee.high', sameTransfer, tipsAtMost(0n), belowCeilings('hyperliquid')),
      'just below the ceiling',
    ],
  ),
  ...lies(
    price,
    ['zksync'],
    [
      'too large',
      hex(800n * gwei),
      bounded('The chain charges its base fee, and no tip.', sameTransfer, tipsAtMost(0n), belowCeilings('zksync')),
      'just below the ceiling',
    ],
  ),
  ...lies(
    price,
    ['cronos'],
    [
      'too large',
      hex(10_000n * gwei),
      warned('fee.high', sameTransfer, tipsAtMost(0n), belowCeilings('cronos')),
      'just below the ceiling',
    ],
  ),
  ...lies(
    price,
    ['legacy', 'zksync', 'hyperliquid'],
    [
      'too small',
      '0x0',
      bounded(`${waits} A warning says that the price is nothing.`, sameTransfer, capAtMost(0n), warns('fee.zero')),
    ],
    ['stale', hex(gwei / 50n), bounded(waits, sameTransfer, capAtMost(1n))],
  ),
  // The greater of two counts.
  ...lies(price, ['cronos'], ['too small', '0x0', ignored]),
  // On chains with base fees it is only asked for wishes.
  ...lies(
    price,
    ['auto'],
    ['too large', hex(50_000n * gwei), ignored],
    ['too small', '0x0', ignored],
    ['impossible', '-0x1', fails],
  ),
];

const ofOptimism = ['optimism', 'optimism maximum', 'optimism tokens'];
const withBlock = ['auto', 'tokens without multicall', ...ofOptimism];

/** Whether blocks have base fees tells which kind of transaction it is. */
const latestBlock: readonly Lie[] = [
  ...lies(
    'eth_getBlockByNumber latest.baseFeePerGas',
    ['auto', 'tokens without multicall'],
    [
      'missing',
      undefined,
      bounded(
        'The older kind of transaction, at the price that the node names.',
        sameRecipient,
        sameNonce,
        belowCeilings('chiliz'),
      ),
    ],
    [
      'another chain',
      null,
      bounded(
        'The older kind of transaction, at the price that the node names.',
        sameRecipient,
        sameNonce,
        belowCeilings('chiliz'),
      ),
    ],
    ['too large', hex(10n ** 15n), ignored],
    ['impossible', hex(2n ** 64n), fails],
  ),
  ...lies(
    'eth_getBlockByNumber latest.number',
    withBlock,
    ['impossible', hex(2n ** 53n), fails],
    ['missing', undefined, fails],
    ['stale', '0x1', ignored],
  ),
];

/** How fast base fees can rise, on the OP stack. Ten seconds are five of its blocks, and three are one: the truth there is the least headroom. */
const extraData: readonly Lie[] = [
  ...lies(
    'eth_getBlockByNumber latest.baseFeePerGas',
    ofOptimism,
    ['too large', hex(10n ** 15n), ignored],
    ['missing', undefined, ignored],
    ['impossible', hex(2n ** 64n), fails],
  ),
  ...lies(
    'eth_getBlockByNumber latest.extraData',
    ['optimism', 'optimism tokens'],
    [
      'too large',
      '0x0000000001ffffffff',
      bounded('Four times the base fee in place of twice, and the chain charges its own.', sameTransfer, capAtMost(2n)),
    ],
    ['too small', '0x00ffffffff00000001', ignored],
    ['impossible', '0x000000000000000000', ignored, 'nothing'],
    ['impossible', 'soon', ignored, 'no bytes'],
    ['missing', undefined, ignored],
  ),
  ...lies(
    'eth_getBlockByNumber latest.extraData',
    ['optimism maximum'],
    [
      'too large',
      '0x0000000001ffffffff',
      bounded(
        'All of the cap is offered as tip: twice the base fee in place of 1.25 times.',
        sameRecipient,
        sameNonce,
        capAtMost(2n),
        belowCeilings('optimism'),
      ),
    ],
    ['missing', undefined, ignored],
  ),
  ...lies(
    'eth_getBlockByNumber latest.extraData',
    ['auto', 'tokens without multicall'],
    ['too small', '0x00ffffffff00000001', ignored],
  ),
];

const lineaFee = 'The ceiling of the price, for the gas that is used: 0.0021 ETH.';

const linea: readonly Lie[] = [
  ...lies(
    'linea_estimateGas.priorityFeePerGas',
    ['linea'],
    ['too large', hex(100n * gwei), refused('fee.aboveCeiling')],
    [
      'too large',
      hex(80n * gwei),
      bounded(lineaFee, sameTransfer, tipsAtMost(gas * 100n * gwei), belowCeilings('linea')),
      'just below the ceiling',
    ],
    ['too small', '0x0', bounded(waits, sameTransfer, capAtMost(1n))],
    ['impossible', hex(2n ** 64n), bounded('The node’s other answers count.', sameTransfer, belowCeilings('linea'))],
    ['missing', undefined, bounded('The node’s other answers count.', sameTransfer, belowCeilings('linea'))],
  ),
  ...lies(
    'linea_estimateGas.baseFeePerGas',
    ['linea'],
    ['too large', hex(100n * gwei), refused('fee.aboveCeiling')],
    [
      'too large',
      hex(70n * gwei),
      bounded('The chain charges its own base fee.', sameTransfer, tipsAtMost(gas * 2n * gwei), belowCeilings('linea')),
      'just below the ceiling',
    ],
    ['too small', '0x0', bounded(waits, sameTransfer, capAtMost(1n))],
    ['missing', undefined, bounded('The node’s other answers count.', sameTransfer, belowCeilings('linea'))],
  ),
  ...lies(
    'linea_estimateGas.gasLimit',
    ['linea'],
    ['too large', hex(10n ** 9n), refused('fee.aboveCeiling')],
    ['too small', '0x1', bounded('No node takes it: it needs 21,000 gas at least.', sameTransfer, capAtMost(1n))],
    ['impossible', '0x0', bounded('The node’s other answers count.', sameTransfer, belowCeilings('linea'))],
    ['missing', undefined, bounded('The node’s other answers count.', sameTransfer, belowCeilings('linea'))],
  ),
  ...lies(
    'eth_maxPriorityFeePerGas',
    ['linea'],
    ['impossible', hex(2n ** 64n), fails],
    ['missing', undefined, fails],
    ['too large', hex(10n ** 15n), ignored],
  ),
  ...lies(
    baseFee,
    ['linea'],
    ['too large', hex(10n ** 15n), ignored],
    ['impossible', hex(2n ** 64n), fails],
    ['too small', '0x0', ignored],
  ),
  ...lies(
    'eth_feeHistory.baseFeePerGas',
    ['linea'],
    ['missing', undefined, fails],
    ['impossible', [], fails, 'empty'],
    ['duplicated', twofold, ignored],
  ),
  ...lies(
    'eth_estimateGas',
    ['linea'],
    ['too large', hex(10n ** 9n), ignored],
    ['too small', '0x1', ignored],
    ['impossible', '0x0', fails],
  ),
];

export const gasPriceLies: readonly Lie[] = [...gasPrices, ...latestBlock, ...extraData, ...linea];
