import type { Address } from '../address/address.ts';
import { bytesOf, decoded } from './bytes.ts';
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

// Mints and token accounts of the Token and Token-2022 programs. Which of the two is told by the owner of the account, not by its data.
// Source: solana-program/token, interface/src/state.rs.

export interface Mint {
  /** In the token's smallest unit. */
  readonly supply: bigint;
  readonly decimals: number;
  readonly extensions: MintExtensions;
}

/** What Token-2022 adds to a mint. All absent on a mint of the classic program. */
interface MintExtensions {
  /** Numbers of all extensions that the mint has, those that we do not read included. */
  readonly types: readonly number[];
  readonly transferFee?: TransferFeeConfig;
  /** New token accounts begin frozen. */
  readonly frozenByDefault?: boolean;
  readonly nonTransferable?: true;
  /** May move and burn everybody's tokens. */
  readonly permanentDelegate?: Address;
  /** The program that is called on each transfer; absent where the extension names none. */
  readonly transferHookProgram?: Address;
  /** Where the token's name stands: at the mint itself, or elsewhere. */
  readonly metadataPointer?: Address;
  readonly metadata?: TokenMetadata;
  /** Transfers are stopped. */
  readonly paused?: boolean;
}

/** @returns Undefined if the data is not that of an initialised mint. */
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
  /** Who may move the tokens; not the owner of the account, which is the token program. */
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

/** @returns Undefined if the data is not that of an initialised token account. */
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

/** Whether the data is that of an initialised multisig, which owns mints or token accounts together. */
export function isMultisig(data: Uint8Array): boolean {
  // How many must sign, and of how many, come first.
  return data.length === multisigLength && data[2] === 1;
}

/** The beginning of a token account: mint, owner and amount. */
export const tokenHoldingLength = 72;

/** What stands at the beginning of a token account, so that no more of thousands of them needs to be read. */
export type TokenHolding = Pick<TokenAccount, 'mint' | 'owner' | 'amount'>;

/** @returns Undefined if the data is too short. That it is a token account is for the caller to know. */
export function decodeTokenHolding(data: Uint8Array): TokenHolding | undefined {
  return decoded(() => {
    const bytes = bytesOf(data);
    return { mint: bytes.address(0), owner: bytes.address(32), amount: bytes.u64(64) };
  });
}

/** A member with a value, or no member: for optional fields. */
function defined<K extends string, V, T>(
  name: K,
  value: V | undefined,
  read: (value: V) => T | undefined,
): { [key in K]?: NonNullable<T> } {
  const result = value === undefined ? undefined : read(value);
  return (result === undefined ? {} : { [name]: result }) as { [key in K]?: NonNullable<T> };
}
