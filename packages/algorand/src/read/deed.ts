import type { ParsedTransaction } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { Row } from '../upstream/row.ts';
import { type Leg, pair } from './legs.ts';

/** What a transaction did. */
export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  readonly legs: readonly Leg[];
  /** The account to show as sender if nothing left anybody. */
  readonly idle?: Address | undefined;
}

/**
 * What a transaction does: the mode that makes it, and what it moves. Calls of applications show what their inner transactions moved. Rewards that came in with a
 * transaction are not a part of it: they ended in 2022.
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
        ? { mode: 'enableToken', tokenId, legs: [], idle: sender }
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

/** What a transaction and its inner ones move. */
function legsOf({ act, sender, inner }: Row): Leg[] {
  return [...ownLegs(act, sender), ...inner.flatMap(legsOf)];
}

function ownLegs(act: Row['act'], sender: Address): Leg[] {
  if (act.type !== 'pay' && act.type !== 'axfer') return [];
  const token = act.type === 'axfer' ? act.assetId : undefined;
  const from = (act.type === 'axfer' ? act.takenFrom : undefined) ?? sender;
  const { receiver, amount, closeTo, closeAmount } = act;
  const rest = closeTo === undefined ? [] : pair(sender, closeTo, closeAmount, token);
  // Who closes an account often sends nothing beside the rest, and names no receiver.
  return amount === 0n && rest.length > 0 ? rest : [...pair(from, receiver, amount, token), ...rest];
}
