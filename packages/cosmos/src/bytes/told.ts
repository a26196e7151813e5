import type { Told } from '@isochain/core';
import type { Cosmos } from '../types.ts';

const common = {
  senderAddress: 'told',
  fees: 'most',
  gas: 'told',
  nonce: 'told',
  memo: 'wished',
  'params.nativeId': 'told',
  'params.accountNumber': 'told',
  'params.feeDenom': 'wished',
  'params.signMode': 'told',
} as const;

const key = { senderPubKey: 'told' } as const;
const amounts = { amount: 'told', useMaxAmount: { never: 'the bytes hold the amount that encode found' } } as const;
const stakeId = { stakeId: { idle: 'positions have no ids: the validator tells which it is' } } as const;

/** The documents of a stake of Bitcoin stand in the message in another form. */
const document = { hidden: 'the message holds it in another form' } as const;

/** What the bytes of each mode tell. */
export const told: Told<Cosmos> = {
  transfer: { ...common, ...key, ...amounts, recipientAddress: 'told' },
  transferToken: { ...common, ...key, ...amounts, recipientAddress: 'told', tokenId: 'told' },
  stake: { ...common, ...key, ...amounts, targetValidatorAddress: 'told', sourceValidatorAddress: 'wished' },
  unstake: { ...common, ...key, ...amounts, ...stakeId, validatorAddress: 'told' },
  claimRewards: {
    ...common,
    ...key,
    ...stakeId,
    validatorAddress: 'told',
    compound: 'wished',
    'params.compoundAmount': 'told',
  },
  registerStake: {
    ...common,
    ...key,
    amount: 'told',
    senderForeignPubKey: 'told',
    validatorPubKey: 'told',
    unsignedUnbondingTransaction: 'told',
    proofOfPossession: document,
    signedStakingTransaction: document,
    signedSlashingTransaction: document,
    signedUnbondingSlashingTransaction: document,
    'params.parameters': { idle: 'the documents follow from them, and the chain checks the documents' },
    'params.stakingTime': document,
    'params.popMessage': document,
    'params.inclusionProof': document,
  },
};
