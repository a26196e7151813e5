import type { AssetOf } from '@isochain/core/movements';
import { distinctTicker, type KnownToken } from '@isochain/core/tokens';
import { canonicalAddress } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import { knownJettons } from '../jettons/known-jettons.ts';
import { Address } from '../ton-core.ts';
import type { JettonFacts } from '../upstream/queries/jetton-facts.ts';

/** The part of the options that names tokens. */
export interface TokenOptions {
  readonly tokens?: readonly KnownToken[] | undefined;
}

/** How assets are named. */
export interface Names {
  /** Of the native coin. */
  readonly ticker: string;
  /** @param jettons - What an answer tells of jettons, by the raw address of the master. */
  assets(jettons: ReadonlyMap<string, Pick<JettonFacts, 'ticker'>>): AssetOf;
}

/** The coin's other name since 2026-06-15. Jettons had it before, and have it still. */
const otherName = 'GRAM';

/**
 * Names of the coin, of listed jettons, and of those that an answer describes. A listed jetton has the ticker of its list, whatever anybody says of it.
 *
 * @param options.tokens - The operator's tokens. They come before the bundled list.
 */
export function namesOf({ identity }: Pick<NamedChain, 'identity'>, { tokens }: TokenOptions): Names {
  const { ticker } = identity;
  const listed = new Map(knownJettons(tokens).map((token) => [token.id, token.ticker]));
  // The bundled list has signs beyond ASCII, such as that of USD₮. Imitations write letters.
  const taken = [ticker, otherName, ...[...listed.values()].flatMap((each) => [each, each.replaceAll('₮', 'T')])];
  return {
    ticker,
    assets(jettons) {
      const told = new Map([...jettons].map(([raw, facts]) => [canonicalAddress(Address.parseRaw(raw)), facts.ticker]));
      return (token) => {
        if (token === undefined) return { ticker };
        return { ticker: listed.get(token) ?? distinctTicker(told.get(token) ?? '', token, taken), tokenId: token };
      };
    },
  };
}
