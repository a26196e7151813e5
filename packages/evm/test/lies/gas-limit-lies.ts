import { type Lie, RpcFailure } from '@isochain/conformance';
import { hex } from '../scripted-node.ts';
import {
  belowCeilings,
  bounded,
  capAtMost,
  costsAtMost,
  fails,
  lies,
  onlyOneCounts,
  refused,
  sameNonce,
  sameRecipient,
  sameTransfer,
  split,
  tipsAtMost,
  truth,
  warned,
} from './expected.ts';
import { gwei } from './upstream.ts';

// Lies about the gas that a call needs.

const most = 60_000_000n;

export const gasLimitLies: readonly Lie[] = [
  ...lies(
    'eth_estimateGas',
    [
      'transfer',
      'maximum',
      'legacy',
      'auto',
      'optimism',
      'mantle',
      'arbitrum',
      'zksync',
      'monad',
      'avalanche',
      'hyperliquid',
      'cronos',
      'tokens',
      'all tokens',
    ],
    ['too large', hex(10n ** 13n), refused('fee.aboveCeiling')],
    ['impossible', hex(2n ** 64n), fails],
    ['impossible', '0x0', fails, 'nothing'],
    ['missing', undefined, fails],
    [
      'too small',
      '0x1',
      bounded(
        'No node takes it, or it runs out of gas: the gas limit is what can be lost.',
        sameRecipient,
        sameNonce,
        capAtMost(1n),
        costsAtMost(10n * 1_000n * gwei),
      ),
    ],
  ),
  ...lies(
    'eth_estimateGas',
    ['transfer', 'auto'],
    ['too large', hex(most), warned('fee.high', sameTransfer), 'a whole block'],
  ),
  ...lies(
    'eth_estimateGas',
    ['legacy'],
    [
      'too large',
      hex(most),
      bounded('Gas that is not used is not charged.', sameTransfer, sameNonce, capAtMost(1n)),
      'a whole block',
    ],
  ),
  // On chains that charge unused gas.
  ...lies(
    'eth_estimateGas',
    ['monad', 'avalanche', 'cronos'],
    ['too large', hex(1_200_000n), refused('fee.aboveCeiling'), 'just above the ceiling'],
  ),
  ...lies(
    'eth_estimateGas',
    ['monad'],
    [
      'too large',
      hex(950_000n),
      warned('fee.high', sameTransfer, belowCeilings('monad-testnet')),
      'just below the ceiling',
    ],
  ),
  ...lies(
    'eth_estimateGas',
    ['transfer', 'maximum', 'optimism', 'monad', 'cronos'],
    ['false', new RpcFailure(3, 'execution reverted'), refused('transaction.fails'), 'it reverts'],
    [
      'false',
      new RpcFailure(-32000, 'insufficient funds for transfer'),
      refused('balance.insufficientForFees'),
      'no coins',
    ],
  ),
  ...lies(
    'eth_estimateGas',
    ['twice'],
    [
      'split',
      split(truth, hex(100_000n)),
      bounded(
        'Both have one nonce: one is carried out, and gas that is not used is not charged.',
        onlyOneCounts,
        sameTransfer,
        tipsAtMost(100_000n * gwei),
      ),
    ],
  ),
];
