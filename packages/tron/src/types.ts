import type { FamilyTypes } from '@isochain/core';
import type { Address } from './address/address.ts';
import type { PublicKey } from './address/public-key.ts';
import type { TokenId } from './address/token-id.ts';
import type { Params, TronMode } from './bytes/params.ts';
import type { TronPlan, Unsigned } from './bytes/transaction.ts';
import type { TronChainId } from './chains.ts';
import type { TronContext } from './context.ts';
import type { TronKind, TronOptions } from './options.ts';
import type { WishTexts } from './wishes.data.ts';
import type { honours, WishesOf } from './wishes.ts';

/** The types of the Tron family. */
export interface Tron extends FamilyTypes {
  chainId: TronChainId;
  kind: TronKind;
  options: TronOptions;
  context: TronContext;
  values: {
    account: Address;
    sender: Address;
    recipient: Address;
    token: TokenId;
    validator: Address;
    publicKey: PublicKey;
    /** In lower-case hex. */
    transaction: string;
  };
  wishTexts: WishTexts;
  memo: true;
  modes: {
    [M in TronMode]: {
      wishes: WishesOf<M>;
      params: Params<M>;
      honours: (typeof honours)[number];
    };
  };
  plan: TronPlan;
  unsigned: Unsigned;
}
