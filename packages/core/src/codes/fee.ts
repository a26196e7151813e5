import type { Codes } from './types.ts';

/** Fees, and gas limits. */
export const fee = {
  'gas.tooLow': {
    kind: 'chain',
    message: 'A gas limit of {gas} is too low: the transaction needs {minimum}.',
  },
  'gas.tooHigh': {
    kind: 'chain',
    message: 'A gas limit of {gas} is too high: {chain} takes at most {maximum}.',
  },
  'gas.notSimulated': {
    kind: 'warning',
    message:
      'No endpoint of {chain} simulates transactions: the gas limit of {gas} is what such transactions usually need',
  },
  'fee.tooLow': {
    kind: 'chain',
    message: 'The wished fee is too low: the network takes at least {minimum}.',
  },
  'fee.tooHigh': {
    kind: 'chain',
    message: 'The wished fee is too high: the service offers at most {maximum} for this transaction.',
  },
  'fee.aboveCeiling': {
    kind: 'chain',
    message:
      'A {what} of {asked} is above the ceiling of {ceiling} for {chain}: the service does not offer it by itself.',
  },
  'fee.high': {
    kind: 'warning',
    message: 'Network fees are above 10% of {what}',
  },
  'fee.unusual': {
    kind: 'warning',
    message:
      'Network fees of {fees} are more than {factor} times what such a transaction usually costs on {chain}, which is {usual}',
  },
  'fee.zero': {
    kind: 'warning',
    message:
      'The network is said to take transactions for nothing: with a gas price of 0 the transaction may wait for ever',
  },
  'fee.disputed': {
    kind: 'warning',
    message:
      'Two endpoints name prices that differ by more than a factor of {factor}: {higher} and {lower} for one unit of gas. The lower one is offered',
  },
  'fee.contradicted': {
    kind: 'upstream',
    message: 'Two endpoints of {chain} contradict each other about {what}: {first} and {second}. Nothing is encoded.',
  },
  'fee.unchecked': {
    kind: 'warning',
    message: 'The price is what one endpoint of {chain} says: no other could be asked',
  },
  'fee.surcharge': {
    kind: 'warning',
    message: 'So small an output costs {surcharge} more',
  },
  'fee.comesBack': {
    kind: 'warning',
    message:
      'The fees include {attached} that travel with the transaction: what is not used on the way comes back[, usually about {returned}]',
  },
  'fee.likely': {
    kind: 'warning',
    message: 'Usually this costs {likely}: {fees} is the most that it may cost',
  },
  'fee.beyondBalance': {
    kind: 'warning',
    message:
      'The account holds {available}: enough for the usual cost of {likely}, but not for {fees}, the most that the transaction may cost',
  },
  'fee.unstaked': {
    kind: 'warning',
    message:
      '{burnt} of the fees pay for {resource} that is not staked[: {stake} staked for it would give as much each day]',
  },
  'fee.paidByOther': {
    kind: 'warning',
    message: 'Account {payer} pays the network fees, up to {fees}: the sender pays none',
  },
  'fee.assumed': {
    kind: 'warning',
    message: 'No endpoint of {chain} tells what transactions pay at present: {fees} are offered',
  },
  'fee.memo': {
    kind: 'warning',
    message: 'The memo costs {fee}',
  },
  'fee.capped': {
    kind: 'warning',
    message:
      'The network asks for more than {rate} per 1000 virtual bytes, the most that is offered: the transaction may wait long',
  },
} as const satisfies Codes<'fee' | 'gas'>;
