import { type Problem, problem } from '@isochain/core';
import type { TokenFacts } from '../tokens/token-facts.ts';
import type { TokenMove } from '../tokens/transfer-event.ts';
import type { Simulated } from '../upstream/simulation.ts';

const amountField = 'transaction.data.amount';
const tokenField = 'transaction.data.tokenId';

/** What is wrong with an amount of tokens, in their smallest unit. */
export function tokenAmountProblems({ ticker, decimals }: TokenFacts, balance: bigint, amount: bigint): Problem[] {
  if (amount === 0n) return [problem('token.nothingToSend', { ticker }, amountField)];
  if (balance >= amount) return [];
  const available = { amount: balance, decimals, ticker };
  return [problem('token.insufficient', { available, needed: { amount, decimals, ticker } }, amountField)];
}

/** Why a transfer of a token fails. */
export function transferFails(reason: string): Problem {
  return problem('token.transferFails', { reason }, tokenField);
}

/**
 * Judges a transfer by the events of its simulation: exactly one move of the token from the sender, of the whole amount, and no move of other tokens of the
 * sender. What the contract returns says nothing of that: a token may return true and move nothing, or keep a part.
 */
export function moveProblems(simulated: Simulated, wanted: TokenMove, { decimals, ticker }: TokenFacts): Problem[] {
  if (!simulated.ok) return [transferFails(simulated.reason)];
  const own = simulated.moves.filter(({ token }) => token === wanted.token);
  if (own.length === 0) return [transferFails('the contract does not say that it moves anything')];
  const taken = sumOf(own, ({ from }) => from === wanted.from);
  const arrived = sumOf(own, ({ to }) => to === wanted.to);
  const passedOn = wanted.to === wanted.from ? 0n : sumOf(own, ({ from }) => from === wanted.to);
  const received = arrived > passedOn ? arrived - passedOn : 0n;
  const shown = (amount: bigint) => ({ amount, decimals, ticker });
  if (taken !== wanted.amount || received !== wanted.amount)
    return [problem('token.notWhole', { taken: shown(taken), received: shown(received) }, tokenField)];
  if (simulated.moves.some(({ token, from }) => token !== wanted.token && from === wanted.from))
    return [transferFails('it would move other tokens of the sender too')];
  if (own.filter(({ from }) => from === wanted.from).length !== 1)
    return [transferFails('the contract moves the tokens in several parts')];
  return [];
}

function sumOf(moves: readonly TokenMove[], isCounted: (move: TokenMove) => boolean): bigint {
  return moves.reduce((sum, move) => (isCounted(move) ? sum + move.amount : sum), 0n);
}
