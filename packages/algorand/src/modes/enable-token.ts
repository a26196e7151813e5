import { type CheckedIntent, formatAmount, type ModeVerbs, problem } from '@isochain/core';
import { basicMinimum } from '../bytes/limits.ts';
import type { AlgorandContext } from '../context.ts';
import { toToken } from '../tokens.ts';
import type { Algorand } from '../types.ts';
import { type AssetFacts, asset, type Holding, holding } from '../upstream/queries/assets.ts';
import type { Query } from '../upstream/query.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { clawbackWarnings, creatorProblems, tokenField, unknownAsset } from './token-holdings.ts';

type EnableToken = CheckedIntent<Algorand, 'enableToken'>;

type Questions = {
  readonly asset: Query<AssetFacts | undefined>;
  /** What the sender holds. */
  readonly own: Query<Holding | undefined>;
};

/** Opts in to an asset, or out of it. */
export function enableToken(context: AlgorandContext): ModeVerbs<Algorand, 'enableToken'> {
  return {
    wishes: wishesOf.enableToken,
    honours,
    ask(intent, operation) {
      const { senderAddress: sender, tokenId: id } = intent.parsed;
      const questions: Questions = { asset: asset(id), own: holding(sender, id) };
      const proposeFor = intent.wishes.optOut === true ? proposeOptOut : proposeOptIn;
      const propose = (facts: Facts<Questions>) => proposeFor(context, intent, facts);
      return readScene(context, { ...intent, amount: undefined }, { questions, propose }, operation);
    },
  };
}

/** A transfer of nothing to oneself (go-algorand, ledger/apply/asset.go: AssetTransfer). */
function proposeOptIn(
  context: AlgorandContext,
  { parsed: { senderAddress: sender, tokenId: assetId } }: EnableToken,
  { answers: { asset: found, own } }: Facts<Questions>,
): Proposal<'enableToken'> {
  const deed = { type: 'assetTransfer', assetId, receiver: sender, amount: 0n } as const;
  if (found === undefined) return { deed, errors: [unknownAsset(context, assetId)] };
  const clawback = clawbackWarnings(found);
  if (own !== undefined) return { deed, warnings: [problem('token.alreadyEnabled', {}, tokenField), ...clawback] };
  return {
    deed,
    warnings: [...(found.isFrozenByDefault ? [problem('token.beginsFrozen', {}, tokenField)] : []), ...clawback],
    locked: basicMinimum,
    lockedFor: 'the holding',
  };
}

/**
 * The end of an empty holding, also of an asset that was destroyed, or of one that is frozen.
 *
 * It is closed to the sender itself. Then the chain refuses the transaction if the holding is not empty: because a node lied, or because something arrived
 * meanwhile. Closed to the creator, as wallets do it, all of that would be gone, to whom a node called the creator.
 */
function proposeOptOut(
  _context: AlgorandContext,
  { parsed: { senderAddress: sender, tokenId: assetId } }: EnableToken,
  { answers: { asset: found, own } }: Facts<Questions>,
): Proposal<'enableToken'> {
  const unremovable = (reason: string) => problem('token.unremovable', { reason }, tokenField);
  const errors = found === undefined ? [] : creatorProblems(found, sender);
  if (own === undefined) errors.push(unremovable('the account has not opted in to it'));
  else if (own.amount > 0n && errors.length === 0) {
    const amount = found === undefined ? `${own.amount} units of it` : shown(found, own.amount);
    errors.push(
      unremovable(
        `the account holds ${amount}. Mode transferToken sends them away with useMaxAmount and the wish optOut`,
      ),
    );
  }
  return {
    deed: { type: 'assetTransfer', assetId, receiver: sender, amount: 0n, closeRemainderTo: sender },
    errors,
    locked: -basicMinimum,
    params: { optOut: true },
  };
}

/** In words: a reason is plain text. */
function shown(asset: AssetFacts, amount: bigint): string {
  return `${formatAmount(amount, asset.decimals)} ${toToken(asset).ticker}`;
}
