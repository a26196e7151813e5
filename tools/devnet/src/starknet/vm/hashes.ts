import { pedersen, poseidonHash, poseidonHashMany, verify } from '@scure/starknet';
import { addressBound, ascii } from './felt.ts';

// By the specification of Starknet (docs.starknet.io: Transactions, Contract address), on the primitives of @scure/starknet.

/** Pedersen hash of a list: the elements one after the other from 0, then their number. */
function pedersenArray(felts: readonly bigint[]): bigint {
  const all = felts.reduce((hash, felt) => BigInt(pedersen(hash, felt)), 0n);
  return BigInt(pedersen(all, BigInt(felts.length)));
}

const poseidon = (felts: readonly bigint[]): bigint => poseidonHashMany([...felts]);

/** Pedersen hashes are slow, and tests ask for the addresses of a few keys again and again. */
const addresses = new Map<string, bigint>();

/** Where DEPLOY_ACCOUNT puts a contract. The deployer is 0. */
export function contractAddress(classHash: bigint, salt: bigint, calldata: readonly bigint[]): bigint {
  const question = [classHash, salt, ...calldata].join(' ');
  const known = addresses.get(question);
  if (known !== undefined) return known;
  const parts = [ascii('STARKNET_CONTRACT_ADDRESS'), 0n, salt, classHash, pedersenArray(calldata)];
  const address = pedersenArray(parts) % addressBound;
  addresses.set(question, address);
  return address;
}

interface Bound {
  /** u64. */
  readonly maxAmount: bigint;
  /** u128, FRI. */
  readonly maxPrice: bigint;
}

export interface Bounds {
  readonly l1: Bound;
  readonly l2: Bound;
  readonly l1Data: Bound;
}

/** What transactions of version 3 have in common. Both data availability modes are L1, which is 0. */
interface Common {
  /** With the bit for queries, 2^128, it is another transaction. */
  readonly version: bigint;
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly tip: bigint;
  readonly bounds: Bounds;
  readonly paymasterData: readonly bigint[];
}

export interface InvokeParts extends Common {
  readonly sender: bigint;
  readonly calldata: readonly bigint[];
  readonly accountDeploymentData: readonly bigint[];
}

export interface DeployAccountParts extends Common {
  readonly address: bigint;
  readonly classHash: bigint;
  readonly salt: bigint;
  readonly constructorCalldata: readonly bigint[];
}

function bound(name: string, { maxAmount, maxPrice }: Bound): bigint {
  return (ascii(name) << 192n) + (maxAmount << 128n) + maxPrice;
}

function feeHash({ tip, bounds }: Common): bigint {
  return poseidon([tip, bound('L1_GAS', bounds.l1), bound('L2_GAS', bounds.l2), bound('L1_DATA', bounds.l1Data)]);
}

function head(prefix: string, address: bigint, parts: Common): bigint[] {
  const paymaster = poseidon(parts.paymasterData);
  return [ascii(prefix), parts.version, address, feeHash(parts), paymaster, parts.chainId, parts.nonce, 0n];
}

/** The hash of an INVOKE of version 3. */
export function invokeHash(parts: InvokeParts): bigint {
  return poseidon([
    ...head('invoke', parts.sender, parts),
    poseidon(parts.accountDeploymentData),
    poseidon(parts.calldata),
  ]);
}

/** The hash of a DEPLOY_ACCOUNT of version 3. */
export function deployAccountHash(parts: DeployAccountParts): bigint {
  return poseidon([
    ...head('deploy_account', parts.address, parts),
    poseidon(parts.constructorCalldata),
    parts.classHash,
    parts.salt,
  ]);
}

/** The identifier that Argent's contracts have for a Stark key. */
export function starkSignerGuid(publicKey: bigint): bigint {
  return poseidonHash(ascii('Starknet Signer'), publicKey);
}

/** What was verified lately: a transaction is verified when it is sent, and again when it is executed. */
const verified = new Map<string, boolean>();
const mostVerified = 1_000;

/** Whether a Stark signature is that of a key, which is told by its x coordinate alone. */
export function isSignedBy(publicKey: bigint, hash: bigint, r: bigint, s: bigint): boolean {
  const key = [publicKey, hash, r, s].join();
  const known = verified.get(key);
  if (known !== undefined) return known;
  const found = verifyEither(publicKey, hash, r, s);
  if (verified.size >= mostVerified) verified.clear();
  verified.set(key, found);
  return found;
}

function verifyEither(publicKey: bigint, hash: bigint, r: bigint, s: bigint): boolean {
  const digits = (value: bigint) => value.toString(16).padStart(64, '0');
  // A curve point has one of two y coordinates.
  return ['02', '03'].some((parity) => {
    try {
      const signature = Buffer.from(digits(r) + digits(s), 'hex');
      return verify(signature, digits(hash), parity + digits(publicKey), { format: 'compact' });
    } catch {
      // The numbers are out of range, or there is no such point.
      return false;
    }
  });
}
