import type { Outpoint } from '../coin.ts';

/** A key and its path, for wallets that look keys up by path (BIP174: `PSBT_IN_BIP32_DERIVATION` and similar fields). */
export interface Derivation {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  readonly fingerprint: number;
  /** Child numbers; hardened ones have bit 31 set. */
  readonly path: readonly number[];
}

/** How an input is unlocked. */
export type Spend =
  | { readonly type: 'p2wpkh' }
  | {
      readonly type: 'p2tr';
      /** x-only. Only if the client gave its key; otherwise wallets add it themselves. */
      readonly internalKey?: Uint8Array | undefined;
    }
  | { readonly type: 'p2sh-p2wpkh' /** 0014<hash160 of the key>. */; readonly redeemScript: Uint8Array }
  | { readonly type: 'p2pkh'; readonly isUncompressed: boolean }
  | {
      /** One leaf of a taproot tree (BIP341 script path). */
      readonly type: 'tapscript';
      readonly leafScript: Uint8Array;
      readonly controlBlock: Uint8Array;
      /** x-only key of the tree. */
      readonly internalKey: Uint8Array;
      /** x-only key that has to sign, untweaked. */
      readonly signer: Uint8Array;
      /**
       * Witness items before the signer's signature, in order: signatures of others (64 bytes), or empty. The maker of the plan has checked them.
       */
      readonly cosignatures: readonly Uint8Array[];
    };

export interface PlannedInput extends Outpoint {
  /** Smallest unit. */
  readonly value: bigint;
  /** scriptPubKey of the spent output. */
  readonly script: Uint8Array;
  readonly sequence: number;
  readonly spend: Spend;
  /** The previous transaction, without witness. Required for p2pkh, optional for others. */
  readonly previous?: Uint8Array | undefined;
  readonly derivation?: Derivation | undefined;
}

export interface PlannedOutput {
  readonly value: bigint;
  /** scriptPubKey. */
  readonly script: Uint8Array;
  /** Only for change of an extended key. */
  readonly derivation?: Derivation | undefined;
  /** The script type of that change; it decides the derivation field. */
  readonly type?: 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh' | undefined;
}

/** A transaction before it is signed. */
export interface Plan {
  /** 2: BIP68 needs it. */
  readonly version: 2;
  readonly lockTime: number;
  readonly inputs: readonly PlannedInput[];
  readonly outputs: readonly PlannedOutput[];
}
