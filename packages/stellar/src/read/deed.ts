import { attempt, type ParsedTransaction, type Problem } from '@isochain/core';
import type { Leg } from '@isochain/core/movements';
import { type Address, checkAccount } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import type { OperationRecord } from '../upstream/operation-record.ts';
import { indexOf } from '../upstream/place.ts';
import type { Effect } from '../upstream/queries/effects.ts';
import type { MinedTransaction } from '../upstream/queries/transactions.ts';
import { effectsIn, type Kind, type Step, stepOf, unreadStep } from './steps.ts';

/** What a transaction did. */
export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  readonly legs: readonly Leg<TokenId>[];
  /** The account to show as sender if nothing left anybody. */
  readonly idle?: string | undefined;
  /** What contracts say to the recipient, as `data.memo` writes it. */
  readonly told?: string | undefined;
  /** What could not be read: a noun for each. */
  readonly unread: readonly string[];
  /** Changes of who may spend. */
  readonly controls: readonly Problem[];
}

/** What a server tells beside the transaction. */
export interface Told {
  readonly records: readonly OperationRecord[];
  /** Empty if they were not needed. */
  readonly effects: readonly Effect[];
}

/** What a transaction did. One that failed moved nothing but its fee. */
export function deedOf({ content, isSuccess, results }: MinedTransaction, { records, effects }: Told): Deed {
  if (content === undefined) return { mode: 'unknown', legs: [], unread: ['what it does'], controls: [] };
  const steps = content.operations.map((operation, i): Step => {
    const traces = {
      result: results?.operations[i],
      effects: effectsIn(operation, i, effects),
      balanceChanges: records.find(({ id }) => indexOf(id) === i)?.balanceChanges,
    };
    // One strange operation must not make a whole history unreadable.
    return attempt(() => stepOf(operation, traces)) ?? unreadStep;
  });
  const kind = kindOf(steps.map((step) => step.kind));
  const idle = kind.mode === 'unknown' ? undefined : content.operations[0]?.source.text;
  if (!isSuccess) return { ...kind, legs: [], idle, unread: [], controls: [] };
  const legs = steps.flatMap((step) => step.legs).filter((leg) => !isOfIssuer(leg));
  const unread = steps.flatMap((step) => step.unread);
  // Who claims a balance gives nothing, and is no sender. An issuer gives nothing either, but it pays.
  const hasIdle = legs.length === 0 || steps.some((step) => step.legs.some(isIssued));
  return {
    ...kind,
    legs,
    // Who sent an amount that nobody tells did not send 0.
    idle: hasIdle && unread.length === 0 ? idle : undefined,
    told: steps.find(({ memo }) => memo !== undefined)?.memo,
    unread,
    controls: steps.flatMap(({ controls }) => controls),
  };
}

/** An issuer has no balance of its own asset: what it pays is made, and what it gets is destroyed (stellar/stellar-core, TransactionUtils.cpp). */
function isOfIssuer({ address, token }: Leg<TokenId>): boolean {
  return token !== undefined && readAccountOf(address) === token.issuer;
}

function isIssued(leg: Leg<TokenId>): boolean {
  return leg.way === 'out' && isOfIssuer(leg);
}

function readAccountOf(address: string): Address | undefined {
  const read = checkAccount(address);
  return read.ok ? read.value.account : undefined;
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
