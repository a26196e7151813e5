import type { Codes } from './types.ts';

/** New stakes. */
export const stake = {
  'stake.belowMinimum': {
    kind: 'chain',
    message: 'At least {minimum} have to be staked.',
  },
  'stake.aboveMaximum': {
    kind: 'chain',
    message: 'At most {maximum} can be staked at once.',
  },
  'stake.parametersUnclear': {
    kind: 'chain',
    message: 'The staking parameters cannot be relied on at the moment: {reason}.',
  },
  'stake.unproven': {
    kind: 'chain',
    message: 'The stake cannot be registered yet: {reason}.',
  },
  'stake.unregistrable': {
    kind: 'chain',
    message: 'The stake cannot be registered: {reason}.',
  },
  'stake.registered': {
    kind: 'chain',
    message: 'The stake is registered on {chain} already, and is {status} there.',
  },
  'stake.immovable': {
    kind: 'chain',
    message:
      'Stakes cannot be moved from one validator to another on {chain}: unstake, and stake again when they are unlocked.',
  },
  'stake.notWhole': {
    kind: 'chain',
    message: 'A stake is a whole number of {ticker}: {amount} is not. {below} and {above} are the nearest.',
  },
  'stake.everything': {
    kind: 'chain',
    message: 'All that the account holds is at stake: send useMaxAmount: true instead of an amount.',
  },
  'stake.keysMissing': {
    kind: 'chain',
    message:
      'An account takes part in the consensus with participation keys, which a node makes. Missing in params: {missing}.',
  },
  'stake.freezesOnly': {
    kind: 'warning',
    message:
      'This freezes {amount}, and votes for nobody yet. When it is confirmed, encode the same stake again with "step": "vote" in params: that gives {validator} {votes} votes. Until then it earns no rewards',
  },
  'stake.idleVotes': {
    kind: 'warning',
    message:
      '{idle} of the account are frozen already, and have no vote: a stake of that much or less votes without freezing more',
  },
  'stake.voteUnpaid': {
    kind: 'warning',
    message:
      'Only {left} stay in the account, and the vote that follows costs {fee}: it has to wait until the account has coins, or free bandwidth again',
  },
  'stake.nextRound': {
    kind: 'warning',
    message: 'The stake takes part from the next round of the pool on, and earns nothing until then',
  },
  'stake.billed': {
    kind: 'warning',
    message: 'The pool does not give its tokens at once, but a bill that becomes tokens when the round is over',
  },
  'stake.heldBack': {
    kind: 'warning',
    message:
      'The pool holds back {held} until the epoch ends, so that the stake takes no rewards that it did not earn: at first it shows as {shown}, and the rest comes back to it then',
  },
  'stake.proofNeeded': {
    kind: 'warning',
    message:
      'The stake may be sent before it is registered on {chain}. Then it must be registered with an inclusion proof, or it never becomes active; until the covenant has signed, it cannot be ended early',
  },
  'stake.needsNode': {
    kind: 'warning',
    message:
      'The account takes part {rounds} rounds later. A node with these keys must run from then on: the network switches off accounts without one',
  },
  'stake.noRewards': {
    kind: 'warning',
    message: 'The account takes part without rewards: {reason}',
  },
} as const satisfies Codes<'stake'>;
