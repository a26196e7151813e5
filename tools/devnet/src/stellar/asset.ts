import { StrKey, type xdr } from '@stellar/stellar-base';

/** `native`, or `CODE:ISSUER`. */
export type AssetId = string;

export const native: AssetId = 'native';

/** A code without the zeros that pad it. Each byte becomes a character. */
const codeText = (code: Buffer): string => code.toString('latin1').replace(/\0+$/, '');

/** Names an asset of the XDR. A code that core would refuse is kept as it is. */
export function assetId(asset: xdr.Asset): AssetId {
  switch (asset.switch().name) {
    case 'assetTypeCreditAlphanum4':
      return `${codeText(asset.alphaNum4().assetCode())}:${accountId(asset.alphaNum4().issuer())}`;
    case 'assetTypeCreditAlphanum12':
      return `${codeText(asset.alphaNum12().assetCode())}:${accountId(asset.alphaNum12().issuer())}`;
    default:
      return native;
  }
}

/** The asset of a trustline that is to change. Undefined for pool shares, which are no part of the stand-in. */
export function trustedAsset(line: xdr.ChangeTrustAsset): AssetId | undefined {
  switch (line.switch().name) {
    case 'assetTypeNative':
      return native;
    case 'assetTypeCreditAlphanum4':
      return `${codeText(line.alphaNum4().assetCode())}:${accountId(line.alphaNum4().issuer())}`;
    case 'assetTypeCreditAlphanum12':
      return `${codeText(line.alphaNum12().assetCode())}:${accountId(line.alphaNum12().issuer())}`;
    default:
      return undefined;
  }
}

/** The asset that an issuer names by its code alone. */
export function ownAsset(code: xdr.AssetCode, issuer: string): AssetId {
  const bytes = code.switch().name === 'assetTypeCreditAlphanum4' ? code.assetCode4() : code.assetCode12();
  return `${codeText(bytes)}:${issuer}`;
}

/** Whether core takes the code: letters and digits, then zeros, and no short code in the long form (stellar-core:src/util/types.cpp isAssetValid). */
export function isAssetValid(asset: xdr.Asset | xdr.ChangeTrustAsset): boolean {
  switch (asset.switch().name) {
    case 'assetTypeNative':
      return true;
    case 'assetTypeCreditAlphanum4':
      return /^[A-Za-z0-9]{1,4}\0*$/.test(asset.alphaNum4().assetCode().toString('latin1'));
    case 'assetTypeCreditAlphanum12':
      return /^[A-Za-z0-9]{5,12}\0*$/.test(asset.alphaNum12().assetCode().toString('latin1'));
    default:
      return false;
  }
}

export const codeOf = (asset: AssetId): string => asset.split(':')[0] ?? '';
export const issuerOf = (asset: AssetId): string => asset.split(':')[1] ?? '';

export type AssetType = 'native' | 'credit_alphanum4' | 'credit_alphanum12';

export function assetType(asset: AssetId): AssetType {
  if (asset === native) return 'native';
  return codeOf(asset).length <= 4 ? 'credit_alphanum4' : 'credit_alphanum12';
}

/** The members by which Horizon names an asset, with a prefix: `source_`. */
export function assetMembers(asset: AssetId, prefix = ''): Record<string, string> {
  if (asset === native) return { [`${prefix}asset_type`]: 'native' };
  return {
    [`${prefix}asset_type`]: assetType(asset),
    [`${prefix}asset_code`]: codeOf(asset),
    [`${prefix}asset_issuer`]: issuerOf(asset),
  };
}

export function accountId(id: xdr.AccountId): string {
  return StrKey.encodeEd25519PublicKey(id.ed25519());
}

/** A party as transactions name it: an account, perhaps with an id of 64 bits. */
export interface Party {
  /** G... */
  readonly account: string;
  /** M..., and its id. */
  readonly muxed: { readonly address: string; readonly id: string } | undefined;
}

export function party(muxed: xdr.MuxedAccount): Party {
  if (muxed.switch().name === 'keyTypeEd25519') {
    return { account: StrKey.encodeEd25519PublicKey(muxed.ed25519()), muxed: undefined };
  }
  const [ed25519, id] = [muxed.med25519().ed25519(), muxed.med25519().id()];
  return {
    account: StrKey.encodeEd25519PublicKey(ed25519),
    muxed: { address: StrKey.encodeMed25519PublicKey(Buffer.concat([ed25519, id.toXDR()])), id: id.toString() },
  };
}

/** The members by which Horizon names a party: `to`, and `to_muxed` and `to_muxed_id` for a muxed one. */
export function partyMembers(name: string, { account, muxed }: Party): Record<string, string> {
  return { [name]: account, ...muxedMembers(name, muxed) };
}

export function muxedMembers(name: string, muxed: Party['muxed']): Record<string, string> {
  return muxed === undefined ? {} : { [`${name}_muxed`]: muxed.address, [`${name}_muxed_id`]: muxed.id };
}

/**
 * The account of an address: G..., or M... without its id.
 *
 * @throws TypeError for anything else. The text is not repeated: it may be a secret.
 */
export function toAccount(address: string): string {
  if (StrKey.isValidEd25519PublicKey(address)) return address;
  if (StrKey.isValidMed25519PublicKey(address)) {
    return StrKey.encodeEd25519PublicKey(StrKey.decodeMed25519PublicKey(address).subarray(0, 32));
  }
  throw new TypeError('This is no address of an account.');
}

/** @throws TypeError for what is no `CODE:ISSUER`. */
export function toAsset(tokenId: string | undefined): AssetId {
  if (tokenId === undefined) return native;
  if (!/^[A-Za-z0-9]{1,12}$/.test(codeOf(tokenId)) || !StrKey.isValidEd25519PublicKey(issuerOf(tokenId))) {
    throw new TypeError('A token id is CODE:ISSUER.');
  }
  return tokenId;
}
