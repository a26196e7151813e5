import type { AccountStateRequest, NativeBalance, ReadBalances, TokenAmount } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { checkTokenId, denomPattern } from '../address/token-id.ts';
import type { Money } from '../bytes/messages.ts';
import type { CosmosContext } from '../context.ts';
import type { CosmosOptions } from '../options.ts';
import { ask } from '../upstream/ask.ts';
import type { QueuedMessage } from '../upstream/lcd/babylon.ts';
import { type Page, readPages } from '../upstream/pages.ts';
import { currentEpochMessages, rewardGaugesOf } from '../upstream/queries/babylon.ts';
import { balance, balancesOf } from '../upstream/queries/bank.ts';
import { type ContractBalance, heldAt } from '../upstream/queries/contract.ts';
import {
  delegationsOf,
  rewardsOf,
  type StakedAmount,
  type Unbonding,
  unbondingsOf,
} from '../upstream/queries/stakes.ts';
import { readSpendable, spendableQuery } from '../upstream/spendable.ts';
import { readTokenFacts, toToken } from '../upstream/token-facts.ts';
import { waitingChanges } from '../upstream/waiting.ts';
import { rewardsOfAll, type Stakes, toStaking } from './staking.ts';

/**
 * Native coins, tokens and stakes, in one round trip. A second one reads further pages, and facts of tokens that are neither on the bundled list nor
 * remembered. Stakes of Bitcoin are not here: nodes of Babylon do not find them by their owner.
 */
export async function readAccountState(
  context: CosmosContext,
  options: CosmosOptions,
  account: Address,
  { parts }: AccountStateRequest,
  operation: Operation,
): Promise<ReadBalances> {
  const { chain } = context;
  const has = { native: parts.has('native'), tokens: parts.has('tokens'), staking: parts.has('staking') };
  const contracts = has.tokens ? contractsOf(context, options) : [];
  const isEpoching = chain.staking === 'epoching';
  const answers = await ask(
    context,
    {
      ...(has.native
        ? { spendable: spendableQuery(context, account, chain.denom), balance: balance(account, chain.denom) }
        : {}),
      ...(has.tokens ? { coins: balancesOf(account).page() } : {}),
      ...(has.staking
        ? {
            delegations: delegationsOf(context, account).page(),
            unbondings: unbondingsOf(context, account).page(),
            rewards: rewardsOf(context, account),
            ...(isEpoching ? { queue: currentEpochMessages.page(), gauges: rewardGaugesOf(account) } : {}),
          }
        : {}),
      ...Object.fromEntries(contracts.map((contract) => [contract, heldAt(contract, account)])),
    },
    operation,
  );
  const { delegations, unbondings, queue, coins, rewards = nothing, gauges = new Map() } = answers;
  const whole = answers.balance as Money | undefined;
  const [spendable, held, stakes] = await Promise.all([
    has.native ? readSpendable(context, account, chain.denom, answers.spendable, operation) : 0n,
    coins === undefined ? nothing : readPages(context, balancesOf(account), coins, operation),
    delegations === undefined || unbondings === undefined
      ? undefined
      : readStakes(context, account, { delegations, unbondings, queue }, operation),
  ]);
  const balances = answers as unknown as Readonly<Record<Address, ContractBalance>>;
  const tokens = [
    ...tokensAmong(context, held.items),
    ...contracts.map((id) => ({ id, amount: amountOf(balances[id]) })),
  ];
  const owed = rewardsOfAll(rewards.items, gauges);
  const earned = owed.filter(({ denom }) => denomPattern.test(denom));
  const oddTokens = [
    ...held.odd.map(denomOf),
    ...held.items.flatMap(({ denom }) => (denomPattern.test(denom) ? [] : [undefined])),
    ...contracts.filter((id) => cannotTell(balances[id])),
  ].filter((id) => id !== chain.denom);
  const ids = [
    ...tokens.map(({ id }) => id),
    ...oddTokens.flatMap((id) => id ?? []),
    ...earned.map(({ denom }) => denom).filter((id) => id !== chain.denom),
  ];
  const facts = await readTokenFacts(context, options, ids, operation);
  const tokenOf = (id: string) => {
    const found = facts.get(id);
    return found && toToken(context, id, found);
  };
  const hasAllRewards =
    rewards.odd.length === 0 && earned.length === owed.length && [...gauges.values()].every(({ isWhole }) => isWhole);
  const unread = [
    ...oddTokens.map((id) => (id === undefined ? 'a token balance' : `the balance of ${facts.get(id)?.ticker ?? id}`)),
    ...(stakes?.isWhole === false ? ['a stake'] : []),
    ...(hasAllRewards ? [] : ['a reward']),
  ];
  return {
    ...(whole === undefined ? {} : { native: toNative(spendable, whole.amount) }),
    ...(has.tokens ? { tokens: tokens.flatMap(({ id, amount }) => toAmount(tokenOf(id), amount)) } : {}),
    ...(stakes !== undefined ? { staking: toStaking(context, stakes, earned, tokenOf) } : {}),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

const nothing = { items: [], odd: [] };

const namedCoin = z.object({ denom: z.string().regex(denomPattern) });

/** Of a coin that cannot be read. Undefined if its denomination cannot be read either. */
function denomOf(odd: unknown): string | undefined {
  return namedCoin.safeParse(odd).data?.denom;
}

/** No node lists the contracts (CW20) that an account has tokens in. So only configured ones are asked. */
function contractsOf(context: CosmosContext, { tokens = [] }: CosmosOptions): Address[] {
  return tokens.flatMap(({ id }) => {
    const checked = checkTokenId(context, id);
    return checked.ok && 'contract' in checked.value ? [checked.value.contract] : [];
  });
}

/** A contract that does not exist holds no tokens. */
function amountOf(answer: ContractBalance | undefined): bigint {
  return answer !== undefined && 'amount' in answer ? answer.amount : 0n;
}

/** The operator listed the contract as a token. So its answer counts as a balance that cannot be read, also if it answers nonsense on purpose. */
function cannotTell(answer: ContractBalance | undefined): boolean {
  return answer !== undefined && 'notToken' in answer;
}

/** All coins but the native one. Leaves out denominations in a form that cannot be asked for later. */
function tokensAmong({ chain }: CosmosContext, coins: readonly Money[]): { id: string; amount: bigint }[] {
  return coins
    .filter(({ denom }) => denom !== chain.denom && denomPattern.test(denom))
    .map(({ denom: id, amount }) => ({ id, amount }));
}

function toAmount(token: TokenAmount['token'] | undefined, amount: bigint): TokenAmount[] {
  return token === undefined || amount === 0n ? [] : [{ token, amount: amount.toString() }];
}

/** The total has what still vests. A block may come between two answers of a node, so the available amount is limited to the total. */
function toNative(spendable: bigint, held: bigint): NativeBalance {
  return {
    available: (spendable < held ? spendable : held).toString(),
    total: held.toString(),
    unconfirmed: '0',
  };
}

interface FirstPages {
  readonly delegations: Page<StakedAmount>;
  readonly unbondings: Page<Unbonding>;
  /** Asked on chains where stakes wait for the end of an epoch. */
  readonly queue: Page<QueuedMessage> | undefined;
}

async function readStakes(
  context: CosmosContext,
  account: Address,
  first: FirstPages,
  operation: Operation,
): Promise<Stakes & { readonly isWhole: boolean }> {
  const [delegations, unbondings, waiting] = await Promise.all([
    readPages(context, delegationsOf(context, account), first.delegations, operation),
    readPages(context, unbondingsOf(context, account), first.unbondings, operation),
    first.queue === undefined
      ? { changes: [], isWhole: true }
      : readPages(context, currentEpochMessages, first.queue, operation).then((messages) =>
          waitingChanges(context, account, messages, operation),
        ),
  ]);
  return {
    delegations: delegations.items,
    unbondings: unbondings.items,
    waiting: waiting.changes,
    isWhole: delegations.odd.length + unbondings.odd.length === 0 && waiting.isWhole,
  };
}
