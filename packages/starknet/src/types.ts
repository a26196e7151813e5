import type { FamilyTypes } from '@isochain/core';
import type { Address } from './address/address.ts';
import type { PublicKey } from './address/public-key.ts';
import type { Params, StarknetMode } from './bytes/params.ts';
import type { StarknetPlan, Unsigned } from './bytes/transaction.ts';
import type { StarknetChainId } from './chains.ts';
import type { StarknetContext } from './context.ts';
import type { FeltHex } from './felt.ts';
import type { StarknetKind, StarknetOptions } from './options.ts';
import type { WishTexts } from './wishes.data.ts';
import type { HonouredBy, WishesOf } from './wishes.ts';

/** The types of the Starknet family. */
export interface Starknet extends FamilyTypes {
  chainId: StarknetChainId;
  kind: StarknetKind;
  options: StarknetOptions;
  context: StarknetContext;
  values: {
    account: Address;
    sender: Address;
    recipient: Address;
    /** The contract of a token other than STRK. */
    token: Address;
    /** A staker, or its pool. */
    validator: Address;
    publicKey: PublicKey;
    /** As nodes write it: without leading zeros. */
    transaction: FeltHex;
  };
  wishTexts: WishTexts;
  memo: false;
  modes: {
    [M in StarknetMode]: {
      wishes: WishesOf<M>;
      params: Params<M>;
      honours: HonouredBy<M>;
    };
  };
  plan: StarknetPlan;
  unsigned: Unsigned;
}
