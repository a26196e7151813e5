import type { ChainId, FamilyName } from '@isochain/core';
import type { StandIn } from '../upstream/stand-in.ts';

/** A family as the bench sees it: one of its chains, an upstream that plays it, and what to ask. */
export interface BenchFamily {
  readonly name: FamilyName;
  /** The chain that stands for the family. */
  readonly chainId: ChainId;
  /** Settings of an endpoint beside its URL. */
  readonly endpoint: { readonly maxBatch?: number; readonly kind?: string };
  readonly answer: StandIn;
  /** As `answer`, but for another chain of the family: what the gateway must notice. */
  readonly lie: StandIn;
  /**
   * `transaction.data` of a transfer that is accepted. Another sender for each number: equal reads in flight are made once, and different clients
   * do not ask for the same account.
   */
  transfer(number: number): Readonly<Record<string, string>>;
  /** Whose state to ask for. */
  account(number: number): string;
  /** Hex, for address/encode. */
  readonly publicKey: string;
}
