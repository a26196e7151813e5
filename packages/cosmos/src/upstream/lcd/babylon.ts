import * as z from 'zod';
import type { Money } from '../../bytes/messages.ts';
import { coin, isDistinct, nextKey } from './fields.ts';

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
    msgs: z
      .array(
        z.object({ tx_id: z.string().regex(/^[0-9a-fA-F]{64}$/), msg: z.string(), msg_type: z.string().nullish() }),
      )
      .nullish(),
    pagination: nextKey,
  })
  .transform(({ msgs, pagination }) => ({
    items: (msgs ?? []).map(
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
}

const coins = z
  .array(coin)
  .refine((items) => isDistinct(items.map(({ denom }) => denom)))
  .nullish()
  .transform((found) => found ?? []);

/** `GET /babylon/incentive/address/{address}/reward_gauge`, by kind of stakeholder in lower case (babylonlabs-io/babylon proto/babylon/incentive/query.proto). */
export const rewardGauges = z
  .object({ reward_gauges: z.record(z.string(), z.object({ coins, withdrawn_coins: coins })) })
  .transform(
    ({ reward_gauges: found }) =>
      new Map(
        Object.entries(found).map(([kind, { coins: earned, withdrawn_coins: taken }]): [string, RewardGauge] => [
          kind.toLowerCase(),
          { earned, taken },
        ]),
      ),
  );

/** `GET /cosmos/tx/v1beta1/txs/{hash}`: the types of the messages, `/babylon.epoching.v1.MsgWrappedDelegate`. */
export const messageTypes = z
  .object({ tx: z.object({ body: z.object({ messages: z.array(z.object({ '@type': z.string() })) }) }) })
  .transform(({ tx }) => tx.body.messages.map((message) => message['@type']));
