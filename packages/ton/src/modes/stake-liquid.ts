import { type CheckedIntent, ceilDiv, nativeAmount, type Problem, problem } from '@isochain/core';
import { canonicalAddress } from '../address/address.ts';
import { liquidDepositCell, liquidDepositFee } from '../bytes/pool-messages.ts';
import type { TonContext } from '../context.ts';
import { type LiquidPool, liquidBurnValue, liquidPool, mintedFor } from '../pools/liquid-pool.ts';
import type { Address } from '../ton-core.ts';
import type { Ton } from '../types.ts';
import type { Query } from '../upstream/query.ts';
import type { Facts, Proposal, Recipe } from './completion.ts';
import { fields, returnedWarning } from './pools.ts';
import { depositOf } from './stake-amount.ts';

type Intent = CheckedIntent<Ton, 'stake'>;
type Questions = { readonly pool: Query<LiquidPool> };

/** About what comes back of the fee of a deposit, in nanotons: measured with the public contracts on @ton/sandbox 0.41.0, at the prices of 2026. */
const returnedOfDeposit = 985_000_000n;

/** Stakes with a pool of liquid staking: the account gets jettons of the pool. */
export function liquidStakeRecipe(context: TonContext, intent: Intent): Recipe<'stake', Questions> {
  return {
    accounts: [],
    questions: { pool: liquidPool(intent.parsed.targetValidatorAddress.address) },
    propose: (facts) => propose(context, intent, facts),
  };
}

function propose(context: TonContext, intent: Intent, facts: Facts<Questions>): Proposal<'stake'> {
  const { pool } = facts.answers;
  const { address } = intent.parsed.targetValidatorAddress;
  const queryId = BigInt(facts.seqno);
  const terms = { fee: liquidDepositFee, exit: liquidBurnValue, body: liquidDepositCell(queryId) };
  const { message, amount, proposal } = depositOf(context, intent, facts, terms);
  const { errors = [], warnings = [] } = proposal;
  return {
    ...proposal,
    params: { stake: { pool: 'liquid', attached: message.value.toString(), queryId: queryId.toString() } },
    errors: [...poolProblems(address, pool), ...errors, ...amountProblems(context, pool, amount)],
    warnings: [
      ...(pool.isOptimistic ? [] : [problem('stake.billed', {}, fields.target)]),
      returnedWarning(context, liquidDepositFee, returnedOfDeposit),
      ...warnings,
    ],
  };
}

/** Exit codes 37509 and 61953. */
function poolProblems(address: Address, { isHalted, takesDeposits }: LiquidPool): Problem[] {
  if (!isHalted && takesDeposits) return [];
  const reason = isHalted ? 'it is halted' : 'it is closed for deposits at the moment';
  return [problem('validator.inactive', { validator: canonicalAddress(address), reason }, fields.target)];
}

/** Exit code 61954: too little for one unit of the pool's jettons. */
function amountProblems(context: TonContext, pool: LiquidPool, amount: bigint): Problem[] {
  if (amount === 0n || !pool.isOptimistic || mintedFor(pool, amount) > 0n) return [];
  const { projectedTotal: total, projectedSupply: supply } = pool;
  const minimum = supply === 0n ? total : ceilDiv(total, supply);
  return [problem('stake.belowMinimum', { minimum: nativeAmount(context, minimum) }, fields.amount)];
}
