import type { ExtendedPublicKey } from './public-derivation.ts';

/** The script types of coins that we can spend. */
export type ScriptType = 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh';

/** The script types of addresses. Only the redeem script of a `p2sh` address tells whether it is p2sh-p2wpkh. */
export type AddressType = 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2sh' | 'p2pkh';

/** One address. */
export interface AddressAccount {
  readonly kind: 'address';
  /** In lower-case bech32, or base58 with the chain's own version byte. */
  readonly address: string;
  readonly type: AddressType;
  /** scriptPubKey. */
  readonly script: Uint8Array;
}

/** An extended public key of account level, for all addresses of both its branches. */
export interface ExtendedAccount {
  readonly kind: 'extended';
  /** The descriptor: it is equal for equal accounts, whether they came as a key or a descriptor. */
  readonly id: string;
  readonly type: ScriptType;
  readonly key: ExtendedPublicKey;
  /** As an output descriptor without checksum, such as `wpkh([fp/84'/0'/0']xpub.../<0;1>/*)`; nodes before Bitcoin Core 29 know no `<0;1>`. */
  readonly descriptor: string;
  /** The key as the client sent it, if it came without a descriptor. Blockbook knows its prefix. */
  readonly text: string | undefined;
  /**
   * The start of PSBT derivations: master fingerprint and account path if the descriptor has an origin, else the key's own fingerprint and an
   * empty path.
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
