import { nativeAmount } from '@isochain/core';
import type { NamedChain } from './chains.ts';

/** An amount of a denomination, for an error. Only the decimals of the native coin are known here: other amounts are shown in the smallest unit. */
export function amountIn(named: Pick<NamedChain, 'chain' | 'identity'>, denom: string, amount: bigint) {
  return denom === named.chain.denom ? nativeAmount(named, amount) : { amount, decimals: 0, ticker: denom };
}
