import type { Help } from './types.ts';

/** What to know before signing. */
export const warnings: Help<'warning'> = {
  'field.ignored':
    'The name may be mistyped, or the chain or mode may have no such wish. `context.nearest` is what was probably meant, and `context.known` all that is known there. There is no warning for fields of other modes that do not say what is moved, for empty fields, and for `chainId`, `format` and `type`, which clients often send.',
  'field.otherMode':
    'The field says what is moved, or where to, and the mode has no such field. Look whether the mode is the right one: `transfer` moves the native coin, whatever `tokenId` says.',
  'encoded.untold':
    'The bytes are the same with other values in these fields. Check them yourself before you sign. docs/signing.md lists the fields of each family, and why.',
  'encoded.fixedAmount':
    'The balance may have changed since encode, or the amount may be smaller than what could be used. Compare it with the balance.',
  'encoded.memo': 'The recipient will see it. If it is not yours, do not sign.',
  'data.recomputed':
    'Wishes of the first request are dropped, too, such as a deadline or a lease. To keep one, or a price or a nonce, send the first request again with it in place, without `params.checksum`.',
  'recipient.isSender': 'The transaction moves funds to the account they come from.',
  'fee.assumed': 'Nothing to do: the network takes no more than others pay. Send `fees` to offer something else.',
  'memo.ambiguous':
    'Exchanges tell which kind of memo they read. On Stellar the kind can stand before the memo: `id:12345` is a number.',
  'recipient.created': 'The amount becomes the balance of the new account, and its reserve is a part of that.',
  'recipient.unproven': 'Make sure that the recipient can sign: closing an account cannot be taken back.',
  'account.closes':
    'The recipient gets what the account holds when the transaction is carried out, less the fee that the network takes. Some exchanges do not credit it: ask before.',
  'account.emptied':
    'The account can be used again when somebody sends 0.1 ALGO to it. Some exchanges do not credit what is left: ask before.',
  'token.beginsFrozen': 'Ask the issuer to unfreeze the holding. The minimum balance rises all the same.',
  'token.optsOut': 'Opt in again with mode enableToken to receive the token later.',
  'sender.rekeyed': 'Sign with that key, and send it as `senderPubKey` to be sure.',
  'token.needsApproval': 'Ask the issuer. Until then nobody can send the token to that account.',
  'token.burned': 'This is how tokens are redeemed. Check that the issuer expects them, and which memo it asks for.',
  'token.claimable': 'Tell the recipient the id of the claimable balance.',
  'fee.high':
    'If the fees are paid in the coin that is sent, they are compared with the amount. Otherwise they are compared with the sender’s balance of the coin that pays them. The context has both numbers, `fees` and `compared`. Look at `fees` before you sign.',
  'fee.unusual':
    'The network is busy, or the endpoint tells a price or an amount of gas that is too high. Look at the fees of recent transactions in an explorer. Encode again later, ask another endpoint, or send `fees`. There is no such warning if you send them.',
  'fee.zero':
    'Private chains may be like that. On others the upstream is probably wrong: try again later, or send `fees`.',
  'fee.disputed':
    'One of them is wrong. With too low a price the transaction waits, and can be replaced: encode again with the same nonce and higher `fees`.',
  'fee.unchecked':
    'The operator wants a second opinion on prices (`priceCheck`), and there was none. Compare `fees` with what the chain usually costs.',
  'gas.notSimulated':
    'The nodes did not answer, or do not simulate. The transaction may need more gas: then it fails and its fees are lost. Encode again later, or send `gas`.',
  'memo.ignored': 'If the recipient needs a memo (an exchange, say), this transaction does not carry it.',
  'recipient.isContract': 'A contract may keep what it receives for ever.',
  'recipient.isDelegated': 'Its code runs when it receives coins.',
  'recipient.bridge': 'The transfer does more than move coins to an account.',
  'recipient.tokenContract': 'Check recipientAddress.',
  'sender.isDelegated': 'Nodes accept one pending transaction of such an account at a time.',
  'sender.pendingTransactions': 'They have lower nonces and must be confirmed first.',
  'balance.waitingUnseen':
    'The balance is of the latest block. If the pending transactions leave too little, nodes refuse the transaction, or it waits, or it fails and costs its fee.',
  'nonce.gap': 'Leave the nonce out to let the service choose it.',
  'nonce.early':
    'Leave the nonce out to let the service choose it. To sign several transactions at once, name the nonces, and broadcast each one only after the one before is confirmed.',
  'nonce.farAhead':
    'If you did not send that many, the upstream is probably wrong. A transaction with too high a nonce is carried out much later, or never. Check the nonce on an explorer, and send it as `nonce`.',
  'amount.leavesDust': 'On this chain the exact fee is known only when the transaction is mined.',
  'chain.sunset':
    'Once a network stops, nothing on it can be moved any more. Its nodes may go on answering from its last block.',
  'chain.ended':
    'The operator configured endpoints for a stopped chain. That is right for a network of their own. Endpoints of others serve a frozen copy, and no transaction on it is ever mined.',
  'chain.unsettled':
    'Two blocks were found at about the same time. Usually the next block decides which of them counts. Wait for some more blocks before you rely on coins that came in with them.',
  'account.reserve':
    'Wait some blocks after the last transaction of the account before broadcasting; otherwise it fails, and its fee is paid all the same.',
  'account.incomplete':
    'What is shown is right, but the account may hold more. Do not take the answer for all that it holds. Another endpoint may tell the rest.',
  'recipient.noKey': 'Make sure that the program lets you do that.',
  'recipient.uninitialized':
    'Check recipientAddress: nobody has used it yet. The coins arrive there all the same, and its owner can use them.',
  'recipient.isFrozen': 'Ask the recipient for another address.',
  'recipient.isData': 'Check recipientAddress.',
  'account.deposit':
    'The deposit is not a fee: it comes back when the new account is closed. The deposit of a token account goes to its owner. The deposit of a staking account goes to the staker, when the position is withdrawn.',
  'token.alreadyEnabled': 'The sender can hold the token as it is.',
  'token.transferFee': 'The issuer of the token sets this fee.',
  'token.shownMultiplied':
    'The issuer has set this number, or the token shows interest. Nothing is added to what is sent. To send what a wallet shows, divide it by the multiplier.',
  'token.controlled': 'The token has a permanent delegate, or its issuer may claw it back.',
  'token.locked': 'A transfer of what is locked is refused by its contract, and costs fees all the same.',
  'token.elsewhere': 'Send another transfer for the rest.',
  'validator.delinquent': 'Choose another validator, or wait.',
  'validator.outsideSet': 'A new pool collects stakes before it can join. Choose another validator to earn at once.',
  'validator.notAdmitted': 'Choose another validator. To move a stake later costs the time of unstaking.',
  'nonceAccount.retiring':
    'No date is set: the removal is announced for about six months after their replacement is there. Do not sign transactions long in advance without watching the announcements, and do not build a new custody flow on durable nonces.',
  'validator.keepsAll': 'Choose another validator.',
  'position.otherValidator': 'The position that stakeId names is used.',
  'transaction.incomplete':
    'What is shown of the transaction is right, but it is not all. Look it up in an explorer before you add it up. Another endpoint may tell it whole.',
  'transaction.untold':
    'What is shown of the transaction is right, but it is not all. Another kind of upstream may tell more (an explorer in place of a node), and the balance of the account shows all.',
  'transaction.maybeMissing':
    'Do not take the page for all that happened. A history from an explorer tells such movements, and so does the balance of the account.',
  'transaction.unlisted':
    'Not even their ids are known. Another endpoint, or an explorer, may list them. Do not take the page for all that happened.',
  'transaction.changesControl':
    'If you did not order that, somebody else can move what the account holds. Its address stays the same. Move what you can to an account of your own at once.',
  'transaction.nothingMoved':
    'Anybody can put such an entry into a history, in the name of anybody. You can hide it. Never copy an address from it.',
  'transaction.lookAlike':
    'Somebody may hope that the address is copied in place of the other one. Compare all of an address before you send to it, not only its ends. The amount of the entry is right.',
  'transaction.queued':
    'A broadcast that succeeded means only that the transaction is in the queue. The account state shows the stake once it is carried out.',
  'rewards.stay':
    'Claim from that validator too, before or after: mode `claimRewards` with its address. It works without a stake, and the account state shows what is owed.',
  'rewards.elsewhere':
    'The account once named another address for its rewards (`MsgSetWithdrawAddress` on chains of Cosmos, `change_reward_address` on Starknet). Make sure that it is yours.',
  'position.paidLater':
    'Nothing to do for liquid pools, which pay by themselves. Nominator pools pay when the validator tells them to, or in mode `withdraw` once the round is over.',
  'position.burnsTokens': 'The rate is that of the moment at which the pool carries the order out.',
  'position.adjusted': 'Nothing to do if you agree. Otherwise ask for an amount that leaves the minimum on both sides.',
  'stake.heldBack': 'Nothing to do. An epoch takes about two hours.',
  'position.nodeMustRun': 'Until then the account counts, and the network misses its votes if the node is off.',
  'position.more': 'Withdraw again for each of them.',
  'position.votesLeft':
    'To end the stake with one validator alone, move its votes first: mode `stake` with sourceValidatorAddress.',
  'position.comesBack':
    'Use mode `withdraw` then. The account state has the exact date once the transaction is confirmed.',
  'position.waitsAgain':
    'The chain has one wait for all that an account unstakes with a validator. To keep the wait that is under way, withdraw that part first, and unstake the rest then.',
  'position.paysDue': 'Nothing to do: no withdrawal is needed for them.',
  'position.paysAll': 'Nothing to do. The amount of the answer is what is paid out.',
  'rewards.ofAll': 'Nothing to do. Which validator the request names makes no difference.',
  'stake.needsNode': 'Give keys of a node that runs. Keys of one that does not run earn nothing.',
  'stake.noRewards': 'It still secures the network. Blocks that it proposes pay nothing to it.',
  'stake.freezesOnly':
    'Freezing and voting are two transactions of the chain, each with its own signature. Without `step`, a stake votes if enough frozen coins have no vote, and freezes otherwise: before the first transaction is confirmed it would freeze again.',
  'stake.idleVotes': 'To vote with what is frozen, send a lower amount, or `"step": "vote"` in `params`.',
  'stake.voteUnpaid': 'Stake less, or add coins. Free bandwidth comes back within 24 hours.',
  'stake.nextRound': 'Nothing to do. A round takes a day or two.',
  'fee.likely': 'Nothing to do. The difference is paid only if the transaction needs it.',
  'fee.beyondBalance':
    'Nothing to do, or add coins: if the contract uses more energy than usual, the transaction fails and still costs fees.',
  'fee.unstaked': 'Nothing to do. Accounts that send often stake coins, and pay less.',
  'fee.paidByOther':
    'The transaction needs two signatures of the same bytes: that of the sender, and that of the account that pays. `fees` is what the sender pays.',
  'fee.memo': 'Leave out `memo` if the recipient does not need it.',
  'recipient.sharedForm':
    'Ask the recipient for an address that begins with `M` or `ltc1`. An owner who uses the other chain only may be unable to get at what arrives.',
  'recipient.activated': 'Check the address. The fee is paid once, by the first transfer to it.',
  'stake.billed': 'Nothing to do. The pool settles by itself.',
  'stake.proofNeeded':
    'Once enough blocks follow the block of the stake, encode with `params.registers` and the id of the stake, and register it with `params.inclusionProof` of the answer. If a stake in a block is registered without the proof, it never becomes active, and cannot be registered again.',
  'balance.noneLeftForFees': 'Keep some coins for fees, or send some to the account before unstaking.',
  'coins.immature': 'Coins of miners, and on Litecoin coins that leave MWEB, need more confirmations.',
  'coins.restricted':
    'Since Bitcoin Core 28, nodes refuse a transaction of version 2 that spends a coin of version 3 before the coin is in a block. After that it is like any other coin.',
  'coins.unconfirmed': 'There are not enough confirmed coins. Wait for the next block to be safe.',
  'coins.doubtful':
    'Nothing looks for collectibles: such a coin may as well be change. The usual wallet for inscriptions puts 10,000 satoshi into each.',
  'coins.believed':
    'A signature for a p2wpkh or p2sh-p2wpkh coin does not cover the amounts of the other coins. Their transactions could not be read in a short time, and no second endpoint tells the amounts. Compare the amounts with what you know, send fewer coins at once, or have the operator configure a second endpoint.',
  'coins.left': 'Send another transaction for the rest.',
  'fee.surcharge': 'Dogecoin nodes ask for it, for each output below 0.01 DOGE.',
  'fee.comesBack': 'Nothing to do. The account must hold the whole amount when the transaction is carried out.',
  'fee.capped': 'The operator sets the limit (`maxFeeRate`).',
  'account.otherScript':
    'The prefix xpub stands for p2pkh addresses (BIP44), but many wallets use it for all accounts.',
};
