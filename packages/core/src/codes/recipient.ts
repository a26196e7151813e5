import type { Codes } from './types.ts';

/** Recipients, and memos for them. */
export const recipient = {
  'recipient.zeroAddress': {
    kind: 'chain',
    message: 'The recipient is the zero address: what is sent there is lost.',
  },
  'recipient.isToken': {
    kind: 'chain',
    message: 'The recipient is the token contract itself: tokens sent there are lost.',
  },
  'recipient.belowMinimum': {
    kind: 'chain',
    message: 'The recipient account holds {held}: it needs at least {minimum} more to exist on {chain}.',
  },
  'recipient.keepsCoins': {
    kind: 'chain',
    message: 'The recipient {recipient} is {what}, not a wallet: what is sent there is lost.',
  },
  'recipient.isPool': {
    kind: 'chain',
    message: 'The recipient is a staking pool, which takes no transfers: use mode stake or unstake.',
  },
  'recipient.memoRequired': {
    kind: 'chain',
    message: 'The recipient takes transfers with a memo only.',
  },
  'recipient.otherToken': {
    kind: 'chain',
    message: 'The recipient is an account for another token: {token}.',
  },
  'recipient.otherOwner': {
    kind: 'chain',
    message:
      'The token account of the recipient now belongs to {owner}: the recipient would not get what is sent there.',
  },
  'recipient.frozen': {
    kind: 'chain',
    message: 'The token account of the recipient is frozen by the issuer of the token.',
  },
  'recipient.notFound': {
    kind: 'chain',
    message: 'Recipient account does not exist: {reason}.',
  },
  'recipient.notEnabled': {
    kind: 'chain',
    message: 'The recipient has not enabled the token {token}: it must do that first, with mode enableToken.',
  },
  'recipient.notApproved': {
    kind: 'chain',
    message: 'The issuer of the token does not let the recipient have it.',
  },
  'recipient.tokenFull': {
    kind: 'chain',
    message: 'The recipient takes {room} at most: it set a limit, or its offers take up the rest.',
  },
  'memo.invalid': {
    kind: 'chain',
    message: 'The memo cannot be sent as {type}: {reason}.',
  },
  'memo.tooLong': {
    kind: 'chain',
    message: 'The memo has {bytes} bytes: this transaction has room for {limit}.',
  },
  'recipient.isSender': {
    kind: 'warning',
    message: 'Same sender and recipient address',
  },
  'recipient.sharedForm': {
    kind: 'warning',
    message:
      'The recipient may be an address of {other}, which has addresses of the same form. On {chain} it is usually written {usual}: make sure that its owner uses {chain}',
  },
  'memo.ignored': {
    kind: 'warning',
    message: 'memo is not supported on {chain}: it is not part of the transaction',
  },
  'memo.ambiguous': {
    kind: 'warning',
    message: 'The recipient may read the memo in another way than you mean it: {reason}',
  },
  'recipient.created': {
    kind: 'warning',
    message: 'The recipient account does not exist yet: the transaction creates it',
  },
  'recipient.unproven': {
    kind: 'warning',
    message: 'The recipient account never sent anything: nobody has shown yet that they hold its key',
  },
  'recipient.isContract': {
    kind: 'warning',
    message: 'The recipient is a contract: make sure that it can move on what it gets',
  },
  'recipient.isDelegated': {
    kind: 'warning',
    message: 'The recipient account has delegated code (EIP-7702)',
  },
  'recipient.bridge': {
    kind: 'warning',
    message: '{recipient} is {what}',
  },
  'recipient.tokenContract': {
    kind: 'warning',
    message: 'The recipient is the contract of the token {token}: what is sent there is probably lost',
  },
  'recipient.noKey': {
    kind: 'warning',
    message: 'The recipient has no private key: only a program can move what it holds',
  },
  'recipient.uninitialized': {
    kind: 'warning',
    message: 'Recipient account is not initialized',
  },
  'recipient.activated': {
    kind: 'warning',
    message: 'The recipient account does not exist yet: creating it costs the sender {fee}, which is part of the fees',
  },
  'recipient.isFrozen': {
    kind: 'warning',
    message:
      'The recipient account is frozen, because it owed too much for storage: what it holds can be moved only after it was unfrozen',
  },
  'recipient.isData': {
    kind: 'warning',
    message: 'The recipient is not a wallet but {what}: make sure that what arrives there can be moved on',
  },
} as const satisfies Codes<'recipient' | 'memo'>;
