import type { Codes } from './types.ts';

/** The shape of a request, and what it asks for. */
export const request = {
  'request.invalid': {
    kind: 'request',
    message: '{field}: {expected}',
  },
  'request.malformed': {
    kind: 'request',
    message: 'The request body is not valid JSON.',
  },
  'request.mediaType': {
    kind: 'mediaType',
    message: 'The request body must be JSON: send Content-Type: application/json.',
  },
  'request.tooLarge': {
    kind: 'tooLarge',
    message: 'The request body is larger than the {limit} bytes that are accepted.',
  },
  'request.tooCostly': {
    kind: 'request',
    message: 'It takes more computation than one request may cause.',
  },
  'request.tooSlow': {
    kind: 'tooSlow',
    message: 'The request body did not arrive within {seconds} second(s).',
  },
  'route.notFound': {
    kind: 'notFound',
    message: 'There is nothing at this path.',
  },
  'route.methodNotAllowed': {
    kind: 'methodNotAllowed',
    message: 'This path takes {allowed} only.',
  },
  'mode.unknown': {
    kind: 'request',
    message: 'Unknown mode {mode}: expected one of {expected}.',
  },
  'mode.unsupported': {
    kind: 'request',
    message: 'Mode {mode} is not supported on {chain}[: {reason}].',
  },
  'wish.invalid': {
    kind: 'request',
    message: '{field} cannot be wished for like this: {reason}.',
  },
  'page.invalid': {
    kind: 'request',
    message: 'nextPage is not a page token of this account and chain.',
  },
  'field.otherMode': {
    kind: 'warning',
    message: '{field} means nothing in mode {mode} and was ignored',
  },
  'field.ignored': {
    kind: 'warning',
    message: '{field} is not known here and was ignored[: did you mean {nearest}?]',
    facts: ['known'],
  },
} as const satisfies Codes<'request' | 'route' | 'mode' | 'page' | 'wish' | 'field'>;
