import type { Help } from './types.ts';

/** What to do about a broadcast that a node refused. */
export const broadcast: Help<'refused' | 'conflict'> = {
  'broadcast.nonceUsed':
    'Another transaction of this account came first. It was found in a block. If it is not found, the code is `broadcast.uncertain`.',
  'broadcast.nonceTaken':
    'Another transaction of this account is waiting with the same nonce. `hash` is the hash of yours.',
  'broadcast.nonceGap': 'The chain waits for a transaction with a lower nonce.',
  'broadcast.expired': 'Its block reference is too old for the chain, or its time (`params.timeout`) is over.',
  'broadcast.feeTooLow':
    'Encode again: the new answer has the new fee. If it has the same, the nodes of the operator want more than is usual: name a higher one in `fees`.',
  'broadcast.insufficientFunds': 'The balance changed since encode.',
  'broadcast.gasRefused': 'Encode again.',
  'broadcast.feeCap': 'Use an endpoint without such a cap, or send less gas.',
  'broadcast.delegatedLimit': 'The account has EIP-7702 code; nodes accept one pending transaction from it at a time.',
  'broadcast.invalid': 'Please report this: bytes made by encode should never be invalid.',
  'broadcast.earlierCounts':
    'It stands beside a refusal of another code. An endpoint that did not answer may have the transaction from an earlier broadcast, which another process may have sent. Send the same broadcast again once all endpoints answer, or look the hash up.',
  'broadcast.leaseTaken':
    'Look at the history of the account: the other transaction may be the same payment. If it is not, encode again with another lease.',
  'broadcast.inputsSpent':
    'Another transaction of this account came first. It was found. If it is not found, the code is `broadcast.uncertain`.',
  'broadcast.replacementFeeTooLow':
    'A replacement has to pay more than the transaction that it replaces, and for its own relay.',
  'broadcast.dust': 'Send a larger amount.',
  'broadcast.immature':
    'Coins of miners, and on Litecoin coins that leave MWEB, need more confirmations. Try again later.',
  'broadcast.notFinal': 'It is locked until a block that is still to come. Send the same broadcast again then.',
  'broadcast.tooLarge': 'Send less at once.',
  'broadcast.chainTooLong': 'Nodes accept only so many transactions in a row that spend from each other.',
  'broadcast.stakeNotRegistered':
    'Register first. A stake that is sent first never becomes active unless it is registered later with a proof that it is in a block. To send it first, encode with params.postStaking: true. Once it is deep enough, encode with params.registers and its id.',
  'broadcast.stakeNotVerified': 'Without the signatures of the covenant the stake could not be unbonded early.',
  'broadcast.blockUnknown':
    'The endpoint that was asked at encode is on another branch of the chain than the others, or it lied. No node has the transaction.',
  'broadcast.fails': 'Something changed since encode. Encode again.',
  'broadcast.refused': 'The reason is the text of the node.',
};
