import { nativeAmount, type Problem, parseAmount, problem, type Scene } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { type Address, toBase58Address } from '../address/address.ts';
import { wordOf } from '../bytes/abi-values.ts';
import type { Contract } from '../bytes/contracts.ts';
import { blacklistCall, transferCall } from '../bytes/token-call.ts';
import type { TronContext } from '../context.ts';
import { feeLimitOf } from '../fees/fees.ts';
import type { Parameters } from '../fees/parameters.ts';
import type { TronOptions } from '../options.ts';
import { type ContractFacts, contractQuestions, knownFacts, readContractFacts } from '../tokens/look-up.ts';
import { cleanFacts, type TokenFacts } from '../tokens/token-facts.ts';
import type { Tron } from '../types.ts';
import { askOne } from '../upstream/ask.ts';
import { type AccountFacts, account } from '../upstream/queries/accounts.ts';
import { type CallOutcome, constantCall, tokenBalance } from '../upstream/queries/contracts.ts';
import type { Query } from '../upstream/query.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { recipientProblems, tokenRecipientWarnings } from './recipients.ts';
import { agreedEnergy, simulationProblems, transferSimulation } from './simulation.ts';
import { type TransferToken, tokenAmountProblems } from './token-amounts.ts';

/** What is asked about a transfer. */
interface Questions {
  readonly [name: string]: Query;
  readonly recipient: Query<AccountFacts | undefined>;
  readonly balance: Query<bigint | undefined>;
  readonly simulation: Query<CallOutcome>;
  readonly isSenderFrozen: Query<CallOutcome>;
  readonly isRecipientFrozen: Query<CallOutcome>;
}

interface SecondQuestions {
  readonly [name: string]: Query;
  readonly simulation: Query<CallOutcome>;
}

interface Request {
  readonly intent: TransferToken;
  readonly contract: Address;
}

/**
 * Transfers of TRC-20 tokens, in one round: the very call that is signed is simulated beside all other questions. A second node is asked for its
 * energy at the same time, where there is one.
 *
 * `useMaxAmount` takes a round before that for the balance: the call has the amount in it, and a simulation of another amount proves nothing about
 * this one.
 */
export async function askTransferContract(
  context: TronContext,
  options: Pick<TronOptions, 'tokens'>,
  { intent, contract }: Request,
  operation: Operation,
): Promise<Scene<Tron, 'transferToken'>> {
  const { senderAddress: from, recipientAddress: to } = intent.parsed;
  const lost = [
    ...recipientProblems(to),
    ...(to === contract ? [problem('recipient.isToken', {}, 'transaction.data.recipientAddress')] : []),
  ];
  if (lost.length > 0) return { decide: () => ({ computed: {}, errors: lost, warnings: [] }) };
  const { amount: wanted = 0n } = intent;
  const amount = wanted === 'max' ? ((await askOne(tokenBalance(contract, from), operation)) ?? 0n) : wanted;
  const id = toBase58Address(contract);
  const known = knownFacts(context, options, id);
  const call = (data: string) => constantCall({ from, contract, data });
  const simulation = transferSimulation({ from, contract, data: transferCall(to, amount) });
  const questions = {
    recipient: account(to),
    balance: tokenBalance(contract, from),
    simulation,
    isSenderFrozen: call(blacklistCall(from)),
    isRecipientFrozen: call(blacklistCall(to)),
    ...(known === undefined ? contractQuestions(contract) : {}),
  };
  return readScene(
    context,
    intent,
    {
      questions: questions as Questions,
      second: { simulation } as SecondQuestions,
      propose: (facts) => {
        const token = known === undefined ? readContractFacts(facts.answers as unknown as ContractFacts) : known.facts;
        if (known === undefined && token !== undefined) context.tokenMemory.set(id, { facts: token });
        return propose(context, intent, { contract, id, amount, token }, facts);
      },
    },
    operation,
  );
}

interface Transfer {
  readonly contract: Address;
  /** In base58. */
  readonly id: string;
  readonly amount: bigint;
  /** Undefined if the contract tells no decimals. */
  readonly token: TokenFacts | undefined;
}

const tokenField = 'transaction.data.tokenId';

function propose(
  context: TronContext,
  { wishes, parsed: { senderAddress: from, recipientAddress: to } }: TransferToken,
  { contract, id, amount, token }: Transfer,
  { answers, second, parameters }: Facts<Questions, SecondQuestions>,
): Proposal<'transferToken'> {
  const { simulation, balance } = answers;
  const refused = (...errors: Problem[]) => ({ spent: 0n, errors });
  const problems = contractProblems(context, id, token, answers);
  if (problems.length > 0 || token === undefined || balance === undefined) return refused(...problems);
  const shown = cleanFacts({ ...token, ticker: token.ticker || id });
  const missing = tokenAmountProblems(shown, balance, amount);
  if (missing.length > 0) return refused(...missing);
  const frozen = frozenProblems(answers);
  if (frozen.length > 0) return refused(...frozen);
  if (!simulation.ok) return refused(problem('token.transferFails', { reason: simulation.reason }, tokenField));
  const moved = simulationProblems(simulation, { contract, from, to, amount }, shown);
  if (moved.length > 0) return refused(...moved);
  const energy = agreedEnergy(context, simulation, second?.simulation);
  if ('error' in energy) return refused(energy.error);
  const limit = limitOf(context, parameters, energy.energy, wishes.feeLimit);
  if ('error' in limit) return refused(limit.error);
  const transfer: Contract = { type: 'TriggerSmartContract', contract, data: transferCall(to, amount) };
  return {
    contract: transfer,
    amount,
    spent: 0n,
    call: { energy: energy.energy, feeLimit: limit.feeLimit },
    warnings: tokenRecipientWarnings(to, answers.recipient),
  };
}

function contractProblems(
  context: TronContext,
  id: string,
  token: TokenFacts | undefined,
  { simulation, balance }: Facts<Questions>['answers'],
): Problem[] {
  if (!simulation.ok && simulation.isMissing) {
    const reason = 'there is no contract at this address';
    return [problem('token.unknown', { token: id, chain: context.identity.name, reason }, tokenField)];
  }
  if (token === undefined)
    return [problem('token.notFungible', { token: id, reason: 'it has no decimals' }, tokenField)];
  if (balance === undefined)
    return [problem('token.notFungible', { token: id, reason: 'it tells no balance' }, tokenField)];
  return [];
}

/** Contracts without a blacklist do not answer. Tether's moves tokens to recipients that are on it: they could never move them on. */
function frozenProblems({ isSenderFrozen, isRecipientFrozen }: Facts<Questions>['answers']): Problem[] {
  const isListed = (outcome: CallOutcome) => outcome.ok && wordOf(outcome.output) === 1n;
  return [
    ...(isListed(isSenderFrozen) ? [problem('sender.frozen', {}, 'transaction.data.senderAddress')] : []),
    ...(isListed(isRecipientFrozen) ? [problem('recipient.frozen', {}, 'transaction.data.recipientAddress')] : []),
  ];
}

/** The limit for the energy of the call, in sun: the wished one, if the chain would take it and the call fits into it. */
function limitOf(
  context: TronContext,
  parameters: Parameters,
  energy: bigint,
  wished: string | undefined,
): { readonly feeLimit: bigint } | { readonly error: Problem } {
  const { energyPrice, maxFeeLimit } = parameters;
  const minimum = energy * energyPrice;
  if (minimum > maxFeeLimit) {
    const [needs, most] = [minimum, maxFeeLimit].map((sun) => `${sun} sun`);
    const reason = `its energy costs ${needs}, and the chain allows ${most} at most`;
    return { error: problem('token.transferFails', { reason }, tokenField) };
  }
  if (wished === undefined) return { feeLimit: feeLimitOf(energy, parameters) };
  const feeLimit = parseAmount(wished) ?? 0n;
  const field = 'transaction.data.params.feeLimit';
  if (feeLimit < minimum) return { error: problem('fee.tooLow', { minimum: nativeAmount(context, minimum) }, field) };
  if (feeLimit > maxFeeLimit) {
    return { error: problem('fee.tooHigh', { maximum: nativeAmount(context, maxFeeLimit) }, field) };
  }
  return { feeLimit };
}
