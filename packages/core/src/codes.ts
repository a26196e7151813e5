/**
 * Every code that isochain can answer with, in one closed list: errors, warnings and faults. A code is never renamed once released.
 *
 * `kind` says what sort of bad news it is; the gateway maps kinds (not codes) to HTTP statuses. `message` is the template of the sentence
 * that a client reads: `{name}` is filled from the context. What to do about it is said in `codes/help/`, which no bundle carries.
 */
export const codes = {
  // The request itself.
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
    message: 'The request body did not arrive within {seconds} seconds.',
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
    message: 'Mode {mode} is not supported on {chain}.',
  },
  'amount.missing': {
    kind: 'request',
    message: 'Give either amount or useMaxAmount: true.',
  },
  'amount.ambiguous': {
    kind: 'request',
    message: 'Give either amount or useMaxAmount: true, not both.',
  },
  'amount.invalid': {
    kind: 'request',
    message: '{field} must be a whole number in the smallest unit, as a decimal string like "1500000": {reason}.',
  },
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
      '{field} looks like {what}. If it is one, consider it lost: move everything that it holds to a new wallet, and never send such a thing to anybody.',
  },
  'account.invalid': {
    kind: 'request',
    message: 'The account id is not an account of {chain}: {reason}.',
  },
  'token.invalid': {
    kind: 'request',
    message: 'The token id is not valid on {chain}: {reason}.',
  },
  'token.isNative': {
    kind: 'request',
    message: '{token} stands for the native coin of {chain}: use mode transfer.',
  },
  'validator.invalid': {
    kind: 'request',
    message: '{field} is not a validator id of {chain}: {reason}.',
  },
  'transaction.invalid': {
    kind: 'request',
    message: 'The transaction id is not valid on {chain}: {reason}.',
  },
  'publicKey.invalid': {
    kind: 'request',
    message: '{field} is not a public key of {chain}: {reason}.',
  },
  'publicKey.mismatch': {
    kind: 'request',
    message: 'senderPubKey belongs to {owner}, not to senderAddress.',
  },
  'wish.invalid': {
    kind: 'request',
    message: '{field} cannot be wished for like this: {reason}.',
  },
  'page.invalid': {
    kind: 'request',
    message: 'nextPage is not a page token of this account and chain.',
  },
  'data.altered': {
    kind: 'request',
    message: 'transaction.data is not what encode returned: {reason}.',
  },
  'data.otherChain': {
    kind: 'request',
    message: 'The transaction was encoded for {other}, not for {chain}: nothing was sent.',
  },
  'encoded.mismatch': {
    kind: 'request',
    message: 'transaction.encoded is not what transaction.data encodes to.',
  },
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

  'signature.incomplete': {
    kind: 'request',
    message: '{signed} of {count} inputs are signed: missing are {missing}.',
  },
  'signature.sighash': {
    kind: 'request',
    message:
      'Input {input} is signed with sighash type {type}, which lets others change the transaction: only {allowed} is accepted.',
  },

  // Who asks, and for what.
  'key.missing': {
    kind: 'unauthorized',
    message: 'An API key is needed: send it in the Authorization header.',
  },
  'key.wrong': { kind: 'unauthorized', message: 'The API key is not valid.' },
  'key.expired': {
    kind: 'unauthorized',
    message: 'The API key expired on {date}.',
  },
  'key.forbidden': {
    kind: 'forbidden',
    message: 'The API key may not be used {what}.',
  },
  'rate.limited': {
    kind: 'rateLimited',
    message: 'Too many requests: try again in {seconds} seconds.',
  },
  'chain.unknown': {
    kind: 'notFound',
    message: 'Unknown chain {chain}: {hint}',
  },
  'chain.notAccepted': {
    kind: 'notFound',
    message: '{chain} is not accepted on this path.',
  },
  'feature.unsupported': {
    kind: 'notFound',
    message: '{feature} cannot be read on {chain} with the configured upstreams.',
  },
  'account.tooLarge': {
    kind: 'notFound',
    message:
      'The account has more coins or addresses than the configured upstreams of {chain} list: an upstream of kind blockbook or core is needed.',
  },
  'family.notBuilt': {
    kind: 'notBuilt',
    message: '{chain} belongs to the {family} family, which this version does not serve yet.',
  },
  'chain.stopped': {
    kind: 'gone',
    message: '{chain} has been stopped since {since}: {reason}',
  },
  'token.notFound': {
    kind: 'notFound',
    message: 'There is no token {token} on {chain}: {reason}.',
  },
  'transaction.notFound': {
    kind: 'notFound',
    message: 'Transaction {transaction} is not known on {chain}.',
  },

  // What the chain says about an intent.
  'balance.insufficient': {
    kind: 'chain',
    message:
      'Insufficient balance: the account holds {available}, but {needed} are needed ({amount} to send and up to {fees} in fees).',
  },
  'balance.insufficientForFees': {
    kind: 'chain',
    message: 'Insufficient {ticker} to pay network fees: needs up to {fees}, has {available}.',
  },
  'balance.noneForFees': {
    kind: 'chain',
    message: 'Insufficient {ticker} to pay network fees: the account has {available}.',
  },
  'balance.nothingToSend': {
    kind: 'chain',
    message:
      'Insufficient balance: the account holds {available}, which does not cover the network fees of up to {fees}.',
  },
  'balance.maxWhileWaiting': {
    kind: 'chain',
    message:
      'Pending transactions of this account: {count} (nonce {nonces}). The nodes of {chain} do not tell what they will spend, so it is not known what is left. Encode again once they are confirmed, or name an amount.',
  },
  'balance.belowAmount': {
    kind: 'chain',
    message: 'Insufficient balance: the account holds {available}, but {amount} are to be sent, and fees come on top.',
  },
  'balance.reserve': {
    kind: 'chain',
    message: 'The account has to keep {reserve} on {chain} while its code is delegated; {left} would be left.',
  },
  'nonce.used': {
    kind: 'chain',
    message: 'Nonce {nonce} is already used: the next one is {next}.',
  },
  'gas.tooLow': {
    kind: 'chain',
    message: 'A gas limit of {gas} is too low: the transaction needs {minimum}.',
  },
  'token.nothingToSend': {
    kind: 'chain',
    message: 'Insufficient token balance: the account holds no {ticker}.',
  },
  'token.insufficient': {
    kind: 'chain',
    message: 'Insufficient token balance: the account holds {available}, but {needed} are to be sent.',
  },
  'token.noContract': {
    kind: 'chain',
    message: 'Token contract not found: there is no contract at {token}.',
  },
  'token.notFungible': {
    kind: 'chain',
    message: 'The contract at {token} does not answer like a fungible token: {reason}.',
  },
  'token.transferFails': {
    kind: 'chain',
    message: 'Token transfer would fail: {reason}.',
  },
  'transfer.fails': {
    kind: 'chain',
    message: 'The transfer would fail: {reason}.',
  },
  'gas.tooHigh': {
    kind: 'chain',
    message: 'A gas limit of {gas} is too high: {chain} takes at most {maximum}.',
  },
  'recipient.zeroAddress': {
    kind: 'chain',
    message: 'The recipient is the zero address: what is sent there is lost.',
  },
  'recipient.isToken': {
    kind: 'chain',
    message: 'The recipient is the token contract itself: tokens sent there are lost.',
  },
  'recipient.systemContract': {
    kind: 'chain',
    message: 'The recipient {recipient} is a system contract of {chain}: what is sent there is lost.',
  },
  'sender.isContract': {
    kind: 'chain',
    message: 'The sender is a contract: it cannot sign transactions.',
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
      'A {what} of {asked} is above the ceiling of {ceiling} for {chain}: nothing is offered at it unless the request asks for it.',
  },

  // Accounts that must hold something to exist, tokens that are kept apart from coins, memos.
  'balance.unspendable': {
    kind: 'chain',
    message:
      'Nothing can be sent: the account holds {available}, and after fees of {fees} less than the {reserve} would be left that {chain} asks an account to keep.',
  },
  'balance.remainderTooLow': {
    kind: 'chain',
    message:
      '{left} would be left in the account: {chain} takes either nothing or at least {reserve}. Send less, or everything with useMaxAmount.',
  },
  'balance.insufficientForDeposit': {
    kind: 'chain',
    message:
      'Insufficient balance: the account holds {available}, but {needed} are needed ({fees} in fees and {deposit} as a deposit for {what}).',
  },
  'recipient.belowMinimum': {
    kind: 'chain',
    message: 'The recipient account holds {held}: it needs at least {minimum} more to exist on {chain}.',
  },
  'recipient.isProgram': {
    kind: 'chain',
    message: 'The recipient {recipient} is a program: what is sent there is lost.',
  },
  'recipient.keepsCoins': {
    kind: 'chain',
    message: 'The recipient {recipient} is {what}, not a wallet: what is sent there is lost.',
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
      'The token account of the recipient belongs to {owner} by now: what is sent there is lost to the recipient.',
  },
  'recipient.frozen': {
    kind: 'chain',
    message: 'The token account of the recipient is frozen by the issuer of the token.',
  },
  'sender.notWallet': {
    kind: 'chain',
    message: 'The sender cannot pay for transactions: {reason}.',
  },
  'sender.frozen': {
    kind: 'chain',
    message: 'The token account of the sender is frozen by the issuer of the token.',
  },
  'token.unknown': {
    kind: 'chain',
    message: 'There is no token {token} on {chain}: {reason}.',
  },
  'token.untransferable': {
    kind: 'chain',
    message: 'The token cannot be transferred: {reason}.',
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
  'memo.tooLong': {
    kind: 'chain',
    message: 'The memo has {bytes} bytes: this transaction has room for {limit}.',
  },
  'nonceAccount.unusable': {
    kind: 'chain',
    message: 'The nonce account {account} cannot be used: {reason}.',
  },

  // Coins: unspent outputs.
  'coins.none': {
    kind: 'chain',
    message: 'The account has no coins that can be spent.',
  },
  'coins.protected': {
    kind: 'chain',
    message:
      'Insufficient balance without coins of {limit} and less, which may carry inscriptions or runes: they hold {held}. To spend them all the same, send params.allowSmallUtxos: true.',
  },
  'amount.belowDust': {
    kind: 'chain',
    message: '{amount} is too little: nodes of {chain} do not relay an output of type {type} below {minimum}.',
  },
  'inputs.tooMany': {
    kind: 'chain',
    message:
      'So many coins do not fit into one transaction: the {limit} largest make {sendable} after fees. Send that much to yourself first, which makes one coin of them.',
  },
  'publicKey.required': {
    kind: 'chain',
    message: 'senderPubKey is required to spend from {sender}: {reason}.',
  },
  'sender.unsupportedScript': {
    kind: 'chain',
    message: 'Coins of {sender} cannot be spent here: {reason}.',
  },
  'replacement.impossible': {
    kind: 'chain',
    message: 'Transaction {transaction} cannot be replaced: {reason}.',
  },

  // Stakes.
  'validator.notFound': {
    kind: 'chain',
    message: 'There is no validator {validator} on {chain}.',
  },
  'stake.belowMinimum': {
    kind: 'chain',
    message: 'At least {minimum} have to be staked.',
  },
  'stake.aboveMaximum': {
    kind: 'chain',
    message: 'At most {maximum} can be staked at once.',
  },
  'stake.parametersUnclear': {
    kind: 'chain',
    message: 'The staking parameters cannot be relied on at the moment: {reason}.',
  },
  'stake.unproven': {
    kind: 'chain',
    message: 'The stake cannot be registered yet: {reason}.',
  },
  'stake.unregistrable': {
    kind: 'chain',
    message: 'The stake cannot be registered: {reason}.',
  },
  'stake.registered': {
    kind: 'chain',
    message: 'The stake is registered on {chain} already, and is {status} there.',
  },
  'validator.inactive': {
    kind: 'chain',
    message: 'Validator {validator} takes no stakes: {reason}.',
  },
  'stake.immovable': {
    kind: 'chain',
    message:
      'Stakes cannot be moved from one validator to another on {chain}: unstake, and stake again when they are unlocked.',
  },
  'stake.fails': {
    kind: 'chain',
    message: 'The transaction would fail: {reason}.',
  },
  'position.notFound': {
    kind: 'chain',
    message: 'There is no such staking position: {reason}.',
  },
  'position.unlisted': {
    kind: 'chain',
    message:
      'The staking positions of the account cannot be listed with the configured upstreams: say which one with stakeId.',
  },
  'position.ambiguous': {
    kind: 'chain',
    message: 'The account has {count} such staking positions: say which one with stakeId.',
  },
  'position.foreign': {
    kind: 'chain',
    message: 'The staking position belongs to {owner}, not to the sender.',
  },
  'position.notStaked': {
    kind: 'chain',
    message: 'The staking position is not at stake: withdraw it.',
  },
  'position.unlocking': {
    kind: 'chain',
    message: 'The staking position is being unlocked already.',
  },
  'position.locked': {
    kind: 'chain',
    message: 'The staking position is locked: {reason}.',
  },
  'position.insufficient': {
    kind: 'chain',
    message: 'The staking position holds {available}, but {needed} are asked for.',
  },
  'position.partTooLow': {
    kind: 'chain',
    message: 'A part of a staking position has to have at least {minimum}: ask for more, or for all of it.',
  },
  'position.remainderTooLow': {
    kind: 'chain',
    message: '{left} would be left in the staking position: it takes either nothing or at least {minimum}.',
  },

  // What a node says to a broadcast.
  'broadcast.nonceUsed': {
    kind: 'conflict',
    message:
      'Nonce {nonce} is used: transaction {transaction} of the same account was confirmed with it. Encode again.',
  },
  'broadcast.nonceTaken': {
    kind: 'conflict',
    message:
      'A pending transaction uses nonce {nonce} already. Wait until it is confirmed, and encode again only if it is not {hash}.',
  },
  'broadcast.nonceGap': {
    kind: 'conflict',
    message: 'Nonce {nonce} is too far ahead: an earlier transaction is missing. Encode again.',
  },
  'broadcast.expired': {
    kind: 'conflict',
    message: 'The transaction expired before it was broadcast. Encode again.',
  },
  'broadcast.feeTooLow': {
    kind: 'refused',
    message: 'Network fees rose above the encoded fee. Encode again.',
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
  'broadcast.uncertain': {
    kind: 'upstream',
    message:
      'It is not known whether the transaction was taken: a node says “{reason}”, and the transaction itself may be the reason. Look {hash} up, or send the same broadcast again, which is safe. Do not encode again before.',
  },
  'broadcast.inputsSpent': {
    kind: 'conflict',
    message: 'A coin of the transaction was spent meanwhile: {reason}. Encode again.',
  },
  'broadcast.replacementFeeTooLow': {
    kind: 'refused',
    message: 'The transaction pays too little to replace the one that waits: {reason}. Encode again with a higher fee.',
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

  // Warnings.
  'field.ignored': {
    kind: 'warning',
    message: '{field} is not known here and was ignored',
  },
  'recipient.isSender': {
    kind: 'warning',
    message: 'Same sender and recipient address',
  },
  'fee.high': {
    kind: 'warning',
    message: 'Network fees are above 10% of {what}',
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
  'fee.unchecked': {
    kind: 'warning',
    message: 'The price is what one endpoint of {chain} says: no other could be asked',
  },
  'memo.ignored': {
    kind: 'warning',
    message: 'memo is not supported on {chain}: it is not part of the transaction',
  },
  'recipient.isContract': {
    kind: 'warning',
    message: 'The recipient is a contract; make sure it can handle native coins',
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
    message: 'The recipient is the contract of the token {token}; native coins sent there are probably lost',
  },
  'sender.isDelegated': {
    kind: 'warning',
    message: 'The sender account has delegated code (EIP-7702) of {delegate}: that code may move its funds',
  },
  'sender.pendingTransactions': {
    kind: 'warning',
    message: 'There are {count} pending transactions for this account; this transaction will wait for them',
  },
  'balance.waitingUnseen': {
    kind: 'warning',
    message:
      'Pending transactions of this account: {count}. The nodes of {chain} do not tell what they will spend: the balance may not suffice for this one',
  },
  'nonce.gap': {
    kind: 'warning',
    message:
      'The next nonce of the account is {next}: with nonce {nonce} the transaction waits until those between are used',
  },
  'nonce.farAhead': {
    kind: 'warning',
    message:
      '{count} transactions of the account are said to wait, and nodes hold no more than {limit} for sure: this one may wait for ever',
  },
  'amount.leavesDust': {
    kind: 'warning',
    message: 'Up to {dust} may stay in the account: {reason}',
  },
  'chain.sunset': {
    kind: 'warning',
    message: '{chain} is being retired: {reason}',
  },
  'chain.ended': {
    kind: 'warning',
    message:
      'The public network of {chain} has been stopped since {since}: the transaction reaches only nodes that the operator of this service chose. {reason}',
  },
  'chain.unsettled': {
    kind: 'warning',
    message:
      'The endpoints of {chain} have different blocks at height {height}: what the newest blocks have may change',
  },
  'account.reserve': {
    kind: 'warning',
    message:
      'Less than {reserve} would be left: {chain} carries this out only if the account sent nothing else in the last {blocks} blocks',
  },
  'recipient.noKey': {
    kind: 'warning',
    message: 'The recipient has no private key: only a program can move what it holds',
  },
  'recipient.isData': {
    kind: 'warning',
    message: 'The recipient is not a wallet but {what}: make sure that what arrives there can be moved on',
  },
  'token.deposit': {
    kind: 'warning',
    message: 'The transaction creates the token account of the {whose}, with a deposit of {deposit} by the sender',
  },
  'token.alreadyEnabled': {
    kind: 'warning',
    message: 'The token is already enabled: the transaction costs fees and changes nothing',
  },
  'token.transferFee': {
    kind: 'warning',
    message: 'The token keeps {fee} of the transfer: the recipient gets {received}',
  },
  'token.controlled': {
    kind: 'warning',
    message: 'The issuer of the token ({delegate}) may move it out of every account',
  },
  'token.elsewhere': {
    kind: 'warning',
    message: 'Other token accounts of the sender hold {rest} more',
  },
  'validator.delinquent': {
    kind: 'warning',
    message: 'The validator does not take part in consensus at the moment: it earns nothing',
  },
  'validator.notAdmitted': {
    kind: 'warning',
    message:
      'The validator is left out of the consensus of this epoch: {reason}. As long as that is so, stakes with it earn nothing',
  },
  'nonceAccount.retiring': {
    kind: 'warning',
    message:
      'Durable nonces are going to be removed from Solana: what refers to one and is not sent by then is never carried out',
  },
  'validator.keepsAll': {
    kind: 'warning',
    message: 'The validator keeps all rewards (commission of 100%)',
  },
  'position.otherValidator': {
    kind: 'warning',
    message: 'The staking position is with {validator}, not with validatorAddress',
  },
  'position.more': {
    kind: 'warning',
    message: 'There are {count} more positions to withdraw from',
  },
  'stake.deposit': {
    kind: 'warning',
    message: 'The part that is unstaked needs a staking account of its own, with a deposit of {deposit} by the sender',
  },
  'stake.proofNeeded': {
    kind: 'warning',
    message:
      'The stake may be sent before it is registered on {chain}. Then it must be registered with an inclusion proof, or it never becomes active; until the covenant has signed, it cannot be ended early',
  },
  'balance.noneLeftForFees': {
    kind: 'warning',
    message: 'Only {left} stay in the account: too little for the fees of unstaking later',
  },

  'coins.immature': {
    kind: 'warning',
    message: '{held} of the account are too young to be spent: the first of them can be spent from block {height} on',
  },
  'coins.unconfirmed': {
    kind: 'warning',
    message: 'The transaction spends coins of others that are not confirmed yet: if they never are, neither will it be',
  },
  'coins.believed': {
    kind: 'warning',
    message:
      'That {coins} of the coins hold {held} together is only believed: one upstream says so, and nobody confirms it. Where it is not true, other fees are paid than fees says',
  },
  'coins.left': {
    kind: 'warning',
    message: '{left} stay in the account: {reason}',
  },
  'fee.surcharge': {
    kind: 'warning',
    message: 'So small an output costs {surcharge} more',
  },
  'fee.capped': {
    kind: 'warning',
    message:
      'The network asks for more than {rate} per 1000 virtual bytes, the most that is offered: the transaction may wait long',
  },
  'account.otherScript': {
    kind: 'warning',
    message:
      'The extended key was never used with addresses of type {type}: wallets often export other accounts with the same prefix. A zpub or a descriptor such as wpkh(...) or tr(...) selects another type',
  },

  // Broken things.
  'upstream.unavailable': {
    kind: 'upstream',
    message: 'No upstream of {chain} gave a usable answer ({attempts} attempts). A retry may help in {seconds} s.',
  },
  'chain.standsStill': {
    kind: 'upstream',
    message:
      '{chain} stands still: the newest block that any of its endpoints shows is of {date}. What is sent now may never be mined.',
  },
  'chain.divided': {
    kind: 'upstream',
    message:
      'The endpoints of {chain} are on two chains: they have different blocks at height {height}, and differ about more than the newest ones. Nothing is encoded or sent',
  },
  'upstream.timeout': {
    kind: 'timeout',
    message: 'No upstream of {chain} answered in time ({attempts} attempts). A retry may help in {seconds} s.',
  },
  'service.stopping': {
    kind: 'stopping',
    message: 'The service is shutting down.',
  },
  'config.invalid': {
    kind: 'internal',
    message: '{setting}: {reason}',
  },
  'internal.error': {
    kind: 'internal',
    message: 'Something went wrong in the service. Quote the request id {requestId} when you report it.',
  },
} as const satisfies Record<string, { kind: Kind; message: string }>;

/** What sort of bad news a code is. */
export type Kind =
  | 'request'
  | 'mediaType'
  | 'tooLarge'
  | 'tooSlow'
  | 'unauthorized'
  | 'forbidden'
  | 'rateLimited'
  | 'notFound'
  | 'methodNotAllowed'
  | 'notBuilt'
  | 'gone'
  | 'chain'
  | 'refused'
  | 'conflict'
  | 'warning'
  | 'stopping'
  | 'upstream'
  | 'timeout'
  | 'internal';

/** One of the closed list of codes, `noun.adjective`. */
export type Code = keyof typeof codes;

/** The codes of some kinds. */
export type CodeOfKind<K extends Kind> = { [C in Code]: (typeof codes)[C]['kind'] extends K ? C : never }[Code];

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The values that the message of a code names. */
export type ContextOf<C extends Code> = { readonly [Name in Placeholders<(typeof codes)[C]['message']>]: Value };

/** A value in a message: amounts are written in the asset's own unit for people, and in the smallest unit in the context. */
export type Value = string | number | bigint | boolean | AmountOf;

/** An amount with what is needed to write it for people. `amount` is in the smallest unit. */
export interface AmountOf {
  readonly amount: bigint;
  readonly decimals: number;
  readonly ticker: string;
}
