import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';

/** What a transaction does, and what came of it. */
export type Act =
  | {
      readonly type: 'pay';
      readonly receiver: Address;
      /** MicroAlgos. */
      readonly amount: bigint;
      readonly closeTo: Address | undefined;
      /** MicroAlgos that `closeTo` got. 0 while the transaction waits. */
      readonly closeAmount: bigint;
    }
  | {
      readonly type: 'axfer';
      readonly assetId: TokenId;
      readonly receiver: Address;
      /** Base units of the asset. */
      readonly amount: bigint;
      readonly closeTo: Address | undefined;
      /** Base units that `closeTo` got. 0 while the transaction waits. */
      readonly closeAmount: bigint;
      /** From whom the sender takes the asset (clawback). Undefined if it is the sender's own. */
      readonly takenFrom: Address | undefined;
    }
  | {
      readonly type: 'keyreg';
      /** Undefined if the account goes offline. */
      readonly voteKey: Uint8Array | undefined;
      readonly selectionKey: Uint8Array | undefined;
      /** Undefined in transactions from before 2022, too. */
      readonly stateProofKey: Uint8Array | undefined;
      /** Rounds. */
      readonly voteFirst: bigint;
      readonly voteLast: bigint;
      readonly voteKeyDilution: bigint;
      /** Whether the account gives up rewards for ever. */
      readonly isNonParticipating: boolean;
    }
  | {
      readonly type: 'afrz';
      readonly assetId: TokenId;
      /** Whose holding is frozen or set free. */
      readonly account: Address;
      readonly isFrozen: boolean;
    }
  | { readonly type: 'other' };

/** Rewards that accounts got with a transaction, in microAlgos (go-algorand, data/transactions: ApplyData). There are none since 2022. */
export interface Rewards {
  readonly sender: bigint;
  readonly receiver: bigint;
  /** Of the account to which the rest of a closed account went. */
  readonly close: bigint;
}

/** A transaction, as a node or an indexer shows it (go-algorand, data/transactions). */
export interface Row {
  readonly sender: Address;
  /** MicroAlgos. */
  readonly fee: bigint;
  readonly firstValid: bigint;
  readonly lastValid: bigint;
  /** Undefined if it is not signed, and where blocks left it out. */
  readonly genesisId: string | undefined;
  /** In base64. Undefined where blocks left it out. */
  readonly genesisHash: string | undefined;
  readonly note: Uint8Array | undefined;
  readonly lease: Uint8Array | undefined;
  readonly group: Uint8Array | undefined;
  readonly rekeyTo: Address | undefined;
  readonly act: Act;
  /** All 0 while the transaction waits. */
  readonly rewards: Rewards;
  /** Transactions that an application made while it ran, as far as they can be read. */
  readonly inner: readonly Row[];
  /** What could not be read of it, a noun for each. */
  readonly unread: readonly string[];
}

/** Where a transaction stands. */
export interface Placed {
  readonly round: bigint;
  /** Milliseconds since 1970. Undefined if the endpoint does not tell it. */
  readonly time: bigint | undefined;
}

/** Types of transactions (go-algorand, protocol/txntype.go). */
const knownTypes: ReadonlySet<string> = new Set(['pay', 'keyreg', 'acfg', 'axfer', 'afrz', 'appl', 'stpf', 'hb']);

/** What is not known of a transaction because of its type: nobody knows what newer types move. */
export function unreadIn(type: string): readonly string[] {
  return knownTypes.has(type) ? [] : ['what it does'];
}
