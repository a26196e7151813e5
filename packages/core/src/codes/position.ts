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
  'position.otherValidator': {
    kind: 'warning',
    message: 'The staking position is with {validator}, not with validatorAddress',
  },
  'position.more': {
    kind: 'warning',
    message: 'There are {count} more positions to withdraw from',
  },
} as const satisfies Codes<'position'>;
