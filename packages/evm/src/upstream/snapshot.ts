import { IsochainError, problem, UpstreamError } from '@isochain/core';
import {
  type Answers,
  ask,
  fallible,
  isMalformed,
  type Operation,
  optional,
  type Questions,
  type RpcOutcome,
} from '@isochain/core/upstream';
import type { Address, Hex } from '../address.ts';
import { callData, decodeReads, type Read, type ReadResult, wordOf } from '../bytes/multicall.ts';
import type { EvmContext } from '../context.ts';
import { type FeeModel, type FeeSnapshot, feeModels, isIdle, medianOf, medianTip } from '../fees/fee-models.ts';
import { historyBlocks, riseIn, steepestRise } from '../fees/headroom.ts';
import { type OracleAnswer, oracleReadCount, oracleReads, readOracle } from '../fees/l1-fee.ts';
import { askTwo, type Opinion, settlePrice } from '../fees/second-opinion.ts';
import { planReads } from './contract-reads.ts';
import { planLists, type Stopped } from './issuer-lists.ts';
import { bytes, type CallRequest, rpc, type Tag } from './rpc.ts';
import { factReads, readFacts, type TokenFacts } from './token-facts.ts';
import { isShortOfFunds, isVerdict } from './verdicts.ts';

/** Everything that completing a transaction needs, read from one endpoint in one round trip. Amounts in wei, or in the token's smallest unit. */
export interface Snapshot {
  readonly fees: FeeSnapshot;
  readonly opinion: Opinion;
  /** Prices beyond gas. Undefined if the chain charges nothing else. */
  readonly oracle: OracleAnswer | undefined;
  /** What the account can spend: the smaller of the latest and the pending balance. */
  readonly balance: bigint;
  /** Whether transactions wait and the balance does not show what they will spend. */
  readonly hidesWaiting: boolean;
  readonly nonce: { readonly latest: bigint; readonly pending: bigint };
  readonly senderCode: Hex;
  /** Of the recipient of native coins, or of the token's contract. */
  readonly targetCode: Hex;
  /** Of the recipient of tokens. Undefined if it was not asked for. */
  readonly recipientCode: Hex | undefined;
  /** The estimate. Undefined if it was not asked for yet. */
  readonly gas: RpcOutcome<bigint> | undefined;
  /** The token contract's answer to the simulated transfer. Undefined if it was not asked for (yet). */
  readonly simulation: RpcOutcome<Hex> | undefined;
  readonly token: TokenSnapshot | undefined;
}

interface TokenSnapshot {
  readonly facts: TokenFacts | undefined;
  readonly balance: bigint | undefined;
  /** By the issuer. Undefined if nobody gets the tokens. */
  readonly stopped: Stopped | undefined;
}

export interface SnapshotRequest {
  readonly sender: Address;
  /** What is called: the recipient of native coins, or the token's contract. */
  readonly target: Address;
  /** Who gets the tokens. Undefined for native coins. */
  readonly recipient?: Address;
  /** The call to estimate. Undefined to estimate later. */
  readonly call: CallRequest | undefined;
  /** Bytes of calldata, for the L1 fee. */
  readonly dataLength: number;
  readonly token: boolean;
}

export async function readSnapshot(
  context: EvmContext,
  request: SnapshotRequest,
  operation: Operation,
): Promise<Snapshot> {
  const model = feeModels[context.chain.feeClass];
  const { sender, target, recipient } = request;
  const reads = contractReads(model, request);
  const plan = planReads(context, reads, model.oracle && priced[model.oracle][request.token ? 'tokens' : 'coins']);
  const lists = recipient && planLists(context, { token: target, sender, recipient });
  const prices = feeQuestions(context, model, request.call);
  const questions = {
    nonceLatest: rpc.transactionCount(sender, 'latest'),
    noncePending: rpc.transactionCount(sender, pendingTag(model)),
    balance: rpc.balance(sender),
    senderCode: rpc.code(sender),
    targetCode: rpc.code(target),
    ...(recipient === undefined ? {} : { recipientCode: rpc.code(recipient) }),
    ...prices,
    ...(request.call === undefined ? {} : { gas: fallible(rpc.estimateGas(request.call), isVerdict) }),
    ...(request.call !== undefined && request.token ? { simulation: fallible(rpc.call(request.call), isVerdict) } : {}),
    ...plan.questions,
    ...lists?.questions,
  };
  const { answers, ...settled } = await askPriced(context, operation, questions, prices);
  const { nonceLatest, balance } = answers;
  // Some endpoints are many nodes at different heights: a pending nonce below the latest one comes from a node that lags behind.
  const noncePending = answers.noncePending > nonceLatest ? answers.noncePending : nonceLatest;
  const [results, stopped] = await Promise.all([plan.results(answers, operation), lists?.read(answers, operation)]);
  const waiting = noncePending > nonceLatest;
  const pending = waiting ? await pendingBalance(context, sender, operation) : undefined;
  const run = await runRich(request.call, { gas: gasOf(answers), simulation: answers.simulation }, operation);
  return {
    ...settled,
    oracle:
      model.oracle === undefined
        ? undefined
        : requireOracle(context, model.oracle, results.slice(tokenReadCount(request))),
    balance: pending !== undefined && pending < balance ? pending : balance,
    // A waiting transaction costs at least a fee, so the pending balance must differ. If it does not, the endpoint answered the latest one.
    hidesWaiting: waiting && (pending === undefined || pending === balance),
    nonce: { latest: nonceLatest, pending: noncePending },
    senderCode: answers.senderCode,
    targetCode: answers.targetCode,
    recipientCode: answers.recipientCode,
    ...run,
    token: request.token ? { facts: readFacts(results.slice(1, 4)), balance: wordOf(results[0]), stopped } : undefined,
  };
}

/** Asks all questions, including `prices`. If the operator wants it, a second endpoint is asked for prices alone. */
async function askPriced<const Q extends Questions>(
  context: EvmContext,
  operation: Operation,
  questions: Q,
  prices: ReturnType<typeof feeQuestions>,
): Promise<{ answers: Answers<Q>; fees: FeeSnapshot; opinion: Opinion }> {
  if (!context.asksSecondPrice) {
    const answers = await ask(operation, questions);
    return { answers, fees: toFeeSnapshot(answers), opinion: 'unasked' };
  }
  const { answers, second } = await askTwo(operation, questions, prices);
  const others = second && toFeeSnapshot(second);
  return { answers, ...settlePrice(context, feeModels[context.chain.feeClass], toFeeSnapshot(answers), others) };
}

/**
 * Schemas of Multicall3 answers with GasPriceOracle's reads, alone or after a token's. If the oracle's answer is missing or impossible, the next
 * endpoint is asked. Made once each, as reads with different schemas are never coalesced. An answer that is not Multicall3's is handled later.
 */
const priced = {
  op: { coins: pricedBy('op', 0), tokens: pricedBy('op', 4) },
  mantle: { coins: pricedBy('mantle', 0), tokens: pricedBy('mantle', 4) },
};

function pricedBy(kind: 'op' | 'mantle', before: number) {
  return bytes.refine((answer) => {
    const results = decodeReads(answer, before + oracleReadCount[kind]);
    return results === undefined || readOracle(kind, results.slice(before)) !== undefined;
  }, 'GasPriceOracle tells no possible L1 fee');
}

/** A guess will not do: without room for the L1 fee a transaction would be accepted and never mined. */
function requireOracle(context: EvmContext, kind: 'op' | 'mantle', results: readonly ReadResult[]): OracleAnswer {
  const answer = readOracle(kind, results);
  if (answer !== undefined) return answer;
  const { message } = problem('upstream.unavailable', { chain: context.identity.name, attempts: 1, seconds: 1 });
  throw new IsochainError('upstream.unavailable', message, { context: { reason: 'GasPriceOracle tells no L1 fee' } });
}

/** HyperEVM serves no pending state, and Monad has no global pool that knows it. */
function pendingTag(model: FeeModel): Tag {
  return model.latestOnly === true ? 'latest' : 'pending';
}

/**
 * Waiting transactions will have spent something before ours is mined. They are rare, so asking costs a round trip only then.
 *
 * @returns Undefined on a chain whose nodes have no pending state, and from a node that has none at the moment.
 */
async function pendingBalance(context: EvmContext, sender: string, operation: Operation): Promise<bigint | undefined> {
  if (context.chain.pendingIsLatest === true) return undefined;
  try {
    const { pending } = await ask(operation, { pending: rpc.pendingBalance(sender) });
    return pending.ok ? pending.value : undefined;
  } catch (error) {
    // What nodes complain of is not told to be there, and less is claimed without it (`hidesWaiting`). An impossible balance is a lie.
    if (!(error instanceof UpstreamError) || isMalformed(error)) throw error;
    return undefined;
  }
}

function contractReads(model: FeeModel, { sender, target, token, dataLength }: SnapshotRequest): Read[] {
  const ofToken: Read[] = token ? [{ target, data: callData('balanceOf(address)', sender) }, ...factReads(target)] : [];
  const oracle = model.oracle === undefined ? [] : oracleReads(model.oracle, dataLength);
  return [...ofToken, ...oracle];
}

/** A token takes four reads: its balance and three facts. */
function tokenReadCount({ token }: SnapshotRequest): 0 | 4 {
  return token ? 4 : 0;
}

function feeQuestions({ chain }: EvmContext, model: FeeModel, call: CallRequest | undefined) {
  const needs = (what: FeeModel['needs'][number]) => model.needs.includes(what);
  return {
    ...(needs('feeHistory') ? { feeHistory: rpc.feeHistory(historyBlocks(chain.blockTimeMs)) } : {}),
    ...(needs('block') ? { block: rpc.latestBlock() } : {}),
    ...(needs('gasPrice') ? { gasPrice: rpc.gasPrice() } : {}),
    ...(needs('priorityFee') ? { priorityFee: rpc.maxPriorityFeePerGas() } : {}),
    ...(needs('linea') && call !== undefined ? { linea: optional(rpc.lineaEstimateGas(call)) } : {}),
  };
}

type FeeAnswers = {
  readonly [K in keyof ReturnType<typeof feeQuestions>]?: unknown;
};

function toFeeSnapshot(answers: FeeAnswers): FeeSnapshot {
  // The schema of each question made these types.
  const { feeHistory, block, gasPrice, priorityFee, linea } = answers as {
    feeHistory?: Parameters<typeof medianTip>[0];
    block?: { baseFeePerGas?: bigint | null | undefined; extraData?: Hex | null | undefined };
    gasPrice?: bigint;
    priorityFee?: bigint;
    linea?: RpcOutcome<{ gasLimit: bigint; baseFeePerGas: bigint; priorityFeePerGas: bigint }>;
  };
  return {
    nextBaseFee: feeHistory?.baseFeePerGas.at(-1),
    medianBaseFee: medianOf(feeHistory?.baseFeePerGas ?? []),
    medianTip: feeHistory === undefined ? undefined : medianTip(feeHistory),
    isIdle: feeHistory !== undefined && isIdle(feeHistory),
    statedRise: riseIn(block?.extraData),
    steepestRise: steepestRise(feeHistory?.baseFeePerGas ?? []),
    blockBaseFee: block?.baseFeePerGas,
    gasPrice,
    priorityFee,
    linea: linea?.ok === true ? linea.value : undefined,
  };
}

/** Linea's own estimate is the gas that its provers accept, so it comes first. */
function gasOf(answers: { gas?: unknown; linea?: unknown }): RpcOutcome<bigint> | undefined {
  const linea = answers.linea as RpcOutcome<{ gasLimit: bigint }> | undefined;
  if (linea?.ok === true) return { ok: true, value: linea.value.gasLimit };
  return answers.gas as RpcOutcome<bigint> | undefined;
}

type Run = Pick<Snapshot, 'gas' | 'simulation'>;

/**
 * Some nodes refuse a call that the sender cannot pay. Then the call is asked again as if it could, so that the problem can name the numbers. That
 * takes one more round trip, but nothing will be sent anyway.
 */
async function runRich(call: CallRequest | undefined, run: Run, operation: Operation): Promise<Run> {
  if (call === undefined || !(isShortOfFunds(run.gas) || isShortOfFunds(run.simulation))) return run;
  const answers = await ask(operation, {
    gas: optional(rpc.richEstimateGas(call)),
    ...(run.simulation === undefined ? {} : { simulation: optional(rpc.richCall(call)) }),
  });
  return {
    gas: answers.gas.ok ? answers.gas : run.gas,
    simulation: answers.simulation?.ok ? answers.simulation : run.simulation,
  };
}

/** Adds gas and simulation to a snapshot, for a call that needed the amount first. */
export async function simulateLater(
  context: EvmContext,
  snapshot: Snapshot,
  call: CallRequest,
  operation: Operation,
): Promise<Snapshot> {
  const model = feeModels[context.chain.feeClass];
  const simulate = { gas: fallible(rpc.estimateGas(call), isVerdict), simulation: fallible(rpc.call(call), isVerdict) };
  // On Linea the price depends on the call, so it was not known before.
  if (!model.needs.includes('linea')) {
    const answers = await ask(operation, simulate);
    return { ...snapshot, ...(await runRich(call, answers, operation)) };
  }
  const prices = feeQuestions(context, model, call);
  const { answers, ...settled } = await askPriced(context, operation, { ...simulate, ...prices }, prices);
  const run = await runRich(call, { gas: gasOf(answers), simulation: answers.simulation }, operation);
  return { ...snapshot, ...run, ...settled };
}
