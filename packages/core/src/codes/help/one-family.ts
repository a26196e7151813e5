import type { Code } from '../index.ts';

/** Codes that only one family package uses, and the reason. */
interface OneFamily {
  /** The folder in `packages/`. */
  readonly package: string;
  /** A clause after "One family alone has this: ". */
  readonly reason: string;
  readonly codes: readonly Code[];
}

/**
 * A code is for every chain with the same rule. So a code that only one family uses needs a reason: the rule that no other family has. Look here
 * first when you add a family. If it has the same rule, it uses the code, and the code leaves this list. A test compares the list with the sources.
 */
export const oneFamily: readonly OneFamily[] = [
  {
    package: 'evm',
    reason: 'nodes hold back transactions with a later nonce, and replace those that wait',
    codes: ['nonce.farAhead'],
  },
  {
    package: 'evm',
    reason: 'EIP-7702 lets an account with a private key have code',
    codes: ['recipient.isDelegated', 'sender.isDelegated', 'broadcast.delegatedLimit'],
  },
  {
    package: 'aptos',
    reason: 'only here another account may be named that pays the fees, with a signature of its own',
    codes: ['fee.paidByOther'],
  },
  {
    package: 'evm',
    reason: 'the price of gas is what an endpoint says, without a limit by the chain',
    codes: ['fee.disputed', 'fee.unchecked', 'fee.zero'],
  },
  {
    package: 'evm',
    reason: 'some chains show no pending transactions, while their nonces count',
    codes: ['balance.maxWhileWaiting', 'balance.waitingUnseen'],
  },
  {
    package: 'evm',
    reason: 'Monad lets an account go below its reserve once in some blocks',
    codes: ['account.reserve'],
  },
  {
    package: 'starknet',
    reason: 'only here an account begins with a transaction of its own',
    codes: ['account.exists'],
  },
  {
    package: 'starknet',
    reason: 'only here the next intent to unstake replaces the one before it, and starts the wait of all again',
    codes: ['position.waitsAgain'],
  },
  {
    package: 'solana',
    reason: 'only here an account must hold a minimum to exist',
    codes: ['account.deposit', 'position.remainderTooLow'],
  },
  {
    package: 'solana',
    reason: 'only here tokens lie in accounts of their own, which have to be opened',
    codes: ['recipient.otherToken', 'recipient.otherOwner', 'token.scattered', 'token.elsewhere'],
  },
  {
    package: 'solana',
    reason: 'only here the chain itself knows rules of the issuer of a token; contracts elsewhere simply refuse',
    codes: ['token.frozenByDefault'],
  },
  {
    package: 'solana',
    reason: 'only here the chain tells wallets to show other amounts of a token than it counts',
    codes: ['token.shownMultiplied'],
  },
  {
    package: 'solana',
    reason: 'only here data of programs lie in accounts that can be a recipient',
    codes: ['recipient.noKey'],
  },
  {
    package: 'ton',
    reason:
      'an account is a contract, which is deployed only with its first transaction and frozen if it owes for storage',
    codes: ['recipient.isFrozen'],
  },
  {
    package: 'ton',
    reason: 'stakes are with contracts of validators, which have rounds and rules of their own',
    codes: [
      ...(['stake.nextRound', 'stake.billed'] as const),
      ...(['position.paidLater', 'position.burnsTokens'] as const),
    ],
  },
  {
    package: 'ton',
    reason: 'messages between contracts carry the coins that pay for the work, and what is left comes back',
    codes: ['fee.comesBack'],
  },
  {
    package: 'ton',
    reason:
      'only here each owner holds a token in a contract of its own, and nothing but the token’s contract tells which one',
    codes: ['token.walletUnconfirmed', 'token.unclaimed', 'token.locked'],
  },
  {
    package: 'cosmos',
    reason: 'the gas limit follows from a simulation, which nodes may not offer',
    codes: ['gas.notSimulated'],
  },
  {
    package: 'cosmos',
    reason: 'only here rewards can be staked again by the transaction that claims them, and they may belong elsewhere',
    codes: ['rewards.notOwn'],
  },
  {
    package: 'cosmos',
    reason: 'Celestia keeps the rewards when a stake changes, also when it ends',
    codes: ['rewards.stay'],
  },
  {
    package: 'tron',
    reason: 'a stake is two transactions: coins are frozen for a resource, and each whole coin of them is a vote',
    codes: [
      ...(['stake.notWhole', 'stake.freezesOnly', 'stake.idleVotes', 'stake.voteUnpaid'] as const),
      ...(['position.twoKinds', 'position.votesLeft'] as const),
    ],
  },
  {
    package: 'tron',
    reason:
      'calls of contracts use energy, which is staked or bought, up to a limit that a failing call may cost whole; memos have a price of their own',
    codes: ['fee.beyondBalance', 'fee.unstaked', 'fee.memo'],
  },
  {
    package: 'tron',
    reason: 'an account begins with the first coins that it gets',
    codes: ['recipient.activated'],
  },
  {
    package: 'aptos',
    reason: 'pools change amounts without a word: to keep a minimum on both sides, and because they count in shares',
    codes: ['position.adjusted', 'stake.heldBack'],
  },
  {
    package: 'aptos',
    reason: 'pools collect stakes before they join the validator set, and keep them after they left it',
    codes: ['validator.outsideSet'],
  },
  {
    package: 'tron',
    reason: 'the chain keeps what is due of an account in one sum, and pays all of it at once',
    codes: [...(['position.paysAll'] as const), ...(['rewards.tooSoon', 'rewards.ofAll'] as const)],
  },
  {
    package: 'cosmos',
    reason: 'Babylon takes staking transactions into a queue, and carries them out at the end of its epoch',
    codes: ['transaction.queued'],
  },
  {
    package: 'tron',
    reason: 'only here a transaction refers to a block by a part of its id, and stays valid for long after that block',
    codes: ['broadcast.blockUnknown'],
  },
  {
    package: 'solana',
    reason: 'durable nonces lie in accounts of their own',
    codes: ['nonceAccount.unusable', 'nonceAccount.retiring'],
  },
  {
    package: 'solana',
    reason:
      'only here a vote of validators needs a second key, and stakes are positions that are ended first and withdrawn later',
    codes: ['validator.notAdmitted', 'position.more'],
  },
  {
    package: 'utxo',
    reason: 'only here two chains of one family have addresses of the same form',
    codes: ['recipient.sharedForm'],
  },
  {
    package: 'utxo',
    reason: 'only here an account holds coins that are spent whole',
    codes: [
      ...([
        'coins.none',
        'coins.left',
        'coins.immature',
        'coins.restricted',
        'coins.waiting',
        'coins.unconfirmed',
        'coins.doubtful',
        'coins.believed',
        'coins.protected',
      ] as const),
      ...(['inputs.tooMany', 'broadcast.inputsSpent', 'broadcast.immature'] as const),
    ],
  },
  {
    package: 'stellar',
    reason:
      'only here an account is created by a payment, has a limited number of entries, and is removed when it is closed',
    codes: [
      ...(['recipient.created', 'recipient.notFound', 'recipient.unproven'] as const),
      ...(['account.full', 'account.closes'] as const),
    ],
  },
  {
    package: 'stellar',
    reason:
      'only here issuers approve accounts, and take back what they issued by getting it; tokens may wait for a recipient',
    codes: [
      ...(['recipient.notApproved', 'sender.notApproved'] as const),
      ...(['token.needsApproval', 'token.burned', 'token.claimable'] as const),
    ],
  },
  {
    package: 'stellar',
    reason: 'only here fees are bids, and nodes do not keep a transaction that is ahead of its turn',
    codes: ['fee.assumed', 'nonce.early'],
  },
  {
    package: 'algorand',
    reason:
      'only here another key may be put in the place of that of an account, and closing an account sends what arrives meanwhile',
    codes: ['sender.otherSigner', 'sender.rekeyed', 'account.emptied'],
  },
  {
    package: 'algorand',
    reason: 'only here a transfer may end the holding of a token, and an account opts in although it begins frozen',
    codes: ['token.beginsFrozen', 'token.optsOut'],
  },
  {
    package: 'algorand',
    reason:
      'only here an account takes part in the consensus by itself, with keys of its own node and with all that it holds',
    codes: ['stake.everything', 'stake.keysMissing', 'stake.needsNode', 'stake.noRewards', 'position.nodeMustRun'],
  },
  {
    package: 'algorand',
    reason: 'only here transactions exclude each other by a mark that they have in common',
    codes: ['broadcast.leaseTaken'],
  },
  {
    package: 'utxo',
    reason:
      'nodes relay outputs and lock times by rules of their own, and replace a transaction by one that spends the same',
    codes: [
      ...(['amount.belowDust', 'broadcast.dust', 'fee.surcharge'] as const),
      ...(['replacement.impossible', 'fee.capped'] as const),
    ],
  },
  {
    package: 'utxo',
    reason: 'only here an address is a script, which an extended key or a public key must explain',
    codes: ['account.otherScript', 'sender.unsupportedScript'],
  },
  {
    package: 'utxo',
    reason: 'a signature itself says which parts of the transaction it covers',
    codes: ['signature.sighash'],
  },
  {
    package: 'utxo',
    reason: 'only here the longest chain of blocks decides, and nodes do not tell which blocks are final',
    codes: ['chain.unsettled', 'chain.divided'],
  },
  {
    package: 'utxo',
    reason: 'stakes are registered on Babylon, by parameters that Babylon sets',
    codes: [...(['stake.proofNeeded', 'broadcast.stakeNotRegistered', 'broadcast.stakeNotVerified'] as const)],
  },
];
