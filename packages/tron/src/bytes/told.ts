import type { Told } from '@isochain/core';
import type { Tron } from '../types.ts';

const common = {
  senderAddress: 'told',
  senderPubKey: { idle: 'the signature shows whose key signs' },
  fees: { never: 'the chain sets them: a call tells only the limit of what its energy costs' },
  gas: { never: 'the chain has no gas in its transactions' },
  nonce: { never: 'the chain has no nonces' },
  memo: 'wished',
  'params.visible': 'told',
  'params.txID': 'told',
  'params.raw_data': 'told',
  'params.raw_data_hex': 'told',
  'params.signers': { idle: 'the signature shows whose key signs' },
  'params.expiration': 'told',
  'params.permissionId': 'told',
} as const;

const amounts = { amount: 'told', useMaxAmount: { never: 'the bytes hold the amount that encode found' } } as const;
const everything = { never: 'the chain pays all that there is' } as const;
const everybody = { never: 'the chain pays from all validators at once' } as const;

/** What the bytes of each mode tell. */
export const told: Told<Tron> = {
  transfer: { ...common, ...amounts, recipientAddress: 'told' },
  transferToken: { ...common, ...amounts, tokenId: 'told', recipientAddress: 'told', 'params.feeLimit': 'told' },
  stake: {
    ...common,
    useMaxAmount: amounts.useMaxAmount,
    amount: { sometimes: 'a vote holds all votes of the account, and not how many are new' },
    targetValidatorAddress: { sometimes: 'frozen coins name no validator: the vote comes after' },
    sourceValidatorAddress: { never: 'a vote holds all votes of the account, and not where they were before' },
    'params.step': 'told',
    'params.resource': { sometimes: 'a vote counts frozen coins of both resources', wished: true },
  },
  unstake: {
    ...common,
    ...amounts,
    validatorAddress: { never: 'coins are unfrozen without a validator: the chain takes votes off all of them' },
    stakeId: { never: 'the chain has no positions: coins are unfrozen by resource' },
    'params.resource': 'told',
  },
  withdraw: { ...common, amount: everything, validatorAddress: everybody, stakeId: everything },
  claimRewards: {
    ...common,
    validatorAddress: everybody,
    stakeId: everything,
    compound: { never: 'the chain cannot do it' },
  },
};
