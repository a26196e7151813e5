import { shortAddress } from '../upstream/clean-text.ts';

/**
 * The ticker of a token that nobody lists. Its maker chose it, and anybody can make a token that calls itself like the coin or like a listed token.
 *
 * @param id - The token's id. It is shown, shortened if it is long, in place of a ticker that imitates another, is empty, or has letters beyond ASCII: these can
 *   look like others.
 * @param taken - Tickers of the coin and of listed tokens.
 */
export function distinctTicker(ticker: string, id: string, taken: Iterable<string>): string {
  const own = outlineOf(ticker);
  const isPlain = own !== '' && /^[\x20-\x7e]+$/.test(ticker);
  if (isPlain && [...taken].every((other) => outlineOf(other) !== own)) return ticker;
  return id.length <= longestWhole ? id : shortAddress(id);
}

/** Numbers of tokens are shorter, addresses are longer. */
const longestWhole = 20;

/** What a hurried reader sees of a ticker: no punctuation, no case, and one of the signs that look alike. */
function outlineOf(ticker: string): string {
  return ticker
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('5', 'S')
    .replace(/[1L]/g, 'I');
}
