import { type CheckedIntent, type Decision, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { Address } from '../address.ts';
import { callData } from '../bytes/multicall.ts';
import type { EvmContext } from '../context.ts';
import { makeOffer, type Offer } from '../fees/terms.ts';
import type { EvmOptions } from '../options.ts';
import { type KnownToken, knownTokens } from '../token-lists/known-tokens.ts';
import type { Evm } from '../types.ts';
import type { Stopped } from '../upstream/issuer-lists.ts';
import type { CallRequest } from '../upstream/rpc.ts';
import { readSnapshot, type Snapshot, simulateLater } from '../upstream/snapshot.ts';
import { revertReason, type TokenFacts } from '../upstream/token-facts.ts';
import { isShortOfFunds } from '../upstream/verdicts.ts';
import { honours, noWishes } from '../wishes.ts';
import { decided, refused, senderProblems } from './decision.ts';
import { contractWarnings, recipientProblems, recipientWarnings, tokenAt } from './recipients.ts';

type TransferToken = CheckedIntent<Evm, 'transferToken'>;

/** Bytes of transfer(address,uint256): a selector and two words. */
const dataLength = 68;

/**
 * Transfers of ERC-20 tokens. The transfer is simulated first. That finds tokens that return false or revert. It also finds addresses without a
 * contract: a node would estimate and mine a transfer there, which moves nothing.
 */
export function transferToken(
  context: EvmContext,
  options: Pick<EvmOptions, 'tokens'>,
): ModeVerbs<Evm, 'transferToken'> {
  return {
    wishes: noWishes,
    honours,
    async ask(intent, operation) {
      const refusals = staticProblems(context, intent);
      if (refusals.length > 0) return { decide: () => refused(refusals) };
      const { parsed, amount } = intent;
      const call = amount === 'max' ? undefined : toCall(intent, amount ?? 0n);
      const { senderAddress: sender, tokenId: target, recipientAddress: recipient } = parsed;
      const request = { sender, target, recipient, call, dataLength, token: true };
      const first = withListed(
        await readSnapshot(context, request, operation),
        await knownTokens(context, options),
        target,
      );
      const isLate = call === undefined && holdingProblems(context, intent, first).length === 0;
      const snapshot = isLate
        ? await simulateLater(context, first, toCall(intent, amountOf(intent, first)), operation)
        : first;
      const { recipientCode: code = '0x' } = snapshot;
      const contract = contractWarnings(code, await tokenAt(context, options, { address: recipient, code }));
      return { decide: () => decide(context, intent, snapshot, contract) };
    },
  };
}

/** A token from before the final ERC-20 may tell no decimals: then those of the list count, which the operator can add to. */
function withListed(snapshot: Snapshot, known: readonly KnownToken[], target: Address): Snapshot {
  const { token } = snapshot;
  if (token === undefined || token.facts !== undefined) return snapshot;
  return { ...snapshot, token: { ...token, facts: known.find(({ id }) => id.toLowerCase() === target.toLowerCase()) } };
}

function decide(
  context: EvmContext,
  intent: TransferToken,
  snapshot: Snapshot,
  contract: readonly Problem[],
): Decision<Evm, 'transferToken'> {
  const missing = holdingProblems(context, intent, snapshot);
  if (missing.length > 0) return refused(missing);
  const estimate = snapshot.gas?.ok === true ? snapshot.gas.value : undefined;
  const failing = simulationProblems(context, snapshot);
  if (failing.length > 0 || estimate === undefined) return refused(failing);

  const offer = makeOffer(context, snapshot, { estimate, kind: 'token', max: false, fillCap: false }, intent.wishes);
  return decided(context, snapshot, offer, {
    amount: amountOf(intent, snapshot),
    max: intent.amount === 'max',
    problems: feeProblems(context, snapshot, offer),
    warnings: [...recipientWarnings(context, intent, 'tokens'), ...contract],
  });
}

function staticProblems(context: EvmContext, intent: TransferToken): Problem[] {
  const { recipientAddress, tokenId } = intent.parsed;
  if (recipientAddress !== tokenId) return recipientProblems(context, intent);
  return [problem('recipient.isToken', {}, 'transaction.data.recipientAddress')];
}

/** Problems of the sender, the contract or the amount that do not depend on fees. */
function holdingProblems(context: EvmContext, intent: TransferToken, snapshot: Snapshot): Problem[] {
  const problems = [...senderProblems(snapshot), ...contractProblems(context, intent.data.tokenId, snapshot)];
  const { facts, balance = 0n, stopped } = snapshot.token ?? {};
  if (problems.length > 0 || facts === undefined) return problems;
  const missing = amountProblems(facts, balance, amountOf(intent, snapshot));
  return missing.length > 0 ? missing : stoppedProblems(stopped);
}

/** Some contracts move tokens to accounts that their issuer stopped. Nobody can move them on from there. */
function stoppedProblems(stopped: Stopped | undefined): Problem[] {
  return [
    ...(stopped?.sender === true ? [problem('sender.frozen', {}, 'transaction.data.senderAddress')] : []),
    ...(stopped?.recipient === true ? [problem('recipient.frozen', {}, 'transaction.data.recipientAddress')] : []),
  ];
}

/** In the token's smallest unit. */
function amountOf({ amount = 0n }: TransferToken, { token }: Snapshot): bigint {
  return amount === 'max' ? (token?.balance ?? 0n) : amount;
}

function toCall({ parsed }: TransferToken, amount: bigint): CallRequest {
  return {
    from: parsed.senderAddress,
    to: parsed.tokenId,
    data: callData('transfer(address,uint256)', parsed.recipientAddress, amount),
  };
}

function contractProblems(context: EvmContext, token: string, snapshot: Snapshot): Problem[] {
  const chain = context.identity.name;
  const field = 'transaction.data.tokenId';
  if (snapshot.targetCode === '0x')
    return [problem('token.unknown', { token, chain, reason: 'there is no contract at this address' }, field)];
  if (snapshot.token?.facts === undefined)
    return [problem('token.notFungible', { token, reason: 'it has no decimals' }, field)];
  if (snapshot.token.balance === undefined)
    return [problem('token.notFungible', { token, reason: 'it tells no balance' }, field)];
  return [];
}

function amountProblems({ ticker, decimals }: TokenFacts, balance: bigint, amount: bigint): Problem[] {
  const field = 'transaction.data.amount';
  if (amount === 0n) return [problem('token.nothingToSend', { ticker }, field)];
  if (balance >= amount) return [];
  const available = { amount: balance, decimals, ticker };
  return [problem('token.insufficient', { available, needed: { amount, decimals, ticker } }, field)];
}

/** A transfer succeeds if the contract returns `true`. Contracts older than the final ERC-20 (USDT) return nothing. */
function simulationProblems(context: EvmContext, { simulation, gas, balance }: Snapshot): Problem[] {
  if (isShortOfFunds(gas) || isShortOfFunds(simulation)) {
    const available = nativeAmount(context, balance);
    return [
      problem(
        'balance.insufficientForFees',
        { available, ticker: context.identity.ticker },
        'transaction.data.senderAddress',
      ),
    ];
  }
  const fails = (reason: string) => [problem('token.transferFails', { reason }, 'transaction.data.tokenId')];
  if (simulation?.ok === false) return fails(revertReason(simulation.error.data, simulation.error.message));
  if (simulation?.ok === true && simulation.value !== '0x' && BigInt(simulation.value.slice(0, 66)) === 0n) {
    return fails('the contract returns false');
  }
  if (gas?.ok === false) return fails(revertReason(gas.error.data, gas.error.message));
  return [];
}

function feeProblems(context: EvmContext, snapshot: Snapshot, offer: Offer): Problem[] {
  if (snapshot.balance >= offer.fees) return [];
  const numbers = {
    ticker: context.identity.ticker,
    fees: nativeAmount(context, offer.fees),
    available: nativeAmount(context, snapshot.balance),
  };
  return [problem('balance.insufficientForFees', numbers, 'transaction.data.senderAddress')];
}
