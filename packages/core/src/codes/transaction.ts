import type { Codes } from './types.ts';

/** Transactions, and their encoded form. */
export const transaction = {
  'transaction.invalid': {
    kind: 'request',
    message: 'The transaction id is not valid on {chain}: {reason}.',
  },
  'data.altered': {
    kind: 'request',
    message: 'transaction.data is not what encode returned: {reason}.',
  },
  'data.otherChain': {
    kind: 'request',
    message: 'The transaction was encoded for {other}, not for {chain}: nothing was sent.',
  },
  'data.recomputed': {
    kind: 'warning',
    message:
      'transaction.data is an earlier answer of encode: fees, gas, nonce and params were dropped and computed anew, and so was the amount of useMaxAmount',
  },
  'encoded.mismatch': {
    kind: 'request',
    message: 'transaction.encoded is not what transaction.data encodes to.',
  },
  'encoded.untold': {
    kind: 'warning',
    message:
      'The encoded transaction does not tell these fields of transaction.data, and they were not compared: {fields}',
  },
  'encoded.fixedAmount': {
    kind: 'warning',
    message: 'The encoded transaction has the fixed amount {amount}: whether that is all there is was not compared',
  },
  'encoded.memo': {
    kind: 'warning',
    message: 'The encoded transaction has a memo, and transaction.data asks for none',
  },
  'transaction.notFound': {
    kind: 'notFound',
    message: 'Transaction {transaction} is not known on {chain}.',
  },
  'transaction.fails': {
    kind: 'chain',
    message: 'The transaction would fail: {reason}.',
  },
  'transaction.incomplete': {
    kind: 'warning',
    message:
      'A part of this transaction is left out, because the upstream does not tell it in a form that fits: {parts}',
  },
  'transaction.untold': {
    kind: 'warning',
    message: 'The upstream does not tell this of the transaction: {parts}',
  },
  'transaction.maybeMissing': {
    kind: 'warning',
    message:
      'This page lacks a transaction if all that it moved of the account was {parts}: the upstream does not tell these',
  },
  'transaction.unlisted': {
    kind: 'warning',
    message:
      'The upstream tells {count} transaction(s) of this page in a form that does not fit, and these are left out',
  },
  'transaction.changesControl': {
    kind: 'warning',
    message: 'This transaction changes who may spend from {account}: {by}',
  },
  'transaction.nothingMoved': {
    kind: 'warning',
    message: 'Somebody else made this transaction, and it moved no coins or tokens of {account}',
  },
  'transaction.lookAlike': {
    kind: 'warning',
    message: '{address} looks like {like}, which another transaction of this page names, and is another address',
  },
  'transaction.queued': {
    kind: 'warning',
    message:
      '{chain} only queues the transaction at first, and carries it out at the end of the epoch, within {blocks} blocks. It can still fail then: coins that it took come back to the account',
  },
} as const satisfies Codes<'transaction' | 'data' | 'encoded'>;
