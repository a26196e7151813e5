import {
  finalSequence,
  type StakingParameters,
  stakingOutput,
  type TermsParams,
  termsOf,
  termsProblem,
  writeTerms,
} from '@isochain/babylon';
import { attempt, toHex } from '@isochain/core';
import { type PaymentParams, paymentSchema } from '../bytes/params.ts';
import { paymentPlan } from '../bytes/plan.ts';
import { spendKind } from '../bytes/spend.ts';
import { stakerOf } from '../bytes/stake-params.ts';
import { txidOf } from '../bytes/unsigned.ts';
import { sumOf } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import { transactionWeight } from '../fees/weights.ts';
import type { ChainTransaction } from '../upstream/backend.ts';
import { describePayment } from './funding/payment-params.ts';
import { readStakingTime, type StakeIntent } from './stake-rules.ts';

/** A stake that was sent, with everything that encode made it from. Satoshi. */
export interface SentStake {
  readonly payment: PaymentParams;
  readonly written: TermsParams;
  readonly value: bigint;
  readonly fees: bigint;
}

const other = 'it is no stake that encode makes of this sender, validator, amount and time';

/**
 * Takes a stake apart that encode made. The transaction counts as one only if encode makes the same bytes again.
 *
 * @param parameters - Babylon's parameters at its block.
 * @returns The stake, or why the transaction is none.
 * @throws RefusedError `wish.invalid` if the parameters do not allow the time.
 */
export function readSentStake(
  context: UtxoContext,
  { sender, key, parsed, amount, wishes }: StakeIntent,
  { txid, inputs, outputs }: ChainTransaction,
  parameters: StakingParameters,
): SentStake | { readonly reason: string } {
  const [paid, change, ...more] = outputs;
  const kind = spendKind(sender, key, undefined);
  if (kind === undefined || paid === undefined || more.length > 0) return { reason: other };
  if (typeof amount === 'bigint' && amount !== paid.value) return { reason: other };

  const times =
    wishes.stakingTime === undefined
      ? [parameters.maxTime, parameters.minTime]
      : [readStakingTime(wishes.stakingTime, parameters)];
  const found = times
    .map((time) => {
      const written = writeTerms(parameters, time);
      return { written, terms: termsOf(stakerOf(key), [parsed.targetValidatorAddress], written) };
    })
    .find(({ terms }) => termsProblem(terms) === undefined && toHex(stakingOutput(terms).script) === paid.script);
  if (found === undefined) return { reason: `${other}, by the parameters of its block` };

  const coins = inputs.flatMap(({ txid: id, vout, value }) => (value === undefined ? [] : [{ txid: id, vout, value }]));
  if (coins.length < inputs.length) return { reason: 'no upstream tells what its inputs hold' };
  const { script } = stakingOutput(found.terms);
  const scripts = [script, ...(change === undefined ? [] : [sender.script])];
  const fees = sumOf(coins) - sumOf(outputs);
  const weight = transactionWeight({ inputs: coins.map(() => kind), outputs: scripts });
  const payment = describePayment(
    context,
    { spend: kind, redeemScript: undefined },
    { script, wishes, sequence: finalSequence },
    { value: paid.value, change: change?.value ?? 0n, fees, weight, coins },
    { change: { script: sender.script, path: undefined }, prevTxs: undefined },
  );
  const made = attempt(() =>
    paymentPlan(context.network, {
      ...{ sender, key, payment: paymentSchema.parse(payment), fees },
      ...{ output: { script, value: paid.value }, sequence: finalSequence },
    }),
  );
  if (made === undefined || attempt(() => txidOf(made)) !== txid) return { reason: other };
  return { written: found.written, payment, value: paid.value, fees };
}
