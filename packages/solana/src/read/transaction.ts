import type { ReadTransaction } from '@isochain/core';
import { ask, isMalformed, type Operation, optional, type RpcOutcome, silent } from '@isochain/core/upstream';
import type { SolanaContext } from '../context.ts';
import { decodeStakeAccount } from '../layouts/index.ts';
import { askInParts, longCallsPerRequest } from '../upstream/ask-in-parts.ts';
import { chunksOf } from '../upstream/chunks.ts';
import { accountsPerCall, type FoundTransaction, type NodeTransaction, rpc } from '../upstream/rpc.ts';
import { maxNames, planTokenReads, type TokenFacts } from '../upstream/token-metadata.ts';
import { programs } from '../well-known.ts';
import { tokenChanges } from './movements.ts';
import { type Details, parseSignature, parseTransaction } from './parse-transaction.ts';
import { stepsOf } from './steps.ts';

/**
 * Reads one transaction.
 *
 * @param id - Its first signature, in base58.
 * @returns Undefined if the node does not know the transaction: never sent, expired, not there yet, or of another cluster.
 */
export async function readTransaction(
  context: SolanaContext,
  id: string,
  operation: Operation,
): Promise<ReadTransaction | undefined> {
  const { transaction, statuses, head } = await ask(operation, {
    transaction: optional(rpc.transaction(id)),
    statuses: rpc.signatureStatuses([id]),
    head: rpc.slot(),
  });
  const [status] = statuses;
  const [found] = await settle([id], [transaction], operation);
  const content = found?.value ?? undefined;
  const slot = content?.slot ?? status?.slot;
  if (slot === undefined) return undefined;
  const parsed =
    content !== undefined
      ? parseTransaction(context, content, await readDetails(context, [content], operation))
      : status && parseSignature({ ...status, blockTime: found?.blockTime }, id);
  if (!parsed) return undefined;
  const raw = found?.raw ?? { ...status, slot: slot.toString() };
  // In slots, like heights: slots without a block count too.
  const confirmations = head < slot ? {} : { confirmations: (head - slot + 1n).toString() };
  return { parsed: { ...parsed, ...confirmations }, raw };
}

/** Transactions in one HTTP request. Nodes and their proxies limit the size of answers, and a transaction may have 100 kB. */
const transactionsPerRequest = 25;

/**
 * Reads the content of transactions.
 *
 * @returns In the order of the ids. Undefined if no node has the transaction, its version is newer than we read, or nodes answer something else.
 */
export async function fetchTransactions(
  ids: readonly string[],
  operation: Operation,
): Promise<(FoundTransaction | undefined)[]> {
  try {
    const questions = Object.fromEntries(ids.map((id) => [id, optional(rpc.transaction(id))]));
    const answers = await askInParts(operation, questions, transactionsPerRequest);
    const outcomes = ids.map((id) => answers[id]);
    return await settle(ids, outcomes, operation);
  } catch (error) {
    if (!isMalformed(error) || ids.length === 1) throw error;
    // One that cannot be read must not cost the others.
    const found = await Promise.all(ids.map((id) => readAlone(id, operation)));
    if (found.every((each) => each === undefined)) throw error;
    return found;
  }
}

async function readAlone(id: string, operation: Operation): Promise<FoundTransaction | undefined> {
  try {
    const [found] = await fetchTransactions([id], operation);
    return found;
  } catch (error) {
    if (isMalformed(error)) return undefined;
    throw error;
  }
}

/** JSON-RPC code for a transaction of a later version than we asked for. Source: @solana/errors, codes.ts. */
const unsupportedVersion = -32015;

/** Asks other endpoints for transactions that one could not give. */
async function settle(
  ids: readonly string[],
  outcomes: readonly (RpcOutcome<FoundTransaction> | undefined)[],
  operation: Operation,
): Promise<(FoundTransaction | undefined)[]> {
  const missing = ids.filter((_, i) => {
    const outcome = outcomes[i];
    return outcome !== undefined && !outcome.ok && outcome.error.code !== unsupportedVersion;
  });
  const questions = Object.fromEntries(missing.map((id) => [id, rpc.transaction(id)]));
  const again = await askInParts(operation, questions, transactionsPerRequest);
  return ids.map((id, i) => {
    const outcome = outcomes[i];
    return outcome?.ok === true ? outcome.value : again[id];
  });
}

/**
 * Reads what transactions do not tell: the names of moved tokens, and the validators of ended stakes. Names that were read lately are not asked again. Without an answer
 * about names, tokens are shown by their addresses.
 */
export async function readDetails(
  { tokenMemory }: Pick<SolanaContext, 'tokenMemory'>,
  transactions: readonly NodeTransaction[],
  operation: Operation,
): Promise<Details> {
  const mints = [...new Set(transactions.flatMap(movedMints))];
  const stakes = [...new Set(transactions.flatMap(endedStakes))];
  const known = new Map(mints.flatMap((mint) => knownFacts(tokenMemory, mint)));
  const unknown = mints.filter((mint) => !known.has(mint));
  const plan = planTokenReads(unknown);
  const chunks = chunksOf(stakes, accountsPerCall);
  const questions = Object.fromEntries(chunks.map((part, i) => [`stakes${i}`, rpc.readableAccounts(part)]));
  const [named = {}, answers] = await Promise.all([
    silent(askInParts(operation, plan.questions, longCallsPerRequest)),
    askInParts(operation, questions, longCallsPerRequest),
  ]);
  const facts = plan.facts(named);
  // Only these had their names looked up.
  for (const mint of unknown.slice(0, maxNames)) {
    const found = facts.get(mint);
    if (found !== undefined) tokenMemory.set(mint, found);
  }
  const validators = new Map<string, string>();
  chunks.forEach((part, i) => {
    part.forEach((address, k) => {
      const account = answers[`stakes${i}`]?.[k];
      const stake = account?.owner === programs.stake ? decodeStakeAccount(account.data) : undefined;
      if (stake?.state === 'delegated') validators.set(address, stake.delegation.voter);
    });
  });
  return { tokens: new Map([...known, ...facts]), validators };
}

function knownFacts(memory: SolanaContext['tokenMemory'], mint: string): [string, TokenFacts][] {
  const facts = memory.get(mint);
  return facts === undefined ? [] : [[mint, facts]];
}

/** Mints of the tokens that changed their owners. If there are none, those that may have gone from one account to another of the same owner. */
function movedMints(transaction: NodeTransaction): string[] {
  const changes = tokenChanges(transaction);
  const { preTokenBalances, postTokenBalances } = transaction;
  return (changes.length > 0 ? changes : [...preTokenBalances, ...postTokenBalances]).map(({ mint }) => mint);
}

/** Instructions that end a stake do not name the validator. The stake account still does. */
function endedStakes(transaction: NodeTransaction): string[] {
  return stepsOf(transaction).flatMap((step) =>
    step.kind === 'unstake' || step.kind === 'withdraw' ? [step.account] : [],
  );
}
