import type { Codes } from './types.ts';

/** Validators. */
export const validator = {
  'validator.invalid': {
    kind: 'request',
    message: '{field} is not a validator id of {chain}: {reason}.',
  },
  'validator.notFound': {
    kind: 'chain',
    message: 'There is no validator {validator} on {chain}.',
  },
  'validator.inactive': {
    kind: 'chain',
    message: 'Validator {validator} takes no stakes: {reason}.',
  },
  'validator.delinquent': {
    kind: 'warning',
    message: 'The validator does not take part in consensus at the moment: it earns nothing',
  },
  'validator.outsideSet': {
    kind: 'warning',
    message: 'Validator {validator} {reason}. Stakes with it earn nothing until it is in the validator set',
  },
  'validator.notAdmitted': {
    kind: 'warning',
    message:
      'The validator is left out of the consensus of this epoch: {reason}. As long as that is so, stakes with it earn nothing',
  },
  'validator.keepsAll': {
    kind: 'warning',
    message: 'The validator keeps all rewards (commission of 100%)',
  },
} as const satisfies Codes<'validator'>;
