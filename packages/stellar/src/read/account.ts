import type { AccountStateRequest, ReadBalances } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AccountId } from '../address/address.ts';
import type { StellarContext } from '../context.ts';
import { reserveOf } from '../modes/reserve.ts';
import { toToken } from '../tokens.ts';
import { ask } from '../upstream/ask.ts';
import { type AccountFacts, accountToShow } from '../upstream/queries/accounts.ts';
import { type LedgerFacts, latestLedger } from '../upstream/queries/ledgers.ts';

/**
 * XLM and tokens, in one round. Trustlines count also if they hold nothing: such an account can receive the token. Shares of pools are left out, because
 * nobody can send them. An account that does not exist has nothing.
 *
 * @param id - A muxed account has no balance of its own: its account answers.
 */
export async function readAccountState(
  context: StellarContext,
  { account: of }: AccountId,
  { parts }: Pick<AccountStateRequest, 'parts'>,
  operation: Operation,
): Promise<ReadBalances> {
  const { facts, ledger } = await ask({ facts: accountToShow(of), ledger: latestLedger }, operation, {
    accept: (found) => context.blockAge.check(found.ledger.closedAt),
  });
  return {
    ...(parts.has('native') ? { native: nativeOf(facts, ledger) } : {}),
    ...(parts.has('tokens')
      ? {
          tokens: (facts?.trustlines ?? []).map(({ token, balance }) => ({
            token: toToken(context, token),
            amount: balance.toString(),
          })),
          ...(facts?.isWhole === false ? { unread: ['a token balance'] } : {}),
        }
      : {}),
  };
}

/** What can be sent is what the account holds beside its reserve and its offers. Fees come out of it. */
function nativeOf(facts: AccountFacts | undefined, { baseReserve }: LedgerFacts) {
  if (facts === undefined) return { available: '0', total: '0', unconfirmed: '0' };
  const { available } = reserveOf(facts, baseReserve);
  return {
    available: (available < 0n ? 0n : available).toString(),
    total: facts.native.balance.toString(),
    unconfirmed: '0',
  };
}
