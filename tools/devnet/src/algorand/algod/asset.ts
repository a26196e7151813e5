import { toBase64 } from '../address.ts';
import type { Asset } from '../ledger/state.ts';

/** An asset as the node describes it (go-algorand:daemon/algod/api/server/v2/account.go AssetParamsToAsset). */
export function assetJson(asset: Asset): Record<string, unknown> {
  return { index: asset.id, params: assetParamsJson(asset) };
}

export function assetParamsJson(asset: Asset): Record<string, unknown> {
  const { name, unitName, url, clawback, freeze, manager, reserve, metadataHash } = asset;
  return {
    ...(clawback && { clawback }),
    creator: asset.creator,
    decimals: asset.decimals,
    'default-frozen': asset.defaultFrozen,
    ...(freeze && { freeze }),
    ...(manager && { manager }),
    ...(metadataHash && { 'metadata-hash': toBase64(metadataHash) }),
    ...textJson('name', name),
    ...(reserve && { reserve }),
    total: asset.total,
    ...textJson('unit-name', unitName),
    ...textJson('url', url),
  };
}

/** A text is there if it can be printed, its base64 if it is not empty. */
function textJson(name: string, bytes: Uint8Array): Record<string, string> {
  if (bytes.length === 0) return {};
  const text = printable(bytes);
  return { ...(text !== '' && { [name]: text }), [`${name}-b64`]: toBase64(bytes) };
}

/** The text if all of it can be printed, else an empty one (go-algorand:daemon/algod/api/server/v2/utils.go printableUTF8OrEmpty). */
export function printable(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // Letters, marks, numbers, punctuation, symbols and the space, as Go's unicode.IsPrint.
    if (text.includes('\ufffd')) return '';
    return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text) ? text : '';
  } catch {
    return '';
  }
}
