import type { Address } from '@solana/kit';

export interface Validator {
  /** Where stake is delegated to. */
  readonly voteAccount: Address;
  /** The node's own key. */
  readonly identity: Address;
  readonly name: string | undefined;
  /** Percent. */
  readonly commission: number;
  /** Lamports, as getVoteAccounts says. It stays as it is, whatever is delegated. */
  readonly activatedStake: bigint;
  readonly delinquent: boolean;
}
