import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';

/** Keys with which a node takes part in the consensus (go-algorand, data/transactions/keyreg.go: KeyregTxnFields). */
export interface ParticipationKeys {
  /** 32 bytes. */
  readonly voteKey: Uint8Array;
  /** 32 bytes. */
  readonly selectionKey: Uint8Array;
  /** 64 bytes. */
  readonly stateProofKey: Uint8Array;
  /** Rounds. */
  readonly voteFirst: bigint;
  readonly voteLast: bigint;
  readonly voteKeyDilution: bigint;
}

/** What a transaction does. */
export type Deed =
  | {
      readonly type: 'payment';
      readonly receiver: Address;
      /** MicroAlgos. */
      readonly amount: bigint;
      /** Gets all that is left. The account of the sender ends. */
      readonly closeRemainderTo?: Address | undefined;
    }
  | {
      readonly type: 'assetTransfer';
      readonly assetId: TokenId;
      readonly receiver: Address;
      /** Base units of the asset. */
      readonly amount: bigint;
      /** Gets all that is left of the asset. The sender opts out of it. */
      readonly closeRemainderTo?: Address | undefined;
    }
  | { readonly type: 'goOnline'; readonly keys: ParticipationKeys }
  | { readonly type: 'goOffline' };

/** A transaction without signatures. */
export interface AlgorandTransaction {
  readonly sender: Address;
  /** MicroAlgos. All of it is taken. */
  readonly fee: bigint;
  /** The first and the last round whose block may have the transaction. */
  readonly firstValid: bigint;
  readonly lastValid: bigint;
  /** Undefined if it is not a part of the bytes: only the hash has to be. */
  readonly genesisId: string | undefined;
  /** In base64. */
  readonly genesisHash: string;
  /** Undefined if there is none. Never empty. */
  readonly note: Uint8Array | undefined;
  /** 32 bytes, not all zero: until `lastValid`, no other transaction of the sender with the same ones is carried out. */
  readonly lease: Uint8Array | undefined;
  readonly deed: Deed;
}

export interface AlgorandPlan extends AlgorandTransaction {
  /** The address of the key that signs. Another one than the sender if the account was rekeyed. */
  readonly signer: Address;
}

/** What is signed. */
export interface Unsigned {
  /** The transaction in canonical msgpack. */
  readonly bytes: Uint8Array;
  /** "TX" and these bytes: the message that keys sign (go-algorand, protocol/hash.go: Transaction). */
  readonly message: Uint8Array;
  /** The SHA-512/256 of the message, in base32. */
  readonly txId: string;
}
