import type { Told } from '@isochain/core';
import type { Starknet } from '../types.ts';

/** A hash is all that is signed: it shows nothing, and follows from all that is in it. */
const hashed = { hidden: 'a hash is all that is signed' } as const;
const proven = { idle: 'the signature shows whose key signs' } as const;
const pool = { never: 'the transaction names the pool of the validator, and not the validator' } as const;
const everything = { never: 'the pool pays all that waits' } as const;
const waiting = { never: 'the transaction holds the sum of the amount and of what waits already' } as const;

const common = {
  senderPubKey: proven,
  fees: hashed,
  gas: hashed,
  nonce: hashed,
  memo: { never: 'the chain has no memos' },
  'params.ownerPubKey': proven,
  'params.resourceBounds': hashed,
  'params.tip': hashed,
  'params.transaction': hashed,
  'params.account': proven,
} as const;

const invoke = { ...common, senderAddress: hashed } as const;
const amounts = { amount: hashed, useMaxAmount: { never: 'the bytes hold the amount that encode found' } } as const;

/** What the bytes of each mode tell. */
export const told: Told<Starknet> = {
  deployAccount: {
    ...common,
    contractType: { idle: 'there is one' },
    'params.contractAddress': hashed,
    'params.accountClass': hashed,
  },
  transfer: { ...invoke, ...amounts, recipientAddress: hashed },
  transferToken: { ...invoke, ...amounts, recipientAddress: hashed, tokenId: hashed },
  stake: {
    ...invoke,
    ...amounts,
    targetValidatorAddress: pool,
    sourceValidatorAddress: pool,
    'params.pool': hashed,
    'params.entry': hashed,
    'params.source': hashed,
  },
  unstake: {
    ...invoke,
    useMaxAmount: amounts.useMaxAmount,
    amount: waiting,
    validatorAddress: pool,
    stakeId: pool,
    'params.pool': hashed,
    'params.waiting': waiting,
  },
  withdraw: { ...invoke, amount: everything, validatorAddress: pool, stakeId: pool, 'params.pool': hashed },
  claimRewards: {
    ...invoke,
    validatorAddress: pool,
    stakeId: pool,
    compound: { never: 'the chain cannot do it' },
    'params.pool': hashed,
  },
};
