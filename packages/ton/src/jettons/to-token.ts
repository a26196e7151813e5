import type { Token } from '@isochain/core';
import { shortAddress } from '@isochain/core/upstream';
import type { JettonFacts } from '../upstream/queries/jetton-facts.ts';

/** @param id - Canonical address of the master. */
export function toToken(id: string, { name, ticker, decimals }: JettonFacts): Token {
  const short = shortAddress(id);
  return {
    type: 'JETTON',
    id,
    name: name || short,
    ticker: ticker || short,
    decimals: decimals.toString(),
    contractAddress: id,
  };
}

/** Facts of a jetton with unknown decimals. Its amounts are shown in the smallest unit: guessed decimals would show a wrong amount. */
export const bareFacts: JettonFacts = { name: '', ticker: '', decimals: 0 };
