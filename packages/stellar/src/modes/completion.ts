import { type CheckedIntent, type Decision, type Problem, problem, type Scene } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AccountId, Address } from '../address/address.ts';
import { type Memo, type MemoType, writeMemo } from '../bytes/memo.ts';
import type { Params, StellarMode } from '../bytes/params.ts';
import type { StellarContext } from '../context.ts';
import { askFeeStats } from '../fees/ask-stats.ts';
import { usualBid } from '../fees/bid.ts';
import type { Stellar } from '../types.ts';
import { type Answers, ask, type Queries } from '../upstream/ask.ts';
import { type AccountFacts, account } from '../upstream/queries/accounts.ts';
import type { FeeStats } from '../upstream/queries/fee-stats.ts';
import { type LedgerFacts, latestLedger } from '../upstream/queries/ledgers.ts';
import { expirationProblems, timeOf } from './expiration.ts';
import { refuseExposedMemo } from './exposed-memo.ts';
import { feeOf } from './fee.ts';
import { fundsProblems } from './funds.ts';
import { memoOf } from './memo.ts';
import { nonceProblems, nonceWarnings } from './nonce.ts';
import { type Reserve, reserveOf } from './reserve.ts';
import { signersOf, type Threshold } from './signers.ts';

// What all modes do: one round that reads everything side by side, and then a decision without the network.

/** What a mode adds to what all modes read. */
export interface Recipe<M extends StellarMode, Q extends Queries> {
  readonly questions: Q;
  /** Decides what the transaction does. Pure. */
  propose(facts: Facts<Q>): Proposal<M>;
}

/** What a mode decides from. */
export interface Facts<Q extends Queries> {
  readonly answers: Answers<Q>;
  readonly sender: AccountFacts;
  readonly reserve: Reserve;
  /** The latest ledger. */
  readonly ledger: LedgerFacts;
  /** The bid, in stroops. */
  readonly fee: bigint;
  readonly memo: Memo;
}

/** What a mode decided. */
export interface Proposal<M extends StellarMode> {
  readonly errors?: readonly Problem[] | undefined;
  readonly warnings?: readonly Problem[] | undefined;
  /** In the smallest unit. Undefined if the bytes hold none. */
  readonly amount?: bigint | undefined;
  /** Stroops that leave the account beside the fee. */
  readonly spent?: bigint | undefined;
  /** Stroops that new entries lock. */
  readonly locked?: bigint | undefined;
  /** What they are for: completes "a deposit for …". */
  readonly lockedFor?: string | undefined;
  /** By default medium. */
  readonly threshold?: Threshold | undefined;
  /** What the mode's `params` hold beside those of all modes. */
  readonly params?: Omit<Params<M>, keyof Params<'transfer'>> | Partial<Params<M>> | undefined;
}

type Intent<M extends StellarMode> = Pick<CheckedIntent<Stellar, M>, 'mode' | 'wishes' | 'amount'> & {
  readonly data: { readonly memo?: string | undefined };
  readonly parsed: { readonly senderAddress: AccountId; readonly senderPubKey?: Address | undefined };
};

/** The wishes of all modes. */
interface CommonWishes {
  readonly maxTime?: bigint | undefined;
  readonly memoType?: MemoType | undefined;
  readonly signers?: readonly Address[] | undefined;
  readonly fees?: bigint | undefined;
  readonly nonce?: bigint | undefined;
}

const senderField = 'transaction.data.senderAddress';

/** Reads what an intent needs. */
export async function readScene<M extends StellarMode, const Q extends Queries>(
  context: StellarContext,
  intent: Intent<M>,
  { questions, propose }: Recipe<M, Q>,
  operation: Operation,
): Promise<Scene<Stellar, M>> {
  refuseExposedMemo(intent.data.memo);
  const own = { sender: account(intent.parsed.senderAddress.account), ledger: latestLedger };
  const asked = ask({ ...own, ...questions }, operation, {
    accept: (found) => context.blockAge.check((found as unknown as OwnAnswers).ledger.closedAt),
  });
  // A client that names its bid needs no statistics.
  const isWished = (intent.wishes as CommonWishes).fees !== undefined;
  const [all, stats] = await Promise.all([asked, isWished ? undefined : askFeeStats(operation)]);
  const answers = all as unknown as Answers<Q> & OwnAnswers;
  return { decide: () => decide(context, intent, answers, stats, propose) };
}

interface OwnAnswers {
  readonly sender: AccountFacts | undefined;
  readonly ledger: LedgerFacts;
}

function decide<M extends StellarMode, Q extends Queries>(
  context: StellarContext,
  intent: Intent<M>,
  answers: Answers<Q> & OwnAnswers,
  stats: FeeStats | undefined,
  propose: (facts: Facts<Q>) => Proposal<M>,
): Decision<Stellar, M> {
  const { sender, ledger } = answers;
  const wishes = intent.wishes as CommonWishes;
  if (sender === undefined) {
    const computed = {} as Decision<Stellar, M>['computed'];
    return { computed, errors: [problem('sender.notFound', {}, senderField)], warnings: [], held: 0n };
  }
  const time = timeOf(context, ledger.closedAt);
  const next = sender.sequence + 1n;
  const reserve = reserveOf(sender, ledger.baseReserve);
  const { fee, ...feeNews } = feeOf(context, stats, ledger, wishes.fees);
  const { memo, ...memoNews } = memoOf(intent.data.memo, wishes.memoType);
  const proposal = propose({ answers, sender, reserve, ledger, fee, memo });
  const { amount, spent = 0n, locked = 0n, lockedFor, threshold = 'medium' } = proposal;
  const signing = signersOf(sender, { key: intent.parsed.senderPubKey, signers: wishes.signers }, threshold);
  const errors = [
    ...('error' in signing ? [signing.error] : []),
    ...nonceProblems(next, wishes.nonce),
    ...expirationProblems(wishes.maxTime, time),
    ...feeNews.errors,
    ...memoNews.errors,
    ...(proposal.errors ?? []),
  ];
  if (errors.length === 0) errors.push(...fundsProblems(context, reserve, { spent, locked, fee, what: lockedFor }));
  const warnings = [
    ...nonceWarnings(next, wishes.nonce),
    ...feeNews.warnings,
    ...memoNews.warnings,
    ...(proposal.warnings ?? []),
  ];
  const params = {
    networkPassphrase: context.chain.passphrase,
    maxTime: (wishes.maxTime ?? time + context.expirationSeconds).toString(),
    signers: 'error' in signing ? [] : signing.signers,
    ...proposal.params,
  };
  const computed = {
    ...(amount === undefined ? {} : { amount: amount.toString() }),
    fees: fee.toString(),
    nonce: (wishes.nonce ?? next).toString(),
    ...(memo.type === 'none' ? {} : { memo: writeMemo(memo) }),
    ...(errors.length > 0 ? {} : { params }),
  };
  return {
    computed: computed as unknown as Decision<Stellar, M>['computed'],
    errors,
    warnings,
    held: sender.native.balance,
    usualFees: usualBid,
  };
}
