import { type AmountOf, type Problem, problem } from '@isochain/core';
import type { AccountId } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import { decimals, maxAmount } from '../bytes/stroops.ts';
import type { AccountFacts, Trustline } from '../upstream/queries/accounts.ts';

// What trustlines let accounts send and receive. An issuer has no trustline for its own token: what it sends is new, and what it gets back ceases to exist
// (stellar/stellar-core, src/ledger/TrustLineWrapper.cpp: IssuerImpl).

/** The field of problems about the token itself. */
export const tokenField = 'transaction.data.tokenId';

const amountField = 'transaction.data.amount';
const senderField = 'transaction.data.senderAddress';
const recipientField = 'transaction.data.recipientAddress';

/** The trustline of an account for a token. Undefined if it has none. */
export function trustlineOf(account: AccountFacts | undefined, { text }: TokenId): Trustline | undefined {
  return account?.trustlines.find(({ token }) => token.text === text);
}

/** An amount of a token, for the numbers in a message. */
function tokenAmount({ code }: TokenId, amount: bigint): AmountOf {
  return { amount, decimals, ticker: code };
}

/** What a trustline can still take, in the smallest unit (stellar/stellar-core, src/transactions/TransactionUtils.cpp: getMaxAmountReceive). */
function roomOf({ limit, balance, buying }: Pick<Trustline, 'limit' | 'balance' | 'buying'>): bigint {
  return limit - balance - buying;
}

/** What the sender sends, in the smallest unit, with what is wrong about it. */
interface Sending {
  /** Undefined if a maximum cannot be computed. */
  readonly amount: bigint | undefined;
  readonly errors: readonly Problem[];
}

/**
 * What the sender can send of a token: what it holds beside its offers (stellar/stellar-core, src/transactions/TransactionUtils.cpp: getAvailableBalance).
 * The issuer can send any amount, so there is no most that it could send.
 *
 * @param wanted - In the smallest unit.
 */
export function sendingOf(sender: AccountFacts, token: TokenId, wanted: bigint | 'max'): Sending {
  const isIssuer = sender.address === token.issuer;
  const line = isIssuer ? undefined : trustlineOf(sender, token);
  const available = isIssuer ? maxAmount : line === undefined ? 0n : line.balance - line.selling;
  const frozen = line?.isAuthorized === false ? [problem('sender.notApproved', {}, senderField)] : [];
  if (wanted === 'max' && (isIssuer || available <= 0n)) {
    const nothing = problem('token.nothingToSend', { ticker: token.code }, amountField);
    return { amount: undefined, errors: [...frozen, nothing] };
  }
  const amount = wanted === 'max' ? available : wanted;
  if (amount <= available) return { amount, errors: frozen };
  const numbers = { available: tokenAmount(token, available), needed: tokenAmount(token, amount) };
  return { amount, errors: [...frozen, problem('token.insufficient', numbers, amountField)] };
}

/** Why a recipient cannot take an amount of a token. */
export interface Obstacle {
  readonly kind: 'noAccount' | 'noTrustline' | 'notApproved' | 'noRoom';
  readonly problem: Problem;
}

/**
 * Says why a recipient cannot take a token, in the order in which the chain looks (stellar/stellar-core, src/transactions/PathPaymentStrictReceiveOpFrame.cpp
 * and PathPaymentOpFrameBase.cpp). The issuer always can, even if its account does not exist any more.
 *
 * The chain adds the amount before it takes it away. So a payment to oneself needs room too.
 *
 * @param recipient - Undefined if the account does not exist.
 * @param amount - In the smallest unit.
 */
export function receivingObstacle(
  { account }: AccountId,
  recipient: AccountFacts | undefined,
  token: TokenId,
  amount: bigint,
): Obstacle | undefined {
  if (account === token.issuer) return undefined;
  if (recipient === undefined) {
    const reason = 'tokens reach accounts that exist only. A transfer of XLM creates an account';
    return { kind: 'noAccount', problem: problem('recipient.notFound', { reason }, recipientField) };
  }
  const line = trustlineOf(recipient, token);
  if (line === undefined)
    return {
      kind: 'noTrustline',
      problem: problem('recipient.notEnabled', { token: token.text }, recipientField),
    };
  if (!line.isAuthorized) return { kind: 'notApproved', problem: problem('recipient.notApproved', {}, recipientField) };
  const room = roomOf(line);
  if (amount <= room) return undefined;
  const left = tokenAmount(token, room < 0n ? 0n : room);
  return { kind: 'noRoom', problem: problem('recipient.tokenFull', { room: left }, amountField) };
}

/**
 * Tells that the issuer can take the token back (CAP-35).
 *
 * @param lines - Of those who hold it. The issuer has none.
 */
export function clawbackWarnings(
  { issuer }: TokenId,
  lines: readonly (Pick<Trustline, 'isClawback'> | undefined)[],
): Problem[] {
  const isClawback = lines.some((line) => line?.isClawback === true);
  return isClawback ? [problem('token.controlled', { delegate: issuer }, tokenField)] : [];
}
