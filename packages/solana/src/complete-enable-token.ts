import { type CheckedIntent, type Completion, type Operation, problem } from '@isochain/core';
import type { SolanaContext } from './chains.ts';
import { complete, type Decision, type Scene } from './completion.ts';
import { createTokenAccountUnits } from './compute-units.ts';
import type { SolanaOptions } from './options.ts';
import { associatedTokenAccount } from './pda.ts';
import { nativeAmount } from './terms.ts';
import { frozenByDefault, readTokenAccount } from './token-accounts.ts';
import { associatedAccounts, readTokenTerms, tokenAccountDeposit, tokenAccounts } from './token-terms.ts';
import { programs } from './well-known.ts';

/** Completes the making of the sender's own token account. Who sends tokens makes it too, so that it is seldom needed. */
export function completeEnableToken(
  context: SolanaContext,
  options: SolanaOptions,
  intent: CheckedIntent<'enableToken'>,
  operation: Operation,
): Promise<Completion<'enableToken'>> {
  const { senderAddress: sender, tokenId } = intent.data;
  const writes = associatedAccounts(sender, tokenId);
  const field = 'transaction.data.tokenId';

  function decide({ snapshot, offer: offerOf }: Scene<Record<never, never>>): Decision {
    const { terms, problems } = readTokenTerms(context, snapshot, tokenId);
    if (terms === undefined) return { errors: problems };
    const { address, bump } = associatedTokenAccount(sender, tokenId, terms.program);
    const isThere = readTokenAccount(terms, snapshot.account(address)) !== undefined;
    const lamports = isThere ? 0n : tokenAccountDeposit(snapshot, terms, address);
    const isUseless = !isThere && terms.state.extensions.frozenByDefault === true;
    return {
      offer: offerOf(createTokenAccountUnits(terms.program, bump)),
      params: { token: { program: terms.program, destination: address, create: true } },
      spending: { deposit: { lamports, what: 'the token account' } },
      errors: isUseless ? [frozenByDefault('the sender')] : [],
      warnings: [
        isThere
          ? problem('token.alreadyEnabled', {}, field)
          : problem('token.deposit', { whose: 'sender', deposit: nativeAmount(context, lamports) }, field),
      ],
    };
  }

  const accounts = [...tokenAccounts(tokenId), ...writes];
  const { address, bump } = associatedTokenAccount(sender, tokenId, programs.token);
  const guess = {
    data: { mode: 'enableToken', tokenId },
    params: { token: { program: programs.token, destination: address, create: true } },
    units: createTokenAccountUnits(programs.token, bump),
  };
  const recipe = { accounts, writes, questions: {}, guess, limitsUnits: true, simulates: false, decide };
  return complete(context, options, intent, recipe, operation);
}
