import type { Codes } from './types.ts';

/** Answers of nodes to a broadcast. */
export const broadcast = {
  'broadcast.nonceUsed': {
    kind: 'conflict',
    message: 'Nonce {nonce} is used: transaction {transaction} of the same account was confirmed with it.',
    advice: 'Encode again.',
  },
  'broadcast.nonceTaken': {
    kind: 'conflict',
    message:
      'A pending transaction uses nonce {nonce} already. Wait until it is confirmed, and encode again only if it is not {hash}.',
  },
  'broadcast.nonceGap': {
    kind: 'conflict',
    message: 'Nonce {nonce} is too far ahead: an earlier transaction is missing.',
    advice: 'Encode again.',
  },
  'broadcast.expired': {
    kind: 'conflict',
    message: 'The transaction expired before it was broadcast.',
    advice: 'Encode again.',
  },
  'broadcast.feeTooLow': {
    kind: 'refused',
    message: 'Network fees rose above the encoded fee[: a node takes at least {minimum}].',
    advice:
      'Encode again[ after round {round}: until then this transaction may still be carried out, and both would count. Or send the same broadcast again later].',
  },
  'broadcast.insufficientFunds': {
    kind: 'refused',
    message: 'Insufficient balance for amount plus fees.',
  },
  'broadcast.gasRefused': {
    kind: 'refused',
    message: 'The node refused the gas limit of the transaction.',
  },
  'broadcast.feeCap': {
    kind: 'refused',
    message: 'The node refuses to relay a transaction with so high a fee.',
  },
  'broadcast.delegatedLimit': {
    kind: 'conflict',
    message: 'Delegated accounts may have one pending transaction. Wait for it.',
  },
  'broadcast.invalid': {
    kind: 'refused',
    message: 'The node refused the transaction as invalid.',
  },
  'broadcast.congested': {
    kind: 'upstream',
    message: 'The nodes of {chain} take no more transactions at the moment. Send the same broadcast again later.',
  },
  'broadcast.nodeBehind': {
    kind: 'upstream',
    message:
      'The nodes of {chain} do not know the block that the transaction refers to yet. Send the same broadcast again in a moment.',
  },
  'broadcast.blockUnknown': {
    kind: 'conflict',
    message: 'The nodes of {chain} do not know the block that the transaction refers to.',
    advice: 'Encode again.',
  },
  'broadcast.uncertain': {
    kind: 'upstream',
    message:
      'It is not known whether the transaction was taken: a node says “{reason}”, and that does not exclude it. Look {hash} up, or send the same broadcast again, which is safe. Do not encode again before.',
  },
  'broadcast.earlierCounts': {
    kind: 'conflict',
    message:
      'Not every endpoint answered. An earlier broadcast of the same bytes still counts if its answer was lost: look {hash} up before you encode again.',
  },
  'broadcast.leaseTaken': {
    kind: 'conflict',
    message:
      'Another transaction of the account has the same lease, and was carried out or waits. The network takes no second one before the last valid round of the first is past. Nothing was sent twice.',
  },
  'broadcast.inputsSpent': {
    kind: 'conflict',
    message: 'A coin of the transaction was spent meanwhile: {reason}.',
    advice: 'Encode again.',
  },
  'broadcast.replacementFeeTooLow': {
    kind: 'refused',
    message: 'The transaction pays too little to replace the one that waits: {reason}.',
    advice: 'Encode again with a higher fee.',
  },
  'broadcast.dust': {
    kind: 'refused',
    message: 'The node does not relay outputs of so little.',
  },
  'broadcast.immature': {
    kind: 'refused',
    message: 'A coin of the transaction is too young to be spent: {reason}.',
  },
  'broadcast.notFinal': {
    kind: 'refused',
    message: 'The transaction is not valid yet: {reason}.',
  },
  'broadcast.tooLarge': {
    kind: 'refused',
    message: 'The transaction is larger than what nodes relay.',
  },
  'broadcast.chainTooLong': {
    kind: 'refused',
    message: 'Too many transactions of this account wait for confirmation: {reason}. Try again after the next block.',
  },
  'broadcast.stakeNotRegistered': {
    kind: 'refused',
    message:
      'The stake is not registered on {chain} yet: register it there first (mode registerStake), then send the same broadcast again.',
  },
  'broadcast.stakeNotVerified': {
    kind: 'refused',
    message:
      'The stake is registered on {chain}, but the covenant has not signed it yet: send the same broadcast again in a few minutes.',
  },
  'broadcast.fails': {
    kind: 'refused',
    message: 'The transaction would fail: {reason}',
  },
  'broadcast.refused': {
    kind: 'refused',
    message: 'The node refused the transaction: {reason}',
  },
} as const satisfies Codes<'broadcast'>;
