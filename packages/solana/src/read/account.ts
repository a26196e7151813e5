import {
  type AccountStateRequest,
  type Balances,
  type NativeBalance,
  type StakingBalance,
  type TokenAmount,
  UpstreamError,
} from '@isochain/core';
import { ask, fallible, type Operation, optional, type RpcOutcome } from '@isochain/core/upstream';
import type { SolanaContext } from '../context.ts';
import { decodeTokenHolding, stakeAccountLength, stakeOffsets } from '../layouts/index.ts';
import type { SolanaOptions } from '../options.ts';
import { askInParts, longCallsPerRequest } from '../upstream/ask-in-parts.ts';
import {
  type AccountHead,
  type AccountSlice,
  type KeyedAccount,
  rpc,
  type StakeSysvars,
  skippedSlotCodes,
} from '../upstream/rpc.ts';
import { maxNames, planTokenReads, type TokenFacts, toToken } from '../upstream/token-metadata.ts';
import { programs } from '../well-known.ts';
import { epochEnd, slotsToTime } from './epoch-end.ts';
import { endsWithEpoch, readStaking } from './staking.ts';

/** Native coins, tokens and stakes, in one round trip. What tokens are is read in a second one, unless it was read lately. */
export async function readAccountState(
  context: SolanaContext,
  _options: SolanaOptions,
  account: string,
  { parts }: AccountStateRequest,
  operation: Operation,
): Promise<Balances> {
  const answers = await ask(operation, {
    ...(parts.has('native') ? { head: rpc.accountHead(account) } : {}),
    ...(parts.has('tokens') ? tokenQuestions(account) : {}),
    ...(parts.has('staking') ? stakingQuestions(account) : {}),
  });
  const { head, classic, extended, stakes, sysvars } = answers;
  const [tokens, staking] = await Promise.all([
    classic === undefined || extended === undefined
      ? undefined
      : readTokens(context, [...classic, ...extended], operation),
    stakes === undefined || sysvars === undefined ? undefined : readStakes(account, stakes, sysvars, operation),
  ]);
  return {
    ...(head === undefined ? {} : { native: toNative(head) }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(staking === undefined ? {} : { staking }),
  };
}

/**
 * Every coin of a wallet can be sent. What another program owns, or what holds data, only that program can move. Stakes lie in accounts of
 * their own and are not in the total.
 */
function toNative(head: AccountHead | null): NativeBalance {
  const total = (head?.lamports ?? 0n).toString();
  const isWallet = head !== null && head.owner === programs.system && (head.space ?? 0) === 0;
  return { available: isWallet ? total : '0', total, unconfirmed: '0' };
}

/** All token accounts of an owner, in one answer each: there are no pages. */
export function tokenQuestions(owner: string) {
  return {
    classic: rpc.tokenHoldings(owner, programs.token),
    extended: rpc.tokenHoldings(owner, programs.token2022),
  };
}

/**
 * Balances by token, those of several accounts of one token added up. Without empty ones and collectibles; a token whose mint cannot be read
 * is left out as well, since nobody could say how much it is.
 */
async function readTokens(
  context: SolanaContext,
  accounts: readonly AccountSlice[],
  operation: Operation,
): Promise<TokenAmount[]> {
  const amounts = sumByMint(accounts);
  const mints = [...amounts.keys()].sort((a, b) => rankOf(amounts, a) - rankOf(amounts, b) || (a < b ? -1 : 1));
  const facts = await readFacts(context, mints, operation);
  return mints.flatMap((mint) => {
    const found = facts.get(mint);
    return found?.isFungible ? [{ token: toToken(mint, found), amount: (amounts.get(mint) ?? 0n).toString() }] : [];
  });
}

/** Facts by mint: those that were read lately from memory, the others from the chain. */
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
  // Beyond these no name was looked up, which may be different another time.
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

/** Names are looked up of so many only: whoever holds exactly one unit probably holds a collectible, which is not shown anyway. */
function rankOf(amounts: ReadonlyMap<string, bigint>, mint: string): number {
  return amounts.get(mint) === 1n ? 1 : 0;
}

function stakingQuestions(account: string) {
  return {
    // Many providers do not let everybody search a program's accounts.
    stakes: optional(searchStakes(account)),
    sysvars: rpc.stakeSysvars(),
  };
}

function searchStakes(withdrawer: string) {
  return rpc.programAccounts(programs.stake, [
    { dataSize: stakeAccountLength },
    { memcmp: { offset: stakeOffsets.withdrawer, bytes: withdrawer } },
  ]);
}

/** An endpoint that would not search is passed over: an empty list would say that there is nothing at stake. */
async function readStakes(
  account: string,
  outcome: RpcOutcome<KeyedAccount[]>,
  sysvars: StakeSysvars,
  operation: Operation,
): Promise<StakingBalance> {
  const stakes = outcome.ok
    ? outcome.value
    : (await ask(operation, { stakes: searchStakes(account) }, { mayLag: true })).stakes;
  const isEnding = stakes.some((stake) => endsWithEpoch(stake, sysvars.clock));
  const epochEndsAt = isEnding ? await readEpochEnd(sysvars, operation) : undefined;
  return readStaking(account, stakes, { ...sysvars, epochEndsAt });
}

/** Good to have: nodes forget old blocks, and a date is no reason to show no stakes. */
async function readEpochEnd(sysvars: StakeSysvars, operation: Operation): Promise<bigint | undefined> {
  const slots = slotsToTime(sysvars);
  const questions = Object.fromEntries(slots.map((slot) => [slot.toString(), fallible(rpc.blockTime(slot))]));
  try {
    const answers = await ask(operation, questions, { mayLag: true });
    return epochEnd(sysvars, new Map(slots.map((slot) => [slot, timeOf(answers[slot.toString()])])));
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

/** Null for a slot without a block, undefined where the node does not know. */
function timeOf(outcome: RpcOutcome<bigint | null> | undefined): bigint | null | undefined {
  if (outcome?.ok === true) return outcome.value ?? undefined;
  return outcome !== undefined && skippedSlotCodes.includes(outcome.error.code) ? null : undefined;
}
