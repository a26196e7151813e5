import { type CheckedIntent, type ModeVerbs, type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { CosmosContext } from '../context.ts';
import { defaultGasOf } from '../fees/default-gas.ts';
import type { Cosmos } from '../types.ts';
import { account } from '../upstream/queries/account.ts';
import { supply } from '../upstream/queries/bank.ts';
import { balanceAt, tokenAt } from '../upstream/queries/contract.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, type Recipe, readScene } from './completion.ts';
import { recipientProblems, recipientWarnings } from './recipients.ts';

type Intent = CheckedIntent<Cosmos, 'transferToken'>;

const fields = {
  amount: 'transaction.data.amount',
  recipient: 'transaction.data.recipientAddress',
  token: 'transaction.data.tokenId',
} as const;

/** Transfers of any denomination of the module `bank`, and of tokens of contracts (CW20). */
export function transferToken(context: CosmosContext): ModeVerbs<Cosmos, 'transferToken'> {
  return {
    wishes: wishesOf(context),
    honours,
    ask(intent, operation) {
      const { tokenId: token } = intent.parsed;
      return 'denom' in token
        ? readScene(context, intent, denomRecipe(context, intent, token.denom), operation)
        : readScene(context, intent, contractRecipe(context, intent, token.contract), operation);
    },
  };
}

function denomQuestions({ parsed }: Intent, denom: string) {
  return { recipient: account(parsed.recipientAddress), supply: supply(denom) };
}

type DenomQuestions = ReturnType<typeof denomQuestions>;

function denomRecipe(context: CosmosContext, intent: Intent, denom: string): Recipe<'transferToken', DenomQuestions> {
  return {
    questions: denomQuestions(intent, denom),
    denoms: [denom],
    defaultGas: defaultGasOf(context.chain, 'token'),
    propose: (facts) => proposeDenom(context, intent, denom, facts),
  };
}

function proposeDenom(
  { identity }: CosmosContext,
  { amount: wanted = 0n, parsed }: Intent,
  denom: string,
  { answers, offer, kept, due, spendableOf }: Facts<DenomQuestions>,
): Proposal<'transferToken'> {
  const held = spendableOf(denom);
  const errors = recipientProblems(answers.recipient);
  const warnings = recipientWarnings(parsed.recipientAddress, answers.recipient);
  // The module `bank` counts the supply of all that exists.
  if (held === 0n && answers.supply?.denom === denom && answers.supply.amount === 0n) {
    const missing = { token: denom, chain: identity.name, reason: 'none of it exists' };
    return { spent: 0n, errors: [...errors, problem('token.unknown', missing, fields.token)], warnings };
  }
  const paysFees = offer.feeDenom === denom;
  const amount = wanted === 'max' ? held - (paysFees ? kept : 0n) : wanted;
  const unit = { ticker: denom, decimals: 0 };
  const fees = paysFees ? { due, told: offer.fees } : noFees;
  const short = shortage(held, amount, fees, wanted === 'max', unit);
  return { ...(amount > 0n ? { amount } : {}), spent: 0n, errors: [...errors, ...short], warnings };
}

function contractQuestions({ parsed }: Intent, contract: Address) {
  return {
    recipient: account(parsed.recipientAddress),
    held: balanceAt(contract, parsed.senderAddress),
    token: tokenAt(contract),
  };
}

type ContractQuestions = ReturnType<typeof contractQuestions>;

function contractRecipe(
  context: CosmosContext,
  intent: Intent,
  contract: Address,
): Recipe<'transferToken', ContractQuestions> {
  return {
    questions: contractQuestions(intent, contract),
    defaultGas: defaultGasOf(context.chain, 'contract'),
    propose: (facts) => proposeContract(context, intent, contract, facts),
  };
}

function proposeContract(
  { identity }: CosmosContext,
  { amount: wanted = 0n, parsed: { recipientAddress: recipient } }: Intent,
  token: Address,
  { answers: { recipient: account, held, token: told } }: Facts<ContractQuestions>,
): Proposal<'transferToken'> {
  if ('missing' in held) {
    const missing = { token, chain: identity.name, reason: held.missing };
    return { spent: 0n, errors: [problem('token.unknown', missing, fields.token)] };
  }
  if ('notToken' in held) {
    return { spent: 0n, errors: [problem('token.notFungible', { token, reason: held.notToken }, fields.token)] };
  }
  const errors =
    recipient === token ? [problem('recipient.isToken', {}, fields.recipient)] : recipientProblems(account);
  const amount = wanted === 'max' ? held.amount : wanted;
  const short = shortage(held.amount, amount, noFees, wanted === 'max', told ?? { ticker: token, decimals: 0 });
  return {
    ...(amount > 0n ? { amount } : {}),
    spent: 0n,
    errors: [...errors, ...short],
    warnings: recipient === token ? [] : recipientWarnings(recipient, account),
  };
}

/** Fees that are paid in the token. */
interface PaidFees {
  /** What must be there. */
  readonly due: bigint;
  /** What an error says. */
  readonly told: bigint;
}

const noFees: PaidFees = { due: 0n, told: 0n };

function shortage(
  held: bigint,
  amount: bigint,
  fees: PaidFees,
  isMax: boolean,
  unit: { readonly ticker: string; readonly decimals: number },
): Problem[] {
  if (isMax) return amount > 0n ? [] : [problem('token.nothingToSend', { ticker: unit.ticker }, fields.amount)];
  if (amount + fees.due <= held) return [];
  const numbers = { available: { amount: held, ...unit }, needed: { amount: amount + fees.told, ...unit } };
  return [problem('token.insufficient', numbers, fields.amount)];
}
