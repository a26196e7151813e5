import { type CheckedIntent, type Completion, type Operation, type Problem, problem } from '@isochain/core';
import { addressNumber, toLower } from './address.ts';
import { isAboveCeiling } from './ceilings.ts';
import type { EvmContext } from './chains.ts';
import { senderProblems, sunsetWarnings } from './complete-transfer.ts';
import { callData } from './multicall.ts';
import { toParams } from './params.ts';
import { recipientProblems, recipientWarnings } from './recipients.ts';
import type { CallRequest } from './rpc.ts';
import { isShortOfFunds, readSnapshot, type Snapshot, simulateLater } from './snapshot.ts';
import { makeOffer, maximumProblems, nativeAmount, type Offer, priceWarnings, senderWarnings } from './terms.ts';
import { revertReason, type TokenFacts } from './token-facts.ts';

type TransferToken = CheckedIntent<'transferToken'>;

/** Bytes of transfer(address,uint256): a selector and two words. */
const dataLength = 68;

/**
 * Completes a transfer of ERC-20 tokens. The contract is asked what the transfer would do: that finds tokens that return false or revert, and
 * addresses without a contract, where a node would estimate and mine a transfer that moves nothing.
 */
export async function completeTransferToken(
  context: EvmContext,
  intent: TransferToken,
  operation: Operation,
): Promise<Completion<'transferToken'>> {
  const data = { ...intent.data, useMaxAmount: intent.amount === 'max' };
  const refusals = staticProblems(context, intent);
  if (refusals.length > 0) return { data, errors: refusals, warnings: [] };

  const max = intent.amount === 'max';
  const first = await readSnapshot(
    context,
    {
      sender: data.senderAddress,
      target: data.tokenId,
      call: max ? undefined : toCall(intent, intent.amount as bigint),
      dataLength,
      token: true,
    },
    operation,
  );
  const facts = first.token?.facts;
  const missing = [...senderProblems(first), ...contractProblems(data.tokenId, first)];
  if (facts === undefined || missing.length > 0) return { data, errors: missing, warnings: [] };

  const balance = first.token?.balance ?? 0n;
  const amount = max ? balance : (intent.amount as bigint);
  const short = amountProblems(facts, balance, amount);
  if (short.length > 0) return { data, errors: short, warnings: [] };

  const snapshot = max ? await simulateLater(context, first, toCall(intent, amount), operation) : first;
  const failing = simulationProblems(context, snapshot);
  const estimate = snapshot.gas?.ok === true ? snapshot.gas.value : undefined;
  if (failing.length > 0 || estimate === undefined) return { data, errors: failing, warnings: [] };

  const offer = makeOffer(context, snapshot, { estimate, kind: 'token', max: false, fillCap: false }, intent.data);
  const completed = {
    ...data,
    nonce: offer.nonce.toString(),
    gas: offer.gas.toString(),
    fees: offer.fees.toString(),
    amount: amount.toString(),
    params: toParams(offer.price, offer.surcharge),
  };
  const errors = isAboveCeiling(offer.problems)
    ? offer.problems
    : [
        ...offer.problems,
        ...(max ? maximumProblems(context, snapshot, offer.nonce) : []),
        ...feeProblems(context, snapshot, offer),
      ];
  return {
    data: completed,
    errors,
    held: snapshot.balance,
    warnings: [
      ...priceWarnings(context, snapshot, offer),
      ...senderWarnings(context, snapshot, offer.nonce, max),
      ...recipientWarnings(context, data.recipientAddress, 'tokens'),
      ...sunsetWarnings(context),
    ],
  };
}

function staticProblems(context: EvmContext, { data }: TransferToken): Problem[] {
  if (addressNumber(data.recipientAddress) === addressNumber(data.tokenId)) {
    return [problem('recipient.isToken', {}, 'transaction.data.recipientAddress')];
  }
  return recipientProblems(context, data.recipientAddress);
}

function toCall({ data }: TransferToken, amount: bigint): CallRequest {
  return {
    from: toLower(data.senderAddress),
    to: toLower(data.tokenId),
    data: callData('transfer(address,uint256)', data.recipientAddress, amount),
  };
}

function contractProblems(token: string, snapshot: Snapshot): Problem[] {
  const field = 'transaction.data.tokenId';
  if (snapshot.targetCode === '0x') return [problem('token.noContract', { token }, field)];
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

/** A transfer succeeds with `true`, or with nothing at all from contracts older than the final ERC-20 (USDT). */
function simulationProblems(context: EvmContext, { simulation, gas, balance }: Snapshot): Problem[] {
  if (isShortOfFunds(gas) || isShortOfFunds(simulation)) {
    const available = nativeAmount(context, balance);
    return [
      problem('balance.noneForFees', { available, ticker: context.identity.ticker }, 'transaction.data.senderAddress'),
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
