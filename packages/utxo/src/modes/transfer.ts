import {
  type CheckedIntent,
  type Decision,
  type ModeVerbs,
  type Problem,
  problem,
  refuse,
  type Scene,
} from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { sharedForm } from '../address/shared-form.ts';
import { replaceableSequence } from '../bytes/plan.ts';
import type { UtxoContext } from '../context.ts';
import type { Utxo } from '../types.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { honours, paymentWishes } from '../wishes.ts';
import { askPayment, type Fund } from './funding/funding.ts';

/** The largest amount of an output, if the supply is not limited: 64 bits with a sign. */
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
  const shared = sharedForm(context.network, data.recipientAddress);
  const { name: chain } = context.identity;
  const warnings = shared === undefined ? [] : [problem('recipient.sharedForm', { ...shared, chain }, recipientField)];
  return sceneOf(await askPayment(context, upstreams, request, operation), request.value, warnings);
}

const recipientField = 'transaction.data.recipientAddress';

/** @param told - Warnings about the recipient. */
function sceneOf(fund: Fund, value: bigint | 'max', told: readonly Problem[]): Scene<Utxo, 'transfer'> {
  return { decide: () => decide(fund, value, told) };
}

function decide(fund: Fund, value: bigint | 'max', told: readonly Problem[]): Decision<Utxo, 'transfer'> {
  const funding = fund(value);
  const warnings = [...told, ...funding.warnings];
  if (!funding.ok) return { computed: {}, errors: funding.errors, warnings };
  const { usualFees } = funding;
  const computed = { amount: funding.value.toString(), fees: funding.fees.toString() };
  if (funding.ok === true)
    return { computed: { ...computed, params: funding.params }, errors: [], warnings, usualFees };
  const prove = async (operation: Operation) => sceneOf(await funding.prove(operation), value, told);
  return { computed, errors: [], warnings, usualFees, prove };
}
