import type { ParsedTransaction } from '@isochain/core';
import { type Leg, pair } from '@isochain/core/movements';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import type { Row } from '../upstream/row.ts';

/** What a transaction did. */
export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  readonly legs: readonly Leg<TokenId>[];
  /** The account to show as sender if nothing left anybody. */
  readonly idle?: Address | undefined;
}

/**
 * What a transaction does: the mode that makes it, and what it moves. Calls of applications show what their inner transactions moved. Rewards that came in with it
 * are a part of it.
 */
export function deedOf(row: Row): Deed {
  const { act, sender } = row;
  const legs = legsOf(row);
  switch (act.type) {
    case 'pay':
      return { mode: 'transfer', legs };
    case 'axfer': {
      const tokenId = act.assetId.toString();
      return changesHoldingOnly(row)
        ? { mode: 'enableToken', tokenId, legs: rewardsOf(row), idle: sender }
        : { mode: 'transferToken', tokenId, legs };
    }
    case 'keyreg':
      // What stakes is all that the account has, and none of it moves.
      return act.isNonParticipating
        ? { mode: 'unknown', legs }
        : { mode: act.voteKey === undefined ? 'unstake' : 'stake', legs, idle: sender };
    case 'afrz':
    case 'other':
      return { mode: 'unknown', legs };
  }
}

/** Whether a transaction opts in to an asset, or out of one that the account has nothing of. */
function changesHoldingOnly({ act, sender }: Row): boolean {
  if (act.type !== 'axfer' || act.amount > 0n || act.closeAmount > 0n || act.takenFrom !== undefined) return false;
  return act.receiver === sender || act.closeTo !== undefined;
}

/** What a transaction and its inner ones move. Their senders are accounts of applications, which pay their fees. */
function legsOf(row: Row): Leg<TokenId>[] {
  const feesOfInner = row.inner.flatMap(({ sender, fee }): Leg<TokenId>[] =>
    fee === 0n ? [] : [{ way: 'out', address: sender, amount: fee }],
  );
  return [...ownLegs(row), ...rewardsOf(row), ...row.inner.flatMap(legsOf), ...feesOfInner];
}

function ownLegs({ act, sender }: Row): Leg<TokenId>[] {
  if (act.type !== 'pay' && act.type !== 'axfer') return [];
  const token = act.type === 'axfer' ? act.assetId : undefined;
  const from = (act.type === 'axfer' ? act.takenFrom : undefined) ?? sender;
  const { receiver, amount, closeTo, closeAmount } = act;
  const rest = closeTo === undefined ? [] : pair(sender, closeTo, closeAmount, token);
  // Who closes an account often sends nothing beside the rest, and names no receiver.
  return amount === 0n && rest.length > 0 ? rest : [...pair(from, receiver, amount, token), ...rest];
}

/** Rewards go to everybody whose balance of ALGO a transaction changes (go-algorand, ledger/eval/cow.go: Move). */
function rewardsOf({ act, sender, rewards }: Row): Leg<TokenId>[] {
  const [receiver, closeTo] = act.type === 'pay' ? [act.receiver, act.closeTo] : [];
  const paid: [Address | undefined, bigint][] = [
    [sender, rewards.sender],
    [receiver, rewards.receiver],
    [closeTo, rewards.close],
  ];
  return paid.flatMap(([address, amount]): Leg<TokenId>[] =>
    address === undefined || amount === 0n ? [] : [{ way: 'in', address, amount }],
  );
}
