import type { ChainIdentity } from '../catalogue.ts';
import type { ChainId } from '../chain-ids.ts';
import type { Problem } from '../problem.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import type { Mode } from '../schema/modes.ts';
import type { TransactionData } from '../schema/transaction-data.ts';
import type { KeyLikeIds } from '../secrets.ts';
import type { FamilyTypes, ModeOf } from './family-types.ts';
import type { Identifiers } from './identifiers.ts';
import type { CheckedData } from './mode.ts';
import type { Told } from './told.ts';

export type MaybePromise<V> = V | Promise<V>;

/**
 * The pure half of a chain: no network, clock, randomness or cache. It is a package entry of its own, `@isochain/<family>/bytes`, so that a
 * browser can read and make transactions with it alone.
 */
export interface Bytes<T extends FamilyTypes = FamilyTypes> {
  readonly chainId: ChainId;
  readonly identity: ChainIdentity;
  readonly identifiers: Identifiers<T>;
  /** Ids that look like private keys. None by default. */
  readonly keyLikeIds?: KeyLikeIds | undefined;

  /**
   * Turns completed data of a mode into a plan. Strict, and the only reader of `params`.
   *
   * @throws RefusedError `data.altered` if the data contradicts itself, for example if `fees` do not follow from `params`.
   */
  readonly plan: { readonly [M in keyof T['modes']]: M extends ModeOf<T> ? Planner<T, M> : never };

  /** Makes the bytes to sign. Nothing else does. Deterministic: broadcast calls it again, and refuses bytes that differ. */
  assemble(plan: T['plan']): Assembled<T>;

  /**
   * Joins the unsigned transaction and a signature. Accepts every signature form of the wire contract. Verifies the signature against the
   * sender's key, or against the keys in `params.signers` where an address does not tell its key.
   *
   * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
   */
  finalize(plan: T['plan'], unsigned: T['unsigned'], signature: string): MaybePromise<SignedTransaction>;

  /**
   * Reads from the bytes alone what encoded items do.
   *
   * @param intent - What the client asked for, not checked. It changes nothing in the result except `confirmed`.
   */
  explain?(encoded: readonly EncodedItem[], intent?: TransactionData): Explanation;

  /** What the bytes tell. */
  readonly told: Told<T>;
}

/** Typed as a method, so that `Bytes<Evm>` can be assigned to `Bytes`: TypeScript checks parameters of methods less strictly. */
type Planner<T extends FamilyTypes, M extends ModeOf<T> & Mode> = {
  read(data: CheckedData<T, M>): T['plan'];
}['read'];

export interface Assembled<T extends FamilyTypes = FamilyTypes> {
  readonly items: EncodedItem[];
  readonly unsigned: T['unsigned'];
  /**
   * Members of `params` that only repeat the bytes, because clients expect them there. Core adds them, and refuses data with other values for
   * them. JSON values; numbers above 2^53 as texts.
   */
  readonly copies?: Readonly<Record<string, unknown>> | undefined;
}

export interface SignedTransaction {
  /** What `submit` sends, in the family's own wire encoding. */
  readonly raw: string;
  /** The id that explorers show for the transaction. It is known before sending. */
  readonly hash: string;
}

/** What encoded items do, read from their bytes. */
export interface Explanation {
  /** A transaction data object, with the fields that the bytes tell. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Contradictions in the items, such as a hash that is not the hash of the raw transaction. */
  readonly errors: readonly Problem[];
  /** The part of the fees that the bytes tell, in the smallest unit, if they do not tell `data.fees`: rollups add the cost of L1. */
  readonly leastFees?: bigint | undefined;
  /** Further modes with the same bytes: `withdraw` of a pool that takes one message for two modes. */
  readonly sameBytes?: readonly Mode[] | undefined;
  /** Wishes that lead to these bytes, as a client spells them, if `data.params` does not have them under the same name. */
  readonly wishes?: Readonly<Record<string, unknown>> | undefined;
  /** Fields that these bytes do not tell, and others of the mode do. `Told` says why. */
  readonly untold?: readonly string[] | undefined;
  /** Fields of the intent that agree with the bytes, in another spelling, or because the bytes follow from them. */
  readonly confirmed?: readonly string[] | undefined;
  /** True if something that the sender has staked may pay a part of `leastFees`. The fees of encode can then be lower. */
  readonly mayBeCovered?: boolean | undefined;
}
