import type { Codes } from './types.ts';

/** Coins (unspent outputs), and transactions that spend them. */
export const coins = {
  'coins.none': {
    kind: 'chain',
    message: 'The account has no coins that can be spent.',
  },
  'coins.protected': {
    kind: 'chain',
    message:
      'Insufficient balance without coins of {limit} and less, which may carry inscriptions or runes: they hold {held}. To spend them all the same, send params.allowSmallUtxos: true.',
  },
  'coins.waiting': {
    kind: 'chain',
    message:
      'Too little can be spent before the next block: nodes refuse a transaction that spends {held} of the account earlier, because {reason}. Try again after the next block.',
  },
  'inputs.tooMany': {
    kind: 'chain',
    message:
      'So many coins do not fit into one transaction: the {limit} largest make {sendable} after fees. Send that much to yourself first, which makes one coin of them.',
  },
  'replacement.impossible': {
    kind: 'chain',
    message: 'Transaction {transaction} cannot be replaced: {reason}.',
  },
  'coins.immature': {
    kind: 'warning',
    message: '{held} of the account are too young to be spent: the first of them can be spent from block {height} on',
  },
  'coins.restricted': {
    kind: 'warning',
    message:
      '{held} of the account wait for a block, and are not spent before. Nodes would refuse the transaction, because {reason}',
  },
  'coins.unconfirmed': {
    kind: 'warning',
    message:
      'The transaction spends coins of others that are not confirmed yet: it can be confirmed only after they are',
  },
  'coins.doubtful': {
    kind: 'warning',
    message:
      '{coins} of the coins that the transaction spends hold {most} or less, {held} together. Such small coins of taproot addresses may carry inscriptions or runes, which would be lost. To leave them, send params.smallUtxoLimit: "{limit}"',
  },
  'coins.believed': {
    kind: 'warning',
    message:
      'Only one upstream says that {coins} of the coins hold {held} together, and nobody confirms it. If it is wrong, the transaction pays other fees than fees says',
  },
  'coins.left': {
    kind: 'warning',
    message: '{left} stay in the account: {reason}',
  },
} as const satisfies Codes<'coins' | 'inputs' | 'replacement'>;
