import type { Told } from '@isochain/core';
import type { Stellar } from '../types.ts';

const common = {
  senderAddress: 'told',
  fees: 'most',
  gas: { never: 'the chain has no gas' },
  nonce: 'told',
  memo: 'wished',
  'params.networkPassphrase': { hidden: 'only the hash holds it' },
  'params.maxTime': 'told',
  'params.signers': { idle: 'the signatures show whose keys sign' },
  'params.memo': 'told',
  'params.memoType': { idle: 'it says how memo is read, and memo is compared' },
} as const;

const key = { senderPubKey: { idle: 'the signatures show whose keys sign' } } as const;
const amounts = { amount: 'told', useMaxAmount: 'told' } as const;
const payment = { sometimes: 'a recipient that can take the token gets a payment, and no claimable balance' } as const;

/** What the bytes of each mode tell. */
export const told: Told<Stellar> = {
  transfer: {
    ...common,
    ...key,
    ...amounts,
    recipientAddress: 'told',
    'params.createAccount': 'told',
    'params.closeAccount': 'wished',
  },
  transferToken: {
    ...common,
    ...key,
    ...amounts,
    tokenId: 'told',
    recipientAddress: 'told',
    'params.claimable': payment,
    'params.reclaimAfterSeconds': payment,
  },
  enableToken: { ...common, tokenId: 'told', 'params.limit': 'told', 'params.remove': 'wished' },
};
