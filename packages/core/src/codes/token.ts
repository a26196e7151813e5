import type { Codes } from './types.ts';

/** Tokens. */
export const token = {
  'token.invalid': {
    kind: 'request',
    message:
      'The token id is not valid on {chain}: {reason}.[ {ticker} is {known} on this chain.][ {route} lists the tokens that are known here.]',
  },
  'token.isNative': {
    kind: 'request',
    message: '{token} stands for the native coin of {chain}: use mode transfer.',
  },
  'token.notFound': {
    kind: 'notFound',
    message:
      'There is no token {token} on {chain}: {reason}.[ {ticker} is {known} on this chain.][ {route} lists the tokens that are known here.]',
  },
  'token.nothingToSend': {
    kind: 'chain',
    message: 'Insufficient token balance: the account holds no {ticker}.',
  },
  'token.insufficient': {
    kind: 'chain',
    message: 'Insufficient token balance: the account holds {available}, but {needed} are to be sent.',
  },
  'token.notFungible': {
    kind: 'chain',
    message: 'The contract at {token} does not answer like a fungible token: {reason}.',
  },
  'token.transferFails': {
    kind: 'chain',
    message: 'Token transfer would fail: {reason}.',
  },
  'token.notWhole': {
    kind: 'chain',
    message:
      'The token does not pass on what is sent: {taken} would leave the sender, and {received} would reach the recipient.',
  },
  'token.unknown': {
    kind: 'chain',
    message:
      'There is no token {token} on {chain}: {reason}.[ {ticker} is {known} on this chain.][ {route} lists the tokens that are known here.]',
  },
  'token.untransferable': {
    kind: 'chain',
    message: 'The token cannot be transferred: {reason}.',
  },
  'token.walletUnconfirmed': {
    kind: 'chain',
    message: 'The token {token} does not confirm that {wallet} is the wallet in which the sender holds it.',
  },
  'token.unclaimed': {
    kind: 'chain',
    message:
      'The account has not claimed {amount} yet. The first transfer must prove the claim, and no endpoint of {chain} that is configured tells the proof.',
  },
  'token.unremovable': {
    kind: 'chain',
    message: 'The token cannot be disabled: {reason}.',
  },
  'token.frozenByDefault': {
    kind: 'chain',
    message: 'New accounts for this token begin frozen: {who} could not use it until the issuer unfreezes the account.',
  },
  'token.scattered': {
    kind: 'chain',
    message:
      'The tokens lie in several accounts: one transfer can take at most {available}, from {account}. All of them hold {total}.',
  },
  'token.alreadyEnabled': {
    kind: 'warning',
    message: 'The token is already enabled: the transaction costs fees and changes nothing',
  },
  'token.beginsFrozen': {
    kind: 'warning',
    message: 'Holdings of the token begin frozen: the account cannot receive or send it until the issuer unfreezes it',
  },
  'token.optsOut': {
    kind: 'warning',
    message:
      'The account opts out of the token: all that it holds of it goes to {to}, also what arrives before the transaction is carried out',
  },
  'token.needsApproval': {
    kind: 'warning',
    message: 'The issuer of the token must approve the {who} before it can have any of it',
  },
  'token.burned': {
    kind: 'warning',
    message: 'The recipient issued the token: what it gets back ceases to exist',
  },
  'token.claimable': {
    kind: 'warning',
    message:
      'The recipient must claim the tokens: they wait in claimable balance {balance}. The sender can take them back {after}. Until somebody takes them, {reserve} of the sender stay locked',
  },
  'token.transferFee': {
    kind: 'warning',
    message: 'The token keeps {fee} of the transfer: the recipient gets {received}',
  },
  'token.shownMultiplied': {
    kind: 'warning',
    message: 'Wallets show amounts of the token times {multiplier}. The amount here is that of the chain, without it',
  },
  'token.controlled': {
    kind: 'warning',
    message: 'The issuer of the token ({delegate}) may move it out of every account',
  },
  'token.locked': {
    kind: 'warning',
    message: '{amount} of the sender cannot be moved before {until}',
  },
  'token.elsewhere': {
    kind: 'warning',
    message: 'Other token accounts of the sender hold {rest} more',
  },
} as const satisfies Codes<'token'>;
