import { type CheckedIntent, type Completion, type Operation, refuse } from '@isochain/core';
import { parseAddress } from './account/address.ts';
import type { UtxoContext } from './chains.ts';
import { fundPayment } from './funding.ts';
import { replaceableSequence } from './transfer-plan.ts';
import type { Upstreams } from './upstreams/choose.ts';
import { readWishes, withoutWishes } from './wishes.ts';

/** What an output can say, where the supply has no end: 64 bits with a sign. */
const maxAmount = 2n ** 63n - 1n;

/**
 * Completes a transfer of coins.
 *
 * @throws RefusedError `amount.invalid`, `wish.invalid`
 */
export async function completeTransfer(
  context: UtxoContext,
  upstreams: Upstreams,
  { data, amount }: CheckedIntent<'transfer'>,
  operation: Operation,
): Promise<Completion<'transfer'>> {
  const { senderAddress, recipientAddress, senderPubKey } = data;
  const recipient = parseAddress(context.network, recipientAddress);
  if (!recipient.ok || amount === undefined) throw new TypeError('the intent was not checked');
  if (amount !== 'max' && amount > (context.policy.maxSupply ?? maxAmount)) {
    const field = 'transaction.data.amount';
    throw refuse('amount.invalid', { field, reason: 'there are not so many coins' }, field);
  }
  const request = {
    ...{ senderAddress, senderPubKey, allowLegacy: true, sequence: replaceableSequence },
    ...{ script: recipient.account.script, value: amount, wishes: readWishes(data) },
  };
  const funding = await fundPayment(context, upstreams, request, operation);
  const { warnings } = funding;
  const echo = { ...withoutWishes(data), useMaxAmount: amount === 'max' };
  if (!funding.ok) return { data: echo, errors: funding.errors, warnings };
  const { fees, value, params } = funding;
  return { data: { ...echo, amount: value.toString(), fees: fees.toString(), params }, errors: [], warnings };
}
