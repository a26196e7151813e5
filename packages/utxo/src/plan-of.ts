import type { CompletedData } from '@isochain/core';
import { stakePlan, unstakePlan, withdrawPlan } from './babylon/plans.ts';
import type { UtxoContext } from './chains.ts';
import { altered } from './params.ts';
import type { Plan } from './transaction/plan.ts';
import { transferPlan } from './transfer-plan.ts';

/**
 * Rebuilds the transaction that completed data stands for, from the data alone.
 *
 * @throws RefusedError `data.altered` if the data contradicts itself, or is of no mode that encode has.
 */
export function planOf(context: UtxoContext, data: CompletedData): Plan {
  switch (data.mode) {
    case 'transfer':
      return transferPlan(context, data);
    case 'stake':
      return stakePlan(context, data);
    case 'unstake':
      return unstakePlan(context, data);
    case 'withdraw':
      return withdrawPlan(context, data);
    default:
      throw altered('mode');
  }
}
