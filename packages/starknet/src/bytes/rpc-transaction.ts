import { type FeltHex, toFelt } from '../felt.ts';
import { executeCalldata } from './calls.ts';
import type { ResourceBound, ResourceBounds, StarknetPlan } from './transaction.ts';

/** Version 3 of a transaction that is only asked about, and can never be carried out: 2^128 + 3 (starknet-specs, "query version"). */
export const queryVersion: FeltHex = '0x100000000000000000000000000000003';

/** A transaction as nodes take it (starknet-specs, api/starknet_api_openrpc.json: INVOKE_TXN_V3, DEPLOY_ACCOUNT_TXN_V3), without its signature. */
export type RpcTransaction = Readonly<Record<string, unknown>> & { readonly type: 'INVOKE' | 'DEPLOY_ACCOUNT' };

/** @param version - `0x3`, or that of a query for an estimate. */
export function rpcTransaction(plan: StarknetPlan, version: FeltHex = '0x3'): RpcTransaction {
  const common = {
    version,
    nonce: toFelt(plan.nonce),
    resource_bounds: rpcBounds(plan.bounds),
    tip: toFelt(plan.tip),
    paymaster_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  };
  if (plan.type === 'INVOKE') {
    return {
      type: 'INVOKE',
      sender_address: toFelt(BigInt(plan.sender)),
      calldata: executeCalldata(plan.calls).map(toFelt),
      account_deployment_data: [],
      ...common,
    };
  }
  return {
    type: 'DEPLOY_ACCOUNT',
    class_hash: toFelt(plan.classHash),
    contract_address_salt: toFelt(plan.salt),
    constructor_calldata: plan.constructorCalldata.map(toFelt),
    ...common,
  };
}

/** Bounds as nodes, and `params`, write them. */
export function rpcBounds(bounds: ResourceBounds) {
  const written = ({ maxAmount, maxPricePerUnit }: ResourceBound) => ({
    max_amount: toFelt(maxAmount),
    max_price_per_unit: toFelt(maxPricePerUnit),
  });
  return {
    l1_gas: written(bounds.l1_gas),
    l2_gas: written(bounds.l2_gas),
    l1_data_gas: written(bounds.l1_data_gas),
  };
}
