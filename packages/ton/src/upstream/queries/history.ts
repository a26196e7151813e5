import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { canonicalAddress } from '../../address/address.ts';
import type { Address } from '../../ton-core.ts';
import { amount, coins, hash, rawAddress, seconds, uint64 } from '../fields.ts';
import { form, type Query } from '../query.ts';

// Lists of what happened to an account. They differ too much to be one query: each says how it is read.

/** A trace that an account took part in, as toncenter v3 lists it: once for each action. */
export interface ListedAction {
  /** In hex. */
  readonly trace: string;
  /** Logical time at which the trace ended. The list is in this order, newest first. */
  readonly endLt: bigint;
  /** Unix time in seconds. */
  readonly time: number;
}

const listedAction = z.object({ trace_id: hash, trace_end_lt: uint64, end_utime: seconds });

const v3Actions = z.object({ actions: z.array(listedAction).nullish() });

/**
 * A page of the actions of an account.
 *
 * @param endLt - Traces that ended later are left out. It includes this time.
 */
export function actionsOf(account: Address, limit: number, endLt: bigint | undefined): Query<readonly ListedAction[]> {
  const request = {
    path: '/actions',
    query: { account: canonicalAddress(account), limit, sort: 'desc', end_lt: endLt?.toString() },
    maxBytes: largeAnswer,
    schema: v3Actions,
  };
  return {
    forms: {
      'toncenter-v3': form(request, ({ value }) => {
        const list = (value.actions ?? []).map(({ trace_id: trace, trace_end_lt: at, end_utime: time }) => ({
          trace,
          endLt: at,
          time,
        }));
        const isInOrder = list.every(({ endLt: at }, i) => at <= (list[i - 1]?.endLt ?? endLt ?? at));
        if (!isInOrder) throw new RejectedAnswer('its actions are not in order');
        return list;
      }),
    },
  };
}

const address = z.object({ address: rawAddress }).transform(({ address: raw }) => raw);
const money = z.object({ amount: coins });
const tokens = z.object({ amount, jetton: address });
const maybe = address.nullish();

/** The actions that are read. The service may change actions at any time, so those with other fields are not understood. */
const tonapiActions = {
  TonTransfer: money.extend({ sender: address, recipient: address, comment: z.string().nullish() }),
  JettonTransfer: tokens.extend({ sender: maybe, recipient: maybe, comment: z.string().nullish() }),
  JettonMint: tokens.extend({ recipient: address }),
  JettonBurn: tokens.extend({ sender: address }),
  DepositStake: money.extend({ staker: address, pool: address }),
  WithdrawStake: money.extend({ staker: address, pool: address }),
  WithdrawStakeRequest: z.object({ amount: coins.nullish(), staker: address, pool: address }),
};

type TonapiActions = { readonly [K in keyof typeof tonapiActions]: z.output<(typeof tonapiActions)[K]> };

/** An action of tonapi. `Other`: one that we do not know. */
export type EventAction = { readonly isFailed: boolean } & (
  | { [K in keyof TonapiActions]: { readonly type: K; readonly said: TonapiActions[K] } }[keyof TonapiActions]
  | { readonly type: 'Other' }
);

const tonapiAction = z.looseObject({ type: z.string(), status: z.string() }).transform((raw): EventAction => {
  const isFailed = raw.status !== 'ok';
  const type = raw.type as keyof TonapiActions;
  const said = Object.hasOwn(tonapiActions, type) ? tonapiActions[type].safeParse(raw[type]).data : undefined;
  return said === undefined ? { type: 'Other', isFailed } : ({ type, said, isFailed } as EventAction);
});

const tonapiEvent = z
  .looseObject({
    event_id: hash,
    account: address,
    timestamp: seconds,
    actions: z.array(tonapiAction),
    lt: uint64,
    in_progress: z.boolean(),
    ext_msg_hash: hash.nullish(),
  })
  .transform((said) => ({
    /** The hash of the first transaction of the trace, in hex. */
    id: said.event_id,
    account: said.account,
    time: said.timestamp,
    actions: said.actions,
    lt: said.lt,
    isRunning: said.in_progress,
    /** The normalized hash of the message that started the trace, in hex. */
    message: said.ext_msg_hash ?? undefined,
  }));

/** What a trace was for an account, as tonapi understands it. */
export interface AccountEvent extends z.output<typeof tonapiEvent> {
  readonly raw: unknown;
}

const tonapiEvents = z
  .object({ events: z.array(z.unknown()), next_from: uint64 })
  .transform(({ events, next_from: next }, refinement) => {
    const list = events.map((raw): AccountEvent | undefined => {
      const event = tonapiEvent.safeParse(raw);
      return event.success ? { ...event.data, raw } : undefined;
    });
    if (list.includes(undefined)) refinement.addIssue('not a list of events');
    return { events: list.filter((event) => event !== undefined), next };
  });

export interface EventPage {
  readonly events: readonly AccountEvent[];
  /** Logical time at which the next page begins. 0 if there is none. */
  readonly next: bigint;
}

/** @param beforeLt - Newer events are left out. */
export function eventsOf(account: Address, limit: number, beforeLt: bigint | undefined): Query<EventPage> {
  const request = {
    path: `/accounts/${canonicalAddress(account)}/events`,
    route: '/accounts/{account}/events',
    query: { limit, before_lt: beforeLt?.toString() },
    maxBytes: largeAnswer,
    schema: tonapiEvents,
  };
  return {
    forms: {
      tonapi: form(request, ({ value }) => {
        if (value.events.some((event) => event.account !== account.toRawString())) {
          throw new RejectedAnswer('it answers about another account');
        }
        if (beforeLt !== undefined && value.events.some(({ lt }) => lt >= beforeLt)) {
          throw new RejectedAnswer('its events are not in order');
        }
        return value;
      }),
    },
  };
}
