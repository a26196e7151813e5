import type { Assembled } from '@isochain/core';
import { type constants, type EDAMode, hash } from 'starknet';
import { toFelt, toPaddedFelt } from '../felt.ts';
import type { Starknet } from '../types.ts';
import { executeCalldata } from './calls.ts';
import { rpcTransaction } from './rpc-transaction.ts';
import type { ResourceBound, ResourceBounds, StarknetPlan } from './transaction.ts';

/**
 * Makes what is signed: the hash of the transaction (docs.starknet.io, "Transactions": version 3, Poseidon). The format is called `pedersen`, because clients
 * know it by that name: it says that the 32 bytes are signed as they are.
 */
export function assemble(plan: StarknetPlan): Assembled<Starknet> {
  const value = transactionHash(plan);
  const item = { hash: { format: 'pedersen', value: toPaddedFelt(value).slice(2) } } as const;
  return { items: [item], unsigned: { hash: value }, copies: { transaction: rpcTransaction(plan) } };
}

/** Where data is kept: on layer 1, the only way that the network has. */
const layer1 = 0 as EDAMode;

function transactionHash(plan: StarknetPlan): bigint {
  const common = {
    version: '0x3' as const,
    // The library's type names the chains that it knows. It takes any number.
    chainId: toFelt(plan.chain) as constants.StarknetChainId,
    nonce: plan.nonce,
    tip: plan.tip,
    resourceBounds: boundsOf(plan.bounds),
    nonceDataAvailabilityMode: layer1,
    feeDataAvailabilityMode: layer1,
    paymasterData: [],
  };
  if (plan.type === 'INVOKE') {
    return BigInt(
      hash.calculateInvokeTransactionHash({
        ...common,
        senderAddress: plan.sender,
        compiledCalldata: executeCalldata(plan.calls).map(toFelt),
        accountDeploymentData: [],
      }),
    );
  }
  return BigInt(
    hash.calculateDeployAccountTransactionHash({
      ...common,
      contractAddress: plan.sender,
      classHash: toFelt(plan.classHash),
      salt: toFelt(plan.salt),
      compiledConstructorCalldata: plan.constructorCalldata.map(toFelt),
    }),
  );
}

function boundsOf({ l1_gas, l2_gas, l1_data_gas }: ResourceBounds) {
  const named = ({ maxAmount, maxPricePerUnit }: ResourceBound) => ({
    max_amount: maxAmount,
    max_price_per_unit: maxPricePerUnit,
  });
  return { l1_gas: named(l1_gas), l2_gas: named(l2_gas), l1_data_gas: named(l1_data_gas) };
}
