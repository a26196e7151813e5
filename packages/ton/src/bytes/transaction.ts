import type { Address, Cell } from '../ton-core.ts';
import type { Signing } from '../wallets/signing-message.ts';

/** A transaction: what the wallet signs, and the wallet's account. */
export interface TonPlan extends Signing {
  readonly sender: Address;
  /** Whether the transaction deploys the wallet. */
  readonly deploy: boolean;
}

/** What is signed. */
export interface Unsigned {
  readonly signing: Cell;
}
