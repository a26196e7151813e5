import { type CompletedData, itemsOf } from '@isochain/core';
import { finalize } from '../src/bytes/finalize.ts';
import { bytesOf, type EvmChainId, type Plan } from '../src/bytes/index.ts';

/** Makes a transaction from completed data, as core does, and signs it. */
export function made(chainId: EvmChainId, data: CompletedData) {
  const bytes = bytesOf(chainId);
  const plans: Plan[] = [];
  const assemble = (plan: Plan) => {
    plans.push(plan);
    return bytes.assemble(plan);
  };
  const items = itemsOf({ ...bytes, assemble }, data);
  const [plan] = plans;
  if (plan === undefined) throw new Error('Nothing was assembled.');
  const { unsigned } = bytes.assemble(plan);
  return { plan, items, unsigned, finalize: (signature: string) => finalize(plan, unsigned, signature) };
}
