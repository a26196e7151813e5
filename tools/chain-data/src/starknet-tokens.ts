import { unique } from './check.ts';
import { header } from './header.ts';
import { inline, property } from './literal.ts';
import type { StarknetTokenSource, StarknetTokensSource } from './starknet-tokens-source.ts';
import { isLabel } from './token-lists.ts';

/** A token as the starknet package ships it. */
type ListedToken = readonly [address: string, ticker: string, name: string, decimals: number];

/** Addresses are below this (docs.starknet.io, "Contract address"), and so below the prime of the field. */
const addressEnd = 2n ** 251n - 256n;

/** The contract of STRK: the native coin. */
const strk = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/**
 * The token lists of the Starknet chains.
 *
 * @param chains - The ids of the family.
 * @throws When an address is not canonical, stands twice or is that of STRK, two tokens share a ticker, or a source is not explained.
 */
export function buildStarknetTokens(
  chains: readonly string[],
  source: StarknetTokensSource,
): Record<string, ListedToken[]> {
  return Object.fromEntries(
    Object.entries(source.chains).map(([id, rows]) => {
      const where = `starknet-tokens.json: ${id}`;
      if (!chains.includes(id)) throw new Error(`${where} is no Starknet chain.`);
      unique(
        rows.map(({ address }) => address),
        where,
      );
      // Two tokens with one ticker would look alike, and somebody would send the wrong one.
      unique(
        rows.map(({ ticker }) => ticker.toLowerCase()),
        where,
      );
      return [id, rows.map((row) => toListed(row, `${where}: ${row.ticker}`, source))];
    }),
  );
}

function toListed(
  { address, ticker, name, decimals, sources }: StarknetTokenSource,
  where: string,
  source: StarknetTokensSource,
): ListedToken {
  if (!/^0x[0-9a-f]{64}$/.test(address) || BigInt(address) >= addressEnd || BigInt(address) === 0n)
    throw new Error(`${where}: ${address} is no address with 64 lower-case digits.`);
  if (address === strk || ticker === 'STRK') throw new Error(`${where} is the native coin, not a token.`);
  if (!isLabel(ticker, 32) || !isLabel(name, 64))
    throw new Error(`${where}: ticker or name is empty, too long or not plain text.`);
  const unexplained = sources.find((key) => !Object.hasOwn(source.sources, key));
  if (unexplained !== undefined) throw new Error(`${where}: starknet-tokens.json does not explain ${unexplained}.`);
  return [address, ticker, name, decimals];
}

/** The text of `packages/starknet/src/token-lists/<chain>.data.ts`. */
export function renderStarknetTokens(tokens: readonly ListedToken[]): string {
  return `${header}
export const tokens = [
${tokens.map((row) => `  ${inline(row)},\n`).join('')}] as const;
`;
}

/** The text of `packages/starknet/src/token-lists/index.data.ts`. */
export function renderStarknetTokenIndex(chains: readonly string[]): string {
  return `${header}
// Sources: tools/chain-data/sources/starknet-tokens.json. Each list is a module of its own, so that a request loads that of its chain alone.

/** Address with 64 digits, ticker, name, decimals. */
export type ListedToken = readonly [address: \`0x\${string}\`, ticker: string, name: string, decimals: number];

/** Loads the list of a chain, by chain id. The best-known tokens stand first. */
export const tokenLists: Readonly<Record<string, () => Promise<{ readonly tokens: readonly ListedToken[] }>>> = {
${chains.map((id) => `  ${property(id)}: () => import('./${id}.data.ts'),`).join('\n')}
};
`;
}
