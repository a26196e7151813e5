import type { AccountStateRequest, ReadBalances, TokenAmount } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { canonicalAddress } from '../address/address.ts';
import type { TonContext } from '../context.ts';
import { knownJettons } from '../jettons/known-jettons.ts';
import { bareFacts, toToken } from '../jettons/to-token.ts';
import type { TonOptions } from '../options.ts';
import { Address } from '../ton-core.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { balanceOf } from '../upstream/queries/accounts.ts';
import { type HeldJetton, type HeldJettons, jettonsOf, someJettonsOf } from '../upstream/queries/jetton-list.ts';
import { readPositions } from './positions.ts';

/**
 * Native coins and jettons, in one round trip; stakes beside them.
 *
 * Jettons come from an index, toncenter v3 or tonapi, that lists a wallet only if its master confirms it. Jettons that the index calls frauds
 * (`is_scam` of v3, `blacklist` of tonapi) are left out. Names, tickers and decimals of known jettons are those of the operator's list and of the
 * bundled one. What cannot be read is left out, and named in `unread`.
 */
export async function readAccountState(
  context: TonContext,
  options: Pick<TonOptions, 'tokens'>,
  id: string,
  { parts }: Pick<AccountStateRequest, 'parts'>,
  operation: Operation,
): Promise<ReadBalances> {
  const account = Address.parse(id);
  const [{ unread = [], ...held }, stakes] = await Promise.all([
    readHeld(context, options, account, parts, operation),
    parts.has('staking') ? readPositions(context, account, operation) : undefined,
  ]);
  if (stakes === undefined) return { ...held, unread };
  const { isShort, ...staking } = stakes;
  return { ...held, staking, unread: isShort ? [...unread, 'a stake'] : unread };
}

async function readHeld(
  context: TonContext,
  options: Pick<TonOptions, 'tokens'>,
  account: Address,
  parts: AccountStateRequest['parts'],
  operation: Operation,
): Promise<Omit<ReadBalances, 'staking'>> {
  const questions = {
    ...(parts.has('native') ? { coins: balanceOf(account) } : {}),
    ...(parts.has('tokens') ? { held: jettonsOf(account) } : {}),
  };
  if (Object.keys(questions).length === 0) return {};
  const answers: { coins?: bigint; held?: HeldJettons } = await ask(context, questions, operation);
  const balance = answers.coins?.toString();
  return {
    // Nothing of the balance is reserved.
    ...(balance === undefined ? {} : { native: { available: balance, total: balance, unconfirmed: '0' } }),
    ...(answers.held === undefined ? {} : await toTokens(context, options, account, answers.held, operation)),
  };
}

/** Addresses of one request: more could make its URL too long for servers. The operator's come first. */
const mostAsked = 100;

async function toTokens(
  context: TonContext,
  options: Pick<TonOptions, 'tokens'>,
  account: Address,
  { jettons, hasNameless, isCut }: HeldJettons,
  operation: Operation,
): Promise<Required<Pick<ReadBalances, 'tokens' | 'unread'>>> {
  const known = new Map(knownJettons(options.tokens).map((token) => [token.id, token]));
  const listed = new Map(jettons.map((jetton) => [canonicalAddress(Address.parseRaw(jetton.master)), jetton]));
  // Anybody can send jettons to anybody. So many of them must not hide those that the operator cares for.
  const missing = [...known.keys()].filter((token) => !listed.has(token)).slice(0, mostAsked);
  let isShort = hasNameless;
  if (isCut && missing.length > 0 && context.kinds.includes('toncenter-v3')) {
    const masters = missing.map((token) => Address.parse(token));
    const more = await askOne(context, someJettonsOf(account, masters), operation);
    for (const jetton of more.jettons) listed.set(canonicalAddress(Address.parseRaw(jetton.master)), jetton);
    isShort ||= more.hasNameless;
  }
  // A list that the operator trusts counts before what an index calls a fraud.
  const shown = [...listed].filter(([id, { isScam }]) => !isScam || known.has(id));
  return {
    tokens: shown.flatMap(([id, jetton]) => toAmount(id, jetton, known.get(id))),
    unread: [
      ...shown.flatMap(([id, { amount }]) => (amount === undefined ? [unreadBalance(known.get(id))] : [])),
      ...(isShort ? [unreadBalance(undefined)] : []),
    ],
  };
}

function toAmount(id: string, { amount, facts }: HeldJetton, known: HeldJetton['facts']): TokenAmount[] {
  if (amount === undefined || amount === 0n) return [];
  return [{ token: toToken(id, known ?? facts ?? bareFacts), amount: amount.toString() }];
}

/** Only listed jettons are called by their ticker: others choose any text. */
function unreadBalance(known: { readonly ticker: string } | undefined): string {
  return known === undefined ? 'a token balance' : `the balance of ${known.ticker}`;
}
