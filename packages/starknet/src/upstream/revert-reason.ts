import type { RpcError } from '@isochain/core/upstream';
import { cleanReason } from '@isochain/core/upstream';

/** Texts that only say that something inside failed. */
const wrappers = /^(?:ENTRYPOINT_FAILED|argent\/multicall-failed|argent\/execution-failed|)$/;

/** The longest nest of errors that is followed. */
const deepest = 30;

/**
 * Why a transaction would fail: the innermost reason, in words. Errors of nodes are a text, or objects in each other (starknet-specs:
 * CONTRACT_EXECUTION_ERROR). Contracts fail with felts: nodes write them as `0x… ('words')`, some without the words.
 */
export function reasonOf({ message, data }: RpcError): string {
  const said = textIn(data) ?? message;
  return cleanReason(wordsIn(said) ?? said);
}

/** The text of the innermost error. */
function textIn(data: unknown, depth = 0): string | undefined {
  if (typeof data === 'string') return data;
  if (typeof data !== 'object' || data === null || depth > deepest) return undefined;
  const { execution_error: execution, error, revert_error: reverted } = data as Record<string, unknown>;
  return textIn(execution, depth + 1) ?? textIn(error, depth + 1) ?? textIn(reverted, depth + 1);
}

/** The last readable words of a text. */
function wordsIn(text: string): string | undefined {
  const quoted = [...text.matchAll(/\('([^']*)'\)/g)].map(([, words = '']) => words);
  const bare =
    quoted.length > 0 ? quoted : [...text.matchAll(/\b0x([0-9a-f]{2,62})\b/gi)].map(([, hex = '']) => asciiOf(hex));
  return bare.filter((words) => words !== undefined && !wrappers.test(words.trim())).at(-1);
}

/** Text in a felt. Empty if it holds anything else. */
function asciiOf(hex: string): string {
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`;
  const codes = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const isText = codes.length > 3 && codes.every((code) => code >= 0x20 && code < 0x7f);
  return isText ? String.fromCharCode(...codes) : '';
}
