import { type Problem, problem } from '@isochain/core';
import { type Address, addressOfNode } from '../address/address.ts';
import { primaryStore } from '../address/derived.ts';
import type { TokenFacts } from '../tokens/token-facts.ts';
import type { ChainEvent } from '../upstream/queries/simulation.ts';
import { tokenField } from './token-terms.ts';

/** A transfer of a fungible asset. */
interface AssetTransfer {
  readonly metadata: Address;
  readonly from: Address;
  readonly to: Address;
  /** In the smallest unit. */
  readonly amount: bigint;
}

/**
 * Compares what a transfer of a fungible asset does with what it should do. The issuer of an asset may have code run with each transfer (AIP-73), which can
 * keep a part for itself. The events of the simulation tell what leaves one store and reaches the other.
 */
export function creditProblems(
  { metadata, from, to, amount }: AssetTransfer,
  events: readonly ChainEvent[],
  { ticker, decimals }: TokenFacts,
): { readonly errors: Problem[]; readonly warnings: Problem[] } {
  const taken = sumOf(events, '0x1::fungible_asset::Withdraw', primaryStore(from, metadata));
  const received = sumOf(events, '0x1::fungible_asset::Deposit', primaryStore(to, metadata));
  const shown = (value: bigint) => ({ amount: value, decimals, ticker });
  if (taken !== amount || received === 0n || received > amount) {
    const numbers = { taken: shown(taken), received: shown(received) };
    return { errors: [problem('token.notWhole', numbers, tokenField)], warnings: [] };
  }
  if (received === amount) return { errors: [], warnings: [] };
  const numbers = { fee: shown(amount - received), received: shown(received) };
  return { errors: [], warnings: [problem('token.transferFee', numbers, 'transaction.data.amount')] };
}

/** Adds up the events of a store. */
function sumOf(events: readonly ChainEvent[], name: string, store: Address): bigint {
  return events.reduce((sum, { type, data }) => {
    if (type !== name || addressOfNode(String(data.store)) !== store) return sum;
    return /^\d{1,20}$/.test(String(data.amount)) ? sum + BigInt(String(data.amount)) : sum;
  }, 0n);
}
