import type { Codes } from './types.ts';

/** Signatures. */
export const signature = {
  'signature.malformed': {
    kind: 'request',
    message: 'The signature could not be read: {reason}.',
  },
  'signature.mismatch': {
    kind: 'request',
    message: 'The signature was not made by senderAddress over this transaction.',
  },
  'signature.otherTransaction': {
    kind: 'request',
    message: 'The signed transaction is not the one in encoded.',
  },
  'signature.changed': {
    kind: 'request',
    message: 'The wallet changed {what} from {from} to {to}.',
  },
  'signature.incomplete': {
    kind: 'request',
    message: '{signed} of {count} inputs are signed: missing are {missing}.',
  },
  'signature.sighash': {
    kind: 'request',
    message:
      'Input {input} is signed with sighash type {type}, which lets others change the transaction: only {allowed} is accepted.',
  },
} as const satisfies Codes<'signature'>;
