import * as z from 'zod';
import { chainIds } from '../chain-ids.ts';
import { status } from './status.ts';
import { token, tokenAmount } from './token.ts';

/** The parts of an account state, in the specification's order. */
export const balanceParts = ['native', 'tokens', 'staking'] as const;

export type BalancePart = (typeof balanceParts)[number];

export const nativeBalance = z.object({
  available: z.string().describe('What a transfer can use, before fees.'),
  total: z
    .string()
    .describe('What the account itself holds: also what is reserved or locked in it. Stakes are in `staking` alone.'),
  unconfirmed: z.string().describe('Incoming and not confirmed yet.'),
});

const positionStatuses = ['free', 'pending', 'locked', 'unlocking', 'unlocked', 'slashed'] as const;

export const stakingPosition = z.object({
  validatorAddresses: z.array(z.string()),
  amount: z.string(),
  status: z.enum(positionStatuses),
  stakeId: z.string().optional(),
  completionDate: z.string().optional().describe('Milliseconds since 1970 UTC.'),
});

export const stakingBalance = z.object({
  total: z.string(),
  locked: z.string(),
  unlocking: z.string(),
  unlocked: z.string(),
  positions: z.array(stakingPosition),
  rewards: z.object({
    native: z.array(z.object({ validatorAddress: z.string(), amount: z.string() })),
    tokens: z.array(z.object({ token, amount: z.string(), validatorAddress: z.string() })),
  }),
});

export const balances = z.object({
  native: nativeBalance.optional(),
  tokens: z.array(tokenAmount).optional(),
  staking: stakingBalance.optional(),
});

export const accountState = z.object({
  chainId: z.enum(chainIds),
  accountId: z.string(),
  balances,
  status: status
    .optional()
    .describe('Present only if there is a warning: a field of the request was ignored, or the chain stands still.'),
});

export type { AccountState, Balances, NativeBalance, StakingBalance, StakingPosition } from './wire-types.data.ts';
