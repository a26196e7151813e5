import {
  type AccountStateRequest,
  type NativeBalance,
  type ReadBalances,
  type TokenAmount,
  UpstreamError,
} from '@isochain/core';
import { beyondKnown } from '@isochain/core/tokens';
import { ask, firstOf, type Operation, silent } from '@isochain/core/upstream';
import { type Address, toChecksum } from '../address.ts';
import { callData, type Read, type ReadResult, wordOf } from '../bytes/multicall.ts';
import type { EvmContext } from '../context.ts';
import { feeModels } from '../fees/fee-models.ts';
import type { EvmOptions } from '../options.ts';
import { type KnownToken, knownTokens } from '../token-lists/known-tokens.ts';
import { planReads, type ReadPlan } from '../upstream/contract-reads.ts';
import type { HeldToken, TokenSource } from '../upstream/explorers/token-source.ts';
import { rpc } from '../upstream/rpc.ts';
import { cleanName, cleanTicker, factReads, readFacts, toToken } from '../upstream/token-facts.ts';
import { isNativeCoin } from './transfers.ts';

/** The most tokens that are taken from an explorer: the contract of each is asked. */
const mostDiscovered = 300;
/** The same without Multicall3, as each read is then a call of its own. */
const mostAskedSingly = 30;

/**
 * Native coins and the known tokens, in one round trip. At the same time an explorer names the other tokens of the account. A second round trip asks
 * their contracts for balances and decimals.
 *
 * @param sources - Asked in this order, until one answers.
 */
export async function readAccountState(
  context: EvmContext,
  options: EvmOptions,
  sources: readonly TokenSource[],
  account: string,
  { parts }: AccountStateRequest,
  operation: Operation,
): Promise<ReadBalances> {
  const address = toChecksum(account);
  const tokens = parts.has('tokens') ? await knownTokens(context, options) : [];
  const plan: ReadPlan = planReads(
    context,
    tokens.map(({ id }) => balanceRead(id, address)),
  );
  const hasPending = feeModels[context.chain.feeClass].latestOnly !== true;
  const [answers, discovered] = await Promise.all([
    ask(operation, {
      ...(parts.has('native') ? { latest: rpc.balance(address) } : {}),
      ...(parts.has('native') && hasPending ? { pending: rpc.pendingBalance(address) } : {}),
      ...plan.questions,
    }),
    parts.has('tokens') ? discoverTokens(context, sources, tokens, address, operation) : noTokens,
  ]);
  const { latest } = answers;
  // Undefined from a node that has no pending state.
  const pending = answers.pending?.ok === true ? answers.pending.value : latest;
  const native = latest === undefined ? {} : { native: toNative(latest, pending ?? latest) };
  if (!parts.has('tokens')) return native;
  const known = toAmounts(tokens, await plan.results(answers, operation));
  const held = await readHeld(context, address, discovered.tokens, operation);
  return {
    ...native,
    tokens: [...known.amounts, ...held.amounts],
    unread: [...known.unread, ...discovered.unread, ...held.unread],
  };
}

/** A token beyond the known ones. */
interface DiscoveredToken extends HeldToken {
  /** Checksummed. */
  readonly id: Address;
}

/** Tokens that a source named, and what it did not tell. */
interface Discovered {
  readonly tokens: readonly DiscoveredToken[];
  readonly unread: readonly string[];
}

const noTokens: Discovered = { tokens: [], unread: [] };

/** If no source answers, the account state has the known tokens only, and says so. */
async function discoverTokens(
  context: EvmContext,
  sources: readonly TokenSource[],
  known: readonly KnownToken[],
  address: string,
  operation: Operation,
): Promise<Discovered> {
  if (sources.length === 0) return noTokens;
  const most = context.chain.multicall3 === null ? mostAskedSingly : mostDiscovered;
  const idOf = (held: HeldToken) => {
    const id = held.address === undefined ? undefined : toChecksum(held.address);
    return id === undefined || isNativeCoin(id) ? undefined : id;
  };
  const held = await silent(
    firstOf(
      sources,
      operation,
      (source, using) => source.tokens(context, address, using),
      (failures) => UpstreamError.joined(context.chainId, failures),
    ),
  );
  if (held === undefined) return { tokens: [], unread: ['tokens that are on no list'] };
  return {
    tokens: beyondKnown(held, known, idOf, most),
    unread: held.some((token) => token.address === undefined) ? ['a token'] : [],
  };
}

/** Amounts, and what is left out because it could not be read, as nouns. */
interface ReadAmounts {
  readonly amounts: readonly TokenAmount[];
  readonly unread: readonly string[];
}

/**
 * A source may be old, or lie: the contracts are asked for balances and decimals. Those that tell no balance are left out without a warning: anybody can
 * make such a contract, and put it into the list of any account.
 */
async function readHeld(
  context: EvmContext,
  address: string,
  tokens: readonly DiscoveredToken[],
  operation: Operation,
): Promise<ReadAmounts> {
  if (tokens.length === 0) return { amounts: [], unread: [] };
  const wanted = tokens.map(({ id, name, ticker }) => {
    const facts = { name: cleanName(name ?? ''), ticker: cleanTicker(ticker ?? '') };
    const [decimals, ...texts] = factReads(id);
    const isNamed = facts.name !== '' && facts.ticker !== '';
    return { id, facts, reads: [balanceRead(id, address), decimals, ...(isNamed ? [] : texts)] as Read[] };
  });
  const plan = planReads(
    context,
    wanted.flatMap(({ reads }) => reads),
  );
  const results = (await plan.results(await ask(operation, plan.questions), operation)).values();
  const held = wanted.flatMap(({ id, facts, reads }) => {
    const [balance, ...said] = reads.map(() => results.next().value);
    const amount = wordOf(balance) ?? 0n;
    return amount === 0n ? [] : [{ id, facts, amount, own: readFacts(said) }];
  });
  return {
    amounts: held.flatMap(({ id, facts, amount, own }) => {
      if (own === undefined) return [];
      const token = { ...own, ticker: facts.ticker || own.ticker, name: facts.name || own.name };
      return [{ token: toToken(id, token), amount: amount.toString() }];
    }),
    unread: held.flatMap(({ own }) => (own === undefined ? ['a token without decimals'] : [])),
  };
}

function balanceRead(token: Address, address: string): Read {
  return { target: token, data: callData('balanceOf(address)', address) };
}

/** Coins that waiting transactions send cannot be spent again. Coins that they bring are not there yet. */
function toNative(latest: bigint, pending: bigint): NativeBalance {
  return {
    available: (pending < latest ? pending : latest).toString(),
    total: latest.toString(),
    unconfirmed: (pending > latest ? pending - latest : 0n).toString(),
  };
}

/** @returns The balances above 0, and names of those that could not be read. An address without code holds nothing. */
function toAmounts(tokens: readonly KnownToken[], results: readonly ReadResult[]): ReadAmounts {
  const read = tokens.map((token, i) => ({ token, result: results[i], amount: wordOf(results[i]) }));
  return {
    amounts: read.flatMap(({ token, amount }) =>
      amount === undefined || amount === 0n ? [] : [{ token: toToken(token.id, token), amount: amount.toString() }],
    ),
    unread: read.flatMap(({ token, result, amount }) =>
      amount !== undefined || result === '0x' ? [] : [`the balance of ${token.ticker}`],
    ),
  };
}
