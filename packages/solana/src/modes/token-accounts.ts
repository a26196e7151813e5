import { type Problem, problem } from '@isochain/core';
import type { RpcOutcome } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { decodeTokenAccount, type TokenAccount } from '../layouts/index.ts';
import type { Account, KeyedAccount } from '../upstream/rpc.ts';
import type { Snapshot } from '../upstream/snapshot.ts';
import { tokenTypeOf } from '../upstream/token-metadata.ts';
import { type TokenTerms, tokenAccountDeposit, tokenAmount } from './token-terms.ts';

/** Reads a token account. Undefined if the account is not one of this token. */
export function readTokenAccount(terms: TokenTerms, account: Account | undefined): TokenAccount | undefined {
  const state = account?.owner === terms.program ? decodeTokenAccount(account.data) : undefined;
  return state?.mint === terms.mint ? state : undefined;
}

/** The token account that a transfer takes tokens from. */
export interface Source {
  readonly address: Address;
  /** In the token's smallest unit. */
  readonly amount: bigint;
  readonly isFrozen: boolean;
}

/** The token accounts of a sender. The associated one, which wallets look at, comes first. */
export function readSources(
  terms: TokenTerms,
  snapshot: Snapshot,
  sender: string,
  associated: Address,
  listed: RpcOutcome<KeyedAccount[]>,
): Source[] {
  const associatedAccount = snapshot.account(associated);
  const all = [
    ...(associatedAccount === undefined ? [] : [{ pubkey: associated, account: associatedAccount }]),
    // If the node cannot list token accounts, only the associated one remains.
    ...(listed.ok ? listed.value.filter(({ pubkey }) => pubkey !== associated) : []),
  ];
  return all.flatMap(({ pubkey, account }) => {
    const state = readTokenAccount(terms, account);
    if (state?.owner !== sender) return [];
    return [{ address: pubkey, amount: state.amount, isFrozen: state.state === 'frozen' }];
  });
}

const amountField = 'transaction.data.amount';

/** Chooses the source: one account, as a transfer has only one. It is the first (associated) one if that holds enough, else the largest. */
export function chooseSource(
  terms: TokenTerms,
  sources: readonly Source[],
  wanted: bigint | 'max',
): { source: Source; problems?: never } | { source?: never; problems: Problem[] } {
  const held = sources.filter(({ amount }) => amount > 0n);
  const free = held.filter(({ isFrozen }) => !isFrozen);
  const [first] = free;
  const [largest] = free.toSorted((a, b) => (a.amount > b.amount ? -1 : 1));
  if (first === undefined || largest === undefined) {
    if (held.length > 0) return { problems: [problem('sender.frozen', {}, 'transaction.data.senderAddress')] };
    return { problems: [problem('token.nothingToSend', { ticker: terms.ticker }, amountField)] };
  }
  if (wanted === 'max') return { source: largest };
  if (first.amount >= wanted) return { source: first };
  if (largest.amount >= wanted) return { source: largest };
  const total = tokenAmount(terms, sum(free));
  if (total.amount < wanted) {
    const numbers = { available: total, needed: tokenAmount(terms, wanted) };
    return { problems: [problem('token.insufficient', numbers, amountField)] };
  }
  const numbers = { available: tokenAmount(terms, largest.amount), account: largest.address, total };
  return { problems: [problem('token.scattered', numbers, amountField)] };
}

/** Warns about tokens of the sender in other accounts. */
export function elsewhereWarnings(terms: TokenTerms, sources: readonly Source[], chosen: Source): Problem[] {
  const rest = sum(sources) - chosen.amount;
  return rest === 0n ? [] : [problem('token.elsewhere', { rest: tokenAmount(terms, rest) }, amountField)];
}

function sum(sources: readonly Source[]): bigint {
  return sources.reduce((total, { amount }) => total + amount, 0n);
}

/** The token account that a transfer sends tokens to. */
export interface Destination {
  readonly address: Address;
  /** Lamports to make the token account. Undefined if it exists. */
  readonly deposit: bigint | undefined;
  readonly problems: readonly Problem[];
}

const recipientField = 'transaction.data.recipientAddress';

/** The destination: the recipient itself if it is a token account, else its associated token account, which is made if it does not exist. */
export function chooseDestination(
  terms: TokenTerms,
  snapshot: Snapshot,
  recipient: Address,
  associated: Address,
  memo: string | undefined,
): Destination {
  const account = snapshot.account(recipient);
  const own =
    account === undefined || tokenTypeOf(account) === undefined ? undefined : decodeTokenAccount(account.data);
  if (own !== undefined) {
    const wrong = own.mint === terms.mint ? [] : [problem('recipient.otherToken', { token: own.mint }, recipientField)];
    return { address: recipient, deposit: undefined, problems: [...wrong, ...stateProblems(own, memo)] };
  }
  const existing = readTokenAccount(terms, snapshot.account(associated));
  if (existing === undefined) {
    const unusable = terms.state.extensions.frozenByDefault === true ? [frozenByDefault('the recipient')] : [];
    return { address: associated, deposit: tokenAccountDeposit(snapshot, terms, associated), problems: unusable };
  }
  // The classic program lets an owner give his token account away, and the address stays the same.
  const { owner } = existing;
  const given = owner === recipient ? [] : [problem('recipient.otherOwner', { owner }, recipientField)];
  return { address: associated, deposit: undefined, problems: [...given, ...stateProblems(existing, memo)] };
}

export function frozenByDefault(who: string): Problem {
  return problem('token.frozenByDefault', { who }, 'transaction.data.tokenId');
}

function stateProblems({ state, extensions }: TokenAccount, memo: string | undefined): Problem[] {
  return [
    ...(state === 'frozen' ? [problem('recipient.frozen', {}, recipientField)] : []),
    ...(extensions.memoRequired === true && memo === undefined
      ? [problem('recipient.memoRequired', {}, 'transaction.data.memo')]
      : []),
  ];
}
