import type { Block, Mined } from '../node/chain.ts';
import type { Estimated } from '../node/execute.ts';
import type { Gas, Prices } from '../node/gas.ts';
import { hex } from '../vm/felt.ts';
import type { Emitted } from '../vm/machine.ts';

export function eventJson({ from, keys, data }: Emitted): { from_address: string; keys: string[]; data: string[] } {
  return { from_address: hex(from), keys: keys.map(hex), data: data.map(hex) };
}

export const resourcesJson = ({ l1, l1Data, l2 }: Gas) => ({
  l1_gas: Number(l1),
  l1_data_gas: Number(l1Data),
  l2_gas: Number(l2),
});

/** A receipt. Without a block it is pre-confirmed. */
export function receiptJson(mined: Mined, block: Block | undefined): Record<string, unknown> {
  const { transaction, status, revertReason, fee, gas, events } = mined;
  return {
    type: transaction.type,
    transaction_hash: hex(transaction.hash),
    actual_fee: { unit: 'FRI', amount: hex(fee) },
    messages_sent: [],
    events: events.map(eventJson),
    execution_status: status,
    ...(revertReason === undefined ? {} : { revert_reason: revertReason }),
    finality_status: block === undefined ? 'PRE_CONFIRMED' : 'ACCEPTED_ON_L2',
    ...(block === undefined ? {} : { block_hash: hex(block.hash), block_number: block.number }),
    execution_resources: resourcesJson(gas),
    ...(transaction.type === 'DEPLOY_ACCOUNT' ? { contract_address: hex(transaction.address) } : {}),
  };
}

export function estimateJson({ gas, fee }: { gas: Gas; fee: bigint }, prices: Prices): object {
  return {
    l1_gas_consumed: hex(gas.l1),
    l1_data_gas_consumed: hex(gas.l1Data),
    l1_gas_price: hex(prices.l1),
    l1_data_gas_price: hex(prices.l1Data),
    l2_gas_consumed: hex(gas.l2),
    l2_gas_price: hex(prices.l2),
    overall_fee: hex(fee),
    unit: 'FRI',
  };
}

/**
 * The trace of `__execute__`. Each event stands in a call of its own below the account's: which contract calls which is not modelled. A failed execution has
 * a reason in place of its calls.
 */
export function invocationJson(account: bigint, { events, revertReason }: Estimated): object {
  if (revertReason !== undefined) return { revert_reason: revertReason };
  const call = (address: bigint, own: readonly Emitted[], calls: readonly object[]) => ({
    contract_address: hex(address),
    call_type: 'CALL',
    calls,
    events: own.map(({ keys, data }, order) => ({ order, keys: keys.map(hex), data: data.map(hex) })),
    messages: [],
    is_reverted: false,
  });
  return call(
    account,
    [],
    events.map((event) => call(event.from, [event], [])),
  );
}
