import type { FamilyTypes } from '@isochain/core';
import type { Address } from './address/address.ts';
import type { PublicKey } from './address/public-key.ts';
import type { TokenId } from './address/token-id.ts';
import type { AptosMode, Params } from './bytes/params.ts';
import type { AptosPlan, Unsigned } from './bytes/transaction.ts';
import type { AptosChainId } from './chains.ts';
import type { AptosContext } from './context.ts';
import type { AptosKind, AptosOptions } from './options.ts';
import type { WishTexts } from './wishes.data.ts';
import type { honours, WishesOf } from './wishes.ts';

/** The types of the Aptos family. */
export interface Aptos extends FamilyTypes {
  chainId: AptosChainId;
  kind: AptosKind;
  options: AptosOptions;
  context: AptosContext;
  values: {
    account: Address;
    sender: Address;
    recipient: Address;
    token: TokenId;
    /** A delegation pool. */
    validator: Address;
    publicKey: PublicKey;
    /** In lower-case hex with 0x. */
    transaction: string;
  };
  wishTexts: WishTexts;
  memo: false;
  modes: {
    [M in AptosMode]: {
      wishes: WishesOf<M>;
      params: Params<M>;
      honours: (typeof honours)[number];
    };
  };
  plan: AptosPlan;
  unsigned: Unsigned;
}
