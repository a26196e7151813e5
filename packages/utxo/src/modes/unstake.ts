import { chooseSignatures, planUnbonding, sighashOf } from '@isochain/babylon';
import {
  type CheckedIntent,
  type Decision,
  type ModeVerbs,
  nativeAmount,
  type Problem,
  problem,
  type Scene,
} from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { UnstakeParams } from '../bytes/stake-params.ts';
import type { UtxoContext } from '../context.ts';
import type { Utxo } from '../types.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { noWishes } from '../wishes.ts';
import { findStake, type KnownStake, readStake } from './known-stake.ts';
import { unconfirmedReason } from './locked-coin.ts';
import { refusing } from './refusing.ts';

type Intent = CheckedIntent<Utxo, 'unstake'>;

/**
 * Early ends of stakes, with the unbonding transaction that was registered together with the stake and signed by the covenant then. Its fee was fixed
 * then, too. A stake can only be ended as a whole. Bitcoin takes the transaction if the stake is confirmed, and a quorum of the covenant has signed.
 * So a stake that Babylon never activates can be ended, too.
 */
export function unstake(context: UtxoContext, upstreams: Pick<Upstreams, 'transaction'>): ModeVerbs<Utxo, 'unstake'> {
  return {
    wishes: noWishes,
    honours: [],
    needs: ['babylon'],
    ask: (intent, operation) => ask(context, upstreams, intent, operation),
  };
}

async function ask(
  context: UtxoContext,
  upstreams: Pick<Upstreams, 'transaction'>,
  intent: Intent,
  operation: Operation,
): Promise<Scene<Utxo, 'unstake'>> {
  const found = await findStake(context, intent, /^ACTIVE$/, operation);
  if (!found.ok) return refusing(...found.errors);
  const known = await readStake(found.txid, found.staker, operation);
  if (!known.ok) return refusing(...known.errors);
  const stateErrors = await stateProblems(known, upstreams, operation);
  return { decide: () => decide(context, intent, known, stateErrors) };
}

function decide(
  context: UtxoContext,
  { parsed, amount }: Intent,
  known: KnownStake,
  stateErrors: readonly Problem[],
): Decision<Utxo, 'unstake'> {
  const { stake, unbonding } = known;
  const fees = stake.value - (unbonding.outputs[0]?.value ?? 0n);
  const sighash = sighashOf(planUnbonding(stake, fees));
  const covenantSignatures = chooseSignatures(stake.terms, sighash, known.signatures);
  const missing = stake.terms.quorum - covenantSignatures.length;
  const reason = `${missing} signatures of the covenant are missing`;
  const params: UnstakeParams = {
    ...{ v: 1, ...known.params, vout: stake.vout, value: stake.value.toString() },
    ...{ unbondingTxid: unbonding.txid, covenantSignatures },
  };
  return {
    computed: { stakeId: stake.txid, amount: stake.value.toString(), fees: fees.toString(), params },
    errors: [
      ...stateErrors,
      ...amountProblems(context, known, amount),
      ...(missing > 0 && stateErrors.length === 0 ? [unsigned(known.status, reason)] : []),
    ],
    warnings: otherValidator(known, parsed.validatorAddress),
  };
}

/**
 * Why a stake cannot be ended. Babylon's `EXPIRED` begins before the end of the stake, earlier by the unbonding time, so an early end gains nothing.
 * Babylon has seen the block of an active stake. For all others Bitcoin is asked, whatever Babylon calls them.
 */
async function stateProblems(
  { status, stake }: KnownStake,
  upstreams: Pick<Upstreams, 'transaction'>,
  operation: Operation,
): Promise<Problem[]> {
  if (status === 'ACTIVE') return [];
  if (status === 'UNBONDED' || status === 'EXPIRED') return [problem('position.unlocking', {})];
  const found = await upstreams.transaction(stake.txid, operation);
  if (found?.transaction.height !== undefined) return [];
  return [problem('position.locked', { reason: unconfirmedReason(stake.txid, found) })];
}

/** If Babylon says that the covenant has signed, something is wrong. Otherwise the covenant may still sign. */
function unsigned(status: string, reason: string): Problem {
  const isSaidToBeSigned = status === 'ACTIVE' || status === 'VERIFIED';
  return problem(isSaidToBeSigned ? 'stake.parametersUnclear' : 'position.locked', { reason });
}

function amountProblems(context: UtxoContext, { stake }: KnownStake, amount: bigint | 'max' | undefined): Problem[] {
  const field = 'transaction.data.amount';
  if (amount === undefined || amount === 'max' || amount === stake.value) return [];
  const whole = nativeAmount(context, stake.value);
  return amount > stake.value
    ? [problem('position.insufficient', { available: whole, needed: nativeAmount(context, amount) }, field)]
    : [problem('position.partTooLow', { minimum: whole }, field)];
}

/** The warning that the stake of `stakeId` is used, although it is with another validator. */
export function otherValidator({ params }: KnownStake, provider: string): Problem[] {
  const [validator] = params.providerKeys;
  if (validator === undefined || params.providerKeys.includes(provider)) return [];
  return [problem('position.otherValidator', { validator }, 'transaction.data.validatorAddress')];
}
