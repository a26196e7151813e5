import { type CheckedIntent, nativeAmount, type Problem, problem } from '@isochain/core';
import { jettonBurnCell } from '../bytes/jetton-messages.ts';
import { type Payout, payoutCell } from '../bytes/pool-messages.ts';
import type { TonContext } from '../context.ts';
import {
  type BurningPool,
  type BurnOutcome,
  burningPool,
  burnOutcome,
  coinsOf,
  type LiquidPool,
  liquidBurnValue,
  tokensFor,
} from '../pools/liquid-pool.ts';
import { type PoolJettons, readPoolJettons } from '../pools/pool-jettons.ts';
import type { Ton } from '../types.ts';
import type { Query } from '../upstream/query.ts';
import { type OutMessage, sendModes } from '../wallets/signing-message.ts';
import type { Facts, Proposal, Recipe } from './completion.ts';
import { fields, memoWarnings, notFound, returnedWarning, stakeIdProblems } from './pools.ts';

type Intent = CheckedIntent<Ton, 'unstake'>;
type Questions = { readonly pool: Query<BurningPool> };

/**
 * About what comes back of what pays for a burn, in nanotons: measured with the public contracts on @ton/sandbox 0.41.0, at the prices of 2026. A bill
 * is a contract of its own.
 */
const returnedOfBurn: Readonly<Record<BurnOutcome, bigint>> = {
  paid: 1_045_000_000n,
  billed: 850_000_000n,
  refused: 850_000_000n,
};

/** Ends a stake with a pool of liquid staking: the account burns jettons of the pool. */
export function liquidUnstakeRecipe(context: TonContext, intent: Intent): Recipe<'unstake', Questions, PoolJettons> {
  const { validatorAddress, senderAddress } = intent.parsed;
  return {
    accounts: [validatorAddress.address],
    questions: { pool: burningPool(validatorAddress.address) },
    further: ({ pool }, operation) => readPoolJettons(context, pool, senderAddress.address, operation),
    propose: (facts) => propose(context, intent, facts),
  };
}

function propose(
  context: TonContext,
  { amount: wanted = 0n, parsed, data, wishes }: Intent,
  { answers: { pool }, further: { wallet, held }, account, seqno }: Facts<Questions, PoolJettons>,
): Proposal<'unstake'> {
  const { validatorAddress, senderAddress } = parsed;
  const payout: Payout = { atRoundEnd: wishes.atRoundEnd ?? false, orNothing: wishes.orNothing ?? false };
  const poolTokens = wanted === 'max' ? held : tokensFor(pool, wanted);
  const amount = wanted === 'max' ? coinsOf(pool, held) : wanted;
  const queryId = BigInt(seqno);
  const message: OutMessage = {
    to: wallet,
    bounce: true,
    value: liquidBurnValue,
    mode: sendModes.fixed,
    body: jettonBurnCell({
      queryId,
      amount: poolTokens,
      excessTo: senderAddress.address,
      customPayload: payoutCell(payout),
    }),
  };
  const outcome = burnOutcome(pool, account(validatorAddress.address).balance, poolTokens, payout);
  const errors = [
    ...stakeIdProblems(data.stakeId, validatorAddress.address),
    ...wishProblems(payout),
    ...partProblems(context, pool, held, { poolTokens, amount }),
  ];
  return {
    message,
    amount,
    spent: 0n,
    attached: liquidBurnValue,
    params: {
      stake: {
        pool: 'liquid',
        attached: liquidBurnValue.toString(),
        queryId: queryId.toString(),
        jettonWallet: wallet.toString(),
        poolTokens: poolTokens.toString(),
        ...payout,
      },
    },
    errors: errors.length > 0 ? errors : outcomeProblems(pool, outcome, payout),
    warnings: [
      ...(errors.length > 0 ? [] : [burnWarning(context, held, poolTokens, amount)]),
      ...(outcome === 'billed' ? [problem('position.paidLater', {}, fields.pool)] : []),
      returnedWarning(context, liquidBurnValue, returnedOfBurn[outcome]),
      ...memoWarnings(context, 'unstake', data.memo),
    ],
  };
}

/** The pool refuses both at once. */
function wishProblems({ atRoundEnd, orNothing }: Payout): Problem[] {
  if (!atRoundEnd || !orNothing) return [];
  const field = 'transaction.data.params.orNothing';
  const reason = 'atRoundEnd asks for a later payment, and orNothing for none';
  return [problem('wish.invalid', { field, reason }, field)];
}

function partProblems(
  context: TonContext,
  pool: LiquidPool,
  held: bigint,
  { poolTokens, amount }: { readonly poolTokens: bigint; readonly amount: bigint },
): Problem[] {
  const native = (value: bigint) => nativeAmount(context, value);
  if (held === 0n) return [notFound('the account has no tokens of the pool')];
  if (poolTokens <= held) return [];
  const numbers = { available: native(coinsOf(pool, held)), needed: native(amount) };
  return [problem('position.insufficient', numbers, fields.amount)];
}

/** A pool that refuses a burn gives no error: it gives the jettons back, and the fees are lost. */
function outcomeProblems({ isHalted }: LiquidPool, outcome: BurnOutcome, { orNothing }: Payout): Problem[] {
  if (outcome !== 'refused') return [];
  const later = 'the pool would not have enough coins for everybody who waits for the end of the round';
  const now = 'the pool cannot pay so much at once at the moment, and orNothing asks for that';
  const reason = isHalted ? 'the pool is halted' : orNothing ? now : later;
  return [problem('position.locked', { reason }, fields.pool)];
}

/** The decimals of pool jettons: those of the coin (contracts/jetton_dao of ton-blockchain/liquid-staking-contract). */
function burnWarning(context: TonContext, held: bigint, tokens: bigint, amount: bigint): Problem {
  const { decimals } = context.identity;
  const pool = (value: bigint) => ({ amount: value, decimals, ticker: '' });
  const numbers = { tokens: pool(tokens), held: pool(held), amount: nativeAmount(context, amount) };
  return problem('position.burnsTokens', numbers, 'transaction.data.params.stake.poolTokens');
}
