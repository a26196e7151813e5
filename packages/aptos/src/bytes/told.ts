import type { Told } from '@isochain/core';
import type { Aptos } from '../types.ts';

const proven = { idle: 'the signature shows whose key signs' } as const;

const common = {
  senderAddress: 'told',
  fees: 'most',
  gas: 'told',
  nonce: 'told',
  memo: { never: 'the chain has no memos' },
  'params.chainId': 'told',
  'params.gasUnitPrice': 'told',
  'params.expirationTimestampSecs': 'told',
  'params.publicKey': proven,
  'params.scheme': proven,
  'params.orderless': 'wished',
  'params.feePayer': 'wished',
  'params.function': 'told',
  'params.typeArguments': 'told',
} as const;

const key = { senderPubKey: proven } as const;
const amounts = { amount: 'told', useMaxAmount: { never: 'the bytes hold the amount that encode found' } } as const;
const stakeId = {
  stakeId: { idle: 'it names the pool, which the bytes do, and a part of it, which the mode does' },
} as const;

/** What the bytes of each mode tell. */
export const told: Told<Aptos> = {
  transfer: { ...common, ...key, ...amounts, recipientAddress: 'told' },
  transferToken: {
    ...common,
    ...key,
    ...amounts,
    recipientAddress: 'told',
    tokenId: 'told',
    'params.coinType': { hidden: 'the bytes hold it as the type of the coin' },
  },
  enableToken: { ...common, tokenId: 'told' },
  stake: {
    ...common,
    ...key,
    ...amounts,
    targetValidatorAddress: 'told',
    sourceValidatorAddress: 'told',
    'params.reactivate': 'wished',
  },
  unstake: { ...common, ...key, ...amounts, ...stakeId, validatorAddress: 'told' },
  withdraw: { ...common, ...key, ...stakeId, amount: 'told', validatorAddress: 'told' },
};
