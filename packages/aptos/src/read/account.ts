import type { AccountStateRequest, Balances } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { aptType } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import { ask } from '../upstream/ask.ts';
import { balance } from '../upstream/queries/accounts.ts';

/** Native coins. Tokens and stakes are not built yet. */
export async function readAccountState(
  context: AptosContext,
  _: Pick<AptosOptions, 'tokens'>,
  of: Address,
  { parts }: Pick<AccountStateRequest, 'parts'>,
  operation: Operation,
): Promise<Balances> {
  const { held } = await ask(context, { held: balance(of, aptType) }, operation);
  return {
    ...(parts.has('native')
      ? { native: { available: held.toString(), total: held.toString(), unconfirmed: '0' } }
      : {}),
  };
}
