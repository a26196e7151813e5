/** Answers of nodes and indexers have some 15 levels. */
const maxDepth = 64;
/** 2^256 has 78 digits; decimals of prices have fewer. */
const maxDigits = 100;
/** A page of accounts has one in each account of some 200 bytes. The parser for long numbers is slower than the engine's. */
const maxLongNumbers = 100_000;
/** A number with fewer digits is exact. */
const longFrom = 16;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Checks a text before it is parsed as JSON: very deep nesting or very long numbers would block the process for seconds. One pass, no allocations.
 *
 * @returns Whether it has numbers that may lose digits.
 * @throws SyntaxError if it exceeds a limit. Other errors are left to the parser.
 */
export function checkJson(text: string): boolean {
  let depth = 0;
  let digits = 0;
  let longNumbers = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      digits += 1;
      if (digits === longFrom) {
        longNumbers += 1;
        if (longNumbers > maxLongNumbers) throw new SyntaxError('too many long numbers');
      }
      if (digits > maxDigits) throw new SyntaxError('a number of too many digits');
      continue;
    }
    // A point or an exponent does not begin another number.
    if (code !== 0x2e && (code | 0x20) !== 0x65 && code !== 0x2b && code !== 0x2d) digits = 0;
    if (code === quote) {
      i = endOfString(text, i);
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) throw new SyntaxError('nested too deeply');
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return longNumbers > 0;
}

/** The end of the string that begins at `start`. The end of the text if the string has no end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    // Backslashes before the opening quote are not part of the string.
    if (Math.min(slashes, end - 1 - start) % 2 === 0) return end;
  }
  return text.length;
}
