import type { Told } from '@isochain/core';
import type { Ton } from '../types.ts';

const sender = { never: 'the signed message does not name the wallet' } as const;
const wallet = { idle: 'the signature shows whose key signs, and the address follows from it' } as const;

const common = {
  senderPubKey: wallet,
  fees: { never: 'the chain sets them' },
  gas: { never: 'the chain sets it' },
  nonce: 'told',
  'params.timeout': 'most',
  'params.walletVersion': wallet,
  'params.walletId': 'told',
  'params.publicKey': wallet,
  'params.deploy': { idle: 'the chain runs the code of a wallet only if its address follows from it' },
  'params.unusualStart': wallet,
  'params.bounce': 'told',
  'params.sendMode': 'told',
} as const;

const max = { useMaxAmount: 'told' } as const;
const comment = { never: 'the comment of a message to a pool is a command' } as const;
const request = {
  never: 'a nominator pool always pays all, and the jettons of a liquid pool have another value each round',
} as const;
const byPool = {
  sometimes: 'a message to a liquid pool goes to the jetton wallet of the sender, and does not name the pool',
} as const;
const stakeId = { idle: 'it is the address of the pool' } as const;
const payout = { sometimes: 'only liquid pools have it' } as const;

/** What the bytes of each mode tell. */
export const told: Told<Ton> = {
  transfer: {
    ...common,
    ...max,
    senderAddress: sender,
    recipientAddress: 'told',
    amount: { sometimes: 'a message can say "everything that is left"' },
    memo: 'wished',
  },
  transferToken: {
    ...common,
    ...max,
    senderAddress: 'told',
    recipientAddress: 'told',
    tokenId: { never: 'the message goes to the jetton wallet of the sender, and does not name the jetton' },
    amount: 'told',
    memo: 'wished',
    'params.jetton': 'told',
  },
  stake: {
    ...common,
    ...max,
    senderAddress: sender,
    targetValidatorAddress: 'told',
    sourceValidatorAddress: 'told',
    amount: 'told',
    memo: comment,
    'params.stake': 'told',
  },
  unstake: {
    ...common,
    senderAddress: { sometimes: 'a message to a nominator pool does not name it' },
    validatorAddress: byPool,
    stakeId,
    amount: request,
    useMaxAmount: 'told',
    memo: comment,
    'params.stake': 'told',
    'params.atRoundEnd': payout,
    'params.orNothing': payout,
  },
  withdraw: {
    ...common,
    senderAddress: sender,
    validatorAddress: 'told',
    stakeId,
    amount: request,
    memo: comment,
    'params.stake': 'told',
  },
};
