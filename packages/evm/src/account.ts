import type { AccountStateRequest, Balances, NativeBalance, Operation, TokenAmount } from '@isochain/core';
import { toChecksum } from './address.ts';
import { ask } from './ask.ts';
import type { EvmContext } from './chains.ts';
import { planReads, type ReadPlan } from './contract-reads.ts';
import { feeModels } from './fees/fee-models.ts';
import { type KnownToken, knownTokens } from './known-tokens.ts';
import { callData, type ReadResult, wordOf } from './multicall.ts';
import type { EvmOptions } from './options.ts';
import { rpc } from './rpc.ts';
import { toToken } from './token-facts.ts';

/** Native coins and the tokens of the known lists, in one round trip. */
export async function readAccountState(
  context: EvmContext,
  options: EvmOptions,
  account: string,
  { parts }: AccountStateRequest,
  operation: Operation,
): Promise<Balances> {
  const address = toChecksum(account);
  const tokens = parts.has('tokens') ? await knownTokens(context, options) : [];
  const plan: ReadPlan = planReads(
    context,
    tokens.map(({ id }) => ({ target: id, data: callData('balanceOf(address)', address) })),
  );
  const hasPending = feeModels[context.chain.feeClass].latestOnly !== true;
  const answers = await ask(context, operation, {
    ...(parts.has('native') ? { latest: rpc.balance(address, 'latest') } : {}),
    ...(parts.has('native') && hasPending ? { pending: rpc.balance(address, 'pending') } : {}),
    ...plan.questions,
  });
  const { latest, pending = latest } = answers;
  return {
    ...(latest === undefined ? {} : { native: toNative(latest, pending ?? latest) }),
    ...(parts.has('tokens') ? { tokens: toAmounts(tokens, await plan.results(answers, operation)) } : {}),
  };
}

/** What is on its way out cannot be spent again; what is on its way in is not there yet. */
function toNative(latest: bigint, pending: bigint): NativeBalance {
  return {
    available: (pending < latest ? pending : latest).toString(),
    total: latest.toString(),
    unconfirmed: (pending > latest ? pending - latest : 0n).toString(),
  };
}

function toAmounts(tokens: readonly KnownToken[], results: readonly ReadResult[]): TokenAmount[] {
  return tokens.flatMap((token, i) => {
    const amount = wordOf(results[i]);
    return amount === undefined || amount === 0n
      ? []
      : [{ token: toToken(token.id, token), amount: amount.toString() }];
  });
}
