import type { AssetOf } from '@isochain/core/movements';
import { distinctTicker } from '@isochain/core/tokens';
import { type Operation, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import type { AlgorandContext } from '../context.ts';
import { knownTokens } from '../known-tokens.ts';
import { toToken, unnamed } from '../tokens.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { asset, type ShownAsset } from '../upstream/queries/assets.ts';
import { holdingsPage } from '../upstream/queries/held-assets.ts';
import type { Row } from '../upstream/row.ts';

type NamingContext = Pick<AlgorandContext, 'endpointsOf' | 'identity' | 'tokenMemory'>;

/** Most assets that are looked up for one answer. Our own choice: one page of a history has fewer, as a rule. */
const mostLookUps = 50;

/** Holdings that are read beside a history. Most accounts have fewer. */
const fewHoldings = 100;

/**
 * How assets are called: as remembered, or as a node tells them in one more round. Names cannot change. Those of assets that were destroyed are not told any more, and
 * such an asset is called by its number. A node that gives no answer fails nothing.
 */
export async function readAssets(
  { endpointsOf, identity, tokenMemory }: NamingContext,
  tokens: Iterable<TokenId>,
  operation: Operation,
): Promise<AssetOf<TokenId>> {
  const unknown = [...new Set(tokens)].filter((id) => tokenMemory.get(id.toString()) === undefined);
  if (unknown.length > 0 && endpointsOf('algod').length > 0) {
    const questions = Object.fromEntries(unknown.slice(0, mostLookUps).map((id) => [id.toString(), asset(id)]));
    remember(tokenMemory, Object.values((await silent(ask(questions, operation))) ?? {}));
  }
  const listed = new Set(knownTokens.map(({ id }) => id));
  const taken = [identity.ticker, ...knownTokens.map(({ ticker }) => ticker)];
  return (token) => {
    if (token === undefined) return { ticker: identity.ticker };
    const tokenId = token.toString();
    const facts = tokenMemory.get(tokenId);
    const said = facts === undefined ? unnamed(token) : toToken(facts).ticker;
    return { ticker: listed.has(tokenId) ? said : distinctTicker(said, tokenId, taken), tokenId };
  };
}

/** Remembers what the assets of an account are. Asked beside its history, this spares a round for most of them. */
export async function rememberHeld(
  { endpointsOf, tokenMemory }: Pick<NamingContext, 'endpointsOf' | 'tokenMemory'>,
  account: Address,
  operation: Operation,
): Promise<void> {
  if (endpointsOf('algod').length === 0) return;
  const page = await silent(askOne(holdingsPage(account, { limit: fewHoldings }), operation));
  remember(
    tokenMemory,
    (page?.holdings ?? []).map((held) => held.asset),
  );
}

/** Assets that a transaction or its inner ones move. */
export function tokensOf({ act, inner }: Row): TokenId[] {
  return [...(act.type === 'axfer' ? [act.assetId] : []), ...inner.flatMap(tokensOf)];
}

function remember(memory: NamingContext['tokenMemory'], assets: readonly (ShownAsset | undefined)[]): void {
  for (const facts of assets) if (facts !== undefined) memory.set(facts.id.toString(), facts);
}
