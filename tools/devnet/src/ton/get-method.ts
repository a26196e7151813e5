import type { Address, TupleItem } from '@ton/core';
import { GetMethodError } from '@ton/sandbox';
import type { Chain } from './chain.ts';

/** What a get method has answered. */
export interface GetMethodOutcome {
  readonly exitCode: number;
  readonly gasUsed: number;
  /** Empty if it failed. */
  readonly stack: readonly TupleItem[];
}

/** Runs a get method. A node answers exit code -13 for an account that is not active. */
export async function runGetMethod(
  chain: Chain,
  address: Address,
  method: string | number,
  args: TupleItem[] = [],
): Promise<GetMethodOutcome> {
  chain.now();
  const { accountState } = await chain.contract(address);
  if (accountState?.type !== 'active') return { exitCode: -13, gasUsed: 0, stack: [] };
  try {
    const { stack, gasUsed, exitCode } = await chain.blockchain.runGetMethod(address, method, args);
    return { exitCode, gasUsed: Number(gasUsed), stack };
  } catch (cause) {
    if (!(cause instanceof GetMethodError)) throw cause;
    return { exitCode: cause.exitCode, gasUsed: Number(cause.gasUsed), stack: [] };
  }
}
