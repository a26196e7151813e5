import type { Codes } from './types.ts';

/** Ids of accounts, and the keys behind them. */
export const account = {
  'address.invalid': {
    kind: 'request',
    message: '{field} is not an address of {chain}: {reason}.',
  },
  'address.checksumMismatch': {
    kind: 'request',
    message: '{field} has a wrong checksum: a character was probably mistyped.',
  },
  'secret.exposed': {
    kind: 'request',
    message:
      '{field} looks like {what}[, or like {other}]. If it is {what}, consider it lost: move everything that it holds to a new wallet, and never send such a thing to anybody.[ If it is {other}, it does not belong here.]',
  },
  'account.invalid': {
    kind: 'request',
    message: 'The account id is not an account of {chain}: {reason}.',
  },
  'publicKey.invalid': {
    kind: 'request',
    message: '{field} is not a public key of {chain}: {reason}.',
  },
  'publicKey.mismatch': {
    kind: 'request',
    message: 'senderPubKey belongs to {owner}, not to senderAddress.',
  },
  'account.tooLarge': {
    kind: 'notFound',
    message:
      'The account has more coins or addresses than the configured upstreams of {chain} can list: an upstream of kind blockbook or core is needed.',
  },
  'account.tooManyTokens': {
    kind: 'notFound',
    message: 'The account has more than {limit} tokens, the most that can be read of an account of {chain}.',
  },
  'account.incomplete': {
    kind: 'warning',
    message: 'A part of this account is left out, because no upstream tells it in a form that fits: {parts}',
  },
  'publicKey.required': {
    kind: 'chain',
    message: 'senderPubKey is required to spend from {sender}: {reason}.',
  },
  'account.exists': {
    kind: 'chain',
    message: 'Account {account} is deployed already: it can send transactions.',
  },
  'account.unclosable': {
    kind: 'chain',
    message: 'The account cannot be closed: {reason}.',
  },
  'account.full': {
    kind: 'chain',
    message: 'The account has {count} entries, and {chain} allows no more.',
  },
  'account.closes': {
    kind: 'warning',
    message:
      'The account is removed, and all that it holds goes to the recipient: {amount} at least. No amount stands in the transaction',
  },
  'account.emptied': {
    kind: 'warning',
    message:
      'The recipient gets all that the account holds, {amount} at least, also what arrives before the transaction is carried out: nothing stays, not even the minimum balance[. The account is not rekeyed any more then: the key of {key} moves what arrives later]',
  },
  'account.reserve': {
    kind: 'warning',
    message:
      'Less than {reserve} would be left: {chain} carries this out only if the account sent nothing else in the last {blocks} blocks',
  },
  'account.deposit': {
    kind: 'warning',
    message: 'The sender pays a deposit of {deposit} for {what}',
  },
  'account.otherScript': {
    kind: 'warning',
    message:
      'The extended key was never used with addresses of type {type}: wallets often export other accounts with the same prefix. A zpub or a descriptor such as wpkh(...) or tr(...) selects another type',
  },
} as const satisfies Codes<'account' | 'address' | 'publicKey' | 'secret'>;
