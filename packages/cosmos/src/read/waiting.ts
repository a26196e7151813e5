import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import type { CosmosContext } from '../context.ts';
import { ask } from '../upstream/ask.ts';
import type { QueuedMessage } from '../upstream/lcd/babylon.ts';
import { messageTypesOf } from '../upstream/queries/babylon.ts';
import type { Delegation } from './staking.ts';

// Delegations that wait for the end of an epoch. Their coins have left the account already, and are in no other balance
// (babylonlabs-io/babylon x/epoching/keeper/delegation_pool.go).

/** In the text form of protobuf, as Go's `String()` of gogoproto writes it. */
const delegationText =
  /^delegator_address:"([a-z0-9]+)" validator_address:"([a-z0-9]+)" amount:<denom:"([^"]+)" amount:"(\d{1,77})" > ?$/;

/** Transactions that one read looks up, at most. Nobody delegates so often in one epoch, which is an hour. */
const mostLookups = 16;

/**
 * The delegations of an account among the messages of all accounts. Ends of delegations have the same text. If a node does not tell the type of a
 * message, one round more reads the type from its transaction.
 */
export async function waitingDelegations(
  context: CosmosContext,
  delegator: Address,
  messages: readonly QueuedMessage[],
  operation: Operation,
): Promise<readonly Delegation[]> {
  const ours = messages.flatMap((message) => {
    const read = readDelegation(context, delegator, message);
    return read === undefined ? [] : [{ ...read, ...message }];
  });
  const untold = [...new Set(ours.flatMap(({ type, transaction }) => (type === undefined ? [transaction] : [])))];
  const questions = untold.slice(0, mostLookups).map((hash) => [hash, messageTypesOf(hash)] as const);
  const types = questions.length === 0 ? {} : await ask(context, Object.fromEntries(questions), operation);
  return ours.filter(({ type, transaction }) =>
    type === undefined ? delegatesOnly(types[transaction]) : type === 'cosmos.staking.v1beta1.MsgDelegate',
  );
}

function readDelegation({ chain }: NamedChain, delegator: Address, { text }: QueuedMessage): Delegation | undefined {
  const [, from, validator, denom, amount] = delegationText.exec(text) ?? [];
  if (from !== delegator || denom !== chain.denom || validator === undefined || amount === undefined) return undefined;
  return { validator, amount: BigInt(amount) };
}

/** A transaction that both begins and ends delegations does not tell which message is which: then nothing is shown of it. */
function delegatesOnly(types: readonly string[] | undefined): boolean {
  return (
    types?.includes('/babylon.epoching.v1.MsgWrappedDelegate') === true &&
    !types.includes('/babylon.epoching.v1.MsgWrappedUndelegate')
  );
}
