import type { Codes } from './types.ts';

/** Amounts. */
export const amount = {
  'amount.missing': {
    kind: 'request',
    message: 'Give either amount or useMaxAmount: true.',
  },
  'amount.ambiguous': {
    kind: 'request',
    message: 'Give either amount or useMaxAmount: true, not both.',
  },
  'amount.invalid': {
    kind: 'request',
    message: '{field} must be a whole number in the smallest unit, as a decimal string like "1500000": {reason}.',
  },
  'amount.belowDust': {
    kind: 'chain',
    message: '{amount} is too little: nodes of {chain} do not relay an output of type {type} below {minimum}.',
  },
  'amount.leavesDust': {
    kind: 'warning',
    message: 'Up to {dust} may stay in the account: {reason}',
  },
} as const satisfies Codes<'amount'>;
