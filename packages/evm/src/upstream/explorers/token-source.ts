import type { Operation } from '@isochain/core/upstream';
import type { EvmContext } from '../../context.ts';

/** A token that an account seems to hold. How much, and in which unit, the contract itself is asked. */
export interface HeldToken {
  readonly address: string;
  /** As the source says it; undefined where it does not. */
  readonly name?: string | undefined;
  readonly ticker?: string | undefined;
}

/** One kind of endpoint that knows which tokens accounts hold. */
export interface TokenSource {
  readonly kind: 'blockscout' | 'etherscan' | 'routescan' | 'alchemy';
  /**
   * Contracts of ERC-20 tokens that the account seems to hold, those first that matter most.
   *
   * @throws UpstreamError if no endpoint of the kind gave a usable answer.
   */
  tokens(context: EvmContext, account: string, operation: Operation): Promise<HeldToken[]>;
}
