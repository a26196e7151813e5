import type { Address } from '@solana/kit';

export interface Validator {
  /** Stake is delegated to this account. */
  readonly voteAccount: Address;
  /** The node's own key. */
  readonly identity: Address;
  readonly name: string | undefined;
  /** Percent. */
  readonly commission: number;
  /** Lamports in the answer of getVoteAccounts. Delegations do not change it. */
  readonly activatedStake: bigint;
  readonly delinquent: boolean;
}
