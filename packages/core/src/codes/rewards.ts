import type { Codes } from './types.ts';

/** Rewards of stakes. */
export const rewards = {
  'rewards.none': {
    kind: 'chain',
    message: 'There are no rewards {what}: {validator} owes the account less than one unit.',
  },
  'rewards.notOwn': {
    kind: 'chain',
    message: 'The rewards cannot be staked again: they go to {recipient}, as the account has set it.',
  },
  'rewards.elsewhere': {
    kind: 'warning',
    message: 'Rewards go to {recipient}, as the account has set it',
  },
} as const satisfies Codes<'rewards'>;
