import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { poolCall } from '../bytes/calls.ts';
import type { AptosContext } from '../context.ts';
import { poolEvent } from '../staking/pool-events.ts';
import { heldBack, highestReferenceFee, isBelowMinimum, leastStake, movable } from '../staking/rules.ts';
import type { Aptos } from '../types.ts';
import {
  commission,
  heldBackOfReference,
  requiredStake,
  takesStakeOf,
  votingPower,
  wholeCommission,
} from '../upstream/queries/pools.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, nothingToSend, type Outcome, type Proposal, readScene } from './completion.ts';
import {
  contradiction,
  failureOf,
  fields,
  inWords,
  locked,
  movedNews,
  noPosition,
  notListed,
  type PoolFacts,
  poolQuestions,
  readPool,
  tooMuch,
  unreadable,
} from './staking.ts';

type Intent = CheckedIntent<Aptos, 'stake'>;

/** Stakes APT with a delegation pool. With `reactivate` it takes an unstake back: what is being unlocked is put to work again. */
export function stake(context: AptosContext): ModeVerbs<Aptos, 'stake'> {
  return {
    wishes: wishesOf.stake,
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        { questions: questionsOf(intent), propose: (facts) => propose(context, intent, facts) },
        operation,
      ),
  };
}

function questionsOf({ parsed: { senderAddress: sender, targetValidatorAddress: pool } }: Intent) {
  return {
    ...poolQuestions(pool, sender),
    commission: commission(pool),
    takesStake: takesStakeOf(pool, sender),
    heldBackOfReference: heldBackOfReference(pool),
    power: votingPower(pool),
    required: requiredStake,
  };
}

type StakeFacts = Facts<ReturnType<typeof questionsOf>>;

/** A pool that may take stake. */
interface Target extends PoolFacts {
  readonly pool: Address;
  /** What the pool holds back of `feeReference` octas. */
  readonly heldBackOfReference: bigint;
  readonly warnings: readonly Problem[];
}

function propose(context: AptosContext, intent: Intent, facts: StakeFacts): Proposal<'stake'> {
  const { amount, parsed, wishes } = intent;
  const errors =
    parsed.sourceValidatorAddress === undefined
      ? []
      : [problem('stake.immovable', { chain: context.identity.name }, fields.source)];
  const target = readTarget(context, parsed.targetValidatorAddress, facts);
  if ('errors' in target) return { errors: [...errors, ...target.errors], ...known(amount) };
  const proposal =
    wishes.reactivate === true
      ? proposeReactivation(context, intent, target)
      : proposeStake(context, intent, target, facts);
  const warnings = [...target.warnings, ...(proposal.warnings ?? [])];
  return { ...proposal, isPool: true, errors: [...errors, ...(proposal.errors ?? [])], warnings };
}

function known(amount: bigint | 'max' | undefined): { readonly amount?: bigint } {
  return typeof amount === 'bigint' ? { amount } : {};
}

function readTarget(
  context: AptosContext,
  pool: Address,
  { answers }: StakeFacts,
): Target | { readonly errors: readonly Problem[] } {
  const facts = readPool(context, { pool, field: fields.target }, answers);
  if ('error' in facts) return { errors: [facts.error] };
  const { commission: kept, takesStake, heldBackOfReference: fee } = answers;
  if (kept === undefined || takesStake === undefined || fee === undefined || fee > highestReferenceFee)
    return { errors: [unreadable] };
  if (!takesStake)
    return { errors: [problem('validator.inactive', { validator: pool, reason: notListed }, fields.target)] };
  const outside = outsideReason(context, facts, answers);
  const warnings = [
    ...(outside === undefined
      ? []
      : [problem('validator.outsideSet', { validator: pool, reason: outside }, fields.target)]),
    ...(kept === wholeCommission ? [problem('validator.keepsAll', {}, fields.target)] : []),
    ...(facts.state === 'joining' ? [problem('validator.delinquent', {}, fields.target)] : []),
  ];
  return { ...facts, pool, heldBackOfReference: fee, warnings };
}

/**
 * Why the stake of a pool earns nothing. Undefined if it does, or if it will from the next epoch on. The chain takes such stakes: a new pool collects
 * them until it has enough to join the validator set (stake.move: add_stake_with_cap, join_validator_set_internal).
 */
function outsideReason(
  context: AptosContext,
  { state }: Pick<PoolFacts, 'state'>,
  { power, required }: Pick<StakeFacts['answers'], 'power' | 'required'>,
): string | undefined {
  if (state === 'leaving') return 'leaves the validator set when the epoch ends';
  if (state !== 'inactive') return undefined;
  const outside = 'is not in the validator set';
  if (power === undefined || required === undefined) return outside;
  const numbers = `it has ${inWords(context, power)} at stake, and ${inWords(context, required)} are needed`;
  return power < required ? `${outside}: ${numbers}` : `${outside}, though ${numbers}: its operator has to join`;
}

/** More gas than a call of a pool needs: mined ones took up to 15 000 units. */
const plentyOfUnits = 100_000n;

function proposeStake(
  context: AptosContext,
  { amount: wanted = 0n, parsed: { senderAddress: sender } }: Intent,
  target: Target,
  { held, price }: StakeFacts,
): Proposal<'stake'> {
  const { pool, holding, heldBackOfReference: rate } = target;
  const native = (amount: bigint) => nativeAmount(context, amount);
  const beyond = (amount: bigint) =>
    problem('balance.insufficient', { available: native(held), amount: native(amount) }, fields.amount);
  const minimum = leastStake(holding.active, rate);
  const tooLow = problem('stake.belowMinimum', { minimum: native(minimum) }, fields.amount);
  const fails = failureOf(context, { pool, field: fields.target, least: minimum });
  const checked = (amount: bigint, simulated: bigint, outcome: Outcome) => {
    const event = poolEvent(outcome.simulated.events, 'AddStake', { pool, delegator: sender });
    const news = addedNews(context, { amount, simulated, rate, event });
    const left = held - amount - outcome.simulated.gasUsed * price;
    // What stays after all, even if the transaction costs as little as in the simulation.
    const isLow = left < outcome.simulated.gasUsed * price * unlockFactor;
    const last = isLow
      ? [problem('balance.noneLeftForFees', { left: native(left < 0n ? 0n : left) }, fields.amount)]
      : [];
    return { amount, spent: amount, errors: news.errors, warnings: [...news.warnings, ...last] };
  };
  if (wanted !== 'max') {
    const errors = [
      ...(wanted > held ? [beyond(wanted)] : []),
      ...(isBelowMinimum(wanted, holding.active, rate) ? [tooLow] : []),
    ];
    // Beyond the balance an amount may not fit into 64 bits.
    if (errors.length > 0) return { errors, amount: wanted };
    return {
      amount: wanted,
      spendsCoins: true,
      call: poolCall('add_stake', pool, wanted),
      fails,
      settle: (outcome) => checked(wanted, wanted, outcome),
    };
  }
  if (held < minimum) return { errors: [minimum === 1n ? beyond(1n) : tooLow] };
  // The amount does not change what the transaction needs. With all of it, fees would be missing.
  const spare = held - plentyOfUnits * price;
  const trial = spare > minimum ? spare : minimum;
  return {
    usesAllCoins: true,
    call: poolCall('add_stake', pool, trial),
    fails,
    settle(outcome) {
      const amount = held - outcome.fees;
      if (amount <= 0n) return { spent: 0n, errors: [nothingToSend(context, held, outcome.fees)] };
      return amount < minimum ? { spent: 0n, errors: [tooLow] } : checked(amount, trial, outcome);
    },
  };
}

/** An unlock takes about three times the gas of a stake: 1 336 against 461 units of mined transactions (aptos-labs/aptos-core, before AIP-141). */
const unlockFactor = 3n;

interface Added {
  readonly amount: bigint;
  /** What was simulated. It is less than the amount if all coins are staked. */
  readonly simulated: bigint;
  /** What the pool holds back of `feeReference` octas. */
  readonly rate: bigint;
  readonly event: { readonly amount_added: bigint; readonly add_stake_fee: bigint } | undefined;
}

/** What the sender must know of a new stake: a part is held back until the epoch ends. */
function addedNews(context: AptosContext, { amount, simulated, rate, event }: Added) {
  const moved = movedNews(context, { asked: simulated, moved: event?.amount_added, possible: [simulated] });
  if (event === undefined || moved.errors.length > 0) return moved;
  const native = (value: bigint) => nativeAmount(context, value);
  const { least, most } = heldBack(simulated, rate);
  const { add_stake_fee: fee } = event;
  if (fee + 1n < least || fee > most + 1n)
    return {
      errors: [
        contradiction(`it would hold back ${inWords(context, fee)}, and by its rules ${inWords(context, least)}`),
      ],
      warnings: [],
    };
  const kept = simulated === amount ? fee : heldBack(amount, rate).least;
  if (kept === 0n) return moved;
  const numbers = { held: native(kept), shown: native(amount - kept) };
  return { errors: [], warnings: [...moved.warnings, problem('stake.heldBack', numbers, fields.amount)] };
}

function proposeReactivation(
  context: AptosContext,
  { amount: asked = 0n, parsed: { senderAddress: sender } }: Intent,
  { pool, holding }: Target,
): Proposal<'stake'> {
  const { active, inactive, pendingInactive } = holding;
  if (pendingInactive === 0n) {
    const error =
      inactive > 0n
        ? locked('it is unlocked already: withdraw it, and stake it again', fields.target)
        : noPosition('the account has nothing that is being unlocked with the pool', fields.target);
    return { errors: [error], ...known(asked) };
  }
  const amount = asked === 'max' ? pendingInactive : asked;
  if (amount > pendingInactive) return { errors: [tooMuch(context, pendingInactive, amount)], amount };
  const possible = movable({ source: pendingInactive, target: active, amount });
  return {
    amount,
    call: poolCall('reactivate_stake', pool, amount),
    fails: failureOf(context, { pool, field: fields.target }),
    settle({ simulated }) {
      const event = poolEvent(simulated.events, 'ReactivateStake', { pool, delegator: sender });
      const news = movedNews(context, { asked: amount, moved: event?.amount_reactivated, possible });
      return { amount, spent: 0n, params: { reactivate: true }, ...news };
    },
  };
}
