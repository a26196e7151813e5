/**
 * Every code that isochain can answer with, in one closed list: errors, warnings and faults. A code is never renamed once released.
 *
 * `kind` says what sort of bad news it is; the gateway maps kinds (not codes) to HTTP statuses. `message` is the template of the sentence
 * that a client reads: `{name}` is filled from the context. `help` says what to do about it and becomes the entry of docs/errors.md.
 */
export const codes = {
  // The request itself.
  'request.invalid': {
    kind: 'request',
    message: '{field}: {expected}',
    help: 'The request does not have the shape that the route declares in openapi.json. `field` names the place.',
  },
  'request.malformed': {
    kind: 'request',
    message: 'The request body is not valid JSON.',
    help: 'Send a JSON document, encoded as UTF-8.',
  },
  'request.mediaType': {
    kind: 'mediaType',
    message: 'The request body must be JSON: send Content-Type: application/json.',
    help: 'Set the header `Content-Type: application/json`.',
  },
  'request.tooLarge': {
    kind: 'tooLarge',
    message: 'The request body is larger than the {limit} bytes that are accepted.',
    help: 'Send a smaller body; the operator sets the limit.',
  },
  'request.tooCostly': {
    kind: 'request',
    message: 'It takes more computation than one request may cause.',
    help: 'Addresses of extended public keys are derived one by one, and a list of accounts may have some thousands in all. Ask for the accounts that have this error once more, in a list of their own.',
  },
  'request.tooSlow': {
    kind: 'tooSlow',
    message: 'The request body did not arrive within {seconds} seconds.',
    help: 'Send the whole body at once; the operator sets the limit.',
  },
  'route.notFound': {
    kind: 'notFound',
    message: 'There is nothing at this path.',
    help: 'See /openapi.json or /docs for the routes.',
  },
  'route.methodNotAllowed': {
    kind: 'methodNotAllowed',
    message: 'This path takes {allowed} only.',
    help: 'Use one of the methods in the Allow header.',
  },
  'mode.unknown': {
    kind: 'request',
    message: 'Unknown mode {mode}: expected one of {expected}.',
    help: 'See the ten modes of the specification.',
  },
  'mode.unsupported': {
    kind: 'request',
    message: 'Mode {mode} is not supported on {chain}.',
    help: '`supportedFeatures.write.transaction.type` of /api/chains/{chainId} says which modes a chain takes.',
  },
  'amount.missing': {
    kind: 'request',
    message: 'Give either amount or useMaxAmount: true.',
    help: '`amount` is a decimal string in the smallest unit; `useMaxAmount: true` lets the service compute it.',
  },
  'amount.ambiguous': {
    kind: 'request',
    message: 'Give either amount or useMaxAmount: true, not both.',
    help: 'Leave one of the two out.',
  },
  'amount.invalid': {
    kind: 'request',
    message: '{field} must be a whole number in the smallest unit, as a decimal string like "1500000": {reason}.',
    help: 'No sign, no fraction, no exponent, no hex, no spaces, no leading zeros, at most 2^256-1.',
  },
  'address.invalid': {
    kind: 'request',
    message: '{field} is not an address of {chain}: {reason}.',
    help: 'Check the address and the chain it belongs to.',
  },
  'address.checksumMismatch': {
    kind: 'request',
    message: '{field} has a wrong checksum: a character was probably mistyped.',
    help: 'Copy the address again from its source. An address without checksum (all lower case on EVM chains) is accepted too.',
  },
  'secret.exposed': {
    kind: 'request',
    message:
      '{field} looks like {what}. If it is one, consider it lost: move everything that it holds to a new wallet, and never send such a thing to anybody.',
    help: 'Addresses, account ids and public keys are asked for, and nothing else ever. Anybody who sees a private key or a recovery phrase can take all that it holds. The service repeats it in no answer and no log, but it may stand in logs of proxies and clients by now.',
  },
  'account.invalid': {
    kind: 'request',
    message: 'The account id is not an account of {chain}: {reason}.',
    help: 'Check the account id and the chain it belongs to.',
  },
  'token.invalid': {
    kind: 'request',
    message: 'The token id is not valid on {chain}: {reason}.',
    help: 'Check the token id; on EVM chains it is the address of the contract.',
  },
  'token.isNative': {
    kind: 'request',
    message: '{token} stands for the native coin of {chain}: use mode transfer.',
    help: 'Native coins are moved with mode `transfer` and read under `balances.native`.',
  },
  'validator.invalid': {
    kind: 'request',
    message: '{field} is not a validator id of {chain}: {reason}.',
    help: 'See /api/{chainId}/validators.',
  },
  'transaction.invalid': {
    kind: 'request',
    message: 'The transaction id is not valid on {chain}: {reason}.',
    help: 'Check the transaction id.',
  },
  'publicKey.invalid': {
    kind: 'request',
    message: '{field} is not a public key of {chain}: {reason}.',
    help: 'See the chain family in the docs for the forms that are accepted.',
  },
  'publicKey.mismatch': {
    kind: 'request',
    message: 'senderPubKey belongs to {owner}, not to senderAddress.',
    help: 'Send the public key of the sender, or leave it out where the chain does not need it.',
  },
  'wish.invalid': {
    kind: 'request',
    message: '{field} cannot be wished for like this: {reason}.',
    help: '`fees`, `gas`, `nonce` and `params` of an encode request are wishes; leave them out to let the service compute them.',
  },
  'page.invalid': {
    kind: 'request',
    message: 'nextPage is not a page token of this account and chain.',
    help: 'Send the `pagination.nextPage` of the previous answer unchanged, or leave it out for the first page.',
  },
  'data.altered': {
    kind: 'request',
    message: 'transaction.data is not what encode returned: {reason}.',
    help: 'Send `data`, with `params`, exactly as received from encode. To change something, encode again.',
  },
  'data.otherChain': {
    kind: 'request',
    message: 'The transaction was encoded for {other}, not for {chain}: nothing was sent.',
    help: 'Send it to the chain that it was encoded for, or encode it again.',
  },
  'encoded.mismatch': {
    kind: 'request',
    message: 'transaction.encoded is not what transaction.data encodes to.',
    help: 'Send `encoded` exactly as received from encode. Nothing was sent to the chain.',
  },
  'signature.malformed': {
    kind: 'request',
    message: 'The signature could not be read: {reason}.',
    help: 'The forms that are accepted are listed in docs/signing.md.',
  },
  'signature.mismatch': {
    kind: 'request',
    message: 'The signature was not made by senderAddress over this transaction.',
    help: 'Sign the hash (or raw transaction) of the same encode answer with the key of the sender. Nothing was sent to the chain.',
  },
  'signature.otherTransaction': {
    kind: 'request',
    message: 'The signed transaction is not the one in encoded.',
    help: 'The wallet signed something else than what encode returned (a changed fee, nonce or recipient). Nothing was sent to the chain.',
  },

  'signature.incomplete': {
    kind: 'request',
    message: '{signed} of {count} inputs are signed: missing are {missing}.',
    help: 'Every input needs its own signature, over its own hash of `encoded`, in the order of `encoded`.',
  },
  'signature.sighash': {
    kind: 'request',
    message:
      'Input {input} is signed with sighash type {type}, which lets others change the transaction: only {allowed} is accepted.',
    help: 'Sign with SIGHASH_ALL, or SIGHASH_DEFAULT for taproot.',
  },

  // Who asks, and for what.
  'key.missing': {
    kind: 'unauthorized',
    message: 'An API key is needed: send it in the Authorization header.',
    help: 'Ask the operator for a key. `Authorization: <key>` and `Authorization: Bearer <key>` both work.',
  },
  'key.wrong': { kind: 'unauthorized', message: 'The API key is not valid.', help: 'Ask the operator for a key.' },
  'key.expired': {
    kind: 'unauthorized',
    message: 'The API key expired on {date}.',
    help: 'Ask the operator for a new key.',
  },
  'key.forbidden': {
    kind: 'forbidden',
    message: 'The API key may not be used {what}.',
    help: 'Keys may be limited to some chains, and to reading. Ask the operator for another key.',
  },
  'rate.limited': {
    kind: 'rateLimited',
    message: 'Too many requests: try again in {seconds} seconds.',
    help: 'Wait as the Retry-After header says.',
  },
  'chain.unknown': {
    kind: 'notFound',
    message: 'Unknown chain {chain}: {hint}',
    help: '/api/chains lists the chains. Ids are in lower case, and test networks have the name of the network behind a dash.',
  },
  'chain.notAccepted': {
    kind: 'notFound',
    message: '{chain} is not accepted on this path.',
    help: 'The specification lists the chains of each path; what goes beyond is under /api/chains/{chainId}/....',
  },
  'feature.unsupported': {
    kind: 'notFound',
    message: '{feature} cannot be read on {chain} with the configured upstreams.',
    help: '`supportedFeatures` of /api/chains/{chainId} says what works.',
  },
  'account.tooLarge': {
    kind: 'notFound',
    message:
      'The account has more coins or addresses than the configured upstreams of {chain} list: an upstream of kind blockbook or core is needed.',
    help: 'Public Esplora servers list 500 coins of an address, and addresses of an extended key are looked up there one by one (`maxScannedAddresses`). Blockbook and nodes serve any account.',
  },
  'family.notBuilt': {
    kind: 'notBuilt',
    message: '{chain} belongs to the {family} family, which this version does not serve yet.',
    help: 'See the changelog for the families that are served.',
  },
  'chain.stopped': {
    kind: 'gone',
    message: '{chain} has been stopped since {since}: {reason}',
    help: 'The network makes no blocks any more. Nodes may still answer from its last block, so nothing that they say can be relied on, and nothing that is sent is ever mined. Operators who run a network of their own under this id configure its `endpoints`.',
  },
  'token.notFound': {
    kind: 'notFound',
    message: 'There is no token {token} on {chain}: {reason}.',
    help: 'Check the token id and the chain.',
  },
  'transaction.notFound': {
    kind: 'notFound',
    message: 'Transaction {transaction} is not known on {chain}.',
    help: 'It may not have reached this node yet, may have been dropped or replaced, or may belong to another chain.',
  },

  // What the chain says about an intent.
  'balance.insufficient': {
    kind: 'chain',
    message:
      'Insufficient balance: the account holds {available}, but {needed} are needed ({amount} to send and up to {fees} in fees).',
    help: 'Send less, or use useMaxAmount.',
  },
  'balance.insufficientForFees': {
    kind: 'chain',
    message: 'Insufficient {ticker} to pay network fees: needs up to {fees}, has {available}.',
    help: 'Fees are paid in the native coin: send some to the account first.',
  },
  'balance.noneForFees': {
    kind: 'chain',
    message: 'Insufficient {ticker} to pay network fees: the account has {available}.',
    help: 'Fees are paid in the native coin: send some to the account first.',
  },
  'balance.nothingToSend': {
    kind: 'chain',
    message:
      'Insufficient balance: the account holds {available}, which does not cover the network fees of up to {fees}.',
    help: 'There is nothing that could be sent.',
  },
  'balance.maxWhileWaiting': {
    kind: 'chain',
    message:
      'Pending transactions of this account: {count} (nonce {nonces}). The nodes of {chain} do not tell what they will spend, so it is not known what is left. Encode again once they are confirmed, or name an amount.',
    help: 'A transaction of everything would be refused, or fail, if those before it leave less. One with the `nonce` of the first that waits takes its place, and can send everything.',
  },
  'balance.belowAmount': {
    kind: 'chain',
    message: 'Insufficient balance: the account holds {available}, but {amount} are to be sent, and fees come on top.',
    help: 'Send less, or use useMaxAmount.',
  },
  'balance.reserve': {
    kind: 'chain',
    message: 'The account has to keep {reserve} on {chain} while its code is delegated; {left} would be left.',
    help: 'Send less, or revoke the delegation first.',
  },
  'nonce.used': {
    kind: 'chain',
    message: 'Nonce {nonce} is already used: the next one is {next}.',
    help: 'Leave the nonce out to let the service choose it.',
  },
  'gas.tooLow': {
    kind: 'chain',
    message: 'A gas limit of {gas} is too low: the transaction needs {minimum}.',
    help: 'Leave the gas out to let the service estimate it.',
  },
  'token.nothingToSend': {
    kind: 'chain',
    message: 'Insufficient token balance: the account holds no {ticker}.',
    help: 'There is nothing that could be sent.',
  },
  'token.insufficient': {
    kind: 'chain',
    message: 'Insufficient token balance: the account holds {available}, but {needed} are to be sent.',
    help: 'Send less, or use useMaxAmount.',
  },
  'token.noContract': {
    kind: 'chain',
    message: 'Token contract not found: there is no contract at {token}.',
    help: 'Check the token id and the chain: a transfer there would cost fees and move nothing.',
  },
  'token.notFungible': {
    kind: 'chain',
    message: 'The contract at {token} does not answer like a fungible token: {reason}.',
    help: 'Only fungible tokens can be transferred.',
  },
  'token.transferFails': {
    kind: 'chain',
    message: 'Token transfer would fail: {reason}.',
    help: 'The contract was asked what would happen, and refused. The reason is the contract’s own.',
  },
  'transfer.fails': {
    kind: 'chain',
    message: 'The transfer would fail: {reason}.',
    help: 'The chain was asked what would happen, and refused.',
  },
  'gas.tooHigh': {
    kind: 'chain',
    message: 'A gas limit of {gas} is too high: {chain} takes at most {maximum}.',
    help: 'Leave the gas out to let the service estimate it.',
  },
  'recipient.zeroAddress': {
    kind: 'chain',
    message: 'The recipient is the zero address: what is sent there is lost.',
    help: 'Check recipientAddress.',
  },
  'recipient.isToken': {
    kind: 'chain',
    message: 'The recipient is the token contract itself: tokens sent there are lost.',
    help: 'Check recipientAddress.',
  },
  'recipient.systemContract': {
    kind: 'chain',
    message: 'The recipient {recipient} is a system contract of {chain}: what is sent there is lost.',
    help: 'Check recipientAddress.',
  },
  'sender.isContract': {
    kind: 'chain',
    message: 'The sender is a contract: it cannot sign transactions.',
    help: 'Use the account that controls the contract.',
  },
  'fee.tooLow': {
    kind: 'chain',
    message: 'The wished fee is too low: the network takes at least {minimum}.',
    help: 'Leave the wish out to let the service compute the fee.',
  },
  'fee.tooHigh': {
    kind: 'chain',
    message: 'The wished fee is too high: the service offers at most {maximum} for this transaction.',
    help: 'Leave the wish out to let the service compute the fee. The operator sets the limit.',
  },

  'fee.aboveCeiling': {
    kind: 'chain',
    message:
      'A {what} of {asked} is above the ceiling of {ceiling} for {chain}: nothing is offered at it unless the request asks for it.',
    help: 'The ceiling lies far above every price that the chain has seen, so the upstream is probably wrong or lying: try again later, or look at an explorer. To pay that much all the same, send the fees you are ready to pay as `fees` (for a gas limit: `gas`). The operator sets the ceilings (`ceilings`).',
  },

  // Accounts that must hold something to exist, tokens that are kept apart from coins, memos.
  'balance.unspendable': {
    kind: 'chain',
    message:
      'Nothing can be sent: the account holds {available}, and after fees of {fees} less than the {reserve} would be left that {chain} asks an account to keep.',
    help: 'The chain refuses every transaction of such an account, even one that would empty it. Send some more coins to it first.',
  },
  'balance.remainderTooLow': {
    kind: 'chain',
    message:
      '{left} would be left in the account: {chain} takes either nothing or at least {reserve}. Send less, or everything with useMaxAmount.',
    help: 'Send an amount that leaves the reserve, or use useMaxAmount.',
  },
  'balance.insufficientForDeposit': {
    kind: 'chain',
    message:
      'Insufficient balance: the account holds {available}, but {needed} are needed ({fees} in fees and {deposit} as a deposit for {what}).',
    help: 'The deposit keeps a new account alive on the chain. Send some coins to the sender first.',
  },
  'recipient.belowMinimum': {
    kind: 'chain',
    message: 'The recipient account holds {held}: it needs at least {minimum} more to exist on {chain}.',
    help: 'Send at least that much.',
  },
  'recipient.isProgram': {
    kind: 'chain',
    message: 'The recipient {recipient} is a program: what is sent there is lost.',
    help: 'Check recipientAddress.',
  },
  'recipient.keepsCoins': {
    kind: 'chain',
    message: 'The recipient {recipient} is {what}, not a wallet: what is sent there is lost.',
    help: 'The chain would take the transfer, and has no way to move on what arrived. Give the address of a wallet.',
  },
  'recipient.memoRequired': {
    kind: 'chain',
    message: 'The recipient takes transfers with a memo only.',
    help: 'Ask the recipient for the memo and send it as `memo`.',
  },
  'recipient.otherToken': {
    kind: 'chain',
    message: 'The recipient is an account for another token: {token}.',
    help: 'Give the address of the recipient’s wallet, or of its account for this token.',
  },
  'recipient.otherOwner': {
    kind: 'chain',
    message:
      'The token account of the recipient belongs to {owner} by now: what is sent there is lost to the recipient.',
    help: 'Ask the recipient for another address.',
  },
  'recipient.frozen': {
    kind: 'chain',
    message: 'The token account of the recipient is frozen by the issuer of the token.',
    help: 'Only the issuer can unfreeze it.',
  },
  'sender.notWallet': {
    kind: 'chain',
    message: 'The sender cannot pay for transactions: {reason}.',
    help: 'Give the address of the wallet that the account belongs to.',
  },
  'sender.frozen': {
    kind: 'chain',
    message: 'The token account of the sender is frozen by the issuer of the token.',
    help: 'Only the issuer can unfreeze it.',
  },
  'token.unknown': {
    kind: 'chain',
    message: 'There is no token {token} on {chain}: {reason}.',
    help: 'Check the token id and the chain.',
  },
  'token.untransferable': {
    kind: 'chain',
    message: 'The token cannot be transferred: {reason}.',
    help: 'The issuer of the token decided so.',
  },
  'token.frozenByDefault': {
    kind: 'chain',
    message: 'New accounts for this token begin frozen: {who} could not use it until the issuer unfreezes the account.',
    help: 'Ask the issuer of the token to open the account.',
  },
  'token.scattered': {
    kind: 'chain',
    message:
      'The tokens lie in several accounts: one transfer can take at most {available}, from {account}. All of them hold {total}.',
    help: 'Send several transfers.',
  },
  'memo.tooLong': {
    kind: 'chain',
    message: 'The memo has {bytes} bytes: this transaction has room for {limit}.',
    help: 'Shorten the memo.',
  },
  'nonceAccount.unusable': {
    kind: 'chain',
    message: 'The nonce account {account} cannot be used: {reason}.',
    help: 'Give a durable nonce account whose authority is the sender, or leave it out.',
  },

  // Coins: unspent outputs.
  'coins.none': {
    kind: 'chain',
    message: 'The account has no coins that can be spent.',
    help: 'It never received any, has spent them all, or they wait for confirmations. The account state shows what is `available`.',
  },
  'coins.protected': {
    kind: 'chain',
    message:
      'Insufficient balance without coins of {limit} and less, which may carry inscriptions or runes: they hold {held}. To spend them all the same, send params.allowSmallUtxos: true.',
    help: 'Small coins of taproot addresses often carry collectibles that are worth far more than their amount, so they are spent on demand only.',
  },
  'amount.belowDust': {
    kind: 'chain',
    message: '{amount} is too little: nodes of {chain} do not relay an output of type {type} below {minimum}.',
    help: 'Send a larger amount.',
  },
  'inputs.tooMany': {
    kind: 'chain',
    message:
      'So many coins do not fit into one transaction: the {limit} largest make {sendable} after fees. Send that much to yourself first, which makes one coin of them.',
    help: 'Nodes relay transactions up to a size; the operator may have set a lower limit of inputs.',
  },
  'publicKey.required': {
    kind: 'chain',
    message: 'senderPubKey is required to spend from {sender}: {reason}.',
    help: 'Send the public key of the sender in hex as `senderPubKey`.',
  },
  'sender.unsupportedScript': {
    kind: 'chain',
    message: 'Coins of {sender} cannot be spent here: {reason}.',
    help: 'Addresses of single keys can send: p2wpkh, p2tr, p2sh-p2wpkh and p2pkh.',
  },
  'replacement.impossible': {
    kind: 'chain',
    message: 'Transaction {transaction} cannot be replaced: {reason}.',
    help: 'Only a transaction of the sender that waits in the mempool, on a network whose nodes replace, can be replaced by one that pays more.',
  },

  // Stakes.
  'validator.notFound': {
    kind: 'chain',
    message: 'There is no validator {validator} on {chain}.',
    help: 'See /api/{chainId}/validators.',
  },
  'stake.belowMinimum': {
    kind: 'chain',
    message: 'At least {minimum} have to be staked.',
    help: 'The chain sets the minimum.',
  },
  'stake.aboveMaximum': {
    kind: 'chain',
    message: 'At most {maximum} can be staked at once.',
    help: 'The chain sets the maximum. Several stakes can hold more.',
  },
  'stake.parametersUnclear': {
    kind: 'chain',
    message: 'The staking parameters cannot be relied on at the moment: {reason}.',
    help: 'Wrong parameters could lock coins for ever, so nothing is made that is not certain. Try again later.',
  },
  'stake.unproven': {
    kind: 'chain',
    message: 'The stake cannot be registered yet: {reason}.',
    help: 'A stake that was sent before it was registered is registered with a proof that it is in a block of Bitcoin. Babylon takes the proof once so many blocks follow as its parameter `btc_confirmation_depth` says. Try again then.',
  },
  'stake.unregistrable': {
    kind: 'chain',
    message: 'The stake cannot be registered: {reason}.',
    help: 'A stake that was sent before it was registered has to be one that encode makes of the same sender, validator, amount and time, by the parameters of the block that it is in.',
  },
  'stake.registered': {
    kind: 'chain',
    message: 'The stake is registered on {chain} already, and is {status} there.',
    help: 'Nothing is left to register. If it was registered without a proof after it was sent, it never becomes active: end it with mode `unstake`, which works as soon as the covenant has signed, and stake again.',
  },
  'validator.inactive': {
    kind: 'chain',
    message: 'Validator {validator} takes no stakes: {reason}.',
    help: 'Choose another one: see /api/{chainId}/validators.',
  },
  'stake.immovable': {
    kind: 'chain',
    message:
      'Stakes cannot be moved from one validator to another on {chain}: unstake, and stake again when they are unlocked.',
    help: 'Leave sourceValidatorAddress out.',
  },
  'stake.fails': {
    kind: 'chain',
    message: 'The transaction would fail: {reason}.',
    help: 'The chain was asked what would happen, and refused.',
  },
  'position.notFound': {
    kind: 'chain',
    message: 'There is no such staking position: {reason}.',
    help: 'The account state lists the positions; send back the `stakeId` of one.',
  },
  'position.unlisted': {
    kind: 'chain',
    message:
      'The staking positions of the account cannot be listed with the configured upstreams: say which one with stakeId.',
    help: '`stakeId` names the position; block explorers show the ids too.',
  },
  'position.ambiguous': {
    kind: 'chain',
    message: 'The account has {count} such staking positions: say which one with stakeId.',
    help: 'The account state lists the positions; send back the `stakeId` of one.',
  },
  'position.foreign': {
    kind: 'chain',
    message: 'The staking position belongs to {owner}, not to the sender.',
    help: 'Only its owner can move it.',
  },
  'position.notStaked': {
    kind: 'chain',
    message: 'The staking position is not at stake: withdraw it.',
    help: 'Use mode `withdraw`.',
  },
  'position.unlocking': {
    kind: 'chain',
    message: 'The staking position is being unlocked already.',
    help: 'Wait for the completion date in the account state, then use mode `withdraw`.',
  },
  'position.locked': {
    kind: 'chain',
    message: 'The staking position is locked: {reason}.',
    help: 'The account state says when a position is unlocked.',
  },
  'position.insufficient': {
    kind: 'chain',
    message: 'The staking position holds {available}, but {needed} are asked for.',
    help: 'Ask for less, or for all of it.',
  },
  'position.partTooLow': {
    kind: 'chain',
    message: 'A part of a staking position has to have at least {minimum}: ask for more, or for all of it.',
    help: 'The chain sets the minimum.',
  },
  'position.remainderTooLow': {
    kind: 'chain',
    message: '{left} would be left in the staking position: it takes either nothing or at least {minimum}.',
    help: 'Ask for less, or for all of it.',
  },

  // What a node says to a broadcast.
  'broadcast.nonceUsed': {
    kind: 'conflict',
    message:
      'Nonce {nonce} is used: transaction {transaction} of the same account was confirmed with it. Encode again.',
    help: 'Another transaction of this account came first. It was found in a block: without that the answer is `broadcast.uncertain`.',
  },
  'broadcast.nonceTaken': {
    kind: 'conflict',
    message:
      'A pending transaction uses nonce {nonce} already. Wait until it is confirmed, and encode again only if it is not {hash}.',
    help: 'Another transaction of this account is waiting with the same nonce. `hash` is the one that was to be sent.',
  },
  'broadcast.nonceGap': {
    kind: 'conflict',
    message: 'Nonce {nonce} is too far ahead: an earlier transaction is missing. Encode again.',
    help: 'The chain waits for a transaction with a lower nonce.',
  },
  'broadcast.expired': {
    kind: 'conflict',
    message: 'The transaction expired before it was broadcast. Encode again.',
    help: 'Its block reference is too old for the chain.',
  },
  'broadcast.feeTooLow': {
    kind: 'refused',
    message: 'Network fees rose above the encoded fee. Encode again.',
    help: 'Encode again: the new answer has the new fee.',
  },
  'broadcast.insufficientFunds': {
    kind: 'refused',
    message: 'Insufficient balance for amount plus fees.',
    help: 'The balance changed since encode.',
  },
  'broadcast.gasRefused': {
    kind: 'refused',
    message: 'The node refused the gas limit of the transaction.',
    help: 'Encode again.',
  },
  'broadcast.feeCap': {
    kind: 'refused',
    message: 'The node refuses to relay a transaction with so high a fee.',
    help: 'Use an endpoint without such a cap, or send less gas.',
  },
  'broadcast.delegatedLimit': {
    kind: 'conflict',
    message: 'Delegated accounts may have one pending transaction. Wait for it.',
    help: 'The account has EIP-7702 code; nodes accept one pending transaction from it at a time.',
  },
  'broadcast.invalid': {
    kind: 'refused',
    message: 'The node refused the transaction as invalid.',
    help: 'Please report this: bytes made by encode should never be invalid.',
  },
  'broadcast.congested': {
    kind: 'upstream',
    message: 'The nodes of {chain} take no more transactions at the moment. Send the same broadcast again later.',
    help: 'Sending the same signed transaction again can never spend twice.',
  },
  'broadcast.nodeBehind': {
    kind: 'upstream',
    message:
      'The nodes of {chain} do not know the block that the transaction refers to yet. Send the same broadcast again in a moment.',
    help: 'Sending the same signed transaction again can never spend twice.',
  },
  'broadcast.uncertain': {
    kind: 'upstream',
    message:
      'It is not known whether the transaction was taken: a node says “{reason}”, and the transaction itself may be the reason. Look {hash} up, or send the same broadcast again, which is safe. Do not encode again before.',
    help: 'A nonce, a blockhash or a coin is used, and it was not found what used it. Who encodes again before it is known may pay twice.',
  },
  'broadcast.inputsSpent': {
    kind: 'conflict',
    message: 'A coin of the transaction was spent meanwhile: {reason}. Encode again.',
    help: 'Another transaction of this account came first. It was found: without that the answer is `broadcast.uncertain`.',
  },
  'broadcast.replacementFeeTooLow': {
    kind: 'refused',
    message: 'The transaction pays too little to replace the one that waits: {reason}. Encode again with a higher fee.',
    help: 'A replacement has to pay more than what it replaces, and for its own relay.',
  },
  'broadcast.dust': {
    kind: 'refused',
    message: 'The node does not relay outputs of so little.',
    help: 'Send a larger amount.',
  },
  'broadcast.immature': {
    kind: 'refused',
    message: 'A coin of the transaction is too young to be spent: {reason}.',
    help: 'Coins of miners, and on Litecoin coins that leave MWEB, need more confirmations. Try again later.',
  },
  'broadcast.notFinal': {
    kind: 'refused',
    message: 'The transaction is not valid yet: {reason}.',
    help: 'It is locked until a block that is still to come. Send the same broadcast again then.',
  },
  'broadcast.tooLarge': {
    kind: 'refused',
    message: 'The transaction is larger than what nodes relay.',
    help: 'Send less at once.',
  },
  'broadcast.chainTooLong': {
    kind: 'refused',
    message: 'Too many transactions of this account wait for confirmation: {reason}. Try again after the next block.',
    help: 'Nodes accept only so many transactions in a row that spend from each other.',
  },
  'broadcast.stakeNotRegistered': {
    kind: 'refused',
    message:
      'The stake is not registered on {chain} yet: register it there first (mode registerStake), then send the same broadcast again.',
    help: 'Register first. A stake that is sent first has to be registered afterwards with a proof that it is in a block, or it never becomes active: to send it all the same, encode with params.postStaking: true, and once it is deep enough, encode with params.registers and its id.',
  },
  'broadcast.stakeNotVerified': {
    kind: 'refused',
    message:
      'The stake is registered on {chain}, but the covenant has not signed it yet: send the same broadcast again in a few minutes.',
    help: 'Without the signatures of the covenant the stake could not be unbonded early.',
  },
  'broadcast.fails': {
    kind: 'refused',
    message: 'The transaction would fail: {reason}',
    help: 'Something changed since encode. Encode again.',
  },
  'broadcast.refused': {
    kind: 'refused',
    message: 'The node refused the transaction: {reason}',
    help: 'The text is the node’s own.',
  },

  // Warnings.
  'field.ignored': {
    kind: 'warning',
    message: '{field} is not known here and was ignored',
    help: 'A name may be mistyped, or the chain or mode may have no such wish. Fields of other modes, empty ones, and `chainId`, `format` and `type`, which clients send along, are ignored without a word.',
  },
  'recipient.isSender': {
    kind: 'warning',
    message: 'Same sender and recipient address',
    help: 'The transaction moves funds to the account they come from.',
  },
  'fee.high': {
    kind: 'warning',
    message: 'Network fees are above 10% of {what}',
    help: 'Where the fees are paid in what is sent they are compared with the amount, elsewhere with what the sender holds of the coin that pays them. The context has both numbers, `fees` and `compared`. Look at `fees` before you sign.',
  },
  'fee.zero': {
    kind: 'warning',
    message:
      'The network is said to take transactions for nothing: with a gas price of 0 the transaction may wait for ever',
    help: 'Private chains may be like that. On others the upstream is probably wrong: try again later, or send `fees`.',
  },
  'fee.disputed': {
    kind: 'warning',
    message:
      'Two endpoints name prices that differ by more than a factor of {factor}: {higher} and {lower} for one unit of gas. The lower one is offered',
    help: 'One of them is wrong. With too low a price the transaction waits, and can be replaced: encode again with the same nonce and higher `fees`.',
  },
  'fee.unchecked': {
    kind: 'warning',
    message: 'The price is what one endpoint of {chain} says: no other could be asked',
    help: 'The operator wants a second opinion on prices (`priceCheck`), and there was none. Compare `fees` with what the chain usually costs.',
  },
  'memo.ignored': {
    kind: 'warning',
    message: 'memo is not supported on {chain}: it is not part of the transaction',
    help: 'If the recipient needs a memo (an exchange, say), this transaction does not carry it.',
  },
  'recipient.isContract': {
    kind: 'warning',
    message: 'The recipient is a contract; make sure it can handle native coins',
    help: 'A contract may keep what it receives for ever.',
  },
  'recipient.isDelegated': {
    kind: 'warning',
    message: 'The recipient account has delegated code (EIP-7702)',
    help: 'Its code runs when it receives coins.',
  },
  'recipient.bridge': {
    kind: 'warning',
    message: '{recipient} is {what}',
    help: 'The transfer does more than move coins to an account.',
  },
  'recipient.tokenContract': {
    kind: 'warning',
    message: 'The recipient is the contract of the token {token}; native coins sent there are probably lost',
    help: 'Check recipientAddress.',
  },
  'sender.isDelegated': {
    kind: 'warning',
    message: 'The sender account has delegated code (EIP-7702) of {delegate}: that code may move its funds',
    help: 'Nodes accept one pending transaction of such an account at a time.',
  },
  'sender.pendingTransactions': {
    kind: 'warning',
    message: 'There are {count} pending transactions for this account; this transaction will wait for them',
    help: 'They have lower nonces and must be confirmed first.',
  },
  'balance.waitingUnseen': {
    kind: 'warning',
    message:
      'Pending transactions of this account: {count}. The nodes of {chain} do not tell what they will spend: the balance may not suffice for this one',
    help: 'The balance is that of the latest block. If those before it leave too little, nodes refuse the transaction, or it waits, or fails and costs its fee.',
  },
  'nonce.gap': {
    kind: 'warning',
    message:
      'The next nonce of the account is {next}: with nonce {nonce} the transaction waits until those between are used',
    help: 'Leave the nonce out to let the service choose it.',
  },
  'nonce.farAhead': {
    kind: 'warning',
    message:
      '{count} transactions of the account are said to wait, and nodes hold no more than {limit} for sure: this one may wait for ever',
    help: 'If you did not send that many, the upstream is probably wrong: a transaction with a nonce that is too high is carried out much later, or never. Check the nonce on an explorer, and send it as `nonce`.',
  },
  'amount.leavesDust': {
    kind: 'warning',
    message: 'Up to {dust} may stay in the account: {reason}',
    help: 'On this chain the exact fee is known only when the transaction is mined.',
  },
  'chain.sunset': {
    kind: 'warning',
    message: '{chain} is being retired: {reason}',
    help: 'Once a network stops, nothing on it can be moved any more. Its nodes may go on answering from its last block.',
  },
  'chain.ended': {
    kind: 'warning',
    message:
      'The public network of {chain} has been stopped since {since}: the transaction reaches only nodes that the operator of this service chose. {reason}',
    help: 'The operator configured endpoints for a chain that has stopped. That is right for a network of their own. Endpoints of others serve a frozen copy, on which nothing is ever mined.',
  },
  'chain.unsettled': {
    kind: 'warning',
    message:
      'The endpoints of {chain} have different blocks at height {height}: what the newest blocks have may change',
    help: 'Two blocks were found at about the same time. Usually the next block decides which of them counts. Wait for some more blocks before you rely on what came in with them.',
  },
  'account.reserve': {
    kind: 'warning',
    message:
      'Less than {reserve} would be left: {chain} carries this out only if the account sent nothing else in the last {blocks} blocks',
    help: 'Wait some blocks after the last transaction of the account before broadcasting; otherwise it fails, and its fee is paid all the same.',
  },
  'recipient.noKey': {
    kind: 'warning',
    message: 'The recipient has no private key: only a program can move what it holds',
    help: 'Make sure that the program lets you do that.',
  },
  'recipient.isData': {
    kind: 'warning',
    message: 'The recipient is not a wallet but {what}: make sure that what arrives there can be moved on',
    help: 'Check recipientAddress.',
  },
  'token.deposit': {
    kind: 'warning',
    message: 'The transaction creates the token account of the {whose}, with a deposit of {deposit} by the sender',
    help: 'The deposit is not a fee: whoever owns the token account gets it back by closing it.',
  },
  'token.alreadyEnabled': {
    kind: 'warning',
    message: 'The token is already enabled: the transaction costs fees and changes nothing',
    help: 'The sender can hold the token as it is.',
  },
  'token.transferFee': {
    kind: 'warning',
    message: 'The token keeps {fee} of the transfer: the recipient gets {received}',
    help: 'The issuer of the token sets this fee.',
  },
  'token.controlled': {
    kind: 'warning',
    message: 'The issuer of the token ({delegate}) may move it out of every account',
    help: 'The token has a permanent delegate.',
  },
  'token.elsewhere': {
    kind: 'warning',
    message: 'Other token accounts of the sender hold {rest} more',
    help: 'Send another transfer for the rest.',
  },
  'validator.delinquent': {
    kind: 'warning',
    message: 'The validator does not take part in consensus at the moment: it earns nothing',
    help: 'Choose another validator, or wait.',
  },
  'validator.notAdmitted': {
    kind: 'warning',
    message:
      'The validator is left out of the consensus of this epoch: {reason}. As long as that is so, stakes with it earn nothing',
    help: 'Choose another validator. To move a stake later costs the time of unstaking.',
  },
  'nonceAccount.retiring': {
    kind: 'warning',
    message:
      'Durable nonces are going to be removed from Solana: what refers to one and is not sent by then is never carried out',
    help: 'No date is set: it is announced for about six months after their replacement is there. Do not sign in advance for longer than you watch the announcements, and do not build a new custody flow on durable nonces.',
  },
  'validator.keepsAll': {
    kind: 'warning',
    message: 'The validator keeps all rewards (commission of 100%)',
    help: 'Choose another validator.',
  },
  'position.otherValidator': {
    kind: 'warning',
    message: 'The staking position is with {validator}, not with validatorAddress',
    help: 'The position that stakeId names is used.',
  },
  'position.more': {
    kind: 'warning',
    message: 'There are {count} more positions to withdraw from',
    help: 'Withdraw again for each of them.',
  },
  'stake.deposit': {
    kind: 'warning',
    message: 'The part that is unstaked needs a staking account of its own, with a deposit of {deposit} by the sender',
    help: 'The deposit is not a fee: withdrawing the position gives it back.',
  },
  'stake.proofNeeded': {
    kind: 'warning',
    message:
      'The stake may be sent before it is registered on {chain}. Then it must be registered with an inclusion proof, or it never becomes active; until the covenant has signed, it cannot be ended early',
    help: 'Once enough blocks follow its own, encode with `params.registers` and the id of the stake, and register it with `params.inclusionProof` of the answer. Registered without it after its block, it never becomes active, and cannot be registered again.',
  },
  'balance.noneLeftForFees': {
    kind: 'warning',
    message: 'Only {left} stay in the account: too little for the fees of unstaking later',
    help: 'Keep some coins for fees, or send some to the account before unstaking.',
  },

  'coins.immature': {
    kind: 'warning',
    message: '{held} of the account are too young to be spent: the first of them can be spent from block {height} on',
    help: 'Coins of miners, and on Litecoin coins that leave MWEB, need more confirmations.',
  },
  'coins.unconfirmed': {
    kind: 'warning',
    message: 'The transaction spends coins of others that are not confirmed yet: if they never are, neither will it be',
    help: 'There are not enough confirmed coins. Wait for the next block to be safe.',
  },
  'coins.believed': {
    kind: 'warning',
    message:
      'That {coins} of the coins hold {held} together is only believed: one upstream says so, and nobody confirms it. Where it is not true, other fees are paid than fees says',
    help: 'A signature for a coin of p2wpkh or p2sh-p2wpkh says nothing about the amounts of the others. Their transactions could not be read in a short time, and no second endpoint tells the amounts. Compare the amounts with what you know, send fewer coins at once, or have the operator configure a second endpoint.',
  },
  'coins.left': {
    kind: 'warning',
    message: '{left} stay in the account: {reason}',
    help: 'Send another transaction for the rest.',
  },
  'fee.surcharge': {
    kind: 'warning',
    message: 'So small an output costs {surcharge} more',
    help: 'Dogecoin nodes ask for it, for each output below 0.01 DOGE.',
  },
  'fee.capped': {
    kind: 'warning',
    message:
      'The network asks for more than {rate} per 1000 virtual bytes, the most that is offered: the transaction may wait long',
    help: 'The operator sets the limit (`maxFeeRate`).',
  },
  'account.otherScript': {
    kind: 'warning',
    message:
      'The extended key was never used with addresses of type {type}: wallets often export other accounts with the same prefix. A zpub or a descriptor such as wpkh(...) or tr(...) selects another type',
    help: 'The prefix xpub stands for p2pkh addresses (BIP44), but many wallets use it for all accounts.',
  },

  // Broken things.
  'upstream.unavailable': {
    kind: 'upstream',
    message: 'No upstream of {chain} gave a usable answer ({attempts} attempts). A retry may help in {seconds} s.',
    help: 'Try again as `Retry-After` says. The operator sees each attempt and its reason in the log. After a broadcast with `maybeSent`: look `hash` up, or send the same broadcast again, which is safe.',
  },
  'chain.standsStill': {
    kind: 'upstream',
    message:
      '{chain} stands still: the newest block that any of its endpoints shows is of {date}. What is sent now may never be mined.',
    help: 'The chain was stopped or has an outage, or all endpoints of the operator lag. Nothing is encoded, and a broadcast with this error was not sent. With balances and transactions it is a warning: they are what the endpoints say, and may never move. `latestAt` is the time of that block in milliseconds since 1970. For operators: compare the clock of the service; `oldestBlockMs` of a chain says how old its latest block may be.',
  },
  'chain.divided': {
    kind: 'upstream',
    message:
      'The endpoints of {chain} are on two chains: they have different blocks at height {height}, and differ about more than the newest ones. Nothing is encoded or sent',
    help: 'One of them follows rules that the others do not know, or was cut off. What one chain has, coins that came in among it, may not be on the other one. For operators: compare the versions of the nodes and the hashes of their blocks with an explorer that you trust, and take out the endpoints that are wrong.',
  },
  'upstream.timeout': {
    kind: 'timeout',
    message: 'No upstream of {chain} answered in time ({attempts} attempts). A retry may help in {seconds} s.',
    help: 'Try again as `Retry-After` says. After a broadcast: look the transaction up (`hash`), or send the same broadcast again, which is safe.',
  },
  'service.stopping': {
    kind: 'stopping',
    message: 'The service is shutting down.',
    help: 'Send requests to another instance.',
  },
  'config.invalid': {
    kind: 'internal',
    message: '{setting}: {reason}',
    help: 'Correct the setting. See docs/configuration.md.',
  },
  'internal.error': {
    kind: 'internal',
    message: 'Something went wrong in the service. Quote the request id {requestId} when you report it.',
    help: 'This is a defect: please report it.',
  },
} as const satisfies Record<string, { kind: Kind; message: string; help: string }>;

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
