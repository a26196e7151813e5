import { type CheckedIntent, nativeAmount, type Problem, problem, toHex } from '@isochain/core';
import { canonicalAddress } from '../address/address.ts';
import { commentCell } from '../bytes/comment.ts';
import { nominatorComments, nominatorDepositFee } from '../bytes/pool-messages.ts';
import type { TonContext } from '../context.ts';
import { leastPayout, type NominatorPool, readNominatorPool, requestValue } from '../pools/nominator-pool.ts';
import type { Ton } from '../types.ts';
import type { Facts, Proposal, Recipe } from './completion.ts';
import { fields, noPool } from './pools.ts';
import { depositOf } from './stake-amount.ts';

type Intent = CheckedIntent<Ton, 'stake'>;
type None = Record<never, never>;

/** Stakes with a nominator pool. The state of its contract tells everything. */
export function nominatorStakeRecipe(context: TonContext, intent: Intent): Recipe<'stake', None> {
  return {
    accounts: [intent.parsed.targetValidatorAddress.address],
    questions: {},
    propose: (facts) => propose(context, intent, facts),
  };
}

function propose(context: TonContext, intent: Intent, facts: Facts<None>): Proposal<'stake'> {
  const { targetValidatorAddress: target, senderAddress: sender } = intent.parsed;
  const account = facts.account(target.address);
  const pool = readNominatorPool(context, target.address, account, sender.address);
  const terms = {
    fee: nominatorDepositFee,
    exit: requestValue,
    body: commentCell(nominatorComments.deposit),
  };
  const { message, amount, proposal } = depositOf(context, intent, facts, terms);
  const { errors = [], warnings = [] } = proposal;
  if (pool === undefined) return { ...proposal, errors: [noPool(context, target.address, account), ...errors] };
  return {
    ...proposal,
    params: { stake: { pool: 'nominators', attached: message.value.toString() } },
    errors: [...poolProblems(intent, pool), ...errors, ...amountProblems(context, pool, amount)],
    warnings: [
      ...(pool.isInRound ? [problem('stake.nextRound', {}, fields.target)] : []),
      ...(pool.commission >= 10_000 ? [problem('validator.keepsAll', {}, fields.target)] : []),
      ...warnings,
    ],
  };
}

/** Exit codes 62, 65 and 68, and a deposit that would be paid out again. */
function poolProblems({ parsed }: Intent, pool: NominatorPool): Problem[] {
  const { targetValidatorAddress: target, senderAddress: sender } = parsed;
  const refused = (reason: string) =>
    problem('validator.inactive', { validator: canonicalAddress(target.address), reason }, fields.target);
  if (toHex(sender.address.hash) === pool.validator) return [refused('the sender is the validator of the pool')];
  if (pool.stake?.isLeaving) return [problem('position.unlocking', {}, fields.target)];
  if (pool.stake === undefined && pool.nominators >= pool.mostNominators) {
    return [refused(`it is full: it has ${pool.nominators} nominators, and takes no more`)];
  }
  return pool.takesMore ? [] : [refused('its list of nominators takes nobody any more')];
}

/** Exit code 67. The sum of all deposits counts, and less than one coin could never be paid out. */
function amountProblems(context: TonContext, { stake, leastStake }: NominatorPool, amount: bigint): Problem[] {
  const needed = leastStake > leastPayout ? leastStake : leastPayout;
  const held = stake === undefined ? 0n : stake.amount + stake.pending;
  if (amount === 0n || held + amount >= needed) return [];
  return [problem('stake.belowMinimum', { minimum: nativeAmount(context, needed - held) }, fields.amount)];
}
