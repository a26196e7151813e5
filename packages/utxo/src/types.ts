import type { Stake, StakeCharges } from '@isochain/babylon';
import type { FamilyTypes } from '@isochain/core';
import type { Account, AddressAccount } from './address/account.ts';
import type { PublicKey } from './address/public-key.ts';
import type { Unsigned } from './bytes/assemble.ts';
import type { SignedPlan } from './bytes/finalize.ts';
import type { PaymentParams } from './bytes/params.ts';
import type { StakeParams, UnstakeParams, WithdrawParams } from './bytes/stake-params.ts';
import type { UtxoChainId } from './chains.ts';
import type { UtxoContext } from './context.ts';
import type { UtxoOptions } from './options.ts';
import type { UtxoKind } from './upstream/kind-names.ts';
import type { WishTexts } from './wishes.data.ts';
import type { honours, noWishes, paymentWishes, priceWishes, stakeWishes } from './wishes.ts';

/** The types of the family, for core's contract. */
export interface Utxo extends FamilyTypes {
  chainId: UtxoChainId;
  kind: UtxoKind;
  options: UtxoOptions;
  context: UtxoContext;
  values: {
    account: Account;
    sender: Account;
    recipient: AddressAccount;
    token: never;
    /** x-only key of a finality provider, in lower-case hex. */
    validator: string;
    publicKey: PublicKey;
    /** In lower-case hex. */
    transaction: string;
  };
  wishTexts: WishTexts;
  memo: false;
  modes: {
    transfer: { wishes: typeof paymentWishes; params: PaymentParams; honours: Honours };
    stake: { wishes: typeof stakeWishes; params: StakeParams; honours: Honours };
    unstake: { wishes: typeof noWishes; params: UnstakeParams; honours: never };
    withdraw: { wishes: typeof priceWishes; params: WithdrawParams; honours: Honours };
  };
  plan: UtxoPlan;
  unsigned: Unsigned;
}

type Honours = (typeof honours)[number];

/** A transaction, with the registration that belongs to a stake. */
export interface UtxoPlan extends SignedPlan {
  /** Stakes only. */
  readonly registration?: Registration | undefined;
}

/** A stake as it is registered on Babylon. */
export interface Registration {
  readonly stake: Stake;
  readonly charges: StakeCharges;
  /** Whether Babylon has to know the stake before it is sent. */
  readonly isRequired: boolean;
}
