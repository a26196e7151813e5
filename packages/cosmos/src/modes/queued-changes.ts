import { formatAmount, nativeAmount, type Problem, problem } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { CosmosContext } from '../context.ts';
import type { QueuedMessage } from '../upstream/lcd/babylon.ts';
import { type Page, readPages } from '../upstream/pages.ts';
import { currentEpochMessages } from '../upstream/queries/babylon.ts';
import { heldWith, stakesAhead, type Waiting, waitingChanges } from '../upstream/waiting.ts';

// On Babylon, unstakes and redelegations of the same coins all get into the queue, since the chain compares each with the delegation of now
// (babylonlabs-io/babylon x/epoching/keeper/msg_server.go). When the epoch ends only the first is carried out, and the fees of the others are lost.

/** Asks for what waits for the end of the epoch, on chains that have epochs. */
export function queueQuestions({ chain }: CosmosContext) {
  return chain.staking === 'epoching' ? { queue: currentEpochMessages.page() } : {};
}

/**
 * Finds what waits of an account in the answer to `queueQuestions`. A long queue takes further rounds.
 *
 * @returns An answer more, which `waitingOf` reads.
 */
export async function readQueue(
  context: CosmosContext,
  sender: Address,
  answers: object,
  operation: Operation,
): Promise<object> {
  const { queue } = answers as { readonly queue?: Page<QueuedMessage> };
  if (queue === undefined) return {};
  const messages = await readPages(context, currentEpochMessages, queue, operation);
  return { waiting: await waitingChanges(context, sender, messages, operation) };
}

const nothing: Waiting = { changes: [], isWhole: true };

/** What waits of the sender. Nothing on chains that carry out changes at once. */
export function waitingOf(answers: object): Waiting {
  return (answers as { readonly waiting?: Waiting }).waiting ?? nothing;
}

/**
 * How much of a stake can be unstaked or moved. What comes to the validator when the epoch ends does not count: it may fail.
 *
 * @param staked - What is staked with the validator now.
 */
export function freeOf({ changes }: Waiting, validator: Address, staked: bigint): bigint {
  const ofThis = changes.filter(({ from, to }) => from === validator || to === validator);
  return heldWith(stakesAhead([{ validator, amount: staked }], ofThis).staying, validator);
}

/**
 * Why coins that wait to leave a validator cannot leave it a second time.
 *
 * @param field - The field of the request that names the validator.
 * @param numbers - What is staked now, what of it does not leave, and what is asked for.
 */
export function leavingProblems(
  context: CosmosContext,
  validator: Address,
  field: string,
  { staked, free, amount }: { readonly staked: bigint; readonly free: bigint; readonly amount: bigint },
): Problem[] {
  if (free === staked || (free > 0n && amount <= free)) return [];
  const told = (value: bigint) => {
    const { decimals, ticker } = nativeAmount(context, value);
    return `${formatAmount(value, decimals)} ${ticker}`;
  };
  const rest = free === 0n ? '' : `, and ${told(free)} of it are free`;
  const reason = `${told(staked - free)} leave ${validator} when the epoch ends, by what was sent before${rest}`;
  return [problem('position.locked', { reason }, field)];
}

/** Warns if something in the queue may concern the sender and cannot be read. */
export function unreadWarnings({ isWhole }: Waiting): Problem[] {
  return isWhole
    ? []
    : [problem('account.incomplete', { parts: 'a change of a stake that waits for the end of the epoch' })];
}
