import type { ReadBalances, TokenAmount } from '@isochain/core';
import { ask, type Operation, type RpcOutcome } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetOptions } from '../options.ts';
import { type KnownToken, knownTokens } from '../tokens/known-tokens.ts';
import { isMissing } from '../tokens/look-up.ts';
import { toToken } from '../tokens/token-facts.ts';
import { amountIn } from '../upstream/account.ts';
import { type BalanceName, listedBalanceCall } from '../upstream/token-calls.ts';

/**
 * Tokens of the bundled list that are asked for a balance: nodes have no list of what an address holds, and each token is a call of its own. With the guard
 * and STRK these fit into three batches of 20, which go out together. The operator's tokens are always asked, beside these.
 */
const mostBundled = 40;

/** Questions for the balances of an account, and what to make of the answers. */
export interface HeldTokens {
  /** For a batch with others. */
  readonly questions: Readonly<Record<Address, ReturnType<typeof listedBalanceCall>>>;
  /**
   * The balances above 0. Tokens that do not know `balanceOf` are asked again with the other spelling, in a further round, which is remembered. A token that
   * fails is `unread`: its contract may be paused or broken, and the other balances are right.
   */
  amounts(
    answers: Readonly<Record<string, unknown>>,
    operation: Operation,
  ): Promise<Required<Pick<ReadBalances, 'tokens' | 'unread'>>>;
}

export async function heldTokens(
  context: StarknetContext,
  options: Pick<StarknetOptions, 'tokens'>,
  owner: Address,
): Promise<HeldTokens> {
  const asked = (await knownTokens(context, options)).slice(0, (options.tokens ?? []).length + mostBundled);
  const nameOf = ({ id }: KnownToken): BalanceName => context.tokenMemory.get(id)?.balanceName ?? 'balanceOf';
  // The memory may forget meanwhile.
  const names = new Map(asked.map((token) => [token.id, nameOf(token)]));
  const otherName = (id: Address): BalanceName => (names.get(id) === 'balance_of' ? 'balanceOf' : 'balance_of');
  return {
    questions: questionsOf(asked, owner, (id) => names.get(id) ?? 'balanceOf'),
    async amounts(answers, operation) {
      const first = outcomesIn(answers);
      const failed = asked.filter(({ id }) => {
        const outcome = first(id);
        return outcome !== undefined && amountIn(outcome) === undefined && !isMissing(outcome);
      });
      const second = failed.length === 0 ? {} : await ask(operation, questionsOf(failed, owner, otherName));
      const again = outcomesIn(second);
      const tokens: TokenAmount[] = [];
      const unread: string[] = [];
      for (const token of asked) {
        const { id } = token;
        const [now, then] = [amountOf(first(id)), amountOf(again(id))];
        if (then !== undefined) context.tokenMemory.set(id, { facts: token, balanceName: otherName(id) });
        const amount = now ?? then;
        if (amount === undefined && failed.includes(token)) unread.push(`the balance of ${token.ticker}`);
        if (amount !== undefined && amount > 0n) tokens.push({ token: toToken(id, token), amount: amount.toString() });
      }
      return { tokens, unread };
    },
  };
}

function questionsOf(
  tokens: readonly KnownToken[],
  owner: Address,
  nameOf: (id: Address) => BalanceName,
): HeldTokens['questions'] {
  return Object.fromEntries(tokens.map(({ id }) => [id, listedBalanceCall(id, owner, nameOf(id))]));
}

/** Answers stand under the ids of the tokens. */
function outcomesIn(answers: Readonly<Record<string, unknown>>) {
  return (id: Address) => answers[id] as RpcOutcome<bigint[]> | undefined;
}

function amountOf(outcome: RpcOutcome<bigint[]> | undefined): bigint | undefined {
  return outcome === undefined ? undefined : amountIn(outcome);
}
