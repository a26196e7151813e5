import { type CheckedIntent, type Decision, type ModeVerbs, nativeAmount, problem } from '@isochain/core';
import { enableToken as enableTokenBody } from '../bytes/assemble.ts';
import type { Named, SolanaContext } from '../context.ts';
import { createTokenAccountUnits } from '../fees/compute-units.ts';
import type { SolanaOptions } from '../options.ts';
import type { Solana } from '../types.ts';
import { programs } from '../well-known.ts';
import { taken } from '../wishes.ts';
import { type Facts, readScene, refused } from './completion.ts';
import { frozenByDefault, readTokenAccount } from './token-accounts.ts';
import {
  type Associated,
  accountUnder,
  addressesOf,
  associatedAccounts,
  readTokenTerms,
  tokenAccountDeposit,
  tokenAccounts,
} from './token-terms.ts';

/** Makes the sender's own token account. It is seldom needed, as senders of tokens make the recipient's account too. */
export function enableToken(context: SolanaContext, options: SolanaOptions): ModeVerbs<Solana, 'enableToken'> {
  return {
    ...taken,
    ask(intent, operation) {
      const { senderAddress: sender, tokenId: mint } = intent.parsed;
      const own = associatedAccounts(sender, mint);
      const writes = addressesOf(own);
      const { address: account, bump } = own.token;
      const recipe = {
        accounts: [...tokenAccounts(mint), ...writes],
        writes,
        questions: {},
        guess: {
          body: enableTokenBody({ payer: sender, account, owner: sender, mint, tokenProgram: programs.token }),
          units: createTokenAccountUnits(programs.token, bump),
        },
        limitsUnits: true,
        simulates: false,
        decide: (facts: EnableFacts) => decide(context, intent, own, facts),
      };
      return readScene(context, options, intent, recipe, operation);
    },
  };
}

type EnableFacts = Facts<'enableToken', Record<never, never>>;

const field = 'transaction.data.tokenId';
const what = 'the token account';

function decide(
  chain: Named,
  { parsed }: CheckedIntent<Solana, 'enableToken'>,
  own: Associated,
  { snapshot, offer: offerOf, judge }: EnableFacts,
): Decision<Solana, 'enableToken'> {
  const { terms, problems } = readTokenTerms(chain, snapshot, parsed.tokenId);
  if (terms === undefined) return refused(problems);
  const { address: destination, bump } = accountUnder(own, terms);
  const offer = offerOf(createTokenAccountUnits(terms.program, bump));
  const isThere = readTokenAccount(terms, snapshot.account(destination)) !== undefined;
  const lamports = isThere ? 0n : tokenAccountDeposit(snapshot, terms, destination);
  const isUseless = !isThere && terms.state.extensions.frozenByDefault === true;
  return {
    computed: {
      ...offer.computed,
      params: { ...offer.params, token: { program: terms.program, destination, create: true } },
    },
    ...judge(offer, {
      spending: { deposit: { lamports, what } },
      errors: isUseless ? [frozenByDefault('the sender')] : [],
      warnings: [
        isThere
          ? problem('token.alreadyEnabled', {}, field)
          : problem('account.deposit', { deposit: nativeAmount(chain, lamports), what }, field),
      ],
    }),
  };
}
