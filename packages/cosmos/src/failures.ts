import { type Code, type ContextOf, refuse } from '@isochain/core';
import { amountIn } from './amount-in.ts';
import type { CosmosPlan } from './bytes/sign-documents.ts';
import type { NamedChain } from './chains.ts';
import { mempoolCode, reasonOf } from './upstream/lcd/transactions.ts';

/**
 * What a node's refusal of a transaction means to us:
 * - `known`: it has the transaction already
 * - `sequence`: the sequence is not the next one of the account. It may be this very transaction that used it: look it up first
 * - `full`: the node takes no transactions right now, and another one may take it
 * - `elsewhere`: the fault is with the node, and another one may take the transaction
 */
type Meaning = 'known' | 'sequence' | 'full' | 'elsewhere' | Extract<Code, `broadcast.${string}`>;

/** A refusal, in our terms. */
export interface Failure {
  readonly means: Meaning;
  /** For the person who sent it. */
  readonly reason: string;
  /** True if the words do not exclude that the node took the transaction. */
  readonly mayHave?: boolean | undefined;
  /** True if the node finds the signature wrong. */
  readonly isUnauthorized?: boolean | undefined;
  /** For `sequence`: the account's next one, and the transaction's. */
  readonly sequences?: { readonly expected: bigint; readonly got: bigint } | undefined;
}

/** What a node said. */
interface Refusal {
  readonly code: number;
  readonly codespace: string;
  readonly log: string;
}

/** Codes of the codespace `sdk` (cosmos-sdk types/errors/errors.go). All others are `broadcast.refused`, with the node's words. */
const meanings: ReadonlyMap<number, Meaning> = new Map([
  [1, 'elsewhere'],
  [2, 'broadcast.invalid'],
  [3, 'sequence'],
  [5, 'broadcast.insufficientFunds'],
  // The account is unknown: it never had anything.
  [9, 'broadcast.insufficientFunds'],
  [11, 'broadcast.gasRefused'],
  [13, 'broadcast.feeTooLow'],
  [15, 'broadcast.invalid'],
  [19, 'known'],
  [20, 'full'],
  [21, 'broadcast.tooLarge'],
  [32, 'sequence'],
  // The node's disk or settings are at fault.
  [39, 'elsewhere'],
  [40, 'elsewhere'],
  [41, 'broadcast.gasRefused'],
]);

const unauthorized = 4;

/** The codespace of errors that have none of their own: unknown ones (1), and panics. */
const internal = 'undefined';

/** Internal errors that the transaction caused: injectived 1.20.1, and babylonlabs-io/babylon app/ante/fee_checker.go. */
const ofTransaction = /tx parse error|failed to decode tx|invalid fee/;

/**
 * Says what a refusal means.
 *
 * @param refusal - Its code is not 0.
 */
export function describeRefusal({ code, codespace, log }: Refusal): Failure {
  const reason = reasonOf(log);
  if (codespace === internal) return { means: ofTransaction.test(log) ? 'broadcast.invalid' : 'elsewhere', reason };
  // All errors of this module are of one kind (skip-mev/feemarket x/feemarket/types/errors.go).
  if (codespace === 'feemarket') return { means: 'broadcast.feeTooLow', reason };
  const means = codespace === 'sdk' ? meanings.get(code) : undefined;
  return {
    means: means ?? 'broadcast.refused',
    reason,
    isUnauthorized: codespace === 'sdk' && code === unauthorized,
    sequences: means === 'sequence' ? sequencesOf(log) : undefined,
  };
}

/** cosmos-sdk x/auth/ante/sigverify.go: SigVerificationDecorator */
export function sequencesOf(log: string): Failure['sequences'] {
  const [, expected, got] = /sequence mismatch, expected (\d{1,20}), got (\d{1,20})/.exec(log) ?? [];
  return expected === undefined || got === undefined ? undefined : { expected: BigInt(expected), got: BigInt(got) };
}

/**
 * Says what an error of `broadcast_tx_sync` means. Unknown words may come after the node took the transaction: CometBFT says "broadcast confirmation
 * not received" if its application was slow (cometbft, rpc/core/mempool.go: BroadcastTxSync).
 *
 * @param data - Of the error: CometBFT has the reason there.
 */
export function describeRpcError(data: string): Failure {
  const code = mempoolCode(data);
  const means = code === undefined ? undefined : meanings.get(code);
  return { means: means ?? 'elsewhere', reason: reasonOf(data), mayHave: means === undefined };
}

/** From the most telling refusal to the least. All others come last. */
const telling: readonly Meaning[] = [
  'sequence',
  'broadcast.insufficientFunds',
  'broadcast.feeTooLow',
  'broadcast.gasRefused',
  'broadcast.tooLarge',
  'broadcast.invalid',
];

/** The most telling of several refusals. */
export function mostTelling(failures: readonly Failure[]): Failure | undefined {
  const rank = ({ means }: Failure) => (telling.includes(means) ? telling.indexOf(means) : telling.length);
  return failures.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** What the refused transaction says. */
type Refused = Pick<CosmosPlan, 'accountNumber' | 'nativeId' | 'fee' | 'sequence'>;

/**
 * The error for a refusal. It keeps the node's own words. If the node finds the signature wrong, the error names the account number and the chain id
 * that were signed. We verified the signature before, so the node has another account number or chain id.
 */
export function refusal(named: NamedChain, { means, reason, isUnauthorized }: Failure, plan: Refused): Error {
  // Only refusals with a code get here.
  const code = means as Extract<Code, `broadcast.${string}`>;
  const { accountNumber, nativeId, fee, sequence } = plan;
  const context = {
    reason:
      isUnauthorized === true
        ? `${reason}. It was signed for account number ${accountNumber} and chain id ${nativeId}`
        : reason,
    ...(code === 'broadcast.nonceGap' ? { nonce: sequence.toString() } : {}),
    ...(code === 'broadcast.feeTooLow' ? { minimum: minimumIn(named, reason, fee.denom) } : {}),
  };
  return refuse(code, context as unknown as ContextOf<typeof code>, 'transaction');
}

/**
 * What a node wants at least, from its words: `got: 1uatom required: 7500uatom` (cosmos-sdk x/auth/ante/validator_tx_fee.go; feemarket, Celestia and
 * Injective write it alike). Undefined if it does not say so.
 */
function minimumIn(named: NamedChain, reason: string, denom: string) {
  const [, required = ''] = /required: ([\w/:.,-]{1,300})/i.exec(reason) ?? [];
  const coins = required.replace(/[:.,]+$/, '').split(',');
  const coin = coins.find((each) => each.replace(/^\d+/, '') === denom);
  const [digits] = /^\d{1,78}/.exec(coin ?? '') ?? [];
  return digits === undefined ? undefined : amountIn(named, denom, BigInt(digits));
}
