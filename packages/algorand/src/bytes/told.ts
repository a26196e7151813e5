import type { Told } from '@isochain/core';
import type { Algorand } from '../types.ts';

const none = { never: 'the chain has no such number' } as const;

const common = {
  senderAddress: 'told',
  fees: 'most',
  gas: none,
  nonce: none,
  memo: 'wished',
  'params.genesisId': 'told',
  'params.genesisHash': 'told',
  'params.firstValid': 'told',
  'params.lastValid': 'told',
  'params.lease': 'wished',
  'params.authAddr': { idle: 'the signature shows whose key signs' },
  'params.txId': 'told',
} as const;

const key = { senderPubKey: { idle: 'the signature shows whose key signs' } } as const;
const amounts = { amount: 'told', useMaxAmount: 'told' } as const;

/** What the bytes of each mode tell. */
export const told: Told<Algorand> = {
  transfer: { ...common, ...key, ...amounts, recipientAddress: 'told', 'params.closeAccount': 'wished' },
  transferToken: {
    ...common,
    ...key,
    ...amounts,
    tokenId: 'told',
    recipientAddress: 'told',
    'params.optOut': 'wished',
  },
  enableToken: { ...common, ...key, tokenId: 'told', 'params.optOut': 'wished' },
  stake: {
    ...common,
    ...key,
    ...amounts,
    targetValidatorAddress: 'told',
    sourceValidatorAddress: 'told',
    'params.voteKey': 'told',
    'params.selectionKey': 'told',
    'params.stateProofKey': 'told',
    'params.voteFirst': 'told',
    'params.voteLast': 'told',
    'params.voteKeyDilution': 'told',
    'params.rewards': 'wished',
  },
  unstake: {
    ...common,
    ...key,
    ...amounts,
    amount: { sometimes: 'the bytes end the whole position and hold no amount' },
    validatorAddress: 'told',
    stakeId: 'told',
  },
};
