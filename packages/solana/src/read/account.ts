import {
  type AccountStateRequest,
  type NativeBalance,
  type ReadBalances,
  type StakingBalance,
  type TokenAmount,
  UpstreamError,
} from '@isochain/core';
import { ask, fallible, type Operation, optional, type RpcOutcome } from '@isochain/core/upstream';
import type { SolanaContext } from '../context.ts';
import { knownTokens } from '../known-tokens.ts';
import { decodeTokenHolding, stakeAccountLength, stakeOffsets } from '../layouts/index.ts';
import type { SolanaOptions } from '../options.ts';
import { askInParts, longCallsPerRequest } from '../upstream/ask-in-parts.ts';
import {
  type AccountHead,
  type AccountSlice,
  isSkippedSlot,
  type KeyedAccount,
  type ReadableList,
  rpc,
  type StakeSysvars,
} from '../upstream/rpc.ts';
import { maxNames, planTokenReads, type TokenFacts, toToken } from '../upstream/token-metadata.ts';
import { programs } from '../well-known.ts';
import { epochEnd, slotsToTime } from './epoch-end.ts';
import { endsWithEpoch, readStaking } from './staking.ts';

/** Native coins, tokens and stakes, in one round trip. A second one reads facts of tokens, unless they were read lately. */
export async function readAccountState(
  context: SolanaContext,
  _options: SolanaOptions,
  account: string,
  { parts }: AccountStateRequest,
  operation: Operation,
): Promise<ReadBalances> {
  const answers = await ask(operation, {
    ...(parts.has('native') ? { head: rpc.accountHead(account) } : {}),
    ...(parts.has('tokens') ? tokenQuestions(account) : {}),
    ...(parts.has('staking') ? stakingQuestions(account) : {}),
  });
  const { head, classic, extended, stakes, sysvars } = answers;
  const [tokens, staking] = await Promise.all([
    classic === undefined || extended === undefined ? undefined : readTokens(context, [classic, extended], operation),
    stakes === undefined || sysvars === undefined ? undefined : readStakes(account, stakes, sysvars, operation),
  ]);
  const unread = [...(tokens?.unread ?? []), ...(staking?.unread ?? [])];
  return {
    ...(head === undefined ? {} : { native: toNative(head) }),
    ...(tokens === undefined ? {} : { tokens: tokens.value }),
    ...(staking === undefined ? {} : { staking: staking.value }),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

/**
 * A wallet can send all its coins. If another program owns the account, or it holds data, only that program can move the coins. Stakes are in their
 * own accounts and not in the total.
 */
function toNative(head: AccountHead | null): NativeBalance {
  const total = (head?.lamports ?? 0n).toString();
  const isWallet = head !== null && head.owner === programs.system && (head.space ?? 0) === 0;
  return { available: isWallet ? total : '0', total, unconfirmed: '0' };
}

/** All token accounts of an owner, in one answer for each program: there are no pages. */
export function tokenQuestions(owner: string) {
  return {
    classic: rpc.tokenHoldings(owner, programs.token),
    extended: rpc.tokenHoldings(owner, programs.token2022),
  };
}

/** A part of the answer, and nouns for what it lacks because it cannot be read. */
interface Part<T> {
  readonly value: T;
  readonly unread: readonly string[];
}

/**
 * Balances by token: several accounts of one token are added up. Empty balances and collectibles are left out. So is a token with an unreadable mint,
 * as its decimals are unknown. Only who holds some of it is told of that: a mint that nobody holds is in no answer.
 */
async function readTokens(
  context: SolanaContext,
  lists: readonly ReadableList<AccountSlice>[],
  operation: Operation,
): Promise<Part<TokenAmount[]>> {
  const amounts = sumByMint(lists.flatMap(({ items }) => items));
  const mints = [...amounts.keys()].sort((a, b) => rankOf(amounts, a) - rankOf(amounts, b) || (a < b ? -1 : 1));
  const facts = await readFacts(context, mints, operation);
  const tokens = mints.flatMap((mint) => {
    const found = facts.get(mint);
    return found?.isFungible ? [{ token: toToken(mint, found), amount: (amounts.get(mint) ?? 0n).toString() }] : [];
  });
  return {
    value: tokens,
    unread: [
      ...(lists.every(({ isWhole }) => isWhole) ? [] : ['a token balance']),
      ...mints.filter((mint) => !facts.has(mint)).map(balanceOf),
    ],
  };
}

function balanceOf(mint: string): string {
  const listed = knownTokens.find(({ id }) => id === mint);
  return listed === undefined ? 'a token balance' : `the balance of ${listed.ticker}`;
}

/** Facts by mint, from memory if they were read lately, else from the chain. */
async function readFacts(
  context: SolanaContext,
  mints: readonly string[],
  operation: Operation,
): Promise<ReadonlyMap<string, TokenFacts>> {
  const { tokenMemory } = context;
  const known = new Map(mints.flatMap((mint) => pairOf(mint, tokenMemory.get(mint))));
  const unknown = mints.filter((mint) => !known.has(mint));
  const plan = planTokenReads(unknown);
  const read = plan.facts(await askInParts(operation, plan.questions, longCallsPerRequest));
  // Only these had their names looked up, so only these are remembered.
  for (const mint of unknown.slice(0, maxNames)) {
    const facts = read.get(mint);
    if (facts !== undefined) tokenMemory.set(mint, facts);
  }
  return new Map([...known, ...read]);
}

function pairOf(mint: string, facts: TokenFacts | undefined): [string, TokenFacts][] {
  return facts === undefined ? [] : [[mint, facts]];
}

function sumByMint(accounts: readonly AccountSlice[]): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const { account } of accounts) {
    const holding = decodeTokenHolding(account.data);
    if (holding !== undefined && holding.amount > 0n) {
      amounts.set(holding.mint, (amounts.get(holding.mint) ?? 0n) + holding.amount);
    }
  }
  return amounts;
}

/** Only a limited number of names is looked up. A balance of exactly one unit comes last: it is probably a collectible, which is not shown anyway. */
function rankOf(amounts: ReadonlyMap<string, bigint>, mint: string): number {
  return amounts.get(mint) === 1n ? 1 : 0;
}

function stakingQuestions(account: string) {
  return {
    // Many providers do not allow a search of a program's accounts.
    stakes: optional(searchStakes(account)),
    sysvars: rpc.stakeSysvars(),
  };
}

function searchStakes(withdrawer: string) {
  return rpc.readableProgramAccounts(programs.stake, [
    { dataSize: stakeAccountLength },
    { memcmp: { offset: stakeOffsets.withdrawer, bytes: withdrawer } },
  ]);
}

/** If an endpoint refuses to search, the next one is asked: an empty list would mean that nothing is at stake. */
async function readStakes(
  account: string,
  outcome: RpcOutcome<ReadableList<KeyedAccount>>,
  sysvars: StakeSysvars,
  operation: Operation,
): Promise<Part<StakingBalance>> {
  const { items: stakes, isWhole } = outcome.ok
    ? outcome.value
    : (await ask(operation, { stakes: searchStakes(account) }, { mayLag: true })).stakes;
  const isEnding = stakes.some((stake) => endsWithEpoch(stake, sysvars.clock));
  const epochEndsAt = isEnding ? await readEpochEnd(sysvars, operation) : undefined;
  const staking = readStaking(account, stakes, { ...sysvars, epochEndsAt });
  // The node found only stakes of this account. One without a position is not readable.
  const hasAll = isWhole && staking.positions.length === stakes.length;
  return { value: staking, unread: hasAll ? [] : ['a stake'] };
}

/** Optional: nodes forget old blocks, and stakes are shown without the date then. */
async function readEpochEnd(sysvars: StakeSysvars, operation: Operation): Promise<bigint | undefined> {
  const slots = slotsToTime(sysvars);
  const questions = Object.fromEntries(
    slots.map((slot) => [slot.toString(), fallible(rpc.blockTime(slot), isSkippedSlot)]),
  );
  try {
    const answers = await ask(operation, questions, { mayLag: true });
    return epochEnd(sysvars, new Map(slots.map((slot) => [slot, timeOf(answers[slot.toString()])])));
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

/** Null for a slot without a block: no other error is an answer. Undefined if the node does not know. */
function timeOf(outcome: RpcOutcome<bigint | null> | undefined): bigint | null | undefined {
  if (outcome?.ok === true) return outcome.value ?? undefined;
  return outcome === undefined ? undefined : null;
}
