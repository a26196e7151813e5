import { RejectedAnswer } from '@isochain/core/upstream';
import { type Outpoint, outpointKey } from '../coin.ts';
import type { CoinNeeds } from './backend.ts';

/** @throws RejectedAnswer if coins have other amounts than their transactions prove. */
export function acceptProven(
  coins: readonly (Outpoint & { readonly value: bigint })[],
  proven: CoinNeeds['proven'],
): void {
  for (const coin of proven === undefined ? [] : coins) {
    if ((proven?.get(outpointKey(coin)) ?? coin.value) !== coin.value) {
      throw new RejectedAnswer('a coin has another amount than its transaction says');
    }
  }
}
