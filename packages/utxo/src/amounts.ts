import type { AmountOf } from '@isochain/core';
import type { UtxoContext } from './chains.ts';

/** An amount of the native coin, for messages. */
export function nativeAmount(context: UtxoContext, amount: bigint): AmountOf {
  return { amount, decimals: context.identity.decimals, ticker: context.identity.ticker };
}
