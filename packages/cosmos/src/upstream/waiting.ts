import type { Operation } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import type { CosmosContext } from '../context.ts';
import { ask } from './ask.ts';
import type { QueuedMessage } from './lcd/babylon.ts';
import type { Sorted } from './lcd/fields.ts';
import { messageTypesOf } from './queries/babylon.ts';

// Changes of stakes that wait for the end of an epoch. Coins of a delegation have left the account already, and are in no other balance
// (babylonlabs-io/babylon x/epoching/keeper/delegation_pool.go). Until then, the coins of an unstake and of a redelegation stay in the delegation.

/** A change of the stakes of an account, in the smallest unit. One of `from` and `to` is set, or both. */
export interface WaitingChange {
  /** The validator that the stake leaves. Undefined for coins of the account. */
  readonly from: string | undefined;
  /** The validator that the stake goes to. Undefined for coins that come back to the account. */
  readonly to: string | undefined;
  readonly amount: bigint;
}

/** What waits of an account. */
export interface Waiting {
  /** In the order in which the chain carries them out. */
  readonly changes: readonly WaitingChange[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

// The text form of protobuf, as Go's `String()` of gogoproto writes it.
const amountText = ' amount:<denom:"([^"]+)" amount:"(\\d{1,77})" > ?$';
/** Delegations and ends of delegations have the same text. */
const oneValidatorText = new RegExp(`^delegator_address:"([a-z0-9]+)" validator_address:"([a-z0-9]+)"${amountText}`);
const redelegationText = new RegExp(
  `^delegator_address:"([a-z0-9]+)" validator_src_address:"([a-z0-9]+)" validator_dst_address:"([a-z0-9]+)"${amountText}`,
);

const types = {
  delegate: 'cosmos.staking.v1beta1.MsgDelegate',
  undelegate: 'cosmos.staking.v1beta1.MsgUndelegate',
  redelegate: 'cosmos.staking.v1beta1.MsgBeginRedelegate',
} as const;

const changing: readonly string[] = Object.values(types);

/** Transactions that one read looks up, at most. Nobody changes stakes so often in one epoch, which is an hour. */
const mostLookups = 16;

/**
 * What waits of an account among the messages of all accounts. If a node does not tell the type of a message, one round more reads the type from its
 * transaction.
 */
export async function waitingChanges(
  context: CosmosContext,
  delegator: Address,
  { items: messages, odd }: Sorted<QueuedMessage>,
  operation: Operation,
): Promise<Waiting> {
  const read = messages.map((message) => ({ message, text: readText(context, message) }));
  const ours = read.flatMap(({ message, text }) => (text?.delegator === delegator ? [{ ...text, ...message }] : []));
  const untold = [
    ...new Set(ours.flatMap(({ type, source, transaction }) => ((type ?? source) === undefined ? [transaction] : []))),
  ];
  const questions = untold.slice(0, mostLookups).map((hash) => [hash, messageTypesOf(hash)] as const);
  const found = questions.length === 0 ? {} : await ask(context, Object.fromEntries(questions), operation);
  const changes = ours.map(({ type, source, validator, amount, transaction }): WaitingChange | undefined => {
    if (source !== undefined) return { from: source, to: validator, amount };
    const told = type ?? onlyTypeOf(found[transaction]);
    if (told === types.delegate) return { from: undefined, to: validator, amount };
    return told === types.undelegate ? { from: validator, to: undefined, amount } : undefined;
  });
  return {
    changes: changes.filter((change) => change !== undefined),
    isWhole:
      changes.every((change) => change !== undefined) &&
      !read.some(({ message, text }) => text === undefined && mayChange(message, delegator)) &&
      !odd.some((message) => mayBeOurs(message, delegator)),
  };
}

/** What the text of a message says, of any account. Only a redelegation has a source. */
function readText({ chain }: NamedChain, { text, type }: QueuedMessage) {
  const [, delegator, validator, denom, amount] = oneValidatorText.exec(text) ?? [];
  if (delegator !== undefined && validator !== undefined && denom === chain.denom && amount !== undefined) {
    if (type === types.redelegate) return undefined;
    return { delegator, source: undefined, validator, amount: BigInt(amount) };
  }
  const [, mover, source, target, coin, moved] = redelegationText.exec(text) ?? [];
  if (mover === undefined || source === undefined || target === undefined || coin !== chain.denom) return undefined;
  if (moved === undefined || (type ?? types.redelegate) !== types.redelegate) return undefined;
  return { delegator: mover, source, validator: target, amount: BigInt(moved) };
}

/** Whether a message in another form may change stakes of the account. Messages of other types have forms of their own. */
function mayChange({ type, text }: QueuedMessage, delegator: Address): boolean {
  const isChange = type === undefined ? isLikeChange(text) : changing.includes(type);
  return isChange && !isOfAnother(text, delegator);
}

/** Without a type: begins like a change, and takes back no unbonding (`MsgCancelUnbondingDelegation`). */
function isLikeChange(text: string): boolean {
  return /" validator_(?:src_)?address:/.test(text) && !text.includes(' creation_height:');
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

/** Undefined if that is not known. A transaction that both begins and ends delegations does not tell which message is which. */
function onlyTypeOf(found: readonly string[] | undefined): string | undefined {
  const begins = found?.includes('/babylon.epoching.v1.MsgWrappedDelegate') === true;
  const ends = found?.includes('/babylon.epoching.v1.MsgWrappedUndelegate') === true;
  if (begins === ends) return undefined;
  return begins ? types.delegate : types.undelegate;
}

/** A delegation, in the smallest unit. */
export interface Stake {
  readonly validator: string;
  readonly amount: bigint;
}

/** Stakes with what waits taken into account. */
export interface StakesAhead {
  /** What stays with each validator, of what is there now. */
  readonly staying: readonly Stake[];
  /** What comes to each validator when the epoch ends, in the order in which it was asked for. */
  readonly coming: readonly Stake[];
  /** What begins to unbond when the epoch ends. */
  readonly ending: readonly Stake[];
}

/**
 * What stakes will be when the epoch ends. The chain runs the queue in its order, and an end or a move of more than there is then does nothing. It took
 * none into the queue of more than there was (babylonlabs-io/babylon x/epoching/keeper/msg_server.go).
 */
export function stakesAhead(delegations: readonly Stake[], changes: readonly WaitingChange[]): StakesAhead {
  const staying = delegations.map((each) => ({ ...each }));
  const coming: { validator: string; amount: bigint }[] = [];
  const ending: Stake[] = [];
  for (const { from, to, amount } of changes) {
    if (from !== undefined) {
      const now = heldWith(delegations, from);
      const stakes = [...staying, ...coming].filter(({ validator }) => validator === from);
      if (amount > now || amount > heldWith(stakes, from)) continue;
      let left = amount;
      for (const stake of stakes) {
        const taken = stake.amount < left ? stake.amount : left;
        stake.amount -= taken;
        left -= taken;
      }
    }
    if (to !== undefined) coming.push({ validator: to, amount });
    else if (from !== undefined) ending.push({ validator: from, amount });
  }
  return { staying, coming, ending };
}

/** What is staked with a validator, in all. */
export function heldWith(stakes: readonly Stake[], validator: string): bigint {
  return stakes.reduce((sum, stake) => (stake.validator === validator ? sum + stake.amount : sum), 0n);
}
