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
  'stake.proofNeeded': {
    kind: 'warning',
    message:
      'The stake may be sent before it is registered on {chain}. Then it must be registered with an inclusion proof, or it never becomes active; until the covenant has signed, it cannot be ended early',
  },
} as const satisfies Codes<'stake'>;
