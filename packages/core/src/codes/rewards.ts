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
  'rewards.tooSoon': {
    kind: 'chain',
    message: 'Rewards were claimed at {last}: the next claim is possible from {date} on.',
  },
  'rewards.notAtOnce': {
    kind: 'chain',
    message: 'Rewards cannot be staked in the transaction that claims them: {reason}.',
  },
  'rewards.ofAll': {
    kind: 'warning',
    message: 'The chain keeps the rewards of all validators in one sum. This claims all of it: {amount}',
  },
  'rewards.stay': {
    kind: 'warning',
    message: 'This pays no rewards: what {validator} owes the account stays there until a claim',
  },
  'rewards.elsewhere': {
    kind: 'warning',
    message: 'Rewards go to {recipient}, as the account has set it',
  },
} as const satisfies Codes<'rewards'>;
