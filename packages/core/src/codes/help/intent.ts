import type { Help } from './types.ts';

/** What to do about an intent that the chain would refuse. */
export const intent: Help<'chain'> = {
  'account.exists': 'Nothing to do: use mode transfer or another one.',
  'balance.insufficient': 'Send less, or use useMaxAmount.',
  'balance.insufficientForFees': 'Fees are paid in the native coin: send some to the account first.',
  'balance.nothingToSend': 'There is nothing that could be sent.',
  'balance.maxWhileWaiting':
    'A transaction of everything is refused, or fails, if the pending ones leave less. A transaction with the `nonce` of the first pending one replaces that one, and can send everything.',
  'nonce.used': 'Leave the nonce out to let the service choose it.',
  'gas.tooLow': 'Leave the gas out to let the service estimate it.',
  'token.nothingToSend': 'There is nothing that could be sent.',
  'token.insufficient': 'Send less, or use useMaxAmount.',
  'token.notFungible': 'Only fungible tokens can be transferred.',
  'token.transferFails':
    'The transfer was simulated, and the contract refused it. The reason is the text of the contract.',
  'transaction.fails': 'The transaction was simulated, and the chain refused it.',
  'gas.tooHigh': 'Leave the gas out to let the service estimate it.',
  'recipient.zeroAddress': 'Check recipientAddress.',
  'recipient.isToken': 'Check recipientAddress.',
  'fee.tooLow': 'Leave the wish out to let the service compute the fee.',
  'fee.tooHigh': 'Leave the wish out to let the service compute the fee. The operator sets the limit.',
  'fee.aboveCeiling':
    'The ceiling lies far above every price that the chain has seen, so the upstream is probably wrong or lying: try again later, or look at an explorer. To pay that much all the same, send the fees you are ready to pay as `fees` (for a gas limit: `gas`), where the mode takes such a wish. The operator sets the ceilings (`ceilings`).',
  'balance.unspendable':
    'The chain refuses every transaction of such an account, even one that would empty it. Send some more coins to it first.',
  'balance.remainderTooLow': 'Send an amount that leaves the reserve. The reason says when less may stay.',
  'balance.insufficientForDeposit':
    'The deposit keeps a new account alive on the chain. Send some coins to the sender first.',
  'recipient.belowMinimum': 'Send at least that much.',
  'recipient.keepsCoins':
    'The chain would take the transfer, but nobody could move the coins on. Give the address of a wallet.',
  'balance.insufficientBesideReserve':
    'The account keeps its reserve for as long as it has entries, such as trustlines or assets. Send less, use useMaxAmount, or remove entries.',
  'recipient.notFound': 'Check recipientAddress.',
  'recipient.notEnabled':
    'Ask the recipient to enable the token. On Stellar, `params.claimable` sends the tokens into a claimable balance meanwhile.',
  'recipient.notApproved': 'The issuer approves accounts, and can take that back. Ask the recipient or the issuer.',
  'recipient.tokenFull': 'Send less, or ask the recipient to raise the limit or to take back offers.',
  'sender.notApproved': 'The issuer approves accounts, and can take that back. Ask the issuer.',
  'memo.invalid':
    'An `id` is a number of 64 bits, `hash` and `return` are 32 bytes in hex or base64, and a `text` has at most 28 bytes.',
  'account.unclosable': 'Remove what the reason names first.',
  'account.full': 'Remove trustlines, offers, signers or data first.',
  'token.unremovable': 'Send everything of the token away first, and remove offers and shares of pools that use it.',
  'recipient.isPool': 'A pool stakes nothing that is sent to it like this. It sends it back at best, or keeps it.',
  'recipient.memoRequired': 'Ask the recipient for the memo and send it as `memo`.',
  'recipient.otherToken': 'Give the address of the recipient’s wallet, or of its account for this token.',
  'recipient.otherOwner': 'Ask the recipient for another address.',
  'recipient.frozen': 'Only the issuer can unfreeze it.',
  'sender.notWallet': 'Give the address of the wallet that controls the account or contract.',
  'sender.notFound': 'Send something to the account first: that creates it.',
  'sender.severalSignatures':
    'Sign with a wallet that collects signatures. If another key may sign alone, give it in `senderPubKey`.',
  'sender.otherSigner': 'Send the public key that the account was rekeyed to, and sign with it.',
  'sender.frozen': 'Only the issuer can unfreeze it.',
  'token.unknown': 'Check the token id and the chain: a transfer there would cost fees and move nothing.',
  'token.notWhole':
    'The contract burns a part of each transfer, or takes a fee. Send such tokens with the wallet of their maker, if you trust it.',
  'token.untransferable': 'The rules of the token forbid it.',
  'token.walletUnconfirmed':
    'The token is not what it seems, or an endpoint lies. A transfer could lose what it moves, so there is none. Check the token id.',
  'token.unclaimed':
    'Have the operator configure an endpoint that tells the proof, or make the first transfer with a wallet that claims by itself.',
  'token.frozenByDefault': 'Ask the issuer of the token to open the account.',
  'token.scattered': 'Send several transfers.',
  'memo.tooLong': 'Shorten the memo.',
  'nonceAccount.unusable': 'Give a durable nonce account whose authority is the sender, or leave it out.',
  'coins.none':
    'It never received any, has spent them all, or they wait for confirmations. The account state shows what is `available`.',
  'coins.protected':
    'Small coins of taproot addresses often carry collectibles that are worth far more than their amount. So they are spent only on request.',
  'coins.waiting': 'The coins are there. They can be spent once they are in a block.',
  'amount.belowDust': 'Send a larger amount.',
  'inputs.tooMany': 'Nodes relay transactions up to a size; the operator may have set a lower limit of inputs.',
  'publicKey.required': 'Send the public key of the sender in hex as `senderPubKey`.',
  'sender.unsupportedScript': 'Addresses of single keys can send: p2wpkh, p2tr, p2sh-p2wpkh and p2pkh.',
  'replacement.impossible':
    'Only a transaction of the sender that waits in the mempool can be replaced, by one that pays more. Not all networks have replacement.',
  'validator.notFound': 'See /api/{chainId}/validators.',
  'stake.belowMinimum': 'The chain sets the minimum.',
  'stake.aboveMaximum': 'The chain sets the maximum. Several stakes can hold more.',
  'stake.parametersUnclear':
    'Wrong parameters could lock coins for ever. So no stake is made while they are not certain. Try again later.',
  'stake.unproven':
    'A stake that was sent before it was registered needs a proof that it is in a block of Bitcoin. Babylon takes the proof after `btc_confirmation_depth` more blocks (its parameter). Try again then.',
  'stake.unregistrable':
    'A stake that was sent before it was registered must be exactly what encode makes from the same sender, validator, amount and time, with the parameters at its block.',
  'stake.registered':
    'Nothing is left to register. If it was registered without a proof after it was sent, it never becomes active: end it with mode `unstake`, which works as soon as the covenant has signed, and stake again.',
  'validator.inactive': 'Choose another one: see /api/{chainId}/validators.',
  'stake.everything': 'The network counts what the account holds. All of it can be spent at any time.',
  'stake.keysMissing':
    'Run a node, make the keys with `goal account addpartkey`, and send what `goal account partkeyinfo` shows.',
  'stake.notWhole': 'Each whole coin is a vote. Send a whole number of coins.',
  'stake.immovable': 'Leave sourceValidatorAddress out.',
  'position.notFound': 'The account state lists the positions; send back the `stakeId` of one.',
  'position.unlisted': '`stakeId` names the position; block explorers show the ids too.',
  'position.ambiguous': 'The account state lists the positions; send back the `stakeId` of one.',
  'position.foreign': 'Only its owner can move it.',
  'position.notStaked': 'Use mode `withdraw`.',
  'position.unlocking': 'Wait for the completion date in the account state, then use mode `withdraw`.',
  'position.locked': 'The account state says when a position is unlocked.',
  'position.insufficient': 'Ask for less, or for all of it.',
  'position.twoKinds': 'Unstake each kind on its own: `params.resource` says which.',
  'position.partTooLow': 'The chain sets the minimum.',
  'position.indivisible': 'Send `useMaxAmount: true`. For a withdrawal leave out `amount`: it always takes all.',
  'position.remainderTooLow': 'Ask for less, or for all of it.',
  'rewards.none': 'A claim would cost fees and pay nothing. The account state shows the rewards of each validator.',
  'rewards.tooSoon': 'Claim later. Rewards are not lost meanwhile.',
  'rewards.notAtOnce': 'Leave `compound` out, and stake the rewards once they are in the account.',
  'rewards.notOwn':
    'Claim without `compound`, and stake what arrives at the other account. Or let the account get its rewards itself: `MsgSetWithdrawAddress` of the module distribution, in a wallet.',
};
