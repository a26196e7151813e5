import type { RawOutput, RawSegwitTransaction, RawTransaction } from './transaction-bytes.ts';

// What we read of PSBTs (BIP174, BIP370, BIP371).

/** "psbt" and 0xff: what they begin with. */
export const psbtMagic: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);

export interface KeyPath {
  readonly fingerprint: number;
  /** Child numbers; hardened ones have bit 31 set. */
  readonly path: readonly number[];
}

export interface TaprootKeyPath {
  /** Of the leaves that the key is in. */
  readonly hashes: readonly Uint8Array[];
  readonly der: KeyPath;
}

/** How deep an extended key is, and its path. */
export type ExtendedKeyPath = readonly [{ readonly depth: number }, KeyPath];

/** A script with its leaf version behind it. */
export type LeafScript = readonly [controlBlock: Uint8Array, script: Uint8Array];

/** Keyed fields are lists of key and value. */
export interface PsbtOutput {
  readonly redeemScript?: Uint8Array | undefined;
  readonly bip32Derivation?: readonly (readonly [Uint8Array, KeyPath])[] | undefined;
  /** x-only. */
  readonly tapInternalKey?: Uint8Array | undefined;
  /** By x-only key. */
  readonly tapBip32Derivation?: readonly (readonly [Uint8Array, TaprootKeyPath])[] | undefined;
}

export interface LeafSigner {
  /** x-only. */
  readonly pubKey: Uint8Array;
  readonly leafHash: Uint8Array;
}

export interface PsbtInput extends PsbtOutput {
  readonly nonWitnessUtxo?: RawSegwitTransaction | undefined;
  readonly witnessUtxo?: RawOutput | undefined;
  /** By public key. */
  readonly partialSig?: readonly (readonly [Uint8Array, Uint8Array])[] | undefined;
  readonly finalScriptSig?: Uint8Array | undefined;
  readonly finalScriptWitness?: readonly Uint8Array[] | undefined;
  readonly tapKeySig?: Uint8Array | undefined;
  readonly tapScriptSig?: readonly (readonly [LeafSigner, Uint8Array])[] | undefined;
  readonly tapLeafScript?: readonly LeafScript[] | undefined;
}

interface PsbtGlobal {
  readonly version?: number | undefined;
  readonly xpub?: readonly ExtendedKeyPath[] | undefined;
}

export interface Psbt {
  readonly global: PsbtGlobal & { readonly unsignedTx: RawTransaction };
  readonly inputs: readonly PsbtInput[];
  readonly outputs: readonly PsbtOutput[];
}

/** PSBT version 2 (BIP370) has no transaction, but all that is in one. */
export interface PsbtV2 {
  readonly global: PsbtGlobal & {
    readonly txVersion: number;
    readonly fallbackLocktime?: number | undefined;
    readonly inputCount: number;
    readonly outputCount: number;
  };
  readonly inputs: readonly (PsbtInput & {
    readonly txid: Uint8Array;
    readonly index: number;
    readonly sequence?: number | undefined;
    readonly requiredTimeLocktime?: number | undefined;
    readonly requiredHeightLocktime?: number | undefined;
  })[];
  readonly outputs: readonly (PsbtOutput & RawOutput)[];
}
