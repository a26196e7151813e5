import { type CheckedIntent, type ModeVerbs, problem } from '@isochain/core';
import { registerCall } from '../bytes/calls.ts';
import type { AptosContext } from '../context.ts';
import type { StructTag } from '../move/type-tag.ts';
import type { AptosOptions } from '../options.ts';
import type { FactQuestions } from '../tokens/look-up.ts';
import type { Aptos } from '../types.ts';
import { isRegistered } from '../upstream/queries/tokens.ts';
import type { Query } from '../upstream/query.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { termQuestions, termsOf, tokenField } from './token-terms.ts';

/**
 * Makes the store of the sender for a coin. It is seldom needed: transfers make the recipient's, unless that one refuses it. Stores of fungible assets
 * appear with the first deposit.
 */
export function enableToken(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'> = {},
): ModeVerbs<Aptos, 'enableToken'> {
  return {
    wishes: wishesOf.enableToken,
    honours,
    async ask(intent, operation) {
      const { senderAddress: owner, tokenId: token } = intent.parsed;
      if (token.kind !== 'coin') {
        const reason = 'a fungible asset needs no enabling, because its store appears with the first deposit';
        const error = problem('token.invalid', { chain: context.identity.name, reason }, tokenField);
        return { decide: () => ({ computed: {}, errors: [error], warnings: [] }) };
      }
      const { type } = token;
      const questions: Questions = {
        ...termQuestions(context, options, token),
        isRegistered: isRegistered(owner, type),
      };
      return readScene(
        context,
        { ...intent, amount: undefined },
        { questions, propose: (facts) => propose(context, options, intent, type, facts) },
        operation,
      );
    },
  };
}

type Questions = Partial<FactQuestions> & { readonly isRegistered: Query<boolean> };

function propose(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'>,
  { parsed: { tokenId: token } }: CheckedIntent<Aptos, 'enableToken'>,
  type: StructTag,
  { answers }: Facts<Questions>,
): Proposal<'enableToken'> {
  const terms = termsOf(context, options, token, answers);
  if ('problem' in terms) return { errors: [terms.problem] };
  return {
    warnings: answers.isRegistered ? [problem('token.alreadyEnabled', {}, tokenField)] : [],
    call: registerCall(type),
    settle: () => ({ spent: 0n }),
  };
}
