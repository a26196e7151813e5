import type { Operation } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import type { CosmosContext } from '../context.ts';
import { ask } from '../upstream/ask.ts';
import type { QueuedMessage } from '../upstream/lcd/babylon.ts';
import type { Sorted } from '../upstream/lcd/fields.ts';
import { messageTypesOf } from '../upstream/queries/babylon.ts';
import type { Delegation } from './staking.ts';

// Delegations that wait for the end of an epoch. Their coins have left the account already, and are in no other balance
// (babylonlabs-io/babylon x/epoching/keeper/delegation_pool.go).

/** In the text form of protobuf, as Go's `String()` of gogoproto writes it. */
const delegationText =
  /^delegator_address:"([a-z0-9]+)" validator_address:"([a-z0-9]+)" amount:<denom:"([^"]+)" amount:"(\d{1,77})" > ?$/;

/** Transactions that one read looks up, at most. Nobody delegates so often in one epoch, which is an hour. */
const mostLookups = 16;

/** The delegations of an account that wait, and whether these are all. */
export interface Waiting {
  readonly delegations: readonly Delegation[];
  readonly isWhole: boolean;
}

/**
 * The delegations of an account among the messages of all accounts. Ends of delegations have the same text. If a node does not tell the type of a
 * message, one round more reads the type from its transaction.
 */
export async function waitingDelegations(
  context: CosmosContext,
  delegator: Address,
  { items: messages, odd }: Sorted<QueuedMessage>,
  operation: Operation,
): Promise<Waiting> {
  const read = messages.map((message) => ({ message, delegation: readDelegation(context, message) }));
  const ours = read.flatMap(({ message, delegation }) =>
    delegation?.delegator === delegator ? [{ ...delegation, ...message }] : [],
  );
  const untold = [...new Set(ours.flatMap(({ type, transaction }) => (type === undefined ? [transaction] : [])))];
  const questions = untold.slice(0, mostLookups).map((hash) => [hash, messageTypesOf(hash)] as const);
  const types = questions.length === 0 ? {} : await ask(context, Object.fromEntries(questions), operation);
  const isDelegation = ({ type, transaction }: QueuedMessage) =>
    type === undefined ? delegatesOnly(types[transaction]) : type === delegate;
  return {
    delegations: ours.filter((message) => isDelegation(message) === true),
    isWhole:
      ours.every((message) => isDelegation(message) !== undefined) &&
      !read.some(({ message, delegation }) => delegation === undefined && mayDelegate(message, delegator)) &&
      !odd.some((message) => mayBeOurs(message, delegator)),
  };
}

/** The type of a delegation in the queue. */
const delegate = 'cosmos.staking.v1beta1.MsgDelegate';

/** Of any account. */
function readDelegation({ chain }: NamedChain, { text }: QueuedMessage) {
  const [, delegator, validator, denom, amount] = delegationText.exec(text) ?? [];
  if (delegator === undefined || denom !== chain.denom || validator === undefined || amount === undefined)
    return undefined;
  return { delegator, validator, amount: BigInt(amount) };
}

/** Whether a message in another form may be a delegation of the account. Messages of other types have forms of their own. */
function mayDelegate({ type, text }: QueuedMessage, delegator: Address): boolean {
  const isDelegation = type === undefined ? isLikeDelegation(text) : type === delegate;
  return isDelegation && !isOfAnother(text, delegator);
}

/** Without a type: begins like a delegation, and is no withdrawal of an unbonding (`MsgCancelUnbondingDelegation`). */
function isLikeDelegation(text: string): boolean {
  return text.includes('" validator_address:') && !text.includes(' creation_height:');
}

function isOfAnother(text: string, delegator: Address): boolean {
  const [, named] = /^delegator_address:"([a-z0-9]+)"/.exec(text) ?? [];
  return named !== undefined && named !== delegator;
}

const withText = z.object({ msg: z.string() });

/** Whether an element of the queue that cannot be read may be of the account. */
function mayBeOurs(element: unknown, delegator: Address): boolean {
  const text = withText.safeParse(element).data?.msg;
  return text === undefined || !isOfAnother(text, delegator);
}

/**
 * Undefined if that is not known. A transaction that both begins and ends delegations does not tell which message is which: then nothing is shown of
 * it.
 */
function delegatesOnly(types: readonly string[] | undefined): boolean | undefined {
  if (types === undefined) return undefined;
  if (!types.includes('/babylon.epoching.v1.MsgWrappedDelegate')) return false;
  return types.includes('/babylon.epoching.v1.MsgWrappedUndelegate') ? undefined : true;
}
