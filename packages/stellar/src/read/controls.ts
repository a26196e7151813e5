import type { Problem } from '@isochain/core';
import { changedControl } from '@isochain/core/movements';
import { type OperationRecord, StrKey } from '@stellar/stellar-sdk/base';
import type { Address } from '../address/address.ts';

type SetOptions = Extract<OperationRecord, { type: 'setOptions' }>;

/**
 * Who may spend from an account from now on (stellar/stellar-xdr, Stellar-transaction.x: SetOptionsOp): a new signer is named by its key. Keys that lose weight,
 * and thresholds, are named with what they have now.
 */
export function controlsOf(account: Address, record: SetOptions): Problem[] {
  const signer: Signer | undefined = record.signer;
  const { masterWeight, lowThreshold, medThreshold, highThreshold } = record;
  const thresholds = Object.entries({ low: lowThreshold, medium: medThreshold, high: highThreshold }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`${name} ${value}`]),
  );
  const weight = Number(signer?.weight ?? 0);
  const key = signer === undefined ? undefined : keyOf(signer);
  return [
    ...(key === undefined ? [] : [changedControl(account, weight === 0 ? `${key} with weight 0` : key)]),
    ...(masterWeight === undefined ? [] : [changedControl(account, `${account} with weight ${masterWeight}`)]),
    ...(thresholds.length === 0 ? [] : [changedControl(account, `thresholds ${thresholds.join(', ')}`)]),
  ];
}

/** A signer as the library reads it from an envelope. */
interface Signer {
  readonly weight?: number | string | undefined;
  readonly ed25519PublicKey?: string | undefined;
  readonly preAuthTx?: Uint8Array | string | undefined;
  readonly sha256Hash?: Uint8Array | string | undefined;
  readonly ed25519SignedPayload?: string | undefined;
}

/** A signer as strkey (SEP-23): a key, the hash of a transaction or of a secret, or a signed payload. */
function keyOf({ ed25519PublicKey, preAuthTx, sha256Hash, ed25519SignedPayload }: Signer): string {
  if (preAuthTx instanceof Uint8Array) return StrKey.encodePreAuthTx(preAuthTx);
  if (sha256Hash instanceof Uint8Array) return StrKey.encodeSha256Hash(sha256Hash);
  return ed25519PublicKey ?? ed25519SignedPayload ?? 'another signer';
}
