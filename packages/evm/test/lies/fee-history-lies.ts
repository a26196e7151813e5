import type { Lie } from '@isochain/conformance';
import { hex } from '../scripted-node.ts';
import {
  belowCeilings,
  bounded,
  capAtMost,
  fails,
  ignored,
  lies,
  onlyOneCounts,
  refused,
  sameNonce,
  sameRecipient,
  sameTerms,
  sameTransfer,
  split,
  tipsAtMost,
  truth,
  twofold,
  warned,
  warns,
} from './expected.ts';
import { allHistories, baseFee, gas, highestTip, reward, waits, withHistory } from './prices.ts';
import { gwei } from './upstream.ts';

// Lies about base fees and tips.

const history: readonly Lie[] = [
  ...lies(
    baseFee,
    allHistories,
    ['too large', hex(300_000n * gwei), refused('fee.aboveCeiling')],
    ['impossible', hex(2n ** 64n), fails],
    ['impossible', '-0x1', fails, 'negative'],
    ['another chain', '0x0', bounded(waits, sameTransfer, capAtMost(1n))],
    ['stale', hex(gwei / 2n), bounded(waits, sameTransfer, sameNonce, capAtMost(1n))],
  ),
  ...lies(
    baseFee,
    ['transfer'],
    [
      'too large',
      hex(5_000n * gwei),
      warned('fee.high', sameTransfer, belowCeilings('ethereum'), tipsAtMost(gas * gwei)),
      'five thousandfold',
    ],
    [
      'too large',
      hex(100n * gwei),
      bounded(
        'The chain charges its own base fee: nothing is lost but room in the balance.',
        sameTransfer,
        tipsAtMost(gas * gwei),
      ),
      'a hundredfold',
    ],
  ),
  ...lies(
    baseFee,
    ['maximum'],
    [
      'too large',
      hex(500n * gwei),
      bounded(
        'All of the cap is offered as tip, for a transfer: up to 0.021 ETH.',
        sameRecipient,
        tipsAtMost(highestTip),
        belowCeilings('ethereum'),
      ),
      'five hundredfold',
    ],
    [
      'too large',
      hex(19_000n * gwei),
      warned('amount.leavesDust', sameRecipient, tipsAtMost(highestTip), belowCeilings('ethereum')),
    ],
    ['too large', hex(25_000n * gwei), refused('fee.aboveCeiling'), 'above the ceiling'],
    ['too small', '0x0', bounded(waits, sameRecipient, capAtMost(1n))],
  ),
  ...lies(
    baseFee,
    ['arbitrum'],
    [
      'too large',
      hex(400n * gwei),
      bounded(
        'Tips are ignored, and the base fee is the chain’s own.',
        sameTransfer,
        tipsAtMost(0n),
        belowCeilings('arbitrum'),
      ),
      'four hundredfold',
    ],
  ),
  ...lies(
    baseFee,
    ['twice'],
    [
      'split',
      split(truth, hex(100n * gwei)),
      bounded(
        'Both have one nonce, so the chain carries out one of them, at its own price.',
        onlyOneCounts,
        sameTransfer,
      ),
    ],
  ),
  ...lies(
    'eth_feeHistory.baseFeePerGas',
    allHistories,
    ['missing', undefined, fails],
    ['impossible', [], fails, 'empty'],
    ['duplicated', twofold, ignored],
  ),
  ...lies(
    'eth_feeHistory.baseFeePerGas',
    ['transfer', 'maximum'],
    ['stale', (honest: readonly unknown[]) => honest.slice(0, 1), bounded(waits, sameRecipient, capAtMost(1n))],
  ),
];

/** Then the chain's own suggestion counts: on Monad it is 2 gwei. */
const noTips = bounded(`${waits} On chains with a suggested tip that is offered.`, sameTransfer, capAtMost(2n));

const tips: readonly Lie[] = [
  ...lies(
    reward,
    withHistory,
    ['too large', hex(300_000n * gwei), refused('fee.aboveCeiling')],
    ['impossible', hex(2n ** 64n), fails],
    ['impossible', '0x', fails, 'empty'],
    ['too small', '-0xfd', noTips, 'negative'],
    ['too small', '0x0', noTips],
    ['missing', undefined, noTips],
  ),
  ...lies(
    reward,
    ['transfer', 'maximum'],
    [
      'too large',
      hex(999n * gwei),
      bounded(
        'Up to the ceiling of the tip, for the gas that is used: 0.021 ETH for a transfer.',
        sameRecipient,
        tipsAtMost(highestTip),
        belowCeilings('ethereum'),
      ),
      'just below the ceiling',
    ],
  ),
  ...lies(
    reward,
    ['tokens', 'all tokens'],
    [
      'too large',
      hex(999n * gwei),
      bounded(
        'Up to the ceiling of the tip, for the gas limit of 25,200: 0.0252 ETH.',
        sameRecipient,
        tipsAtMost(25_200n * 1_000n * gwei),
        belowCeilings('ethereum'),
      ),
      'just below the ceiling',
    ],
  ),
  ...lies(
    reward,
    ['optimism'],
    [
      'too large',
      hex(99n * gwei),
      bounded(
        'Up to the ceiling of the tip: 0.0021 ETH for a transfer.',
        sameTransfer,
        tipsAtMost(gas * 100n * gwei),
        belowCeilings('optimism'),
      ),
      'just below the ceiling',
    ],
  ),
  ...lies(
    reward,
    ['avalanche'],
    [
      'too large',
      hex(999n * gwei),
      bounded(
        'Up to the ceiling of the tip: 0.021 AVAX for a transfer.',
        sameTransfer,
        tipsAtMost(highestTip),
        belowCeilings('avalanche'),
      ),
      'just below the ceiling',
    ],
  ),
  ...lies(
    reward,
    ['monad'],
    [
      'too large',
      hex(1_999n * gwei),
      bounded(
        'Up to the ceiling of the tip, for the gas limit: 0.042 MON for a transfer.',
        sameTransfer,
        tipsAtMost(2n * highestTip),
        belowCeilings('monad-testnet'),
      ),
      'just below the ceiling',
    ],
  ),
  ...lies(
    reward,
    ['twice'],
    [
      'split',
      split(truth, hex(900n * gwei)),
      bounded(
        'Both have one nonce: one is carried out, at 0.021 ETH at most.',
        onlyOneCounts,
        sameTransfer,
        tipsAtMost(highestTip),
      ),
    ],
  ),
  ...lies(
    'eth_feeHistory.reward',
    withHistory,
    ['missing', undefined, noTips],
    ['duplicated', twofold, ignored],
    ['impossible', [], noTips, 'empty'],
  ),
  ...lies(
    'eth_feeHistory.reward[]',
    withHistory,
    ['impossible', [], noTips, 'empty'],
    ['duplicated', twofold, ignored],
    ['missing', null, fails],
  ),
  ...lies(
    'eth_feeHistory.gasUsedRatio[]',
    withHistory,
    ['too small', 0, noTips],
    ['impossible', -1, noTips],
    ['too large', 7, ignored],
    ['missing', null, ignored],
  ),
  ...lies(
    'eth_feeHistory.gasUsedRatio',
    withHistory,
    ['missing', undefined, ignored],
    ['impossible', [], ignored, 'empty'],
    ['duplicated', twofold, ignored],
  ),
];

const disputed = 'fee.disputed';

/** An honest endpoint is asked for prices too. */
const secondOpinion: readonly Lie[] = [
  ...lies(
    baseFee,
    ['second opinion'],
    ['too large', hex(2_000n * gwei), warned(disputed, sameTransfer, capAtMost(1n))],
    [
      'too large',
      hex((25n * gwei) / 10n),
      bounded('Twice the cap of the truth.', sameTransfer, capAtMost(2n)),
      'below the factor',
    ],
    ['too small', '0x0', warned(disputed, sameTransfer, capAtMost(1n))],
    // Then the other endpoint answers everything, and no third endpoint is left for an opinion.
    [
      'impossible',
      hex(2n ** 64n),
      bounded(
        'The other endpoint answers, and a warning says that it is the only one.',
        sameTerms,
        warns('fee.unchecked'),
      ),
    ],
  ),
  ...lies(
    reward,
    ['second opinion'],
    ['too large', hex(900n * gwei), warned(disputed, sameTransfer, capAtMost(1n), tipsAtMost(gas * gwei))],
    [
      'too large',
      hex(4n * gwei),
      bounded('Twice the cap of the truth.', sameTransfer, capAtMost(2n)),
      'below the factor',
    ],
    ['too small', '0x0', bounded(waits, sameTransfer, capAtMost(1n))],
  ),
];

export const feeHistoryLies: readonly Lie[] = [...history, ...tips, ...secondOpinion];
