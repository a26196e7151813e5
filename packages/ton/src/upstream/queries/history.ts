import { jsonInteger, largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { canonicalAddress } from '../../address/address.ts';
import type { Address } from '../../ton-core.ts';
import { amount, coins, hash, rawAddress, seconds, uint64 } from '../fields.ts';
import { form, type Query } from '../query.ts';
import { tonapiPreview } from './jetton-facts.ts';

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

/** An action that does not fit costs only itself. The trace is listed by its other actions. */
const v3Actions = z.object({ actions: z.array(z.unknown()).nullish() });

/** A page of a list of actions. */
export interface ActionPage {
  readonly rows: readonly ListedAction[];
  /** How many actions the index answered, with those that do not fit. */
  readonly count: number;
  /** How many do not fit, and may be of traces that are not in the rows. */
  readonly unlisted: number;
}

const namedAction = z.object({ trace_id: hash });

/**
 * A page of the actions of an account.
 *
 * @param endLt - Traces that ended later are left out. It includes this time.
 */
export function actionsOf(account: Address, limit: number, endLt: bigint | undefined): Query<ActionPage> {
  const request = {
    path: '/actions',
    query: { account: canonicalAddress(account), limit, sort: 'desc', end_lt: endLt?.toString() },
    maxBytes: largeAnswer,
    schema: v3Actions,
  };
  return {
    forms: {
      'toncenter-v3': form(request, ({ value }) => {
        const answered = value.actions ?? [];
        const read = answered.map((raw) => listedAction.safeParse(raw).data);
        const rows = read.flatMap((action) =>
          action === undefined ? [] : [{ trace: action.trace_id, endLt: action.trace_end_lt, time: action.end_utime }],
        );
        const traces = new Set(rows.map(({ trace }) => trace));
        const odd = answered.filter((_, i) => read[i] === undefined);
        const unlisted = odd.filter((raw) => !traces.has(namedAction.safeParse(raw).data?.trace_id ?? '')).length;
        const isInOrder = rows.every(({ endLt: at }, i) => at <= (rows[i - 1]?.endLt ?? endLt ?? at));
        if (!isInOrder) throw new RejectedAnswer('its actions are not in order');
        return { rows, count: answered.length, unlisted };
      }),
    },
  };
}

const address = z.object({ address: rawAddress }).transform(({ address: raw }) => raw);
const money = z.object({ amount: coins });
const tokens = z.object({ amount, jetton: tonapiPreview });
const maybe = address.nullish();

/** A price: coins, or a jetton by the raw address of its master (`Price` of the interface). Older services name only the coin. Prices in anything else do not fit. */
const price = z
  .object({
    value: coins,
    currency_type: z.string().nullish(),
    token_name: z.string().nullish(),
    jetton: rawAddress.nullish().catch(undefined),
  })
  .transform(({ value, currency_type: type, token_name: name, jetton: master }, refinement) => {
    const isCoin = type == null ? name == null || name === 'TON' || name === 'GRAM' : type === 'native';
    const isJetton = type === 'jetton' && master != null;
    if (!isCoin && !isJetton) refinement.addIssue('a price in another currency');
    return { value, master: isCoin ? undefined : (master ?? undefined) };
  });

/** Coins or jettons, or nothing that is told. */
const swapped = z
  .union([amount, z.literal('')])
  .nullish()
  .transform((value) => (typeof value === 'bigint' ? value : 0n));

/** The actions that are read. The service may change actions at any time, so those with other fields are not understood. */
const tonapiActions = {
  TonTransfer: money.extend({ sender: address, recipient: address, comment: z.string().nullish() }),
  JettonTransfer: tokens.extend({ sender: maybe, recipient: maybe, comment: z.string().nullish() }),
  FlawedJettonTransfer: z.object({
    sent_amount: amount,
    received_amount: amount,
    jetton: tonapiPreview,
    sender: maybe,
    recipient: maybe,
    comment: z.string().nullish(),
  }),
  JettonMint: tokens.extend({ recipient: address }),
  JettonBurn: tokens.extend({ sender: address }),
  JettonSwap: z.object({
    amount_in: swapped,
    amount_out: swapped,
    ton_in: coins.nullish(),
    ton_out: coins.nullish(),
    jetton_master_in: tonapiPreview.nullish(),
    jetton_master_out: tonapiPreview.nullish(),
    user_wallet: address,
    router: address,
  }),
  DepositStake: money.extend({ staker: address, pool: address }),
  WithdrawStake: money.extend({ staker: address, pool: address }),
  WithdrawStakeRequest: z.object({ amount: coins.nullish(), staker: address, pool: address }),
  SmartContractExec: z
    .object({ executor: address, contract: address, ton_attached: coins.nullish(), gram_attached: coins.nullish() })
    .transform(({ gram_attached: gram, ton_attached: ton, ...said }) => ({ ...said, amount: gram ?? ton ?? 0n })),
  NftPurchase: z.object({ amount: price, buyer: address, seller: address }),
  AuctionBid: z.object({ amount: price, bidder: address, auction: address }),
  Purchase: z.object({ amount: price, source: address, destination: address }),
  Subscribe: z
    .object({ price, subscriber: address, beneficiary: maybe, withdraw_to: maybe })
    .transform(({ withdraw_to: to, ...said }) => ({ ...said, to: to ?? said.beneficiary ?? undefined })),
  LiquidityDeposit: z.object({ from: address, tokens: z.array(z.object({ price, vault: address })) }),
  GasRelay: money.extend({ relayer: address, target: address }),
  ElectionsDepositStake: money.extend({ staker: address }),
  ElectionsRecoverStake: money.extend({ staker: address }),
};

type TonapiActions = { readonly [K in keyof typeof tonapiActions]: z.output<(typeof tonapiActions)[K]> };

/** An action of tonapi. `Other`: one that does not move what we show. `Unread`: one that we do not know, or that does not fit. */
export type EventAction = { readonly isFailed: boolean } & (
  | { [K in keyof TonapiActions]: { readonly type: K; readonly said: TonapiActions[K] } }[keyof TonapiActions]
  | { readonly type: 'Other' }
  | { readonly type: 'Unread' }
);

/** They move neither coins nor jettons (tonkeeper/opentonapi, pkg/bath/actions.go: ContributeToExtra). */
const still: ReadonlySet<string> = new Set([
  'NftItemTransfer',
  'ContractDeploy',
  'UnSubscribe',
  'DomainRenew',
  'AddExtension',
  'RemoveExtension',
  'SetSignatureAllowedAction',
  'SetSignatureAllowed',
]);

const tonapiHead = z.looseObject({ type: z.string(), status: z.string() });

function readAction(raw: unknown): EventAction {
  const head = tonapiHead.safeParse(raw).data;
  if (head === undefined) return { type: 'Unread', isFailed: false };
  const isFailed = head.status !== 'ok';
  if (still.has(head.type)) return { type: 'Other', isFailed };
  const type = head.type as keyof TonapiActions;
  const said = Object.hasOwn(tonapiActions, type) ? tonapiActions[type].safeParse(head[type]).data : undefined;
  return said === undefined ? { type: 'Unread', isFailed } : ({ type, said, isFailed } as EventAction);
}

const tonapiEvent = z
  .looseObject({
    event_id: hash,
    account: address,
    timestamp: seconds,
    actions: z.array(z.unknown()),
    lt: uint64,
    in_progress: z.boolean(),
    ext_msg_hash: hash.nullish().catch(undefined),
    extra: jsonInteger().nullish().catch(undefined),
  })
  .transform((said) => ({
    /** The hash of the first transaction of the trace, in hex. */
    id: said.event_id,
    account: said.account,
    time: said.timestamp,
    actions: said.actions.map(readAction),
    lt: said.lt,
    isRunning: said.in_progress,
    /** The normalized hash of the message that started the trace, in hex. */
    message: said.ext_msg_hash ?? undefined,
    /** By how many nanotons the balance of the account changed beyond what the actions that did not fail say. Fees count. */
    extra: said.extra ?? undefined,
  }));

/** What a trace was for an account, as tonapi understands it. */
export interface AccountEvent extends z.output<typeof tonapiEvent> {
  readonly raw: unknown;
}

/** An event of which only the id can be read. */
export interface UnreadEvent {
  /** In hex. */
  readonly unread: string;
  readonly account: string;
  readonly raw: unknown;
}

const eventId = z.looseObject({ event_id: hash, account: address });

const tonapiEvents = z
  .object({ events: z.array(z.unknown()), next_from: uint64 })
  .transform(({ events, next_from: next }) => {
    // One event that does not fit costs only itself.
    const list = events.flatMap((raw): (AccountEvent | UnreadEvent)[] => {
      const { data: event } = tonapiEvent.safeParse(raw);
      if (event !== undefined) return [{ ...event, raw }];
      const { data: named } = eventId.safeParse(raw);
      return named === undefined ? [] : [{ unread: named.event_id, account: named.account, raw }];
    });
    return { events: list, unlisted: events.length - list.length, next };
  });

export interface EventPage {
  readonly events: readonly (AccountEvent | UnreadEvent)[];
  /** How many events tell not even their id. They are left out. */
  readonly unlisted: number;
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
        if (beforeLt !== undefined && value.events.some((event) => 'lt' in event && event.lt >= beforeLt)) {
          throw new RejectedAnswer('its events are not in order');
        }
        return value;
      }),
    },
  };
}
