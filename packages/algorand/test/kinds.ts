/** One kind for each transaction that encode makes. */
export const kinds = [
  'payment',
  'closeAccount',
  'assetTransfer',
  'assetClose',
  'optIn',
  'optOut',
  'goOnline',
  'goOffline',
] as const;

export type Kind = (typeof kinds)[number];

/** A transaction. Fields that its kind does not need are not used. */
export interface Made {
  readonly kind: Kind;
  readonly sender: string;
  /** The address of the key that signs: another one than the sender if the account was rekeyed. */
  readonly signer: string;
  /** Gets the amount, and what is left if the kind closes something. */
  readonly recipient: string;
  readonly assetId: bigint;
  /** MicroAlgos, or base units of the asset. */
  readonly amount: bigint;
  /** MicroAlgos. */
  readonly fee: bigint;
  readonly firstValid: bigint;
  readonly lastValid: bigint;
  /** Undefined if it is not a part of the bytes. */
  readonly genesisId: string | undefined;
  /** In base64. */
  readonly genesisHash: string;
  readonly note: Uint8Array | undefined;
  /** 32 bytes. */
  readonly lease: Uint8Array | undefined;
  readonly voteKey: Uint8Array;
  readonly selectionKey: Uint8Array;
  readonly stateProofKey: Uint8Array;
  readonly voteFirst: bigint;
  readonly voteLast: bigint;
  readonly voteKeyDilution: bigint;
}
