import { type Address, checksummed, unique } from './check.ts';
import type { EvmSources } from './evm-source.ts';
import { header } from './header.ts';
import { inline, property } from './literal.ts';
import type { TokenSource, TokensSource } from './sources.ts';

/** A token as the evm package ships it. */
export type ListedToken = readonly [address: Address, ticker: string, name: string, decimals: number];

/** A request pays for the list of its chain, so a list stays short. */
export const maxTokens = 40;

/**
 * The token lists of the EVM chains, in the order of `order`. A chain may have no list.
 *
 * @throws When a row is malformed, stands twice, has no source, or is the native coin itself.
 */
export function buildTokenLists(
  order: readonly string[],
  source: TokensSource,
  evm: EvmSources,
): Record<string, ListedToken[]> {
  const unknown = Object.keys(source.chains).filter((id) => !order.includes(id));
  if (unknown.length > 0) throw new Error(`tokens.json has ${unknown.join(', ')}, which are no EVM chains.`);
  const stopped = Object.keys(source.chains).filter((id) => evm.chains[id]?.stopped !== undefined);
  if (stopped.length > 0) throw new Error(`tokens.json has ${stopped.join(', ')}, which have stopped.`);
  return Object.fromEntries(
    order.flatMap((id) => {
      const rows = source.chains[id];
      return rows ? [[id, toList(id, rows, source, nativeAddresses(id, evm))]] : [];
    }),
  );
}

/** Addresses in lower case that look like a token but are the native coin. A list with them would count the coin twice. */
function nativeAddresses(id: string, { chains, nativeStandIns }: EvmSources): string[] {
  const own = chains[id]?.nativePseudoTokens?.addresses ?? [];
  return [...own, ...nativeStandIns.addresses].map((address) => address.toLowerCase());
}

function toList(
  id: string,
  rows: readonly TokenSource[],
  { sources, replaced }: TokensSource,
  natives: string[],
): ListedToken[] {
  const where = `tokens.json: ${id}`;
  if (rows.length === 0 || rows.length > maxTokens) {
    throw new Error(`${where} has ${rows.length} tokens; a list has 1 to ${maxTokens}.`);
  }
  unique(
    rows.map(({ address }) => address.toLowerCase()),
    where,
  );
  // Two tokens with one ticker would look alike, and somebody would send the wrong one.
  unique(
    rows.map(({ ticker }) => ticker.toLowerCase()),
    where,
  );
  return rows.map((row) => {
    const here = `${where}: ${row.ticker}`;
    if (row.sources.length === 0 || row.sources.some((key) => !Object.hasOwn(sources, key))) {
      throw new Error(`${here} needs a source that tokens.json explains.`);
    }
    if (!isLabel(row.ticker, 32) || !isLabel(row.name, 128)) {
      throw new Error(`${here}: ticker or name is empty, too long or not plain text.`);
    }
    if (!Number.isInteger(row.decimals) || row.decimals < 0 || row.decimals > 255) {
      throw new Error(`${here}: decimals are a byte.`);
    }
    const newer = replaced.find(({ chain, address }) => chain === id && isSame(address, row.address));
    if (newer !== undefined) throw new Error(`${here} is replaced by ${newer.by}: both have one balance.`);
    if (natives.includes(row.address.toLowerCase())) throw new Error(`${here} is the native coin, not a token.`);
    return [checksummed(row.address, here), row.ticker, row.name, row.decimals];
  });
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Shown to people as it is: no spaces around it, no control and no direction characters. */
export function isLabel(text: string, max: number): boolean {
  return text.length > 0 && text.length <= max && text.trim() === text && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** The text of `packages/evm/src/token-lists/<chain>.data.ts`. */
export function renderTokenList(tokens: readonly ListedToken[]): string {
  return `${header}
export const tokens = [
${tokens.map((token) => `  ${inline(token)},\n`).join('')}] as const;
`;
}

/** The text of `packages/evm/src/token-lists/index.data.ts`. */
export function renderTokenListIndex(chains: readonly string[]): string {
  return `${header}
// Sources: tools/chain-data/sources/tokens.json. Each list is a module of its own, so that a request loads that of its chain alone.

/** Address with its EIP-55 checksum, ticker, name, decimals. */
export type ListedToken = readonly [address: \`0x\${string}\`, ticker: string, name: string, decimals: number];

/** Loads the list of a chain, by chain id. A chain without a list has no entry. */
export const tokenLists: Readonly<Record<string, () => Promise<{ readonly tokens: readonly ListedToken[] }>>> = {
${chains.map((id) => `  ${property(id)}: () => import('./${id}.data.ts'),`).join('\n')}
};
`;
}
