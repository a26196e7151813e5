import { Asset, type OperationRecord } from '@stellar/stellar-sdk/base';
import type { ChangeTrustAsset, OperationBody, Asset as XdrAsset } from '@stellar/stellar-sdk/xdr';
import type { TokenId } from '../address/token-id.ts';

// The library changes the codes "xlm" and "Xlm" to "XLM", which is another asset of the same issuer (stellar/js-stellar-sdk, src/base/asset.ts). So the code is
// put in again, where the library makes an asset and where it reads one. Its length, which decides the form, stays the same.

/** An asset as the library takes it. Undefined is XLM. */
export function toSdkAsset(asset: TokenId | undefined): Asset {
  if (asset === undefined) return Asset.native();
  const { code, issuer } = asset;
  return Object.assign(new Asset(code, issuer), { code });
}

/** The code of an asset with an issuer, as the bytes have it. Zeros fill it up. */
export function codeIn(assetCode: { toBytes(): Uint8Array }): string {
  return new TextDecoder().decode(assetCode.toBytes()).replace(/\0+$/, '');
}

/** Members of operations that are assets. Their names are the same in the bytes. */
const assetMembers = ['asset', 'sendAsset', 'destAsset', 'line'] as const;

type Members<T> = { readonly [Name in (typeof assetMembers)[number]]?: T };

/** Gives the assets of an operation the codes that its bytes have. */
export function withOwnCodes(record: OperationRecord, { value }: OperationBody): OperationRecord {
  const raw = (value ?? {}) as Members<XdrAsset | ChangeTrustAsset>;
  const own = Object.entries(record as Members<unknown>).flatMap(([name, asset]) => {
    const bytes = raw[name as keyof typeof raw];
    const hasCode = bytes?.type === 'assetTypeCreditAlphanum4' || bytes?.type === 'assetTypeCreditAlphanum12';
    if (!(asset instanceof Asset) || !hasCode) return [];
    return [
      [name, Object.assign(new Asset(asset.getCode(), asset.getIssuer()), { code: codeIn(bytes.value.assetCode) })],
    ];
  });
  return own.length === 0 ? record : { ...record, ...Object.fromEntries(own) };
}
