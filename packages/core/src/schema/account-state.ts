import * as z from 'zod';
import { chainIds } from '../chain-ids.ts';
import { status } from './status.ts';
import { token, tokenAmount } from './token.ts';

/** The parts of an account state, in the specification's order. */
export const balanceParts = ['native', 'tokens', 'staking'] as const;

export type BalancePart = (typeof balanceParts)[number];

export const nativeBalance = z.object({
  available: z.string().describe('What a transfer can use, before fees.'),
  total: z.string().describe('Includes what is reserved, locked or staked.'),
  unconfirmed: z.string().describe('Incoming and not confirmed yet.'),
});

const positionStatuses = ['free', 'pending', 'locked', 'unlocking', 'unlocked', 'slashed'] as const;

export const stakingPosition = z.object({
  validatorAddresses: z.array(z.string()).describe('The validators or pools that hold the stake.'),
  amount: z.string().describe('In the smallest unit.'),
  status: z.enum(positionStatuses).describe('Where the stake is between staking and withdrawing.'),
  stakeId: z.string().optional().describe('Identifier of the position: unstake and withdraw take it.'),
  completionDate: z.string().optional().describe('Milliseconds since 1970 UTC.'),
});

export const stakingBalance = z.object({
  total: z.string().describe('All stakes, in the smallest unit.'),
  locked: z.string().describe('What is staked, in the smallest unit.'),
  unlocking: z.string().describe('What was unstaked and is not free yet, in the smallest unit.'),
  unlocked: z.string().describe('What can be withdrawn now, in the smallest unit.'),
  positions: z.array(stakingPosition).describe('The single stakes.'),
  rewards: z
    .object({
      native: z
        .array(
          z.object({
            validatorAddress: z.string().describe('The validator that the rewards come from.'),
            amount: z.string().describe('In the smallest unit.'),
          }),
        )
        .describe('Rewards in the coin of the chain.'),
      tokens: z
        .array(
          z.object({
            token: token.describe('The token of the reward.'),
            amount: z.string().describe('In the smallest unit of the token.'),
            validatorAddress: z.string().describe('The validator that the rewards come from.'),
          }),
        )
        .describe('Rewards in tokens.'),
    })
    .describe('Rewards that were not claimed yet.'),
});

export const balances = z.object({
  native: nativeBalance.optional().describe('The coin of the chain.'),
  tokens: z.array(tokenAmount).optional().describe('Tokens that the account holds, as far as they are known.'),
  staking: stakingBalance.optional().describe('Stakes and their rewards.'),
});

export const accountState = z.object({
  chainId: z.enum(chainIds).describe('The chain.'),
  accountId: z.string().describe('The account, as it was asked for.'),
  balances: balances.describe(
    'All amounts in the smallest unit. A part that was not asked for, or that the chain does not have, is absent.',
  ),
  status: status
    .optional()
    .describe('Present only if there is a warning: a field of the request was ignored, or the chain stands still.'),
});

export type { AccountState, Balances, NativeBalance, StakingBalance, StakingPosition } from './wire-types.data.ts';
