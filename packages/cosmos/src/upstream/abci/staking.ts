import { type Fields, readMessage } from '@isochain/core/protobuf';
import { latestTime } from '../lcd/fields.ts';
import type { Page } from '../pages.ts';
import { amountOf, coinOf, nextKeyOf, someOf } from './fields.ts';

// What is at stake, in protobuf: proto/cosmos/staking/v1beta1/{query,staking}.proto of cosmos-sdk. ../lcd/staking.ts has the same from REST.

interface Delegated {
  readonly delegator: string;
  readonly validator: string;
  readonly denom: string;
  readonly amount: bigint;
}

interface Ending {
  readonly delegator: string;
  readonly validator: string;
  readonly amount: bigint;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** `/cosmos.staking.v1beta1.Query/DelegatorDelegations` */
export function readDelegations(answer: Uint8Array): Page<Delegated> {
  const fields = readMessage(answer);
  const { items, odd } = someOf(fields.all(1), (response) => {
    const delegation = response.message(1);
    return { delegator: delegation.text(1), validator: delegation.text(2), ...coinOf(response.message(2)) };
  });
  requireDistinct(items.map(({ validator }) => validator));
  return { items, odd, nextKey: nextKeyOf(fields.message(2)) };
}

/** `/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations` */
export function readUnbondings(answer: Uint8Array): Page<Ending> {
  const fields = readMessage(answer);
  const unbondings = someOf(fields.all(1), (each) => ({
    validator: each.text(2),
    entries: someOf(each.all(3), (entry) => ({
      delegator: each.text(1),
      validator: each.text(2),
      // The balance is what slashing has left of it.
      amount: amountOf(entry.text(4)),
      endsAt: millisecondsOf(entry.message(2)),
    })),
  }));
  requireDistinct(unbondings.items.map(({ validator }) => validator));
  return {
    items: unbondings.items.flatMap(({ entries }) => entries.items),
    odd: [...unbondings.odd, ...unbondings.items.flatMap(({ entries }) => entries.odd)],
    nextKey: nextKeyOf(fields.message(2)),
  };
}

/** `google.protobuf.Timestamp` */
function millisecondsOf(fields: Fields): number {
  const milliseconds = Number(fields.number(1) * 1000n + fields.number(2) / 1_000_000n);
  if (milliseconds >= latestTime) throw new RangeError('not a time');
  return milliseconds;
}

/** An item that comes twice would be counted twice. */
function requireDistinct(keys: readonly string[]): void {
  if (new Set(keys).size !== keys.length) throw new RangeError('something comes twice');
}
