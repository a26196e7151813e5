import { type CheckedIntent, type Completion, fallible, type Operation, type Problem, problem } from '@isochain/core';
import type { Guess } from './base-fee.ts';
import type { SolanaContext } from './chains.ts';
import { complete, type Decision, type Scene } from './completion.ts';
import { createTokenAccountUnits, tokenTransferUnits } from './compute-units.ts';
import { decodeMint } from './layouts.ts';
import type { SolanaOptions } from './options.ts';
import { isChecked } from './params.ts';
import { associatedTokenAccount } from './pda.ts';
import { recipientProblems, recipientWarnings } from './recipients.ts';
import { rpc } from './rpc.ts';
import type { Snapshot } from './snapshot.ts';
import { nativeAmount } from './terms.ts';
import { chooseDestination, chooseSource, type Destination, elsewhereWarnings, readSources } from './token-accounts.ts';
import { tokenTypeOf } from './token-metadata.ts';
import {
  associatedAccounts,
  readTokenTerms,
  type TokenTerms,
  tokenAccounts,
  tokenAmount,
  transferFee,
  transferProblems,
  transferWarnings,
} from './token-terms.ts';
import { programs } from './well-known.ts';

/**
 * Completes a transfer of tokens of the Token and Token-2022 programs. Which of the two it is, is known only when the mint has been read: the
 * accounts of both are read with it, so that one round trip is enough.
 */
export function completeTransferToken(
  context: SolanaContext,
  options: SolanaOptions,
  intent: CheckedIntent<'transferToken'>,
  operation: Operation,
): Promise<Completion<'transferToken'>> {
  const { senderAddress: sender, recipientAddress: recipient, tokenId, memo } = intent.data;
  const writes = [...associatedAccounts(sender, tokenId), ...associatedAccounts(recipient, tokenId)];
  const questions = { listed: fallible(rpc.tokenAccountsByOwner(sender, { mint: tokenId })) };

  function decide({ snapshot, answers, offer: offerOf }: Scene<typeof questions>): Decision {
    const { terms, problems } = readTokenTerms(context, snapshot, tokenId);
    if (terms === undefined) return { errors: problems };
    const [own, theirs] = [sender, recipient].map((owner) => associatedTokenAccount(owner, tokenId, terms.program));
    if (own === undefined || theirs === undefined) return {};

    const sources = readSources(terms, snapshot, sender, own.address, answers.listed);
    const { source, problems: short = [] } = chooseSource(terms, sources, intent.amount ?? 0n);
    const destination = chooseDestination(terms, snapshot, recipient, theirs.address, memo);
    const isNew = destination.deposit !== undefined;
    const offer = offerOf(
      tokenTransferUnits(terms.program) + (isNew ? createTokenAccountUnits(terms.program, theirs.bump) : 0n),
    );
    const errors = [
      ...recipientProblems(context, snapshot, recipient, 'tokens'),
      ...mintProblems(snapshot, recipient),
      ...transferProblems(terms),
      ...short,
      ...destination.problems,
    ];
    const amount = intent.amount === 'max' ? source?.amount : intent.amount;
    if (source === undefined || amount === undefined) return { errors };

    // Which token two accounts hold is known from a node alone, where neither address follows from the mint. With the mint in the instruction
    // the chain refuses to move another one.
    const isDerived = source.address === own.address || destination.address === theirs.address;
    const token = {
      program: terms.program,
      ...(!isDerived || isChecked(offer.params.profile, terms.program) ? { decimals: terms.decimals.toString() } : {}),
      source: source.address,
      destination: destination.address,
      create: isNew,
    };
    return {
      data: { amount: amount.toString() },
      offer,
      params: { token },
      spending: depositOf(destination),
      errors,
      warnings: [
        ...transferWarnings(terms),
        ...feeWarnings(terms, snapshot, amount),
        ...depositWarnings(context, destination),
        ...(destination.address === recipient ? [] : recipientWarnings(snapshot, recipient)),
        ...(intent.amount === 'max' ? elsewhereWarnings(terms, sources, source) : []),
      ],
    };
  }

  const accounts = [recipient, ...tokenAccounts(tokenId), ...writes];
  const recipe = { accounts, writes, questions, guess: guessOf(options, intent), limitsUnits: true, simulates: false };
  return complete(context, options, intent, { ...recipe, decide }, operation);
}

/** Most tokens are of the Token program, and most recipients have some. */
function guessOf(
  { profile = 'compat' }: SolanaOptions,
  { data: { senderAddress, recipientAddress, tokenId } }: CheckedIntent<'transferToken'>,
): Guess {
  const program = programs.token;
  const [source, destination] = [senderAddress, recipientAddress].map(
    (owner) => associatedTokenAccount(owner, tokenId, program).address,
  );
  const decimals = isChecked(profile, program) ? { decimals: '0' } : {};
  return {
    data: { mode: 'transferToken', tokenId, recipientAddress, amount: '0' },
    params: { profile, token: { program, ...decimals, source, destination, create: false } },
    units: tokenTransferUnits(program),
  };
}

/** Nothing can be moved from the token account of a mint. */
function mintProblems(snapshot: Snapshot, recipient: string): Problem[] {
  const account = snapshot.account(recipient);
  if (account === undefined || tokenTypeOf(account) === undefined || decodeMint(account.data) === undefined) return [];
  return [problem('recipient.isToken', {}, 'transaction.data.recipientAddress')];
}

function depositOf({ deposit }: Destination) {
  const what = 'the token account of the recipient';
  return deposit === undefined ? {} : { deposit: { lamports: deposit, what } };
}

function depositWarnings(context: SolanaContext, { deposit }: Destination): Problem[] {
  if (deposit === undefined) return [];
  const numbers = { whose: 'recipient', deposit: nativeAmount(context, deposit) };
  return [problem('token.deposit', numbers, 'transaction.data.recipientAddress')];
}

function feeWarnings(terms: TokenTerms, { clock }: Snapshot, amount: bigint): Problem[] {
  const fee = transferFee(terms, amount, clock.epoch);
  if (fee === 0n) return [];
  const numbers = { fee: tokenAmount(terms, fee), received: tokenAmount(terms, amount - fee) };
  return [problem('token.transferFee', numbers, 'transaction.data.amount')];
}
