import type { Address } from '@solana/kit';
import { borshString, concat, f64, i64, key, keyOrZeros, u8, u16, u32, u64, zeros } from './bytes.ts';

/** Fee of Token-2022 on each transfer: of the amount, rounded up, at most `maximumFee`. */
interface TransferFee {
  basisPoints: number;
  maximumFee: bigint;
}

/** Extensions of a Token-2022 mint. Authorities that are left out are nobody. */
export interface MintExtensions {
  /** `older` holds before the epoch `newerFromEpoch`, and `newer` from then on. A single fee always holds. */
  transferFee?: TransferFee | { older: TransferFee; newer: TransferFee; newerFromEpoch: bigint };
  mintCloseAuthority?: Address;
  /** Whether anybody may set up confidential transfers. */
  confidentialTransfer?: boolean;
  /** New accounts start frozen. */
  defaultFrozen?: boolean;
  nonTransferable?: boolean;
  /** Basis points a year. It changes only the amounts that wallets show. */
  interestRate?: number;
  permanentDelegate?: Address;
  /** The program that every transfer calls; 'none' is the extension without a program. */
  transferHook?: Address | 'none';
  /** The account that holds name and symbol. `metadata` without this points to the mint itself. */
  metadataPointer?: Address;
  /** Name and symbol inside the mint account. */
  metadata?: { name: string; symbol: string; uri?: string; additional?: readonly (readonly [string, string])[] };
  /** The factor by which wallets multiply amounts. */
  scaledUiAmount?: number;
  /** The extension is there in both cases. */
  paused?: boolean;
}

/** u16 type, u16 length, value. */
export function entry(type: number, value: Uint8Array): Uint8Array {
  return concat(u16(type), u16(value.length), value);
}

// Type numbers and layouts: the ExtensionType enumeration of the token-2022 interface and the structures named by it.

/** The entries of a mint account. */
export function mintEntries(mint: Address, extensions: MintExtensions, authority: Address): Uint8Array {
  const { transferFee, metadata, interestRate, scaledUiAmount, transferHook } = extensions;
  const pointer = extensions.metadataPointer ?? (metadata === undefined ? undefined : mint);
  const entries = [
    transferFee && entry(1, transferFeeConfig(transferFee, authority)),
    extensions.mintCloseAuthority && entry(3, key(extensions.mintCloseAuthority)),
    extensions.confidentialTransfer !== undefined &&
      // authority, auto-approve of new accounts, auditor's key.
      entry(4, concat(key(authority), u8(extensions.confidentialTransfer ? 1 : 0), zeros(32))),
    extensions.defaultFrozen !== undefined && entry(6, u8(extensions.defaultFrozen ? 2 : 1)),
    extensions.nonTransferable && entry(9, zeros(0)),
    interestRate !== undefined &&
      // authority, initialized at, average rate before the last change, last change, present rate.
      entry(10, concat(key(authority), i64(0), u16(interestRate), i64(0), u16(interestRate))),
    extensions.permanentDelegate && entry(12, key(extensions.permanentDelegate)),
    transferHook !== undefined &&
      entry(14, concat(key(authority), keyOrZeros(transferHook === 'none' ? undefined : transferHook))),
    pointer && entry(18, concat(key(authority), key(pointer))),
    scaledUiAmount !== undefined &&
      // authority, multiplier, when the new one takes effect, new multiplier.
      entry(25, concat(key(authority), f64(scaledUiAmount), i64(0), f64(scaledUiAmount))),
    extensions.paused !== undefined && entry(26, concat(key(authority), u8(extensions.paused ? 1 : 0))),
    metadata && entry(19, tokenMetadata(mint, metadata, authority)),
  ];
  return concat(...entries.filter((one) => one instanceof Uint8Array));
}

function transferFeeConfig(fee: NonNullable<MintExtensions['transferFee']>, authority: Address): Uint8Array {
  const { older, newer, newerFromEpoch } = 'newer' in fee ? fee : { older: fee, newer: fee, newerFromEpoch: 0n };
  const one = (epoch: bigint, { maximumFee, basisPoints }: TransferFee): Uint8Array =>
    concat(u64(epoch), u64(maximumFee), u16(basisPoints));
  // Authority over the fee, authority over withheld fees, fees that the mint itself withholds.
  return concat(key(authority), key(authority), u64(0), one(0n, older), one(newerFromEpoch, newer));
}

function tokenMetadata(
  mint: Address,
  metadata: NonNullable<MintExtensions['metadata']>,
  authority: Address,
): Uint8Array {
  const { name, symbol, uri = '', additional = [] } = metadata;
  return concat(
    ...[key(authority), key(mint)],
    ...[name, symbol, uri].map(borshString),
    u32(additional.length),
    ...additional.flat().map(borshString),
  );
}

/** The extensions that a token account of such a mint must have. */
export function requiredAccountEntries(extensions: MintExtensions): Uint8Array[] {
  return [
    ...(extensions.transferFee === undefined ? [] : [entry(2, u64(0))]),
    ...(extensions.nonTransferable ? [entry(13, zeros(0))] : []),
    ...(extensions.transferHook === undefined ? [] : [entry(15, u8(0))]),
    ...(extensions.paused === undefined ? [] : [entry(27, zeros(0))]),
  ];
}
