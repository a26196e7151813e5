import * as z from 'zod';
import { denomPattern } from '../../address/token-id.ts';
import type { Money } from '../../bytes/messages.ts';
import { base64, eachOf } from './fields.ts';

// The events of transactions. cosmos-sdk wrote events in two ways: up to 0.47 also as `logs`, by message, with the attributes of equal events
// joined in one; since 0.50 only as one list, where the attribute `msg_index` names the message.

/** An event of a transaction. */
export interface ChainEvent {
  readonly type: string;
  /** A key may be there more than once. */
  readonly attributes: readonly Attribute[];
  /** Index of the message that did it. Undefined for fees, and if the node does not tell. */
  readonly message?: number | undefined;
  /** Whether an attribute could not be read and is left out, or does not tell the message that it should tell. */
  readonly isOdd?: true;
}

interface Attribute {
  readonly key: string;
  readonly value: string;
}

// An attribute without a value is null on some chains.
const attribute = z
  .object({ key: z.string(), value: z.string().nullish() })
  .transform(({ key, value }): Attribute => ({ key, value: value ?? '' }));

/** An attribute that does not fit costs only itself. What reads the event sees that it is not there. */
export const event: z.ZodType<ChainEvent> = z
  .object({ type: z.string(), attributes: eachOf(attribute).nullish() })
  .transform(({ type, attributes }) => {
    const read = { type, attributes: attributes?.items ?? [] };
    const isOdd = (attributes?.odd ?? []).length > 0 || hasOddIndex(read);
    return { ...read, ...(isOdd ? { isOdd } : {}) };
  });

/** Without its message, what a message spent looks like a fee. Contracts choose the attributes of their events. */
function hasOddIndex(found: ChainEvent): boolean {
  const isThere = found.attributes.some(({ key }) => key === 'msg_index');
  return isThere && !isOfContract(found) && indexOf(found) === undefined;
}

/** `logs` of a transaction. */
interface MessageLog {
  readonly msg_index?: number | null | undefined;
  readonly events: readonly ChainEvent[];
}

/**
 * The events of a transaction, each with the index of its message.
 *
 * @param messages - Number of messages of the transaction.
 */
export function eventsByMessage(
  list: readonly ChainEvent[],
  logs: readonly MessageLog[],
  messages: number,
): readonly ChainEvent[] {
  const events = list.map(inPlain);
  // A contract chooses the attributes of its own events, so these do not show how the node writes events.
  if (events.some((event) => !isOfContract(event) && indexOf(event) !== undefined)) {
    return events.map((event) => ({ ...event, message: indexOf(event) }));
  }
  // Before 0.50 each message begins with its action (cosmos-sdk baseapp/baseapp.go: runMsgs).
  if (messages > 0 && events.filter(isAction).length === messages) {
    let message: number | undefined;
    return events.map((event) => {
      if (isAction(event)) message = message === undefined ? 0 : message + 1;
      return { ...event, message };
    });
  }
  if (logs.length === 0) return events;
  // The fees come before the messages, and the logs are without them.
  const first = events.findIndex(isAction);
  return [
    ...(first < 0 ? [] : events.slice(0, first)),
    ...logs.flatMap((log, i) => {
      const message = log.msg_index === undefined ? i : (log.msg_index ?? undefined);
      return log.events.map((event) => ({ ...event, message }));
    }),
  ];
}

function isAction({ type, attributes }: ChainEvent): boolean {
  return type === 'message' && attributes.some(({ key }) => key === 'action');
}

/**
 * What a validator paid an account in these events. A change of a stake in the same transaction pays it too.
 *
 * @returns Undefined if no event tells of rewards of the validator, or one cannot be read.
 */
export function paidBy(events: readonly ChainEvent[], validator: string): readonly Money[] | undefined {
  const ofValidator = events
    .map(inPlain)
    .filter(({ type }) => type === 'withdraw_rewards')
    .flatMap(entriesOf)
    .filter((entry) => entry.validator === validator);
  const read = ofValidator.map(({ amount }) => (amount === undefined ? undefined : readCoins(amount)));
  if (read.length === 0 || !read.every((each) => each?.isWhole === true)) return undefined;
  return read.flatMap((each) => each?.coins ?? []);
}

/** Events of contracts have no other types (CosmWasm/wasmd x/wasm/keeper/events.go). */
export function isOfContract({ type }: ChainEvent): boolean {
  return /^wasm($|-)/.test(type);
}

/** The node adds it behind the attributes that the event has (cosmos-sdk baseapp/baseapp.go: runMsgs). */
function indexOf({ attributes }: ChainEvent): number | undefined {
  return readIndex(attributes.findLast(({ key }) => key === 'msg_index')?.value);
}

/**
 * The index of a message inside a message that carries out others. Each level adds its own behind those before (cosmos-sdk x/authz/keeper/keeper.go:
 * DispatchActions).
 *
 * @param depth - 0 for the messages that the outermost message has inside.
 * @returns Undefined if the node does not tell.
 */
export function innerIndexOf({ attributes }: ChainEvent, depth: number): number | undefined {
  return readIndex(attributes.filter(({ key }) => key === 'authz_msg_index').at(-1 - depth)?.value);
}

function readIndex(text = ''): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

/** Tendermint up to 0.37 gives attributes in base64. */
function inPlain(event: ChainEvent): ChainEvent {
  const { attributes } = event;
  const decoded = attributes.map(({ key, value }) => ({ key: plain(key), value: plain(value) }));
  const isEncoded =
    attributes.length > 0 && decoded.every(({ key }) => key !== undefined && /^[a-z_][A-Za-z0-9_]*$/.test(key));
  if (!isEncoded) return event;
  return { ...event, attributes: decoded.map(({ key = '', value = '' }) => ({ key, value })) };
}

function plain(text: string): string | undefined {
  const { data } = base64.safeParse(text);
  return data && new TextDecoder().decode(data);
}

/**
 * The attributes of an event by key. If a node joined several equal events, there is one entry for each. The address of a contract comes before what it
 * says itself, so it never belongs to attributes before it.
 */
export function entriesOf({ attributes }: ChainEvent): Readonly<Partial<Record<string, string>>>[] {
  const entries: Record<string, string>[] = [];
  let current: Record<string, string> | undefined;
  for (const { key, value } of attributes) {
    if (current === undefined || Object.hasOwn(current, key) || key === '_contract_address') {
      current = Object.create(null) as Record<string, string>;
      entries.push(current);
    }
    current[key] = value;
  }
  return entries;
}

/**
 * Reads amounts as events write them: `27uatom,4ibc/0025F8A8...`. Nothing stands for no coins.
 *
 * @returns What is not an amount is left out, and then `isWhole` is false.
 */
export function readCoins(text: string): { readonly coins: readonly Money[]; readonly isWhole: boolean } {
  const parts = text === '' ? [] : text.split(',').map(readCoin);
  const coins = parts.flatMap((coin) => (coin === undefined ? [] : [coin]));
  return { coins, isWhole: coins.length === parts.length };
}

function readCoin(text: string): Money | undefined {
  const [, digits, denom = ''] = /^(\d{1,78})(.+)$/.exec(text.trim()) ?? [];
  return digits !== undefined && denomPattern.test(denom) ? { denom, amount: BigInt(digits) } : undefined;
}
