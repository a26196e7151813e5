import type { FamilyTypes } from '@isochain/core';
import type { AccountId, Address } from './address/address.ts';
import type { TokenId } from './address/token-id.ts';
import type { Params, StellarMode } from './bytes/params.ts';
import type { StellarPlan, Unsigned } from './bytes/transaction.ts';
import type { StellarChainId } from './chains.ts';
import type { StellarContext } from './context.ts';
import type { StellarKind, StellarOptions } from './options.ts';
import type { WishTexts } from './wishes.data.ts';
import type { honours, WishesOf } from './wishes.ts';

/** The types of the Stellar family. */
export interface Stellar extends FamilyTypes {
  chainId: StellarChainId;
  kind: StellarKind;
  options: StellarOptions;
  context: StellarContext;
  values: {
    account: AccountId;
    sender: AccountId;
    recipient: AccountId;
    token: TokenId;
    /** Stellar has none. */
    validator: never;
    /** As the account whose master key it is. */
    publicKey: Address;
    /** In lower-case hex without 0x. */
    transaction: string;
  };
  wishTexts: WishTexts;
  memo: true;
  modes: {
    [M in StellarMode]: {
      wishes: WishesOf<M>;
      params: Params<M>;
      honours: (typeof honours)[number];
    };
  };
  plan: StellarPlan;
  unsigned: Unsigned;
}
