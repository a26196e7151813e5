import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../bytes/hex.ts';
import { type ChainId, chainIds } from '../chain-ids.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { canonicalJson } from './canonical-json.ts';

// Some fields of `data` are not in the signed bytes (`useMaxAmount`, and `senderPubKey` on most chains). So making the bytes again does not show
// every change. `params.checksum` does, on every chain: it is the first 16 bytes of the SHA-256 of the chain id, a line feed, and the canonical
// JSON of `data` without the checksum. The chain id is there because some chains have the same bytes for the same data. The checksum is not
// secret, and need not be: everything that moves money is in the bytes, and the bytes are signed.

type Params = Readonly<Record<string, unknown>>;

/** Adds `params.checksum`. */
export function addChecksum<D extends CompletedData>(chainId: ChainId, data: D): D {
  return { ...data, params: { ...(data.params as Params | undefined), checksum: checksumOf(chainId, textOf(data)) } };
}

/** The data without its checksum. `undefined` if the checksum does not match the data and this chain. */
export function verifyChecksum<D extends CompletedData>(chainId: ChainId, data: D): D | undefined {
  const { bare, checksum } = separate(data) ?? {};
  return bare !== undefined && checksum === checksumOf(chainId, textOf(bare)) ? bare : undefined;
}

/** The chain that the checksum was made for. `undefined` if there is none, or if the data was changed. */
export function chainOfChecksum(data: CompletedData): ChainId | undefined {
  const { bare, checksum } = separate(data) ?? {};
  if (bare === undefined) return undefined;
  // The same text for every chain: it takes longer to make than to hash.
  const text = textOf(bare);
  return chainIds.find((chainId) => checksum === checksumOf(chainId, text));
}

function separate<D extends CompletedData>(data: D): { readonly bare: D; readonly checksum: unknown } | undefined {
  const params = data.params;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return undefined;
  const { checksum, ...rest } = params as Record<string, unknown>;
  const { params: _, ...fields } = data;
  return { bare: (Object.keys(rest).length === 0 ? fields : { ...fields, params: rest }) as D, checksum };
}

/** Empty `params` count as absent: once the checksum is added, both look the same. */
function textOf({ params, ...fields }: CompletedData): string {
  const isEmpty = Object.keys(params ?? {}).length === 0;
  return canonicalJson(isEmpty ? fields : { ...fields, params });
}

function checksumOf(chainId: ChainId, text: string): string {
  return toHex(sha256(new TextEncoder().encode(`${chainId}\n${text}`)).subarray(0, 16));
}
