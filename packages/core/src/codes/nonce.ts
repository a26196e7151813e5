import type { Codes } from './types.ts';

/** Nonces, and accounts that hold one. */
export const nonce = {
  'nonce.used': {
    kind: 'chain',
    message: 'Nonce {nonce} is already used: the next one is {next}.',
  },
  'nonceAccount.unusable': {
    kind: 'chain',
    message: 'The nonce account {account} cannot be used: {reason}.',
  },
  'nonce.gap': {
    kind: 'warning',
    message:
      'The next nonce of the account is {next}: with nonce {nonce} the transaction waits until those between are used',
  },
  'nonce.early': {
    kind: 'warning',
    message:
      'The next nonce of the account is {next}: nodes refuse the transaction with nonce {nonce} until those between are used',
  },
  'nonce.farAhead': {
    kind: 'warning',
    message:
      '{count} transactions of the account are said to wait, and nodes hold no more than {limit} for sure: this one may wait for ever',
  },
  'nonceAccount.retiring': {
    kind: 'warning',
    message:
      'Durable nonces are going to be removed from Solana: a transaction with one must be sent before, or it is never carried out',
  },
} as const satisfies Codes<'nonce' | 'nonceAccount'>;
