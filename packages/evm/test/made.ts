import { type CompletedData, itemsOf } from '@isochain/core';
import { finalize } from '../src/bytes/finalize.ts';
import { bytesOf, type EvmChainId, type Plan } from '../src/bytes/index.ts';

/** What completed data are made into on a chain, as core makes it, and how that is signed. */
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
