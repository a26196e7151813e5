import { type CheckedIntent, type Decision, type ModeVerbs, nativeAmount, problem } from '@isochain/core';
import { transfer as transferBody } from '../bytes/assemble.ts';
import type { Named, SolanaContext } from '../context.ts';
import { computeUnits } from '../fees/compute-units.ts';
import type { SolanaOptions } from '../options.ts';
import type { Solana } from '../types.ts';
import { taken } from '../wishes.ts';
import { type Facts, readScene } from './completion.ts';
import { balanceOf } from './funds.ts';
import { minimumProblems, recipientProblems, recipientWarnings } from './recipients.ts';

/** Transfers of SOL. */
export function transfer(context: SolanaContext, options: SolanaOptions): ModeVerbs<Solana, 'transfer'> {
  return {
    ...taken,
    ask(intent, operation) {
      const { senderAddress: sender, recipientAddress: recipient } = intent.parsed;
      const recipe = {
        accounts: [recipient],
        writes: [recipient],
        questions: {},
        guess: { body: transferBody(sender, recipient, 0n) },
        simulates: false,
        decide: (facts: TransferFacts) => decide(context, intent, facts),
      };
      return readScene(context, options, intent, recipe, operation);
    },
  };
}

type TransferFacts = Facts<'transfer', Record<never, never>>;

function decide(
  chain: Named,
  { amount: wanted = 0n, parsed }: CheckedIntent<Solana, 'transfer'>,
  { snapshot, offer: offerOf, judge }: TransferFacts,
): Decision<Solana, 'transfer'> {
  const { senderAddress: sender, recipientAddress: recipient } = parsed;
  const offer = offerOf(computeUnits.system);
  const held = balanceOf(snapshot, sender);
  // A maximum leaves nothing behind, which an account of the system program may.
  const amount = wanted === 'max' ? held - offer.fees : wanted;
  const unfit = recipientProblems(snapshot, recipient, 'coins');
  const numbers = { available: nativeAmount(chain, held), fees: nativeAmount(chain, offer.fees) };
  return {
    computed: {
      ...(amount > 0n ? { amount: amount.toString() } : {}),
      ...offer.computed,
      params: offer.params,
    },
    ...judge(offer, {
      spending: wanted === 'max' ? {} : { amount },
      errors: [
        ...unfit,
        ...(amount === 0n ? [problem('balance.nothingToSend', numbers, 'transaction.data.amount')] : []),
      ],
      // A transfer to oneself changes no balance except for the fee.
      errorsIfPaid: unfit.length > 0 || sender === recipient ? [] : minimumProblems(chain, snapshot, recipient, amount),
      warnings: recipientWarnings(snapshot, recipient),
    }),
  };
}
