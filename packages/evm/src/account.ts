import {
  type AccountStateRequest,
  type Balances,
  type NativeBalance,
  type Operation,
  type TokenAmount,
  UpstreamError,
} from '@isochain/core';
import { toChecksum } from './address.ts';
import { ask } from './ask.ts';
import type { EvmContext } from './chains.ts';
import { planReads, type ReadPlan } from './contract-reads.ts';
import type { Explorer } from './explorers/explorer.ts';
import { feeModels } from './fees/fee-models.ts';
import { type KnownToken, knownTokens } from './known-tokens.ts';
import { callData, type ReadResult, wordOf } from './multicall.ts';
import type { EvmOptions } from './options.ts';
import { rpc } from './rpc.ts';
import { toToken } from './token-facts.ts';

/** How many tokens that an explorer names are looked at: the chain is asked for each. */
const mostDiscovered = 300;

/**
 * Native coins and the tokens of the known lists, in one round trip. What else the account holds an explorer tells, side by side; how much, the chain
 * does, in a second one.
 */
export async function readAccountState(
  context: EvmContext,
  options: EvmOptions,
  explorers: readonly Explorer[],
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
  const [answers, discovered] = await Promise.all([
    ask(context, operation, {
      ...(parts.has('native') ? { latest: rpc.balance(address, 'latest') } : {}),
      ...(parts.has('native') && hasPending ? { pending: rpc.balance(address, 'pending') } : {}),
      ...plan.questions,
    }),
    parts.has('tokens') ? discoverTokens(context, explorers, tokens, address, operation) : [],
  ]);
  const { latest, pending = latest } = answers;
  const native = latest === undefined ? {} : { native: toNative(latest, pending ?? latest) };
  if (!parts.has('tokens')) return native;
  const amounts = toAmounts(tokens, await plan.results(answers, operation));
  return { ...native, tokens: [...amounts, ...(await readAmounts(context, address, discovered, operation))] };
}

/** Tokens beyond the known ones. An explorer that does not answer leaves the known ones. */
async function discoverTokens(
  context: EvmContext,
  explorers: readonly Explorer[],
  known: readonly KnownToken[],
  address: string,
  operation: Operation,
): Promise<KnownToken[]> {
  const able = explorers.find(({ tokens }) => tokens !== undefined);
  const held = await able?.tokens?.(context, address, operation).catch((error: unknown) => {
    if (error instanceof UpstreamError) return [];
    throw error;
  });
  const seen = new Set(known.map(({ id }) => id));
  return (held ?? []).flatMap(({ address: contract, ...facts }) => {
    const id = toChecksum(contract);
    if (seen.has(id) || seen.size >= known.length + mostDiscovered) return [];
    seen.add(id);
    return [{ id, ...facts }];
  });
}

/** What an explorer knows may be old: the contracts themselves are asked. */
async function readAmounts(
  context: EvmContext,
  address: string,
  tokens: readonly KnownToken[],
  operation: Operation,
): Promise<TokenAmount[]> {
  if (tokens.length === 0) return [];
  const plan = planReads(
    context,
    tokens.map(({ id }) => ({ target: id, data: callData('balanceOf(address)', address) })),
  );
  return toAmounts(tokens, await plan.results(await ask(context, operation, plan.questions), operation));
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
