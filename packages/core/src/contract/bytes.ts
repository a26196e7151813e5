import type { ChainIdentity } from '../catalogue.ts';
import type { ChainId } from '../chain-ids.ts';
import type { Problem } from '../problem.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import type { Mode } from '../schema/modes.ts';
import type { KeyLikeIds } from '../secrets.ts';
import type { FamilyTypes, ModeOf } from './family-types.ts';
import type { Identifiers } from './identifiers.ts';
import type { CheckedData } from './mode.ts';

export type MaybePromise<V> = V | Promise<V>;

/**
 * The pure half of a chain: no network, clock, randomness or cache. It is a package entry of its own, `@isochain/<family>/bytes`, so that a
 * browser can read and make transactions with it alone.
 */
export interface Bytes<T extends FamilyTypes = FamilyTypes> {
  readonly chainId: ChainId;
  readonly identity: ChainIdentity;
  readonly identifiers: Identifiers<T>;
  /** Which ids have a form of private keys; none by default. */
  readonly keyLikeIds?: KeyLikeIds | undefined;

  /**
   * Turns completed data of a mode into a plan. Strict, and the only reader of `params`.
   *
   * @throws RefusedError `data.altered` if the data contradicts itself (fees that do not follow from `params`, say).
   */
  readonly plan: { readonly [M in keyof T['modes']]: M extends ModeOf<T> ? Planner<T, M> : never };

  /** Makes the bytes to sign: the only place that does. Deterministic. Broadcast calls it again and refuses what differs. */
  assemble(plan: T['plan']): Assembled<T>;

  /**
   * Joins what was assembled with a signature into what is sent. Accepts every signature form of the wire contract and verifies the signature
   * against the signers: the sender's key, or the keys in `params.signers` where an address does not tell its key.
   *
   * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
   */
  finalize(plan: T['plan'], unsigned: T['unsigned'], signature: string): MaybePromise<SignedTransaction>;

  /** Says what encoded items really do, from the bytes alone. */
  explain?(encoded: readonly EncodedItem[]): Explanation;
}

/** A member with a method's type: so a chain of one family is also a chain of any family. */
type Planner<T extends FamilyTypes, M extends ModeOf<T> & Mode> = {
  read(data: CheckedData<T, M>): T['plan'];
}['read'];

export interface Assembled<T extends FamilyTypes = FamilyTypes> {
  readonly items: EncodedItem[];
  readonly unsigned: T['unsigned'];
  /**
   * Members of `params` that only repeat the bytes, because clients expect them there. Core adds them, and refuses data in which they say
   * something else. JSON values; numbers above 2^53 as texts.
   */
  readonly copies?: Readonly<Record<string, unknown>> | undefined;
}

export interface SignedTransaction {
  /** What `submit` sends, in the family's own wire encoding. */
  readonly raw: string;
  /** An id by which explorers find the transaction, known before sending. */
  readonly hash: string;
}

/** What encoded items do, read from their bytes. */
export interface Explanation {
  /** As a transaction data object, with what can be read from the bytes. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What in the items contradicts itself, such as a hash that is not the hash of the raw transaction. */
  readonly errors: readonly Problem[];
  /** What the bytes can cost at least, in the smallest unit, where they do not tell all (`data.fees`): on rollups the cost of L1 comes on top. */
  readonly leastFees?: bigint | undefined;
}
