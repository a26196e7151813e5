import { type EncodedItem, fromBase64, toHex } from '@isochain/core';
import { SignDoc } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import * as z from 'zod';
import type { KeyKind } from '../chains.ts';
import { toAminoJson } from './amino-json.ts';
import { type CosmosPlan, directDocument, type SignDocument } from './sign-documents.ts';

/** The document that a wallet says it signed: it may have changed the fee or the memo before. */
export type ClaimedDocument =
  | {
      readonly kind: 'direct';
      readonly body: Uint8Array;
      readonly authInfo: Uint8Array;
      readonly chainId?: string | undefined;
    }
  | { readonly kind: 'amino'; readonly document: z.output<typeof aminoFields> };

const number = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,40}$/));

/** StdSignDoc of cosmos-sdk x/auth/migrations/legacytx/stdsign.go. */
const aminoFields = z.looseObject({
  account_number: number,
  chain_id: z.string(),
  fee: z.looseObject({ amount: z.array(z.looseObject({ denom: z.string(), amount: number })).max(1), gas: number }),
  memo: z.string(),
  msgs: z.array(z.unknown()),
  sequence: number,
});

/** Reads `signed` of Keplr's `signDirect` or `signAmino`. Undefined for anything else. */
export function readClaimed(signed: unknown): ClaimedDocument | undefined {
  const amino = aminoFields.safeParse(signed);
  if (amino.success) return { kind: 'amino', document: amino.data };
  const { bodyBytes, authInfoBytes, chainId } = Object(signed) as Readonly<Record<string, unknown>>;
  const [body, authInfo] = [bytesOf(bodyBytes), bytesOf(authInfoBytes)];
  if (body === undefined || authInfo === undefined) return undefined;
  return { kind: 'direct', body, authInfo, ...(typeof chainId === 'string' ? { chainId } : {}) };
}

/** Bytes as wallets put them into JSON: base64, a list of numbers, or what `JSON.stringify` makes of a Uint8Array. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (typeof value === 'string') return fromBase64(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const list = Object.values(value);
  const isBytes = list.length > 0 && list.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256);
  return isBytes ? Uint8Array.from(list) : undefined;
}

/** Whether a wallet says that it signed this document, in either form. */
export function isClaimed(claimed: ClaimedDocument, { bytes, body, authInfo }: SignDocument): boolean {
  if (claimed.kind === 'amino') return toAminoJson(claimed.document) === new TextDecoder().decode(bytes);
  return toHex(body) === toHex(claimed.body) && toHex(authInfo) === toHex(claimed.authInfo);
}

/**
 * What a wallet signed, as a direct document, so that it can be read like the one of encode.
 *
 * @param amino - The amino document of the plan.
 * @returns Undefined if it has other messages in amino.
 */
export function claimedItem(
  claimed: ClaimedDocument,
  plan: CosmosPlan,
  keys: KeyKind,
  amino: SignDocument | undefined,
): EncodedItem['raw'] {
  const bytes =
    claimed.kind === 'direct' ? directBytes(claimed, plan) : aminoAsDirect(claimed.document, plan, keys, amino);
  return bytes && { format: 'SIGNDOC_DIRECT', value: toHex(bytes) };
}

function directBytes(
  { body, authInfo, chainId }: Extract<ClaimedDocument, { readonly kind: 'direct' }>,
  { nativeId, accountNumber }: CosmosPlan,
): Uint8Array {
  const document = { bodyBytes: body, authInfoBytes: authInfo, chainId: chainId ?? nativeId, accountNumber };
  return SignDoc.encode(document).finish();
}

function aminoAsDirect(
  document: z.output<typeof aminoFields>,
  plan: CosmosPlan,
  keys: KeyKind,
  amino: SignDocument | undefined,
): Uint8Array | undefined {
  const ours = amino && (JSON.parse(new TextDecoder().decode(amino.bytes)) as { readonly msgs: unknown });
  if (toAminoJson(document.msgs) !== toAminoJson(ours?.msgs)) return undefined;
  const { fee, memo, sequence, account_number: accountNumber, chain_id: nativeId } = document;
  const [paid = { denom: plan.fee.denom, amount: '0' }] = fee.amount;
  const changed = {
    ...plan,
    ...{ memo, nativeId, sequence: BigInt(sequence), accountNumber: BigInt(accountNumber), gas: BigInt(fee.gas) },
    fee: { denom: paid.denom, amount: BigInt(paid.amount) },
  };
  return directDocument(changed, keys).bytes;
}
