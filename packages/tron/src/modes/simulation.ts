import { type Problem, problem } from '@isochain/core';
import { RejectedAnswer } from '@isochain/core/upstream';
import { readTransferLog, type TokenMove } from '../bytes/transfer-log.ts';
import type { TronContext } from '../context.ts';
import type { TokenFacts } from '../tokens/token-facts.ts';
import { type Call, type CallOutcome, constantCall } from '../upstream/queries/contracts.ts';
import { mapped, type Query } from '../upstream/query.ts';

type Simulation = Extract<CallOutcome, { readonly ok: true }>;

const tokenField = 'transaction.data.tokenId';

/**
 * Judges a transfer by what the contract logs: exactly one move, from the sender, of the whole amount. What it returns says nothing: Tether's contract on
 * Tron returns false when it succeeds.
 */
export function simulationProblems({ logs }: Simulation, wanted: TokenMove, token: TokenFacts): Problem[] {
  const moves = logs.flatMap((log) => readTransferLog(log) ?? []);
  const own = moves.filter(({ contract }) => contract === wanted.contract);
  const taken = sumOf(own, ({ from }) => from === wanted.from);
  const arrived = sumOf(own, ({ to }) => to === wanted.to);
  const passedOn = wanted.to === wanted.from ? 0n : sumOf(own, ({ from }) => from === wanted.to);
  if (own.length === 0) return [fails('the contract does not say that it moves anything')];
  const amountOf = (amount: bigint) => ({ amount, decimals: token.decimals, ticker: token.ticker });
  if (taken !== wanted.amount || arrived - passedOn !== wanted.amount) {
    const received = amountOf(arrived > passedOn ? arrived - passedOn : 0n);
    return [problem('token.notWhole', { taken: amountOf(taken), received }, tokenField)];
  }
  const isElsewhere = moves.some(({ contract, from }) => contract !== wanted.contract && from === wanted.from);
  if (isElsewhere) return [fails('it would move other tokens of the sender too')];
  const fromSender = own.filter(({ from }) => from === wanted.from);
  if (fromSender.length !== 1) return [fails('the contract moves the tokens in several parts')];
  return [];
}

function sumOf(moves: readonly TokenMove[], isCounted: (move: TokenMove) => boolean): bigint {
  return moves.reduce((sum, move) => (isCounted(move) ? sum + move.amount : sum), 0n);
}

function fails(reason: string): Problem {
  return problem('token.transferFails', { reason }, tokenField);
}

/**
 * The least energy of a transfer, apart from the penalty: a balance changes, which is a word of storage (5,000), and a log with three topics and a word is
 * written (375 for the log, 375 for each topic, 8 for each byte): EnergyCost of tronprotocol/java-tron, RESET_SSTORE, LOG_ENERGY, LOG_TOPIC_ENERGY and
 * LOG_DATA_ENERGY. Nothing comes back for words that are cleared.
 */
const leastEnergy = 5_000n + 375n + 3n * 375n + 8n * 32n;

/** The simulation of a transfer. A node that says less energy than the rules of the chain allow is not believed. */
export function transferSimulation(call: Call): Query<CallOutcome> {
  return mapped(constantCall(call), (outcome) => {
    const isTransfer = outcome.ok && outcome.logs.some((log) => readTransferLog(log) !== undefined);
    if (isTransfer && outcome.energy - outcome.penalty < leastEnergy) {
      throw new RejectedAnswer('it says less energy than any transfer needs');
    }
    return outcome;
  });
}

/**
 * Simulations of two nodes may differ by what the newest blocks changed: a recipient without tokens makes a call about twice as dear, and a maintenance up to
 * a fifth.
 */
const disputedFactor = 3n;

/**
 * The energy to reckon with: the higher of what two nodes say. A node that says too little would let the call run out of energy, which costs all that
 * was burnt till then. One that says too much only raises the limit, which is paid as far as it is used.
 */
export function agreedEnergy(
  { identity }: TronContext,
  { energy }: Simulation,
  second: CallOutcome | undefined,
): { readonly energy: bigint } | { readonly error: Problem } {
  const other = second?.ok === true ? second.energy : energy;
  const [lower, higher] = energy < other ? [energy, other] : [other, energy];
  if (higher <= lower * disputedFactor) return { energy: higher };
  const numbers = { what: 'the energy of the call', first: `${energy}`, second: `${other}` };
  return { error: problem('fee.contradicted', { chain: identity.name, ...numbers }, tokenField) };
}
