import { malformed, spellings } from '@isochain/core/signatures';

/** What a signer answered. */
export interface WalletAnswer {
  /** Possible bytes of the answer: only one of them can be right. */
  readonly readings: readonly Uint8Array[];
  /** The public key that the signer named, in its spelling. */
  readonly publicKey: string | undefined;
}

/**
 * Longer texts are no answers. A signed transaction has at most 1,500 bytes: a note of 1,024 and less than 500 around it. JSON writes a byte with up to eleven
 * characters.
 */
const longestText = 20_000;

/** A result in an answer of JSON-RPC in a member in a list is as deep as wallets write. */
const deepest = 5;

/**
 * Names that signers give to what they signed. ARC-0027 (Kibisis, Pera's extension): `stxns`. AlgoSigner and MyAlgo: `blob`. WalletConnect: `result`. The node's own
 * wallet (kmd): `signed_transaction`.
 */
const names = [
  ...['signature', 'sig', 'stxn', 'stxns', 'blob', 'result', 'signed_transaction'],
  ...['signedTxn', 'signedTxns', 'signedTransaction', 'signedTransactions'],
] as const;

/**
 * Reads what signers answer: hex (with or without 0x) or base64, and JSON as wallets write it. In JSON the bytes are text, a list of numbers, or what JSON makes of
 * bytes in JavaScript (`{"0": 130, ...}`, `{"type": "Buffer", "data": [...]}`). They may stand in a list: wallets get a group of transactions (ARC-0001, ARC-0025) and
 * answer null for those that they did not sign.
 *
 * @throws RefusedError `signature.malformed`.
 */
export function readWalletAnswer(text: string): WalletAnswer {
  const trimmed = text.trim();
  if (trimmed.length > longestText) throw malformed('it is too long');
  const answer = /^[{["]/.test(trimmed) ? parse(trimmed) : trimmed;
  const readings = readingsOf(answer, 0);
  if (readings.length === 0) throw malformed('it is neither hex nor base64, nor JSON with one of these');
  const { publicKey } = isObject(answer) ? answer : {};
  return { readings, publicKey: typeof publicKey === 'string' ? publicKey : undefined };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('it begins like JSON, and is none');
  }
}

function readingsOf(answer: unknown, depth: number): readonly Uint8Array[] {
  if (typeof answer === 'string') return spellings(answer.trim());
  const bytes = bytesOf(answer);
  if (bytes !== undefined) return [bytes];
  if (depth === deepest) return [];
  if (Array.isArray(answer)) return readingsOf(onlyOne(answer), depth + 1);
  if (!isObject(answer)) return [];
  const name = names.find((each) => answer[each] !== undefined && answer[each] !== null);
  if (name !== undefined) return readingsOf(answer[name], depth + 1);
  if (isObject(answer.error)) throw malformed('the wallet answered with an error');
  return [];
}

/** @throws RefusedError `signature.malformed`. */
function onlyOne(list: readonly unknown[]): unknown {
  const [first, ...others] = list.filter((each) => each !== null && each !== undefined);
  if (first === undefined) throw malformed('the wallet signed nothing');
  if (others.length > 0) throw malformed(`it has ${1 + others.length} signed transactions: expected one`);
  return first;
}

/** Bytes as numbers. Undefined for anything else. */
function bytesOf(answer: unknown): Uint8Array | undefined {
  if (Array.isArray(answer)) return fromNumbers(answer);
  if (!isObject(answer)) return undefined;
  if (answer.type === 'Buffer') return bytesOf(answer.data);
  const entries = Object.entries(answer);
  // Engines put such names into their numeric order.
  return entries.every(([name], i) => name === String(i)) ? fromNumbers(entries.map(([, byte]) => byte)) : undefined;
}

function fromNumbers(list: readonly unknown[]): Uint8Array | undefined {
  const isByte = (each: unknown): each is number =>
    typeof each === 'number' && Number.isInteger(each) && each >= 0 && each < 256;
  return list.length > 0 && list.every(isByte) ? Uint8Array.from(list) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
