import type { Codes } from './types.ts';

/** Chains that are unknown, stopped, or cannot answer. */
export const chain = {
  'chain.unknown': {
    kind: 'notFound',
    message: 'Unknown chain {chain}: {hint}',
  },
  'chain.notAccepted': {
    kind: 'notFound',
    message: '{chain} is not accepted on this path[: use {route}].',
  },
  'feature.unsupported': {
    kind: 'notFound',
    message: '{feature} cannot be read on {chain}: {reason}.',
  },
  'family.notBuilt': {
    kind: 'notBuilt',
    message: '{chain} belongs to the {family} family, which this version does not serve yet.',
  },
  'chain.stopped': {
    kind: 'gone',
    message: '{chain} has been stopped since {since}: {reason}',
  },
  'chain.sunset': {
    kind: 'warning',
    message: '{chain} is being retired: {reason}',
  },
  'chain.ended': {
    kind: 'warning',
    message:
      'The public network of {chain} has been stopped since {since}: the transaction reaches only nodes that the operator of this service chose. {reason}',
  },
  'chain.unsettled': {
    kind: 'warning',
    message:
      'The endpoints of {chain} have different blocks at height {height}: the newest blocks may still be replaced',
  },
  'chain.standsStill': {
    kind: 'upstream',
    message:
      '{chain} stands still: the newest block that any of its endpoints shows is of {date}. What is sent now may never be mined.',
  },
  'chain.divided': {
    kind: 'upstream',
    message:
      'The endpoints of {chain} are on two chains: they have different blocks at height {height}, and more than the newest blocks differ. Nothing is encoded or sent',
  },
} as const satisfies Codes<'chain' | 'family' | 'feature'>;
