import { type CheckedIntent, type ModeVerbs, type Problem, problem, type Scene } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { transferCall } from '../bytes/calls.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetOptions } from '../options.ts';
import { type KnownToken, knownTokens } from '../tokens/known-tokens.ts';
import { type FactAnswers, factQuestions, factsWithoutAsking, isMissing, readFacts } from '../tokens/look-up.ts';
import { cleanFacts, type TokenFacts } from '../tokens/token-facts.ts';
import type { Starknet } from '../types.ts';
import { amountIn } from '../upstream/account.ts';
import { balanceCall } from '../upstream/token-calls.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { missingCoinProblems } from './funds.ts';
import { recipientProblems, recipientQuestions, recipientWarnings } from './recipients.ts';
import { moveProblems, tokenAmountProblems, transferFails } from './token-amounts.ts';

type TransferToken = CheckedIntent<Starknet, 'transferToken'>;

/**
 * Transfers of ERC-20 tokens, in two rounds. ETH is one of them: fees are paid in STRK alone, so all of a token can be sent.
 *
 * A token that nobody vouches for is simulated beside the estimate: an estimate shows whether the transfer fails, and not whether the whole amount arrives.
 * Tokens of the bundled list and of the operator are not simulated, because some providers limit simulations, or do not offer them.
 */
export function transferToken(
  context: StarknetContext,
  options: Pick<StarknetOptions, 'tokens'>,
): ModeVerbs<Starknet, 'transferToken'> {
  return {
    wishes: wishesOf.transferToken,
    honours,
    ask: (intent, operation) => askTransfer(context, options, intent, operation),
  };
}

type Questions = ReturnType<typeof holdingQuestions>;

/** Which spelling the token has is not known before, so both are asked. */
function holdingQuestions({ senderAddress, recipientAddress, tokenId }: TransferToken['parsed']) {
  return {
    camel: balanceCall(tokenId, senderAddress, 'balanceOf'),
    snake: balanceCall(tokenId, senderAddress, 'balance_of'),
    ...recipientQuestions(recipientAddress),
  } as const;
}

async function askTransfer(
  context: StarknetContext,
  options: Pick<StarknetOptions, 'tokens'>,
  intent: TransferToken,
  operation: Operation,
): Promise<Scene<Starknet, 'transferToken'>> {
  const { tokenId: id } = intent.parsed;
  const known = await knownTokens(context, options);
  const facts = factsWithoutAsking(context, known, id);
  const own = holdingQuestions(intent.parsed);
  // The further questions are answered if they are asked, which the type does not say.
  const questions = facts === undefined ? { ...own, ...factQuestions(id) } : own;
  const propose = (read: Facts<Questions>): Proposal<'transferToken'> => {
    const found = facts ?? readFacts(read.answers as Facts<Questions>['answers'] & FactAnswers);
    if (facts === undefined && !('missing' in found)) context.tokenMemory.set(id, { facts: found });
    return proposeTransfer(context, intent, { known, found }, read);
  };
  return readScene(context, intent, { questions: questions as Questions, propose }, operation);
}

interface TokenRead {
  readonly known: readonly KnownToken[];
  readonly found: TokenFacts | { readonly missing: string };
}

const tokenField = 'transaction.data.tokenId';

function proposeTransfer(
  context: StarknetContext,
  { amount: wanted = 0n, parsed: { senderAddress: from, recipientAddress: to, tokenId: token } }: TransferToken,
  { known, found }: TokenRead,
  { answers, balance: coins }: Facts<Questions>,
): Proposal<'transferToken'> {
  const { camel, snake } = answers;
  const errors = recipientProblems(context, known, { recipient: to, token });
  // Each of these stands for itself, so the client learns all of them at once.
  const refused = (...more: Problem[]) => ({ errors: [...errors, ...more, ...missingCoinProblems(context, coins)] });
  if (isMissing(camel)) {
    const reason = 'there is no contract at this address';
    return refused(problem('token.unknown', { token, chain: context.identity.name, reason }, tokenField));
  }
  if ('missing' in found) return refused(problem('token.notFungible', { token, reason: found.missing }, tokenField));
  const held = amountIn(camel) ?? amountIn(snake);
  if (held === undefined)
    return refused(problem('token.notFungible', { token, reason: 'it tells no balance' }, tokenField));
  const facts = cleanFacts({ ...found, ticker: found.ticker || token });
  const amount = wanted === 'max' ? held : wanted;
  const missing = tokenAmountProblems(facts, held, amount);
  if (errors.length + missing.length > 0) return { ...refused(...missing), amount };
  const isKnown = known.some(({ id }) => id === token);
  const wantedMove = { token, from, to, amount };
  return {
    amount,
    warnings: recipientWarnings(answers),
    calls: [transferCall(token, to, amount)],
    fails: transferFails,
    ...(isKnown ? {} : { judge: (simulated) => moveProblems(simulated, wantedMove, facts) }),
    settle: () => ({ amount, spent: 0n, params: {} }),
  };
}
