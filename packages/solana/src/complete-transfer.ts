import { type CheckedIntent, type Completion, type Operation, problem } from '@isochain/core';
import type { SolanaContext } from './chains.ts';
import { complete, type Decision, type Scene } from './completion.ts';
import { computeUnits } from './compute-units.ts';
import { balanceOf } from './funds.ts';
import type { SolanaOptions } from './options.ts';
import { minimumProblems, recipientProblems, recipientWarnings } from './recipients.ts';
import { nativeAmount } from './terms.ts';

/** Completes a transfer of SOL. */
export function completeTransfer(
  context: SolanaContext,
  options: SolanaOptions,
  intent: CheckedIntent<'transfer'>,
  operation: Operation,
): Promise<Completion<'transfer'>> {
  const { senderAddress: sender, recipientAddress: recipient } = intent.data;

  function decide({ snapshot, offer: offerOf }: Scene<Record<never, never>>): Decision {
    const offer = offerOf(computeUnits.system);
    const held = balanceOf(snapshot, sender);
    // Leaves nothing behind: an account of the system program may end with nothing.
    const amount = intent.amount === 'max' ? held - offer.fees : (intent.amount ?? 0n);
    const unfit = recipientProblems(context, snapshot, recipient, 'coins');
    const numbers = { available: nativeAmount(context, held), fees: nativeAmount(context, offer.fees) };
    return {
      data: amount > 0n ? { amount: amount.toString() } : {},
      offer,
      spending: intent.amount === 'max' ? {} : { amount },
      errors: [
        ...unfit,
        ...(amount === 0n ? [problem('balance.nothingToSend', numbers, 'transaction.data.amount')] : []),
      ],
      // An account that pays itself holds enough before and after.
      errorsIfPaid:
        unfit.length > 0 || sender === recipient ? [] : minimumProblems(context, snapshot, recipient, amount),
      warnings: recipientWarnings(snapshot, recipient),
    };
  }

  const guess = { data: { mode: 'transfer', recipientAddress: recipient, amount: '0' } };
  const recipe = { accounts: [recipient], writes: [recipient], questions: {}, guess, simulates: false, decide };
  return complete(context, options, intent, recipe, operation);
}
