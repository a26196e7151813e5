import type { Address } from '../address/address.ts';

/** What staked coins give: bandwidth or energy. */
export type Resource = 'BANDWIDTH' | 'ENERGY';

/** Numbers of the resources in messages (ResourceCode in tronprotocol/protocol, core/contract/common.proto). */
export const resources: readonly Resource[] = ['BANDWIDTH', 'ENERGY'];

/** Votes for one super representative: one for each coin that is staked. */
export interface Vote {
  readonly address: Address;
  readonly count: bigint;
}

/** What a transaction does, beyond its owner. Amounts of TRX are in sun. */
export type Contract =
  | { readonly type: 'TransferContract'; readonly to: Address; readonly amount: bigint }
  /** `asset` is the number of a TRC-10 token. */
  | { readonly type: 'TransferAssetContract'; readonly asset: string; readonly to: Address; readonly amount: bigint }
  | { readonly type: 'VoteWitnessContract'; readonly votes: readonly Vote[] }
  | { readonly type: 'WithdrawBalanceContract' }
  /** `data` is hex without 0x. */
  | {
      readonly type: 'TriggerSmartContract';
      readonly contract: Address;
      readonly data: string;
      readonly callValue?: bigint | undefined;
    }
  | { readonly type: 'FreezeBalanceV2Contract'; readonly amount: bigint; readonly resource: Resource }
  | { readonly type: 'UnfreezeBalanceV2Contract'; readonly amount: bigint; readonly resource: Resource }
  | { readonly type: 'WithdrawExpireUnfreezeContract' }
  /** `lockPeriod` is a number of blocks. */
  | {
      readonly type: 'DelegateResourceContract';
      readonly resource: Resource;
      readonly amount: bigint;
      readonly receiver: Address;
      readonly lock?: boolean | undefined;
      readonly lockPeriod?: bigint | undefined;
    }
  | {
      readonly type: 'UnDelegateResourceContract';
      readonly resource: Resource;
      readonly amount: bigint;
      readonly receiver: Address;
    }
  | { readonly type: 'CancelAllUnfreezeV2Contract' };

export type ContractType = Contract['type'];

/** The highest number that the chain's messages hold (int64). */
export const maxInt64: bigint = 2n ** 63n - 1n;

/** Numbers of the kinds (ContractType in tronprotocol/protocol, core/Tron.proto). Permissions have a bit for each. */
export const contractNumbers: Readonly<Record<ContractType, number>> = {
  TransferContract: 1,
  TransferAssetContract: 2,
  VoteWitnessContract: 4,
  WithdrawBalanceContract: 13,
  TriggerSmartContract: 31,
  FreezeBalanceV2Contract: 54,
  UnfreezeBalanceV2Contract: 55,
  WithdrawExpireUnfreezeContract: 56,
  DelegateResourceContract: 57,
  UnDelegateResourceContract: 58,
  CancelAllUnfreezeV2Contract: 59,
};

/** Beginning of the names of messages in transactions. */
export const typeUrlPrefix = 'type.googleapis.com/protocol.';
