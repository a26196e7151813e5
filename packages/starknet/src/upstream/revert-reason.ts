import { cleanReason, type RpcError } from '@isochain/core/upstream';

/** Texts that only say that something inside failed. */
const wrappers = new Set(['ENTRYPOINT_FAILED', 'argent/multicall-failed', 'argent/execution-failed', '']);

/** The longest nest of errors that is followed. */
const deepest = 50;

/** The reason stands at the end, and regular expressions are slow on long texts. */
const longestText = 20_000;

/**
 * Why a transaction would fail: the innermost reason, in words. Errors of nodes are a text, or objects in each other (starknet-specs:
 * CONTRACT_EXECUTION_ERROR). Contracts fail with felts: nodes write them as `0x… ('words')`, long texts as `"words"`, and some nodes without the words.
 */
export function reasonOf({ message, data }: RpcError): string {
  const said = (innermost(data) ?? message).slice(-longestText);
  return cleanReason(wordsIn(said) ?? lastLine(said)) || 'the node gives no reason';
}

/** The text of the innermost error. */
export function innermost(data: unknown, depth = 0): string | undefined {
  if (typeof data === 'string') return data;
  if (typeof data !== 'object' || data === null || depth > deepest) return undefined;
  const { execution_error: execution, error, revert_error: reverted } = data as Record<string, unknown>;
  return innermost(execution, depth + 1) ?? innermost(error, depth + 1) ?? innermost(reverted, depth + 1);
}

/** A felt with its words or without them, or a long text. A short string has at most 31 characters. */
const parts = /"?0x([0-9a-f]{1,64})\b"?(?: \('([^\n]{0,64}?)'\))?|"([^"\n]{1,600})"/gi;

/** The last readable words of a text. */
function wordsIn(text: string): string | undefined {
  const found = [...text.matchAll(parts)];
  const told = found.map(([, , short, long]) => short ?? long);
  return lastOf(told) ?? lastOf(decoded(found.flatMap(([, felt]) => felt ?? [])));
}

function lastOf(words: readonly (string | undefined)[]): string | undefined {
  return words.filter((each) => each !== undefined && !wrappers.has(each.trim())).at(-1);
}

/** What a list of felts begins with if a text follows that is longer than a felt (starkware-libs/cairo, corelib: BYTE_ARRAY_MAGIC). */
const longText = '46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3';

/** Texts in felts: short strings, and byte arrays (their number of full words, the words, what is left, and its length). */
function decoded(felts: readonly string[]): string[] {
  const texts: string[] = [];
  for (let i = 0; i < felts.length; i += 1) {
    const words = felts[i]?.toLowerCase() === longText ? Number.parseInt(felts[i + 1] ?? '', 16) : Number.NaN;
    if (words <= felts.length - i - 4) {
      texts.push(
        felts
          .slice(i + 2, i + 3 + words)
          .map(asciiOf)
          .join(''),
      );
      i += words + 3;
    } else {
      const text = asciiOf(felts[i] ?? '');
      // Small numbers may look like letters.
      if (text.length > 3) texts.push(text);
    }
  }
  return texts;
}

/** Text in a felt. Empty if it holds anything else. */
function asciiOf(hex: string): string {
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`;
  const codes = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return codes.every((code) => code >= 0x20 && code < 0x7f) ? String.fromCharCode(...codes) : '';
}

/** Lines before it only tell where something failed. */
function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? text;
}
