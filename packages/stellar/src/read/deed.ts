import { attempt, type ParsedTransaction } from '@isochain/core';
import type { OperationRecord } from '../upstream/operation-record.ts';
import { indexOf } from '../upstream/place.ts';
import type { Effect } from '../upstream/queries/effects.ts';
import type { MinedTransaction } from '../upstream/queries/transactions.ts';
import type { Leg } from './legs.ts';
import { effectsIn, type Kind, type Step, stepOf } from './steps.ts';

/** What a transaction did. */
export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  readonly legs: readonly Leg[];
  /** The account to show as sender if nothing left anybody. */
  readonly idle?: string | undefined;
}

/** What a server tells beside the transaction. */
export interface Told {
  readonly records: readonly OperationRecord[];
  /** Empty if they were not needed. */
  readonly effects: readonly Effect[];
}

/** What a transaction did. One that failed moved nothing but its fee. */
export function deedOf({ content, isSuccess, results }: MinedTransaction, { records, effects }: Told): Deed {
  if (content === undefined) return { mode: 'unknown', legs: [] };
  const steps = content.operations.map((operation, i): Step => {
    const traces = {
      result: results?.operations[i],
      effects: effectsIn(operation, i, effects),
      balanceChanges: records.find(({ id }) => indexOf(id) === i)?.balanceChanges ?? [],
    };
    // One strange operation must not make a whole history unreadable.
    return attempt(() => stepOf(operation, traces)) ?? { kind: { is: 'other' }, legs: undefined };
  });
  const kind = kindOf(steps.map((step) => step.kind));
  const idle = kind.mode === 'unknown' ? undefined : content.operations[0]?.source.text;
  if (!isSuccess) return { ...kind, legs: [], idle };
  // A part of what moved would pass for all of it.
  if (steps.some(({ legs }) => legs === undefined)) return { ...kind, legs: [] };
  const legs = steps.flatMap((step) => step.legs ?? []);
  // Who claims a balance gives nothing, and is no sender.
  return { ...kind, legs, idle: legs.length === 0 ? idle : undefined };
}

/** A mode, if all operations are for the same. */
function kindOf(kinds: readonly Kind[]): Pick<Deed, 'mode' | 'tokenId'> {
  const [first, ...others] = kinds.filter(({ is }) => is !== 'aside');
  if (first === undefined || first.is === 'other' || first.is === 'aside') return { mode: 'unknown' };
  const token = first.token?.text;
  const isSame = others.every((each) => each.is === first.is && each.token?.text === token);
  if (!isSame) return { mode: 'unknown' };
  if (first.is === 'enableToken') return { mode: 'enableToken', tokenId: first.token.text };
  return token === undefined ? { mode: 'transfer' } : { mode: 'transferToken', tokenId: token };
}
