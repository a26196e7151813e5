import { type Code, type ContextOf, formatAmount, nativeAmount, refuse } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';
import { mostFee } from './bytes/limits.ts';
import type { AlgorandPlan } from './bytes/transaction.ts';
import type { AlgorandContext } from './context.ts';

/**
 * What a refusal of a transaction means to us:
 * - `known`: the node has it already, in a block or waiting
 * - `foreign`: the node serves another network
 * - `late`: its last valid round is past. It may have been carried out before: nodes compare rounds before they look for duplicates
 */
type Meaning =
  | 'known'
  | 'foreign'
  | 'late'
  | Extract<
      Code,
      | 'broadcast.congested'
      | 'broadcast.fails'
      | 'broadcast.feeTooLow'
      | 'broadcast.insufficientFunds'
      | 'broadcast.invalid'
      | 'broadcast.leaseTaken'
      | 'broadcast.nodeBehind'
      | 'broadcast.notFinal'
      | 'broadcast.refused'
    >;

/** A refusal, in our terms. */
export interface Failure {
  readonly means: Meaning;
  /** For the person who sent it. */
  readonly reason: string;
  /**
   * True if the node looked for the same transaction in its blocks and in its pool before it refused (go-algorand, ledger/eval/eval.go: transaction). It does not
   * have it then.
   */
  readonly isCompared: boolean;
  /** True if the words do not exclude that the node has taken the transaction: it says them afterwards, or nobody knows when. */
  readonly mayHave: boolean;
  /** What the node takes as fee at least, in microAlgos, if it says so. */
  readonly minimum?: bigint | undefined;
}

type Context = Pick<AlgorandContext, 'identity'>;
type Found = readonly string[];

interface Rule {
  readonly text: RegExp;
  /** @param found - The groups of the text. */
  read(found: Found, plan: AlgorandPlan, context: Context): Omit<Failure, 'isCompared' | 'mayHave'>;
  readonly isCompared?: true;
  readonly mayHave?: true;
}

const native = ({ identity }: Context, digits: string | undefined): string =>
  `${formatAmount(BigInt(digits ?? 0), identity.decimals)} ${identity.ticker}`;

/** Rules that a node checks after it looked for duplicates. */
const fails = (text: RegExp, words: (found: Found, plan: AlgorandPlan, context: Context) => string): Rule => ({
  text,
  isCompared: true,
  read: (...given) => ({ means: 'broadcast.fails', reason: `${words(...given)}.` }),
});

const invalid = (text: RegExp, words: string): Rule => ({
  text,
  read: () => ({ means: 'broadcast.invalid', reason: words }),
});

const busy = (text: RegExp, words: string): Rule => ({
  text,
  read: () => ({ means: 'broadcast.congested', reason: words }),
});

/** The sender, or an address. */
const named = (address: string | undefined, { sender }: AlgorandPlan): string =>
  address === sender ? 'the sender' : `account ${address}`;

/** How far ahead a first valid round may be so that the node is only a little behind: about five minutes. */
const mostRoundsBehind = 100n;

/** The window of a transaction is over, or has not begun. */
function deadOf(round: bigint, { firstValid, lastValid }: AlgorandPlan): Omit<Failure, 'isCompared' | 'mayHave'> {
  if (round > lastValid)
    return { means: 'late', reason: `its last valid round is ${lastValid}, and the network is at ${round}` };
  if (round + mostRoundsBehind >= firstValid && round < firstValid)
    return { means: 'broadcast.nodeBehind', reason: 'the node is behind the first valid round' };
  const reason = `it can be carried out from round ${firstValid} to round ${lastValid}, and the node is at round ${round}. Do not encode again before that is over: both would count`;
  return { means: 'broadcast.notFinal', reason };
}

/**
 * Texts of nodes (go-algorand). Before them are often `TransactionPool.Remember: ` and `transaction ID: `. The first that fits counts, so longer texts come before
 * those that they contain.
 */
const rules: readonly Rule[] = [
  // data/bookkeeping/block.go: Alive.
  { text: /txn dead: round (\d{1,20}) outside of \d+--\d+/, read: ([round], plan) => deadOf(BigInt(round ?? 0), plan) },
  {
    text: /tx\.Genesis(?:ID|Hash) <[^>]*> (?:does not match expected|not allowed)/,
    read: () => ({ means: 'foreign', reason: 'the node serves another network' }),
  },
  // network/wsNetwork.go: errBcastQFull. node/node.go: broadcastSignedTxGroup puts the transaction into the pool before it passes it on.
  {
    text: /broadcast queue full/,
    mayHave: true,
    read: () => ({
      means: 'broadcast.refused',
      reason: 'the node has it in its pool, and could not pass it on (broadcast queue full)',
    }),
  },
  // ledger/txtail.go: checkDup looks for leases before it looks for duplicates. So the other transaction may be this very one.
  {
    text: /using an overlapping lease/,
    read: () => ({ means: 'broadcast.leaseTaken', reason: 'another transaction has its lease' }),
  },
  // data/pools/errors.go, data/pools/transactionPool.go.
  busy(/transaction pool ha(?:s|ve) reached capacity/, 'the pool of the node is full'),
  busy(/no pending block evaluator|transaction pool is shutting down/, 'the pool of the node is not ready'),
  // ledger/ledgercore/error.go: ErrNoSpace.
  busy(/block does not have space for transaction/, 'the next block is full'),
  // data/pools/errors.go: ErrTxPoolFeeError. It writes the fee with the braces of a structure.
  {
    text: /fee .{1,60} below threshold (\d{1,20}) /,
    read: ([least]) => ({
      means: 'broadcast.feeTooLow',
      reason: 'its fee is too low for the node',
      minimum: BigInt(least ?? 0),
    }),
  },
  // ledger/eval/eval.go: CheckGroupFees. Older nodes say the others (data/transactions/verify/txn.go, data/transactions/transaction.go).
  {
    text: /txgroup with .{1,60} fees is less than|txgroup had \d+ in fees, which is less than|which is less than the minimum \d+/,
    read: () => ({ means: 'broadcast.feeTooLow', reason: 'its fee is below the least of the network' }),
  },
  // ledger/ledgercore/error.go: OverspendError, MinBalanceError, AssetBalanceError.
  {
    text: /overspend \(account ([A-Z2-7]{58}),/,
    isCompared: true,
    read: () => ({ means: 'broadcast.insufficientFunds', reason: 'the sender does not have enough ALGO' }),
  },
  fails(
    /account ([A-Z2-7]{58}) balance (\d{1,20}) below min (\d{1,20})/,
    ([account, held, least], plan, context) =>
      `${named(account, plan)} would hold ${native(context, held)}, and must keep ${native(context, least)}`,
  ),
  fails(
    /underflow on subtracting (\d{1,20}) from sender amount (\d{1,20})/,
    ([wanted, held]) => `the sender holds ${held} base units of the asset, and ${wanted} are needed`,
  ),
  // ledger/eval/eval.go: transaction.
  fails(
    /should have been authorized by ([A-Z2-7]{58}) but was actually authorized by [A-Z2-7]{58}/,
    ([signer], { sender }) =>
      signer === sender
        ? 'the account was rekeyed to its own key since it was encoded, and that key has to sign'
        : `the account was rekeyed to ${signer} since it was encoded, and the key of that address has to sign`,
  ),
  // ledger/apply/asset.go.
  fails(
    /must optin, asset (\d{1,20}) missing from ([A-Z2-7]{58})/,
    ([asset, account], plan) => `${named(account, plan)} has not opted in to asset ${asset}`,
  ),
  fails(
    /asset (\d{1,20}) missing from ([A-Z2-7]{58})/,
    ([asset, account], plan) => `${named(account, plan)} does not hold asset ${asset}`,
  ),
  fails(
    /asset (\d{1,20}) frozen in ([A-Z2-7]{58})/,
    ([asset, account], plan) => `the holding of asset ${asset} is frozen: ${named(account, plan)} cannot send it`,
  ),
  fails(/asset frozen in recipient/, () => 'the holding of the recipient is frozen: it cannot receive the asset'),
  fails(/overflow on adding \d+ to receiver amount/, () => 'the recipient cannot hold so much of the asset'),
  fails(
    /asset (\d{1,20}) does not exist or has been deleted/,
    ([asset]) => `asset ${asset} does not exist, or was destroyed`,
  ),
  fails(
    /cannot close asset ID in allocating account/,
    () => 'the creator of an asset cannot opt out of it: it can only destroy it',
  ),
  fails(
    /account is not opted in asset (\d{1,20})|asset (\d{1,20}) not present in account/,
    ([one, other]) => `the sender has not opted in to asset ${one ?? other}`,
  ),
  fails(/too many assets in account/, () => 'the account cannot hold more assets'),
  // ledger/apply/payment.go.
  fails(
    /cannot close: (\d{1,20}) outstanding ([a-z ]{1,30}?)(?: opted in)?(?:\.|$)/,
    ([count, what]) => `the account cannot be closed: it still has ${what} (${count})`,
  ),
  fails(/still not zero after CloseRemainderTo/, () => 'the account cannot be closed: something would be left in it'),
  // ledger/apply/keyreg.go.
  fails(
    /cannot change online\/offline status of non-participating account/,
    () => 'the account has left the consensus for good',
  ),
  fails(/last voting round in the past/, () => 'the last round of the participation key is past'),
  fails(/first voting round beyond the next voting round/, () => 'the participation key begins too far in the future'),
  // crypto/batchverifier.go, data/transactions/verify/txn.go.
  invalid(/signature didn't pass verification|signature validation failed/, 'its signature is not valid'),
  invalid(/signedtxn has no sig|should have only one type of signature/, 'it does not have one signature'),
  invalid(/AuthAddr must be different from Sender/, 'its authorizing address is its sender'),
  // data/transactions/transaction.go: WellFormed.
  invalid(/transaction note too big/, 'its note is too long'),
  invalid(/transaction window size excessive|transaction invalid range/, 'its window is too long'),
  invalid(/transaction cannot close account to its sender/, 'it closes the account to itself'),
  // daemon/algod/api/server/v2/handlers.go: decodeTxGroup.
  invalid(/msgpack decode error|empty txgroup/, 'it cannot be read'),
  invalid(/ invalid : |malformed/, 'it breaks a rule of the network'),
];

/** What nodes answer to a transaction that waits or is in a block (ledger/ledgercore/error.go: TransactionInLedgerError). */
const inLedger = /transaction already in ledger: ([A-Z2-7]{52})/;

/** What the pool says of a transaction that it did not take (data/pools/transactionPool.go: Remember). Other words may come later. */
const ofPool = /^TransactionPool\.(?:Remember|checkPendingQueueSize): /;

/**
 * Says what a refusal means.
 *
 * @param message - The text of the node.
 * @param hash - The id of the transaction that was sent.
 */
export function describeRefusal(message: string, hash: string, plan: AlgorandPlan, context: Context): Failure {
  const known = inLedger.exec(message);
  if (known?.[1] === hash) return { means: 'known', reason: 'the node has it', isCompared: true, mayHave: true };
  for (const { text, read, isCompared = false, mayHave = false } of rules) {
    const match = text.exec(message);
    if (match !== null) return { ...read(match.slice(1), plan, context), isCompared, mayHave };
  }
  // Cleaning takes names with dots for hosts.
  const bare = message.replace(/^TransactionPool\.[A-Za-z]+: /, '').replace(`transaction ${hash}: `, '');
  return {
    means: 'broadcast.refused',
    reason: cleanReason(bare) || 'it gives no reason',
    isCompared: false,
    mayHave: !ofPool.test(message),
  };
}

/** From the most telling refusal to the least. Balances and rounds differ from node to node. */
const telling: readonly Meaning[] = [
  'late',
  'broadcast.leaseTaken',
  'broadcast.invalid',
  'broadcast.fails',
  'broadcast.insufficientFunds',
  'broadcast.refused',
  'broadcast.feeTooLow',
  'broadcast.notFinal',
  'broadcast.nodeBehind',
  'broadcast.congested',
];

/** The most telling of several refusals. First the one that does not exclude that the transaction was carried out. */
export function mostTelling<F extends Failure>(failures: readonly F[]): F | undefined {
  return failures.toSorted((a, b) => telling.indexOf(a.means) - telling.indexOf(b.means))[0];
}

/** The error for a refusal with a code. */
export function refusal(
  code: Extract<Meaning, `broadcast.${string}`>,
  { reason, minimum }: Failure,
  { lastValid }: AlgorandPlan,
  context: Context,
): Error {
  // A node that wants more than this is not believed.
  const isUsual = minimum !== undefined && minimum <= mostFee;
  const facts = {
    reason,
    chain: context.identity.name,
    // Pools have fees of their own. One that this service does not ask may take the transaction until then.
    round: lastValid.toString(),
    ...(isUsual ? { minimum: nativeAmount(context, minimum) } : {}),
  };
  // Each message template uses some of these values.
  return refuse(code, facts as unknown as ContextOf<typeof code>, 'transaction');
}
