import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../bytes/hex.ts';
import { type ChainId, chainIds } from '../chain-ids.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { canonicalJson } from './canonical-json.ts';

// Not every field of `data` is in the bytes that are signed (`useMaxAmount`, `senderPubKey` on most chains), so re-assembling cannot
// notice all that was changed on the way. `params.checksum` closes that gap on every chain alike: the first 16 bytes of the SHA-256 of the
// canonical JSON of `data` without it, behind the id of the chain and a line feed: some chains have the same bytes for the same data. It is no secret
// and need not be one: what moves money is in the bytes, and those are signed.

type Params = Readonly<Record<string, unknown>>;

/** Adds `params.checksum`. */
export function addChecksum<D extends CompletedData>(chainId: ChainId, data: D): D {
  return { ...data, params: { ...(data.params as Params | undefined), checksum: checksumOf(chainId, data) } };
}

/** The data without its checksum, or `undefined` if the data is not what the checksum was made of, on this chain. */
export function verifyChecksum<D extends CompletedData>(chainId: ChainId, data: D): D | undefined {
  const { bare, checksum } = separate(data) ?? {};
  return bare !== undefined && checksum === checksumOf(chainId, bare) ? bare : undefined;
}

/** The chain whose checksum the data has; `undefined` if it has none, or was changed. */
export function chainOfChecksum(data: CompletedData): ChainId | undefined {
  const { bare, checksum } = separate(data) ?? {};
  return bare === undefined ? undefined : chainIds.find((chainId) => checksum === checksumOf(chainId, bare));
}

function separate<D extends CompletedData>(data: D): { readonly bare: D; readonly checksum: unknown } | undefined {
  const params = data.params;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return undefined;
  const { checksum, ...rest } = params as Record<string, unknown>;
  const { params: _, ...fields } = data;
  return { bare: (Object.keys(rest).length === 0 ? fields : { ...fields, params: rest }) as D, checksum };
}

/** Params without members count as none: with the checksum in them the two look alike. */
function checksumOf(chainId: ChainId, { params, ...fields }: CompletedData): string {
  const isEmpty = Object.keys(params ?? {}).length === 0;
  const text = canonicalJson(isEmpty ? fields : { ...fields, params });
  return toHex(sha256(new TextEncoder().encode(`${chainId}\n${text}`)).subarray(0, 16));
}
