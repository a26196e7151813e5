import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { knownTokens } from './known-tokens.ts';
import { strk } from './native.ts';

// The bundled lists against the lists of bridged tokens that they were made from. Tickers that two tokens share, and the reason to leave one out, are ours.

interface Row {
  readonly name: string;
  readonly symbol?: string;
  readonly decimals?: number;
  readonly l2_token_address?: string;
}

const renamed: Readonly<Record<string, string>> = {
  '0x053c91253bc9682c04929ca02ed00b3e423f6710d2ee7e0d5ebb06f3ecf368a8': 'USDC.e',
  '0x00da114221cb83fa859dbdb4c44beeaa0bb37c7537ad5ae66fe5e0efd20e6eb3': 'DAI.v0',
};
/** Not in the lists: Circle's own USDC. */
const added = ['0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb'];
/** It calls itself a test token. */
const leftOut = ['0x07ca707f3147a2330dacce6fe517ace038514e40ad898bc7bee32b80fc95c9bc'];

describeCaptures(
  'the bundled tokens',
  ['starknet/bridged-tokens-mainnet.json', 'starknet/bridged-tokens-sepolia.json'],
  (read) => {
    it.each([
      ['starknet', 'mainnet'],
      ['starknet-sepolia', 'sepolia'],
    ] as const)('of %s are the recorded ones, with their decimals', async (chainId, name) => {
      const rows: Row[] = JSON.parse(read(`starknet/bridged-tokens-${name}.json`));
      const recorded = rows.flatMap(({ symbol, decimals, l2_token_address: address }) =>
        symbol === undefined || decimals === undefined || address === undefined
          ? []
          : [`${address} ${renamed[address] ?? symbol} ${decimals}`],
      );
      const wanted = recorded.filter((row) => ![strk, ...leftOut].some((id) => row.startsWith(id)));
      const tokens = await knownTokens({ chainId }, {});
      const own = tokens.filter(({ id }) => !added.includes(id));
      expect(own.map(({ id, ticker, decimals }) => `${id} ${ticker} ${decimals}`).toSorted()).toEqual(
        wanted.toSorted(),
      );
    });
  },
);
