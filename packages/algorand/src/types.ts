import type { FamilyTypes } from '@isochain/core';
import type { Address } from './address/address.ts';
import type { TokenId } from './address/token-id.ts';
import type { AlgorandMode, Params } from './bytes/params.ts';
import type { AlgorandPlan, Unsigned } from './bytes/transaction.ts';
import type { AlgorandChainId } from './chains.ts';
import type { AlgorandContext } from './context.ts';
import type { AlgorandKind, AlgorandOptions } from './options.ts';
import type { WishTexts } from './wishes.data.ts';
import type { honours, WishesOf } from './wishes.ts';

/** The types of the Algorand family. */
export interface Algorand extends FamilyTypes {
  chainId: AlgorandChainId;
  kind: AlgorandKind;
  options: AlgorandOptions;
  context: AlgorandContext;
  values: {
    account: Address;
    sender: Address;
    recipient: Address;
    token: TokenId;
    /** An account that takes part in the consensus by itself. */
    validator: Address;
    /** As the address that it has. */
    publicKey: Address;
    /** In base32. */
    transaction: string;
  };
  wishTexts: WishTexts;
  memo: true;
  modes: {
    [M in AlgorandMode]: {
      wishes: WishesOf<M>;
      params: Params<M>;
      honours: (typeof honours)[number];
    };
  };
  plan: AlgorandPlan;
  unsigned: Unsigned;
}
