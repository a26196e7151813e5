import type { Address } from '../address/address.ts';
import type { PublicKey } from '../address/public-key.ts';
import type { CosmosMode } from '../bytes/params.ts';

/** What an intent has in every mode. */
export interface Sending<M extends CosmosMode = CosmosMode> {
  readonly mode: M;
  readonly data: { readonly memo?: string | undefined };
  readonly parsed: { readonly senderAddress: Address; readonly senderPubKey?: PublicKey | undefined };
  readonly wishes: {
    readonly fees?: bigint | undefined;
    readonly gas?: bigint | undefined;
    readonly nonce?: bigint | undefined;
    readonly feeDenom?: string | undefined;
    readonly signMode?: 'amino' | undefined;
  };
}
