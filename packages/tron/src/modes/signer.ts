import { bytesOf, type Problem, problem, RefusedError } from '@isochain/core';
import { type Address, toBase58Address } from '../address/address.ts';
import { type ContractType, contractNumbers } from '../bytes/contracts.ts';
import type { AccountFacts, Permission } from '../upstream/queries/accounts.ts';

/** Who signs a transaction. */
export interface Signer {
  readonly permissionId: number;
  readonly key: Address;
}

/** What the intent says of the signer. */
export interface SignerWish {
  readonly sender: Address;
  /** The address of `senderPubKey`. */
  readonly key: Address | undefined;
  readonly permissionId: number | undefined;
}

const senderField = 'transaction.data.senderAddress';

/**
 * Finds a permission that one key satisfies alone: that of `senderPubKey`, or the account's own. Permissions are asked in their order, the owner's first.
 *
 * @param type - Active permissions name the kinds of contracts that they are for.
 * @throws RefusedError `publicKey.mismatch` if `senderPubKey` is in no permission of the account: a mistake in the request, as on every chain.
 */
export function signerOf(
  { permissions }: AccountFacts,
  { sender, key: given, permissionId }: SignerWish,
  type: ContractType,
): Signer | { readonly error: Problem } {
  const key = given ?? sender;
  const weightIn = (permission: Permission) => permission.keys.find(({ address }) => address === key)?.weight ?? 0n;
  const wished = permissions.filter(({ id }) => permissionId === undefined || id === permissionId);
  const usable = wished.filter((permission) => allows(permission, type));
  const sufficient = usable.find(
    (permission) => weightIn(permission) > 0n && weightIn(permission) >= permission.threshold,
  );
  if (sufficient !== undefined) return { permissionId: sufficient.id, key };
  if (given !== undefined && permissions.every((permission) => weightIn(permission) === 0n)) {
    throw new RefusedError([
      problem('publicKey.mismatch', { owner: toBase58Address(given) }, 'transaction.data.senderPubKey'),
    ]);
  }
  if (permissionId !== undefined) return { error: unusableWish(wished[0], permissionId, type, weightIn) };
  return { error: lacking(permissions, type, weightIn, sender) };
}

type WeightIn = (permission: Permission) => bigint;

function unusableWish(
  permission: Permission | undefined,
  permissionId: number,
  type: ContractType,
  weightIn: WeightIn,
): Problem {
  const field = 'transaction.data.params.permissionId';
  return problem('wish.invalid', { field, reason: whyUnusable(permission, permissionId, type, weightIn) }, field);
}

function whyUnusable(
  permission: Permission | undefined,
  permissionId: number,
  type: ContractType,
  weightIn: WeightIn,
): string {
  if (permission === undefined) return `the account has no permission ${permissionId}`;
  if (!allows(permission, type)) return `permission ${permissionId} is not for transactions of this kind`;
  const weight = weightIn(permission);
  if (weight === 0n) return `the key of the signer is not in permission ${permissionId}`;
  return `the key of the signer has weight ${weight}, and permission ${permissionId} needs ${permission.threshold}`;
}

/** Why the key cannot sign alone. */
function lacking(permissions: readonly Permission[], type: ContractType, weightIn: WeightIn, sender: Address): Problem {
  const own = permissions.filter((permission) => weightIn(permission) > 0n);
  const partial = own.find((permission) => allows(permission, type));
  if (partial !== undefined) {
    const reason = `the key has weight ${weightIn(partial)}, and permission ${partial.id} needs ${partial.threshold}`;
    return problem('sender.severalSignatures', { reason }, senderField);
  }
  const [owner] = permissions;
  const { keys = [], threshold = 0n } = owner ?? {};
  const isOwn = keys.some(({ address }) => address === sender);
  const other = isOwn ? undefined : keys.find(({ weight }) => weight > 0n && weight >= threshold);
  if (other !== undefined) {
    const reason = `its owner permission belongs to ${toBase58Address(other.address)}, so only that key can move what it holds. Fraudsters show such accounts as bait`;
    return problem('sender.notWallet', { reason }, senderField);
  }
  const [limited] = own;
  if (limited !== undefined) {
    const reason = `permission ${limited.id} of the key is not for transactions of this kind`;
    return problem('sender.notWallet', { reason }, senderField);
  }
  const reason = `its owner permission needs several other keys, with weight ${threshold} together`;
  return problem('sender.severalSignatures', { reason }, senderField);
}

/** Whether a permission is for a kind of contract: the owner's is for all (WalletUtil.checkPermissionOperations of tronprotocol/java-tron). */
function allows({ operations }: Permission, type: ContractType): boolean {
  if (operations === undefined) return true;
  const number = contractNumbers[type];
  const bits = bytesOf(operations);
  const byte = bits.length === 32 ? (bits[number >> 3] ?? 0) : 0;
  return (byte & (1 << (number & 7))) !== 0;
}
