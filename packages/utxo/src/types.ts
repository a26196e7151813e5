import type { StakeTerms } from '@isochain/babylon';
import type { FamilyTypes } from '@isochain/core';
import type { Account, AddressAccount } from './account/account.ts';
import type { PublicKey } from './account/public-key.ts';
import type { StakeParams, UnstakeParams, WithdrawParams } from './babylon/stake-params.ts';
import type { UtxoChainId, UtxoContext } from './chains.ts';
import type { UtxoOptions } from './options.ts';
import type { PaymentParams } from './params.ts';
import type { Unsigned } from './transaction/encode-plan.ts';
import type { SignedPlan } from './transaction/finalize-plan.ts';
import type { noWishes, paymentWishes, priceWishes, stakeWishes } from './wishes.ts';

/** The types of the family, for core's contract. */
export interface Utxo extends FamilyTypes {
  chainId: UtxoChainId;
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
  modes: {
    transfer: { wishes: typeof paymentWishes; params: PaymentParams };
    stake: { wishes: typeof stakeWishes; params: StakeParams };
    unstake: { wishes: typeof noWishes; params: UnstakeParams };
    withdraw: { wishes: typeof priceWishes; params: WithdrawParams };
  };
  plan: UtxoPlan;
  unsigned: Unsigned;
}

/** A transaction, and what is done for it beside signing. */
export interface UtxoPlan extends SignedPlan {
  /** Of a stake that Babylon has to know before it is sent. */
  readonly registration?: Registration | undefined;
}

/** A stake as it is registered on Babylon. */
export interface Registration {
  readonly txid: string;
  /** Satoshi. */
  readonly value: bigint;
  readonly terms: StakeTerms;
  /** Satoshi. */
  readonly unbondingFee: bigint;
}
