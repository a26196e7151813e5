import { utils } from 'tronweb';
import { base58Address, type HexAddress } from './address.ts';
import type { Submission } from './protocol.ts';
import { Refusal } from './refusal.ts';
import { activePermissionOf, ownerPermissionOf, type Permission, type State } from './state.ts';

// Source of order and texts: java-tron, TransactionCapsule.validatePubSignature and checkWeight.

/** getTotalSignNum of mainnet. */
const mostSignatures = 5;

/** @throws Refusal if the signatures do not satisfy the permission that the transaction names. */
export function checkSignatures(state: State, submission: Submission): void {
  const { signatures, permissionId, kind, contract } = submission;
  if (signatures.length === 0) throw refusal('miss sig or contract');
  if (signatures.length > mostSignatures) throw refusal('too many signatures');
  const permission = permissionOf(state, contract.owner, permissionId);
  if (permission === undefined) throw refusal("permission isn't exit");
  if (permissionId !== 0 && !allows(permission, kind)) throw refusal('Permission denied');
  if (weightOf(permission, submission) < permission.threshold) throw refusal('sig error');
}

function permissionOf(state: State, owner: HexAddress, id: number): Permission | undefined {
  const account = state.accounts.get(owner);
  if (account === undefined) {
    if (id === 0) return ownerPermissionOf(owner);
    return id === 2 ? activePermissionOf(owner) : undefined;
  }
  if (id === 0) return account.ownerPermission ?? ownerPermissionOf(owner);
  return account.activePermissions.find((one) => one.id === id);
}

function allows({ operations = '' }: Permission, kind: number): boolean {
  const byte = Number.parseInt(operations.slice(2 * (kind >> 3), 2 * (kind >> 3) + 2), 16);
  return (byte & (1 << (kind & 7))) !== 0;
}

function weightOf(permission: Permission, { id, signatures }: Submission): number {
  if (signatures.length > permission.keys.length) {
    throw refusal(
      `Signature count is ${signatures.length} more than key counts of permission : ${permission.keys.length}`,
    );
  }
  const signed = new Set<HexAddress>();
  let weight = 0;
  for (const signature of signatures) {
    const size = signature.length / 2;
    // The upper bound is that of java-tron 4.8.2.
    if (size < 65 || size > 68) throw refusal(`Signature size is ${size}`);
    const address = signerOf(id, signature);
    const key = permission.keys.find((one) => one.address === address);
    if (key === undefined) {
      throw refusal(`${signature} is signed by ${base58Address(address)} but it is not contained of permission.`);
    }
    if (signed.has(address)) throw refusal(`${base58Address(address)} has signed twice!`);
    signed.add(address);
    weight += key.weight;
  }
  return weight;
}

/** Order of secp256k1 (SEC 2). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function signerOf(id: string, signature: string): HexAddress {
  const s = BigInt(`0x${signature.slice(64, 128)}`);
  let v = Number.parseInt(signature.slice(128, 130), 16);
  if (v < 27) v += 27;
  // A node takes an s above half the order. tronweb refuses it, but the mirrored signature has the same signer.
  const mirrored = s > order / 2n;
  const canonical = mirrored
    ? signature.slice(0, 64) + (order - s).toString(16).padStart(64, '0')
    : signature.slice(0, 128);
  const parity = mirrored ? 55 - v : v;
  try {
    return utils.crypto.ecRecover(id, canonical + parity.toString(16)).toLowerCase();
  } catch {
    throw refusal('Signature recovery failed');
  }
}

function refusal(text: string): Refusal {
  return new Refusal('SIGERROR', `Validate signature error: ${text}`);
}
