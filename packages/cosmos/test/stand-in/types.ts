import type { CosmosChain } from '../../src/chains.ts';

/** The chain that the stand-in plays. */
export interface StandInChain {
  /** The chain's own id, as in sign documents. */
  readonly nativeId: string;
  readonly prefix: string;
  readonly validatorPrefix: string;
  readonly denom: string;
  readonly keys: 'secp256k1' | 'injective' | 'ethermint';
  /** Nodes take staking messages only wrapped (Babylon). */
  readonly wrapsStaking?: boolean;
  /** The least that a unit of gas costs in `denom`, in units of 10^-18. */
  readonly minGasPrice: bigint;
  readonly feeModel: CosmosChain['feeModel'];
  readonly unbondingMs: number;
}

export interface StandInValidator {
  readonly operator: string;
  readonly moniker: string;
  /** In units of 10^-18. */
  readonly commission: string;
  tokens: bigint;
  jailed: boolean;
  status: 'BOND_STATUS_BONDED' | 'BOND_STATUS_UNBONDED';
}

export interface Unbonding {
  readonly delegator: string;
  readonly validator: string;
  readonly amount: bigint;
  readonly endsAt: number;
}

/** A redelegation that has not ended. */
export interface Redelegation {
  readonly delegator: string;
  readonly source: string;
  readonly target: string;
  readonly endsAt: number;
}

/** A contract. Without a token it answers like an NFT contract. */
export interface StandInContract {
  readonly token?: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly balances: ReadonlyMap<string, bigint>;
}

export interface StandInEvent {
  readonly type: string;
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
}

/** What stakes of Bitcoin have earned for one kind of stakeholder, in the native coin. */
export interface Gauge {
  readonly earned: bigint;
  readonly taken: bigint;
}

/** Why a message fails, in the words of cosmos-sdk. */
export class MessageError extends Error {
  readonly code: number;
  readonly codespace: string;

  constructor(message: string, code = 5, codespace = 'sdk') {
    super(message);
    this.code = code;
    this.codespace = codespace;
  }
}

/** What messages change. */
export interface Effects {
  readonly chain: StandInChain;
  readonly now: () => number;
  readonly unbondings: Unbonding[];
  readonly redelegations: Redelegation[];
  /** Accounts that may not receive coins. */
  readonly blocked: ReadonlySet<string>;
  /** The least that can be staked, if staking messages are wrapped. */
  readonly minStake: bigint;
  credit(address: string, denom: string, amount: bigint): void;
  debit(address: string, denom: string, amount: bigint): void;
  /** Takes coins that still vest first, as staking does. */
  debitToStake(address: string, denom: string, amount: bigint): void;
  delegation(delegator: string, validator: string): bigint;
  setDelegation(delegator: string, validator: string, amount: bigint): void;
  reward(delegator: string, validator: string): bigint;
  setReward(delegator: string, validator: string, amount: bigint): void;
  validator(operator: string): StandInValidator;
  /** By kind of stakeholder, as nodes write it: `BTC_STAKER`. */
  gaugesOf(address: string): Map<string, Gauge>;
}
