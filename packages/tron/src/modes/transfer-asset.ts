import { type Problem, problem, type Scene } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { maxInt64 } from '../bytes/contracts.ts';
import type { TronContext } from '../context.ts';
import type { TronOptions } from '../options.ts';
import { knownFacts } from '../tokens/look-up.ts';
import type { TokenFacts } from '../tokens/token-facts.ts';
import type { Tron } from '../types.ts';
import { type AccountFacts, account } from '../upstream/queries/accounts.ts';
import { asset } from '../upstream/queries/assets.ts';
import type { Query } from '../upstream/query.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { activationWarnings, recipientProblems, tokenRecipientWarnings } from './recipients.ts';
import { type TransferToken, tokenAmountProblems } from './token-amounts.ts';

interface Questions {
  readonly [name: string]: Query;
  readonly recipient: Query<AccountFacts | undefined>;
}

/** Transfers of TRC-10 tokens (TransferAssetActuator of tronprotocol/java-tron). A new recipient is created and paid for as by a transfer of TRX. */
export function askTransferAsset(
  context: TronContext,
  options: Pick<TronOptions, 'tokens'>,
  { intent, id }: { readonly intent: TransferToken; readonly id: string },
  operation: Operation,
): Promise<Scene<Tron, 'transferToken'>> {
  const known = knownFacts(context, options, id);
  const questions = {
    recipient: account(intent.parsed.recipientAddress),
    ...(known === undefined ? { asset: asset(id) } : {}),
  };
  return readScene(
    context,
    intent,
    {
      questions: questions as Questions,
      propose: (facts) => {
        const { asset: found } = facts.answers as { readonly asset?: TokenFacts | undefined };
        if (found !== undefined) context.tokenMemory.set(id, { facts: found });
        return propose(context, intent, { id, token: known?.facts ?? found }, facts);
      },
    },
    operation,
  );
}

interface Asset {
  readonly id: string;
  /** Undefined if there is none. */
  readonly token: TokenFacts | undefined;
}

function propose(
  context: TronContext,
  { amount: wanted = 0n, wishes, parsed: { recipientAddress: to, senderAddress: from } }: TransferToken,
  { id, token }: Asset,
  { answers: { recipient }, sender, parameters }: Facts<Questions>,
): Proposal<'transferToken'> {
  if (token === undefined) {
    const reason = 'the chain has no TRC-10 token with this number';
    const numbers = { token: id, chain: context.identity.name, reason };
    return { spent: 0n, errors: [problem('token.unknown', numbers, 'transaction.data.tokenId')] };
  }
  const activates = recipient === undefined;
  const balance = sender.assets.get(id) ?? 0n;
  const amount = wanted === 'max' ? balance : wanted;
  const errors = [
    ...recipientProblems(to),
    ...(to === from ? [fails('the chain takes no transfers of TRC-10 tokens to oneself')] : []),
    ...(recipient?.isContract === true && parameters.forbidsTransferToContract
      ? [fails('the recipient is a contract, and the chain takes no transfers of TRC-10 tokens to contracts')]
      : []),
    ...(wishes.feeLimit === undefined ? [] : [unusedLimit()]),
    ...tokenAmountProblems(token, balance, amount),
  ];
  const warnings = [
    ...tokenRecipientWarnings(to, recipient),
    ...(activates ? activationWarnings(context, parameters) : []),
  ];
  const shared = { spent: 0n, activates, errors, warnings };
  if (amount === 0n || amount > maxInt64) return shared;
  return { ...shared, contract: { type: 'TransferAssetContract', asset: id, to, amount }, amount };
}

function fails(reason: string): Problem {
  return problem('transaction.fails', { reason }, 'transaction.data.recipientAddress');
}

function unusedLimit(): Problem {
  const field = 'transaction.data.params.feeLimit';
  return problem('wish.invalid', { field, reason: 'transfers of TRC-10 tokens use no energy' }, field);
}
