import type { Lie } from '@isochain/conformance';
import { bounded, fails, ignored, lies, onlyOthers } from './expected.ts';
import { both, word } from './explorers.ts';

// Lies of a node beside honest explorers: about the height, and about the times of blocks.

export const heightLies: readonly Lie[] = [
  ...lies(
    'eth_blockNumber',
    [...both, 'etherscan'],
    ['too large', '0x200', bounded(word, onlyOthers('confirmations'))],
    [
      'impossible',
      `0x${'f'.repeat(64)}`,
      bounded('Without a height there are no confirmations.', onlyOthers('confirmations')),
    ],
    ['missing', undefined, bounded('Without a height there are no confirmations.', onlyOthers('confirmations'))],
  ),
  // Far below the explorer's height, so one of them serves another chain.
  ...lies(
    'eth_chainId',
    [...both, 'etherscan'],
    ['another chain', '0x38', bounded('Without a height there are no confirmations.', onlyOthers('confirmations'))],
  ),
  ...lies(
    'eth_getBlockByNumber by number.timestamp',
    [...both, 'etherscan'],
    ['another chain', '0x1', fails, 'the explorer seems to be of another chain'],
    ['impossible', '-0x1', ignored],
    ['missing', undefined, ignored],
  ),
];
