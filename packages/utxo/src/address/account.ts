import type { ExtendedPublicKey } from './public-derivation.ts';

/** How a coin is locked, as far as we can spend it. */
export type ScriptType = 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh';

/** How an address locks coins: `p2sh` may or may not be p2sh-p2wpkh, which only its redeem script tells. */
export type AddressType = 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2sh' | 'p2pkh';

/** One address. */
export interface AddressAccount {
  readonly kind: 'address';
  /** As we write it: lower case bech32, or base58 with the chain's own version byte. */
  readonly address: string;
  readonly type: AddressType;
  /** scriptPubKey. */
  readonly script: Uint8Array;
}

/** An extended public key of account level: all addresses of both its branches. */
export interface ExtendedAccount {
  readonly kind: 'extended';
  /** Equal for equal accounts, whichever way they came: the descriptor. */
  readonly id: string;
  readonly type: ScriptType;
  readonly key: ExtendedPublicKey;
  /** As an output descriptor without checksum, such as `wpkh([fp/84'/0'/0']xpub.../<0;1>/*)`; nodes before Bitcoin Core 29 know no `<0;1>`. */
  readonly descriptor: string;
  /** The key as clients sent it if it came without a descriptor: Blockbook knows its prefix. */
  readonly text: string | undefined;
  /**
   * What PSBT derivations begin with: master fingerprint and account path where the descriptor has an origin; the key's own fingerprint and an
   * empty path otherwise.
   */
  readonly origin: { readonly fingerprint: number; readonly path: readonly number[] };
  /** Whether the prefix is one that wallets also use for accounts of other script types: an `xpub`. */
  readonly isNeutral: boolean;
}

/** Whom an account id names. */
export type Account = AddressAccount | ExtendedAccount;

/** An address of an extended key. */
export interface DerivedAddress {
  /** 0: receiving, 1: change. */
  readonly branch: 0 | 1;
  readonly index: number;
  readonly address: string;
  readonly script: Uint8Array;
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
}
