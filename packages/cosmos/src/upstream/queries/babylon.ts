import { largeAnswer, mediumAnswer } from '@isochain/core/upstream';
import type * as z from 'zod';
import type { Address } from '../../address/address.ts';
import type { Money } from '../../bytes/messages.ts';
import { messageTypes, type QueuedMessage, queuedMessages, type RewardGauge, rewardGauges } from '../lcd/babylon.ts';
import { mostItems, type Paged, pageQuery } from '../pages.ts';
import type { Query } from '../query.ts';

/** The messages of all accounts that wait for the end of the current epoch, which is 0 here (babylonlabs-io/babylon x/epoching/keeper/grpc_query.go). */
export const currentEpochMessages: Paged<QueuedMessage> = {
  page: (key) => ({
    rest: {
      path: '/babylon/epoching/v1/epochs/0/messages',
      // A message has about half a kilobyte.
      query: pageQuery(mostItems, key),
      schema: queuedMessages,
      maxBytes: mediumAnswer,
    },
  }),
};

export type RewardGauges = z.output<typeof rewardGauges>;

/** What stakes of Bitcoin have earned, by kind of stakeholder: `btc_staker`, `finality_provider`, `costaker`. */
export function rewardGaugesOf(address: Address): Query<RewardGauges> {
  return {
    rest: {
      path: `/babylon/incentive/address/${address}/reward_gauge`,
      route: '/babylon/incentive/address/{address}/reward_gauge',
      schema: rewardGauges,
    },
    // x/incentive/types/errors.go: ErrRewardGaugeNotFound. Errors of modules come with any status.
    refused: ({ message }) => (/reward gauge not found/.test(message) ? { value: new Map() } : undefined),
  };
}

/** What a gauge owes, by denomination. What is 0 is left out, and what would be less. */
export function owedBy({ earned, taken }: RewardGauge): Money[] {
  const claimed = (denom: string) => taken.find((each) => each.denom === denom)?.amount ?? 0n;
  return earned
    .map(({ denom, amount }) => ({ denom, amount: amount - claimed(denom) }))
    .filter(({ amount }) => amount > 0n);
}

/** The types of the messages of a transaction. Undefined if the node does not have it, or if one cannot be read. */
export function messageTypesOf(hash: string): Query<readonly string[] | undefined> {
  return {
    rest: {
      path: `/cosmos/tx/v1beta1/txs/${hash}`,
      route: '/cosmos/tx/v1beta1/txs/{hash}',
      schema: messageTypes,
      maxBytes: largeAnswer,
    },
    refused: ({ isNotFound }) => (isNotFound ? { value: undefined } : undefined),
  };
}
