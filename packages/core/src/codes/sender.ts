import type { Codes } from './types.ts';

/** Senders. */
export const sender = {
  'sender.notWallet': {
    kind: 'chain',
    message: 'The sender cannot sign and pay for transactions: {reason}.',
  },
  'sender.notFound': {
    kind: 'chain',
    message: 'Sender account does not exist',
  },
  'sender.severalSignatures': {
    kind: 'chain',
    message: 'Account requires several signatures: {reason}.',
  },
  'sender.frozen': {
    kind: 'chain',
    message: 'The token account of the sender is frozen by the issuer of the token.',
  },
  'sender.notApproved': {
    kind: 'chain',
    message: 'The issuer of the token does not let the sender send it.',
  },
  'sender.otherSigner': {
    kind: 'chain',
    message:
      'The account is rekeyed: the key of {signer} signs for it, and senderPubKey is the key of {owner}, which cannot.',
  },
  'sender.unsupportedScript': {
    kind: 'chain',
    message: 'Coins of {sender} cannot be spent here: {reason}.',
  },
  'sender.rekeyed': {
    kind: 'warning',
    message: 'The account is rekeyed: only the key of {signer} can sign for it',
  },
  'sender.isDelegated': {
    kind: 'warning',
    message: 'The sender account has delegated code (EIP-7702) of {delegate}: that code may move its funds',
  },
  'sender.pendingTransactions': {
    kind: 'warning',
    message: 'There are {count} pending transactions for this account; this transaction will wait for them',
  },
} as const satisfies Codes<'sender'>;
