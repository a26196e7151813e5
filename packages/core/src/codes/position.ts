import type { Codes } from './types.ts';

/** Staking positions that exist. */
export const position = {
  'position.notFound': {
    kind: 'chain',
    message: 'There is no such staking position: {reason}.',
  },
  'position.unlisted': {
    kind: 'chain',
    message:
      'The staking positions of the account cannot be listed with the configured upstreams: say which one with stakeId.',
  },
  'position.ambiguous': {
    kind: 'chain',
    message: 'The account has {count} such staking positions: say which one with stakeId.',
  },
  'position.foreign': {
    kind: 'chain',
    message: 'The staking position belongs to {owner}, not to the sender.',
  },
  'position.notStaked': {
    kind: 'chain',
    message: 'The staking position is not at stake: withdraw it.',
  },
  'position.unlocking': {
    kind: 'chain',
    message: 'The staking position is being unlocked already.',
  },
  'position.locked': {
    kind: 'chain',
    message: 'The staking position is locked: {reason}.',
  },
  'position.insufficient': {
    kind: 'chain',
    message: 'The staking position holds {available}, but {needed} are asked for.',
  },
  'position.partTooLow': {
    kind: 'chain',
    message: 'A part of a staking position has to have at least {minimum}: ask for more, or for all of it.',
  },
  'position.remainderTooLow': {
    kind: 'chain',
    message: '{left} would be left in the staking position: it takes either nothing or at least {minimum}.',
  },
  'position.indivisible': {
    kind: 'chain',
    message: 'The staking position can only be taken as a whole, which is {whole}: ask for all of it.',
  },
  'position.twoKinds': {
    kind: 'chain',
    message:
      'One transaction unstakes coins of one kind: {bandwidth} are frozen for bandwidth and {energy} for energy, but {needed} are asked for.',
  },
  'position.otherValidator': {
    kind: 'warning',
    message: 'The staking position is with {validator}, not with validatorAddress',
  },
  'position.paidLater': {
    kind: 'warning',
    message: 'The coins come back when the present round of the pool is over, not at once',
  },
  'position.burnsTokens': {
    kind: 'warning',
    message:
      'This burns {tokens} of the tokens that the pool gave out for stakes[, of {held} that the account holds]: at the present rate they are worth {amount}',
  },
  'position.votesLeft': {
    kind: 'warning',
    message: 'The chain takes votes from all validators of the account alike. These are left: {votes}',
  },
  'position.comesBack': {
    kind: 'warning',
    message: '{amount} can be withdrawn from about {date} on',
  },
  'position.waitsAgain': {
    kind: 'warning',
    message: '{amount} are being unlocked already: their wait starts again with this',
  },
  'position.paysDue': {
    kind: 'warning',
    message: 'This also pays out {amount} that were unstaked before and are due',
  },
  'position.paysAll': {
    kind: 'warning',
    message: 'The chain pays out all that is due at once: {amount}, not only what is asked for',
  },
  'position.adjusted': {
    kind: 'warning',
    message: 'The chain will move {moved}, not the {asked} that are asked for: {reason}',
  },
  'position.more': {
    kind: 'warning',
    message: 'There are {count} more positions to withdraw from',
  },
  'position.nodeMustRun': {
    kind: 'warning',
    message: 'The account stops taking part {rounds} rounds later: its node must run until then',
  },
} as const satisfies Codes<'position'>;
