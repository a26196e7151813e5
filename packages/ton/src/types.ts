import type { FamilyTypes } from '@isochain/core';
import type { TonAddress } from './address/address.ts';
import type { Params, TonMode } from './bytes/params.ts';
import type { TonPlan, Unsigned } from './bytes/transaction.ts';
import type { TonChainId } from './chains.ts';
import type { TonContext } from './context.ts';
import type { TonKind, TonOptions } from './options.ts';
import type { WishTexts } from './wishes.data.ts';
import type { honours, unstakeWishesOf, wishesOf } from './wishes.ts';

/** The types of the TON family. */
export interface Ton extends FamilyTypes {
  chainId: TonChainId;
  kind: TonKind;
  options: TonOptions;
  context: TonContext;
  values: {
    account: TonAddress;
    sender: TonAddress;
    recipient: TonAddress;
    token: TonAddress;
    validator: TonAddress;
    /** 32 bytes. */
    publicKey: Uint8Array;
    /** In lower-case hex. */
    transaction: string;
  };
  wishTexts: WishTexts;
  memo: true;
  modes: {
    [M in TonMode]: {
      wishes: M extends 'unstake' ? ReturnType<typeof unstakeWishesOf> : ReturnType<typeof wishesOf>;
      params: Params<M>;
      honours: (typeof honours)[number];
      /** Pools take orders in the place where a comment would be. */
      memo: M extends 'transfer' | 'transferToken' ? true : false;
    };
  };
  plan: TonPlan;
  unsigned: Unsigned;
}
