import type { Told } from '@isochain/core';
import type { Solana } from '../types.ts';

const common = {
  senderAddress: 'told',
  fees: { never: 'the chain sets the base fee: only what is offered beyond it is in the bytes' },
  gas: 'told',
  nonce: { never: 'the chain has no such number' },
  memo: 'wished',
  'params.profile': 'told',
  'params.blockhash': 'told',
  'params.lastValidBlockHeight': { never: 'the bytes name the block, and not its height' },
  'params.expiresAt': { never: 'it is an estimate' },
  'params.nonceAccount': 'wished',
  'params.baseFee': { never: 'the chain sets it' },
  'params.computeUnitPrice': 'told',
} as const;

const key = { senderPubKey: { idle: 'the address is the key' } } as const;
const amounts = { amount: 'told', useMaxAmount: { never: 'the bytes hold the amount that encode found' } } as const;
const validator = { never: 'a stake account has its validator: the bytes name the stake account' } as const;

/** What the bytes of each mode tell. */
export const told: Told<Solana> = {
  transfer: { ...common, ...key, ...amounts, recipientAddress: 'told' },
  transferToken: { ...common, ...key, ...amounts, tokenId: 'told', recipientAddress: 'told', 'params.token': 'told' },
  enableToken: { ...common, tokenId: 'told', 'params.token': 'told' },
  stake: {
    ...common,
    ...key,
    ...amounts,
    targetValidatorAddress: 'told',
    sourceValidatorAddress: 'told',
    'params.newStake': 'told',
  },
  unstake: {
    ...common,
    ...key,
    useMaxAmount: amounts.useMaxAmount,
    amount: { sometimes: 'the end of a whole stake account holds no amount' },
    validatorAddress: validator,
    stakeId: 'told',
    'params.newStake': 'told',
  },
  withdraw: { ...common, ...key, amount: 'told', validatorAddress: validator, stakeId: 'told' },
};
