/** The ten transaction kinds of the specification, in its order. */
export const modes = [
  'deployAccount',
  'transfer',
  'stake',
  'transferToken',
  'enableToken',
  'unstake',
  'claimRewards',
  'withdraw',
  'registerStake',
  'convertAsset',
] as const;

export type Mode = (typeof modes)[number];
