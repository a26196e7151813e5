import type { Leg } from '@isochain/core/movements';
import type { NamedChain } from '../chains.ts';
import { type ChainEvent, innerIndexOf, isOfContract } from '../upstream/lcd/events.ts';
import type { JsonMessage } from '../upstream/lcd/transaction-answer.ts';
import { tokenMovements } from './contract-movements.ts';
import { type Control, controlOf, type Deed, deedOf, isPacket, messagesInside, tellsRefusal } from './deeds.ts';
import { type Payment, paymentsOf, recordOf, settle, stakingPools } from './movements.ts';

/** What a message did, as far as its events can be told from others. */
export interface Act {
  /** What is known of its messages. */
  readonly deeds: readonly Deed[];
  /** What moved. */
  readonly legs: readonly Leg[];
  /** Who may spend from an account from now on. */
  readonly controls: readonly Control[];
  /** What could not be read, in words. */
  readonly gaps: readonly string[];
}

interface ActScene {
  readonly named: NamedChain;
  readonly message: JsonMessage;
  /** Empty if the transaction failed. */
  readonly events: readonly ChainEvent[];
  /** Whether a payment brings back fees: it is no movement of the message. */
  readonly isRefund: (payment: Payment) => boolean;
  /** Whether a contract is a token of the bundled or the operator's list. */
  readonly isListed: (contract: string) => boolean;
}

/** How deep messages inside messages are read. The chain itself allows few levels. */
const deepest = 4;

/** What a message did, and the messages that it has inside. */
export function actsOf(scene: ActScene, depth = 0): Act[] {
  const inside = depth < deepest ? messagesInside(scene.message) : undefined;
  if (inside === undefined) return [toAct(scene, [scene.message])];
  const { events } = scene;
  const indexed = events.map((event) => ({ event, index: innerIndexOf(event, depth) }));
  // Old nodes do not tell which inner message did what. Their amounts come from the record of all of them. A contract may write an index into its own
  // events, so these do not show how the node writes events.
  const isUntold = indexed.every(({ event, index }) => index === undefined || isOfContract(event));
  if (inside.length > 1 && events.length > 0 && isUntold) {
    return [toAct(scene, flatten(inside, depth + 1))];
  }
  const eventsOf = (wanted: number | undefined) =>
    indexed.flatMap(({ event, index }) => (index === wanted ? [event] : []));
  const untold = eventsOf(undefined);
  return [
    ...inside.flatMap((message, i) =>
      actsOf({ ...scene, message, events: inside.length === 1 ? events : eventsOf(i) }, depth + 1),
    ),
    // What the outer message did itself.
    ...(inside.length === 1 ? [] : [toAct({ ...scene, events: untold }, [])]),
  ];
}

function flatten(messages: readonly JsonMessage[], depth: number): JsonMessage[] {
  return messages.flatMap((message) => {
    const inside = depth < deepest ? messagesInside(message) : undefined;
    return inside === undefined ? [message] : flatten(inside, depth + 1);
  });
}

/** @param messages - All that the events are of. */
function toAct(scene: ActScene, messages: readonly JsonMessage[]): Act {
  const { named, isRefund, isListed } = scene;
  const events = messages.some(isPacket) && scene.events.some(tellsRefusal) ? [] : scene.events;
  const known = messages.map((message) => deedOf({ named, message, events }));
  const deeds = known.flatMap((deed) => (deed === undefined ? [] : [deed]));
  const asked = deeds.flatMap(({ legs }) => legs);
  const record = recordOf(named, events, paymentsOf(events).filter(isRefund));
  const tokens = messages.map((message) => tokenMovements(message, events, isListed));
  return {
    deeds,
    legs: [
      ...settle(asked, record, hiddenIn(named, known, asked)),
      // Each of several messages with the same events reads the same movements.
      ...(tokens.find(({ legs }) => legs.length > 0)?.legs ?? []),
    ],
    controls: messages.flatMap((message) => controlOf(message) ?? []),
    gaps: [
      ...(record.isWhole ? [] : ['an amount of coins']),
      ...(tokens.every(({ isWhole }) => isWhole) ? [] : ['a token transfer']),
    ],
  };
}

/** Accounts of modules on the other side of stakes and rewards. */
function hiddenIn(
  named: NamedChain,
  known: readonly (Deed | undefined)[],
  asked: readonly Leg[],
): (address: string) => boolean {
  if (!known.some((deed) => deed?.isStaking)) return () => false;
  if (known.every((deed) => deed?.isStaking)) {
    const own = new Set([...asked.map(({ address }) => address), ...known.map((deed) => deed?.actor)]);
    return (address) => !own.has(address);
  }
  const pools = stakingPools(named);
  return (address) => pools.has(address);
}
