import type { Address } from '../address/address.ts';
import { bytesOf, decoded } from './bytes.ts';
import { readScaledAmount, readShownInterest, type ScaledAmount, type ShownInterest } from './display-multiplier.ts';
import {
  type Extensions,
  extensionsOf,
  extensionTypes,
  multisigLength,
  readTokenMetadata,
  readTransferFeeConfig,
  type TokenMetadata,
  type TransferFeeConfig,
} from './extensions.ts';

// Mints and token accounts of the Token and Token-2022 programs. The owner of the account tells which program it is, not the data. Source:
// solana-program/token, interface/src/state.rs.

export interface Mint {
  /** In the token's smallest unit. */
  readonly supply: bigint;
  readonly decimals: number;
  readonly extensions: MintExtensions;
}

/** What Token-2022 adds to a mint. A mint of the classic program has none of it. */
interface MintExtensions {
  /** Numbers of all extensions of the mint, also of those that we do not read. */
  readonly types: readonly number[];
  readonly transferFee?: TransferFeeConfig;
  /** New token accounts begin frozen. */
  readonly frozenByDefault?: boolean;
  readonly nonTransferable?: true;
  /** Wallets show amounts with interest. */
  readonly interest?: ShownInterest;
  /** Wallets show amounts multiplied. */
  readonly scaled?: ScaledAmount;
  /** May move and burn everybody's tokens. */
  readonly permanentDelegate?: Address;
  /** The program that each transfer calls. Absent if the extension names none. */
  readonly transferHookProgram?: Address;
  /** The account with the token's name: the mint itself, or another one. */
  readonly metadataPointer?: Address;
  readonly metadata?: TokenMetadata;
  /** Transfers are stopped. */
  readonly paused?: boolean;
}

/** @returns Undefined if the data is no initialised mint. */
export function decodeMint(data: Uint8Array): Mint | undefined {
  const extensions = extensionsOf(data, 'mint');
  if (extensions === undefined) return undefined;
  return decoded(() => {
    const bytes = bytesOf(data);
    if (bytes.u8(45) !== 1) return undefined;
    return {
      supply: bytes.u64(36),
      decimals: bytes.u8(44),
      extensions: mintExtensions(extensions),
    };
  });
}

function mintExtensions(found: Extensions): MintExtensions {
  const get = (name: keyof typeof extensionTypes) => found.get(extensionTypes[name]);
  return {
    types: [...found.keys()],
    ...defined('transferFee', get('transferFeeConfig'), readTransferFeeConfig),
    ...defined(
      'frozenByDefault',
      get('defaultAccountState'),
      (value) => value.u8(0) === accountStates.indexOf('frozen'),
    ),
    ...defined('nonTransferable', get('nonTransferable'), () => true as const),
    ...defined('interest', get('interestBearing'), readShownInterest),
    ...defined('scaled', get('scaledAmount'), readScaledAmount),
    ...defined('permanentDelegate', get('permanentDelegate'), (value) => value.addressOrZero(0)),
    // The authority comes first.
    ...defined('transferHookProgram', get('transferHook'), (value) => value.addressOrZero(32)),
    ...defined('metadataPointer', get('metadataPointer'), (value) => value.addressOrZero(32)),
    ...defined('metadata', get('tokenMetadata'), readTokenMetadata),
    ...defined('paused', get('pausable'), (value) => value.u8(32) === 1),
  };
}

const accountStates = ['uninitialized', 'initialized', 'frozen'] as const;

export interface TokenAccount {
  readonly mint: Address;
  /** Who may move the tokens. The owner of the account itself is the token program. */
  readonly owner: Address;
  /** In the token's smallest unit. */
  readonly amount: bigint;
  readonly state: 'initialized' | 'frozen';
  readonly extensions: TokenAccountExtensions;
}

/** What Token-2022 adds to a token account. */
interface TokenAccountExtensions {
  /** Incoming transfers need a memo. */
  readonly memoRequired?: boolean;
}

/** @returns Undefined if the data is no initialised token account. */
export function decodeTokenAccount(data: Uint8Array): TokenAccount | undefined {
  const extensions = extensionsOf(data, 'account');
  if (extensions === undefined) return undefined;
  return decoded(() => {
    const bytes = bytesOf(data);
    const state = accountStates[bytes.u8(108)];
    if (state === undefined || state === 'uninitialized') return undefined;
    return {
      mint: bytes.address(0),
      owner: bytes.address(32),
      amount: bytes.u64(64),
      state,
      extensions: defined('memoRequired', extensions.get(extensionTypes.memoTransfer), (value) => value.u8(0) === 1),
    };
  });
}

/** Whether the data is an initialised multisig: several keys that own mints or token accounts together. */
export function isMultisig(data: Uint8Array): boolean {
  // Two bytes come first: how many must sign, and how many keys there are.
  return data.length === multisigLength && data[2] === 1;
}

/** The beginning of a token account: mint, owner and amount. */
export const tokenHoldingLength = 72;

/** The beginning of a token account: for thousands of accounts, no more needs to be read. */
export type TokenHolding = Pick<TokenAccount, 'mint' | 'owner' | 'amount'>;

/** @returns Undefined if the data is too short. The caller must know that it is a token account. */
export function decodeTokenHolding(data: Uint8Array): TokenHolding | undefined {
  return decoded(() => {
    const bytes = bytesOf(data);
    return { mint: bytes.address(0), owner: bytes.address(32), amount: bytes.u64(64) };
  });
}

/** For optional fields: an object with the member, or without it. */
function defined<K extends string, V, T>(
  name: K,
  value: V | undefined,
  read: (value: V) => T | undefined,
): { [key in K]?: NonNullable<T> } {
  const result = value === undefined ? undefined : read(value);
  return (result === undefined ? {} : { [name]: result }) as { [key in K]?: NonNullable<T> };
}
