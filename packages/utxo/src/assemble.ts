import type { CompletedData, EncodedItem } from '@isochain/core';
import type { UtxoContext } from './chains.ts';
import { planOf } from './plan-of.ts';
import { encodePlan } from './transaction/encode-plan.ts';

/**
 * Makes the bytes to sign. Same data in, same bytes out: broadcast calls this again and refuses anything that differs.
 *
 * @returns An item for each input with the hash that it signs; the first one with the PSBT of the whole transaction in hex.
 * @throws RefusedError `data.altered` if the data contradicts itself.
 */
export function assemble(context: UtxoContext, data: CompletedData): EncodedItem[] {
  return encodePlan(planOf(context, data));
}
