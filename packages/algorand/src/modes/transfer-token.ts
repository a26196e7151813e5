import { type CheckedIntent, type ModeVerbs, type Problem, problem } from '@isochain/core';
import { basicMinimum } from '../bytes/limits.ts';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import { type AssetFacts, asset, type Holding, holding } from '../upstream/queries/assets.ts';
import type { Query } from '../upstream/query.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { recipientProblems } from './recipients.ts';
import {
  clawbackWarnings,
  creatorProblems,
  receivingProblems,
  sendingOf,
  tokenField,
  unknownAsset,
} from './token-holdings.ts';

type TransferToken = CheckedIntent<Algorand, 'transferToken'>;

type Questions = {
  readonly asset: Query<AssetFacts | undefined>;
  /** What sender and recipient hold. */
  readonly sending: Query<Holding | undefined>;
  readonly receiving: Query<Holding | undefined>;
};

/** Transfers of assets: an amount, everything, or everything with the end of the sender's holding. */
export function transferToken(context: AlgorandContext): ModeVerbs<Algorand, 'transferToken'> {
  return {
    wishes: wishesOf.transferToken,
    honours,
    ask(intent, operation) {
      const { senderAddress: from, recipientAddress: to, tokenId: id } = intent.parsed;
      const questions: Questions = { asset: asset(id), sending: holding(from, id), receiving: holding(to, id) };
      const propose = (facts: Facts<Questions>) => proposeTransfer(context, intent, facts);
      return readScene(context, intent, { questions, propose }, operation);
    },
  };
}

function proposeTransfer(
  context: AlgorandContext,
  intent: TransferToken,
  { answers: { asset: found, sending, receiving } }: Facts<Questions>,
): Proposal<'transferToken'> {
  const { senderAddress: from, recipientAddress: to, tokenId: assetId } = intent.parsed;
  const lost = recipientProblems(to);
  if (found === undefined) return { errors: [...lost, unknownAsset(context, assetId)] };
  const isLeaving = intent.wishes.optOut === true;
  // A holding may go back to the creator, even if one of the two is frozen. The amount has to be 0 then (go-algorand, ledger/apply/asset.go: AssetTransfer, bypassFreeze).
  const isFrozen = sending?.isFrozen === true || receiving?.isFrozen === true;
  const isThawed = isFrozen && isLeaving && intent.amount === 'max' && to === found.creator;
  const { amount, errors: unsendable } = sendingOf(found, isThawed ? thawed(sending) : sending, intent.amount ?? 0n);
  // What an account sends to itself stays where it is. Nobody has the key of the zero address, so it holds nothing.
  const isElsewhere = to !== from && lost.length === 0;
  const unreceivable = isElsewhere ? receivingProblems(found, isThawed ? thawed(receiving) : receiving, amount) : [];
  const errors = [...lost, ...unreceivable, ...unsendable, ...(isLeaving ? leavingProblems(intent, found) : [])];
  const closeRemainderTo = isLeaving ? to : undefined;
  const isPossible = amount !== undefined && lost.length === 0;
  const deed = isPossible
    ? ({ type: 'assetTransfer', assetId, receiver: to, amount: isThawed ? 0n : amount, closeRemainderTo } as const)
    : undefined;
  return {
    // The bytes of a frozen holding hold no amount.
    amount: isThawed ? undefined : amount,
    deed,
    errors,
    warnings: [
      ...clawbackWarnings(found),
      ...(isLeaving && errors.length === 0 ? [problem('token.optsOut', { to }, tokenField)] : []),
    ],
    // The chain looks at the minimum balance when all is done: what the end of the holding frees can pay the fee (go-algorand, ledger/eval/eval.go: checkMinBalance).
    ...(isLeaving ? { locked: -basicMinimum, params: { optOut: true } } : {}),
  };
}

/** The holding, as if it were not frozen. */
function thawed(held: Holding | undefined): Holding | undefined {
  return held && { ...held, isFrozen: false };
}

const optOutField = 'transaction.data.params.optOut';

/** Why the sender cannot opt out with this transfer. */
function leavingProblems({ amount, parsed }: TransferToken, found: AssetFacts): Problem[] {
  const invalid = (reason: string) => [problem('wish.invalid', { field: optOutField, reason }, optOutField)];
  if (amount !== 'max') return invalid('it sends everything, so it needs useMaxAmount: true in place of an amount');
  // The chain refuses that: the holding would not be empty.
  if (parsed.recipientAddress === parsed.senderAddress)
    return invalid('it sends everything to the recipient, who cannot be the sender');
  return creatorProblems(found, parsed.senderAddress);
}
