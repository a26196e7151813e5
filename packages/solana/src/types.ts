import type { FamilyTypes } from '@isochain/core';
import type { Address } from './address/address.ts';
import type { SolanaPlan } from './bytes/assemble.ts';
import type { Params, SolanaMode } from './bytes/params.ts';
import type { SolanaChainId } from './chains.ts';
import type { SolanaContext } from './context.ts';
import type { SolanaOptions } from './options.ts';
import type { WishTexts } from './wishes.data.ts';
import type { taken } from './wishes.ts';

/** The types of the Solana family. */
export interface Solana extends FamilyTypes {
  chainId: SolanaChainId;
  kind: 'rpc';
  options: SolanaOptions;
  context: SolanaContext;
  values: {
    account: Address;
    sender: Address;
    recipient: Address;
    /** Of the mint. */
    token: Address;
    /** Of the vote account. */
    validator: Address;
    /** The address of a key is the key itself. */
    publicKey: Address;
    /** Base58. */
    transaction: string;
  };
  wishTexts: WishTexts;
  memo: true;
  modes: {
    [M in SolanaMode]: { wishes: typeof taken.wishes; params: Params<M>; honours: (typeof taken.honours)[number] };
  };
  plan: SolanaPlan;
  /** The message. */
  unsigned: Uint8Array;
}
