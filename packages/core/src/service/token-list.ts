import { type Problem, problem } from '../problem.ts';
import type { Token } from '../schema/token.ts';

/** The known tokens that fit a search, best first: by ticker, then by the beginning of the ticker, then by any part of ticker, name or id. */
export function searchTokens(tokens: readonly Token[], search: string): readonly Token[] {
  const wanted = folded(search);
  if (wanted === '') return tokens;
  return tokens
    .map((token) => ({ token, rank: rankOf(token, wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ token }) => token);
}

const noMatch = 3;

function rankOf({ id, ticker, name }: Token, wanted: string): number {
  const [foldedTicker, foldedId] = [folded(ticker), folded(id)];
  if (foldedTicker === wanted || foldedId === wanted) return 0;
  if (foldedTicker.startsWith(wanted)) return 1;
  return [foldedTicker, folded(name), foldedId].some((text) => text.includes(wanted)) ? 2 : noMatch;
}

/** Tether writes its ticker with the sign of a currency on some chains. */
function folded(text: string): string {
  return text.trim().toLowerCase().replaceAll('₮', 't');
}

/** A name that a person would write: no address, number or hash. */
const nameLike = /^(?!0x)[\p{L}\p{Sc}][\p{L}\p{N}\p{Sc}._ -]{0,19}$/iu;

/** More ids do not help anybody. */
const mostIds = 3;

/** What the client wrote, and where known tokens are listed. */
interface Named {
  readonly text: string;
  readonly chainId: string;
  /** The known tokens of the chain. */
  readonly tokens: readonly Token[];
  /** The chain's own coin. */
  readonly coin: { readonly name: string; readonly ticker: string };
}

/**
 * Adds to the refusal of a token id what helps if the client wrote a ticker in its place: the id of the known token with that ticker, or else the
 * route that lists the known tokens. Other problems stay as they are.
 */
export function withKnownToken(refusal: Problem, { text, chainId, tokens, coin }: Named): Problem {
  if (!nameLike.test(text)) return refusal;
  const meant = tokens.filter(({ ticker }) => folded(ticker) === folded(text));
  const [first] = meant;
  const hint =
    first === undefined
      ? { route: `/api/chains/${chainId}/tokens` }
      : {
          ticker: first.ticker,
          known: meant
            .slice(0, mostIds)
            .map(({ id }) => id)
            .join(' or '),
        };
  switch (refusal.code) {
    case 'token.invalid':
      if (first === undefined && folded(text) === folded(coin.ticker)) {
        return problem('token.isNative', { token: text, chain: coin.name }, refusal.field);
      }
      return problem(refusal.code, { ...refusal.context, ...hint }, refusal.field);
    case 'token.notFound':
    case 'token.unknown':
      return problem(refusal.code, { ...refusal.context, ...hint }, refusal.field);
    default:
      return refusal;
  }
}
