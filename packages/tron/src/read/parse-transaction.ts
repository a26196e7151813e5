import type { ParsedTransaction } from '@isochain/core';
import type { Content } from '../bytes/content.ts';
import type { Outcome } from '../upstream/outcome.ts';
import { deedOf } from './deed.ts';
import { partiesOf } from './legs.ts';
import type { TickerOf } from './names.ts';

/** A transaction with what is known of it. */
export interface Found {
  readonly id: string;
  readonly content: Content;
  /** Undefined while it waits. */
  readonly outcome: Outcome | undefined;
  readonly state: ParsedTransaction['state'];
}

/** Puts a transaction into the standard shape. Amounts in sun and in the tokens' smallest units. */
export function parseTransaction({ id, content, outcome, state }: Found, tickerOf: TickerOf): ParsedTransaction {
  return {
    id,
    ...readingOf(content, outcome, tickerOf),
    state,
    ...(outcome === undefined ? {} : outlineOf(outcome, tickerOf)),
  };
}

/** What a transaction did, and for whom. */
export type Reading = Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators' | 'memo' | 'senders' | 'recipients'>;

/** @param outcome - Undefined while it waits. */
export function readingOf(content: Content, outcome: Outcome | undefined, tickerOf: TickerOf): Reading {
  const { legs, isPartial, ...deed } = deedOf(content, outcome, tickerOf);
  const { owner, memo } = content;
  const isUnknown = isPartial === true && legs.length === 0;
  return {
    ...deed,
    ...(memo === undefined ? {} : { memo }),
    ...partiesOf(legs, isUnknown ? undefined : owner, tickerOf),
  };
}

/** What a block says of a transaction, whatever it did. */
export function outlineOf({ fee, energy, block, time }: Outcome, tickerOf: TickerOf): Partial<ParsedTransaction> {
  return {
    fees: { amount: fee.toString(), ticker: tickerOf(undefined) },
    ...(block === undefined ? {} : { blockHeight: block.toString() }),
    ...(time === undefined ? {} : { timestamp: time.toString() }),
    ...(energy === 0n ? {} : { gas: energy.toString() }),
  };
}
