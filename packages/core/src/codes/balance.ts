import type { Codes } from './types.ts';

/** Balances that are too low. */
export const balance = {
  'balance.insufficient': {
    kind: 'chain',
    message:
      'Insufficient balance: the account holds {available}, but {amount} are to be sent[, and up to {fees} in fees: {needed} in all].',
  },
  'balance.insufficientForFees': {
    kind: 'chain',
    message: 'Insufficient {ticker} to pay network fees: [needs up to {fees}, ]has {available}.',
  },
  'balance.nothingToSend': {
    kind: 'chain',
    message:
      'Insufficient balance: the account holds {available}, which does not cover the network fees of up to {fees}.',
  },
  'balance.maxWhileWaiting': {
    kind: 'chain',
    message:
      'Pending transactions of this account: {count} (nonce {nonces}). The nodes of {chain} do not tell what they will spend, so it is not known what is left. Encode again once they are confirmed, or name an amount.',
  },
  'balance.unspendable': {
    kind: 'chain',
    message:
      'Nothing can be sent: the account holds {available}. After fees of {fees}, no more than {reserve} would be left, and {chain} asks an account to keep that much.',
  },
  'balance.remainderTooLow': {
    kind: 'chain',
    message: '{left} would be left in the account, but {chain} asks it to keep {reserve}: {reason}.',
  },
  'balance.insufficientForDeposit': {
    kind: 'chain',
    message:
      'Insufficient balance: the account holds {available}[ beside its reserve of {reserve}], but {needed} are needed ({fees} in fees and {deposit} as a deposit for {what}).',
  },
  'balance.insufficientBesideReserve': {
    kind: 'chain',
    message:
      'Insufficient balance: the account can spend {available} beside its reserve of {reserve}[ and {offered} that its offers may take], but {amount} are to be sent, and up to {fees} in fees: {needed} in all.',
  },
  'balance.waitingUnseen': {
    kind: 'warning',
    message:
      'Pending transactions of this account: {count}. The nodes of {chain} do not tell what they will spend: the balance may not suffice for this one',
  },
  'balance.noneLeftForFees': {
    kind: 'warning',
    message: 'Only {left} stay in the account: too little for the fees of unstaking later',
  },
} as const satisfies Codes<'balance'>;
