import type { Operation } from '@isochain/core/upstream';
import type { EvmContext } from '../../context.ts';

/** A token that an account seems to hold. The contract itself is asked for balance and decimals. */
export interface HeldToken {
  /** Undefined if it cannot be read. */
  readonly address: string | undefined;
  /** From the source. Undefined if it does not tell. */
  readonly name?: string | undefined;
  readonly ticker?: string | undefined;
}

/** One kind of endpoint that knows which tokens accounts hold. */
export interface TokenSource {
  readonly kind: 'blockscout' | 'etherscan' | 'routescan' | 'alchemy';
  /**
   * Contracts of ERC-20 tokens that the account seems to hold, the most important first.
   *
   * @throws UpstreamError if no endpoint of the kind gave a usable answer.
   */
  tokens(context: EvmContext, account: string, operation: Operation): Promise<HeldToken[]>;
}
