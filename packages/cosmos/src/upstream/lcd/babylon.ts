import * as z from 'zod';
import type { Money } from '../../bytes/messages.ts';
import { coin, isDistinct, mayHold, nextKey, someOf } from './fields.ts';

// What Babylon adds: stakes that wait for the end of an epoch, and rewards of stakes of Bitcoin.

/** A message that waits for the end of an epoch. */
export interface QueuedMessage {
  /** `cosmos.staking.v1beta1.MsgDelegate`. Undefined if the node does not tell. Later nodes tell. */
  readonly type: string | undefined;
  /** Hash of the transaction, in upper-case hex. */
  readonly transaction: string;
  /** The message in the text form of protobuf: `delegator_address:"bbn1..." validator_address:"..." amount:<denom:"ubbn" amount:"5" > `. */
  readonly text: string;
}

/** `GET /babylon/epoching/v1/epochs/{epoch}/messages` (babylonlabs-io/babylon x/epoching/types/query.go: ToResponse) */
export const queuedMessages = z
  .object({
    msgs: someOf(
      z.object({ tx_id: z.string().regex(/^[0-9a-fA-F]{64}$/), msg: z.string(), msg_type: z.string().nullish() }),
    ).nullish(),
    pagination: nextKey,
  })
  .transform(({ msgs, pagination }) => ({
    odd: msgs?.odd ?? [],
    items: (msgs?.items ?? []).map(
      ({ msg: text, msg_type: type, tx_id: id }): QueuedMessage => ({
        type: type || undefined,
        transaction: id.toUpperCase(),
        text,
      }),
    ),
    nextKey: pagination,
  }));

/** What a kind of stakeholder has earned, and what it has claimed of that. */
export interface RewardGauge {
  readonly earned: readonly Money[];
  readonly taken: readonly Money[];
  /** Whether all of it could be read. What cannot be read is left out. */
  readonly isWhole: boolean;
}

const coins = someOf(coin)
  .refine(({ items }) => isDistinct(items.map(({ denom }) => denom)))
  .nullish()
  .transform((found) => found ?? { items: [], odd: [] });

/** What was taken of a coin must be known, and be no more than was earned, or what is owed would be wrong. */
const gauge = z
  .object({ coins, withdrawn_coins: coins })
  .transform(
    ({ coins: earned, withdrawn_coins: taken }): RewardGauge => ({
      earned: earned.items.filter(({ denom }) => !mayHold(taken.odd, denom)),
      taken: taken.items,
      isWhole: earned.odd.length === 0 && taken.odd.length === 0,
    }),
  )
  .refine(({ earned, taken }) =>
    taken.every(({ denom, amount }) => amount <= (earned.find((each) => each.denom === denom)?.amount ?? 0n)),
  );

const unreadable: RewardGauge = { earned: [], taken: [], isWhole: false };

/** `GET /babylon/incentive/address/{address}/reward_gauge`, by kind of stakeholder in lower case (babylonlabs-io/babylon proto/babylon/incentive/query.proto). */
export const rewardGauges = z
  .object({ reward_gauges: z.record(z.string(), z.unknown()) })
  .transform(({ reward_gauges: found }) =>
    Object.entries(found).map(([kind, each]) => [kind, gauge.safeParse(each).data] as const),
  )
  .refine((found) => found.length === 0 || found.some(([, each]) => each !== undefined))
  // Among others, one that cannot be read shows nothing.
  .transform((found) => new Map(found.map(([kind, each]) => [kind.toLowerCase(), each ?? unreadable])));

/**
 * `GET /cosmos/tx/v1beta1/txs/{hash}`: the types of the messages, `/babylon.epoching.v1.MsgWrappedDelegate`. Undefined if one of them cannot be read: it
 * may be any of them.
 */
export const messageTypes = z
  .object({ tx: z.object({ body: z.object({ messages: someOf(z.object({ '@type': z.string() })) }) }) })
  .transform(({ tx: { body } }) =>
    body.messages.odd.length > 0 ? undefined : body.messages.items.map((message) => message['@type']),
  );
