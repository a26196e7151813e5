import type { Address } from '../address/address.ts';
import { type Bytes, bytesOf } from './bytes.ts';

// Extensions of Token-2022. The base layout is padded to the length of a token account. Then come one byte that tells mint from account, and the
// entries: type u16, length u16, value. Source: solana-program/token-2022, interface/src/extension/mod.rs.

/** Numbers of the extension types that we read. Source: enum ExtensionType of the same file. */
export const extensionTypes = {
  transferFeeConfig: 1,
  defaultAccountState: 6,
  memoTransfer: 8,
  nonTransferable: 9,
  interestBearing: 10,
  permanentDelegate: 12,
  transferHook: 14,
  metadataPointer: 18,
  tokenMetadata: 19,
  scaledAmount: 25,
  pausable: 26,
} as const;

/** Length of a token account without extensions. An extended mint or account has its type byte at this offset. */
const tokenAccountLength = 165;
/** Length of a mint without extensions. */
const mintLength = 82;
/** Length of a multisig of the token program. An extended account never has this length. */
export const multisigLength = 355;

const accountTypes = { mint: 1, account: 2 } as const;

/** Entries by type. */
export type Extensions = ReadonlyMap<number, Bytes>;

const none: Extensions = new Map();

/**
 * The extensions of a mint or token account.
 *
 * @returns Undefined if the data is no such account.
 */
export function extensionsOf(data: Uint8Array, kind: keyof typeof accountTypes): Extensions | undefined {
  if (data.length === (kind === 'mint' ? mintLength : tokenAccountLength)) return none;
  if (data.length <= tokenAccountLength || data.length === multisigLength) return undefined;
  if (data[tokenAccountLength] !== accountTypes[kind]) return undefined;
  const bytes = bytesOf(data);
  const found = new Map<number, Bytes>();
  let offset = tokenAccountLength + 1;
  while (offset + 4 <= data.length) {
    const type = bytes.u16(offset);
    // Uninitialized: only free room follows.
    if (type === 0) break;
    const length = bytes.u16(offset + 2);
    if (offset + 4 + length > data.length) return undefined;
    found.set(type, bytesOf(data.subarray(offset + 4, offset + 4 + length)));
    offset += 4 + length;
  }
  return found;
}

/** A fee that the token program keeps from each transfer, from an epoch on. */
interface TransferFee {
  readonly epoch: bigint;
  /** In the token's smallest unit. */
  readonly maximumFee: bigint;
  readonly basisPoints: number;
}

export interface TransferFeeConfig {
  readonly older: TransferFee;
  /** In force from its epoch on. */
  readonly newer: TransferFee;
}

export function readTransferFeeConfig(value: Bytes): TransferFeeConfig {
  const fee = (offset: number): TransferFee => ({
    epoch: value.u64(offset),
    maximumFee: value.u64(offset + 8),
    basisPoints: value.u16(offset + 16),
  });
  // First come two authorities of 32 bytes and the amount withheld at the mint.
  return { older: fee(72), newer: fee(90) };
}

/** A token's name, from its mint or from an account that the mint points to. The issuer chose the texts: clean them before showing. */
export interface TokenMetadata {
  readonly mint: Address;
  readonly name: string;
  readonly symbol: string;
}

/** Source: solana-program/token-metadata, interface/src/state.rs. */
export function readTokenMetadata(value: Bytes): TokenMetadata {
  const name = value.text(64);
  const symbol = value.text(name.end);
  return {
    mint: value.address(32),
    name: name.value,
    symbol: symbol.value,
  };
}
