import { type CheckedIntent, type ModeVerbs, type Operation, refuse, type Scene } from '@isochain/core';
import type { UtxoContext } from '../chains.ts';
import { fundPayment } from '../funding.ts';
import { replaceableSequence } from '../transfer-plan.ts';
import type { Utxo } from '../types.ts';
import type { Upstreams } from '../upstreams/choose.ts';
import { honours, paymentWishes } from '../wishes.ts';

/** What an output can say, where the supply has no end: 64 bits with a sign. */
const maxAmount = 2n ** 63n - 1n;

/** Transfers of coins. */
export function transfer(context: UtxoContext, upstreams: Upstreams): ModeVerbs<Utxo, 'transfer'> {
  return {
    wishes: paymentWishes,
    honours,
    ask: (intent, operation) => ask(context, upstreams, intent, operation),
  };
}

/** @throws RefusedError `amount.invalid` */
async function ask(
  context: UtxoContext,
  upstreams: Upstreams,
  { data, parsed, amount, wishes }: CheckedIntent<Utxo, 'transfer'>,
  operation: Operation,
): Promise<Scene<Utxo, 'transfer'>> {
  if (typeof amount === 'bigint' && amount > (context.policy.maxSupply ?? maxAmount)) {
    const field = 'transaction.data.amount';
    throw refuse('amount.invalid', { field, reason: 'there are not so many coins' }, field);
  }
  const sender = { account: parsed.senderAddress, text: data.senderAddress, key: parsed.senderPubKey };
  const request = {
    ...{ ...sender, allowLegacy: true, sequence: replaceableSequence },
    ...{ script: parsed.recipientAddress.script, value: amount ?? 0n, wishes },
  };
  const funding = await fundPayment(context, upstreams, request, operation);
  const { warnings } = funding;
  if (!funding.ok) return { decide: () => ({ computed: {}, errors: funding.errors, warnings }) };
  const { fees, value, params } = funding;
  return {
    decide: () => ({ computed: { amount: value.toString(), fees: fees.toString(), params }, errors: [], warnings }),
  };
}
