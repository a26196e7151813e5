import type { FamilyTypes } from '@isochain/core';
import type { Address } from './address/address.ts';
import type { PublicKey } from './address/public-key.ts';
import type { Payer } from './address/stakeholder.ts';
import type { Token } from './address/token-id.ts';
import type { CosmosMode, Params } from './bytes/params.ts';
import type { CosmosPlan, Unsigned } from './bytes/sign-documents.ts';
import type { CosmosChainId } from './chains.ts';
import type { CosmosContext } from './context.ts';
import type { CosmosKind, CosmosOptions } from './options.ts';
import type { WishTexts } from './wishes.data.ts';
import type { honours, registrationWishesOf, wishesOf } from './wishes.ts';

/** The types of the Cosmos family. */
export interface Cosmos extends FamilyTypes {
  chainId: CosmosChainId;
  /** REST (LCD) and CometBFT's JSON-RPC. */
  kind: CosmosKind;
  options: CosmosOptions;
  context: CosmosContext;
  values: {
    account: Address;
    sender: Address;
    recipient: Address;
    token: Token;
    /** A validator, or who else pays rewards. */
    validator: Payer;
    publicKey: PublicKey;
    /** In hex, in upper case. */
    transaction: string;
  };
  wishTexts: WishTexts;
  memo: true;
  modes: {
    [M in CosmosMode]: {
      wishes: ReturnType<M extends 'registerStake' ? typeof registrationWishesOf : typeof wishesOf>;
      params: Params<M>;
      honours: (typeof honours)[number];
    };
  };
  plan: CosmosPlan;
  unsigned: Unsigned;
}
